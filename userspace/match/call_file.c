// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file/paths.h"
#include "lib/stem.h"
#include "lib/vector.h"
#include "match/call_file.h"
#include "match/results_schema.h"
#include "tracedat/dat.h"

#define TRACE_MAX     (256u * 1024 * 1024)
#define FUNCTIONS_MAX (64u * 1024 * 1024)

/* The first byte of a trace.dat. */
#define DAT_FIRST 0x17

static bool is_normal(const char *text, size_t len)
{
	static const char magic[] = "# " FB_NORMAL_MAGIC "\n";

	return len >= sizeof(magic) - 1 && !memcmp(text, magic, sizeof(magic) - 1);
}

static void add_seen(struct fb_calls_seen *sum, const struct fb_tree *tree)
{
	fb_seen_add(&sum->text, &tree->seen);
	fb_walk_odd_add(&sum->odd, &tree->odd);
}

/*
 * Where calls are read from: text, or a file that can be read twice, which takes no memory for its
 * text. Texts are shared with @beside, if that is not NULL.
 */
struct source {
	const char *path;
	FILE *file;
	const char *text;
	size_t len;
	char *own; /* @text, if it is freed as soon as the calls are read from it */
	const struct fb_normal *beside;
	struct fb_calls_seen *seen;
};

static int read_tree(struct source *s, struct fb_tree **tree, struct fb_error *error)
{
	struct fb_fgraph *fg;
	int ret;

	ret = s->file ? fb_fgraph_open(s->path, &fg) : fb_fgraph_open_text(s->text, s->len, &fg);
	if (ret)
		return ret;
	ret = fb_tree_parse(fg, tree, error);
	fb_fgraph_close(fg);
	free(s->own);
	s->own = NULL;
	if (!ret && s->seen)
		add_seen(s->seen, *tree);
	return ret;
}

static int read_normal(const struct source *s, struct fb_normal **n, struct fb_error *error)
{
	return s->file ? fb_normal_read_file(s->file, s->beside, n, error)
		       : fb_normal_read(s->text, s->len, n, error);
}

/* Makes an empty normal form with the heads of the text. */
static int read_heads(const struct source *s, struct fb_normal **n)
{
	*n = fb_normal_new_beside(s->beside);
	if (!*n)
		return -ENOMEM;
	return s->file ? fb_normal_read_heads_file(*n, s->file)
		       : fb_normal_read_heads(*n, s->text, s->len);
}

static int add_tree(struct fb_normal *n, const struct fb_tree *tree)
{
	int ret = fb_normal_reserve(n, tree->nr);

	return ret ? ret : fb_normal_add_tree(n, tree, 0);
}

/* After an error nothing is left of the calls. */
static int drop_failed(int ret, struct fb_normal **n)
{
	if (ret) {
		fb_normal_free(*n);
		*n = NULL;
	}
	return ret;
}

/* What is not a normal form. After an error, @n may hold a part. */
static int read_trace(struct source *s, struct fb_normal **n, struct fb_error *error)
{
	struct fb_tree *tree = NULL;
	int ret = read_heads(s, n);

	if (!ret)
		ret = read_tree(s, &tree, error);
	if (!ret)
		ret = add_tree(*n, tree);
	fb_tree_free(tree);
	return ret;
}

int fb_calls_read(const char *text, size_t len, struct fb_normal **n, struct fb_calls_seen *seen,
		  struct fb_error *error)
{
	struct source s = { .text = text, .len = len, .seen = seen };

	*n = NULL;
	if (is_normal(text, len))
		return read_normal(&s, n, error);
	return drop_failed(read_trace(&s, n, error), n);
}

/* One more phase, named @name; @calls is its own from now on. */
static int add_phase(struct fb_recording *rec, const char *name, struct fb_normal *calls)
{
	struct fb_phases *ph = &rec->phases;
	struct fb_phase *p;

	if (fb_vector_grow(ph->phase, ph->nr)) {
		fb_normal_free(calls);
		return -ENOMEM;
	}
	p = &ph->phase[ph->nr++];
	*p = (struct fb_phase){ .calls = calls, .nr_calls = calls->calls };
	snprintf(p->name, sizeof(p->name), "%s", name);
	return 0;
}

/* A tree in which headings tell phases apart gives several; any other gives one, with the heads of its text. */
static int split_tree(const struct fb_tree *tree, const struct fb_normal *beside,
		      struct fb_phases *split, struct fb_normal **calls)
{
	int ret = fb_phases_find_beside(tree, split, beside);

	if (ret)
		return ret;
	return split->nr < 2 ? add_tree(*calls, tree) : fb_phases_add_calls(tree, split);
}

static int read_phases(struct source *s, struct fb_phases *split, struct fb_normal **calls,
		       struct fb_error *error)
{
	struct fb_tree *tree = NULL;
	int ret = read_heads(s, calls);

	if (!ret)
		ret = read_tree(s, &tree, error);
	if (!ret)
		ret = split_tree(tree, s->beside, split, calls);
	fb_tree_free(tree);
	if (ret || split->nr > 1) {
		fb_normal_free(*calls);
		*calls = NULL;
	}
	return ret;
}

