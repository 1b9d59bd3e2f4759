// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>

#include "bench/table.h"

/* How far apart rounds are: under icount all of it, else the confidence interval's half. */
static double spread(const struct fb_bench *b, const struct fb_bench_stat *st)
{
	return b->insn ? st->max - st->min : (st->high - st->low) / 2;
}

static void print_point(const struct fb_bench *b, const struct fb_bench_point *pt, FILE *to)
{
	double ratio = fb_bench_ratio(b, pt);
	unsigned int held, judged;
	char number[24] = "-";

	fb_proof_sum(pt->path, &pt->proved, &held, &judged);
	if (ratio > 0)
		snprintf(number, sizeof(number), "%.2f", ratio);
	fprintf(to,
		"%-18s %-4s %8.0f %6.0f %8.0f %7.1f  %-12s %6s  %2u/%-2u %5lu %7lu %5lu %4lu%s\n",
		pt->path->name, b->insn ? "insn" : "ns", pt->gross_stat.median, pt->own_stat.median,
		pt->net, spread(b, &pt->gross_stat), pt->path->replaces ? pt->path->replaces : "-",
		number, held, judged, pt->size, pt->flows, pt->batch, pt->cpus,
		fb_why_empty(&pt->why) ? "" : "  *");
}

static void print_spans(const struct fb_bench *b, FILE *to)
{
	unsigned int i, k;

	fprintf(to, "\n%-18s %-28s %8s %9s %9s %-9s\n", "path", "inside", "calls",
		b->insn ? "insn" : "ns", "measuring", "by");
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		for (k = 0; k < pt->nr_spans; k++)
			fprintf(to, "%-18s %-28s %8.2f %9.0f %9.0f %-9s\n", pt->path->name,
				pt->span[k].what.name,
				(double)pt->span[k].what.calls / (double)b->want.packets,
				pt->span[k].inside, pt->span[k].cost, pt->span[k].what.mech);
	}
	fprintf(to,
		"calls: of a packet. inside: of one call, with all that it calls.\n"
		"measuring: what the hook adds to the price of a packet at each call; part of it lies inside.\n");
}

static void print_peers(const struct fb_bench *b, FILE *to)
{
	unsigned int i;

	fprintf(to, "\n%-18s %-4s %26s   %26s\n%-18s %-4s %8s %8s %8s   %8s %8s %8s  %9s %9s %9s\n",
		"", "", "flowbench", "pktgen", "path", "mode", "gross", "own", "net", "gross",
		"own", "net", "sent", "errors", "left out0");
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];
		const struct fb_bench_peer *pg = &pt->peer;

		if (pg->there)
			fprintf(to,
				"%-18s %-4s %8.0f %8.0f %8.0f   %8.0f %8.0f %8.0f  %9" PRIu64
				" %9" PRIu64 " %9" PRIu64 "\n",
				pt->path->name, b->insn ? "insn" : "ns", pt->gross_stat.median,
				pt->own_stat.median, pt->net, pg->gross, pg->own,
				pg->gross - pg->own, pg->sent, pg->errors, pg->arrived);
	}
	fprintf(to,
		"errors: as pktgen reports them; a packet that the fast path takes is one to it.\n");
}

void fb_bench_print(const struct fb_bench *b, FILE *to)
{
	const char *kernel = fb_fingerprint_get(&b->fp, "kernel");
	uint64_t memory = 0;
	unsigned int i;

	fprintf(to, "a packet's cost on %s, median of %lu rounds of %lu packets\n",
		kernel ? kernel : "an unknown kernel", b->want.rounds, b->want.packets);
	fprintf(to, "%-18s %-4s %8s %6s %8s %7s  %-12s %6s  %-5s %5s %7s %5s %4s\n", "path", "mode",
		"gross", "own", "net", b->insn ? "spread" : "+-95%", "replaces", "ratio", "proof",
		"size", "flows", "batch", "cpus");
	for (i = 0; i < b->nr_points; i++) {
		const struct fb_bench_point *pt = &b->point[i];

		print_point(b, pt, to);
		if (pt->nr && pt->gross[0].memory > memory)
			memory = pt->gross[0].memory;
	}
	fprintf(to,
		"own: the generator's, of the same packets taken at ingress. ratio: net of what it replaces, by net.\n"
		"spread: %s\n",
		b->insn ? "the dearest round less the cheapest, a packet."
			: "half of the median's 95 % confidence interval.");
	if (b->insn && b->clock >= 0)
		fprintf(to, "the clock of a round: %.1f instructions, %.2f a packet\n", b->clock,
			b->clock / (double)b->want.packets);
	if (b->want.cpus.nr > 1)
		fprintf(to, "cpus: that inject at once; a price is the time of all of them.\n");
	fprintf(to, "the module's own memory: %" PRIu64 " KiB at most\n", (memory + 1023) / 1024);
	if (b->want.hooks)
		print_spans(b, to);
	if (b->want.peer)
		print_peers(b, to);
	for (i = 0; i < b->nr_points; i++)
		if (!fb_why_empty(&b->point[i].why))
			fprintf(to, "* %s: %s\n", b->point[i].path->name, b->point[i].why.text);
}
