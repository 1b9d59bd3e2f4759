/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the numbers of bench.json must agree in. Each function is an @agree of json/json_schema.h.
 * Pure.
 */
#ifndef FB_BENCH_BENCH_AGREE_H
#define FB_BENCH_BENCH_AGREE_H

#include "json/json_schema.h"

/** fb_bench_point_agrees - checks a point that was measured: proofs, samples and rounds */
int fb_bench_point_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error);

/** fb_bench_stat_agrees - checks that min, low95, median, high95 and max are in this order */
int fb_bench_stat_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error);

/** fb_bench_hook_agrees - checks that what a hook at ingress costs is what its rounds say */
int fb_bench_hook_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error);

/** fb_bench_latency_agrees - checks that the buckets hold all packets, each once */
int fb_bench_latency_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			    struct fb_error *error);

#endif
