// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tree/sequence.h"

/* A part of the two lists: left keys x0 to x1, right keys y0 to y1. */
struct box {
	int64_t x0, x1, y0, y1;
};

/*
 * @x and @y: the keys that occur on both sides, as indices of the caller's lists. Keys of one side
 *	only cannot be paired, and a search without them is shorter.
 * @ahead, @back: how far the search has come on each diagonal x - y, from either end
 * @walked: equal keys that were passed since steps were last paid for
 */
struct search {
	struct fb_sequence *s;
	uint32_t *x, *y;
	int64_t *ahead, *back;
	uint64_t walked;
};

/* Where a path through a box is divided: the keys from (x, y) to (u, v) are equal. */
struct snake {
	int64_t x, y, u, v;
};

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Keeps the indices of those keys of @key that also occur in @other, which is sorted here. */
static uint32_t keep_common(const uint64_t *key, uint32_t nr, uint64_t *other, uint32_t nr_other,
			    uint32_t *kept)
{
	uint32_t i, out = 0;

	qsort(other, nr_other, sizeof(*other), by_value);
	for (i = 0; i < nr; i++)
		if (bsearch(&key[i], other, nr_other, sizeof(*other), by_value))
			kept[out++] = i;
	return out;
}

static bool equal(const struct search *q, int64_t x, int64_t y)
{
	return q->s->left[q->x[x]] == q->s->right[q->y[y]];
}

static void emit(struct search *q, int64_t x, int64_t y)
{
	q->s->pair[q->s->nr++] = (struct fb_sequence_pair){ .left = q->x[x], .right = q->y[y] };
}

/* Takes @n steps, and those that were walked, from the account. Returns false if there are not enough. */
static bool pay(struct search *q, uint64_t n)
{
	n += q->walked;
	q->walked = 0;
	if (*q->s->steps < n) {
		*q->s->steps = 0;
		return false;
	}
	*q->s->steps -= n;
	return true;
}

/*
 * Goes one difference further on each diagonal, from the box's beginning, or from its end for
 * @backward. Returns true if both searches have met; *@sn is then the snake where they did.
 */
static bool advance(struct search *q, const struct box *b, int64_t cost, bool backward,
		    struct snake *sn)
{
	int64_t n = b->x1 - b->x0, m = b->y1 - b->y0, delta = n - m, k;
	int64_t *mine = backward ? q->back : q->ahead, *theirs = backward ? q->ahead : q->back;
	int64_t low = -(cost - 2 * (cost > m ? cost - m : 0));
	int64_t high = cost - 2 * (cost > n ? cost - n : 0), meet = cost - !backward;

	for (k = low; k <= high; k += 2) {
		bool down = k == -cost || (k != cost && mine[k - 1] < mine[k + 1]);
		int64_t x = down ? mine[k + 1] : mine[k - 1] + 1, y = x - k, u = x, v = y;

		while (u < n && v < m &&
		       (backward ? equal(q, b->x1 - 1 - u, b->y1 - 1 - v)
				 : equal(q, b->x0 + u, b->y0 + v))) {
			u++;
			v++;
		}
		mine[k] = u;
		q->walked += (uint64_t)(u - x);
		if (((delta & 1) != 0) == backward || delta - k < -meet || delta - k > meet ||
		    u + theirs[delta - k] < n)
			continue;
		*sn = backward ? (struct snake){ b->x1 - u, b->y1 - v, b->x1 - x, b->y1 - y }
			       : (struct snake){ b->x0 + x, b->y0 + y, b->x0 + u, b->y0 + v };
		return true;
	}
	return false;
}

/*
 * Returns the point that the search from the beginning came to with the most keys behind it. The
 * search may have stepped over the box's edge.
 */
static struct snake furthest(const struct search *q, const struct box *b, int64_t cost)
{
	int64_t n = b->x1 - b->x0, m = b->y1 - b->y0, best, k, x;
	int64_t low = -(cost - 2 * (cost > m ? cost - m : 0));
	int64_t high = cost - 2 * (cost > n ? cost - n : 0);

