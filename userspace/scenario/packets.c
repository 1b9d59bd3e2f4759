// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "lib/vector.h"
#include "scenario/packets.h"

static bool is_call(const struct fb_tree *tree, uint32_t at, const char *name, size_t len)
{
	return fb_node_is_call(tree, at) && fb_stem_is(fb_node_name(tree, at), name, len);
}

/* Returns true if the mark has the word "key=value". */
static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);
	const char *p = text;

	while ((p = strstr(p, word))) {
		if (p != text && p[-1] == ' ' && (!p[len] || p[len] == ' '))
			return true;
		p += len;
	}
	return false;
}

static bool wanted(const struct fb_packets_in *in, const char *text)
{
	char word[64];

	if (in->netns) {
		snprintf(word, sizeof(word), "ns=%lu", in->netns);
		if (!has_word(text, word))
			return false;
	}
	if (!in->dev)
		return true;
	snprintf(word, sizeof(word), "dev=%s", in->dev);
	return has_word(text, word);
}

/* Returns true for a softirq: it handles received packets, in the context of any task. */
static bool is_softirq(const struct fb_tree *tree, uint32_t at)
{
	return is_call(tree, at, "handle_softirqs", strlen("handle_softirqs")) ||
	       is_call(tree, at, "__do_softirq", strlen("__do_softirq")) ||
	       is_call(tree, at, "net_rx_action", strlen("net_rx_action"));
}

/*
 * Returns the outermost call, around @at or @at itself, of the first root that is found; else 0. A
 * softirq is not a part of the call that it interrupted.
 */
static uint32_t root_of(const struct fb_packets_in *in, uint32_t at)
{
	const struct fb_tree *tree = in->tree;
	const char *name = in->roots;
	uint32_t found = 0, up;

	while (*name && !found) {
		bool softirq = false;
		size_t len;

		name += strspn(name, " ");
		len = strcspn(name, " ");
		for (up = at; len && up; up = tree->node[up].parent) {
			if (is_call(tree, up, name, len) && (!softirq || is_softirq(tree, up)))
				found = up;
			softirq = softirq || is_softirq(tree, up);
		}
		name += len;
	}
	return found;
}

/* Looks whether the packet @own is below @top, and whether other packets are. */
static void look_for_roots(const struct fb_tree *tree, uint32_t top, uint32_t own, bool *here,
			   bool *others)
{
	uint32_t at = top;

	*here = *others = false;
	do {
		if (at == own)
			*here = true;
		else if (fb_is_packet(tree, at))
			*others = true;
		at = fb_tree_after(tree, at, top, 1);
	} while (at);
}

static uint32_t calls_in(const struct fb_tree *tree, uint32_t top)
{
	uint32_t at = top, nr = 0;

	do {
		nr += tree->node[at].kind == FB_NODE_CALL;
		at = fb_tree_after(tree, at, top, 1);
	} while (at);
	return nr;
}

static int cut_one(const struct fb_tree *tree, uint32_t at, struct fb_packet_tree *p)
{
	const struct fb_node *node = &tree->node[at];

	if (fb_vector_grow(p->cut, p->nr_cut))
		return -ENOMEM;
	p->cut[p->nr_cut++] = (struct fb_line_range){ .first = node->line,
						      .last = node->end_line,
						      .dur_ns = node->dur_ns };
	p->lines -= node->end_line - node->line + 1;
	p->calls -= calls_in(tree, at);
	if (p->dur_ns > 0 && node->dur_ns > 0)
		p->dur_ns -= node->dur_ns;
	return 0;
}

/*
 * Cuts the subtrees below @top that have only other packets. In the tree of a call without a packet,
 * cuts the softirqs that have a packet.
 */
static int cut_others(const struct fb_tree *tree, uint32_t top, struct fb_packet_tree *p)
{
	bool own, others;
	uint32_t at;
	int ret = 0;

	for (at = tree->node[top].child; !ret && at; at = tree->node[at].next) {
		look_for_roots(tree, at, p->mark, &own, &others);
		if (others && (own || (!p->mark && !is_softirq(tree, at))))
			ret = cut_others(tree, at, p);
		else if (others && tree->node[at].kind != FB_NODE_MARK)
			ret = cut_one(tree, at, p);
	}
	return ret;
}

static int add(const struct fb_tree *tree, uint32_t root, uint32_t mark, struct fb_packets *list)
{
	const struct fb_node *node = &tree->node[root];
	struct fb_packet_tree *p;

	if (fb_vector_grow(list->packet, list->nr))
		return -ENOMEM;
	p = &list->packet[list->nr++];
	*p = (struct fb_packet_tree){ .mark = mark,
				      .root = root,
				      .batch = 1,
				      .lines = node->end_line - node->line + 1,
				      .calls = calls_in(tree, root),
				      .dur_ns = node->dur_ns };
	return cut_others(tree, root, p);
}

static int add_packet(const struct fb_packets_in *in, uint32_t at, struct fb_packets *list)
{
	uint32_t root;

	if (!wanted(in, fb_node_text(in->tree, at))) {
		list->others++;
		return 0;
	}
	root = root_of(in, at);
	if (!root) {
		list->rootless++;
		return 0;
	}
	return add(in->tree, root, at, list);
}

/* Returns true if a packet below @top was not received by a softirq. */
static bool has_packet(const struct fb_tree *tree, uint32_t top)
{
	uint32_t at = top;

	do {
		if (fb_is_packet(tree, at))
			return true;
		at = fb_tree_after(tree, at, top, !is_softirq(tree, at));
	} while (at);
	return false;
}

/* Adds a root call that is not within another root call and has no packet. */
static int add_call(const struct fb_packets_in *in, uint32_t at, struct fb_packets *list)
{
	if (is_softirq(in->tree, at) || root_of(in, at) != at || has_packet(in->tree, at))
		return 0;
	list->silent++;
	return in->calls && !in->netns && !in->dev ? add(in->tree, at, 0, list) : 0;
}

static void count_batches(struct fb_packets *list)
{
	unsigned int i, k;

	for (i = 0; i < list->nr; i++)
		for (k = 0; k < i; k++)
			if (list->packet[k].root == list->packet[i].root) {
				list->packet[k].batch++;
				list->packet[i].batch++;
			}
}

int fb_packets_find(const struct fb_packets_in *in, struct fb_packets *list)
{
	uint32_t at;
	int ret = 0;

	*list = (struct fb_packets){ .nr = 0 };
	for (at = 1; !ret && at < in->tree->nr; at++) {
		if (fb_is_packet(in->tree, at))
			ret = add_packet(in, at, list);
		else if (fb_node_is_call(in->tree, at))
			ret = add_call(in, at, list);
	}
	count_batches(list);
	return ret;
}

void fb_packets_free(struct fb_packets *list)
{
	unsigned int i;

	for (i = 0; i < list->nr; i++)
		free(list->packet[i].cut);
	free(list->packet);
	*list = (struct fb_packets){ .nr = 0 };
}
