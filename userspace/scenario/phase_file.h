/* SPDX-License-Identifier: GPL-2.0 */
/* Writes the trace file of a phase: a head of # key=value lines, then its lines of the recording. */
#ifndef FB_SCENARIO_PHASE_FILE_H
#define FB_SCENARIO_PHASE_FILE_H

#include "scenario/results.h"

/**
 * fb_cut_write - write the trace file of a batch
 * @run: the run
 * @i: index of the batch's first phase
 * @raw: path of the whole recording
 * @error: receives "FILE: what is wrong"
 *
 * The head names scenario, phase, label, kernel and packet. A range of lines that was cut because it
 * belongs to other packets is replaced by one # line with its length.
 * Return: 0 or a negative errno.
 */
int fb_cut_write(const struct fb_run *run, unsigned int i, const char *raw, struct fb_error *error);

#endif
