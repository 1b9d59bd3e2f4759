// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lines.h"

int fb_lines_copy(FILE *in, FILE *out, uint64_t first, uint64_t last, const struct fb_lines *cut,
		  unsigned int nr_cut)
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
				fprintf(out, "# cut: %llu lines of other packets\n",
					(unsigned long long)(cut[c].last - cut[c].first + 1));
			continue;
		}
		fwrite(row, 1, (size_t)len, out);
	}
	free(row);
	return line == last ? 0 : -ENODATA;
}
