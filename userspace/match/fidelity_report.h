/* SPDX-License-Identifier: GPL-2.0 */
/* The fidelity of a whole run: reads its traces, the documented ones and the alias table. */
#ifndef FB_MATCH_FIDELITY_REPORT_H
#define FB_MATCH_FIDELITY_REPORT_H

#include <jansson.h>

#include "lib/error.h"
#include "match/call_file.h"
#include "match/fidelity.h"
#include "tree/phases.h"

/**
 * struct fb_fid_phase - one documented phase
 * @name: "p1"
 * @doc: the documented tree
 * @live: the reproduced one, NULL if the run has none
 * @fi: the comparison, all zero without @live
 */
struct fb_fid_phase {
	char name[FB_PHASE_NAME];
	struct fb_normal *doc;
	struct fb_normal *live;
	struct fb_fidelity fi;
};

/**
 * struct fb_fid_report - all phases
 * @trace: name of the documented trace
 * @kernel: release of the kernel that was traced, "" if the traces do not say
 * @aliases: the table
 * @functions: what that kernel can trace; nr is 0 if the run does not say
 * @phase: the phases in the order of their names
 * @nr: how many
 * @whole: 1 if these are all phases of the trace; only then the limit on incidental calls holds
 * @total: the sums over all phases that were compared
 * @absent: phases without a trace in the run
 * @wrong: entries of the table that the kernel contradicts, one line each
 * @nr_wrong: how many
 * @seen: what was in the traces beside calls
 */
struct fb_fid_report {
	char *trace;
	char *kernel;
	struct fb_aliases aliases;
	struct fb_nameset functions;
	struct fb_fid_phase *phase;
	unsigned int nr;
	int whole;
	struct fb_fidelity total;
	unsigned int absent;
	struct fb_error *wrong;
	unsigned int nr_wrong;
	struct fb_calls_seen seen;
};

/**
 * struct fb_fid_options - what to compare
 * @run: the run's folder: <scenario>/<phase>.trace and functions lie in it
 * @scenario: name of the scenario
 * @trace: name of the documented trace, a folder in userspace/data/documented
 * @file: in place of @trace: any trace, which is one phase, p1; or NULL
 * @phase: only this phase, or the batch that holds it; NULL for all
 * @kernel: release to look reasons up for, NULL for what the traces say
 * @aliases: the table's file, NULL for userspace/data/aliases
 */
struct fb_fid_options {
	const char *run;
	const char *scenario;
	const char *trace;
	const char *file;
	const char *phase;
	const char *kernel;
	const char *aliases;
};

/**
 * fb_fid_report_load - read everything and compare
 * @o: what
 * @rep: receives the report; fb_fid_report_free() frees it
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0, -ENOENT for an unknown trace or phase, -EINVAL for a file that cannot be read as
 * what it should be, or another negative errno.
 */
int fb_fid_report_load(const struct fb_fid_options *o, struct fb_fid_report **rep,
		       struct fb_error *error);

/** fb_fid_report_free - free a report; NULL is fine */
void fb_fid_report_free(struct fb_fid_report *rep);

/**
 * fb_fid_report_ok - 1 if every phase was compared, no call is missing, no more is incidental
 * than may be, and the table is right; else 0
 */
int fb_fid_report_ok(const struct fb_fid_report *rep);

/**
 * struct fb_fid_missing - calls that are missing without a reason, from one caller
 * @name: the function
 * @caller: what called it, "-" for the outermost
 * @count: how many such calls
 * @traceable: 1 if the kernel can trace the function, 0 if not, -1 if that is not known
 */
struct fb_fid_missing {
	const char *name;
	const char *caller;
	unsigned int count;
	int traceable;
};

/**
 * fb_fid_missing - group the missing calls by function and caller, most calls first
 * @rep: the report
 * @list: receives the groups, which the caller frees; the texts belong to @rep
 *
 * Return: how many groups, or -ENOMEM.
 */
int fb_fid_missing(const struct fb_fid_report *rep, struct fb_fid_missing **list);

/**
 * fb_fid_report_json - a report as JSON, for results.json and --json
 *
 * Return: a new object of schema FB_FIDELITY_SCHEMA, or NULL without memory.
 */
json_t *fb_fid_report_json(const struct fb_fid_report *rep);

#endif
