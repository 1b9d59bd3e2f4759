/* SPDX-License-Identifier: GPL-2.0 */
/* Hears what flowtables ask of hardware while `flowbench why` watches. */
#ifndef FB_WHY_HARDWARE_H
#define FB_WHY_HARDWARE_H

#include "hardware/observed.h"
#include "lib/error.h"
#include "why/hardware_flows.h"

/**
 * struct fb_why_hardware - what is known
 * @watches: flowtables are looked at
 * @why_not: why they are not
 * @observed: what has been read
 * @flows: what was asked, and answered
 */
struct fb_why_hardware {
	bool watches;
	struct fb_error why_not;
	struct fb_hw_observed observed;
	struct fb_why_hw_flows flows;
};

/** fb_why_hw_begin - look at flowtables, if that is not done yet; sets @h->why_not if it is not possible */
void fb_why_hw_begin(struct fb_why_hardware *h);

/** fb_why_hw_read - take what is new; Return: 0 or a negative errno, of which @error says more */
int fb_why_hw_read(struct fb_why_hardware *h, struct fb_error *error);

/** fb_why_hw_answer - read what is new, and make @h->flows ready for fb_why_hw_judge(); Return: as above */
int fb_why_hw_answer(struct fb_why_hardware *h, struct fb_error *error);

/** fb_why_hw_end - look no more, and free the content */
void fb_why_hw_end(struct fb_why_hardware *h);

#endif
