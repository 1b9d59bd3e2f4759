// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event format that Perfetto and chrome://tracing open: a track a CPU, one of the phases,
 * and arrows where a packet goes.
 *
 * function_graph says how long a call took, not when it began. So time is laid out: what a call
 * called begins with it and follows without a gap, and its own time stands at its end; an outermost
 * call begins behind the one before it on its CPU, and not before one that stands above it in the
 * text on another CPU. What is shorter than what stands in it is drawn as long as that; its end
 * says so.
 *
 * On a CPU's track is what runs there: what a task had open when another one came ends there, and
 * goes on ("again") when the task does.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/chrome_packet.h"
#include "export/chrome_phase.h"
#include "lib/escape.h"

/* The track of a CPU, which is named when something is first put on it. */
static unsigned int track_of(struct fb_chrome *c, int cpu)
{
	struct fb_chrome_cpu *t = &c->cpu[cpu + 1];
	unsigned int tid = (unsigned int)(cpu + 2);
	char name[32];

	if (!t->named) {
		t->named = true;
		snprintf(name, sizeof(name), cpu < 0 ? "CPU not told" : "CPU %d", cpu);
		fb_chrome_label(c, "thread_name", FB_CHROME_CPUS, tid, name);
	}
	return tid;
}

static int begin(struct fb_export *ex)
{
	struct fb_chrome *c = calloc(1, sizeof(*c));
	char name[200];

	ex->own = c;
	if (!c)
		return -ENOMEM;
	c->f = ex->f;
	fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [", ex->f);
	snprintf(name, sizeof(name), "kernel %.100s", ex->kernel ? ex->kernel : "(not told)");
	fb_chrome_label(c, "process_name", FB_CHROME_CPUS, 0, name);
	return 0;
}

static void drop(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;

	if (c) {
		free(c->slice);
		free(c->packet);
	}
	free(c);
	ex->own = NULL;
}

/* Time on a CPU, for what a task does there. Where its first gap was, it remembers. */
static int64_t *clock_of(struct fb_chrome *c, struct fb_walk_stack *st)
{
	struct fb_chrome_cpu *t = &c->cpu[st->cpu + 1];

	if (!st->note)
		st->note = (uint64_t)t->now + 1;
	t->running = st;
	return &t->now;
}

/* Something outermost begins: not before what stands above it in the text. */
static void step(const struct fb_chrome *c, int64_t *now)
{
	*now = (*now > c->latest ? *now : c->latest) + FB_CHROME_LEAD_NS;
}

static const char *name_of(const struct fb_walk_frame *frame)
{
	if (frame->kind == FB_NODE_IRQ)
		return "interrupt";
	return frame->name ? frame->name : "?";
}

static void open_slice(struct fb_chrome *c, const struct fb_walk_stack *st,
		       const struct fb_walk_frame *frame, int64_t at, bool again)
{
	fb_chrome_head(c, "B", FB_CHROME_CPUS, track_of(c, st->cpu), at);
	fb_chrome_name(c, "name", name_of(frame));
	fb_chrome_name(c, "cat", frame->kind == FB_NODE_IRQ ? "irq" : "call");
	fprintf(c->f, ", \"args\": {\"line\": %" PRIu64, frame->line);
	if (frame->module)
		fb_chrome_name(c, "module", frame->module);
	if (again)
		fputs(", \"again\": true", c->f);
	fputs("}}", c->f);
}

static void close_slice(struct fb_chrome *c, const struct fb_walk_stack *st, int64_t at,
			const struct fb_walk_frame *longer)
{
	fb_chrome_head(c, "E", FB_CHROME_CPUS, track_of(c, st->cpu), at);
	if (longer)
		fprintf(c->f, ", \"args\": {\"traced_ns\": %" PRId64 "}", longer->dur_ns);
	fputc('}', c->f);
}

static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	struct fb_walk_frame *frame = &st->open[st->depth - 1];
	int64_t *now = clock_of(c, st);

	(void)ev;
	if (st->depth == st->base + 1)
		step(c, now);
	if (*now > c->latest)
		c->latest = *now;
	frame->note = (uint64_t)*now;
	if (!(frame->flags & FB_WALK_LEAF))
		open_slice(c, st, frame, *now, false);
	return st->depth == st->base + 1 ? fb_chrome_phase_enter(ex, st) : 0;
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	struct fb_chrome_cpu *t = &c->cpu[st->cpu + 1];
	int64_t *now = &t->now, from = (int64_t)frame->note;
	bool longer;

	(void)ev;
	/* What a task that does not run had open has ended on the track before, and is cut off. */
	if (t->running != st) {
		fb_chrome_phase_leave(ex, st, *now);
		return 0;
	}
	longer = frame->dur_ns >= 0 && *now > from + frame->dur_ns;
	if (frame->dur_ns >= 0 && !longer)
		*now = from + frame->dur_ns;
	if (frame->flags & FB_WALK_LEAF) {
		fb_chrome_head(c, "X", FB_CHROME_CPUS, track_of(c, st->cpu), from);
		fb_chrome_dur(c, *now - from);
		fb_chrome_name(c, "name", name_of(frame));
		fprintf(c->f, ", \"cat\": \"call\", \"args\": {\"line\": %" PRIu64, frame->line);
		if (frame->module)
			fb_chrome_name(c, "module", frame->module);
		fputs("}}", c->f);
	} else {
		close_slice(c, st, *now, longer ? frame : NULL);
	}
	fb_chrome_phase_leave(ex, st, *now);
	return 0;
}

