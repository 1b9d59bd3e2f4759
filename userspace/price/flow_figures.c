// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stddef.h>

#include "price/flow_figures.h"
#include "stat/sample_stat.h"

/* The median over the cycles of the counter at @offset, a flow. */
static double of_a_flow(const struct fb_flow_cycle *cycle, size_t offset, double flows)
{
	double v[FB_FLOW_CYCLES];
	unsigned int i;

	for (i = 0; i < FB_FLOW_CYCLES; i++)
		v[i] = (double)*(const uint64_t *)((const char *)&cycle[i] + offset) / flows;
	return fb_stat_median(v, FB_FLOW_CYCLES);
}

static double step_of(const struct fb_flow_price *fp, const struct fb_flow_cycle *cycle,
		      unsigned int step)
{
	return of_a_flow(cycle,
			 offsetof(struct fb_flow_cycle, step) + step * sizeof(cycle->step[0]),
			 fp->flows);
}

/* The median of what one counter is above another of the same cycle, a flow. */
static double above(const struct fb_flow_price *fp, size_t more, size_t less)
{
	double v[FB_FLOW_CYCLES];
	unsigned int i;

	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		const char *cycle = (const char *)&fp->with[i];

		v[i] = ((double)*(const uint64_t *)(cycle + more) -
			(double)*(const uint64_t *)(cycle + less)) /
		       fp->flows;
	}
	return fb_stat_median(v, FB_FLOW_CYCLES);
}

unsigned int fb_flow_round(unsigned long table)
{
	return table < FB_FLOW_ROUND ? FB_FLOW_ROUND_SMALL : FB_FLOW_ROUND;
}

static void hardware_figures(struct fb_flow_price *fp)
{
	double all = (double)fp->table + fp->flows;
	struct fb_flow_figures *fig = &fp->fig;

	fig->end += above(fp, offsetof(struct fb_flow_cycle, freeing),
			  offsetof(struct fb_flow_cycle, pass));
	fig->give = of_a_flow(fp->with, offsetof(struct fb_flow_cycle, work_adding), fp->flows);
	fig->give_up = of_a_flow(fp->with, offsetof(struct fb_flow_cycle, work_ending), fp->flows);
	if (fp->deleted)
		return;
	/* All flows are asked about. */
	fig->ask = of_a_flow(fp->with, offsetof(struct fb_flow_cycle, work_asking), all) +
		   above(fp, offsetof(struct fb_flow_cycle, asking),
			 offsetof(struct fb_flow_cycle, pass)) *
			   fp->flows / all;
}

/*
 * The packets go there and back in turn, and the last one goes back. The third one has no more payload than the first: none for
 * TCP. With ESP a byte costs some 20 instructions.
 */
void fb_flow_figures(struct fb_flow_price *fp)
{
	struct fb_flow_figures *fig = &fp->fig;
	unsigned int i, later = fp->steps - 1;

	*fig = (struct fb_flow_figures){ .clock = step_of(fp, fp->without, 0) };
	fig->slow = step_of(fp, fp->without, later) - fig->clock;
	fig->fast = step_of(fp, fp->with, later) - step_of(fp, fp->with, 0);
	fig->connection = step_of(fp, fp->without, 1) - step_of(fp, fp->without, 3);
	for (i = 1; i < fp->adds; i++)
		fig->before += step_of(fp, fp->with, i) - step_of(fp, fp->without, i);
	fig->add = step_of(fp, fp->with, fp->adds) - step_of(fp, fp->without, fp->adds);
	fig->refresh = above(fp, offsetof(struct fb_flow_cycle, refresh),
			     offsetof(struct fb_flow_cycle, again));
	fig->pass = of_a_flow(fp->with, offsetof(struct fb_flow_cycle, pass),
			      (double)fp->table + fp->flows);
	fig->end = above(fp, offsetof(struct fb_flow_cycle, ending),
			 offsetof(struct fb_flow_cycle, pass));
	if (fp->hardware)
		hardware_figures(fp);
}

bool fb_flow_proved(const struct fb_flow_price *fp)
{
	unsigned int i;

	for (i = 0; i < FB_FLOW_CYCLES; i++)
		if (fp->ended[i] != fp->flows)
			return false;
	return fp->adds && fp->adds < fp->steps - 1 && !fp->added_before && fp->added == fp->flows;
}

double fb_flow_total(const struct fb_flow_figures *fig)
{
	return fig->before + fig->add + fig->end + fig->give + fig->give_up;
}

double fb_flow_pays_after(double total, double saves)
{
	if (total <= 0)
		return 0;
	return saves > 0 ? ceil(total / saves) : -1;
}