	for (k = low, best = low; k <= high; k += 2)
		if (2 * q->ahead[k] - k > 2 * q->ahead[best] - best)
			best = k;
	x = q->ahead[best] < n ? q->ahead[best] : n;
	x = x - best > m ? m + best : x;
	return (struct snake){ b->x0 + x, b->y0 + x - best, b->x0 + x, b->y0 + x - best };
}

/* Returns how many differences a search may follow. It never follows more than there are keys. */
static int64_t cost_max(const struct fb_sequence *s)
{
	int64_t all = (int64_t)s->nr_left + s->nr_right, cost = FB_SEQUENCE_COST;

	while (cost < all && (uint64_t)(cost * cost) < *s->steps / FB_SEQUENCE_PART)
		cost += cost / 4;
	return cost;
}

/* Divides a box that begins with different keys. Returns false if no steps are left. */
static bool divide(struct search *q, const struct box *b, struct snake *sn)
{
	int64_t most = cost_max(q->s), cost;

	q->ahead[1] = q->back[1] = 0;
	for (cost = 0; cost <= most; cost++) {
		if (!pay(q, (uint64_t)(2 * cost + 2)))
			return false;
		if (advance(q, b, cost, false, sn) || advance(q, b, cost, true, sn))
			return true;
	}
	*sn = furthest(q, b, most);
	return sn->x < b->x1 || sn->y < b->y1;
}

/* Pairs equal keys from the left to the right, so that the list of pairs is in order. */
static void align(struct search *q, struct box b)
{
	int64_t tail = 0, k;
	struct snake sn;

	for (;;) {
		while (b.x0 < b.x1 && b.y0 < b.y1 && equal(q, b.x0, b.y0))
			emit(q, b.x0++, b.y0++);
		/* The equal keys at the end wait until those before them are on the list. */
		while (b.x0 < b.x1 && b.y0 < b.y1 && equal(q, b.x1 - 1, b.y1 - 1)) {
			b.x1--;
			b.y1--;
			tail++;
		}
		if (b.x0 == b.x1 || b.y0 == b.y1 || !divide(q, &b, &sn))
			break;
		align(q, (struct box){ b.x0, sn.x, b.y0, sn.y });
		for (; sn.x < sn.u; sn.x++, sn.y++)
			emit(q, sn.x, sn.y);
		b.x0 = sn.u;
		b.y0 = sn.v;
	}
	for (k = 0; k < tail; k++)
		emit(q, b.x1 + k, b.y1 + k);
}

static void search(struct search *q, uint64_t *sorted, int64_t *diagonals, size_t size)
{
	struct fb_sequence *s = q->s;
	struct box all = { 0 };
	uint32_t i;

	for (i = 0; i < s->nr_right; i++)
		sorted[i] = s->right[i];
	all.x1 = keep_common(s->left, s->nr_left, sorted, s->nr_right, q->x);
	for (i = 0; i < s->nr_left; i++)
		sorted[i] = s->left[i];
	all.y1 = keep_common(s->right, s->nr_right, sorted, s->nr_left, q->y);
	q->ahead = diagonals + size;
	q->back = diagonals + 3 * size;
	align(q, all);
}

int fb_sequence_align(struct fb_sequence *s)
{
	uint32_t longest = s->nr_left > s->nr_right ? s->nr_left : s->nr_right;
	struct search q = { .s = s };
	uint64_t *sorted = malloc((longest + 1) * sizeof(*sorted));
	/* Diagonals run from -cost - 1 to cost + 1. Later searches have fewer steps. */
	size_t size = (size_t)cost_max(s) + 3;
	int64_t *diagonals = calloc(4 * size, sizeof(*diagonals));
	bool ready;

	s->nr = 0;
	q.x = malloc((s->nr_left + 1) * sizeof(*q.x));
	q.y = malloc((s->nr_right + 1) * sizeof(*q.y));
	ready = sorted && diagonals && q.x && q.y;
	if (ready)
		search(&q, sorted, diagonals, size);
	free(sorted);
	free(diagonals);
	free(q.x);
	free(q.y);
	return ready ? 0 : -ENOMEM;
}
