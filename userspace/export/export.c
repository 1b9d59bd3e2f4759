// SPDX-License-Identifier: GPL-2.0
/* From what is exported to the form that it is written in. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "export/export_documents.h"
#include "export/export.h"
#include "json/json.h"
#include "file/paths.h"
#include "match/results_schema.h"
#include "scenario/scenario.h"
#include "tree/phases.h"

#define HEAD_MAX 16384
/* So often the stream's errors are looked at: a full disk ends it soon. */
#define CALLS_A_LOOK 8192

/* What stands between the walk and the form: phases. */
struct source {
	const struct fb_export_in *in;
	struct fb_export ex;
	char phase[FB_PHASE_NAME];
	char label[FB_PHASE_LABEL];
	bool begun; /* the form knows of the phase */
	bool gate; /* the phase is wanted */
	bool split; /* headings tell phases apart */
	unsigned int calls;
	unsigned int phases; /* how many the form was told */
	struct fb_out out;
};

int fb_export_fingerprint(const struct fb_export *ex)
{
	if (!ex->fingerprint)
		return 0;
	fb_out_text(ex->out, ",\n\"fingerprint\": ");
	fb_out_flush(ex->out);
	return fb_json_put(ex->fingerprint, JSON_PRESERVE_ORDER, ex->out->f);
}

static void set_phase(struct source *s, const char *name, const char *label)
{
	snprintf(s->phase, sizeof(s->phase), "%s", name);
	snprintf(s->label, sizeof(s->label), "%s", label ? label : "");
	s->ex.phase = s->phase;
	s->ex.label = s->label;
	s->begun = false;
	s->gate = !s->in->phase || fb_phase_has(name, s->in->phase);
}

/* Errors of the stream that are not its caller's to find at the end only. */
static int look_at_source(struct source *s)
{
	fb_out_flush(&s->out);
	if (!fflush(s->out.f) && !ferror(s->out.f))
		return 0;
	return errno ? -errno : -EIO;
}

/* Before anything is told: the form may not know yet which phase it is of. */
static int ready(struct source *s)
{
	const struct fb_export_format *fmt = s->in->format;

	if (++s->calls % CALLS_A_LOOK == 0) {
		int ret = look_at_source(s);

		if (ret)
			return ret;
	}
	if (s->begun)
		return 0;
	s->begun = true;
	s->phases++;
	return fmt->phase ? fmt->phase(&s->ex) : 0;
}

#define pass_on(op, ...)                                                                         \
	do {                                                                                     \
		struct source *s = to;                                                           \
		int ret = ready(s);                                                              \
                                                                                                 \
		if (ret)                                                                         \
			return ret;                                                              \
		return s->in->format->ops->op ? s->in->format->ops->op(&s->ex, __VA_ARGS__) : 0; \
	} while (0)

static int on_enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	pass_on(enter, st, ev);
}

static int on_leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	pass_on(leave, st, ev);
}

static int on_settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		     struct fb_walk_frame *into)
{
	pass_on(settle, st, entry, into);
}

/* In front of the phase that is wanted. */
static bool not_begun(const struct source *s)
{
	return !s->begun && !s->gate;
}

static int on_change(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		     const struct fb_fg_event *ev)
{
	if (not_begun(to))
		return 0;
	pass_on(change, from, st, ev);
}

static int on_lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	if (not_begun(to))
		return 0;
	pass_on(lost, st, ev);
}

static int on_cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	pass_on(cut, st, ev);
}

/* A heading of the outermost level may begin a phase, or end one; it is not passed on then. */
static bool on_heading(struct source *s, const struct fb_walk_stack *st,
		       const struct fb_fg_event *ev)
{
	char text[1024], name[FB_PHASE_NAME], label[FB_PHASE_LABEL];
	int is;

	if (ev->kind != FB_FG_HEADING || st->depth)
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(ev->text.len < 1000 ? ev->text.len : 1000),
		 ev->text.at);
	is = fb_phases_heading(text, name, label);
	if (is)
		set_phase(s, is > 0 ? name : "rest", label);
	if (is > 0) {
		s->split = true;
		s->ex.several = !s->in->phase;
	}
	return is;
}

static int on_mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct source *src = to;

	if (on_heading(src, st, ev) || !src->gate)
		return 0;
	/* Marks between two phases are of neither. */
	if (src->split && !src->begun && !st->depth)
		return 0;
	pass_on(mark, st, ev);
}

