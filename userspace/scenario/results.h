/* SPDX-License-Identifier: GPL-2.0 */
/* Writes results.json: the results of a run. */
#ifndef FB_SCENARIO_RESULTS_H
#define FB_SCENARIO_RESULTS_H

#include <stdbool.h>

#include "system/fingerprint.h"
#include "system/lab.h"
#include "match/results_schema.h"
#include "match/fidelity_report.h"
#include "scenario/return_hooks.h"
#include "scenario/segment.h"

/**
 * struct fb_run - the settings and results of a run
 * @name: the scenario's name
 * @sc: the scenario
 * @lab: settings of the lab
 * @fp: fingerprint
 * @tree: the whole recording
 * @seg: one segment for each phase
 * @dir: the run's folder, with the trace files in it
 * @hooked: counts of the module's hooks for the same traffic, or NULL
 */
struct fb_run {
	const char *name;
	const struct fb_scenario *sc;
	const struct fb_lab_options *lab;
	const struct fb_fingerprint *fp;
	const struct fb_tree *tree;
	struct fb_segment *seg;
	const char *dir;
	const struct fb_hooked *hooked;
};

/**
 * fb_results_trace_name - make the name of a phase's file, below the run's folder
 * @run: the run
 * @i: index of the phase; phases of one batch share a file, named after all of them
 * @name: receives "esp-gateway/p1.trace", 160 bytes
 *
 * Return: 0 or -ENAMETOOLONG.
 */
int fb_results_trace_name(const struct fb_run *run, unsigned int i, char name[160]);

/** fb_results_packet - returns the mark of a phase's packet, or FB_PACKET_NONE */
const char *fb_results_packet(const struct fb_run *run, unsigned int i);

/** fb_results_judge - judge each expectation of each phase, and store the verdicts in @run->seg */
void fb_results_judge(struct fb_run *run);

/**
 * fb_results_write - write results.json into the run's folder
 * @run: the run, judged; its trace files must exist, their checksums are computed here
 * @fidelity: the comparison with the documented trace, or NULL
 * @failed: receives how many expectations did not hold
 * @error: receives "FILE: what is wrong", or nothing
 *
 * Return: 0 or a negative errno.
 */
int fb_results_write(const struct fb_run *run, const struct fb_fid_report *fidelity,
		     unsigned int *failed, struct fb_error *error);

#endif
