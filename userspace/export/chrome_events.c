// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event format that Perfetto and chrome://tracing open: a track a CPU, one of the phases,
 * and arrows where a packet goes.
 *
 * Where the text says when its lines were written (funcgraph-abstime, trace-cmd), a call begins then. As a
 * rule function_graph says how long a call took, not when it began. So time is laid out: what a call
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

static int begin_events(struct fb_export *ex)
{
	struct fb_chrome *c = calloc(1, sizeof(*c));
	char name[200];

	ex->own = c;
	if (!c)
		return -ENOMEM;
	c->out = ex->out;
	fb_out_text(ex->out, "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [");
	snprintf(name, sizeof(name), "kernel %.100s", ex->kernel ? ex->kernel : "(not told)");
	fb_chrome_label(c, "process_name", FB_CHROME_CPUS, 0, name);
	return 0;
}

static void drop_events(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;

	if (c) {
		fb_chrome_phases_free(c);
		free(c->packet);
	}
	free(c);
	ex->own = NULL;
}

/* Time on a CPU, for what a task does there. */
static int64_t *clock_of(struct fb_chrome *c, const struct fb_walk_stack *st)
{
	struct fb_chrome_cpu *t = &c->cpu[st->cpu + 1];

	t->running = st;
	if (c->nr_cpus < (unsigned int)(st->cpu + 2))
		c->nr_cpus = (unsigned int)(st->cpu + 2);
	return &t->now;
}

/* The line's own time, if it has one; but nothing on a track begins before what stands there already. */
static void stamp(struct fb_chrome *c, const struct fb_fg_event *ev, int64_t *now)
{
	if (ev->at_ns < 0)
		return;
	if (!c->stamped)
		c->origin = ev->at_ns - FB_CHROME_LEAD_NS;
	c->stamped = true;
	if (ev->at_ns - c->origin > *now)
		*now = ev->at_ns - c->origin;
}

/* Something outermost begins: not before what stands above it in the text. */
static void step(const struct fb_chrome *c, const struct fb_fg_event *ev, int64_t *now)
{
	if (c->stamped && ev->at_ns >= 0)
		return;
	*now = (*now > c->latest ? *now : c->latest) + FB_CHROME_LEAD_NS;
}

static const char *name_of(const struct fb_walk_frame *frame)
{
	if (frame->kind == FB_NODE_IRQ)
		return "interrupt";
	return frame->name ? frame->name : "?";
}

/* One of an event's arguments, if the text has it. */
static void put_text(struct fb_chrome *c, const char *key, const struct fb_str *text)
{
	if (!text->len)
		return;
	fb_out_text(c->out, ", \"");
	fb_out_text(c->out, key);
	fb_out_text(c->out, "\": ");
	fb_put_json(c->out, text->at, text->len);
}

/* What the opening line says of the call. */
static void put_call(struct fb_chrome *c, const struct fb_fg_event *ev)
{
	put_text(c, "arguments", &ev->args);
	put_text(c, "caller", &ev->caller);
}

/* @ev opens the call; NULL where it goes on. */
static void open_slice(struct fb_chrome *c, const struct fb_walk_stack *st,
		       const struct fb_walk_frame *frame, int64_t at, const struct fb_fg_event *ev)
{
	fb_chrome_head(c, "B", FB_CHROME_CPUS, track_of(c, st->cpu), at);
	fb_chrome_name(c, "name", name_of(frame));
	fb_chrome_name(c, "cat", frame->kind == FB_NODE_IRQ ? "irq" : "call");
	fb_out_named(c->out, ", \"args\": {\"line\": ", (int64_t)frame->line);
	if (frame->module)
		fb_chrome_name(c, "module", frame->module);
	if (ev)
		put_call(c, ev);
	else
		fb_out_text(c->out, ", \"again\": true");
	fb_out_text(c->out, "}}");
}

/* @ev closes the call, NULL if nothing does; @longer: it is drawn longer than it was. */
static void close_slice(struct fb_chrome *c, const struct fb_walk_stack *st, int64_t at,
			const struct fb_walk_frame *frame, bool longer,
			const struct fb_fg_event *ev)
{
	bool uncertain = frame->flags & FB_NODE_UNCERTAIN;

	fb_chrome_head(c, "E", FB_CHROME_CPUS, track_of(c, st->cpu), at);
	if (longer || uncertain || (ev && ev->retval.len)) {
		fb_out_named(c->out, ", \"args\": {\"end_line\": ",
			     (int64_t)(ev ? ev->line : frame->end_line));
		if (longer)
			fb_out_named(c->out, ", \"traced_ns\": ", frame->dur_ns);
		if (uncertain)
			fb_out_text(c->out, ", \"uncertain\": \"own time\"");
		if (ev)
			put_text(c, "returned", &ev->retval);
		fb_out_char(c->out, '}');
	}
	fb_out_char(c->out, '}');
}

/* It is written when it ends, as one event: a leaf, or what begins before what has been told. */
static bool is_whole(const struct fb_walk_frame *frame)
{
	return frame->flags & (FB_WALK_LEAF | FB_WALK_ADOPTS | FB_NODE_HEAD_CUT);
}

