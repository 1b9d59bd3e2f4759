/* SPDX-License-Identifier: GPL-2.0 */
/* The table of what flows cost beside their packets. */
#ifndef FB_BENCH_FLOW_TABLE_H
#define FB_BENCH_FLOW_TABLE_H

#include <stdio.h>

#include "price/prices.h"

/**
 * fb_flow_saves - what a packet of the fast path saves (pure)
 * @b: the bench, with its points
 * @fp: the price of a flow
 *
 * Return: net and later of the path that is replaced, less those of the path, as the ratio has them; from the points with as
 * many flows as the table, else from the first ones. Without points, or if their packets are of another protocol: what a
 * later packet of the flows themselves saved.
 */
double fb_flow_saves(const struct fb_bench *b, const struct fb_flow_price *fp);

/** fb_flow_table_print - the table; prints nothing without prices of flows */
void fb_flow_table_print(const struct fb_bench *b, FILE *to);

#endif
