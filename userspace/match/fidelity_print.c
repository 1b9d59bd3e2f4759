// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/print.h"
#include "match/fidelity_print.h"
#include "match/fidelity_returns.h"
#include "tree/tree_diff.h"

static const struct {
	enum fb_fid_class class;
	const char *head;
} columns[] = {
	{ FB_FID_MATCHED, "matched" },
	{ FB_FID_RENAMED, "renamed" },
	{ FB_FID_UNTRACEABLE, "untraceable" },
	{ FB_FID_REMOVED, "removed" },
	{ FB_FID_NEVER, "never" },
	{ FB_FID_INCIDENTAL, "incidental" },
	{ FB_FID_ENVIRONMENT, "environment" },
	{ FB_FID_MISSING, "missing" },
};

#define NR (sizeof(columns) / sizeof(columns[0]))

static void print_row(const char *name, const struct fb_fidelity *fi, FILE *f)
{
	size_t i;

	fb_print(f, "%-6s %10u", name, fi->nr);
	for (i = 0; i < NR; i++)
		fb_print(f, " %*u", (int)strlen(columns[i].head), fi->count[columns[i].class]);
	fb_print(f, " %7.1f%%\n", fb_fidelity_percent(fi));
}

/*
 * phase  documented matched renamed untraceable removed never incidental environment missing matched%
 * p1            532     471       3          12       0     4         42       0    96.1%
 */
void fb_fid_print_table(const struct fb_fid_report *rep, FILE *f)
{
	unsigned int i;
	size_t k;

	fb_print(f, "%s on %s, in calls\n", rep->trace, *rep->kernel ? rep->kernel : "(kernel?)");
	fb_print(f, "%-6s %10s", "phase", "documented");
	for (k = 0; k < NR; k++)
		fb_print(f, " %s", columns[k].head);
	fputs(" matched%\n", f);
	for (i = 0; i < rep->nr; i++) {
		if (rep->phase[i].live)
			print_row(rep->phase[i].name, &rep->phase[i].fi, f);
		else
			fb_print(f, "%-6s %10u the run has no trace of this phase\n",
				 rep->phase[i].name, rep->phase[i].doc->calls);
	}
	if (rep->nr > 1)
		print_row("all", &rep->total, f);
	fb_print(
		f,
		"matched%% is of the calls that are not incidental. Calls in incidental subtrees, "
		"reproduced or not: %u (%.1f %%)\ncalls beyond the documented: %u, known to be new: %u\n",
		rep->total.in_incidental,
		rep->total.nr ? 100.0 * rep->total.in_incidental / rep->total.nr : 0.0,
		rep->total.extra, rep->total.added);
	if (rep->total.traceable)
		fb_print(f,
			 "of %u calls that can be traced here, matched or renamed: %u (%.1f %%)\n",
			 rep->total.traceable, rep->total.reached,
			 100.0 * rep->total.reached / rep->total.traceable);
	if (rep->total.unproven)
		fb_print(
			f,
			"too many calls to compare as a whole: up to %u of the calls that are not matched "
			"may be matched by a better mapping\n",
			rep->total.unproven);
	if (!rep->functions.nr)
		fputs("the run has no list of traceable functions: 'untraceable' is not checked\n",
		      f);
	if (rep->whole && !fb_fidelity_incidental_ok(&rep->total))
		fb_print(f, "error: more than %d %% of the trace are called incidental\n",
			 FB_INCIDENTAL_MAX);
	for (i = 0; i < rep->nr_wrong; i++)
		fb_print(f, "error: aliases, %s\n", rep->wrong[i].text);
}

void fb_fid_print_missing(const struct fb_fid_report *rep, FILE *f)
{
	static const char *const can[] = { "not traceable here", "traceable here" };
	struct fb_fid_missing *list;
	int nr = fb_fid_missing(rep, &list), i;

	if (nr < 0) {
		fb_print(f, "missing: %s\n", strerror(-nr));
		return;
	}
	if (!nr)
		fputs("no call is missing without a reason\n", f);
	for (i = 0; i < nr; i++)
		fb_print(f, "%5u  %s < %s%s%s\n", list[i].count, list[i].name, list[i].caller,
			 list[i].traceable < 0 ? "" : "  ",
			 list[i].traceable < 0 ? "" : can[list[i].traceable]);
	free(list);
}

