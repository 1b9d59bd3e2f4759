// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "tree/name_class.h"

static uint32_t find(uint32_t *class, uint32_t name)
{
	while (class[name] != name) {
		class[name] = class[class[name]];
		name = class[name];
	}
	return name;
}

/* Joins the names of each left call with those that it can have on the right. */
static void join_names(struct fb_name_classes *c, const struct fb_exact *x)
{
	const char *other[FB_DIFF_NAMES_MAX];
	uint32_t at, name;
	unsigned int nr;

	for (at = 1; x->d->names && at < x->left->nr; at++) {
		nr = x->d->names(x->d->ctx, x->left->node[at], other);
		while (nr--) {
			name = fb_call_names_find(x->names, other[nr]);
			if (name != FB_CALL_NONE && name != x->left->name[at])
				c->class[find(c->class, name)] = find(c->class, x->left->name[at]);
		}
	}
	for (name = 0; name < c->nr; name++)
		c->class[name] = find(c->class, name);
}

int fb_name_classes_build(struct fb_name_classes *c, const struct fb_exact *x)
{
	uint32_t i;

	c->nr = x->names->nr;
	c->class = calloc((size_t)c->nr + 1, sizeof(*c->class));
	c->on_both = calloc((size_t)c->nr + 1, sizeof(*c->on_both));
	if (!c->class || !c->on_both)
		return -ENOMEM;
	for (i = 0; i < c->nr; i++)
		c->class[i] = i;
	join_names(c, x);
	/* Bit 0 of a class: it is on the left; bit 1: it is on the right. */
	for (i = 1; i < x->left->nr; i++)
		c->on_both[c->class[x->left->name[i]]] |= 1;
	for (i = 1; i < x->right->nr; i++)
		c->on_both[c->class[x->right->name[i]]] |= 2;
	for (i = 0; i < c->nr; i++)
		if (c->class[i] == i)
			c->on_both[i] = c->on_both[i] == 3;
	for (i = 0; i < c->nr; i++)
		c->on_both[i] = c->on_both[c->class[i]];
	return 0;
}

/* Marks the names of a side with @bit. */
static void mark(uint8_t *side, const struct fb_call_forest *f, uint8_t bit)
{
	uint32_t at;

	for (at = 1; at < f->nr; at++)
		side[f->name[at]] |= bit;
}

/*
 * Counts the unmapped calls of each class. Returns how many calls are mapped to another name, though one
 * of the two names occurs on both sides.
 */
static uint32_t count(const struct fb_name_classes *c, const struct fb_exact *x, uint32_t *left,
		      uint32_t *right, uint8_t *side)
{
	uint32_t renamed = 0, at, name, other, to;

	mark(side, x->left, 1);
	mark(side, x->right, 2);
	for (at = 1; at < x->right->nr; at++)
		right[c->class[x->right->name[at]]]++;
	for (at = 1; at < x->left->nr; at++) {
		name = x->left->name[at];
		to = x->map[x->left->node[at]];
		if (to == FB_DIFF_NONE) {
			left[c->class[name]]++;
			continue;
		}
		right[c->class[name]]--;
		other = fb_call_names_of(x->names, x->d->right->node[to].name);
		renamed += other != name && (side[name] == 3 || side[other] == 3);
	}
	return renamed;
}

int fb_name_classes_unproven(const struct fb_name_classes *c, const struct fb_exact *x,
			     uint32_t *unproven)
{
	uint32_t *left = calloc((size_t)c->nr + 1, sizeof(*left)), i;
	uint32_t *right = calloc((size_t)c->nr + 1, sizeof(*right));
	uint8_t *side = calloc((size_t)c->nr + 1, sizeof(*side));
	int ret = left && right && side ? 0 : -ENOMEM;

	*unproven = 0;
	if (!ret)
		*unproven = count(c, x, left, right, side);
	for (i = 0; !ret && i < c->nr; i++)
		*unproven += left[i] < right[i] ? left[i] : right[i];
	free(left);
	free(right);
	free(side);
	return ret;
}

void fb_name_classes_free(struct fb_name_classes *c)
{
	free(c->class);
	free(c->on_both);
}
