// SPDX-License-Identifier: GPL-2.0
/* Two sides, point by point. Pure: no I/O. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"

/* What a patch may change by being built in. */
static const char *const built[] = { "kernel_sha256", "kernel_build", "modules_sha256",
				     "module_sha256" };

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

static bool comparable(const struct fb_boot *a, const struct fb_boot *b, bool sides, bool across,
		       struct fb_why *why)
{
	const char *key;

	if (a->insn != b->insn)
		return fb_why(why, false, "%s is in %s, %s in %s", a->file,
			      a->insn ? "instructions" : "ns", b->file,
			      b->insn ? "instructions" : "ns");
	if (strcmp(a->settings, b->settings))
		return fb_why(why, false, "%s and %s were measured with different settings",
			      a->file, b->file);
	key = sides && across ? NULL : differs(a, b, sides);
	return !key ||
	       fb_why(why, false, "%s and %s differ in '%s': %.60s and %.60s%s", a->file, b->file,
		      key, value(a, key), value(b, key), sides ? " (--across compares them)" : "");
}

static const struct fb_boot *with_seed(const struct fb_side *s, const char *seed)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (!strcmp(value(&s->boot[i], "seed"), seed))
			return &s->boot[i];
	return NULL;
}

/* Seed by seed: each is on both sides, and once. */
static bool paired(const struct fb_side *a, const struct fb_side *b, struct fb_why *why)
{
	unsigned int i;

	for (i = 0; i < a->nr; i++) {
		const char *seed = value(&a->boot[i], "seed");

		if (with_seed(a, seed) != &a->boot[i])
			return fb_why(why, false, "%s: seed %s is in it twice", a->name, seed);
		if (!with_seed(b, seed))
			return fb_why(why, false, "%s: no boot with seed %s, which %s has", b->name,
				      seed, a->name);
	}
	return true;
}

bool fb_side_comparable(const struct fb_side *a, const struct fb_side *b, bool across,
			struct fb_why *why)
{
	unsigned int i;

	for (i = 1; i < a->nr; i++)
		if (!comparable(&a->boot[0], &a->boot[i], false, across, why))
			return false;
	for (i = 1; i < b->nr; i++)
		if (!comparable(&b->boot[0], &b->boot[i], false, across, why))
			return false;
	if (!comparable(&a->boot[0], &b->boot[0], true, across, why))
		return false;
	return !a->boot[0].insn || (paired(a, b, why) && paired(b, a, why));
}

static const struct fb_price *find(const struct fb_boot *boot, const struct fb_price *like)
{
	unsigned int i;

	for (i = 0; i < boot->nr; i++) {
		const struct fb_price *p = &boot->price[i];

		if (!strcmp(p->path, like->path) && p->size == like->size &&
		    p->flows == like->flows && p->batch == like->batch && p->cpus == like->cpus)
			return p;
	}
	return NULL;
}

/* Prices of a point on a side, in the order of @order's seeds where they count. */
static int collect(const struct fb_side *s, const struct fb_side *order, bool insn,
		   const struct fb_price *like, double *gross, double *own)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++) {
		const struct fb_boot *boot = insn ? with_seed(s, value(&order->boot[i], "seed"))
						  : &s->boot[i];
		const struct fb_price *p = boot ? find(boot, like) : NULL;

		if (!p)
			return -ENOENT;
		gross[i] = p->gross;
		own[i] = p->own;
	}
	return 0;
}

static int compare_point(struct fb_comparison *c, struct fb_samples *samples,
			 const struct fb_price *like, double *room)
{
	const struct fb_side *a = c->side[0], *b = c->side[1];
	double *gross_a = room, *gross_b = room + a->nr, *own = gross_b + b->nr;
	struct fb_compared *pt = &c->point[c->nr];
	int ret;

	pt->a = *like;
	pt->b = *like;
	ret = collect(a, a, c->insn, like, gross_a, own);
	pt->a.gross = fb_stat_median(gross_a, a->nr);
	pt->a.own = fb_stat_median(own, a->nr);
	if (!ret)
		ret = collect(b, a, c->insn, like, gross_b, own);
	if (ret)
		return ret;
	pt->b.gross = fb_stat_median(gross_b, b->nr);
	pt->b.own = fb_stat_median(own, b->nr);
	samples[c->nr] = (struct fb_samples){ gross_a, a->nr, gross_b, b->nr };
	c->nr++;
	if (c->insn)
		return fb_compare_instructions(gross_a, gross_b, a->nr, pt);
	pt->delta = pt->b.gross - pt->a.gross;
	return fb_stat_bootstrap(gross_a, a->nr, gross_b, b->nr, 0.95, &pt->ci);
}

