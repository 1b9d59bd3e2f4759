// SPDX-License-Identifier: GPL-2.0
/* What real streams and the generator say of the same paths, side by side. */
#include <math.h>
#include <string.h>

#include "price/stream_ratio.h"
#include "lib/print.h"

static const struct fb_traffic_row *replaced(const struct fb_traffic_row *rows, unsigned int nr,
					     const struct fb_traffic_row *row)
{
	unsigned int i;

	for (i = 0; row->path->replaces && i < nr; i++)
		if (!strcmp(rows[i].path->name, row->path->replaces) && rows[i].udp == row->udp &&
		    rows[i].streams == row->streams)
			return &rows[i];
	return NULL;
}

static const struct fb_bench_point *point_of(const struct fb_bench *b, const char *name)
{
	unsigned int i;

	for (i = 0; i < b->nr_points; i++)
		if (!strcmp(b->point[i].path->name, name) && b->point[i].nr_samples)
			return &b->point[i];
	return NULL;
}

int fb_traffic_ratio(const struct fb_bench *b, const struct fb_traffic_row *rows, unsigned int nr,
		     const struct fb_traffic_row *row, struct fb_traffic_ratio *out)
{
	const struct fb_traffic_row *other = replaced(rows, nr, row);
	const struct fb_bench_point *mine, *theirs;

	memset(out, 0, sizeof(*out));
	mine = other ? point_of(b, row->path->name) : NULL;
	theirs = other ? point_of(b, row->path->replaces) : NULL;
	if (!mine || !theirs || !(fb_traffic_price(row) > 0) || !(fb_traffic_price(other) > 0) ||
	    !(mine->net > 0))
		return 0;
	out->streams = fb_traffic_price(other) / fb_traffic_price(row);
	out->generator = (theirs->net + theirs->later) / (mine->net + mine->later);
	/* An instruction is a nanosecond under icount. */
	out->saved = fb_traffic_price(other) - fb_traffic_price(row);
	out->saved_generator = (theirs->net + theirs->later - mine->net - mine->later) / 1000;
	if (fb_traffic_price(other) - out->saved_generator > 0)
		out->expected =
			fb_traffic_price(other) / (fb_traffic_price(other) - out->saved_generator);
	out->agrees = fabs(out->streams - out->expected) <= FB_RATIO_AGREES * out->expected;
	return 1;
}

void fb_traffic_print_ratios(const struct fb_bench *b, const struct fb_traffic_row *rows,
			     unsigned int nr, FILE *to)
{
	struct fb_traffic_ratio r;
	unsigned int i, differ = 0, any = 0;

	for (i = 0; i < nr; i++) {
		if (!fb_traffic_ratio(b, rows, nr, &rows[i], &r))
			continue;
		if (!any++)
			fb_print(to, "\n%-18s %-12s %-5s %7s   %8s %9s %8s   %10s %10s\n", "path",
				 "replaces", "proto", "streams", "ratio", "generator", "expected",
				 "saved us", "generator");
		fb_print(to, "%-18s %-12s %-5s %7u   %8.2f %9.2f %8.2f   %10.2f %10.2f%s\n",
			 rows[i].path->name, rows[i].path->replaces, rows[i].udp ? "udp" : "tcp",
			 rows[i].streams, r.streams, r.generator, r.expected, r.saved,
			 r.saved_generator, r.agrees ? "" : "  *");
		differ += !r.agrees;
	}
	if (!any)
		return;
	fb_print(
		to,
		"ratio: of us/packet, the hosts' own work in both, so nearer to 1 than the generator's.\n"
		"expected: what it is if a packet saves just what the generator says.\n");
	if (differ)
		fb_print(
			to,
			"* more than %.0f %% from it: the hosts' work is not the same. The far end of a tunnel has to\n"
			"decrypt; and streams that lose more acknowledge and send again more (retrans, lost%%).\n",
			FB_RATIO_AGREES * 100);
}
