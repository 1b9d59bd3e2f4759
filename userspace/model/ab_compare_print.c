// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "lib/print.h"
#include "model/ab_compare.h"

/* Functions that are named beside a count. */
#define NAMED 3

/* Less is how a count is divided by a round's packets. */
#define ZERO 0.005

static const char *const states[FB_LINES_STATES] = {
	[FB_LINES_WARM] = "warm", [FB_LINES_COLD] = "cold"
};

static const char *const orders[] = {
	[FB_ORDER_NONE] = "none", [FB_ORDER_MORE] = "more", [FB_ORDER_LESS] = "less"
};

static double mean(const struct fb_ab_compare *v, const struct fb_ab_path *path, unsigned int side,
		   unsigned int touch)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < v->boots[side]; i++)
		sum += path->counted[side][i][touch];
	return sum / v->boots[side];
}

static double moved(const struct fb_ab_function *fn, unsigned int touch)
{
	return fn->self[1][touch] - fn->self[0][touch];
}

/* The functions that a count has moved in most, greatest first. */
static void print_functions(const struct fb_ab_path *path, unsigned int touch, FILE *to)
{
	double last = INFINITY;
	unsigned int named;
	size_t i;

	for (named = 0; named < NAMED; named++) {
		const struct fb_ab_function *best = NULL;

		for (i = 0; i < path->nr_fn; i++)
			if (fabs(moved(&path->fn[i], touch)) < last &&
			    (!best || fabs(moved(&path->fn[i], touch)) > fabs(moved(best, touch))))
				best = &path->fn[i];
		if (!best || fabs(moved(best, touch)) < 10 * ZERO)
			return;
		last = fabs(moved(best, touch));
		fb_print(to, "  %s %+.1f", best->name, moved(best, touch));
	}
}

static void print_counted(const struct fb_ab_compare *v, FILE *to)
{
	unsigned int touch;
	size_t i;

	fb_print(to, "\n%-18s %-9s %10s %10s %10s  %s\n", "path", "counted", "A", "B", "delta",
		 "of it in");
	for (i = 0; i < v->nr; i++)
		for (touch = FB_TOUCH_INSNS + 1; touch < FB_TOUCH_EVENTS; touch++) {
			double a = mean(v, &v->path[i], 0, touch),
			       b = mean(v, &v->path[i], 1, touch);

			fb_print(to, "%-18s %-9s %10.2f %10.2f %+10.2f", v->path[i].name,
				 fb_touch_name(touch), a, b, b - a);
			print_functions(&v->path[i], touch, to);
			fputc('\n', to);
		}
	fputs("counted, a packet, mean of the boots: loads and stores; lines of 64 bytes, of data and of code, each once a\n"
	      "packet; conditional branches; indirect jumps and calls.\n",
	      to);
}

static const double *events(const struct fb_ab_compare *v, const struct fb_ab_path *path,
			    unsigned int side, size_t at)
{
	return path->event[side * v->nr_machines * FB_LINES_STATES + at];
}

static void print_path(const struct fb_ab_compare *v, const struct fb_ab_path *path, FILE *to)
{
	unsigned int state, event;
	size_t k, at;

	for (k = 0; k < v->nr_machines; k++)
		for (state = 0; state < FB_LINES_STATES; state++) {
			const struct fb_ab_set *set;

			at = k * FB_LINES_STATES + state;
			set = &path->set[at * FB_AB_WAITS];
			fb_print(to, "%-18s %-8s %-5s", path->name, v->machine[k].name,
				 states[state]);
			for (event = 0; event < FB_MACHINE_EVENTS; event++)
				fb_print(to, " %+7.1f",
					 events(v, path, 1, at)[event] -
						 events(v, path, 0, at)[event]);
			fb_print(to, "  %+7.0f %6.4f  %+7.0f %6.4f\n", set[0].delta, set[0].p,
				 set[1].delta, set[1].p);
		}
}

static void print_modelled(const struct fb_ab_compare *v, FILE *to)
{
	unsigned int event;
	size_t i;

	fb_print(to, "\n%-18s %-8s %-5s", "path, B less A", "machine", "state");
	for (event = 0; event < FB_MACHINE_EVENTS; event++)
		fb_print(to, " %7s", fb_machine_event_name(event));
	fb_print(to, "  %7s %6s  %7s %6s\n", "cycles", "p", "quarter", "p");
	for (i = 0; i < v->nr; i++)
		print_path(v, &v->path[i], to);
	fb_print(
		to,
		"modelled, a packet, mean of %d layouts of each boot: misses; wrong guesses; cycles if each miss is waited for, and\n"
		"if a quarter of it is. p: that two alike kernels differ as much (boots dealt out anew).\n",
		FB_AB_LAYOUTS);
}

