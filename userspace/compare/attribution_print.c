// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "compare/attribution_print.h"
#include "lib/print.h"

/* Functions of a path that are shown. */
#define SHOWN 10

/* Functions that the verdict names. */
#define NAMED 3

/* Less is how a count is divided by a round's packets. */
#define ZERO 0.005

static const char *const words[] = {
	[FB_CODE_UNKNOWN] = "not seen on both sides",
	[FB_CODE_SAME] = "the same on both sides",
	[FB_CODE_DIFFERS] = "differs",
};

struct moved {
	const struct fb_attribution_function *fn;
	double delta;
};

/* Those whose code differs first, then the greater ones. */
static int by_weight(const void *a, const void *b)
{
	const struct moved *x = a, *y = b;
	int differs = (y->fn->judged == FB_CODE_DIFFERS) - (x->fn->judged == FB_CODE_DIFFERS);
	double d = fabs(y->delta) - fabs(x->delta);

	return differs ? differs : (d > 0) - (d < 0);
}

/* Return: the functions of a point that take another number of instructions, or NULL; the caller frees it. */
static struct moved *moved_of(const struct fb_comparison *c, const struct fb_compared *pt,
			      unsigned int *nr)
{
	const struct fb_attribution *w = c->where;
	struct moved *list = calloc(w->nr + 1, sizeof(*list));
	struct fb_clusters a, b;
	unsigned int i;
	double delta;

	*nr = 0;
	for (i = 0; list && i < w->nr; i++) {
		if (!fb_attribution_of(w, &w->fn[i], pt->at, &a, &b) ||
		    fb_cluster_shift(&a, &b, &delta) || fabs(delta) < ZERO)
			continue;
		list[(*nr)++] = (struct moved){ &w->fn[i], delta };
	}
	if (*nr)
		qsort(list, *nr, sizeof(*list), by_weight);
	return list;
}

static void print_one(const struct fb_compared *pt, const struct moved *m, FILE *to)
{
	char name[64];

	snprintf(name, sizeof(name), m->fn->module ? "%s [%s]" : "%s", m->fn->name, m->fn->module);
	fb_print(to, "%-18s %+10.2f  %-46s %s\n", pt->a.path, m->delta, name, words[m->fn->judged]);
}

static void print_point(const struct fb_comparison *c, const struct fb_compared *pt, FILE *to)
{
	struct moved *list;
	double rest = pt->delta, more = 0;
	unsigned int nr, i;

	list = moved_of(c, pt, &nr);
	for (i = 0; list && i < nr; i++) {
		rest -= list[i].delta;
		if (i < SHOWN)
			print_one(pt, &list[i], to);
		else
			more += list[i].delta;
	}
	if (nr > SHOWN)
		fb_print(to, "%-18s %+10.2f  %u more\n", pt->a.path, more, nr - SHOWN);
	if (fabs(rest) >= ZERO)
		fb_print(to, "%-18s %+10.2f  in some samples only\n", pt->a.path, rest);
	free(list);
}

void fb_attribution_print(const struct fb_comparison *c, FILE *to)
{
	unsigned int i;

	fb_print(to, "\n%-18s %10s  %-46s %s\n", "path", "delta", "what the function takes itself",
		 "its code");
	for (i = 0; i < c->nr; i++)
		if (!c->point[i].lone)
			print_point(c, &c->point[i], to);
	fputs("code: the instructions that ran on both sides, wherever they lie. Not compared: what lies at an address.\n",
	      to);
}

void fb_attribution_print_code(const struct fb_comparison *c, const struct fb_compared *pt,
			       FILE *to)
{
	unsigned int nr, i, named = 0;
	struct moved *list;

	list = moved_of(c, pt, &nr);
	for (i = 0; list && i < nr && list[i].fn->judged == FB_CODE_DIFFERS; i++)
		if (named++ < NAMED)
			fb_print(to, "%s %s", named == 1 ? " in" : ",", list[i].fn->name);
	if (named > NAMED)
		fb_print(to, " and %u more", named - NAMED);
	if (!named)
		fputs(" moved by chance or by data, not by code", to);
	free(list);
}

json_t *fb_attribution_json(const struct fb_comparison *c, const struct fb_compared *pt)
{
	static const char *const code[] = {
		[FB_CODE_UNKNOWN] = "unknown",
		[FB_CODE_SAME] = "same",
		[FB_CODE_DIFFERS] = "differs",
	};
	json_t *out = json_array();
	struct moved *list;
	unsigned int nr, i;

	list = moved_of(c, pt, &nr);
	for (i = 0; list && i < nr; i++)
		json_array_append_new(out, json_pack("{s:s, s:s?, s:f, s:s}", "function",
						     list[i].fn->name, "module", list[i].fn->module,
						     "delta", list[i].delta, "code",
						     code[list[i].fn->judged]));
	free(list);
	return out;
}
