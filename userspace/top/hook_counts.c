// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "lib/vector.h"
#include "top/hook_counts.h"

static int state_of(const char *word, enum fb_top_state *state)
{
	static const char *const words[] = {
		[FB_TOP_ON] = FB_STATE_ON,
		[FB_TOP_OFF] = FB_STATE_OFF,
		[FB_TOP_UNAVAILABLE] = FB_STATE_UNAVAILABLE,
	};
	unsigned int i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i], word))
			continue;
		*state = i;
		return 0;
	}
	return -EINVAL;
}

static int add_hook(struct fb_top_sample *s, const struct fb_hook_line *line)
{
	struct fb_top_count *c;

	if (fb_top_find(s, line->name))
		return -EINVAL;
	if (fb_vector_grow(s->hook, s->nr))
		return -ENOMEM;
	c = &s->hook[s->nr];
	memset(c, 0, sizeof(*c));
	if (state_of(line->state, &c->state))
		return -EINVAL;
	memcpy(c->name, line->name, sizeof(c->name));
	memcpy(c->kind, line->kind, sizeof(c->kind));
	memcpy(c->reason, line->reason, sizeof(c->reason));
	c->calls = line->calls;
	c->missed = line->missed;
	s->nr++;
	return 0;
}

int fb_top_count_hooks(struct fb_top_sample *s, const struct fb_top_hooks *watched,
		       const char *text)
{
	struct fb_hook_line line;
	int ret;

	while ((ret = fb_hook_line(&text, &line)) > 0) {
		if (!fb_top_hooks_find(watched, line.name))
			continue;
		ret = add_hook(s, &line);
		if (ret)
			return ret;
	}
	return ret;
}

static int add_value(struct fb_top_count *c, const struct fb_verdict_line *line)
{
	struct fb_top_value *v;

	if (fb_vector_grow(c->value, c->nr_values))
		return -ENOMEM;
	v = &c->value[c->nr_values++];
	memcpy(v->name, line->value, sizeof(v->name));
	v->n = line->n;
	return 0;
}

int fb_top_count_values(struct fb_top_sample *s, const char *text)
{
	struct fb_verdict_line line;
	struct fb_top_count *c;
	int ret;

	while ((ret = fb_verdict_line(&text, &line)) > 0) {
		c = fb_top_find(s, line.name);
		if (c && add_value(c, &line))
			return -ENOMEM;
	}
	return ret;
}

struct fb_top_count *fb_top_find(const struct fb_top_sample *s, const char *name)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (!strcmp(s->hook[i].name, name))
			return &s->hook[i];
	return NULL;
}

void fb_top_sample_free(struct fb_top_sample *s)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		free(s->hook[i].value);
	free(s->hook);
	memset(s, 0, sizeof(*s));
}
