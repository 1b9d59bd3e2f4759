// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "model/physical_layout.h"
#include "model/ab_compare.h"

static const double waits[FB_AB_WAITS] = { 1, 0.25 };

static size_t samples(const struct fb_ab_compare *v, unsigned int side)
{
	return (size_t)v->boots[side] * FB_AB_LAYOUTS;
}

/* --- a path ------------------------------------------------------------------------------------ */

static int make_path(const struct fb_ab_compare *v, struct fb_ab_path *path, const char *name)
{
	size_t sets = fb_ab_sets(v), i;
	unsigned int side;
	bool whole;

	path->name = strdup(name);
	path->event = calloc(2 * v->nr_machines * FB_LINES_STATES + 1, sizeof(*path->event));
	path->cycles = calloc(sets + 1, sizeof(*path->cycles));
	path->set = calloc(sets + 1, sizeof(*path->set));
	whole = path->name && path->event && path->cycles && path->set;
	for (side = 0; whole && side < 2; side++) {
		path->counted[side] = calloc(v->boots[side] + 1, sizeof(*path->counted[side]));
		whole = path->counted[side];
		for (i = 0; whole && i < sets; i++) {
			path->cycles[i][side] =
				calloc(samples(v, side) + 1, sizeof(*path->cycles[i][side]));
			whole = path->cycles[i][side];
		}
	}
	return whole ? 0 : -ENOMEM;
}

static void free_path(const struct fb_ab_compare *v, struct fb_ab_path *path)
{
	size_t i;

	for (i = 0; path->cycles && i < fb_ab_sets(v); i++) {
		free(path->cycles[i][0]);
		free(path->cycles[i][1]);
	}
	for (i = 0; i < path->nr_fn; i++) {
		free(path->fn[i].name);
		free(path->fn[i].module);
	}
	free(path->fn);
	free(path->cycles);
	free(path->counted[0]);
	free(path->counted[1]);
	free(path->event);
	free(path->set);
	free(path->name);
}

static int make_paths(struct fb_ab_compare *v, const struct fb_profile *p)
{
	int ret = 0;

	v->path = calloc(p->nr + 1, sizeof(*v->path));
	if (!v->path)
		return -ENOMEM;
	while (!ret && v->nr < p->nr) {
		ret = make_path(v, &v->path[v->nr], p->path[v->nr].name);
		v->nr++;
	}
	return ret;
}

/* Of several points of a path the first one. */
static const struct fb_profile_path *find_path(const struct fb_profile *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->nr; i++)
		if (!strcmp(p->path[i].name, name))
			return &p->path[i];
	return NULL;
}

/* --- what is counted --------------------------------------------------------------------------- */

static struct fb_ab_function *function(struct fb_ab_path *path, const struct fb_function *like)
{
	struct fb_ab_function *fn;
	size_t i;

	for (i = 0; i < path->nr_fn; i++)
		if (fb_function_is(like, path->fn[i].name, path->fn[i].module))
			return &path->fn[i];
	if (fb_vector_grow(path->fn, path->nr_fn))
		return NULL;
	fn = &path->fn[path->nr_fn++];
	*fn = (struct fb_ab_function){ .name = strdup(like->name),
				       .module = like->module ? strdup(like->module) : NULL };
	return fn->name && (fn->module || !like->module) ? fn : NULL;
}

static int add_functions(const struct fb_ab_compare *v, struct fb_ab_path *path, unsigned int side,
			 const struct fb_net *net, const struct fb_symbols *syms)
{
	struct fb_ab_function *fn;
	unsigned int touch;
	uint32_t f;

	for (f = 0; f < net->nr; f++) {
		const double *self = &net->self[(size_t)f * FB_TOUCHES];
		bool any = false;

		for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
			any |= self[touch] != 0;
		if (!any)
			continue;
		fn = function(path, &syms->function[f]);
		if (!fn)
			return -ENOMEM;
		for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
			fn->self[side][touch] += self[touch] / v->boots[side];
	}
	return 0;
}

static int count_side(const struct fb_ab_compare *v, struct fb_ab_path *path, unsigned int side,
		      unsigned int number, const struct fb_replay *in,
		      const struct fb_profile_path *of, struct fb_error *error)
{
	struct fb_net net = { .nr = 0 };
	int ret = fb_net_count(*in, of, &net, error);

	if (!ret)
		ret = add_functions(v, path, side, &net, in->syms);
	memcpy(path->counted[side][number], net.net, sizeof(path->counted[side][number]));
	fb_net_free(&net);
	return ret;
}

/* --- what is modelled -------------------------------------------------------------------------- */

static int model_one(const struct fb_ab_compare *v, struct fb_ab_path *path, unsigned int side,
		     size_t sample, size_t machine, unsigned int state, struct fb_replay in,
		     const struct fb_profile_path *of, struct fb_error *error)
{
	size_t at = machine * FB_LINES_STATES + state, set = at * FB_AB_WAITS, i;
	double *mean = path->event[side * v->nr_machines * FB_LINES_STATES + at], *event;
	struct fb_net net = { .nr = 0 };
	int ret;

	in.m = &v->machine[machine];
	in.cold = state == FB_LINES_COLD;
	ret = fb_net_count(in, of, &net, error);
	event = net.net + FB_TOUCH_EVENTS;
	for (i = 0; i < FB_MACHINE_EVENTS; i++)
		mean[i] += event[i] / (double)samples(v, side);
	for (i = 0; i < FB_AB_WAITS; i++)
		path->cycles[set + i][side][sample] =
			fb_machine_cycles(in.m, net.net[FB_TOUCH_INSNS], event, waits[i]);
	fb_net_free(&net);
	return ret;
}

