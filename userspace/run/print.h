/* SPDX-License-Identifier: GPL-2.0 */
/* The table of a run: a line a phase. */
#ifndef FB_RUN_PRINT_H
#define FB_RUN_PRINT_H

#include <stdio.h>

#include "run/results.h"

/**
 * fb_run_print - print each phase's path, lines, traced time and proofs, then what the NICs cannot show
 * @run: the run
 * @f: where to
 */
void fb_run_print(const struct fb_run *run, FILE *f);

#endif
