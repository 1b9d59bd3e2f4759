// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "confirm/rounds.h"
#include "lib/text_lines.h"

static int read_head(const struct fb_text_lines *t, const char *line,
		     struct fb_gateway_rounds *rounds)
{
	char sum[5], end;

	if (sscanf(line, "size %lu burst %lu %4s%c", &rounds->size, &rounds->burst, sum, &end) != 3)
		*sum = '\0';
	rounds->bare = !strcmp(sum, "bare");
	if (rounds->size && rounds->burst && (rounds->bare || !strcmp(sum, "sum")))
		return 0;
	return fb_text_bad(t, "expected 'size BYTES burst PACKETS sum'");
}

/* Whether a round may stand behind those before it. */
static bool follows(const struct fb_gateway_rounds *rounds, const struct fb_gateway_round *r)
{
	const struct fb_gateway_round *before = rounds->nr ? r - 1 : NULL;

	if (rounds->nr % 2)
		return !strcmp(r->path, before->path) && r->repetition == before->repetition &&
		       r->packets > before->packets;
	if (before && !strcmp(r->path, before->path))
		return r->repetition == before->repetition + 1;
	return r->repetition == 1;
}

static int read_round(const struct fb_text_lines *t, char *line, struct fb_gateway_rounds *rounds)
{
	struct fb_gateway_round *r = &rounds->round[rounds->nr];
	size_t name = strcspn(line, " ");
	char end;

	if (!name || !line[name] ||
	    sscanf(line + name, " %lu %lu %" SCNu32 "%c", &r->repetition, &r->packets, &r->serial,
		   &end) != 3 ||
	    !r->packets)
		return fb_text_bad(t, "expected 'PATH REPETITION PACKETS SERIAL'");
	line[name] = '\0';
	r->path = line;
	if (!follows(rounds, r))
		return fb_text_bad(
			t, "expected a short and a long round of each repetition, from 1 on");
	rounds->nr++;
	return 0;
}

int fb_gateway_rounds_parse(const char *text, size_t len, struct fb_gateway_rounds *rounds,
			    struct fb_error *error)
{
	struct fb_text_lines t = { .why = error };
	char *line;
	int ret = 0;

	memset(rounds, 0, sizeof(*rounds));
	if (memchr(text, '\0', len))
		return fb_error(error, -EINVAL, "not a text");
	rounds->text = strndup(text, len);
	rounds->round = calloc(fb_text_count(text, len) + 1, sizeof(*rounds->round));
	t.rest = rounds->text;
	if (!rounds->text || !rounds->round)
		ret = -ENOMEM;
	while (!ret && (line = fb_text_next(&t)))
		ret = rounds->size ? read_round(&t, line, rounds) : read_head(&t, line, rounds);
	if (!ret && (!rounds->nr || rounds->nr % 2))
		ret = fb_error(error, -EINVAL,
			       "expected a short and a long round of each repetition");
	if (ret)
		fb_gateway_rounds_free(rounds);
	return ret;
}

void fb_gateway_rounds_free(struct fb_gateway_rounds *rounds)
{
	free(rounds->round);
	free(rounds->text);
	memset(rounds, 0, sizeof(*rounds));
}
