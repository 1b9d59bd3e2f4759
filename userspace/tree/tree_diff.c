// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "tree/anchor.h"
#include "tree/tree_diff.h"
#include "tree/exact.h"

/* Maps the whole forests: all outermost calls of both sides. */
static int map_exactly(const struct fb_exact *x)
{
	struct fb_call_forest *const both[] = { x->left, x->right };
	struct fb_subtrees of[2] = { { .nr = 0 } };
	uint32_t *root, at, nr = 0;
	int side, ret;

	root = malloc(((size_t)x->left->nr + x->right->nr) * sizeof(*root));
	if (!root)
		return -ENOMEM;
	for (side = 0; side < 2; side++) {
		fb_call_forest_forget_parents(both[side]);
		of[side].root = root + nr;
		for (at = 1; at < both[side]->nr; at = both[side]->end[at], of[side].nr++)
			root[nr++] = at;
	}
	ret = fb_exact_map(x, of[0], of[1]);
	free(root);
	return ret;
}

int fb_treediff(const struct fb_diff *d, uint32_t *map)
{
	struct fb_call_forest left = { .nr = 0 }, right = { .nr = 0 };
	struct fb_call_names names = { .nr = 0 };
	const struct fb_exact x = {
		.d = d, .left = &left, .right = &right, .names = &names, .map = map
	};
	uint32_t unproven = 0, i;
	int ret;

	for (i = 0; i < d->left->nr; i++)
		map[i] = FB_DIFF_NONE;
	ret = fb_call_names_build(&names, d->left, d->right);
	if (!ret)
		ret = fb_call_forest_build(&left, d->left, &names);
	if (!ret)
		ret = fb_call_forest_build(&right, d->right, &names);
	if (!ret && (uint64_t)left.nr * right.nr <= FB_DIFF_PAIRS_MAX)
		ret = map_exactly(&x);
	else if (!ret)
		ret = fb_anchor_map(&x, fb_anchor_limits, &unproven);
	map[0] = 0;
	if (d->unproven)
		*d->unproven = unproven;
	fb_call_forest_free(&left);
	fb_call_forest_free(&right);
	fb_call_names_free(&names);
	return ret;
}
