/* SPDX-License-Identifier: GPL-2.0 */
/* What flowtables ask of hardware: the module's file "hardware/observed", read again and again. Pure: no I/O. */
#ifndef FB_HARDWARE_OBSERVED_H
#define FB_HARDWARE_OBSERVED_H

#include <stdint.h>

#include "hardware/rule.h"
#include "lib/error.h"

/**
 * struct fb_hw_sums - the sums of the first line
 * @given: rules that were given
 * @refused: of those, rules that no device took
 * @destroy: rules that were given up
 * @stats: questions for statistics
 * @silent: of those, questions that were answered with nothing
 * @open: questions that are not answered yet
 * @missed: questions that the probe missed
 */
struct fb_hw_sums {
	uint64_t given;
	uint64_t refused;
	uint64_t destroy;
	uint64_t stats;
	uint64_t silent;
	uint64_t open;
	uint64_t missed;
};

/**
 * struct fb_hw_observed - what has been read
 * @last: number of the last question
 * @unseen: questions that the module had forgotten before they were read
 * @sums: since fb_hw_observe_on()
 */
struct fb_hw_observed {
	uint32_t last;
	uint64_t unseen;
	struct fb_hw_sums sums;
};

/**
 * fb_hw_question_fn - called for each question that has not been read before
 * @rule: the question, valid during the call
 * @data: of the caller
 *
 * Return: 0, or a negative errno that ends the reading.
 */
typedef int fb_hw_question_fn(const struct fb_hw_rule *rule, void *data);

/**
 * fb_hw_observed_text - read what is new in the file
 * @o: what has been read before; all 0 at first
 * @text: the file, which is cut into words
 * @each: called for each new question
 * @data: handed to @each
 * @error: receives what is wrong
 *
 * Return: 0, what @each returned, -ENODATA if somebody has switched it off, or another negative errno.
 */
int fb_hw_observed_text(struct fb_hw_observed *o, char *text, fb_hw_question_fn *each, void *data,
			struct fb_error *error);

#endif
