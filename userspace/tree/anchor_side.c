// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "tree/anchor_side.h"

static uint64_t mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * 0x9e3779b97f4a7c15ull;
	return hash ^ (hash >> 29);
}

/* Children have higher indices than their caller, so the walk from the end knows their hashes. */
static void hash(struct fb_anchor_side *s, const uint32_t *class, uint64_t *shallow)
{
	const struct fb_call_forest *f = s->f;
	uint32_t at, child;

	for (at = f->nr - 1; at; at--) {
		uint64_t name = class[f->name[at]], whole = mix(1, name), near = mix(2, name);
		uint32_t height = 0;

		shallow[at] = mix(3, name);
		for (child = at + 1; child < f->end[at]; child = f->end[child]) {
			whole = mix(whole, s->key[FB_ANCHOR_WHOLE][child]);
			near = mix(near, shallow[child]);
			shallow[at] = mix(shallow[at], s->key[FB_ANCHOR_NAME][child]);
			if (s->height[child] > height)
				height = s->height[child];
			s->next[child] = f->end[child] < f->end[at] ? f->end[child] : FB_CALL_NONE;
		}
		s->key[FB_ANCHOR_WHOLE][at] = mix(whole, f->end[at] - at);
		s->key[FB_ANCHOR_NEAR][at] = near;
		s->key[FB_ANCHOR_NAME][at] = name;
		s->height[at] = height + 1;
	}
}

static void sketch(struct fb_anchor_side *s, const uint32_t *class)
{
	const struct fb_call_forest *f = s->f;
	uint32_t at;
	int i;

	for (at = f->nr - 1; at; at--) {
		const uint16_t *mine = s->sketch[at].nr;
		uint16_t *up = s->sketch[f->parent[at]].nr;

		s->sketch[at].nr[mix(0, class[f->name[at]]) % FB_ANCHOR_BUCKETS]++;
		for (i = 0; i < FB_ANCHOR_BUCKETS; i++)
			up[i] = (uint16_t)(up[i] + mine[i] < UINT16_MAX ? up[i] + mine[i]
									: UINT16_MAX - 1);
	}
}

int fb_anchor_side_build(struct fb_anchor_side *s, const struct fb_call_forest *f,
			 const uint32_t *class)
{
	size_t size = (size_t)f->nr + 1;
	uint64_t *shallow = calloc(size, sizeof(*shallow));
	uint32_t at;
	int key;

	*s = (struct fb_anchor_side){ .f = f };
	for (key = 0; key < FB_ANCHOR_KEYS; key++)
		s->key[key] = calloc(size, sizeof(*s->key[key]));
	s->sketch = calloc(size, sizeof(*s->sketch));
	s->next = calloc(size, sizeof(*s->next));
	s->height = calloc(size, sizeof(*s->height));
	s->work = calloc(size, sizeof(*s->work));
	if (!shallow || !s->key[FB_ANCHOR_WHOLE] || !s->key[FB_ANCHOR_NEAR] ||
	    !s->key[FB_ANCHOR_NAME] || !s->sketch || !s->next || !s->height || !s->work) {
		free(shallow);
		return -ENOMEM;
	}
	hash(s, class, shallow);
	sketch(s, class);
	for (at = 1; at < f->nr; at = f->end[at])
		s->next[at] = f->end[at] < f->nr ? f->end[at] : FB_CALL_NONE;
	for (at = 1; at < f->nr; at++)
		s->work[at + 1] =
			s->work[at] + (f->parent[at] + 1 == at ? 0 : fb_anchor_size(s, at));
	free(shallow);
	return 0;
}

void fb_anchor_side_free(struct fb_anchor_side *s)
{
	int key;

	for (key = 0; key < FB_ANCHOR_KEYS; key++)
		free(s->key[key]);
	free(s->sketch);
	free(s->next);
	free(s->height);
	free(s->work);
}

uint64_t fb_anchor_work(const struct fb_anchor_side *s, const uint32_t *root, uint32_t nr,
			uint64_t *calls)
{
	uint64_t work = 0;
	uint32_t i;

	*calls = 0;
	for (i = 0; i < nr; i++) {
		*calls += fb_anchor_size(s, root[i]);
		work += s->work[s->f->end[root[i]]] - s->work[root[i] + 1];
		work += i ? fb_anchor_size(s, root[i]) : 0;
	}
	/* The exact mapping puts one top around them. */
	return work + *calls + 1;
}
