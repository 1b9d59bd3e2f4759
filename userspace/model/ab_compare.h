/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two sides of a comparison by what a packet touches, misses and guesses wrong, and whether one
 * takes more cycles in each modelled machine. Pure.
 *
 * Counts are of the code where it lay. Cycles are modelled: of each boot for FB_AB_LAYOUTS layouts
 * drawn for this boot alone, so that a difference of layout falls on both sides alike, as chance
 * does. A set of parameters is a machine, what it held before a packet, and how much of each price
 * it waits for.
 *
 * Warm and cold answer different questions, and each has an order of its own: all its sets must
 * agree. There is one order of both sides if warm or cold has it, and no set of the other says the
 * opposite.
 */
#ifndef FB_MODEL_AB_COMPARE_H
#define FB_MODEL_AB_COMPARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "stat/cluster_stat.h"
#include "profile/profile.h"
#include "lib/error.h"
#include "model/line_report.h"
#include "model/machine.h"
#include "model/packet_lines.h"

/** FB_AB_LAYOUTS - layouts of each boot */
#define FB_AB_LAYOUTS 4

/** FB_AB_WAITS - parts of a price that are waited for: all, and a quarter */
#define FB_AB_WAITS 2

/** enum fb_order - whether B takes more cycles than A, or less */
enum fb_order {
	FB_ORDER_NONE,
	FB_ORDER_MORE,
	FB_ORDER_LESS,
};

/**
 * struct fb_ab_function - what a function touches itself, the mean of a side's boots
 * @name: its name; owned
 * @module: that it lies in, or NULL; owned
 * @self: of each side and enum fb_touch before FB_TOUCH_EVENTS, a packet
 */
struct fb_ab_function {
	char *name;
	char *module;
	double self[2][FB_TOUCH_EVENTS];
};

/**
 * struct fb_ab_set - a set of parameters, on one path
 * @delta: cycles of B less those of A (Hodges and Lehmann)
 * @p: that two alike sides differ as much
 */
struct fb_ab_set {
	double delta;
	double p;
};

/**
 * struct fb_ab_path - a path
 * @name: its name; owned
 * @counted: of each side, boot by boot, what is counted
 * @event: of each side, machine and state the mean of all boots and layouts:
 *	@event[(side * machines + m) * states + state]
 * @cycles: of each set and side, boot by boot, layout by layout
 * @set: of each set what became of it
 * @fn: the functions
 * @nr_fn: how many
 * @state: the order of all sets that are warm, and of all that are cold
 * @order: of both sides
 */
struct fb_ab_path {
	char *name;
	double (*counted[2])[FB_TOUCH_EVENTS];
	double (*event)[FB_MACHINE_EVENTS];
	double *(*cycles)[2];
	struct fb_ab_set *set;
	struct fb_ab_function *fn;
	size_t nr_fn;
	enum fb_order state[FB_LINES_STATES];
	enum fb_order order;
};

/**
 * struct fb_ab_compare - all paths
 * @machine: the machines, borrowed
 * @nr_machines: how many
 * @boots: how many boots each side has
 * @path: the paths
 * @nr: how many
 */
struct fb_ab_compare {
	struct fb_machine *machine;
	size_t nr_machines;
	unsigned int boots[2];
	struct fb_ab_path *path;
	size_t nr;
};

/** fb_ab_sets - how many sets there are */
static inline size_t fb_ab_sets(const struct fb_ab_compare *v)
{
	return v->nr_machines * FB_LINES_STATES * FB_AB_WAITS;
}

/**
 * fb_ab_add - replay a boot
 * @v: has machines and boots; fb_ab_free() it, after an error, too
 * @side: 0 or 1
 * @number: of the boot, from 0
 * @p: its profile
 * @rec: its record, with accesses
 * @error: receives what is wrong
 *
 * Paths are those of the first boot that is added; one that a later boot has not got is an error.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_ab_add(struct fb_ab_compare *v, unsigned int side, unsigned int number, struct fb_profile *p,
	      const struct fb_profile_record *rec, struct fb_error *error);

/**
 * FB_AB_ALPHA - p from which on a set has an order
 *
 * Half of FB_CLUSTER_ALPHA, for there are two states: at most one in twenty comparisons of alike
 * kernels says otherwise.
 */
#define FB_AB_ALPHA (FB_CLUSTER_ALPHA / 2)

/** fb_ab_judge - which side takes more; Return: 0 or -ENOMEM */
int fb_ab_judge(struct fb_ab_compare *v);

/** fb_ab_print - the tables, and a line for each path with what the model says */
void fb_ab_print(const struct fb_ab_compare *v, FILE *to);

/** fb_ab_ordered - returns true if there is an order on any path */
bool fb_ab_ordered(const struct fb_ab_compare *v);

/** fb_ab_json - the same as JSON; Return: an array of paths, or NULL */
json_t *fb_ab_json(const struct fb_ab_compare *v);

/** fb_ab_free - free what was added */
void fb_ab_free(struct fb_ab_compare *v);

#endif
