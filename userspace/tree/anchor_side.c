// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lib/hash.h"
#include "tree/anchor_side.h"

/* Children have higher indices than their caller, so the walk from the end knows their hashes. */
static void hash(struct fb_anchor_side *s)
{
	const struct fb_call_forest *f = s->f;
	uint32_t at, child;

	for (at = f->nr - 1; at; at--) {
		uint64_t whole = fb_hash_mix(1, fb_anchor_class(s, at));
		uint16_t height = 0;

		for (child = at + 1; child < f->end[at]; child = f->end[child]) {
			whole = fb_hash_mix(whole, s->whole[child]);
			if (s->height[child] > height)
				height = s->height[child];
			s->next[child] = f->end[child] < f->end[at] ? f->end[child] : FB_CALL_NONE;
		}
		s->whole[at] = fb_hash_mix(whole, f->end[at] - at);
		/* A normal form is at most 65534 deep. */
		s->height[at] = (uint16_t)(height + 1);
	}
}

/* The names of the call, of those that it calls, and of those that they call. */
static uint64_t near(const struct fb_anchor_side *s, uint32_t at)
{
	const uint32_t *end = s->f->end;
	uint64_t hash = fb_hash_mix(2, fb_anchor_class(s, at)), shallow;
	uint32_t child, below;

	for (child = at + 1; child < end[at]; child = end[child]) {
		shallow = fb_hash_mix(3, fb_anchor_class(s, child));
		for (below = child + 1; below < end[child]; below = end[below])
			shallow = fb_hash_mix(shallow, fb_anchor_class(s, below));
		hash = fb_hash_mix(hash, shallow);
	}
	return hash;
}

uint64_t fb_anchor_key(const struct fb_anchor_side *s, enum fb_anchor_key key, uint32_t at)
{
	if (key == FB_ANCHOR_NAME)
		return fb_anchor_class(s, at);
	return key == FB_ANCHOR_WHOLE ? s->whole[at] : near(s, at);
}

/* --- sketches ------------------------------------------------------------- */

static bool is_small(const struct fb_anchor_side *s, uint32_t at)
{
	return fb_anchor_size(s, at) <= FB_ANCHOR_SMALL;
}

static uint16_t plus(uint16_t a, uint16_t b)
{
	return (uint16_t)(a + b < UINT16_MAX ? a + b : UINT16_MAX - 1);
}

static uint16_t bucket_of(uint64_t small, int bucket)
{
	return small >> 4 * bucket & 15;
}

/* Returns a sketch that may be made in @space. */
static const uint16_t *sketch_of(const struct fb_anchor_side *s, uint32_t at,
				 struct fb_anchor_sketch *space)
{
	int i;

	if (!is_small(s, at))
		return s->large[s->sketch[at]].nr;
	for (i = 0; i < FB_ANCHOR_BUCKETS; i++)
		space->nr[i] = bucket_of(s->sketch[at], i);
	return space->nr;
}

/* Adds the sketch of a call to that of its caller, which has more calls. */
static void add_up(struct fb_anchor_side *s, uint32_t at, uint32_t up)
{
	struct fb_anchor_sketch space;
	const uint16_t *mine;
	uint16_t *sum;
	int i;

	if (is_small(s, up)) {
		s->sketch[up] += s->sketch[at];
		return;
	}
	mine = sketch_of(s, at, &space);
	sum = s->large[s->sketch[up]].nr;
	for (i = 0; i < FB_ANCHOR_BUCKETS; i++)
		sum[i] = plus(sum[i], mine[i]);
}

