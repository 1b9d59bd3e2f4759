/* SPDX-License-Identifier: GPL-2.0 */
/* bench.json. */
#ifndef FB_BENCH_JSON_H
#define FB_BENCH_JSON_H

#include "bench/bench.h"

/** fb_bench_json - write all of it to the file @path; Return: 0 or a negative errno */
int fb_bench_json(const struct fb_bench *b, const char *path);

#endif
