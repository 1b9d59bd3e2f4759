// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "compare/comparison_print.h"
#include "compare/attribution_print.h"
#include "lib/print.h"

static const char unseen[] =
	"Instruction counts do not see cache and branch misses, lock contention, batching, or how long an\n"
	"instruction takes.\n";

static const char unseen_ns[] =
	"Times are of this machine: they hold its caches and its load, and do not say where they come from.\n";

static const char *const words[] = {
	[FB_JUDGED_NONE] = "none",
	[FB_JUDGED_SAME] = "no difference",
	[FB_JUDGED_DIFFERENT] = "difference",
};

static double percent_of(const struct fb_compared *pt, double delta)
{
	double net = pt->a.gross - pt->a.own;

	return net > 0 ? delta / net * 100 : 0;
}

static double percent(const struct fb_compared *pt)
{
	return percent_of(pt, pt->delta);
}

static const char *get(const struct fb_side *s, const char *key)
{
	const char *v = fb_fingerprint_get(&s->boot[0].fp, key);

	return v ? v : "unknown";
}

static void print_side(const struct fb_comparison *c, int i, FILE *to)
{
	const struct fb_side *s = c->side[i];

	fb_print(to, "%c  %s: %s, %u %s%s\n", "AB"[i], s -> name, get(s, "kernel"), s -> nr,
		 c -> insn ? "seed" : "boot", s->nr == 1 ? "" : "s");
}

static void print_point(const struct fb_comparison *c, const struct fb_compared *pt, FILE *to)
{
	double a = pt->a.gross - pt->a.own, b = pt->b.gross - pt->a.own;

	fb_print(to, "%-18s %-5s", pt->a.path, c->mode);
	if (pt->lone) {
		fb_print(to, "%*.2f   only in %c\n", pt->lone == 'a' ? 11 : 22, a,
			 pt->lone == 'a' ? 'A' : 'B');
		return;
	}
	fb_print(to, " %10.2f %10.2f %+10.2f %+8.2f%%", a, b, pt->delta, percent(pt));
	if (c->insn)
		fb_print(to, " %8.2f %8.2f %6.4f", pt->spread[0], pt->spread[1], pt->p);
	else
		fb_print(to, "  %.4f..%.4f %6.4f %6.4f", pt->ci.low, pt->ci.high, pt->p, pt->tost);
	fb_print(to, " %5lu %7lu %5lu", pt->a.size, pt->a.flows, pt->a.batch);
	if (pt->a.segments)
		fb_print(to, "  %lu segments", pt->a.segments);
	fputc('\n', to);
}

static bool generator_differs(const struct fb_comparison *c)
{
	unsigned int i;

	for (i = 0; c->insn && i < c->nr; i++)
		if (!c->point[i].lone && c->point[i].a.own != c->point[i].b.own)
			return true;
	return false;
}

/* Paths whose samples are not alike, and on which that is all there is to see. */
static void print_unsure(const struct fb_comparison *c, FILE *to)
{
	unsigned int i;

	for (i = 0; c->insn && i < c->nr; i++) {
		const struct fb_compared *pt = &c->point[i];

		if (pt->lone || pt->judged != FB_JUDGED_SAME)
			continue;
		if (pt->delta != 0)
			fb_print(
				to,
				"%s: %+.2f is not a difference: one boot differs as much from another.\n",
				pt->a.path, pt->delta);
		else if (pt->p <= FB_CLUSTER_ALPHA)
			fb_print(to,
				 "%s: the samples of the sides lie differently about one price.\n",
				 pt->a.path);
	}
}

void fb_compare_print_verdict(const struct fb_comparison *c, bool modelled, FILE *to)
{
	const char *sep = ":";
	unsigned int i;
	double delta;

	fputs("verdict: ", to);
	if (c->judged == FB_JUDGED_NONE) {
		fb_print(to, "none, %s\n", c->why.text);
		return;
	}
	if (modelled && c->judged == FB_JUDGED_SAME)
		fputs("difference in modelled cycles; in instructions ", to);
	fputs(words[c->judged], to);
	if (c->judged == FB_JUDGED_SAME) {
		fb_print(to, " on %u path%s, %u %s a side", c->nr, c->nr == 1 ? "" : "s",
			 c->nr_samples, c->insn ? "seeds" : "boots");
		if (!c->insn)
			fb_print(to, ", within %g %%", c->margin * 100);
	}
	for (i = 0; i < c->nr; i++) {
		const struct fb_compared *pt = &c->point[i];

		if (pt->lone || pt->judged != FB_JUDGED_DIFFERENT)
			continue;
		delta = pt->by_code ? pt->code_delta : pt->delta;
		fb_print(to, "%s %s %+.2f %s (%+.2f %%)", sep, pt->a.path, delta,
			 c->insn ? "instructions" : "ns", percent_of(pt, delta));
		if (c->where)
			fb_attribution_print_code(c, pt, to);
		if (pt->by_code)
			fputs(" (chance moves the whole price by more)", to);
		sep = ",";
	}
	fputc('\n', to);
}

