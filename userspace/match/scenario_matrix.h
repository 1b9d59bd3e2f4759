/* SPDX-License-Identifier: GPL-2.0 */
/* All scenarios on all kernels: reads the runs of a matrix. */
#ifndef FB_MATCH_SCENARIO_MATRIX_H
#define FB_MATCH_SCENARIO_MATRIX_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/error.h"
#include "match/fidelity_report.h"

/**
 * struct fb_cell - a scenario on a kernel
 * @kernel: what the user calls the kernel ("6.12")
 * @scenario: the scenario's name
 * @results: its results.json, or NULL if there is no run
 * @rep: its fidelity, taken anew with today's table of reasons; NULL if there is no run
 * @why: one line that says why there is no run, or no fidelity
 * @skipped: 1 if it was not to be had here, which is not a failure
 * @refused: its results.json is missing, or cannot be vouched for
 */
struct fb_cell {
	char kernel[32];
	char scenario[64];
	json_t *results;
	struct fb_fid_report *rep;
	struct fb_error why;
	int skipped;
	bool refused;
};

/** struct fb_matrix - the cells, by scenario, then by kernel */
struct fb_matrix {
	struct fb_cell *cell;
	unsigned int nr;
};

/**
 * fb_matrix_load - read a matrix
 * @dir: holds KERNEL/SCENARIO: the folder of a run, or of a file "failed" or "skipped" with one
 *	line that says why there is none
 * @aliases: the table of reasons, NULL for userspace/data/aliases
 * @m: receives the cells; fb_matrix_free() it, after an error, too
 *
 * Return: 0, -ENOENT if @dir holds none, or another negative errno.
 */
int fb_matrix_load(const char *dir, const char *aliases, struct fb_matrix *m);

/** fb_matrix_free - free what fb_matrix_load() has put into @m */
void fb_matrix_free(struct fb_matrix *m);

/**
 * fb_cell_proofs - the expectations of a phase that were held against the run
 * @cell: the cell
 * @phase: name of the documented phase; of a batch, all that share it are counted
 * @held: receives how many held
 *
 * Return: how many there are.
 */
unsigned int fb_cell_proofs(const struct fb_cell *cell, const char *phase, unsigned int *held);

/** fb_cell_ok - 1 if nothing is missing, wrong or unproved, or if it was not to be had; else 0 */
int fb_cell_ok(const struct fb_cell *cell);

#endif
