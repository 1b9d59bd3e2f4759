/* SPDX-License-Identifier: GPL-2.0 */
/* bench.json. */
#ifndef FB_BENCH_BENCH_JSON_H
#define FB_BENCH_BENCH_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "price/prices.h"

/** fb_bench_json - write all of it to the file @path, by fb_json_write(); Return: 0 or a negative errno */
int fb_bench_json(const struct fb_bench *b, const char *path, struct fb_error *error);

/** fb_bench_stat_json - median, min, max, low95 and high95 as an object, or NULL for want of memory */
json_t *fb_bench_stat_json(const struct fb_bench_stat *st);

/** fb_bench_json_write - write a bench.json that is in memory; Return: 0 or a negative errno */
int fb_bench_json_write(const json_t *doc, const char *path, struct fb_error *error);

/** fb_bench_is_measured - returns true if a point of a bench.json has no error (pure) */
bool fb_bench_is_measured(const json_t *point);

/** fb_bench_point_packets - packets of a round of @point, a point of the bench.json @doc (pure) */
json_int_t fb_bench_point_packets(const json_t *doc, const json_t *point);

#endif