static void print_state(const struct fb_ab_compare *v, const struct fb_ab_path *path,
			unsigned int state, FILE *to)
{
	double low = INFINITY, high = -INFINITY;
	size_t i;

	for (i = 0; i < fb_ab_sets(v); i++) {
		if (i / FB_AB_WAITS % FB_LINES_STATES != state)
			continue;
		low = fmin(low, path->set[i].delta);
		high = fmax(high, path->set[i].delta);
	}
	fb_print(to, "; %s: ", states[state]);
	if (path->state[state] != FB_ORDER_NONE)
		fb_print(to, "B takes %s on each machine, %+.0f to %+.0f",
			 orders[path->state[state]], low, high);
	else if (low < 0 && high > 0)
		fb_print(to, "machines disagree, %+.0f to %+.0f", low, high);
	else
		fb_print(to, "no more than chance and layout, %+.0f to %+.0f", low, high);
}

static void print_orders(const struct fb_ab_compare *v, FILE *to)
{
	static const char *const words[] = { [FB_ORDER_NONE] = "no order",
					     [FB_ORDER_MORE] = "B takes more",
					     [FB_ORDER_LESS] = "B takes less" };
	unsigned int state;
	size_t i;

	for (i = 0; i < v->nr; i++) {
		fb_print(to, "modelled cycles: %s: %s", v->path[i].name, words[v->path[i].order]);
		for (state = 0; state < FB_LINES_STATES; state++)
			print_state(v, &v->path[i], state, to);
		fputc('\n', to);
	}
}

void fb_ab_print(const struct fb_ab_compare *v, FILE *to)
{
	print_counted(v, to);
	if (!v->nr_machines)
		return;
	print_modelled(v, to);
	print_orders(v, to);
}

static json_t *counted_json(const struct fb_ab_compare *v, const struct fb_ab_path *path)
{
	json_t *obj = json_object(), *functions, *one;
	unsigned int touch;
	size_t i;

	for (touch = 0; touch < FB_TOUCH_EVENTS; touch++) {
		functions = json_object();
		for (i = 0; i < path->nr_fn; i++)
			if (fabs(moved(&path->fn[i], touch)) >= ZERO)
				json_object_set_new(functions, path->fn[i].name,
						    json_real(moved(&path->fn[i], touch)));
		one = json_pack("{s:f, s:f, s:o}", "a", mean(v, path, 0, touch), "b",
				mean(v, path, 1, touch), "functions", functions);
		json_object_set_new(obj, fb_touch_name(touch), one);
	}
	return obj;
}

static json_t *events_json(const double *event)
{
	json_t *obj = json_object();
	unsigned int i;

	for (i = 0; i < FB_MACHINE_EVENTS; i++)
		json_object_set_new(obj, fb_machine_event_name(i), json_real(event[i]));
	return obj;
}

static json_t *modelled_json(const struct fb_ab_compare *v, const struct fb_ab_path *path)
{
	json_t *list = json_array();
	unsigned int state;
	size_t k, at;

	for (k = 0; k < v->nr_machines; k++)
		for (state = 0; state < FB_LINES_STATES; state++) {
			const struct fb_ab_set *set;

			at = k * FB_LINES_STATES + state;
			set = &path->set[at * FB_AB_WAITS];
			json_array_append_new(
				list,
				json_pack("{s:s, s:s, s:o, s:o, s:{s:f, s:f}, s:{s:f, s:f}}",
					  "machine", v->machine[k].name, "state", states[state],
					  "a", events_json(events(v, path, 0, at)), "b",
					  events_json(events(v, path, 1, at)), "cycles", "delta",
					  set[0].delta, "p", set[0].p, "quarter", "delta",
					  set[1].delta, "p", set[1].p));
		}
	return list;
}

json_t *fb_ab_json(const struct fb_ab_compare *v)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < v->nr; i++)
		json_array_append_new(
			list,
			json_pack("{s:s, s:o, s:o, s:s, s:s, s:s}", "path", v->path[i].name,
				  "counted", counted_json(v, &v->path[i]), "modelled",
				  modelled_json(v, &v->path[i]), "order", orders[v->path[i].order],
				  "warm", orders[v->path[i].state[FB_LINES_WARM]], "cold",
				  orders[v->path[i].state[FB_LINES_COLD]]));
	return list;
}
