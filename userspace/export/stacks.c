// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks added up: folded, "a;b;c NS" a line, or drawn. A call's own time is what is left of it
 * without what it called; all of that is what the outermost calls took, to the nanosecond. A call may
 * be shorter than what stands in it: the kernel rounds, and an interrupt that comes when the end of
 * the call has been timed, but not yet written down, stands in it. That time is the caller's: what
 * is too much is paid by the calls around it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"

static int begin_stacks(struct fb_export *ex)
{
	ex->own = fb_flame_new(ex->names);
	return ex->own ? 0 : -ENOMEM;
}

static void drop_stacks(struct fb_export *ex)
{
	fb_flame_free(ex->own);
	ex->own = NULL;
}

/* What is outermost stands below its phase where there are several. */
static uint32_t outermost(const struct fb_export *ex)
{
	return ex->several ? fb_flame_call(ex->own, 0, ex->phase, strlen(ex->phase)) : 0;
}

static uint32_t call_below(const struct fb_export *ex, uint32_t parent,
			   const struct fb_walk_frame *frame)
{
	if (frame->kind == FB_NODE_IRQ)
		return fb_flame_call(ex->own, parent, "==irq==", 7);
	if (!frame->name)
		return fb_flame_call(ex->own, parent, "?", 1);
	return fb_flame_known(ex->own, parent, frame->name);
}

/* A loose call stands apart until it is known where it belongs. */
static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_export *ex = to;
	struct fb_walk_frame *frame = fb_walk_frame(st), *around = fb_walk_around(st);
	uint32_t parent;

	(void)ev;
	if (st->entry && !st->entry->note && !(st->entry->note = fb_flame_apart(ex->own)))
		return -ENOMEM;
	if (st->entry)
		parent = (uint32_t)st->entry->note;
	else
		parent = around ? (uint32_t)around->note : outermost(ex);
	frame->note = call_below(ex, parent, frame);
	return frame->note ? 0 : -ENOMEM;
}

static int settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		  struct fb_walk_frame *into)
{
	const struct fb_export *ex = to;
	uint32_t apart = (uint32_t)entry->note;

	(void)st;
	if (!apart)
		return 0;
	/* Nothing around it is left to pay. */
	if (!into && entry->inner.laid_ns > entry->inner.ns)
		fb_flame_take(ex->own, apart, (uint64_t)(entry->inner.laid_ns - entry->inner.ns));
	return fb_flame_join(ex->own, apart, into ? (uint32_t)into->note : outermost(ex));
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_export *ex = to;
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	int64_t over = frame->dur_ns < 0 ? 0 : frame->inner.laid_ns - frame->dur_ns;

	(void)ev;
	if (over < 0)
		fb_flame_add(ex->own, (uint32_t)frame->note, (uint64_t)-over);
	/* Nothing around it is left to pay: what is below does. */
	else if (over > 0 && !frame->entry && !fb_walk_around(st))
		fb_flame_take(ex->own, (uint32_t)frame->note, (uint64_t)over);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_export *ex = to;
	uint32_t at = fb_flame_call(ex->own, (uint32_t)st->open[st->depth - 1].note, FB_WALK_CUT,
				    strlen(FB_WALK_CUT));

	if (at)
		fb_flame_add(ex->own, at, (uint64_t)ev->dur_ns);
	return at ? 0 : -ENOMEM;
}

static int end_folded(struct fb_export *ex)
{
	int ret = fb_flame_tidy(ex->own);

	if (!ret)
		fb_flame_folded(ex->own, ex->out);
	return ret;
}

static int end_svg(struct fb_export *ex)
{
	char title[400], uncertain[80] = "";
	const struct fb_flame_look look = { .title = title, .unit = "traced us", .per_unit = 1000 };
	int ret = fb_flame_tidy(ex->own);

	if (ret)
		return ret;
	if (ex->sums.odd.uncertain)
		snprintf(uncertain, sizeof(uncertain), " (uncertain own times: %" PRIu64 ")",
			 ex->sums.odd.uncertain);
	snprintf(title, sizeof(title), "%.100s%s%.64s%s%.96s%s",
		 ex->scenario ? ex->scenario : ex->source, ex->several || !ex->phase ? "" : " ",
		 ex->several || !ex->phase ? "" : ex->phase, ex->kernel ? " on " : "",
		 ex->kernel ? ex->kernel : "", uncertain);
	return fb_flame_svg(ex->own, &look, ex->out);
}

static int folded_stacks(struct fb_export *ex, const struct fb_flame *fl,
			 const struct fb_flame_look *look)
{
	(void)look;
	fb_flame_folded(fl, ex->out);
	return 0;
}

static int svg_stacks(struct fb_export *ex, const struct fb_flame *fl,
		      const struct fb_flame_look *look)
{
	return fb_flame_svg(fl, look, ex->out);
}

static const struct fb_walk_ops ops = {
	.enter = enter,
	.leave = leave,
	.settle = settle,
	.cut = cut,
};

const struct fb_export_format fb_export_folded = {
	.name = "folded",
	.timed = true,
	.ops = &ops,
	.begin = begin_stacks,
	.end = end_folded,
	.drop = drop_stacks,
	.stacks = folded_stacks,
};

const struct fb_export_format fb_export_svg = {
	.name = "svg",
	.timed = true,
	.ops = &ops,
	.begin = begin_stacks,
	.end = end_svg,
	.drop = drop_stacks,
	.stacks = svg_stacks,
};
