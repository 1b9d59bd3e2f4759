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

#include "lib/paths.h"
#include "lib/stem.h"
#include "match/call_file.h"
#include "match/document.h"
#include "trace/dat.h"

#define TRACE_MAX     (256u * 1024 * 1024)
#define FUNCTIONS_MAX (64u * 1024 * 1024)

static bool is_normal(const char *text, size_t len)
{
	static const char magic[] = "# " FB_NORMAL_MAGIC "\n";

	return len >= sizeof(magic) - 1 && !memcmp(text, magic, sizeof(magic) - 1);
}

static void add_seen(struct fb_calls_seen *sum, const struct fb_tree *tree)
{
	fb_seen_add(&sum->text, &tree->seen);
	if (!sum->odd_levels)
		sum->odd_line = tree->odd_line;
	else if (tree->odd_levels)
		sum->odd_line = 0;
	sum->odd_levels += tree->odd_levels;
}

static int read_tree(const char *text, size_t len, struct fb_tree **tree,
		     struct fb_calls_seen *seen, struct fb_why *why)
{
	struct fb_fgraph *fg;
	int ret;

	ret = fb_fgraph_open_text(text, len, &fg);
	if (ret)
		return ret;
	ret = fb_tree_parse(fg, tree, why);
	fb_fgraph_close(fg);
	if (!ret && seen)
		add_seen(seen, *tree);
	return ret;
}

/* Makes the normal form of a tree, with the heads of its text. */
static int from_tree(const struct fb_tree *tree, const char *text, size_t len, struct fb_normal **n)
{
	int ret;

	*n = fb_normal_new();
	ret = *n ? fb_normal_read_heads(*n, text, len) : -ENOMEM;
	if (!ret)
		ret = fb_normal_add_tree(*n, tree, 0);
	if (ret) {
		fb_normal_free(*n);
		*n = NULL;
	}
	return ret;
}

int fb_calls_read(const char *text, size_t len, struct fb_normal **n, struct fb_calls_seen *seen,
		  struct fb_why *why)
{
	struct fb_tree *tree = NULL;
	int ret;

	*n = NULL;
	if (is_normal(text, len))
		return fb_normal_read(text, len, n, why);
	ret = read_tree(text, len, &tree, seen, why);
	if (!ret)
		ret = from_tree(tree, text, len, n);
	fb_tree_free(tree);
	return ret;
}

/* One more phase, named @name; @calls is its own from now on. */
static int add_phase(struct fb_recording *rec, const char *name, struct fb_normal *calls)
{
	struct fb_phases *ph = &rec->phases;
	struct fb_phase *grown = realloc(ph->phase, (ph->nr + 1) * sizeof(*grown));

	if (!grown) {
		fb_normal_free(calls);
		return -ENOMEM;
	}
	ph->phase = grown;
	grown[ph->nr] = (struct fb_phase){ .calls = calls, .nr_calls = calls->calls };
	snprintf(grown[ph->nr].name, sizeof(grown->name), "%s", name);
	ph->nr++;
	return 0;
}

/* A tree in which headings tell phases apart gives several; any other gives one, with the heads of its text. */
static int split_tree(const struct fb_tree *tree, const char *text, size_t len,
		      struct fb_phases *split, struct fb_normal **calls)
{
	int ret = fb_phases_split(tree, split);

	return !ret && split->nr < 2 ? from_tree(tree, text, len, calls) : ret;
}

static int read_phases(const char *text, size_t len, struct fb_phases *split,
		       struct fb_normal **calls, struct fb_calls_seen *seen, struct fb_why *why)
{
	struct fb_tree *tree = NULL;
	int ret;

	if (is_normal(text, len))
		return fb_normal_read(text, len, calls, why);
	ret = read_tree(text, len, &tree, seen, why);
	if (!ret)
		ret = split_tree(tree, text, len, split, calls);
	fb_tree_free(tree);
	return ret;
}

static int read_text_file(const char *path, struct fb_phases *split, struct fb_normal **calls,
			  struct fb_calls_seen *seen, struct fb_why *why)
{
	char *text;
	size_t len;
	int ret = fb_read_file(path, TRACE_MAX, &text, &len);

	if (ret)
		return fb_why_errno(why, ret, "%s", path);
	ret = read_phases(text, len, split, calls, seen, why);
	free(text);
	return ret ? fb_why_prefix(why, ret, "%s", path) : 0;
}

/* A trace.dat has no heads. */
static int read_dat(const char *path, struct fb_phases *split, struct fb_normal **calls,
		    struct fb_calls_seen *seen, struct fb_why *why)
{
	struct fb_tree *tree = NULL;
	int ret = fb_tree_load(path, &tree, why);

	if (ret)
		return ret;
	add_seen(seen, tree);
	ret = split_tree(tree, "", 0, split, calls);
	fb_tree_free(tree);
	return ret ? fb_why_prefix(why, ret, "%s", path) : 0;
}

static int add_file(struct fb_recording *rec, const char *path, const char *name,
		    struct fb_why *why)
{
	struct fb_phases split = { .nr = 0 };
	struct fb_normal *calls = NULL;
	unsigned int i;
	int ret;

