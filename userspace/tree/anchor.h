/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps large forests onto each other: anchors first, the exact mapping between them. tree/tree_diff.h
 * describes the method. Pure: no I/O.
 */
#ifndef FB_TREE_ANCHOR_H
#define FB_TREE_ANCHOR_H

#include <stdint.h>

#include "tree/exact.h"

/**
 * struct fb_anchor_limits - how much work a mapping may be
 * @cells: cells of tables that the exact mapping may fill for one region
 * @all_cells: the same, for all regions
 * @steps: other steps, for all regions; at 0 the calls of all regions that wait stay unmapped
 */
struct fb_anchor_limits {
	uint64_t cells;
	uint64_t all_cells;
	uint64_t steps;
};

/** fb_anchor_limits - limits for about a second */
extern const struct fb_anchor_limits fb_anchor_limits;

/**
 * fb_anchor_map - map two forests of any size
 * @x: what is compared; the map is all FB_DIFF_NONE
 * @limits: how much work it may be
 * @unproven: receives the number that fb_diff.unproven receives
 *
 * Return: 0 or -ENOMEM.
 */
int fb_anchor_map(const struct fb_exact *x, struct fb_anchor_limits limits, uint32_t *unproven);

#endif
