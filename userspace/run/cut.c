// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/paths.h"
#include "lib/print.h"
#include "run/cut.h"
#include "run/lines.h"

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

int fb_cut_write(const struct fb_run *run, unsigned int i, const char *raw)
{
	const struct fb_segment *seg = &run->seg[i];
	const struct fb_node *root = &run->tree->node[seg->root];
	char name[160], path[FB_PATH_MAX];
	FILE *in, *out;
	int ret, closed;

	ret = fb_results_trace_name(run, i, name);
	if (ret)
		return ret;
	ret = fb_join(path, run->dir, run->name);
	if (ret)
		return ret;
	ret = fb_mkdirs(path);
	if (ret)
		return ret;
	ret = fb_join(path, run->dir, name);
	if (ret)
		return ret;
	in = fopen(raw, "re");
	if (!in)
		return -errno;
	out = fopen(path, "we");
	if (!out) {
		ret = -errno;
		fclose(in);
		return ret;
	}
	write_head(out, run, i);
	ret = fb_lines_copy(in, out, root->line, root->end_line, seg->cut, seg->nr_cut);
	closed = fb_close_checked(out);
	fclose(in);
	if (!ret)
		ret = closed;
	if (ret)
		unlink(path);
	return ret;
}