static int model(const struct fb_ab_compare *v, struct fb_ab_path *path, unsigned int side,
		 size_t sample, const struct fb_replay *in, const struct fb_profile_path *of,
		 struct fb_error *error)
{
	unsigned int state;
	size_t i;
	int ret = 0;

	for (i = 0; i < v->nr_machines; i++)
		for (state = 0; !ret && state < FB_LINES_STATES; state++)
			ret = model_one(v, path, side, sample, i, state, *in, of, error);
	return ret;
}

static int add_path(const struct fb_ab_compare *v, struct fb_ab_path *path, unsigned int side,
		    unsigned int number, struct fb_replay *in, const struct fb_layout *layout,
		    const struct fb_profile *p, struct fb_error *error)
{
	const struct fb_profile_path *of = find_path(p, path->name);
	unsigned int i;
	int ret;

	if (!of)
		return fb_error(error, -EINVAL, "%.60s was not measured", path->name);
	in->layout = NULL;
	ret = count_side(v, path, side, number, in, of, error);
	for (i = 0; !ret && i < FB_AB_LAYOUTS; i++) {
		in->layout = &layout[i];
		ret = model(v, path, side, (size_t)number * FB_AB_LAYOUTS + i, in, of, error);
	}
	return ret;
}

int fb_ab_add(struct fb_ab_compare *v, unsigned int side, unsigned int number, struct fb_profile *p,
	      const struct fb_profile_record *rec, struct fb_error *error)
{
	struct fb_layout layout[FB_AB_LAYOUTS] = { { .shift = NULL } };
	struct fb_replay in = { .rec = rec, .syms = &p->syms };
	uint64_t seed;
	size_t i;
	int ret = 0;

	if (!rec->paddr)
		return fb_error(error, -EINVAL, "the record has no accesses");
	seed = fb_layout_seed(rec);
	if (!v->path)
		ret = make_paths(v, p);
	for (i = 0; !ret && i < FB_AB_LAYOUTS; i++)
		ret = fb_layout_make(rec, &p->syms, seed + i, &layout[i]);
	for (i = 0; !ret && i < v->nr; i++)
		ret = add_path(v, &v->path[i], side, number, &in, layout, p, error);
	for (i = 0; i < FB_AB_LAYOUTS; i++)
		fb_layout_free(&layout[i]);
	return ret;
}

/* --- what becomes of it ------------------------------------------------------------------------ */

static int judge_set(const struct fb_ab_compare *v, struct fb_ab_path *path, size_t set)
{
	struct fb_clusters a = { path->cycles[set][0], v->boots[0], FB_AB_LAYOUTS };
	struct fb_clusters b = { path->cycles[set][1], v->boots[1], FB_AB_LAYOUTS };
	int ret = fb_cluster_shift(&a, &b, &path->set[set].delta);

	return ret ? ret : fb_cluster_test(&a, &b, &path->set[set].p);
}

static bool says(const struct fb_ab_set *set, enum fb_order order)
{
	return set->p <= FB_AB_ALPHA && (order == FB_ORDER_MORE ? set->delta > 0 : set->delta < 0);
}

/* How many sets of a state say that it is so. */
static size_t sets_that_say(const struct fb_ab_compare *v, const struct fb_ab_path *path,
			    unsigned int state, enum fb_order order)
{
	size_t i, nr = 0;

	for (i = 0; i < fb_ab_sets(v); i++)
		if (i / FB_AB_WAITS % FB_LINES_STATES == state)
			nr += says(&path->set[i], order);
	return nr;
}

static void judge_states(const struct fb_ab_compare *v, struct fb_ab_path *path)
{
	size_t all = v->nr_machines * FB_AB_WAITS;
	enum fb_order order;
	unsigned int state;

	for (state = 0; state < FB_LINES_STATES; state++)
		for (order = FB_ORDER_MORE; all && order <= FB_ORDER_LESS; order++)
			if (sets_that_say(v, path, state, order) == all)
				path->state[state] = order;
	for (state = 0; state < FB_LINES_STATES; state++) {
		order = path->state[state];
		if (order != FB_ORDER_NONE &&
		    !sets_that_say(v, path, !state,
				   order == FB_ORDER_MORE ? FB_ORDER_LESS : FB_ORDER_MORE))
			path->order = order;
	}
}

static int judge_path(const struct fb_ab_compare *v, struct fb_ab_path *path)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < fb_ab_sets(v); i++)
		ret = judge_set(v, path, i);
	if (!ret)
		judge_states(v, path);
	return ret;
}

int fb_ab_judge(struct fb_ab_compare *v)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < v->nr; i++)
		ret = judge_path(v, &v->path[i]);
	return ret;
}

bool fb_ab_ordered(const struct fb_ab_compare *v)
{
	size_t i;

	for (i = 0; i < v->nr; i++)
		if (v->path[i].order != FB_ORDER_NONE)
			return true;
	return false;
}

void fb_ab_free(struct fb_ab_compare *v)
{
	size_t i;

	for (i = 0; i < v->nr; i++)
		free_path(v, &v->path[i]);
	free(v->path);
	v->path = NULL;
	v->nr = 0;
}