/* Another compiler alone moves each price by some percent. */
static void print_compilers(const struct fb_comparison *c, FILE *to)
{
	const char *a = c->side[0]->boot[0].compiler, *b = c->side[1]->boot[0].compiler;

	if (*a && *b && strcmp(a, b))
		fb_print(to, "other compilers: A %s, B %s\n", a, b);
}

void fb_compare_print(const struct fb_comparison *c, FILE *to)
{
	unsigned int i;

	print_side(c, 0, to);
	print_side(c, 1, to);
	print_compilers(c, to);
	fb_print(to, "%-18s %-5s %10s %10s %10s %9s", "path", "mode", "A", "B", "delta", "%");
	if (c->insn)
		fb_print(to, " %8s %8s %6s", "spread A", "spread B", "p");
	else
		fb_print(to, "  %-14s %6s %6s", "ratio, 95 %", "p", "tost");
	fb_print(to, " %5s %7s %5s\n", "size", "flows", "batch");
	for (i = 0; i < c->nr; i++)
		print_point(c, &c->point[i], to);
	fb_print(to, "A, B: a packet's price without the generator's own, median of all %s.\n",
		 c->insn ? "samples" : "boots");
	if (c->insn)
		fputs("delta: the middle one of all differences between a sample of B and one of A;\n"
		      "spread: the dearest sample of a side less its cheapest;\n"
		      "p: that two alike kernels differ as much (boots dealt out anew, adjusted for all paths).\n",
		      to);
	else
		fputs("p: that two alike kernels differ as much (Mann and Whitney, adjusted for all paths);\n"
		      "tost: that the ratio is out of the margin.\n",
		      to);
	if (generator_differs(c))
		fputs("The generator's own price is another, too: what changed is before ingress, or in it.\n",
		      to);
	print_unsure(c, to);
	if (c->where)
		fb_attribution_print(c, to);
	fputs(c->insn ? unseen : unseen_ns, to);
}

/* A file's name may be anything. */
static json_t *text_of(const char *s)
{
	json_t *js = json_string(s);

	return js ? js : json_string("(not text)");
}

static json_t *print_of(const struct fb_side *s)
{
	json_t *out = fb_fingerprint_json(&s->boot[0].fp);

	json_object_del(out, "seed");
	return json_pack("{s:o, s:i, s:o}", "name", text_of(s->name), "boots", (int)s->nr,
			 "fingerprint", out);
}

static json_t *point_of(const struct fb_comparison *c, const struct fb_compared *pt)
{
	json_t *out = fb_price_point(&pt->a);

	if (pt->lone != 'b')
		json_object_set_new(
			out, "a", json_pack("{s:f, s:f}", "gross", pt->a.gross, "own", pt->a.own));
	if (pt->lone != 'a')
		json_object_set_new(
			out, "b", json_pack("{s:f, s:f}", "gross", pt->b.gross, "own", pt->b.own));
	if (pt->lone)
		return out;
	json_object_set_new(out, "delta", json_real(pt->delta));
	json_object_set_new(out, "percent", json_real(percent(pt)));
	if (c->insn) {
		json_object_set_new(out, "spread",
				    json_pack("[f, f]", pt->spread[0], pt->spread[1]));
		json_object_set_new(out, "p", json_real(pt->p));
		if (pt->coded)
			json_object_set_new(out, "code",
					    json_pack("{s:f, s:f}", "delta", pt->code_delta, "p",
						      pt->code_p));
		if (c->where)
			json_object_set_new(out, "functions", fb_attribution_json(c, pt));
	} else {
		json_object_set_new(out, "ratio",
				    json_pack("{s:f, s:f, s:f}", "median", pt->ci.ratio, "low95",
					      pt->ci.low, "high95", pt->ci.high));
		json_object_set_new(out, "p", json_real(pt->p));
		json_object_set_new(out, "tost", json_real(pt->tost));
		json_object_set_new(out, "needed", json_integer(pt->needed));
	}
	json_object_set_new(out, "verdict", json_string(words[pt->judged]));
	return out;
}

json_t *fb_compare_json(const struct fb_comparison *c)
{
	json_t *points = json_array(), *doc;
	unsigned int i;

	doc = json_pack("{s:s, s:s, s:o, s:o, s:o, s:s}", "schema", FB_COMPARE_SCHEMA, "mode",
			c->mode, "a", print_of(c->side[0]), "b", print_of(c->side[1]), "points",
			points, "verdict", words[c->judged]);
	if (!doc)
		return NULL;
	if (!c->insn)
		json_object_set_new(doc, "margin", json_real(c->margin));
	if (c->judged == FB_JUDGED_NONE)
		json_object_set_new(doc, "why", text_of(c->why.text));
	for (i = 0; i < c->nr; i++)
		json_array_append_new(points, point_of(c, &c->point[i]));
	return doc;
}
