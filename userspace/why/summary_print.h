/* SPDX-License-Identifier: GPL-2.0 */
/* Shows a summary: as a table, and as JSON. Pure, but for writing to the stream. */
#ifndef FB_WHY_SUMMARY_PRINT_H
#define FB_WHY_SUMMARY_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "why/summary.h"

/** struct fb_why_texts - a reason in words: what it means, and what would change it */
struct fb_why_texts {
	char what[200];
	char advice[200];
};

/** fb_why_texts_of - write an answer in words; Return: @texts */
const struct fb_why_texts *fb_why_texts_of(const struct fb_why_answer *answer,
					   struct fb_why_texts *texts);

/** fb_why_print - print a summary as a table of at most @width columns */
void fb_why_print(const struct fb_why_summary *s, unsigned int width, FILE *out);

/** fb_why_json - returns a summary as JSON (flowbench.why/1), or NULL without memory */
json_t *fb_why_json(const struct fb_why_summary *s);

#endif
