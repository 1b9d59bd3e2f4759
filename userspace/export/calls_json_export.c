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
#include "why/summary_json.h"

#define SCHEMA "flowbench.export/1"

/* How far the document is. */
struct state {
	bool phase; /* a phase's list is open */
	bool row; /* there is a row in it */
};

static void put_member(struct fb_out *out, const char *key, const char *text)
{
	if (!text)
		return;
	fb_out_text(out, ", \"");
	fb_out_text(out, key);
	fb_out_text(out, "\": ");
	fb_put_json(out, text, strlen(text));
}

static int begin_calls(struct fb_export *ex)
{
	ex->own = calloc(1, sizeof(struct state));
	if (!ex->own)
		return -ENOMEM;
	fb_out_text(ex->out, "{\"schema\": \"" SCHEMA "\", \"mode\": \"traced\", \"unit\": \"ns\"");
	put_member(ex->out, "source", ex->source);
	put_member(ex->out, "scenario", ex->scenario);
	put_member(ex->out, "kernel", ex->kernel);
	if (fb_export_fingerprint(ex))
		return -EIO;
	fb_out_text(ex->out, ",\n\"phases\": [");
	return 0;
}

static void drop_calls(struct fb_export *ex)
{
	free(ex->own);
	ex->own = NULL;
}

static int phase(struct fb_export *ex)
{
	struct state *s = ex->own;

	fb_out_text(ex->out, s->phase ? "\n]},\n{\"phase\": " : "\n{\"phase\": ");
	fb_put_json(ex->out, ex->phase, strlen(ex->phase));
	put_member(ex->out, "label", *ex->label ? ex->label : NULL);
	fb_out_text(ex->out, ", \"calls\": [");
	*s = (struct state){ .phase = true };
	return 0;
}

static void open_row(const struct fb_export *ex, const char *kind, int cpu, int32_t depth,
		     uint64_t line)
{
	struct state *s = ex->own;

	fb_out_text(ex->out, s->row ? ",\n{\"kind\": \"" : "\n{\"kind\": \"");
	fb_out_text(ex->out, kind);
	fb_out_named(ex->out, "\", \"depth\": ", depth);
	fb_out_named(ex->out, ", \"line\": ", (int64_t)line);
	if (cpu >= 0)
		fb_out_named(ex->out, ", \"cpu\": ", cpu);
	s->row = true;
}

static void row(const struct fb_export *ex, const struct fb_walk_frame *frame, int cpu,
		const struct fb_fg_event *ev)
{
	struct fb_out *out = ex->out;

	open_row(ex, frame->kind == FB_NODE_CALL ? "call" : "interrupt", cpu, frame->depth,
		 frame->line);
	fb_out_named(out, ", \"end_line\": ", (int64_t)frame->end_line);
	put_member(out, "name", frame->name);
	put_member(out, "module", frame->module);
	if (frame->dur_ns >= 0) {
		fb_out_named(out, ", \"ns\": ", frame->dur_ns);
		fb_out_named(out, ", \"self_ns\": ", fb_walk_self(frame));
	}
	if (ev && ev->retval.len) {
		fb_out_text(out, ", \"retval\": ");
		fb_put_json(out, ev->retval.at, ev->retval.len);
	}
	if (frame->flags & (FB_NODE_HEAD_CUT | FB_NODE_TAIL_CUT))
		put_member(out, "cut", frame->flags & FB_NODE_HEAD_CUT ? "head" : "tail");
	if (frame->flags & FB_NODE_UNCERTAIN)
		put_member(out, "uncertain", "self_ns");
	fb_out_char(out, '}');
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
	fb_out_text(ex->out, ", \"text\": ");
	fb_put_json(ex->out, ev->text.at, ev->text.len);
	fb_out_char(ex->out, '}');
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;

	open_row(ex, "cut", st->cpu, fb_walk_frame(st)->depth + 1, ev->line);
	fb_out_printf(ex->out, ", \"name\": \"" FB_WALK_CUT "\", \"ns\": %" PRId64 "}", ev->dur_ns);
	return 0;
}

static int end_calls(struct fb_export *ex)
{
	fb_out_printf(ex->out,
		      "\n]}],\n\"calls\": %" PRIu64 ", \"cut_heads\": %" PRIu64
		      ", \"without_duration\": %" PRIu64 ", \"lost_events\": %" PRIu64
		      ", \"shorter_than_what_they_called\": {\"calls\": %" PRIu64
		      ", \"ns\": %" PRIu64 "}, \"contradictions\": {\"places\": %" PRIu64
		      ", \"first_line\": %" PRIu64 ", \"uncertain_calls\": %" PRIu64 "}}\n",
		      ex->sums.calls, ex->sums.heads, ex->sums.tails, ex->sums.lost,
		      ex->sums.shorter, ex->sums.shorter_ns, ex->sums.odd.doubts,
		      ex->sums.odd.doubt_line, ex->sums.odd.uncertain);
	return 0;
}

/* Reasons have a schema of their own (flowbench.why/1), and are written in it. */
static int reasons(struct fb_export *ex, const json_t *doc)
{
	fb_out_flush(ex->out);
	return fb_why_document_write(doc, ex->out->f);
}

static const struct fb_walk_ops ops = {
	.leave = leave,
	.mark = mark,
	.cut = cut,
};

const struct fb_export_format fb_export_json = {
	.name = "json",
	.ops = &ops,
	.begin = begin_calls,
	.phase = phase,
	.end = end_calls,
	.drop = drop_calls,
	.reasons = reasons,
};
