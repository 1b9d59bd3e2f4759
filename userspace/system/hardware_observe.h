/* SPDX-License-Identifier: GPL-2.0 */
/* Switches the module's look at what flowtables ask of hardware, and reads it. */
#ifndef FB_SYSTEM_HARDWARE_OBSERVE_H
#define FB_SYSTEM_HARDWARE_OBSERVE_H

#include "hardware/observed.h"

/**
 * fb_hw_observe_on - look at the flowtables of the calling thread's network namespace
 * @error: receives what is wrong
 *
 * Return: 0; -EBUSY if somebody observes already; -ENOENT without the module, or without nf_flow_table; or another
 * negative errno.
 */
int fb_hw_observe_on(struct fb_error *error);

/** fb_hw_observe_off - look no more */
void fb_hw_observe_off(void);

/**
 * fb_hw_observe_read - read what is new. The module keeps 256 questions
 * @o: what has been read before; all 0 at first
 * @each: called for each new question
 * @data: handed to @each
 * @error: receives what is wrong
 *
 * Return: 0, what @each returned, -ENODATA if somebody has switched it off, or another negative errno.
 */
int fb_hw_observe_read(struct fb_hw_observed *o, fb_hw_question_fn *each, void *data,
		       struct fb_error *error);

#endif