/* A pipe cannot be read twice, and a trace.dat is told by its name only. */
static int open_source(struct source *s)
{
	struct stat st;
	char *text;
	int ret, c;

	s->file = fopen(s->path, "re");
	if (!s->file)
		return -errno;
	if (!fstat(fileno(s->file), &st) && S_ISREG(st.st_mode) && st.st_size <= TRACE_MAX) {
		c = getc(s->file);
		rewind(s->file);
		if (c != EOF && c != DAT_FIRST)
			return 0;
	}
	fclose(s->file);
	s->file = NULL;
	ret = fb_read_file(s->path, TRACE_MAX, &text, &s->len);
	if (!ret)
		s->text = s->own = text;
	return ret;
}

/* Returns true for the normal form. */
static bool source_is_normal(struct source *s)
{
	char begin[64];
	size_t len;

	if (!s->file)
		return is_normal(s->text, s->len);
	len = fread(begin, 1, sizeof(begin), s->file);
	rewind(s->file);
	return is_normal(begin, len);
}

static int read_text_file(const char *path, const struct fb_normal *beside, struct fb_phases *split,
			  struct fb_normal **calls, struct fb_calls_seen *seen,
			  struct fb_error *error)
{
	struct source s = { .path = path, .beside = beside, .seen = seen };
	int ret = open_source(&s);

	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = source_is_normal(&s) ? read_normal(&s, calls, error)
				   : read_phases(&s, split, calls, error);
	free(s.own);
	if (s.file)
		fclose(s.file);
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

int fb_calls_load(const char *path, const struct fb_normal *beside, struct fb_normal **n,
		  struct fb_calls_seen *seen, struct fb_error *error)
{
	struct source s = { .path = path, .beside = beside, .seen = seen };
	int ret = open_source(&s);

	*n = NULL;
	if (ret)
		return ret == -ENOENT ? ret : fb_error_errno(error, ret, "%s", path);
	ret = source_is_normal(&s) ? read_normal(&s, n, error) : read_trace(&s, n, error);
	free(s.own);
	if (s.file)
		fclose(s.file);
	return drop_failed(ret, n) ? fb_error_prefix(error, ret, "%s", path) : 0;
}

/* A trace.dat has no heads. */
static int read_dat(const char *path, const struct fb_normal *beside, struct fb_phases *split,
		    struct fb_normal **calls, struct fb_calls_seen *seen, struct fb_error *error)
{
	struct fb_tree *tree = NULL;
	int ret = fb_tree_load(path, &tree, error);

	if (ret)
		return ret;
	add_seen(seen, tree);
	*calls = fb_normal_new_beside(beside);
	ret = *calls ? split_tree(tree, beside, split, calls) : -ENOMEM;
	fb_tree_free(tree);
	if (ret || split->nr > 1) {
		fb_normal_free(*calls);
		*calls = NULL;
	}
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

static int add_file(struct fb_recording *rec, const char *path, const char *name,
		    struct fb_error *error)
{
	struct fb_phases split = { .nr = 0 };
	/* The phases of a recording share their texts, with those of another one if there is one. */
	const struct fb_normal *beside = rec->phases.nr ? rec->phases.phase->calls : rec->beside;
	struct fb_normal *calls = NULL;
	unsigned int i;
	int ret;