static void judge_all(struct fb_comparison *c)
{
	unsigned int i, none = 0, different = 0, needed = 0, judged = 0;

	for (i = 0; i < c->nr; i++) {
		const struct fb_compared *pt = &c->point[i];

		if (pt->lone)
			continue;
		judged++;
		none += pt->judged == FB_JUDGED_NONE;
		different += pt->judged == FB_JUDGED_DIFFERENT;
		needed = pt->needed > needed ? pt->needed : needed;
	}
	c->judged = FB_JUDGED_NONE;
	if (!judged)
		fb_why(&c->why, -ENODATA, "no path is on both sides");
	else if (c->insn && c->nr_samples < FB_COMPARE_SEEDS)
		fb_why(&c->why, -ENODATA, "%u seed%s a side, and at least %d are needed",
		       c->nr_samples, c->nr_samples == 1 ? "" : "s", FB_COMPARE_SEEDS);
	else if (!c->insn && c->nr_samples < FB_STAT_LEAST)
		fb_why(&c->why, -ENODATA, "%u boot%s a side, and at least %u are needed",
		       c->nr_samples, c->nr_samples == 1 ? "" : "s",
		       needed > FB_STAT_LEAST ? needed : FB_STAT_LEAST);
	else if (different)
		c->judged = FB_JUDGED_DIFFERENT;
	else if (none)
		fb_why(&c->why, -ENODATA,
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
		if (find(other, &boot->price[i]))
			continue;
		if (!across) {
			return fb_why(&c->why, -ENOENT, "%s: no path '%s' as %s has it",
				      other->file, boot->price[i].path, boot->file);
		}
		c->point[c->nr].a = boot->price[i];
		c->point[c->nr].b = boot->price[i];
		c->point[c->nr++].lone = lone;
	}
	return 0;
}

int fb_compare(const struct fb_side *a, const struct fb_side *b, bool across, double margin,
	       struct fb_comparison *c)
{
	const struct fb_boot *first = &a->boot[0];
	unsigned int most = first->nr + b->boot[0].nr, each = 2 * (a->nr + b->nr), i, judged;
	struct fb_samples *samples = calloc(most, sizeof(*samples));
	double *room = calloc((size_t)most * each, sizeof(*room));
	int ret;

	*c = (struct fb_comparison){ .side = { a, b }, .insn = first->insn, .margin = margin };
	c->nr_samples = a->nr < b->nr ? a->nr : b->nr;
	c->point = calloc(most, sizeof(*c->point));
	ret = samples && room && c->point ? 0 : -ENOMEM;
	for (i = 0; !ret && i < first->nr; i++) {
		if (!find(&b->boot[0], &first->price[i]))
			continue;
		ret = compare_point(c, samples, &first->price[i], room + (size_t)i * each);
		if (ret == -ENOENT)
			fb_why(&c->why, ret, "not every boot has the path '%s'",
			       first->price[i].path);
	}
	judged = c->nr;
	if (!ret)
		ret = add_lone(c, first, &b->boot[0], 'a', across);
	if (!ret)
		ret = add_lone(c, &b->boot[0], first, 'b', across);
	if (!ret && !c->insn && c->nr_samples > 1)
		ret = fb_compare_times(samples, judged, margin, c->point);
	if (!ret)
		judge_all(c);
	free(room);
	free(samples);
	return ret;
}

void fb_compare_free(struct fb_comparison *c)
{
	free(c->point);
	c->point = NULL;
	c->nr = 0;
}