static void print_returns_row(const struct fb_fid_phase *ph, FILE *f)
{
	uint32_t count[FB_RET_CLASSES] = { 0 }, all = 0, at;
	int class;

	for (at = 1; at < ph->doc->nr; at++) {
		class = fb_fid_returned(ph->doc, ph->live, &ph->fi, at);
		if (class < 0)
			continue;
		count[class]++;
		all++;
	}
	fb_print(f, "%-6s %10u %6u %9u %7u %7u\n", ph->name, all, count[FB_RET_SAME],
		 count[FB_RET_ADDRESS], count[FB_RET_OTHER], count[FB_RET_UNSAID]);
}

static void print_returns_other(const struct fb_fid_phase *ph, FILE *f)
{
	uint32_t at;

	for (at = 1; at < ph->doc->nr; at++) {
		const struct fb_normal_node *node = &ph->doc->node[at];
		const char *caller = ph->doc->node[node->parent].name;

		if (fb_fid_returned(ph->doc, ph->live, &ph->fi, at) != FB_RET_OTHER)
			continue;
		fb_print(f, "%-6s %18s %18s  %s < %s\n", ph->name,
			 fb_normal_more(ph->doc, at)->retval,
			 fb_normal_more(ph->live, ph->fi.call[at].live)->retval, node->name,
			 caller ? caller : "-");
	}
}

/*
 * phase  documented   same addresses   other  unsaid
 * p1            138     77         6      55       0
 */
void fb_fid_print_returns(const struct fb_fid_report *rep, FILE *f)
{
	unsigned int i;

	fb_print(f, "%s on %s, return values of matched calls\n", rep->trace,
		 *rep->kernel ? rep->kernel : "(kernel?)");
	fputs("phase  documented   same addresses   other  unsaid\n", f);
	for (i = 0; i < rep->nr; i++) {
		if (rep->phase[i].live)
			print_returns_row(&rep->phase[i], f);
		else
			fb_print(f, "%-6s the run has no trace of this phase\n",
				 rep->phase[i].name);
	}
	fputs("addresses: of the kernel, on both sides. other: of a function that returns nothing it is what the\n"
	      "register held. unsaid: the kernel of the run does not record them (FUNCTION_GRAPH_RETVAL does)\n",
	      f);
	fputs("\nphase          documented         reproduced  call, where they are other\n", f);
	for (i = 0; i < rep->nr; i++)
		if (rep->phase[i].live)
			print_returns_other(&rep->phase[i], f);
}

static const char *colour_of(enum fb_fid_class class)
{
	switch (class) {
	case FB_FID_MATCHED:
		return "";
	case FB_FID_RENAMED:
		return "\033[36m";
	case FB_FID_MISSING:
		return "\033[1;31m";
	default:
		return "\033[33m";
	}
}

/* Reproduced nodes that have no counterpart, up to @to. */
static void print_extra(const struct fb_fid_phase *ph, uint32_t *from, uint32_t to,
			const struct fb_style *style, FILE *f)
{
	for (; *from < to; (*from)++) {
		const struct fb_normal_line line = fb_normal_line(ph->live, *from);

		fb_side_line(NULL, line.kind == FB_NODE_CALL ? "+" : "", NULL, "\033[2m", &line,
			     style, f);
	}
}

void fb_fid_print_tree(const struct fb_fid_phase *ph, const struct fb_style *style, FILE *f)
{
	uint32_t at, live = 1;

	fb_side_head("documented", ph->name, "reproduced", style, f);
	for (at = 1; ph->live && at < ph->doc->nr; at++) {
		const struct fb_fid_call *call = &ph->fi.call[at];
		enum fb_fid_class class = (enum fb_fid_class)call->class;
		const struct fb_normal_line left = fb_normal_line(ph->doc, at);
		struct fb_normal_line right;
		bool both = call->live != FB_DIFF_NONE;
		const char *status = class == FB_FID_NONE      ? ""
				     : class == FB_FID_MATCHED ? "="
							       : fb_fid_class_name(class);

		/* Mapped calls come in the same order on both sides. */
		if (both) {
			print_extra(ph, &live, call->live, style, f);
			right = fb_normal_line(ph->live, live++);
		}
		fb_side_line(&left, status, call->why ? call->why->reason : NULL,
			     class == FB_FID_NONE ? "\033[2m" : colour_of(class),
			     both ? &right : NULL, style, f);
	}
	if (ph->live)
		print_extra(ph, &live, ph->live->nr, style, f);
	else
		fputs("the run has no trace of this phase\n", f);
}
