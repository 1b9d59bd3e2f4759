/* SPDX-License-Identifier: GPL-2.0 */
/* A count from outside, held against the price of each path. Pure. */
#ifndef FB_CONFIRM_CONFIRM_H
#define FB_CONFIRM_CONFIRM_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "confirm/left_out.h"
#include "confirm/rounds.h"
#include "price/path.h"
#include "profile/profile.h"

/** FB_CONFIRM_SCHEMA - name and version of the form of confirm.json */
#define FB_CONFIRM_SCHEMA "flowbench.confirm/1"

/** FB_CONFIRM_NEAR - a path is confirmed if both figures differ by at most so many percent */
#define FB_CONFIRM_NEAR 2.0

/**
 * struct fb_confirm_row - a row of the file of what is left out, in instructions a packet
 * @counted: of the gateway, in the repetition whose path is the median
 * @spread: the greatest of all repetitions less the least
 * @gross: of the price's round
 * @own: of the round of the generator alone
 */
struct fb_confirm_row {
	double counted;
	double spread;
	double gross;
	double own;
};

/**
 * struct fb_confirm_function - what a function takes itself in the row "path", in instructions a packet
 * @name: of the function
 * @module: that it lies in, or NULL
 * @counted: of the gateway
 * @priced: of the price's round
 */
struct fb_confirm_function {
	const char *name;
	const char *module;
	double counted;
	double priced;
};

/**
 * struct fb_confirm_path - a path
 * @path: what proves it
 * @packets: a long round has so many more than a short one
 * @repetitions: pairs of rounds
 * @net: its price, of bench.json
 * @row: each row, in the order of the file
 * @all: the sum of the rows
 * @polls: polls of a driver a packet
 * @interrupts: interrupts of NICs a packet
 * @function: functions of the row "path", the greatest difference first; they sum to it
 * @nr_functions: how many
 */
struct fb_confirm_path {
	const struct fb_bench_path *path;
	unsigned long packets;
	unsigned int repetitions;
	double net;
	struct fb_confirm_row row[FB_ROWS_MAX];
	struct fb_confirm_row all;
	double polls;
	double interrupts;
	struct fb_confirm_function *function;
	size_t nr_functions;
};

/**
 * struct fb_confirm - all of it
 * @price: the profile of the prices, borrowed
 * @lo: the rows, borrowed
 * @rounds: the rounds of the gateway, borrowed
 * @syms: the symbols of the gateway, borrowed
 * @path: the paths, in the order of @rounds
 * @nr: how many
 */
struct fb_confirm {
	const struct fb_profile *price;
	const struct fb_left_out *lo;
	const struct fb_gateway_rounds *rounds;
	struct fb_symbols *syms;
	struct fb_confirm_path *path;
	size_t nr;
};

/**
 * fb_confirm_build - set a gateway's record beside a profile of prices
 * @c: has all that is borrowed; receives the paths, which fb_confirm_free() frees
 * @rec: the gateway's record
 * @paths: the paths, for their proofs
 * @nr_paths: how many
 * @error: receives what is wrong
 *
 * Proofs of the kind "hook" are counted in the record: how often that function was entered.
 * Return: 0, -EINVAL with @error set if something is missing, does not close or is not proved, or -ENOMEM.
 */
int fb_confirm_build(struct fb_confirm *c, const struct fb_profile_record *rec,
		     const struct fb_bench_path *paths, unsigned int nr_paths,
		     struct fb_error *error);

/** fb_confirm_free - free the paths */
void fb_confirm_free(struct fb_confirm *c);

/** fb_confirm_gap - by how many instructions a packet the path that was counted is dearer than the one that was priced */
double fb_confirm_gap(const struct fb_confirm_path *p);

/** fb_confirm_percent - the same in percent of the path that was priced */
double fb_confirm_percent(const struct fb_confirm_path *p);

/** fb_confirm_print - the tables */
void fb_confirm_print(const struct fb_confirm *c, FILE *to);

/** fb_confirm_json - the same, with each function, as a JSON document, or NULL for want of memory */
json_t *fb_confirm_json(const struct fb_confirm *c);

#endif
