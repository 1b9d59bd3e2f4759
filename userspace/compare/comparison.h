/* SPDX-License-Identifier: GPL-2.0 */
/* Two sides of a comparison, each some boots that priced the same paths; and what became of them. */
#ifndef FB_COMPARE_COMPARISON_H
#define FB_COMPARE_COMPARISON_H

#include <stdbool.h>

#include "compare/judge.h"
#include "compare/side_load.h"
#include "compare/attribution.h"
#include "lib/error.h"

/**
 * struct fb_comparison - a comparison
 * @side: the two sides
 * @where: what each function takes on them, borrowed, or NULL
 * @mode: "insn", "turns" or "ns", borrowed
 * @insn: counted, else timed
 * @nr_samples: boots of a side; of the one that has fewer
 * @margin: within which "no change" may be claimed, in ns
 * @point: point by point
 * @nr: how many
 * @judged: of all of them
 * @why: why nothing can be said, if so
 */
struct fb_comparison {
	const struct fb_side *side[2];
	const struct fb_attribution *where;
	const char *mode;
	bool insn;
	unsigned int nr_samples;
	double margin;
	struct fb_compared *point;
	unsigned int nr;
	enum fb_judgement judged;
	struct fb_error why;
};

/**
 * fb_side_comparable - may these be compared
 * @a: the one
 * @b: the other
 * @across: two kernels, or two machines, are compared on purpose
 * @error: receives one line that says what is different
 *
 * All boots of a side must be alike but for their seeds. From side to side the kernel and its
 * modules may have been built anew, and nothing else may differ unless @across.
 * Return: true if so.
 */
bool fb_side_comparable(const struct fb_side *a, const struct fb_side *b, bool across,
			struct fb_error *error);

/**
 * fb_compare - compare two sides that are comparable
 * @a: the one
 * @b: the other
 * @across: a point that one side lacks is passed over
 * @margin: within which "no change" may be claimed, in ns
 * @where: of the two, which must stay, or NULL
 * @c: receives the comparison; fb_compare_free() it, after an error, too
 *
 * Return: 0, -ENOENT with @c's why if a side lacks a point, or -ENOMEM.
 */
int fb_compare(const struct fb_side *a, const struct fb_side *b, bool across, double margin,
	       const struct fb_attribution *where, struct fb_comparison *c);

/** fb_compare_free - free what fb_compare() has made */
void fb_compare_free(struct fb_comparison *c);

#endif