/*
 * All that was outermost since the gap was in it: it begins a little before the first of that. How
 * long it really took is in its arguments.
 */
static int headless(void *to, struct fb_walk_stack *st, const struct fb_walk_frame *frame,
		    const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	int64_t *now = clock_of(c, st), from;

	(void)ev;
	from = (int64_t)st->note - 1 + FB_CHROME_LEAD_NS;
	from -= st->heads < FB_CHROME_LEAD_NS ? st->heads : FB_CHROME_LEAD_NS - 1;
	*now = (*now > from ? *now : from) + 1;
	fb_chrome_head(c, "X", FB_CHROME_CPUS, track_of(c, st->cpu), from);
	fb_chrome_dur(c, *now - from);
	fb_chrome_name(c, "name", name_of(frame));
	fprintf(c->f, ", \"cat\": \"call\", \"args\": {\"line\": %" PRIu64 ", \"cut\": \"head\"",
		frame->line);
	if (frame->module)
		fb_chrome_name(c, "module", frame->module);
	if (frame->dur_ns >= 0)
		fprintf(c->f, ", \"traced_ns\": %" PRId64, frame->dur_ns);
	fputs("}}", c->f);
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	int64_t *now = clock_of(c, st);
	unsigned int tid = track_of(c, st->cpu);
	int ret;

	if (!st->inside)
		step(c, now);
	if (*now > c->latest)
		c->latest = *now;
	if (fb_chrome_is_packet(&ev->text)) {
		/* An arrow wants something that it begins and ends at. */
		fb_chrome_head(c, "X", FB_CHROME_CPUS, tid, *now);
		fputs(", \"dur\": 0.001, \"name\": \"packet\", \"cat\": \"packet\", "
		      "\"args\": {\"packet\": ",
		      c->f);
		fb_put_json(c->f, ev->text.at, ev->text.len);
		fputs("}}", c->f);
		ret = fb_chrome_packet(c, tid, *now, &ev->text);
		if (!ret)
			ret = fb_chrome_phase_packet(ex, st, tid, *now, &ev->text);
		++*now;
		return ret;
	}
	fb_chrome_head(c, "i", FB_CHROME_CPUS, tid, *now);
	fputs(", \"s\": \"t\", \"cat\": \"mark\", \"name\": ", c->f);
	fb_put_json(c->f, ev->text.at, ev->text.len);
	fputc('}', c->f);
	return 0;
}

/* What one task had open ends, and what the other one had goes on. */
static int change(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		  const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t now = *clock_of(c, st);
	uint32_t i;

	(void)ev;
	for (i = from->depth; from->inside && i > from->base; i--)
		close_slice(c, from, now, NULL);
	for (i = st->base; st->inside && i < st->depth; i++)
		open_slice(c, st, &st->open[i], now, true);
	return 0;
}

/* Nobody knows how long the gap was. */
static int lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t *now = clock_of(c, st);

	step(c, now);
	fb_chrome_head(c, "i", FB_CHROME_CPUS, track_of(c, st->cpu), *now);
	fprintf(c->f, ", \"s\": \"t\", \"cat\": \"lost\", \"name\": \"%" PRIu64 " events lost\"}",
		ev->lost);
	for (; st; st = st->other)
		st->note = (uint64_t)*now + 1;
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t *now = clock_of(c, st);

	fb_chrome_head(c, "X", FB_CHROME_CPUS, track_of(c, st->cpu), *now);
	fb_chrome_dur(c, ev->dur_ns);
	fputs(", \"cat\": \"cut\", \"name\": \"" FB_WALK_CUT "\"}", c->f);
	*now += ev->dur_ns;
	return 0;
}

static int end(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;

	fb_chrome_phases_end(ex);
	fputs("\n],\n\"otherData\": {\"schema\": \"flowbench.chrome/1\", \"mode\": \"traced\"",
	      c->f);
	fb_chrome_name(c, "time",
		       "laid out from the durations of function_graph, which contain the tracer's "
		       "own cost: structure, no price");
	fb_chrome_name(c, "source", ex->source);
	if (ex->scenario)
		fb_chrome_name(c, "scenario", ex->scenario);
	if (ex->kernel)
		fb_chrome_name(c, "kernel", ex->kernel);
	fprintf(c->f,
		", \"calls\": %" PRIu64 ", \"arrows\": %" PRIu64 ", \"arrows_left_out\": %" PRIu64
		", \"lost_events\": %" PRIu64 ", \"drawn_longer\": {\"calls\": %" PRIu64
		", \"ns\": %" PRIu64 "}",
		ex->sums.calls, c->arrows, c->left_out, ex->sums.lost, ex->sums.shorter,
		ex->sums.shorter_ns);
	if (ex->fingerprint) {
		fputs(",\n\"fingerprint\": ", c->f);
		if (json_dumpf(ex->fingerprint, c->f, JSON_PRESERVE_ORDER))
			return -EIO;
	}
	fputs("}}\n", c->f);
	return 0;
}

static const struct fb_walk_ops ops = {
	.enter = enter,
	.leave = leave,
	.headless = headless,
	.mark = mark,
	.change = change,
	.lost = lost,
	.cut = cut,
};

const struct fb_export_format fb_export_chrome = {
	.name = "chrome",
	.whole = true,
	.ops = &ops,
	.begin = begin,
	.phase = fb_chrome_phase_next,
	.end = end,
	.drop = drop,
};