static const struct fb_walk_ops between = {
	.enter = on_enter,
	.leave = on_leave,
	.settle = on_settle,
	.mark = on_mark,
	.change = on_change,
	.lost = on_lost,
	.cut = on_cut,
};

static int walk_file(struct source *s, const char *path, struct fb_error *error)
{
	struct fb_walk_in in = { .names = s->ex.names,
				 .root = s->in->root,
				 .gate = &s->gate,
				 .ops = &between,
				 .to = s,
				 .sums = &s->ex.sums };
	int ret;

	ret = fb_fgraph_open(path, &in.fg);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = fb_walk(&in, error);
	fb_fgraph_close(in.fg);
	/* What a form returns without a word is the stream's. */
	return ret && !fb_error_empty(error) ? fb_error_prefix(error, ret, "%s", path) : ret;
}

static int begin_source(struct source *s)
{
	const struct fb_export_format *fmt = s->in->format;

	return fmt->begin ? fmt->begin(&s->ex) : 0;
}

static int end_source(struct source *s, struct fb_error *error)
{
	const struct fb_export_format *fmt = s->in->format;

	if (s->in->phase && !s->phases)
		return fb_error(error, -ENOENT, "%s: no phase '%.64s' in it", s->in->input,
				s->in->phase);
	if (!s->ex.sums.calls)
		return fb_error(error, -ENODATA, "%s: no call%s%.64s%s", s->in->input,
				s->in->root ? " of '" : "", s->in->root ? s->in->root : "",
				s->in->root ? "'" : "");
	if (fmt->timed && s->ex.sums.calls == s->ex.sums.tails)
		return fb_error(error, -ENODATA,
				"%s: no call in it has a duration; csv, json and ftrace need none",
				s->in->input);
	return fmt->end ? fmt->end(&s->ex) : 0;
}

/* The heads of a trace file, which a pipe has not got a second time. */
static int read_heads(const char *path, struct fb_normal *heads)
{
	char *text = malloc(HEAD_MAX);
	struct stat st;
	FILE *f;
	int ret;

	if (!text)
		return -ENOMEM;
	f = stat(path, &st) || !S_ISREG(st.st_mode) ? NULL : fopen(path, "re");
	ret = f ? fb_normal_read_heads(heads, text, fread(text, 1, HEAD_MAX, f)) : 0;
	if (f)
		fclose(f);
	free(text);
	return ret;
}

static int export_text(struct source *s, struct fb_error *error)
{
	struct fb_normal *heads = fb_normal_new();
	const char *phase;
	int ret = heads ? read_heads(s->in->input, heads) : -ENOMEM;

	if (!ret) {
		s->ex.kernel = fb_normal_get(heads, "kernel");
		s->ex.scenario = fb_normal_get(heads, "scenario");
		phase = fb_normal_get(heads, "phase");
		set_phase(s, phase ? phase : "p1", fb_normal_get(heads, "label"));
		ret = begin_source(s);
	}
	if (!ret)
		ret = walk_file(s, s->in->input, error);
	if (!ret)
		ret = end_source(s, error);
	fb_normal_free(heads);
	return ret;
}

/* The phases that share a file have one name: "p3p4" is what its file is called. */
static void stem_of(const char *trace, char name[FB_PHASE_NAME])
{
	const char *base = strrchr(trace, '/');

	base = base ? base + 1 : trace;
	snprintf(name, FB_PHASE_NAME, "%.*s", (int)strcspn(base, "."), base);
}

static int walk_phases(struct source *s, struct fb_error *error)
{
	const struct fb_export_phase *ph = s->ex.phases;
	char path[FB_PATH_MAX], name[FB_PHASE_NAME];
	unsigned int i, k, nr = s->ex.nr_phases;
	int ret = 0;

	/* They come one by one, so that the form has not to look for them. */
	s->ex.nr_phases = 0;
	for (i = 0; !ret && i < nr; i++) {
		for (k = 0; k < i && strcmp(ph[k].trace, ph[i].trace); k++)
			;
		if (k < i)
			continue;
		stem_of(ph[i].trace, name);
		set_phase(s, name, ph[i].label);
		if (!s->gate)
			continue;
		ret = fb_join(path, s->in->input, ph[i].trace);
		if (!ret)
			ret = walk_file(s, path, error);
	}
	return ret;
}

