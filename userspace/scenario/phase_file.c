// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/paths.h"
#include "lib/print.h"
#include "file/staged.h"
#include "scenario/phase_file.h"
#include "scenario/copy_lines.h"

static void write_head(FILE *out, const struct fb_run *run, unsigned int lead)
{
	const char *kernel = fb_fingerprint_get(run->fp, "kernel");
	unsigned int i;

	fb_print(out, "# flowbench=trace/1\n# scenario=%s\n", run->name);
	if (run->sc->documented)
		fb_print(out, "# documented=%s\n", run->sc->documented);
	fb_print(out, "# kernel=%s\n", kernel ? kernel : "unknown");
	for (i = lead; i < run->sc->nr_phases; i++) {
		const struct fb_segment *seg = &run->seg[i];

		if (seg->lead != lead)
			continue;
		fb_print(out, "# phase=%s\n# label=%s\n# packet=%s\n", seg->def->name,
			 seg->def->label, fb_results_packet(run, i));
	}
	fputs("# mode=traced (structure: durations contain the tracer's own cost)\n", out);
}

/* The run's folder, and the scenario's folder in it */
static int make_path(const struct fb_run *run, unsigned int i, char path[FB_PATH_MAX])
{
	char name[160];
	int ret = fb_results_trace_name(run, i, name);

	if (!ret)
		ret = fb_join(path, run->dir, run->name);
	if (!ret)
		ret = fb_mkdirs(path);
	return ret ? ret : fb_join(path, run->dir, name);
}

int fb_cut_write(const struct fb_run *run, unsigned int i, const char *raw, struct fb_error *error)
{
	const struct fb_segment *seg = &run->seg[i];
	const struct fb_node *root = &run->tree->node[seg->root];
	char path[FB_PATH_MAX];
	struct fb_staged out;
	FILE *in;
	int ret;

	ret = make_path(run, i, path);
	if (ret)
		return fb_error_errno(error, ret, "%s/%s", run->dir, run->name);
	in = fopen(raw, "re");
	if (!in)
		return fb_error_errno(error, -errno, "%s", raw);
	ret = fb_staged_open(&out, path, error);
	if (!ret) {
		write_head(out.f, run, i);
		ret = fb_lines_copy(in, out.f, root->line, root->end_line, seg->cut, seg->nr_cut);
		ret = fb_staged_end(&out, ret, error);
	}
	fclose(in);
	return ret;
}