static void write_whole(struct fb_chrome *c, const struct fb_walk_stack *st,
			const struct fb_walk_frame *frame, int64_t to, bool longer,
			const struct fb_fg_event *ev)
{
	int64_t from = (int64_t)frame->note;

	fb_chrome_head(c, "X", FB_CHROME_CPUS, track_of(c, st->cpu), from);
	fb_chrome_dur(c, to - from);
	fb_chrome_name(c, "name", name_of(frame));
	fb_chrome_name(c, "cat", frame->kind == FB_NODE_IRQ ? "irq" : "call");
	fb_out_named(c->out, ", \"args\": {\"line\": ", (int64_t)frame->line);
	if (frame->flags & FB_NODE_HEAD_CUT)
		fb_out_text(c->out, ", \"cut\": \"head\"");
	if (frame->module)
		fb_chrome_name(c, "module", frame->module);
	if (longer && frame->dur_ns >= 0 && !(frame->flags & FB_WALK_LEAF))
		fb_out_named(c->out, ", \"traced_ns\": ", frame->dur_ns);
	if (frame->flags & FB_NODE_UNCERTAIN)
		fb_out_text(c->out, ", \"uncertain\": \"own time\"");
	if (ev) {
		put_call(c, ev);
		put_text(c, "returned", &ev->retval);
	}
	fb_out_text(c->out, "}}");
}

/*
 * The first of loose calls may have as many calls around it as levels are missing: a ns for each, in which they
 * begin. Outermost calls have room enough.
 */
static void lead(const struct fb_walk_frame *frame, const struct fb_walk_frame *around,
		 int64_t *now)
{
	if (around)
		*now += frame->depth - around->depth - 1;
}

static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	struct fb_walk_frame *frame = fb_walk_frame(st);
	const struct fb_walk_frame *around = fb_walk_around(st);
	int64_t *now = clock_of(c, st), from;
	bool head = frame->flags & FB_NODE_HEAD_CUT;
	uint64_t before = 0;

	if (frame->flags & FB_WALK_ADOPTS)
		before = st->list[frame->loose - frame->hold].note;
	if (!head)
		stamp(c, ev, now);
	/* Headings of phases are not told. */
	if (before && head) {
		from = (int64_t)before - 2;
	} else {
		/* What may be in it has begun there. */
		if (before)
			;
		else if (!around)
			step(c, ev, now);
		else if (st->entry && !st->entry->note)
			lead(frame, around, now);
		from = *now;
	}
	if (*now > c->latest)
		c->latest = *now;
	if (st->entry && !st->entry->note)
		st->entry->note = (uint64_t)from + 1;
	frame->note = (uint64_t)from;
	if (!is_whole(frame))
		open_slice(c, st, frame, from, ev);
	return around ? 0 : fb_chrome_phase_enter(ex, st);
}

/* An interrupt before a call's line is in it: the call begins before that. */
static int settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		  struct fb_walk_frame *into)
{
	struct fb_walk_loose *own;

	(void)to;
	if (!into || !(into->flags & FB_WALK_ADOPTS) || !entry->note || entry->note > into->note)
		return 0;
	into->note = entry->note - 2;
	own = into->entry ? &st->list[into->entry - 1] : NULL;
	if (own && own->note > into->note + 1)
		own->note = into->note + 1;
	return 0;
}

/* How long what is not in the text took, is in the arguments. */
static void leave_headless(struct fb_chrome *c, const struct fb_walk_stack *st,
			   struct fb_walk_frame *frame, const struct fb_fg_event *ev, int64_t *now)
{
	bool adopts = frame->flags & FB_WALK_ADOPTS;
	int64_t from;

	stamp(c, ev, now);
	from = *now - frame->dur_ns;
	if (c->stamped && frame->dur_ns > 0 && from > (int64_t)frame->note && !adopts)
		frame->note = (uint64_t)from;
	else if (adopts)
		*now = (*now > (int64_t)frame->note ? *now : (int64_t)frame->note) + 1;
	else if (frame->dur_ns > 0)
		*now += frame->dur_ns;
	write_whole(c, st, frame, *now, adopts, ev);
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_chrome_cpu *t = &c->cpu[st->cpu + 1];
	int64_t *now = &t->now, from = (int64_t)frame->note;
	bool longer;

	(void)ev;
	if (frame->flags & FB_NODE_HEAD_CUT) {
		leave_headless(c, st, frame, ev, clock_of(c, st));
		return 0;
	}
	/* What a task that does not run had open has ended on the track before, and is cut off. */
	if (t->running != st) {
		fb_chrome_phase_leave(ex, st, *now);
		return 0;
	}
	longer = frame->dur_ns >= 0 && *now > from + frame->dur_ns;
	if (frame->dur_ns >= 0 && !longer)
		*now = from + frame->dur_ns;
	if (is_whole(frame))
		write_whole(c, st, frame, *now, longer, ev);
	else
		close_slice(c, st, *now, frame, longer, ev);
	fb_chrome_phase_leave(ex, st, *now);
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_export *ex = to;
	struct fb_chrome *c = ex->own;
	int64_t *now = clock_of(c, st);
	unsigned int tid = track_of(c, st->cpu);
	int ret;

