/* SPDX-License-Identifier: GPL-2.0 */
/* Writes points of a bench.json in which all figures agree, as its reader wants them. */
#ifndef FB_UNIT_BENCH_H
#define FB_UNIT_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include "stat/round_stat.h"

/* Samples of a point. */
#define UNIT_SAMPLES 4

/**
 * struct unit_bench_point - a point
 * @path: its path
 * @error: JSON of its error: null, or a text
 * @ns: prices are times
 * @packets: of a round
 * @rounds: of a sample
 * @gross: price of each sample but the last, by its cheapest round
 * @chance: how much more the last one costs
 * @slower: how much more the first round of each sample costs
 * @own: of the generator, by its cheapest round
 * @hook: what is taken off @own; 0: prices of definition 1, of which nothing is
 * @arrived: of the first round, 0 if all packets arrived
 */
struct unit_bench_point {
	const char *path;
	const char *error;
	bool ns;
	int packets;
	unsigned int rounds;
	double gross;
	double chance;
	double slower;
	double own;
	double hook;
	int arrived;
};

static inline void unit_bench_round(FILE *f, const char *sep, double price, int packets,
				    int arrived, bool own)
{
	fprintf(f,
		"%s{\"cycles\": %.0f, \"ns\": %.0f, \"injected\": %d, \"arrived\": %d, \"returned\": %d, "
		"\"dropped\": 0, \"kept\": 0, \"other\": 0}",
		sep, price * packets, price * packets, packets, own ? 0 : arrived,
		own ? packets : 0);
}

static inline void unit_bench_stat(FILE *f, const char *key, double *v, unsigned int nr)
{
	struct fb_bench_stat st;

	fb_bench_stat(v, nr, &st);
	fprintf(f,
		"\"%s\": {\"median\": %.17g, \"min\": %.17g, \"max\": %.17g, \"low95\": %.17g, \"high95\": %.17g}, ",
		key, st.median, st.min, st.max, st.low, st.high);
}

/* What its rounds make of a price: the cheapest one, or the median. */
static inline double unit_bench_price(const struct unit_bench_point *pt, double price)
{
	double v[64];
	unsigned int i;
	struct fb_bench_stat st;

	for (i = 0; i < pt->rounds; i++)
		v[i] = price + (i ? 0 : pt->slower);
	fb_bench_stat(v, pt->rounds, &st);
	return pt->ns ? st.median : st.min;
}

static inline double unit_bench_sample(const struct unit_bench_point *pt, unsigned int i)
{
	return pt->gross + (i == UNIT_SAMPLES - 1 ? pt->chance : 0);
}

static inline void unit_bench_rounds(FILE *f, const struct unit_bench_point *pt)
{
	unsigned int i, k;

	fputs("\"rounds\": {\"own\": [", f);
	for (k = 0; k < pt->rounds; k++)
		unit_bench_round(f, k ? ", " : "", pt->own + (k ? 0 : pt->slower), pt->packets, 0,
				 true);
	fputs("], \"gross\": [", f);
	for (i = 0; i < UNIT_SAMPLES; i++)
		for (k = 0; k < pt->rounds; k++)
			unit_bench_round(f, i + k ? ", " : "",
					 unit_bench_sample(pt, i) + (k ? 0 : pt->slower),
					 pt->packets,
					 i + k || !pt->arrived ? pt->packets : pt->arrived, false);
	fputs("]}", f);
}

static inline void unit_bench_point(FILE *f, const struct unit_bench_point *pt)
{
	double v[UNIT_SAMPLES], own = unit_bench_price(pt, pt->own) - pt->hook, net;
	struct fb_bench_stat st;
	unsigned int i;

	fprintf(f,
		"{\"path\": \"%s\", \"title\": \"t\", \"replaces\": null, \"error\": %s, \"size\": 60, \"flows\": 1, "
		"\"batch\": 1, \"cpus\": 1, ",
		pt->path, pt->error);
	for (i = 0; i < UNIT_SAMPLES; i++)
		v[i] = unit_bench_price(pt, unit_bench_sample(pt, i));
	fb_bench_stat(v, UNIT_SAMPLES, &st);
	net = st.median - own;
	unit_bench_stat(f, "gross", v, UNIT_SAMPLES);
	unit_bench_stat(f, "own", &own, 1);
	if (pt->hook > 0)
		fprintf(f, "\"hook\": %.17g, ", pt->hook);
	fprintf(f,
		"\"net\": %.17g, \"proofs\": [{\"proof\": \"hook f = all\", \"counted\": %d, \"wanted\": %d, "
		"\"holds\": \"yes\"}, {\"proof\": \"nft n = none\", \"counted\": 0, \"wanted\": 0, "
		"\"holds\": \"yes\"}], \"samples\": [",
		net, pt->packets, pt->packets);
	for (i = 0; i < UNIT_SAMPLES; i++)
		fprintf(f, "%s{\"lab\": 1, \"tuple\": %u, \"price\": %.17g}", i ? ", " : "", i + 1,
			unit_bench_price(pt, unit_bench_sample(pt, i)));
	fputs("], ", f);
	unit_bench_rounds(f, pt);
	fputs("}", f);
}

static inline void unit_bench_settings(FILE *f, int rounds, int packets)
{
	fprintf(f,
		"\"settings\": {\"labs\": 1, \"tuples\": %d, \"rounds\": %d, \"packets\": %d, \"flows\": [1], "
		"\"sizes\": [], \"batches\": [1], \"cpus\": [1]}, ",
		UNIT_SAMPLES, rounds, packets);
}

/* Of definition 2: what the first hook at ingress costs, and the rounds that say so. A hook's body costs 10. */
static inline void unit_bench_hooks(FILE *f, double cost, unsigned int rounds, int packets)
{
	static const char *const kinds[] = { "none", "one", "two" };
	const double price[] = { 1000, 1010 + cost, 1020 + cost };
	unsigned int i, k;

	/* Rounds behind the first one have an interrupt: where prices are counts, the cheapest round counts. */
	fprintf(f, "\"hooks\": [{\"cost\": %.17g, \"size\": 60, \"packets\": %d, \"rounds\": {",
		cost, packets);
	for (k = 0; k < 3; k++) {
		fprintf(f, "%s\"%s\": [", k ? ", " : "", kinds[k]);
		for (i = 0; i < rounds; i++)
			unit_bench_round(f, i ? ", " : "",
					 price[k] + (i ? 3.0 * (k + 1) * (k + 1) : 0), packets,
					 packets, false);
		fputs("]", f);
	}
	fputs("}}], ", f);
}

#endif