static void read_phases(struct fb_export_phase *ph, const json_t *list)
{
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		ph[i] = (struct fb_export_phase){
			.name = fb_json_text(js, "name", ""),
			.label = fb_json_text(js, "label", ""),
			.path = fb_json_text(js, "path", ""),
			.packet = fb_json_text(js, "packet", FB_PACKET_NONE),
			.root = fb_json_text(js, "root", ""),
			.trace = fb_json_text(js, "trace", ""),
		};
}

static int walk_run(struct source *s, const json_t *doc, struct fb_error *error)
{
	const json_t *list = json_object_get(doc, "phases");
	struct fb_export_phase *ph;
	char record[FB_PATH_MAX];
	struct stat st;
	int ret;

	ph = calloc(json_array_size(list), sizeof(*ph));
	if (!ph)
		return -ENOMEM;
	read_phases(ph, list);
	ret = fb_join(record, s->in->input, "record.trace");
	s->ex.phases = ph;
	s->ex.nr_phases = (unsigned int)json_array_size(list);
	s->ex.several = s->ex.nr_phases > 1 && !s->in->phase;
	if (!ret)
		ret = begin_source(s);
	if (!ret && s->in->format->whole && !s->in->phase && !stat(record, &st)) {
		set_phase(s, "record", "");
		ret = walk_file(s, record, error);
	} else if (!ret) {
		ret = walk_phases(s, error);
	}
	if (!ret)
		ret = end_source(s, error);
	s->ex.phases = NULL;
	free(ph);
	return ret;
}

static int export_run(struct source *s, const char *results, struct fb_error *error)
{
	json_t *doc;
	int ret = fb_json_load_checked(results, &fb_results_schema, &doc, error);

	if (ret)
		return ret;
	s->ex.fingerprint = json_object_get(doc, "fingerprint");
	s->ex.kernel = fb_json_text(s->ex.fingerprint, "kernel", NULL);
	s->ex.scenario = fb_json_text(doc, "scenario", NULL);
	ret = walk_run(s, doc, error);
	if (s->in->format->drop)
		s->in->format->drop(&s->ex);
	s->ex.own = NULL;
	s->ex.fingerprint = NULL;
	json_decref(doc);
	return ret;
}

static int export_folder(struct source *s, struct fb_error *error)
{
	char results[FB_PATH_MAX], reasons[FB_PATH_MAX];
	struct stat st;
	int ret;

	ret = fb_join(results, s->in->input, "results.json");
	if (!ret)
		ret = fb_join(reasons, s->in->input, "why.json");
	if (ret)
		return ret;
	/* Where there are calls, the reasons are exported by their own name. */
	if (stat(results, &st) && !stat(reasons, &st))
		return fb_export_document(s->in, &s->ex, reasons, error);
	return export_run(s, results, error);
}

static int dispatch(struct source *s, struct fb_error *error)
{
	const char *input = s->in->input;
	struct stat st;

	if (stat(input, &st))
		return fb_error_errno(error, -errno, "%s", input);
	if (s->in->format->results)
		return fb_export_results(s->in, &s->ex, S_ISDIR(st.st_mode), error);
	if (!S_ISDIR(st.st_mode) && fb_export_is_json(input))
		return fb_export_document(s->in, &s->ex, input, error);
	if (s->in->path || s->in->weight)
		return fb_error(error, -EINVAL,
				"%s: a trace, and --path and --weight are of profile.json", input);
	return S_ISDIR(st.st_mode) ? export_folder(s, error) : export_text(s, error);
}

int fb_export(const struct fb_export_in *in, struct fb_walk_sums *sums, struct fb_error *error)
{
	struct source s;
	const char *base = strrchr(in->input, '/');
	int ret;

	errno = 0;
	memset(&s, 0, offsetof(struct source, out));
	s.in = in;
	fb_out_begin(&s.out, in->f);
	s.ex.out = &s.out;
	s.ex.origin = in->origin;
	s.ex.source = base && base[1] ? base + 1 : in->input;
	s.ex.names = fb_intern_new();
	if (!s.ex.names)
		return -ENOMEM;
	ret = dispatch(&s, error);
	if (in->format->drop)
		in->format->drop(&s.ex);
	if (!ret)
		ret = look_at_source(&s);
	fb_intern_free(s.ex.names);
	*sums = s.ex.sums;
	return ret;
}