	/* Events of other tracers may have a time where calls have none. */
	if (c->stamped)
		stamp(c, ev, now);
	if (!fb_walk_frame(st))
		step(c, ev, now);
	if (*now > c->latest)
		c->latest = *now;
	if (st->entry && !st->entry->note)
		st->entry->note = (uint64_t)*now + 1;
	if (fb_chrome_is_packet(&ev->text)) {
		/* An arrow wants something that it begins and ends at. */
		fb_chrome_head(c, "X", FB_CHROME_CPUS, tid, *now);
		fb_out_text(c->out, ", \"dur\": 0.001, \"name\": \"packet\", \"cat\": \"packet\", "
				    "\"args\": {\"packet\": ");
		fb_put_json(c->out, ev->text.at, ev->text.len);
		fb_out_text(c->out, "}}");
		ret = fb_chrome_packet(c, tid, *now, &ev->text);
		if (!ret)
			ret = fb_chrome_phase_packet(ex, st, tid, *now, &ev->text);
		++*now;
		return ret;
	}
	fb_chrome_head(c, "i", FB_CHROME_CPUS, tid, *now);
	fb_out_text(c->out, ", \"s\": \"t\", \"cat\": \"mark\", \"name\": ");
	fb_put_json(c->out, ev->text.at, ev->text.len);
	fb_out_char(c->out, '}');
	return 0;
}

/* What one task had open ends, and what the other one had goes on. */
static int change(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		  const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t now = *clock_of(c, st);
	struct fb_walk_frame *frame;
	uint32_t i;

	(void)ev;
	for (i = from->depth; i-- > 0 && (frame = &from->open[i])->flags & FB_WALK_TOLD;) {
		if (is_whole(frame))
			write_whole(c, from, frame, now, false, NULL);
		else
			close_slice(c, from, now, frame, false, NULL);
		frame->flags &= (uint8_t)~FB_WALK_ADOPTS;
	}
	for (i = 0; i < st->depth; i++)
		if (st->open[i].flags & FB_WALK_TOLD)
			open_slice(c, st, &st->open[i], now, NULL);
	return 0;
}

/* The length of the gap is not known. */
static int lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t *now = clock_of(c, st);

	step(c, ev, now);
	fb_chrome_head(c, "i", FB_CHROME_CPUS, track_of(c, st->cpu), *now);
	fb_out_printf(c->out,
		      ", \"s\": \"t\", \"cat\": \"lost\", \"name\": \"%" PRIu64 " events lost\"}",
		      ev->lost);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_chrome *c = ((struct fb_export *)to)->own;
	int64_t *now = clock_of(c, st);

	fb_chrome_head(c, "X", FB_CHROME_CPUS, track_of(c, st->cpu), *now);
	fb_chrome_dur(c, ev->dur_ns);
	fb_out_text(c->out, ", \"cat\": \"cut\", \"name\": \"" FB_WALK_CUT "\"}");
	*now += ev->dur_ns;
	return 0;
}

static int end_events(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;

	if (fb_chrome_phases_end(ex))
		return -ENOMEM;
	fb_out_text(
		c->out,
		"\n],\n\"otherData\": {\"schema\": \"flowbench.chrome/1\", \"mode\": \"traced\"");
	fb_chrome_name(
		c, "time",
		c->stamped
			? "as the trace says when its lines were written; the tracer's own cost is "
			  "in it: structure, no price"
			: "laid out from the durations of function_graph, which contain the "
			  "tracer's own cost: structure, no price");
	fb_chrome_name(c, "source", ex->source);
	if (ex->scenario)
		fb_chrome_name(c, "scenario", ex->scenario);
	if (ex->kernel)
		fb_chrome_name(c, "kernel", ex->kernel);
	fb_out_printf(c->out,
		      ", \"calls\": %" PRIu64 ", \"arrows\": %" PRIu64
		      ", \"arrows_left_out\": %" PRIu64 ", \"lost_events\": %" PRIu64
		      ", \"drawn_longer\": {\"calls\": %" PRIu64 ", \"ns\": %" PRIu64 "}"
		      ", \"contradictions\": {\"places\": %" PRIu64
		      ", \"uncertain_calls\": %" PRIu64 "}",
		      ex->sums.calls, c->arrows, c->left_out, ex->sums.lost, ex->sums.shorter,
		      ex->sums.shorter_ns, ex->sums.odd.doubts, ex->sums.odd.uncertain);
	if (fb_export_fingerprint(ex))
		return -EIO;
	fb_out_text(c->out, "}}\n");
	return 0;
}

static const struct fb_walk_ops ops = {
	.enter = enter,
	.leave = leave,
	.settle = settle,
	.mark = mark,
	.change = change,
	.lost = lost,
	.cut = cut,
};

const struct fb_export_format fb_export_chrome = {
	.name = "chrome",
	.timed = true,
	.whole = true,
	.ops = &ops,
	.begin = begin_events,
	.phase = fb_chrome_phase_next,
	.end = end_events,
	.drop = drop_events,
};
