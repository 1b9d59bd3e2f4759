// SPDX-License-Identifier: GPL-2.0
/* flowbench matrix: the table of all scenarios on all kernels. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "file/paths.h"
#include "json/json.h"
#include "lib/message.h"
#include "lib/print.h"
#include "match/results_schema.h"
#include "match/scenario_matrix.h"

struct options {
	const char *json;
	const char *aliases;
};

static const struct fb_option options[] = {
	{ "json", FB_FILE(json), .help = "write the table as JSON, too" },
	{ "aliases", FB_FILE(aliases), .help = "the table of reasons",
	  .usual = "userspace/data/aliases" },
	{ NULL },
};

static const enum fb_fid_class columns[] = {
	FB_FID_MATCHED, FB_FID_RENAMED,	   FB_FID_UNTRACEABLE, FB_FID_REMOVED,
	FB_FID_NEVER,	FB_FID_INCIDENTAL, FB_FID_ENVIRONMENT, FB_FID_MISSING,
};

#define NR (sizeof(columns) / sizeof(columns[0]))

static void print_row(const char *phase, const char *kernel, const struct fb_fidelity *fi,
		      unsigned int held, unsigned int of)
{
	char reached[16] = "-", proof[24] = "-";
	size_t i;

	if (fi->traceable)
		snprintf(reached, sizeof(reached), "%.1f%%", 100.0 * fi->reached / fi->traceable);
	if (of)
		snprintf(proof, sizeof(proof), "%u/%u", held, of);
	fb_print(stdout, "%-8s %-6s %10u", phase, kernel, fi->nr);
	for (i = 0; i < NR; i++)
		fb_print(stdout, " %*u", (int)strlen(fb_fid_class_name(columns[i])),
			 fi->count[columns[i]]);
	fb_print(stdout, " %7.1f%% %8s %6s\n", fb_fidelity_percent(fi), reached, proof);
}

/* Of the phase in line @row of each cell of a scenario: kernels below one another. */
static void print_phase(const struct fb_matrix *m, unsigned int from, unsigned int to,
			const char *phase)
{
	unsigned int c, i, held, of;

	for (c = from; c < to; c++) {
		const struct fb_cell *cell = &m->cell[c];

		for (i = 0; cell->rep && i < cell->rep->nr; i++) {
			const struct fb_fid_phase *ph = &cell->rep->phase[i];

			if (strcmp(ph->name, phase))
				continue;
			of = fb_cell_proofs(cell, ph->name, &held);
			if (ph->live)
				print_row(phase, cell->kernel, &ph->fi, held, of);
			else
				fb_print(stdout,
					 "%-8s %-6s %10u the run has no trace of this phase\n",
					 phase, cell->kernel, ph->doc->calls);
		}
		if (!cell->rep)
			fb_print(stdout, "%-8s %-6s %s\n", phase, cell->kernel, cell->why.text);
	}
}

static void print_scenario(const struct fb_matrix *m, unsigned int from, unsigned int to)
{
	const struct fb_fid_report *any = NULL;
	unsigned int c, i;

	for (c = from; c < to; c++)
		any = any ? any : m->cell[c].rep;
	fb_print(stdout, "\n%s%s%s\n", m->cell[from].scenario, any ? ", documented as " : "",
		 any ? any->trace : "");
	for (i = 0; any && i < any->nr; i++)
		print_phase(m, from, to, any->phase[i].name);
	for (c = from; c < to; c++)
		if (m->cell[c].rep && any && any->nr > 1)
			print_row("all", m->cell[c].kernel, &m->cell[c].rep->total, 0, 0);
		else if (!any)
			fb_print(stdout, "%-8s %-6s %s\n", "-", m->cell[c].kernel,
				 m->cell[c].why.text);
	for (c = from; c < to; c++)
		for (i = 0; m->cell[c].rep && i < m->cell[c].rep->nr_wrong; i++)
			fb_print(stdout, "error: %s: aliases, %s\n", m->cell[c].kernel,
				 m->cell[c].rep->wrong[i].text);
}

