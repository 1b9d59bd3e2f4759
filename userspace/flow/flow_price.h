/* SPDX-License-Identifier: GPL-2.0 */
/* Measures what flows cost beside their packets. */
#ifndef FB_FLOW_FLOW_PRICE_H
#define FB_FLOW_FLOW_PRICE_H

#include "price/prices.h"

/**
 * fb_flow_is_priced - whether flows of a path are priced: it has a flowtable, and replaces a path (pure)
 * @path: the path
 *
 * Not if its packets are recorded or end in a driver: a warm-up does not send its packets one by one.
 */
bool fb_flow_is_priced(const struct fb_bench_path *path);

/** fb_flow_is_own - returns true if packets of @path are of this protocol (pure) */
bool fb_flow_is_own(const struct fb_bench_path *path, bool tcp);

/**
 * fb_flow_price - add, refresh and end flows of a path, with each protocol and each number of flows asked for
 * @b: the bench; receives the prices in @flow
 * @path: the path; one whose flows are not priced, or that this kernel lacks, is left out
 *
 * For each price there are two labs: one of @path, one of the path that it replaces. Says what is wrong.
 * Return: 0; -EPROTO if a count is not what it must be; or another negative errno.
 */
int fb_flow_price(struct fb_bench *b, const struct fb_bench_path *path);

#endif