	ret = fb_dat_named(path) ? read_dat(path, beside, &split, &calls, &rec->seen, error)
				 : read_text_file(path, beside, &split, &calls, &rec->seen, error);
	if (ret) {
		fb_phases_free(&split);
		return ret;
	}
	if (calls) {
		if (!name)
			name = fb_normal_get(calls, "phase");
		ret = add_phase(rec, name ? name : "p1", calls);
	}
	for (i = 0; !ret && !calls && i < split.nr; i++) {
		ret = add_phase(rec, split.phase[i].name, split.phase[i].calls);
		split.phase[i].calls = NULL;
	}
	fb_phases_free(&split);
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

static const char *suffix_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && dot != name && (!strcmp(dot, ".trace") || !strcmp(dot, ".txt")) ? dot : NULL;
}

static int is_trace(const struct dirent *de)
{
	const char *dot = suffix_of(de->d_name);

	return dot && dot - de->d_name < FB_PHASE_NAME && strcmp(de->d_name, "record.trace");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(struct fb_recording *rec, const char *dir, struct fb_error *error)
{
	char path[FB_PATH_MAX], name[FB_PHASE_NAME];
	struct dirent **list = NULL;
	int nr = scandir(dir, &list, is_trace, by_name), ret = 0, i;

	if (nr < 0)
		return fb_error_errno(error, -errno, "%s", dir);
	for (i = 0; i < nr; i++) {
		if (!ret) {
			snprintf(name, sizeof(name), "%.*s",
				 (int)(suffix_of(list[i]->d_name) - list[i]->d_name),
				 list[i]->d_name);
			ret = fb_join(path, dir, list[i]->d_name);
			ret = ret ? fb_error_errno(error, ret, "%s", dir)
				  : add_file(rec, path, name, error);
		}
		free(list[i]);
	}
	free(list);
	if (!ret && !rec->phases.nr)
		ret = fb_error(error, -ENODATA, "%s: no results.json and no trace in it", dir);
	return ret;
}

/* What the kernel can trace, where that was kept. */
static int load_functions(struct fb_recording *rec, const char *dir, struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	ret = fb_join(path, dir, "functions");
	if (ret)
		return fb_error_errno(error, ret, "%s", dir);
	ret = fb_read_file(path, FUNCTIONS_MAX, &text, &len);
	if (ret == -ENOENT)
		return 0;
	if (!ret) {
		ret = fb_nameset_parse(text, len, &rec->functions);
		free(text);
	}
	return ret ? fb_error_errno(error, ret, "%s", path) : 0;
}

static void take_name(char *to, size_t size, const char *text)
{
	if (text)
		snprintf(to, size, "%s", text);
}

/* A run has results.json, its traces in a folder named after its scenario, and functions. */
static int add_run(struct fb_recording *rec, const char *dir, const json_t *doc,
		   struct fb_error *error)
{
	char path[FB_PATH_MAX];
	int ret;

	take_name(rec->scenario, sizeof(rec->scenario),
		  json_string_value(json_object_get(doc, "scenario")));
	take_name(rec->trace, sizeof(rec->trace),
		  json_string_value(json_object_get(doc, "documented")));
	take_name(
		rec->kernel, sizeof(rec->kernel),
		json_string_value(json_object_get(json_object_get(doc, "fingerprint"), "kernel")));
	ret = fb_join(path, dir, rec->scenario);
	if (ret)
		return fb_error_errno(error, ret, "%s", dir);
	ret = load_functions(rec, dir, error);
	return ret ? ret : add_folder(rec, path, error);
}

static int load_recording(struct fb_recording *rec, const char *path, struct fb_error *error)
{
	char results[FB_PATH_MAX];
	struct stat st;
	json_t *doc;
	int ret;

	if (stat(path, &st))
		return fb_error_errno(error, -errno, "%s", path);
	if (!S_ISDIR(st.st_mode))
		return add_file(rec, path, NULL, error);
	ret = fb_join(results, path, "results.json");
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	if (stat(results, &st)) {
		ret = load_functions(rec, path, error);
		return ret ? ret : add_folder(rec, path, error);
	}
	ret = fb_json_load_checked(results, &fb_results_schema, &doc, error);
	if (ret)
		return ret;
	ret = add_run(rec, path, doc, error);
	json_decref(doc);
	return ret;
}

int fb_recording_load(const char *path, struct fb_recording *rec, struct fb_error *error)
{
	return fb_recording_load_beside(path, rec, NULL, error);
}

int fb_recording_load_beside(const char *path, struct fb_recording *rec,
			     const struct fb_recording *other, struct fb_error *error)
{
	unsigned int i;
	int ret;

	*rec = (struct fb_recording){ .path = "" };
	rec->beside = other && other->phases.nr ? other->phases.phase->calls : NULL;
	take_name(rec->path, sizeof(rec->path), path);
	ret = load_recording(rec, path, error);
	for (i = 0; !ret && i < rec->phases.nr; i++) {
		const struct fb_normal *n = rec->phases.phase[i].calls;

		if (!*rec->kernel)
			take_name(rec->kernel, sizeof(rec->kernel), fb_normal_get(n, "kernel"));
		if (!*rec->scenario)
			take_name(rec->scenario, sizeof(rec->scenario),
				  fb_normal_get(n, "scenario"));
		if (!*rec->trace)
			take_name(rec->trace, sizeof(rec->trace), fb_normal_get(n, "documented"));
	}
	rec->beside = NULL;
	return ret;
}

static int cut(struct fb_phase *ph, const char *root)
{
	struct fb_normal *from = ph->calls, *n = fb_normal_new_beside(ph->calls);
	uint32_t at = 1;
	int ret = n ? 0 : -ENOMEM;

	while (!ret && at < from->nr) {
		if (!fb_normal_is_call(&from->node[at]) ||
		    !fb_same_stem(from->node[at].name, root)) {
			at++;
			continue;
		}
		ret = fb_normal_add_subtree(n, from, at);
		at = from->node[at].end;
	}
	if (ret) {
		fb_normal_free(n);
		return ret;
	}
	fb_normal_free(from);
	ph->calls = n;
	ph->nr_calls = n->calls;
	return 0;
}

int fb_recording_cut(struct fb_recording *rec, const char *root)
{
	struct fb_phases *ph = &rec->phases;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < ph->nr; i++)
		ret = cut(&ph->phase[i], root);
	if (ret)
		return ret;
	return fb_phases_drop_empty(ph) ? 0 : -ENOENT;
}

void fb_recording_free(struct fb_recording *rec)
{
	fb_phases_free(&rec->phases);
	fb_nameset_free(&rec->functions);
}
