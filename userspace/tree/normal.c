// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "tree/normal.h"
#include "tree/normal_build.h"

uint32_t fb_normal_around(const struct fb_normal *n, uint32_t at)
{
	uint32_t up = n->node[at].parent;

	while (up && !fb_normal_is_call(&n->node[up]))
		up = n->node[up].parent;
	return up;
}

const char *fb_normal_caller(const struct fb_normal *n, uint32_t at)
{
	uint32_t up = fb_normal_around(n, at);

	return up ? n->node[up].name : NULL;
}

struct fb_normal_line fb_normal_line(const struct fb_normal *n, uint32_t at)
{
	const struct fb_normal_node *node = &n->node[at];
	const struct fb_normal_more *more = fb_normal_more(n, at);

	return (struct fb_normal_line){
		.kind = node->kind,
		.flags = node->flags,
		.depth = node->depth,
		.dur_ns = node->dur_ns,
		.name = node->name,
		.module = more->module,
		.text = more->text,
		.retval = more->retval,
	};
}

struct fb_normal *fb_normal_new_beside(const struct fb_normal *other)
{
	struct fb_normal *n = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	/* There may be very many phases of one call. */
	n->size = 1;
	n->node = calloc(n->size, sizeof(*n->node));
	n->names = other ? other->names : fb_normal_names_new();
	if (!n->node || !n->names) {
		if (!other)
			fb_normal_names_put(n->names);
		free(n->node);
		free(n);
		return NULL;
	}
	n->names->users += !!other;
	n->node[0] = (struct fb_normal_node){ .kind = FB_NODE_TOP, .end = 1, .dur_ns = -1 };
	n->nr = 1;
	return n;
}

struct fb_normal *fb_normal_new(void)
{
	return fb_normal_new_beside(NULL);
}

void fb_normal_free(struct fb_normal *n)
{
	if (!n)
		return;
	fb_normal_names_put(n->names);
	free(n->node);
	free(n->head);
	free(n);
}

static int head_index(const struct fb_normal *n, const char *key)
{
	uint32_t i;

	for (i = 0; i < n->nr_heads; i++)
		if (!strcmp(n->head[i].key, key))
			return (int)i;
	return -1;
}

const char *fb_normal_get(const struct fb_normal *n, const char *key)
{
	int i = head_index(n, key);

	return i < 0 ? NULL : n->head[i].value;
}

int fb_normal_key_ok(const char *key, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!isalnum((unsigned char)key[i]) && key[i] != '-' && key[i] != '_')
			return 0;
	return len > 0;
}

int fb_normal_set(struct fb_normal *n, const char *key, const char *value)
{
	int i = head_index(n, key);
	struct fb_normal_head head;

	if (!fb_normal_key_ok(key, strlen(key)) || strpbrk(value, "\r\n"))
		return -EINVAL;
	head.value = fb_normal_names_keep(n->names, value);
	if (!head.value)
		return -ENOMEM;
	if (i >= 0) {
		n->head[i].value = head.value;
		return 0;
	}
	head.key = fb_normal_names_keep(n->names, key);
	if (!head.key)
		return -ENOMEM;
	if (fb_vector_grow(n->head, n->nr_heads))
		return -ENOMEM;
	n->head[n->nr_heads++] = head;
	return 0;
}

int fb_normal_reserve(struct fb_normal *n, size_t more)
{
	return fb_vector_reserve(n->node, n->size, n->nr + more);
}

/* Appends a node whose texts are kept. The nodes around it get their new ends from fb_normal_close(). */
static int append(struct fb_normal *n, const struct fb_normal_node *in)
{
	uint32_t at = n->nr, up;
	int ret;

	if (!in->depth || in->depth > n->node[at - 1].depth + 1)
		return -EINVAL;
	ret = fb_vector_reserve(n->node, n->size, at + 1);
	if (ret)
		return ret;
	for (up = at - 1; n->node[up].depth >= in->depth; up = n->node[up].parent)
		n->node[up].end = at;
	n->node[at] = *in;
	n->node[at].parent = up;
	n->node[at].end = at + 1;
	n->nr++;
	n->calls += in->kind == FB_NODE_CALL;
	return 0;
}

int fb_normal_append(struct fb_normal *n, const struct fb_normal_line *in)
{
	struct fb_normal_node node = {
		.kind = in->kind, .flags = in->flags, .depth = in->depth, .dur_ns = in->dur_ns
	};
	const struct fb_normal_more more = { in->module, in->text, in->retval };
	int ret = 0;

	node.name = in->name ? fb_normal_names_keep(n->names, in->name) : NULL;
	if (in->name && !node.name)
		return -ENOMEM;
	if (more.module || more.text || more.retval)
		ret = fb_normal_names_more(n->names, &more, &node.more);
	return ret ? ret : append(n, &node);
}

/* Ends the subtrees that the last node is in. */
void fb_normal_close(struct fb_normal *n)
{
	uint32_t up = n->nr - 1;

	for (; up; up = n->node[up].parent)
		n->node[up].end = n->nr;
	n->node[0].end = n->nr;
}

int fb_normal_add_subtree(struct fb_normal *n, const struct fb_normal *from, uint32_t root)
{
	uint16_t outside = (uint16_t)(from->node[root].depth - 1);
	int ret = fb_normal_reserve(n, from->node[root].end - root);
	uint32_t at;

	for (at = root; !ret && at < from->node[root].end; at++) {
		struct fb_normal_node node = from->node[at];

		node.depth = (uint16_t)(node.depth - outside);
		ret = append(n, &node);
	}
	fb_normal_close(n);
	return ret;
}

void fb_normal_walk_begin(struct fb_normal_walk *walk, const struct fb_tree *tree, uint32_t top)
{
	*walk = (struct fb_normal_walk){
		.tree = tree, .top = top, .at = top ? top : tree->node[0].child, .depth = 1
	};
}

void fb_normal_walk_next(struct fb_normal_walk *walk)
{
	const struct fb_node *node = walk->tree->node;
	uint32_t at = walk->at;

	if (node[at].child) {
		walk->at = node[at].child;
		walk->depth++;
		return;
	}
	for (; at != walk->top && !node[at].next; at = node[at].parent)
		walk->depth--;
	walk->at = at == walk->top ? 0 : node[at].next;
}

struct fb_normal_line fb_normal_walk_node(const struct fb_normal_walk *walk)
{
	const struct fb_tree *tree = walk->tree;
	const struct fb_node *node = &tree->node[walk->at];
	const struct fb_node_what *what = &tree->what[node->what];
	const struct fb_node_values *values = &tree->values[node->values];

	return (struct fb_normal_line){
		.kind = node->kind,
		.flags = node->flags,
		.depth = (uint16_t)walk->depth,
		.dur_ns = node->dur_ns,
		.line = node->line,
		.name = what->name,
		.module = what->module,
		.text = what->text,
		.retval = values->retval,
		.args = values->args,
		.caller = values->caller,
	};
}

int fb_normal_add_tree(struct fb_normal *n, const struct fb_tree *tree, uint32_t top)
{
	struct fb_normal_walk walk;
	int ret = 0;

	fb_normal_walk_begin(&walk, tree, top);
	for (; !ret && walk.at; fb_normal_walk_next(&walk)) {
		const struct fb_normal_line node = fb_normal_walk_node(&walk);

		ret = walk.depth > FB_NORMAL_DEPTH_MAX ? -E2BIG : fb_normal_append(n, &node);
	}
	fb_normal_close(n);
	return ret;
}
