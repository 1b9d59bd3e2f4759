/* SPDX-License-Identifier: GPL-2.0 */
/* The table of a run: a line a phase. */
#ifndef FB_SCENARIO_PHASE_TABLE_H
#define FB_SCENARIO_PHASE_TABLE_H

#include <stdio.h>

#include "scenario/results.h"

/**
 * fb_run_print - print each phase's path, lines, traced time and proofs, then what the NICs cannot show
 * @run: the run
 * @f: where to
 */
void fb_run_print(const struct fb_run *run, FILE *f);

/** fb_run_say_failed - print each expectation that does not hold, as an error */
void fb_run_say_failed(const struct fb_run *run);

#endif
