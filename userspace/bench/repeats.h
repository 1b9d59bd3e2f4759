/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Repeats of string instructions, taken off the prices of a bench.json. The guest's clock counts each turn of
 * "rep movsb", and the plugin of QEMU, which the guest does not see, has counted those beyond the first. Pure: no I/O.
 */
#ifndef FB_BENCH_REPEATS_H
#define FB_BENCH_REPEATS_H

#include <jansson.h>

#include "lib/error.h"

/** FB_REPEATS_FILE - the plugin's file beside a bench.json (scripts/vm/boot --repeats) */
#define FB_REPEATS_FILE "repeats"

/**
 * fb_bench_count_repeats - give each round its repeats, and points prices without them
 * @doc: a bench.json that its schema has vouched for, in the mode "turns"; its mode becomes "insn"
 * @text: the plugin's file: "SERIAL REPEATS", a line a marked round, from 1 on
 * @error: receives what is wrong
 *
 * Samples, medians, net and later are reckoned again; fb_bench_join() does so with ratios.
 * Return: 0, FB_JSON_REFUSED with @error set if a round is not in @text, or -ENOMEM.
 */
int fb_bench_count_repeats(json_t *doc, const char *text, struct fb_error *error);

#endif
