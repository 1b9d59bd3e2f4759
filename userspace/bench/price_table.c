// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/flow_table.h"
#include "bench/price_table.h"
#include "lib/print.h"

/* Prices of a path that are shown. */
#define PRICES 8

/* How many samples have the price @price, to the whole unit. */
static unsigned int at_price(const struct fb_bench_point *pt, double price)
{
	unsigned int i, n = 0;

	for (i = 0; i < pt->nr_samples; i++)
		n += round(pt->sample[i].price) == round(price);
	return n;
}

/* Under icount all that the samples are apart, and how many are in the middle; else the confidence interval. */
static void print_spread(const struct fb_bench *b, const struct fb_bench_point *pt, FILE *to)
{
	const struct fb_bench_stat *st = &pt->gross_stat;
	double own = pt->own_stat.median;

	if (!b->insn)
		fb_print(to, " %7.0f %7.0f %5u", st->low - own, st->high - own, st->nr);
	else
		fb_print(to, " %7.0f %7.0f %4.0f%% %5.0f", st->min - own, st->max - own,
			 st->nr ? 100.0 * at_price(pt, st->median) / st->nr : 0,
			 round(pt->later) + 0.0);
}

/* The rounds of one kind of a point. */
struct series {
	const struct fb_bench_result *round;
	unsigned int nr;
};

/* What the clock of a point's rounds had in it beside the packets. */
struct beside {
	bool probed;
	uint64_t switches;
};

static struct beside beside_of(const struct fb_bench_point *pt)
{
	const struct series series[] = { { pt->own, pt->nr_own },
					 { pt->gross, pt->nr_gross },
					 { pt->whole, pt->nr_whole } };
	struct beside sum = { .switches = 0 };
	unsigned int i, k;

	for (k = 0; k < sizeof(series) / sizeof(series[0]); k++)
		for (i = 0; i < series[k].nr; i++) {
			sum.probed |= series[k].round[i].probed != 0;
			sum.switches += series[k].round[i].switches;
		}
	return sum;
}

static void print_point(const struct fb_bench *b, const struct fb_bench_point *pt, FILE *to)
{
	double ratio = fb_bench_ratio(b, pt);
	unsigned int held, judged;
	char number[24] = "-", repeats[24] = "";

	fb_proof_sum(pt->path, &pt->proved, &held, &judged);
	if (ratio > 0)
		snprintf(number, sizeof(number), "%.2f", ratio);
	if (b->insn)
		snprintf(repeats, sizeof(repeats), " %7.0f", round(pt->repeats) + 0.0);
	if (b->turns)
		snprintf(repeats, sizeof(repeats), " %7s", "-");
	fb_print(to, "%-18s %-5s %7.0f %5.0f %7.0f", pt->path->name, fb_bench_mode(b),
		 pt->gross_stat.median, pt->own_stat.median, pt->net);
	print_spread(b, pt, to);
	fb_print(to, "  %-12s %5s  %2u/%-2u %5lu %7lu %5lu %4lu%s%s%s\n",
		 pt->path->replaces ? pt->path->replaces : "-", number, held, judged, pt->size,
		 pt->flows, pt->batch, pt->cpus, repeats, fb_error_empty(&pt->why) ? "" : "  *",
		 beside_of(pt).probed ? "  probed" : "");
}

/* The prices of a point's samples from the least, to the whole instruction, and how many have each. */
static void print_prices(const struct fb_bench_point *pt, FILE *to)
{
	double price = pt->gross_stat.min, own = pt->own_stat.median, next;
	unsigned int i, shown;

	fb_print(to, "%-18s", pt->path->name);
	for (shown = 0; shown < PRICES && price < INFINITY; shown++) {
		fb_print(to, " %6.0f x%-3u", price - own, at_price(pt, price));
		next = INFINITY;
		for (i = 0; i < pt->nr_samples; i++)
			if (round(pt->sample[i].price) > round(price))
				next = fmin(next, pt->sample[i].price);
		price = next;
	}
	fputs(price < INFINITY ? " ...\n" : "\n", to);
}

