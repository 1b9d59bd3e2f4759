/* SPDX-License-Identifier: GPL-2.0 */
/* Packets that the lab makes, for the rounds to send. */
#ifndef FB_PRICE_RECORDED_PACKETS_H
#define FB_PRICE_RECORDED_PACKETS_H

#include "price/prices.h"

/**
 * fb_bench_record - let the lab make the packets that the path's rounds send
 * @b: the bench
 * @path: a path with @record; its flows are known
 *
 * One round whose packets are kept, enough for everything that @b wants of one point; then the lab
 * becomes what the path is measured in. What arrived was taken once, and is sent once.
 * Return: 0, -EPROTO if a packet is missing, or another negative errno. Says what is wrong.
 */
int fb_bench_record(const struct fb_bench *b, const struct fb_bench_path *path);

#endif
