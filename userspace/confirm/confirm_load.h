/* SPDX-License-Identifier: GPL-2.0 */
/* Reads what two boots have left: the prices of one, and the gateway of the other. */
#ifndef FB_CONFIRM_CONFIRM_LOAD_H
#define FB_CONFIRM_CONFIRM_LOAD_H

#include <jansson.h>
#include <stdio.h>

#include "lib/error.h"
#include "price/prices.h"

/**
 * struct fb_confirm_files - where everything is
 * @prices: folder of bench.json, kallsyms and profile.record, as `make bench PROFILE=keep` leaves them
 * @gateway: folder of rounds, kallsyms and profile.record, as `flowbench confirm --gateway` and its machine leave them
 * @left_out: the file of rows, or NULL for userspace/data/confirm/left-out
 */
struct fb_confirm_files {
	const char *prices;
	const char *gateway;
	const char *left_out;
};

/**
 * fb_confirm_load - hold a gateway against prices
 * @files: what to read
 * @b: has the paths
 * @to: receives the tables
 * @json: receives the document, if it is not NULL
 * @error: receives what is wrong
 *
 * Return: 0; FB_JSON_REFUSED if bench.json is; or a negative errno.
 */
int fb_confirm_load(const struct fb_confirm_files *files, const struct fb_bench *b, FILE *to,
		    json_t **json, struct fb_error *error);

#endif
