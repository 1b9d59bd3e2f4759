/* SPDX-License-Identifier: GPL-2.0 */
/* Two sides of a comparison, each some boots that priced the same paths; and what became of them. */
#ifndef FB_BENCH_COMPARE_H
#define FB_BENCH_COMPARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "bench/compare_stat.h"
#include "kernel/fingerprint.h"
#include "lib/why.h"

/** FB_COMPARE_SCHEMA - name and version of the form of the JSON */
#define FB_COMPARE_SCHEMA "flowbench.compare/1"

/** FB_COMPARE_SEEDS - fewer seeds a side allow no verdict in instructions */
#define FB_COMPARE_SEEDS 5

/**
 * struct fb_price - what a packet cost at one point of one boot
 * @path: the path's name
 * @size: frame length
 * @flows: how many
 * @batch: packets handed over at once
 * @cpus: processors that injected
 * @gross: the whole path: of the cheapest round in instructions, else of the middle one
 * @own: the generator's own, likewise
 */
struct fb_price {
	char path[64];
	unsigned long size;
	unsigned long flows;
	unsigned long batch;
	unsigned long cpus;
	double gross;
	double own;
};

/**
 * struct fb_boot - one bench.json
 * @file: its name
 * @fp: fingerprint
 * @settings: rounds, packets and the like, as text
 * @insn: prices are instructions, else ns
 * @price: a price a point
 * @nr: how many
 */
struct fb_boot {
	char *file;
	struct fb_fingerprint fp;
	char *settings;
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
 * @why: receives one line that names the file and says what is wrong
 *
 * What is cut short, of another schema, not proved, or not accounted for is an error: nothing can
 * be said from half a side.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_boot_read(const char *text, const char *file, struct fb_boot *boot, struct fb_why *why);

/** fb_boot_free - free what fb_boot_read() has made */
void fb_boot_free(struct fb_boot *boot);

/**
 * fb_side_load - read one side from disk
 * @path: a bench.json, a folder that holds one, or a folder of such folders (one a boot)
 * @side: receives it; fb_side_free() it, after an error, too
 * @why: receives one line that says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_side_load(const char *path, struct fb_side *side, struct fb_why *why);

/** fb_side_free - free what fb_side_load() has made */
void fb_side_free(struct fb_side *side);

/**
 * fb_side_comparable - may these be compared
 * @a: the one
 * @b: the other
 * @across: two kernels, or two machines, are compared on purpose
 * @why: receives one line that says what is different
 *
 * All boots of a side must be alike but for their seeds. From side to side the kernel and its
 * modules may have been built anew, and nothing else may differ unless @across.
 * Return: true if so.
 */
bool fb_side_comparable(const struct fb_side *a, const struct fb_side *b, bool across,
			struct fb_why *why);

/** enum fb_judgement - what can be said */
enum fb_judgement {
	FB_JUDGED_NONE, /* nothing */
	FB_JUDGED_SAME,
	FB_JUDGED_DIFFERENT,
};

/**
 * struct fb_compared - one point on both sides
 * @a: on the one; of its numbers the medians over all boots
 * @b: on the other
 * @lone: it is on one side only: 'a' or 'b', else 0; such a point is not judged
 * @delta: in instructions the median of the differences, seed by seed; else that of the medians
 * @spread: in instructions the greatest difference less the least
 * @agree: in instructions how many seeds have a difference of @delta's sign
 * @ci: ratio and 95 % confidence interval, in ns
 * @p: of Mann and Whitney's test, adjusted for the number of points, in ns
 * @tost: of the test that the ratio is within the margin, in ns
 * @needed: samples a side that would do, in ns
 * @judged: what can be said of it
 */
struct fb_compared {
	struct fb_price a;
	struct fb_price b;
	char lone;
	double delta;
	double spread;
	unsigned int agree;
	struct fb_interval ci;
	double p;
	double tost;
	unsigned int needed;
	enum fb_judgement judged;
};

/**
 * struct fb_comparison - a comparison
 * @side: the two sides
 * @insn: in instructions, else ns
 * @nr_samples: boots of a side; of the one that has fewer
 * @margin: within which "no change" may be claimed, in ns
 * @point: point by point
 * @nr: how many
 * @judged: of all of them
 * @why: why nothing can be said, if so
 */
struct fb_comparison {
	const struct fb_side *side[2];
	bool insn;
	unsigned int nr_samples;
	double margin;
	struct fb_compared *point;
	unsigned int nr;
	enum fb_judgement judged;
	struct fb_why why;
};

/**
 * fb_compare - compare two sides that are comparable
 * @a: the one
 * @b: the other
 * @across: a point that one side lacks is passed over
 * @margin: within which "no change" may be claimed, in ns
 * @c: receives the comparison; fb_compare_free() it, after an error, too
 *
 * Return: 0, -ENOENT with @c's why if a side lacks a point, or -ENOMEM.
 */
int fb_compare(const struct fb_side *a, const struct fb_side *b, bool across, double margin,
	       struct fb_comparison *c);

/** fb_compare_free - free what fb_compare() has made */
void fb_compare_free(struct fb_comparison *c);

/**
 * fb_compare_instructions - judge one point, seed by seed (pure)
 * @a: prices on the one side
 * @b: on the other, in the order of the same seeds
 * @nr: how many
 * @pt: receives delta, spread, agree and judged
 *
 * An instruction is an instruction: where all seeds say the same, one of them is a difference. Where they do
 * not (how a hash table came to lie, which object of a slab is next), the sides differ if all seeds but at
 * most one say so, and by more than three times the median deviation of what they say.
 * Return: 0 or -ENOMEM.
 */
int fb_compare_instructions(const double *a, const double *b, unsigned int nr,
			    struct fb_compared *pt);

/**
 * struct fb_samples - what a point cost, boot by boot
 * @a: on the one side
 * @na: how many
 * @b: on the other
 * @nb: how many
 */
struct fb_samples {
	const double *a;
	unsigned int na;
	const double *b;
	unsigned int nb;
};

/**
 * fb_compare_times - judge points in ns, all at once (pure)
 * @s: samples, a point each, at least 2 a side
 * @nr: how many points
 * @margin: within which "no change" may be claimed
 * @pt: receives p, tost, needed and judged
 *
 * Return: 0 or -ENOMEM.
 */
int fb_compare_times(const struct fb_samples *s, unsigned int nr, double margin,
		     struct fb_compared *pt);

/** fb_compare_print - the table and the verdict, which is the last line */
void fb_compare_print(const struct fb_comparison *c, FILE *to);

/** fb_compare_json - all of it, or NULL if memory is short */
json_t *fb_compare_json(const struct fb_comparison *c);

#endif
