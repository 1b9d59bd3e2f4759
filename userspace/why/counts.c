// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "lib/words.h"
#include "why/counts.h"

static int take_count(struct fb_words *w, const char *key, uint64_t *to, struct fb_error *error)
{
	const char *value = fb_words_value(w, key);

	if (!value)
		return fb_error(error, -EINVAL, "no '%s='", key);
	if (fb_number(value, 0, UINT64_MAX, to))
		return fb_error(error, -EINVAL, "'%s=%.40s': expected a number", key, value);
	return 0;
}

/* dev=in0 ifindex=3 in=120 behind=20 sampled=20 hooks=nf_flow_offload_inet_hook */
static int read_device(struct fb_words *w, const char *name, struct fb_why_counts *counts,
		       struct fb_error *error)
{
	const char *hooks = fb_words_value(w, "hooks");
	struct fb_why_device *d;
	uint64_t ifindex = 0;
	int ret;

	if (fb_vector_grow(counts->device, counts->nr))
		return -ENOMEM;
	d = &counts->device[counts->nr];
	memset(d, 0, sizeof(*d));
	if (!hooks || strlen(hooks) >= sizeof(d->hooks) || strlen(name) >= sizeof(d->name))
		return fb_error(error, -EINVAL,
				"device '%.20s' has no 'hooks=', or a name too long", name);
	strcpy(d->name, name);
	strcpy(d->hooks, hooks);
	ret = take_count(w, "ifindex", &ifindex, error);
	if (!ret)
		ret = take_count(w, "in", &d->in, error);
	if (!ret)
		ret = take_count(w, "behind", &d->behind, error);
	if (!ret)
		ret = take_count(w, "sampled", &d->sampled, error);
	d->ifindex = (unsigned int)ifindex;
	counts->nr += !ret;
	return ret;
}

static int read_line(char *line, struct fb_why_counts *counts, struct fb_error *error)
{
	struct fb_words w;
	const char *name;
	int ret;

	ret = fb_words_split(&w, line, error);
	if (ret || !w.nr)
		return ret;
	name = fb_words_value(&w, "dev");
	if (name)
		return read_device(&w, name, counts, error);
	ret = fb_words_number(&w, "forward", 0, UINT64_MAX, &counts->forward, error);
	if (!ret)
		ret = fb_words_number(&w, "local", 0, UINT64_MAX, &counts->local, error);
	if (!ret)
		ret = fb_words_number(&w, "missed", 0, UINT64_MAX, &counts->missed, error);
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
