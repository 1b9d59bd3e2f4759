// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/round_latency.h"
#include "lib/vector.h"

#define UNIT	  "latency_unit="
#define BUCKET	  "latency."
#define LINE_SIZE 80

static int add_bucket(const char *line, struct fb_latency_bucket **list, unsigned int *nr)
{
	struct fb_latency_bucket bu;
	int end = -1;

	if (sscanf(line, BUCKET "%" SCNu64 "-%" SCNu64 "=%" SCNu64 "%n", &bu.low, &bu.high,
		   &bu.packets, &end) != 3 ||
	    end < 0 || line[end] || bu.low > bu.high || !bu.packets)
		return -EINVAL;
	if (*nr && bu.low <= (*list)[*nr - 1].high)
		return -EINVAL;
	if (fb_vector_grow(*list, *nr))
		return -ENOMEM;
	(*list)[(*nr)++] = bu;
	return 0;
}

int fb_latency_parse(const char *text, struct fb_latency_bucket **bucket, unsigned int *nr,
		     struct fb_error *error)
{
	int ret = 0;

	*bucket = NULL;
	*nr = 0;
	while (!ret && *text) {
		size_t len = strcspn(text, "\n");
		char line[LINE_SIZE];

		snprintf(line, sizeof(line), "%.*s", len < sizeof(line) ? (int)len : 0, text);
		if (!strncmp(line, UNIT, strlen(UNIT)))
			ret = strcmp(line + strlen(UNIT), "ticks") ? -EINVAL : 0;
		else if (!strncmp(line, BUCKET, strlen(BUCKET)))
			ret = add_bucket(line, bucket, nr);
		if (ret == -EINVAL)
			fb_error(error, ret, "invalid line of a latency histogram: '%s'", line);
		text += len + (text[len] == '\n');
	}
	if (ret) {
		free(*bucket);
		*bucket = NULL;
		*nr = 0;
	}
	return ret;
}
