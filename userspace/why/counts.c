// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fields.h"
#include "lib/vector.h"
#include "why/counts.h"

/* dev=in0 ifindex=3 in=120 behind=20 sampled=20 hooks=nf_flow_offload_inet_hook */
static const struct fb_field device_fields[] = {
	{ "dev", FB_FIELD_TEXT, FB_FIELD_AT(struct fb_why_device, name) },
	{ "hooks", FB_FIELD_TEXT, FB_FIELD_AT(struct fb_why_device, hooks) },
	{ "ifindex", FB_FIELD_UNSIGNED, FB_FIELD_AT(struct fb_why_device, ifindex) },
	{ "in", FB_FIELD_UNSIGNED, FB_FIELD_AT(struct fb_why_device, in) },
	{ "behind", FB_FIELD_UNSIGNED, FB_FIELD_AT(struct fb_why_device, behind) },
	{ "sampled", FB_FIELD_UNSIGNED, FB_FIELD_AT(struct fb_why_device, sampled) },
	{ NULL },
};

#define TOTAL(member) FB_FIELD_AT(struct fb_why_counts, member), .optional = true

static const struct fb_field totals[] = {
	{ "forward", FB_FIELD_UNSIGNED, TOTAL(forward) },
	{ "local", FB_FIELD_UNSIGNED, TOTAL(local) },
	{ "missed", FB_FIELD_UNSIGNED, TOTAL(missed) },
	{ NULL },
};

static int read_line(char *line, struct fb_why_counts *counts, struct fb_error *error)
{
	struct fb_words w;
	int ret;

	ret = fb_words_split(&w, line, error);
	if (ret || !w.nr)
		return ret;
	if (strncmp(w.word[0], "dev=", 4))
		return fb_fields_read(&w, totals, counts, error);
	if (fb_vector_grow(counts->device, counts->nr))
		return -ENOMEM;
	memset(&counts->device[counts->nr], 0, sizeof(*counts->device));
	ret = fb_fields_read(&w, device_fields, &counts->device[counts->nr], error);
	counts->nr += !ret;
	return ret;
}

int fb_why_counts_read(char *text, struct fb_why_counts *counts, struct fb_error *error)
{
	char *line;
	int ret = 0;

	memset(counts, 0, sizeof(*counts));
	while (!ret && (line = strsep(&text, "\n")))
		ret = read_line(line, counts, error);
	return ret;
}

void fb_why_counts_free(struct fb_why_counts *counts)
{
	free(counts->device);
	memset(counts, 0, sizeof(*counts));
}

const struct fb_why_device *fb_why_counts_device(const struct fb_why_counts *counts,
						 unsigned int ifindex)
{
	unsigned int i;

	for (i = 0; i < counts->nr; i++)
		if (counts->device[i].ifindex == ifindex)
			return &counts->device[i];
	return NULL;
}
