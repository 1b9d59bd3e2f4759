/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A modelled machine: what its caches, TLBs and predictors hold. Its sizes are a file of
 * userspace/data/machines. Pure.
 */
#ifndef FB_MODEL_MACHINE_H
#define FB_MODEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"
#include "lib/error.h"
#include "model/branch.h"
#include "model/cache.h"

/** enum fb_machine_cache - its caches of lines and of pages */
enum fb_machine_cache {
	FB_MACHINE_L1I,
	FB_MACHINE_L1D,
	FB_MACHINE_L2,
	FB_MACHINE_LLC,
	FB_MACHINE_ITLB,
	FB_MACHINE_DTLB,
	FB_MACHINE_ITLB_LARGE,
	FB_MACHINE_DTLB_LARGE,
	FB_MACHINE_STLB,
	FB_MACHINE_CACHES,
};

/** enum fb_machine_event - what can go wrong for an access, a fetch or a branch */
enum fb_machine_event {
	FB_MISS_L1I,
	FB_MISS_L1D,
	FB_MISS_L2,
	FB_MISS_LLC,
	FB_MISS_ITLB,
	FB_MISS_DTLB,
	FB_MISS_STLB,
	FB_WRONG_BRANCH,
	FB_WRONG_TARGET,
	FB_WRONG_RETURN,
	FB_MACHINE_EVENTS,
};

/**
 * enum fb_machine_price - what it takes, in cycles
 * @FB_PRICE_L2: a line from L2
 * @FB_PRICE_LLC: one from the last-level cache, if there is one
 * @FB_PRICE_MEMORY: one from memory
 * @FB_PRICE_STLB: a page from the second-level TLB
 * @FB_PRICE_WALK: one from the page tables
 * @FB_PRICE_WRONG: a branch, target or return that was guessed wrong
 */
enum fb_machine_price {
	FB_PRICE_L2,
	FB_PRICE_LLC,
	FB_PRICE_MEMORY,
	FB_PRICE_STLB,
	FB_PRICE_WALK,
	FB_PRICE_WRONG,
	FB_MACHINE_PRICES,
};

/**
 * struct fb_machine - a machine and what it holds now
 * @name: of its file; owned
 * @title: what it is; owned
 * @cache: its caches; those for large pages have no sets if the others hold such pages as well, nor
 *	has the LLC of a machine without one
 * @branch: its predictors
 * @width: instructions a cycle at most
 * @price: in cycles
 * @large: the regions with large pages, a bit each, as fb_rec_large() says; those of x86-64 until a record is replayed
 * @event: how often it was so since it was set to 0
 */
struct fb_machine {
	char *name;
	char *title;
	struct fb_cache cache[FB_MACHINE_CACHES];
	struct fb_branch branch;
	unsigned int width;
	unsigned int price[FB_MACHINE_PRICES];
	uint32_t large;
	uint64_t event[FB_MACHINE_EVENTS];
};

/** fb_machine_event_name - "l1i", "l1d", … */
const char *fb_machine_event_name(enum fb_machine_event event);

/**
 * fb_machine_parse - read a machine
 * @name: its name
 * @text: lines "KEY = VALUE". title; l1i, l1d, l2, llc: bytes and ways ("32K 8"); itlb, dtlb,
 *	itlb-large, dtlb-large, stlb: entries and ways; branch, target: counters and targets, powers
 *	of two; returns: entries; width: instructions a cycle; l2-cycles, llc-cycles, memory-cycles,
 *	stlb-cycles, walk-cycles, wrong-cycles: prices. llc, llc-cycles, itlb-large and dtlb-large
 *	may be missing
 * @m: receives it, empty; fb_machine_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_machine_parse(const char *name, const char *text, struct fb_machine *m,
		     struct fb_error *error);

/** fb_machine_free - free it */
void fb_machine_free(struct fb_machine *m);

/** fb_machine_forget - empty caches, TLBs and predictors, as if something else had run */
void fb_machine_forget(struct fb_machine *m);

/** fb_machine_access - an access to data, as a sequence has it */
void fb_machine_access(struct fb_machine *m, uint32_t access);

/**
 * fb_machine_fetch - fetch a line of code
 * @m: the machine
 * @region: by which addresses it is reached
 * @line: its number
 */
void fb_machine_fetch(struct fb_machine *m, enum fb_rec_region region, uint64_t line);

/**
 * fb_machine_cycles - what instructions and events take on it (modelled)
 * @m: the machine
 * @insns: instructions
 * @event: how many of each enum fb_machine_event
 * @waits: how much of each price is waited for, from 0 to 1: a core that goes on meanwhile waits
 *	for a part of it
 *
 * Return: cycles: as many instructions each as it can do at most, and the prices.
 */
double fb_machine_cycles(const struct fb_machine *m, double insns,
			 const double event[FB_MACHINE_EVENTS], double waits);

#endif