/* A hash table's secret decides which chain a flow is in: what one boot says is a sample. */
static void print_chance(const struct fb_bench *b, FILE *to)
{
	unsigned int i, moved = 0;

	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		if (round(pt->gross_stat.max) == round(pt->gross_stat.min))
			continue;
		if (!moved++)
			fputs("\nnet prices that chance moves (hash chains, slabs), and how many samples have each\n",
			      to);
		print_prices(pt, to);
	}
	if (!moved && b->nr_points)
		fputs("chance moves no price by an instruction\n", to);
}

/* What a superpacket costs by its segments and bytes. */
static void print_superpackets(const struct fb_bench *b, FILE *to)
{
	const char *unit = fb_bench_mode(b);
	unsigned int i, nr = 0;

	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		if (pt->segments < 2)
			continue;
		if (!nr++)
			fb_print(to, "\n%-18s %8s %8s %6s %12s %12s %12s  %s\n", "superpackets",
				 "segments", "packets", "size", "a packet", "a segment", "a byte",
				 "arrives");
		fb_print(to, "%-18s %8lu %8" PRIu64 " %6lu %7.0f %s %7.1f %s %7.3f %s  %s\n",
			 pt->path->name, pt->segments, pt->nr_gross ? pt->gross[0].packets : 0,
			 pt->size, pt->net, unit, pt->net / (double)pt->segments, unit,
			 pt->net / (double)pt->size, unit, fb_bench_arrives(pt));
	}
	if (nr)
		fputs("net prices. packets: of a round. arrives: whole, or cut into its segments on the way.\n",
		      to);
}

static void print_spans(const struct fb_bench *b, FILE *to)
{
	unsigned int i, k;

	fb_print(to, "\n%-18s %-28s %8s %9s %9s %-9s\n", "path", "inside", "calls",
		 fb_bench_mode(b), "measuring", "by");
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		for (k = 0; k < pt->nr_spans; k++)
			fb_print(to, "%-18s %-28s %8.2f %9.0f %9.0f %-9s\n", pt->path->name,
				 pt->span[k].what.name,
				 (double)pt->span[k].what.calls / (double)pt->gross[0].packets,
				 pt->span[k].inside, pt->span[k].cost, pt->span[k].what.mech);
	}
	fb_print(
		to,
		"calls: of a packet. inside: of one call, with all that it calls.\n"
		"measuring: what the hook adds to the price of a packet at each call; part of it lies inside.\n");
}

static void print_peers(const struct fb_bench *b, FILE *to)
{
	unsigned int i;

	fb_print(to,
		 "\n%-18s %-5s %26s   %26s\n%-18s %-5s %8s %8s %8s   %8s %8s %8s  %9s %9s %9s\n",
		 "", "", "flowbench", "pktgen", "path", "mode", "gross", "own", "net", "gross",
		 "own", "net", "sent", "errors", "left out0");
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];
		const struct fb_bench_peer *pg = &pt->peer;

		if (pg->there)
			fb_print(to,
				 "%-18s %-5s %8.0f %8.0f %8.0f   %8.0f %8.0f %8.0f  %9" PRIu64
				 " %9" PRIu64 " %9" PRIu64 "\n",
				 pt->path->name, fb_bench_mode(b), pt->gross_stat.median,
				 pt->own_stat.median, pt->net, pg->gross, pg->own,
				 pg->gross - pg->own, pg->sent, pg->errors, pg->arrived);
	}
	fb_print(
		to,
		"errors: as pktgen reports them; a packet that the fast path takes is one to it.\n");
}

static void print_head(const struct fb_bench *b, FILE *to)
{
	const char *kernel = fb_fingerprint_get(&b->fp, "kernel");

	fb_print(
		to,
		"a packet's cost on %s: %lu lab%s a path, in each %lu flow%s alone where one is asked for;\n"
		"a sample is the %s of %lu rounds of %lu packets\n",
		kernel ? kernel : "an unknown kernel", b->want.labs, b->want.labs == 1 ? "" : "s",
		b->want.tuples, b->want.tuples == 1 ? "" : "s", b->insn ? "cheapest" : "median",
		b->want.rounds, b->want.packets);
	fb_print(to, "%-18s %-5s %7s %5s %7s %7s %7s %5s%s  %-12s %5s  %-5s %5s %7s %5s %4s%s\n",
		 "path", "mode", "gross", "own", "net", b->insn ? "least" : "low95",
		 b->insn ? "most" : "high95", b->insn ? "share" : "of", b->insn ? " later" : "",
		 "replaces", "ratio", "proof", "size", "flows", "batch", "cpus",
		 b->insn ? " repeats" : "");
}

