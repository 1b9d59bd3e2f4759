/* SPDX-License-Identifier: GPL-2.0 */
/* What a form of the export is, and what it knows while it writes. */
#ifndef FB_EXPORT_EXPORT_FORMAT_H
#define FB_EXPORT_EXPORT_FORMAT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "export/flame_svg.h"
#include "lib/out.h"
#include "lib/error.h"
#include "trace/walk.h"

/**
 * struct fb_export_phase - a phase of a run, as its results.json has it
 * @name: "p1"
 * @label: what happens in it, or ""
 * @path: "slow-xfrm"
 * @packet: its packet's mark, or FB_PACKET_NONE
 * @root: the call that its tree begins at
 * @trace: its file, below the run's folder
 */
struct fb_export_phase {
	const char *name;
	const char *label;
	const char *path;
	const char *packet;
	const char *root;
	const char *trace;
};

/**
 * struct fb_export - what a form knows while it writes
 * @out: where to
 * @source: what was asked for, without the folders around it
 * @kernel: release of the kernel, or NULL
 * @scenario: scenario, or NULL
 * @fingerprint: a run's fingerprint, or NULL
 * @phases: where a whole recording comes: the phases that are in it; else NULL
 * @nr_phases: how many
 * @phase: the phase of what comes now, "p1"
 * @label: its label, or ""
 * @several: whether more phases than one may come
 * @origin: who reports, for KernelCI
 * @names: where names are kept
 * @sums: what has been told so far
 * @own: the form's own; its drop() frees it
 */
struct fb_export {
	struct fb_out *out;
	const char *source;
	const char *kernel;
	const char *scenario;
	const json_t *fingerprint;
	const struct fb_export_phase *phases;
	unsigned int nr_phases;
	const char *phase;
	const char *label;
	bool several;
	const char *origin;
	struct fb_intern *names;
	struct fb_walk_sums sums;
	void *own;
};

/**
 * struct fb_export_format - a form
 * @name: "csv"
 * @timed: it is nothing without durations
 * @whole: of a run, its whole recording is wanted rather than the phases' own files
 * @ops: is told the calls, with the struct fb_export as @to; NULL for a form of results
 * @begin: before anything comes
 * @phase: another phase, the first one too, comes from now on
 * @end: all has come
 * @drop: frees what @begin has made, also after an error; NULL where that is nothing
 * @stacks: writes stacks that are added up already, of a profile; NULL for a form of single calls
 * @results: writes a document of results; NULL for a form of calls
 * @reasons: writes the document of `flowbench why`, which has been checked; NULL where that has no place
 * @prices: writes history.json or compare.json; NULL where they have no place
 *
 * Each may be NULL where nothing is to be done, and returns 0 or a negative errno.
 */
struct fb_export_format {
	const char *name;
	bool timed;
	bool whole;
	const struct fb_walk_ops *ops;
	int (*begin)(struct fb_export *ex);
	int (*phase)(struct fb_export *ex);
	int (*end)(struct fb_export *ex);
	void (*drop)(struct fb_export *ex);
	int (*stacks)(struct fb_export *ex, const struct fb_flame *fl,
		      const struct fb_flame_look *look);
	int (*results)(struct fb_export *ex, json_t *const *doc, unsigned int nr,
		       struct fb_error *error);
	int (*reasons)(struct fb_export *ex, const json_t *doc);
	int (*prices)(struct fb_export *ex, const json_t *doc);
};

/**
 * struct fb_export_in - what to export
 * @format: the form
 * @input: a run's folder, a file, or /dev/stdin
 * @phase: only this phase, or NULL
 * @root: only calls of this name, or NULL
 * @path: of a profile: its path, or NULL for the only one
 * @weight: of a profile: what stacks are weighed by, or NULL for instructions
 * @origin: who reports, for KernelCI
 * @f: where to
 */
struct fb_export_in {
	const struct fb_export_format *format;
	const char *input;
	const char *phase;
	const char *root;
	const char *path;
	const char *weight;
	const char *origin;
	FILE *f;
};

#endif
