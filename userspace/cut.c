// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cut.h"
#include "paths.h"

static void write_head(FILE *out, const struct fb_run *run, unsigned int lead)
{
	const char *kernel = fb_fingerprint_get(run->fp, "kernel");
	unsigned int i;

	fprintf(out, "# flowbench=trace/1\n# scenario=%s\n# documented=%s\n# kernel=%s\n",
		run->name, run->sc->documented, kernel ? kernel : "unknown");
	for (i = lead; i < run->sc->nr_phases; i++) {
		const struct fb_segment *seg = &run->seg[i];

		if (seg->lead != lead)
			continue;
		fprintf(out, "# phase=%s\n# label=%s\n# packet=%s\n", seg->def->name,
			seg->def->label, fb_results_packet(run, i));
	}
	fputs("# mode=traced (structure: durations contain the tracer's own cost)\n", out);
}

/* Copy lines first..last of @in without those that were cut. */
static int copy_lines(FILE *in, FILE *out, const struct fb_segment *seg, uint64_t first,
		      uint64_t last)
{
	unsigned int c = 0;
	uint64_t line = 0;
	char *row = NULL;
	size_t size = 0;
	ssize_t len;

	while (line < last && (len = getline(&row, &size, in)) > 0) {
		if (++line < first)
			continue;
		while (c < seg->nr_cut && line > seg->cut[c].last)
			c++;
		if (c < seg->nr_cut && line >= seg->cut[c].first) {
			if (line == seg->cut[c].first)
				fprintf(out, "# cut: %llu lines of other packets\n",
					(unsigned long long)(seg->cut[c].last - seg->cut[c].first +
							     1));
			continue;
		}
		fwrite(row, 1, (size_t)len, out);
	}
	free(row);
	return line == last ? 0 : -ENODATA;
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
	ret = copy_lines(in, out, seg, root->line, root->end_line);
	closed = fb_close_checked(out);
	fclose(in);
	if (!ret)
		ret = closed;
	if (ret)
		unlink(path);
	return ret;
}
