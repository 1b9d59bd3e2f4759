/* SPDX-License-Identifier: GPL-2.0 */
/* A lab for a path of a bench. */
#ifndef FB_PRICE_PATH_LAB_H
#define FB_PRICE_PATH_LAB_H

#include <stdbool.h>

#include "price/path.h"

/** fb_path_unsupported - true, and said, if this kernel or this flowbench does not have the path */
bool fb_path_unsupported(const struct fb_bench_path *path);

/**
 * fb_bench_in_lab - bring the lab of a path up, do something in its gateway, take the lab down
 * @path: the path
 * @flows: room for so many
 * @fn: called in the gateway's network namespace
 * @ctx: handed to @fn
 *
 * Return: what @fn returned, or a negative errno.
 */
int fb_bench_in_lab(const struct fb_bench_path *path, unsigned long flows, int (*fn)(void *),
		    void *ctx);

#endif
