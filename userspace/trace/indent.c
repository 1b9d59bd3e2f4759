// SPDX-License-Identifier: GPL-2.0
#include "trace/indent.h"

#define KERNELS_STEP 2
#define KERNELS_BASE 2

void fb_indent_begin(struct fb_indent *in)
{
	*in = (struct fb_indent){ .last = { .kind = FB_FG_LOST }, .least = -1 };
}

/* Behind "a() {" stands what it calls, one level deeper, unless lines are missing or another task runs. */
static void add_step(struct fb_indent *in, const struct fb_fg_event *ev)
{
	int64_t step = (int64_t)ev->blanks - in->last.blanks;

	if (in->last.kind != FB_FG_ENTRY || in->last.cpu != ev->cpu || in->last.blanks < 0)
		return;
	if (step >= 0 && ev->kind != FB_FG_EXIT)
		in->steps[step < FB_INDENT_STEPS ? step : FB_INDENT_STEPS - 1]++;
}

void fb_indent_add(struct fb_indent *in, const struct fb_fg_event *ev)
{
	bool call = ev->kind == FB_FG_ENTRY || ev->kind == FB_FG_LEAF || ev->kind == FB_FG_EXIT;

	if (call && ev->blanks >= 0) {
		add_step(in, ev);
		if (in->least < 0 || ev->blanks < in->least)
			in->least = ev->blanks;
		if (ev->blanks > in->most)
			in->most = ev->blanks;
		in->odd += ev->blanks & 1;
		in->even += !(ev->blanks & 1);
	}
	/* A remark stands anywhere. */
	if (ev->kind != FB_FG_COMMENT)
		in->last = *ev;
}

/* The step of most opening lines, 0 for a text without indentation. */
static int32_t step_of(const struct fb_indent *in)
{
	uint32_t kernels = in->steps[KERNELS_STEP], all = 0;
	int32_t best = KERNELS_STEP, i;

	for (i = 0; i < FB_INDENT_STEPS; i++) {
		all += in->steps[i];
		if (i && i < FB_INDENT_STEPS - 1 && in->steps[i] > in->steps[best])
			best = i;
	}
	/* Another step is one that most lines have. */
	if (in->steps[best] * 2 <= all)
		best = KERNELS_STEP;
	/* One such place may be one where lines are missing. */
	if (all - in->steps[best] > in->steps[best] + 1)
		return 0;
	/* Where lines are missing a step is a multiple of the kernel's. */
	if (in->steps[best] > kernels + 1 || (!kernels && best & 1))
		return best;
	return KERNELS_STEP;
}

struct fb_levels fb_indent_end(const struct fb_indent *in)
{
	struct fb_levels lv = { .base = KERNELS_BASE, .step = step_of(in) };

	lv.flat = !lv.step || (in->least >= 0 && in->most < KERNELS_BASE);
	if (lv.flat)
		lv.step = KERNELS_STEP;
	else if (in->least >= 0 && lv.step != KERNELS_STEP)
		lv.base = in->least;
	else if (in->odd > in->even)
		lv.base = 1;
	lv.plain = lv.step == KERNELS_STEP && lv.base == KERNELS_BASE;
	if (in->least > lv.base && !lv.flat)
		lv.least = (in->least - lv.base) / lv.step;
	return lv;
}
