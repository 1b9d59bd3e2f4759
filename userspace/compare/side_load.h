/* SPDX-License-Identifier: GPL-2.0 */
/* One side of a comparison: some boots that priced the same paths. */
#ifndef FB_COMPARE_SIDE_LOAD_H
#define FB_COMPARE_SIDE_LOAD_H

#include <jansson.h>
#include <stdbool.h>

#include "system/compiler.h"
#include "system/fingerprint.h"
#include "json/json_schema.h"
#include "lib/error.h"

/**
 * struct fb_price - what a packet cost at one point of one boot
 * @path: the path's name
 * @size: frame length
 * @segments: of a superpacket, 0 for another packet
 * @flows: how many
 * @batch: packets handed over at once
 * @cpus: processors that injected
 * @gross: the whole path: the median sample
 * @own: the generator's own: the median lab
 * @sample: of the whole path: of the cheapest of its rounds in instructions, else of the middle one
 * @nr: how many samples
 */
struct fb_price {
	char path[64];
	unsigned long size;
	unsigned long segments;
	unsigned long flows;
	unsigned long batch;
	unsigned long cpus;
	double gross;
	double own;
	double *sample;
	unsigned int nr;
};

/**
 * struct fb_boot - one bench.json
 * @file: its name
 * @fp: fingerprint
 * @compiler: that built the kernel, empty if it does not say
 * @settings: rounds, packets and the like, as text
 * @mode: what prices are in: "insn", "turns" or "ns" (price/prices.h)
 * @insn: they are counted, else timed
 * @price: a price a point
 * @nr: how many
 */
struct fb_boot {
	char *file;
	struct fb_fingerprint fp;
	char compiler[FB_COMPILER_MAX];
	char *settings;
	char mode[8];
	bool insn;
	struct fb_price *price;
	unsigned int nr;
};

/**
 * struct fb_side - one side of a comparison
 * @name: what it is called in messages: the file or folder
 * @boot: its boots
 * @nr: how many
 */
struct fb_side {
	char name[256];
	struct fb_boot *boot;
	unsigned int nr;
};

/**
 * fb_boot_read - read one bench.json
 * @text: its text
 * @file: its name, for messages
 * @boot: receives it; fb_boot_free() it, after an error, too
 * @error: receives one line that names the file and says what is wrong
 *
 * What is cut short, of another schema, not proved, or not accounted for is an error: nothing can
 * be said from half a side.
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_boot_read(const char *text, const char *file, struct fb_boot *boot, struct fb_error *error);

/** fb_boot_find - the price of a boot at the same point as @like, or NULL (pure) */
const struct fb_price *fb_boot_find(const struct fb_boot *boot, const struct fb_price *like);

/**
 * fb_price_point - where in a bench.json @price is: path, size, flows, batch, cpus, and segments of a superpacket
 *
 * Return: an object that the caller owns, or NULL if memory is short.
 */
json_t *fb_price_point(const struct fb_price *price);

/** fb_boot_free - free what fb_boot_read() has made */
void fb_boot_free(struct fb_boot *boot);

/**
 * fb_side_load - read one side from disk
 * @path: a bench.json, a folder that holds one, or a folder of such folders (one a boot)
 * @side: receives it; fb_side_free() it, after an error, too
 * @error: receives one line that says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_side_load(const char *path, struct fb_side *side, struct fb_error *error);

/** fb_side_free - free what fb_side_load() has made */
void fb_side_free(struct fb_side *side);

#endif
