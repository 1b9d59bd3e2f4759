/* SPDX-License-Identifier: GPL-2.0 */
/* Prices of flows in bench.json: the list "flow_prices". Pure. */
#ifndef FB_BENCH_FLOW_JSON_H
#define FB_BENCH_FLOW_JSON_H

#include <jansson.h>

#include "json/json_schema.h"
#include "price/prices.h"

/** FB_FLOW_KEYS - what tells two prices of flows of a document apart */
#define FB_FLOW_KEYS "path proto table"

/** fb_flow_price_fields - the elements of the list; figures follow from cycles, and counts prove them */
extern const struct fb_json_field fb_flow_price_fields[];

/** fb_flow_prices_json - the list, of all prices of @b; the caller's */
json_t *fb_flow_prices_json(const struct fb_bench *b);

/**
 * fb_flow_prices_read - add the prices of a document that was checked
 * @b: receives them
 * @list: the list, or NULL
 * @path: only those of this path
 *
 * Return: 0 or -ENOMEM.
 */
int fb_flow_prices_read(struct fb_bench *b, const json_t *list, const char *path);

#endif