static int sketch(struct fb_anchor_side *s)
{
	const struct fb_call_forest *f = s->f;
	uint32_t at, nr = 0, bucket;

	for (at = 1; at < f->nr; at++)
		if (!is_small(s, at))
			s->sketch[at] = nr++;
	s->large = calloc((size_t)nr + 1, sizeof(*s->large));
	if (!s->large)
		return -ENOMEM;
	for (at = f->nr - 1; at; at--) {
		bucket = fb_hash_mix(0, fb_anchor_class(s, at)) % FB_ANCHOR_BUCKETS;
		if (is_small(s, at))
			s->sketch[at] += 1ull << 4 * bucket;
		else
			s->large[s->sketch[at]].nr[bucket]++;
		if (f->parent[at])
			add_up(s, at, f->parent[at]);
	}
	return 0;
}

/* Returns the smaller one of each of eight numbers below 128. */
static uint64_t least(uint64_t a, uint64_t b)
{
	const uint64_t high = 0x8080808080808080ull;
	/* 255 where a is not less than b. */
	uint64_t not_less = (((a | high) - b) & high) >> 7;

	not_less *= 255;
	return (b & not_less) | (a & ~not_less);
}

uint32_t fb_anchor_shared(const struct fb_anchor_side *l, uint32_t left,
			  const struct fb_anchor_side *r, uint32_t right)
{
	const uint64_t four = 0x0f0f0f0f0f0f0f0full;
	uint64_t a = l->sketch[left], b = r->sketch[right];
	struct fb_anchor_sketch space[2];
	const uint16_t *x, *y;
	uint32_t sum = 0;
	int i;

	/* There are at most FB_ANCHOR_SMALL calls, so that the sum of all bytes fits into one. */
	if (is_small(l, left) && is_small(r, right))
		return (uint32_t)((least(a & four, b & four) +
				   least(a >> 4 & four, b >> 4 & four)) *
					  0x0101010101010101ull >>
				  56);
	x = sketch_of(l, left, &space[0]);
	y = sketch_of(r, right, &space[1]);
	for (i = 0; i < FB_ANCHOR_BUCKETS; i++)
		sum += x[i] < y[i] ? x[i] : y[i];
	return sum;
}

void fb_anchor_sketch_add(const struct fb_anchor_side *s, uint32_t at,
			  uint64_t sum[FB_ANCHOR_BUCKETS])
{
	struct fb_anchor_sketch space;
	const uint16_t *nr = sketch_of(s, at, &space);
	int i;

	for (i = 0; i < FB_ANCHOR_BUCKETS; i++)
		sum[i] += nr[i];
}

/* --- work ----------------------------------------------------------------- */

static void work(struct fb_anchor_side *s)
{
	const struct fb_call_forest *f = s->f;
	uint32_t at, up;

	for (at = f->nr - 1; at; at--) {
		uint64_t sum = s->work[at];

		up = f->parent[at];
		sum += s->work[up] + (up + 1 == at ? 0 : fb_anchor_size(s, at));
		s->work[up] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
	}
}

int fb_anchor_side_build(struct fb_anchor_side *s, const struct fb_call_forest *f,
			 const uint32_t *class)
{
	uint32_t at;
	int ret;

	*s = (struct fb_anchor_side){ .f = f, .class = class };
	s->whole = calloc(f->nr, sizeof(*s->whole));
	s->sketch = calloc(f->nr, sizeof(*s->sketch));
	s->next = calloc(f->nr, sizeof(*s->next));
	s->height = calloc(f->nr, sizeof(*s->height));
	s->work = calloc(f->nr, sizeof(*s->work));
	if (!s->whole || !s->sketch || !s->next || !s->height || !s->work)
		return -ENOMEM;
	hash(s);
	ret = sketch(s);
	if (ret)
		return ret;
	for (at = 1; at < f->nr; at = f->end[at])
		s->next[at] = f->end[at] < f->nr ? f->end[at] : FB_CALL_NONE;
	work(s);
	return 0;
}

void fb_anchor_side_free(struct fb_anchor_side *s)
{
	free(s->whole);
	free(s->sketch);
	free(s->large);
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
		work += s->work[root[i]];
		work += i ? fb_anchor_size(s, root[i]) : 0;
	}
	/* The exact mapping puts one top around them. */
	return work + *calls + 1;
}
