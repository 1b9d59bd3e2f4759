/* SPDX-License-Identifier: GPL-2.0 */
/* Which definition of prices a bench.json has. Pure. */
#ifndef FB_BENCH_DEFINITION_H
#define FB_BENCH_DEFINITION_H

#include "json/json_schema.h"

/** fb_bench_definition - returns the definition that the fingerprint of @doc names, "1" if it names none */
const char *fb_bench_definition(const json_t *doc);

/**
 * fb_bench_hook_is_off - checks that of the own of a point as much was taken off as its definition wants
 * @at: where the point stands
 * @js: the point
 * @doc: the document
 * @error: receives what is wrong
 *
 * Definition 1 took no hook off. The generator's packets that end in the driver meet none.
 *
 * Return: as @agree of json/json_schema.h.
 */
int fb_bench_hook_is_off(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error);

#endif
