/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The same code elsewhere: where a record's blocks would lie if the kernel and each module began some bytes later. Pure.
 *
 * Functions begin at multiples of 16 (CONFIG_FUNCTION_ALIGNMENT), so a link in another order, or a few bytes more in front, moves
 * them by such. What lies in which lines and sets changes by that, and so do the entries of the predictors; what is computed
 * does not.
 */
#ifndef FB_MODEL_PHYSICAL_LAYOUT_H
#define FB_MODEL_PHYSICAL_LAYOUT_H

#include <stdint.h>

#include "profile/profile.h"

/** FB_LAYOUT_STEP - code moves by a multiple of so many bytes, and by less than a page */
#define FB_LAYOUT_STEP 16

/**
 * struct fb_layout - where each block lies
 * @shift: by how many bytes it has moved
 * @paddr: where its code lies in memory now, or 0 if that is not known
 */
struct fb_layout {
	uint32_t *shift;
	uint64_t *paddr;
};

/**
 * fb_layout_seed - a seed of a boot's own, for fb_layout_make()
 * @rec: its record, with places
 *
 * It hangs on all that the record holds, and not on which side of a comparison the boot stands: a seed by side would be one
 * draw for all comparisons there ever are, and favour one side in each.
 * Return: the seed, not 0.
 */
uint64_t fb_layout_seed(const struct fb_profile_record *rec);

/**
 * fb_layout_make - move the code of a record
 * @rec: the record, with places
 * @syms: whose each block is
 * @seed: how; 0 leaves all where it is
 * @l: receives it; fb_layout_free() it after success
 *
 * The kernel is one piece. A module's pages stay where they are; what moves beyond the last one that ran gets a page of its own.
 * Return: 0 or -ENOMEM.
 */
int fb_layout_make(const struct fb_profile_record *rec, struct fb_symbols *syms, uint64_t seed,
		   struct fb_layout *l);

/** fb_layout_free - free it */
void fb_layout_free(struct fb_layout *l);

#endif
