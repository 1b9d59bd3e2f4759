// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "tree/alike.h"

/* What the best pairs of the subtrees from (i, j) on begin with. */
enum step {
	STEP_PAIR,
	STEP_LEFT,
	STEP_RIGHT,
};

/* Returns what a pair is worth: twice as much if the subtrees are equal, 0 if their names are not. */
static uint64_t worth(const struct fb_alike *k, uint32_t left, uint32_t right)
{
	const struct fb_anchor_side *l = k->side[0], *r = k->side[1];
	uint64_t sum;

	if (fb_anchor_class(l, left) != fb_anchor_class(r, right))
		return 0;
	sum = fb_anchor_shared(l, left, r, right);
	return l->whole[left] == r->whole[right] ? 2 * sum : sum;
}

/* Returns how many right subtrees each left one is compared with. */
static uint32_t width_of(const struct fb_alike *k)
{
	uint32_t width = k->nr[0] ? FB_ALIKE_PAIRS_MAX / k->nr[0] : k->nr[1];

	return width < k->nr[1] ? width + 1 : k->nr[1];
}

/* Returns the first right subtree that left subtree @i is compared with. */
static uint32_t first_of(const struct fb_alike *k, uint32_t i)
{
	uint32_t width = width_of(k), last = k->nr[1] - width;
	uint64_t middle = (uint64_t)i * k->nr[1] / k->nr[0];

	if (middle < width / 2)
		return 0;
	return middle - width / 2 < last ? (uint32_t)(middle - width / 2) : last;
}

/* Returns the bytes of a row of the table of steps: four steps a byte. */
static size_t row_of(const struct fb_alike *k)
{
	return ((size_t)width_of(k) + 3) / 4;
}

static enum step step_at(const uint8_t *row, uint32_t at)
{
	return (enum step)(row[at / 4] >> at % 4 * 2 & 3);
}

/* A row is all 0 before, and is filled once. */
static void set_step(uint8_t *row, uint32_t at, enum step step)
{
	row[at / 4] |= (uint8_t)(step << at % 4 * 2);
}

/*
 * Fills a row of the table of steps. @best has for each j what the pairs of the subtrees behind (i, j)
 * are worth, and receives what those from (i, j) on are worth.
 */
static void fill_row(const struct fb_alike *k, uint32_t i, uint8_t *row, uint64_t *best)
{
	uint32_t first = first_of(k, i), width = width_of(k), j;
	uint64_t behind = best[first + width];
	enum step step;

	for (j = first + width; j-- > first;) {
		uint64_t value = worth(k, k->root[0][i], k->root[1][j]), with = value + behind;

		behind = best[j];
		step = STEP_LEFT;
		if (best[j + 1] > best[j]) {
			best[j] = best[j + 1];
			step = STEP_RIGHT;
		}
		if (value && with >= best[j]) {
			best[j] = with;
			step = STEP_PAIR;
		}
		set_step(row, j - first, step);
	}
	/* The row above begins further to the left: from there the way leads to this row's beginning. */
	for (j = i ? first_of(k, i - 1) : first; j < first; j++)
		best[j] = best[first];
}

static uint32_t follow(const struct fb_alike *k, const uint8_t *steps)
{
	uint32_t i = 0, j = 0, nr = 0, width = width_of(k);

	while (i < k->nr[0] && j < k->nr[1]) {
		const uint8_t *row = steps + i * row_of(k);
		uint32_t first = first_of(k, i);

		if (j < first) {
			j = first;
		} else if (j >= first + width || step_at(row, j - first) == STEP_LEFT) {
			i++;
		} else if (step_at(row, j - first) == STEP_RIGHT) {
			j++;
		} else {
			k->pair[nr++] = (struct fb_sequence_pair){ i++, j++ };
		}
	}
	return nr;
}

uint64_t fb_alike_cells(const struct fb_alike *k)
{
	return (uint64_t)k->nr[0] * width_of(k);
}

uint64_t fb_alike_worth(const struct fb_alike *k, const struct fb_sequence_pair *pair, uint32_t nr)
{
	uint64_t sum = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		sum += worth(k, k->root[0][pair[i].left], k->root[1][pair[i].right]);
	return sum;
}

int fb_alike_pair(const struct fb_alike *k, uint32_t *nr)
{
	uint8_t *steps = calloc(k->nr[0] * row_of(k) + 1, 1);
	uint64_t *best = calloc((size_t)k->nr[1] + 1, sizeof(*best));
	int ret = -ENOMEM;
	uint32_t i;

	*nr = 0;
	if (!steps || !best)
		goto out;
	for (i = k->nr[0]; i--;)
		fill_row(k, i, steps + i * row_of(k), best);
	*nr = follow(k, steps);
	ret = 0;
out:
	free(steps);
	free(best);
	return ret;
}

uint64_t fb_alike_common(const struct fb_anchor_side *const side[2], const uint32_t *const root[2],
			 const uint32_t nr[2])
{
	uint64_t sum[2][FB_ANCHOR_BUCKETS] = { { 0 } }, common = 0;
	uint32_t k;
	int i, b;

	for (i = 0; i < 2; i++)
		for (k = 0; nr[!i] && k < nr[i]; k++)
			fb_anchor_sketch_add(side[i], root[i][k], sum[i]);
	for (b = 0; b < FB_ANCHOR_BUCKETS; b++)
		common += sum[0][b] < sum[1][b] ? sum[0][b] : sum[1][b];
	return common;
}
