// SPDX-License-Identifier: GPL-2.0
/* Two sides, point by point. Pure: no I/O. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparison.h"
#include "price/prices.h"

/* What a patch may change by being built in. */
static const char *const built[] = { "kernel_sha256", "kernel_build", "modules_sha256",
				     "module_sha256", "idle_sha256" };

static bool is_built(const char *key)
{
	size_t i;

	for (i = 0; i < sizeof(built) / sizeof(built[0]); i++)
		if (!strcmp(key, built[i]))
			return true;
	return false;
}

static const char *value(const struct fb_boot *boot, const char *key)
{
	const char *v = fb_fingerprint_get(&boot->fp, key);

	return v ? v : "(none)";
}

/* The first key, other than the seed's, in which they differ; NULL if there is none. */
static const char *differs(const struct fb_boot *a, const struct fb_boot *b, bool sides)
{
	const struct fb_boot *of[2] = { a, b };
	unsigned int i;
	size_t k;

	for (i = 0; i < 2; i++) {
		for (k = 0; k < of[i]->fp.nr; k++) {
			const char *key = of[i]->fp.pair[k].key;

			if (!strcmp(key, "seed") || (sides && is_built(key)))
				continue;
			if (strcmp(value(a, key), value(b, key)))
				return key;
		}
	}
	return NULL;
}

static const char *mode_text(const struct fb_boot *boot)
{
	if (!strcmp(boot->mode, "insn"))
		return "instructions";
	return strcmp(boot->mode, "turns") ? boot->mode : "turns of instructions";
}

static bool comparable(const struct fb_boot *a, const struct fb_boot *b, bool sides, bool across,
		       struct fb_error *error)
{
	const char *key;

	if (strcmp(fb_prices_of(&a->fp), fb_prices_of(&b->fp)))
		return fb_error(error, false, FB_PRICES_DIFFER, a->file, fb_prices_of(&a->fp),
				b->file, fb_prices_of(&b->fp));
	if (strcmp(a->mode, b->mode))
		return fb_error(error, false, "%s is in %s, %s in %s", a->file, mode_text(a),
				b->file, mode_text(b));
	if (strcmp(a->settings, b->settings))
		return fb_error(error, false, "%s and %s were measured with different settings",
				a->file, b->file);
	key = sides && across ? NULL : differs(a, b, sides);
	return !key || fb_error(error, false, "%s and %s differ in '%s': %.60s and %.60s%s",
				a->file, b->file, key, value(a, key), value(b, key),
				sides ? " (--across compares them)" : "");
}

/* Two boots of one seed are one machine, and one sample of chance. */
static bool each_seed_once(const struct fb_side *s, struct fb_error *error)
{
	unsigned int i, k;

	for (i = 1; i < s->nr; i++) {
		const char *seed = value(&s->boot[i], "seed");

		for (k = 0; k < i; k++)
			if (!strcmp(value(&s->boot[k], "seed"), seed))
				return fb_error(error, false, "%s: seed %s is in it twice", s->name,
						seed);
	}
	return true;
}

bool fb_side_comparable(const struct fb_side *a, const struct fb_side *b, bool across,
			struct fb_error *error)
{
	unsigned int i;

	for (i = 1; i < a->nr; i++)
		if (!comparable(&a->boot[0], &a->boot[i], false, across, error))
			return false;
	for (i = 1; i < b->nr; i++)
		if (!comparable(&b->boot[0], &b->boot[i], false, across, error))
			return false;
	if (!comparable(&a->boot[0], &b->boot[0], true, across, error))
		return false;
	return !a->boot[0].insn || (each_seed_once(a, error) && each_seed_once(b, error));
}

/*
 * struct room - what the samples of all points are put into
 * @sides: a point each: its samples in instructions
 * @times: a point each: what it cost in ns, boot by boot
 * @v: the numbers themselves
 * @used: how many of them
 */
struct room {
	struct fb_sides *sides;
	struct fb_samples *times;
	double *v;
	size_t used;
};

static double *take_values(struct room *room, size_t nr)
{
	double *v = room->v + room->used;

	room->used += nr;
	return v;
}

/* Medians over all boots, and the samples of each. */
static int collect(const struct fb_side *s, struct room *room, struct fb_price *like,
		   struct fb_clusters *samples, const double **times)
{
	double *v = take_values(room, (size_t)s->nr * like->nr), *gross = take_values(room, s->nr);
	double *own = take_values(room, s->nr);
	unsigned int i;

	for (i = 0; i < s->nr; i++) {
		const struct fb_price *p = fb_boot_find(&s->boot[i], like);

		if (!p || p->nr != like->nr)
			return -ENOENT;
		memcpy(v + (size_t)i * like->nr, p->sample, like->nr * sizeof(*v));
		gross[i] = p->gross;
		own[i] = p->own;
	}
	*samples = (struct fb_clusters){ v, s->nr, like->nr };
	*times = gross;
	like->gross = fb_stat_median(v, s->nr * like->nr);
	like->own = fb_stat_median(own, s->nr);
	return 0;
}

