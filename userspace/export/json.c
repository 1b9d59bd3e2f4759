// SPDX-License-Identifier: GPL-2.0
/*
 * The calls as one JSON document (schema flowbench.export/1), a flat list a phase: readers of JSON
 * do not go as deep as the kernel. A call comes when it ends; "line" is where it begins.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "lib/escape.h"

#define SCHEMA "flowbench.export/1"

/* How far the document is. */
struct state {
	bool phase; /* a phase's list is open */
	bool row; /* there is a row in it */
};

static void put(FILE *f, const char *key, const char *text)
{
	if (!text)
		return;
	fprintf(f, ", \"%s\": ", key);
	fb_put_json(f, text, strlen(text));
}

static int begin(struct fb_export *ex)
{
	ex->own = calloc(1, sizeof(struct state));
	if (!ex->own)
		return -ENOMEM;
	fputs("{\"schema\": \"" SCHEMA "\", \"mode\": \"traced\", \"unit\": \"ns\"", ex->f);
	put(ex->f, "source", ex->source);
	put(ex->f, "scenario", ex->scenario);
	put(ex->f, "kernel", ex->kernel);
	if (ex->fingerprint) {
		fputs(",\n\"fingerprint\": ", ex->f);
		if (json_dumpf(ex->fingerprint, ex->f, JSON_PRESERVE_ORDER))
			return -EIO;
	}
	fputs(",\n\"phases\": [", ex->f);
	return 0;
}

static void drop(struct fb_export *ex)
{
	free(ex->own);
	ex->own = NULL;
}

static int phase(struct fb_export *ex)
{
	struct state *s = ex->own;

	fputs(s->phase ? "\n]},\n{\"phase\": " : "\n{\"phase\": ", ex->f);
	fb_put_json(ex->f, ex->phase, strlen(ex->phase));
	put(ex->f, "label", *ex->label ? ex->label : NULL);
	fputs(", \"calls\": [", ex->f);
	*s = (struct state){ .phase = true };
	return 0;
}

static void open_row(const struct fb_export *ex, const char *kind, int cpu, int32_t depth,
		     uint64_t line)
{
	struct state *s = ex->own;

	fprintf(ex->f, "%s{\"kind\": \"%s\", \"depth\": %" PRId32 ", \"line\": %" PRIu64,
		s->row ? ",\n" : "\n", kind, depth, line);
	if (cpu >= 0)
		fprintf(ex->f, ", \"cpu\": %d", cpu);
	s->row = true;
}

static void row(const struct fb_export *ex, const struct fb_walk_frame *frame, int cpu,
		const struct fb_fg_event *ev)
{
	FILE *f = ex->f;

	open_row(ex, frame->kind == FB_NODE_CALL ? "call" : "interrupt", cpu, frame->depth,
		 frame->line);
	fprintf(f, ", \"end_line\": %" PRIu64, frame->end_line);
	put(f, "name", frame->name);
	put(f, "module", frame->module);
	if (frame->dur_ns >= 0)
		fprintf(f, ", \"ns\": %" PRId64 ", \"self_ns\": %" PRId64, frame->dur_ns,
			fb_walk_self(frame));
	if (ev && ev->retval.len) {
		fputs(", \"retval\": ", f);
		fb_put_json(f, ev->retval.at, ev->retval.len);
	}
	if (frame->flags & (FB_NODE_HEAD_CUT | FB_NODE_TAIL_CUT))
		put(f, "cut", frame->flags & FB_NODE_HEAD_CUT ? "head" : "tail");
	fputc('}', f);
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	row(to, fb_walk_frame(st), st->cpu, ev);
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_export *ex = to;

	open_row(ex, "mark", st->cpu, frame ? frame->depth + 1 : 0, ev->line);
	fputs(", \"text\": ", ex->f);
	fb_put_json(ex->f, ev->text.at, ev->text.len);
	fputc('}', ex->f);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;

	open_row(ex, "cut", st->cpu, fb_walk_frame(st)->depth + 1, ev->line);
	fprintf(ex->f, ", \"name\": \"" FB_WALK_CUT "\", \"ns\": %" PRId64 "}", ev->dur_ns);
	return 0;
}

static int end(struct fb_export *ex)
{
	fprintf(ex->f,
		"\n]}],\n\"calls\": %" PRIu64 ", \"cut_heads\": %" PRIu64
		", \"without_duration\": %" PRIu64 ", \"lost_events\": %" PRIu64
		", \"shorter_than_what_they_called\": {\"calls\": %" PRIu64 ", \"ns\": %" PRIu64
		"}}\n",
		ex->sums.calls, ex->sums.heads, ex->sums.tails, ex->sums.lost, ex->sums.shorter,
		ex->sums.shorter_ns);
	return 0;
}

static const struct fb_walk_ops ops = {
	.leave = leave,
	.mark = mark,
	.cut = cut,
};

const struct fb_export_format fb_export_json = {
	.name = "json",
	.ops = &ops,
	.begin = begin,
	.phase = phase,
	.end = end,
	.drop = drop,
};
