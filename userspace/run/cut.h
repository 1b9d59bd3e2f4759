/* SPDX-License-Identifier: GPL-2.0 */
/* The trace file of a phase: its lines of the recording under a head of # key=value lines. */
#ifndef FB_RUN_CUT_H
#define FB_RUN_CUT_H

#include "run/results.h"

/**
 * fb_cut_write - write the trace file of a batch
 * @run: the run
 * @i: index of the batch's first phase
 * @raw: path of the whole recording
 *
 * The head names scenario, phase, label, kernel and packet; a range that was cut because it
 * belongs to other packets leaves one # line with its length.
 * Return: 0 or a negative errno.
 */
int fb_cut_write(const struct fb_run *run, unsigned int i, const char *raw);

#endif
