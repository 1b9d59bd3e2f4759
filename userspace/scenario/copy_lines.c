// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenario/copy_lines.h"

/* "# cut: 492 lines of other packets, 512.345 us" */
static void head(FILE *out, const struct fb_line_range *cut)
{
	fprintf(out, "# cut: %llu lines of other packets",
		(unsigned long long)cut->last - cut->first + 1);
	if (cut->dur_ns >= 0)
		fprintf(out, ", %lld.%03d us", (long long)(cut->dur_ns / 1000),
			(int)(cut->dur_ns % 1000));
	fputc('\n', out);
}

int fb_lines_copy(FILE *in, FILE *out, uint64_t first, uint64_t last,
		  const struct fb_line_range *cut, unsigned int nr_cut)
{
	unsigned int c = 0;
	uint64_t line = 0;
	char *row = NULL;
	size_t size = 0;
	ssize_t len;

	while (line < last && (len = getline(&row, &size, in)) > 0) {
		if (++line < first)
			continue;
		while (c < nr_cut && line > cut[c].last)
			c++;
		if (c < nr_cut && line >= cut[c].first) {
			if (line == cut[c].first)
				head(out, &cut[c]);
			continue;
		}
		fwrite(row, 1, (size_t)len, out);
	}
	free(row);
	return line == last ? 0 : -ENODATA;
}