/* Whose own packets do not come to ingress. */
static void print_own_by(const struct fb_bench *b, FILE *to)
{
	const char *sep = "own of";
	unsigned int i;

	for (i = 0; i < b->nr_points; i++) {
		const char *name = b->point[i].path->name;

		if (!b->point[i].path->own || (i && !strcmp(name, b->point[i - 1].path->name)))
			continue;
		fb_print(to, "%s %s", sep, name);
		sep = ",";
	}
	if (*sep == ',')
		fputs(": of packets that an XDP program drops in the driver instead.\n", to);
}

/* Probes of other tracers, and the tasks that a path leaves its packets to. */
static void print_beside(const struct fb_bench *b, FILE *to)
{
	unsigned int i, probed = 0;

	for (i = 0; i < b->nr_points; i++) {
		struct beside beside = beside_of(&b->point[i]);

		probed += beside.probed;
		if (beside.switches)
			fb_print(to,
				 "%s: within the clock of its rounds, other tasks ran %" PRIu64
				 " times: it leaves its packets to them.\n",
				 b->point[i].path->name, beside.switches);
	}
	if (probed)
		fputs("probed: another tracer had kfree_skb or consume_skb on: each packet that is freed costs more.\n",
		      to);
}

/* Boots may differ in it where prices are times. */
static void print_hook(const struct fb_bench *b, FILE *to)
{
	double least = INFINITY, most = 0;
	unsigned int i;

	if (!strcmp(fb_prices_of(&b->fp), "1")) {
		fputs("own has the hook at ingress in it (prices of definition 1): net of a path without one is too low by that.\n",
		      to);
		return;
	}
	for (i = 0; i < b->nr_points; i++) {
		if (b->point[i].path->own || !fb_error_empty(&b->point[i].why))
			continue;
		least = fmin(least, b->point[i].hook);
		most = fmax(most, b->point[i].hook);
	}
	if (least > most)
		return;
	fb_print(to, "own is less the hook at ingress, which paths have not got: %.0f", least);
	if (round(most) != round(least))
		fb_print(to, " to %.0f", most);
	fb_print(to, " %s a packet.\n", b->insn ? "instructions" : "ns");
}

void fb_bench_print(const struct fb_bench *b, FILE *to)
{
	uint64_t memory = 0;
	unsigned int i;

	print_head(b, to);
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		print_point(b, pt, to);
		if (pt->nr_gross && pt->gross[0].memory > memory)
			memory = pt->gross[0].memory;
	}
	fb_print(
		to,
		"own: the generator's, of the same packets taken at ingress. ratio: of what it replaces, by this.\n");
	fputs(b->insn ? "net: the median sample; least, most: the cheapest and the dearest; share: of samples that cost as net says;\n"
			"later: what a round ten times as long costs more, as memory is freed later and the timer ticks; part of ratio."
		      : "net: the median sample; low95, high95: its 95 % confidence interval; of: how many samples.",
	      to);
	fputc('\n', to);
	if (b->insn)
		fputs(b->turns
			      ? "turns: each turn of a repeated string instruction is counted, as nobody told them apart.\n"
			      : "insn: a repeated string instruction is one; repeats: its other turns, which no price has, net of own's.\n",
		      to);
	print_hook(b, to);
	print_own_by(b, to);
	print_beside(b, to);
	if (b->insn && b->clock >= 0)
		fb_print(to, "the clock of a round: %.1f instructions, %.2f a packet\n", b->clock,
			 b->clock / (double)b->want.packets);
	if (b->want.cpus.nr > 1)
		fb_print(to, "cpus: that inject at once; a price is the time of all of them.\n");
	print_superpackets(b, to);
	if (b->insn)
		print_chance(b, to);
	fb_print(to, "the module's own memory: %" PRIu64 " KiB at most\n", (memory + 1023) / 1024);
	if (b->want.hooks)
		print_spans(b, to);
	if (b->want.peer)
		print_peers(b, to);
	fb_flow_table_print(b, to);
	for (i = 0; i < b->nr_points; i++)
		if (!fb_error_empty(&b->point[i].why))
			fb_print(to, "* %s: %s\n", b->point[i].path->name, b->point[i].why.text);
}