	ret = fb_dat_named(path) ? read_dat(path, &split, &calls, &rec->seen, why)
				 : read_text_file(path, &split, &calls, &rec->seen, why);
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
	return ret ? fb_why_prefix(why, ret, "%s", path) : 0;
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

static int add_folder(struct fb_recording *rec, const char *dir, struct fb_why *why)
{
	char path[FB_PATH_MAX], name[FB_PHASE_NAME];
	struct dirent **list = NULL;
	int nr = scandir(dir, &list, is_trace, by_name), ret = 0, i;

	if (nr < 0)
		return fb_why_errno(why, -errno, "%s", dir);
	for (i = 0; i < nr; i++) {
		if (!ret) {
			snprintf(name, sizeof(name), "%.*s",
				 (int)(suffix_of(list[i]->d_name) - list[i]->d_name),
				 list[i]->d_name);
			ret = fb_join(path, dir, list[i]->d_name);
			ret = ret ? fb_why_errno(why, ret, "%s", dir)
				  : add_file(rec, path, name, why);
		}
		free(list[i]);
	}
	free(list);
	if (!ret && !rec->phases.nr)
		ret = fb_why(why, -ENODATA, "%s: no results.json and no trace in it", dir);
	return ret;
}

/* What the kernel can trace, where that was kept. */
static int load_functions(struct fb_recording *rec, const char *dir, struct fb_why *why)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	ret = fb_join(path, dir, "functions");
	if (ret)
		return fb_why_errno(why, ret, "%s", dir);
	ret = fb_read_file(path, FUNCTIONS_MAX, &text, &len);
	if (ret == -ENOENT)
		return 0;
	if (!ret) {
		ret = fb_nameset_parse(text, len, &rec->functions);
		free(text);
	}
	return ret ? fb_why_errno(why, ret, "%s", path) : 0;
}

static void take(char *to, size_t size, const char *text)
{
	if (text)
		snprintf(to, size, "%s", text);
}

/* A run has results.json, its traces in a folder named after its scenario, and functions. */
static int add_run(struct fb_recording *rec, const char *dir, const json_t *doc, struct fb_why *why)
{
	char path[FB_PATH_MAX];
	int ret;

	take(rec->scenario, sizeof(rec->scenario),
	     json_string_value(json_object_get(doc, "scenario")));
	take(rec->trace, sizeof(rec->trace), json_string_value(json_object_get(doc, "documented")));
	take(rec->kernel, sizeof(rec->kernel),
	     json_string_value(json_object_get(json_object_get(doc, "fingerprint"), "kernel")));
	ret = fb_join(path, dir, rec->scenario);
	if (ret)
		return fb_why_errno(why, ret, "%s", dir);
	ret = load_functions(rec, dir, why);
	return ret ? ret : add_folder(rec, path, why);
}

static int load(struct fb_recording *rec, const char *path, struct fb_why *why)
{
	char results[FB_PATH_MAX];
	struct stat st;
	json_t *doc;
	int ret;

	if (stat(path, &st))
		return fb_why_errno(why, -errno, "%s", path);
	if (!S_ISDIR(st.st_mode))
		return add_file(rec, path, NULL, why);
	ret = fb_join(results, path, "results.json");
	if (ret)
		return fb_why_errno(why, ret, "%s", path);
	if (stat(results, &st)) {
		ret = load_functions(rec, path, why);
		return ret ? ret : add_folder(rec, path, why);
	}
	ret = fb_json_load_checked(results, &fb_results_schema, &doc, why);
	if (ret)
		return ret;
	ret = add_run(rec, path, doc, why);
	json_decref(doc);
	return ret;
}

int fb_recording_load(const char *path, struct fb_recording *rec, struct fb_why *why)
{
	unsigned int i;
	int ret;

	*rec = (struct fb_recording){ .path = "" };
	take(rec->path, sizeof(rec->path), path);
	ret = load(rec, path, why);
	for (i = 0; !ret && i < rec->phases.nr; i++) {
		const struct fb_normal *n = rec->phases.phase[i].calls;

		if (!*rec->kernel)
			take(rec->kernel, sizeof(rec->kernel), fb_normal_get(n, "kernel"));
		if (!*rec->scenario)
			take(rec->scenario, sizeof(rec->scenario), fb_normal_get(n, "scenario"));
		if (!*rec->trace)
			take(rec->trace, sizeof(rec->trace), fb_normal_get(n, "documented"));
	}
	return ret;
}

/* Adds a subtree of @from as an outermost one. */
static int add_subtree(struct fb_normal *n, const struct fb_normal *from, uint32_t root)
{
	uint16_t outside = (uint16_t)(from->node[root].depth - 1);
	uint32_t at;
	int ret = 0;

	for (at = root; !ret && at < from->node[root].end; at++) {
		struct fb_normal_node node = from->node[at];

		node.depth = (uint16_t)(node.depth - outside);
		ret = fb_normal_add(n, &node);
	}
	return ret;
}

static int cut(struct fb_phase *ph, const char *root)
{
	struct fb_normal *from = ph->calls, *n = fb_normal_new();
	uint32_t at = 1;
	int ret = n ? 0 : -ENOMEM;

	while (!ret && at < from->nr) {
		if (!fb_normal_is_call(&from->node[at]) ||
		    !fb_same_stem(from->node[at].name, root)) {
			at++;
			continue;
		}
		ret = add_subtree(n, from, at);
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
