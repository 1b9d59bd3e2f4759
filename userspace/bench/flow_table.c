// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "bench/flow_table.h"
#include "lib/print.h"
#include "flow/flow_price.h"

/* Returns the point of a path by which packets are priced, or NULL. */
static const struct fb_bench_point *point_of(const struct fb_bench *b,
					     const struct fb_flow_price *fp)
{
	const struct fb_bench_point *first = NULL, *pt;
	unsigned int i;

	for (i = 0; i < b->nr_points; i++) {
		pt = &b->point[i];
		if (strcmp(pt->path->name, fp->path) || !fb_flow_is_own(pt->path, fp->tcp) ||
		    !fb_error_empty(&pt->why) || !fb_bench_replaced(b, pt))
			continue;
		if (pt->flows == fp->table)
			return pt;
		if (!first)
			first = pt;
	}
	return first;
}

double fb_flow_saves(const struct fb_bench *b, const struct fb_flow_price *fp)
{
	const struct fb_bench_point *pt = point_of(b, fp), *other;

	if (!pt)
		return fp->fig.slow - fp->fig.fast;
	other = fb_bench_replaced(b, pt);
	/* Of a packet that hardware forwards the processor sees nothing. */
	if (fp->hardware)
		return other->net + other->later;
	return other->net + other->later - pt->net - pt->later;
}

static void print_price(const struct fb_bench *b, const struct fb_flow_price *fp, FILE *to)
{
	double total = fb_flow_total(&fp->fig), saves = fb_flow_saves(b, fp);
	double packets = fb_flow_pays_after(total, saves);
	const struct fb_flow_figures *fig = &fp->fig;
	char after[24] = "never";

	if (packets >= 0)
		snprintf(after, sizeof(after), "%.0f", packets);
	fb_print(to,
		 "%-18s %-5s %7lu %7.0f %6u %6.0f %6.0f %6.0f %6.0f %7.0f%s %5s %7.0f %5.0f%s\n",
		 fp->path, fp->tcp ? "tcp" : "udp", fp->table, fig->connection, fp->adds,
		 fig->before, fig->add, fig->end, total, saves, point_of(b, fp) ? " " : "~", after,
		 fig->refresh, fig->pass, fp->deleted ? "  *" : "");
}

/* The price of a flow of the same kind on the fast path of software, or NULL. */
static const struct fb_flow_price *in_software(const struct fb_bench *b,
					       const struct fb_flow_price *fp)
{
	unsigned int i;

	for (i = 0; i < b->nr_flows; i++) {
		const struct fb_flow_price *other = &b->flow[i];

		if (!other->hardware && !strcmp(other->against, fp->against) &&
		    !strncmp(other->path, fp->path, strlen(other->path)) && other->tcp == fp->tcp &&
		    other->table == fp->table)
			return other;
	}
	return NULL;
}

/* What the kernel's worker does for a flow in hardware, and when that pays beside the fast path of software. */
static void print_hardware(const struct fb_bench *b, const struct fb_flow_price *fp, FILE *to)
{
	const struct fb_flow_price *soft = in_software(b, fp);
	const struct fb_bench_point *pt = soft ? point_of(b, soft) : NULL;
	const struct fb_flow_figures *fig = &fp->fig;

	fb_print(to, "%-18s %-5s %7lu  worker: give %.0f, give up %.0f; ask %.0f", fp->path,
		 fp->tcp ? "tcp" : "udp", fp->table, fig->give, fig->give_up, fig->ask);
	if (pt)
		fb_print(to, "; pays beside %s after %.0f packets", soft->path,
			 fb_flow_pays_after(fb_flow_total(fig) - fb_flow_total(&soft->fig),
					    pt->net + pt->later));
	fputc('\n', to);
}

/* What the columns are, and what measuring has cost. */
static void print_legend(const struct fb_bench *b, bool deleted, bool hardware, FILE *to)
{
	fputs("table: flows in it before. connect: what the packet that makes the connection costs more than the next one there, without\n"
	      "flowtable: conntrack's share, not part of all. adds: number of the packet that adds the flow. before, add: what the\n"
	      "packets before it, and it, cost more than without flowtable. end: of a flow that leaves the table. all: their sum.\n"
	      "saves: what a packet of the fast path saves (net and later; ~: a later packet of these flows). after: packets of the\n"
	      "fast path that save all. refresh: of a packet that extends the timeout. pass: of the garbage collector, a flow and second.\n",
	      to);
	if (deleted)
		fputs("*: this kernel has no setting for a flow's timeout. Its connection was deleted, and end contains the release of it.\n",
		      to);
	if (hardware)
		fputs("worker: the kernel's work queue, without the driver: give the rules of a flow, give them up (both are part of all),\n"
		      "and ask for statistics, the collector's part with it. With hardware, a packet saves all that it would cost without\n"
		      "(~: more than is said).\n",
		      to);
	fb_print(
		to,
		"the clock of a packet: %.1f %s, in no figure: each is a difference of two that paid for it\n",
		b->flow[0].fig.clock, b->insn ? "instructions" : "ns");
}

void fb_flow_table_print(const struct fb_bench *b, FILE *to)
{
	bool deleted = false, hardware = false;
	unsigned int i;

	if (!b->nr_flows)
		return;
	fb_print(
		to,
		"\na flow beside its packets, in %s:\n%u are added and ended together, %u if fewer than %u are in the table;\n"
		"a figure is the median of %u times\n",
		b->insn ? "instructions (a repeated string instruction counts each turn)" : "ns",
		FB_FLOW_ROUND, FB_FLOW_ROUND_SMALL, FB_FLOW_ROUND, FB_FLOW_CYCLES);
	fb_print(to, "%-18s %-5s %7s %7s %6s %6s %6s %6s %6s %7s  %5s %7s %5s\n", "path", "proto",
		 "table", "connect", "adds", "before", "add", "end", "all", "saves", "after",
		 "refresh", "pass");
	for (i = 0; i < b->nr_flows; i++) {
		print_price(b, &b->flow[i], to);
		deleted |= b->flow[i].deleted;
		hardware |= b->flow[i].hardware;
	}
	for (i = 0; i < b->nr_flows; i++)
		if (b->flow[i].hardware)
			print_hardware(b, &b->flow[i], to);
	print_legend(b, deleted, hardware, to);
}