static int collect_point(struct fb_comparison *c, struct room *room, unsigned int at)
{
	const struct fb_price *like = &c->side[0]->boot[0].price[at];
	const struct fb_side *a = c->side[0], *b = c->side[1];
	struct fb_sides *sides = &room->sides[c->nr];
	struct fb_samples *times = &room->times[c->nr];
	struct fb_compared *pt = &c->point[c->nr];
	int ret;

	pt->a = *like;
	pt->b = *like;
	pt->at = at;
	ret = collect(a, room, &pt->a, &sides->a, &times->a);
	if (!ret)
		ret = collect(b, room, &pt->b, &sides->b, &times->b);
	if (ret)
		return fb_error(&c->why, ret,
				"not every boot has the path '%s' with as many samples",
				like->path);
	times->na = a->nr;
	times->nb = b->nr;
	pt->delta = pt->b.gross - pt->a.gross;
	pt->spread[0] = fb_cluster_spread(&sides->a);
	pt->spread[1] = fb_cluster_spread(&sides->b);
	sides->coded = c->where &&
		       fb_attribution_of(c->where, NULL, at, &sides->code_a, &sides->code_b);
	c->nr++;
	return c->insn ? 0 : fb_stat_bootstrap(times->a, a->nr, times->b, b->nr, 0.95, &pt->ci);
}

static void judge_all(struct fb_comparison *c)
{
	unsigned int i, none = 0, different = 0, needed = 0, judged = 0, tests = 0;

	for (i = 0; i < c->nr; i++) {
		const struct fb_compared *pt = &c->point[i];

		if (pt->lone)
			continue;
		judged++;
		tests += pt->coded ? 2 : 1;
		none += pt->judged == FB_JUDGED_NONE;
		different += pt->judged == FB_JUDGED_DIFFERENT;
		needed = pt->needed > needed ? pt->needed : needed;
	}
	c->judged = FB_JUDGED_NONE;
	if (!judged)
		fb_error(&c->why, -ENODATA, "no path is on both sides");
	else if (c->insn && none)
		fb_error(&c->why, -ENODATA,
			 "%u seed%s a side, and at least %u are needed for %u path%s",
			 c->nr_samples, c->nr_samples == 1 ? "" : "s", fb_compare_seeds(tests),
			 judged, judged == 1 ? "" : "s");
	else if (!c->insn && c->nr_samples < FB_STAT_LEAST)
		fb_error(&c->why, -ENODATA, "%u boot%s a side, and at least %u are needed",
			 c->nr_samples, c->nr_samples == 1 ? "" : "s",
			 needed > FB_STAT_LEAST ? needed : FB_STAT_LEAST);
	else if (different)
		c->judged = FB_JUDGED_DIFFERENT;
	else if (none)
		fb_error(
			&c->why, -ENODATA,
			"%u boots a side show neither a difference nor that there is none of %g %%: %u are needed",
			c->nr_samples, c->margin * 100, needed);
	else
		c->judged = FB_JUDGED_SAME;
}

/* Each price of @boot that the other side does not have. */
static int add_lone(struct fb_comparison *c, const struct fb_boot *boot,
		    const struct fb_boot *other, char lone, bool across)
{
	unsigned int i;

	for (i = 0; i < boot->nr; i++) {
		if (fb_boot_find(other, &boot->price[i]))
			continue;
		if (!across) {
			return fb_error(&c->why, -ENOENT, "%s: no path '%s' as %s has it",
					other->file, boot->price[i].path, boot->file);
		}
		c->point[c->nr].a = boot->price[i];
		c->point[c->nr].b = boot->price[i];
		c->point[c->nr++].lone = lone;
	}
	return 0;
}

/* Room for all samples of all points of @boot on both sides, and what goes with them. */
static int make_room(struct room *room, const struct fb_comparison *c, const struct fb_boot *boot)
{
	size_t boots = (size_t)c->side[0]->nr + c->side[1]->nr, numbers = 1;
	unsigned int i;

	for (i = 0; i < boot->nr; i++)
		numbers += boots * ((size_t)boot->price[i].nr + 2);
	room->sides = calloc(boot->nr + 1, sizeof(*room->sides));
	room->times = calloc(boot->nr + 1, sizeof(*room->times));
	room->v = calloc(numbers, sizeof(*room->v));
	return room->sides && room->times && room->v ? 0 : -ENOMEM;
}

static int judge_points(struct fb_comparison *c, const struct room *room)
{
	if (c->insn)
		return fb_compare_instructions(room->sides, c->nr, c->point);
	return c->nr_samples > 1 ? fb_compare_times(room->times, c->nr, c->margin, c->point) : 0;
}

int fb_compare(const struct fb_side *a, const struct fb_side *b, bool across, double margin,
	       const struct fb_attribution *where, struct fb_comparison *c)
{
	const struct fb_boot *first = &a->boot[0];
	struct room room = { NULL };
	unsigned int i;
	int ret;

	*c = (struct fb_comparison){ .side = { a, b },
				     .where = where,
				     .mode = first->mode,
				     .insn = first->insn,
				     .margin = margin };
	c->nr_samples = a->nr < b->nr ? a->nr : b->nr;
	c->point = calloc(first->nr + b->boot[0].nr, sizeof(*c->point));
	ret = make_room(&room, c, first);
	if (!c->point)
		ret = -ENOMEM;
	for (i = 0; !ret && i < first->nr; i++)
		if (fb_boot_find(&b->boot[0], &first->price[i]))
			ret = collect_point(c, &room, i);
	if (!ret)
		ret = judge_points(c, &room);
	if (!ret)
		ret = add_lone(c, first, &b->boot[0], 'a', across);
	if (!ret)
		ret = add_lone(c, &b->boot[0], first, 'b', across);
	if (!ret)
		judge_all(c);
	free(room.v);
	free(room.times);
	free(room.sides);
	return ret;
}

void fb_compare_free(struct fb_comparison *c)
{
	free(c->point);
	c->point = NULL;
	c->nr = 0;
}
