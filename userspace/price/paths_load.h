/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the paths of a bench. */
#ifndef FB_PRICE_PATHS_LOAD_H
#define FB_PRICE_PATHS_LOAD_H

#include "price/prices.h"

/**
 * fb_bench_load - read paths from userspace/data/paths
 * @b: receives them in @path
 * @names: which; with @nr 0 all of them, each after the one it replaces
 * @nr: how many names
 *
 * Says what is wrong, and which paths there are if a name is none of them.
 * Return: 0 or a negative errno.
 */
int fb_bench_load(struct fb_bench *b, char *const *names, int nr);

/**
 * fb_bench_say_left - name the modules that are loaded, and that change other paths than the one that loads them
 *
 * Such a path leaves its module loaded, and so it says which.
 */
void fb_bench_say_left(void);

#endif