static void print(const struct fb_matrix *m)
{
	unsigned int from, to;
	size_t i;

	fb_print(stdout, "%-8s %-6s %10s", "phase", "kernel", "documented");
	for (i = 0; i < NR; i++)
		fb_print(stdout, " %s", fb_fid_class_name(columns[i]));
	puts(" matched%  reached  proof");
	for (from = 0; from < m->nr; from = to) {
		for (to = from; to < m->nr; to++)
			if (strcmp(m->cell[to].scenario, m->cell[from].scenario))
				break;
		print_scenario(m, from, to);
	}
	puts("\nmatched%: by name, of the calls that are not incidental. reached: matched or renamed, of those\n"
	     "of them that the kernel can trace, under their name or a later one. proof: expectations of the path.");
}

static json_t *cell_json(const struct fb_cell *cell)
{
	json_t *js = json_pack("{s:o, s:o, s:b}", "kernel", fb_json_string(cell->kernel),
			       "scenario", fb_json_string(cell->scenario), "ok", fb_cell_ok(cell));

	if (!fb_error_empty(&cell->why))
		json_object_set_new(js, cell->skipped ? "skipped" : "failed",
				    fb_json_string(cell->why.text));
	if (cell->rep)
		json_object_set_new(js, "fidelity", fb_fid_report_json(cell->rep));
	if (cell->results) {
		json_object_set(js, "fingerprint", json_object_get(cell->results, "fingerprint"));
		json_object_set(js, "phases", json_object_get(cell->results, "phases"));
	}
	return js;
}

static int write_json(const struct fb_matrix *m, const char *path)
{
	json_t *cells = json_array(), *doc;
	struct fb_error error = { "" };
	unsigned int i;
	int ret;

	for (i = 0; i < m->nr; i++)
		json_array_append_new(cells, cell_json(&m->cell[i]));
	doc = json_pack("{s:s, s:o}", "schema", FB_MATRIX_SCHEMA, "runs", cells);
	ret = fb_json_write(doc, 4, path, &error);
	json_decref(doc);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/* A table without a run says nothing of any path. Return: an exit status */
static int judge_matrix(const struct fb_matrix *m, const char *dir)
{
	unsigned int i, runs = 0, refused = 0, bad = 0;

	for (i = 0; i < m->nr; i++) {
		runs += !m->cell[i].skipped;
		refused += m->cell[i].refused;
		bad += !fb_cell_ok(&m->cell[i]);
	}
	if (refused)
		fb_print_error("%s: %u of %u runs cannot be read", dir, refused, m->nr);
	else if (!runs)
		fb_print_error("%s: each run was skipped: there is nothing to judge", dir);
	if (refused || !runs)
		return FB_STATUS_USAGE;
	return bad ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int run_matrix(void *given, int nr, char **operands)
{
	const struct options *o = given;
	char dir[FB_PATH_MAX];
	struct fb_matrix m;
	int ret;

	ret = nr ? fb_copy_path(dir, operands[0]) : fb_out_path(dir, "matrix");
	if (!ret)
		ret = fb_matrix_load(dir, o->aliases, &m);
	if (ret) {
		fb_print_error("%s: %s", dir,
			       ret == -ENOENT && !access(dir, F_OK) ? "no runs in it"
								    : strerror(-ret));
		return FB_STATUS_USAGE;
	}
	print(&m);
	ret = o->json && write_json(&m, o->json) ? FB_STATUS_FAILED : judge_matrix(&m, dir);
	fb_matrix_free(&m);
	return ret;
}

const struct fb_command fb_cmd_matrix = {
	.name = "matrix",
	.what = "the table of all scenarios on all kernels",
	.operands = "[DIR]",
	.operand = FB_NAMES_FOLDER,
	.most = 1,
	.about = "Show what a matrix of runs has reproduced: each documented phase on each kernel. "
		 "DIR (default out/matrix) holds a folder KERNEL/SCENARIO for each run; "
		 "`make matrix` fills it.",
	.status =
		"0 every call is explained and every path proved, 1 otherwise, 2 usage, no run, or "
		"a run that cannot be read.",
	.example = "flowbench matrix out/matrix",
	.options = options,
	.size = sizeof(struct options),
	.run = run_matrix,
};
