/* SPDX-License-Identifier: GPL-2.0 */
/* What flows cost beside their packets. */
#ifndef FB_PRICE_FLOW_SETUP_H
#define FB_PRICE_FLOW_SETUP_H

#include <stdio.h>

#include "price/prices.h"

/**
 * struct fb_bench_setup - what flows cost beside their packets
 * @path: the path
 * @flows: how many
 * @added: how many were put into the flowtable
 * @add: price of putting one there
 * @passes: how often the flowtable was looked through
 * @gc: price of one pass
 * @memory: bytes that the kernel took for all flows, without the generator's own
 * @own_memory: the generator's own
 */
struct fb_bench_setup {
	const struct fb_bench_path *path;
	unsigned long flows;
	uint64_t added;
	double add;
	uint64_t passes;
	double gc;
	uint64_t memory;
	uint64_t own_memory;
};

/** fb_bench_set_up - make flows of a path in a lab of their own; Return: 0 or a negative errno */
int fb_bench_set_up(struct fb_bench *b, const struct fb_bench_path *path, unsigned long flows,
		    struct fb_bench_setup *su);

/** fb_bench_print_setup - a line of the table; NULL for @su prints its head */
void fb_bench_print_setup(const struct fb_bench *b, const struct fb_bench_setup *su, FILE *to);

#endif
