// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "scenario/segment.h"

#define CHAIN_MAX 8

/* Returns true if the word of @len bytes is in @list, whose words are separated by blanks or bars. */
static bool in_list(const char *list, const char *word, size_t len, const char *sep)
{
	const char *p = list;

	while (*p) {
		size_t n;

		p += strspn(p, sep);
		n = strcspn(p, sep);
		if (n == len && !memcmp(p, word, len))
			return true;
		p += n;
	}
	return false;
}

/* Returns true if the mark's text has every word of @words. */
static bool mark_has(const char *text, const char *words)
{
	const char *p = words;

	while (*p) {
		size_t n;

		p += strspn(p, " ");
		n = strcspn(p, " ");
		if (n && !in_list(text, p, n, " "))
			return false;
		p += n;
	}
	return true;
}

bool fb_is_packet(const struct fb_tree *tree, uint32_t at)
{
	const char *text = fb_node_text(tree, at);

	return text && !strncmp(text, "packet:", 7);
}

/* Returns the outermost call of that name around @at; 0 if there is none. */
static uint32_t outermost(const struct fb_tree *tree, uint32_t at, const char *name, size_t len)
{
	uint32_t found = 0, up;

	for (up = tree->node[at].parent; up; up = tree->node[up].parent) {
		if (fb_node_is_call(tree, up) && fb_stem_is(fb_node_name(tree, up), name, len))
			found = up;
	}
	return found;
}

/* Returns the outermost call, around @at, of the first name in @roots that is found; else 0. */
static uint32_t root_of(const struct fb_tree *tree, uint32_t at, const char *roots)
{
	uint32_t found = 0;

	while (*roots && !found) {
		size_t len;

		roots += strspn(roots, " ");
		len = strcspn(roots, " ");
		found = len ? outermost(tree, at, roots, len) : 0;
		roots += len;
	}
	return found;
}

/* Returns the next outermost call of one of these names from @from on; 0 if there is none. */
static uint32_t next_call(const struct fb_tree *tree, uint32_t from, const char *names)
{
	uint32_t at;

	for (at = from; at < tree->nr; at++) {
		const char *name = fb_node_name(tree, at);

		if (fb_node_is_call(tree, at) && !tree->node[at].parent &&
		    in_list(names, name, fb_stem(name), " "))
			return at;
	}
	return 0;
}

static bool inside(const struct fb_tree *tree, uint32_t at, uint32_t root)
{
	while (at && at != root)
		at = tree->node[at].parent;
	return at == root;
}

/* What the traffic sends to itself comes back by lo in the sender's softirq, and belongs to its call. */
static bool is_own(const struct fb_tree *tree, uint32_t at, const struct fb_segment *seg,
		   unsigned int nr, unsigned int lead)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (seg[i].lead == lead && seg[i].mark == at)
			return true;
	return fb_phase_is_call(seg[lead].def) && mark_has(fb_node_text(tree, at), "dev=lo");
}

/* Counts the packets in the subtree of @top: those of this batch, and others. */
static void count_packets(const struct fb_tree *tree, uint32_t top, const struct fb_segment *seg,
			  unsigned int nr, unsigned int lead, unsigned int *own,
			  unsigned int *other)
{
	uint32_t at = top;

	*own = *other = 0;
	do {
		if (fb_is_packet(tree, at)) {
			if (is_own(tree, at, seg, nr, lead))
				(*own)++;
			else
				(*other)++;
		}
		at = fb_tree_after(tree, at, top, 1);
	} while (at);
}

static bool is_softirq(const struct fb_tree *tree, uint32_t at)
{
	const char *name = fb_node_name(tree, at);

	return fb_node_is_call(tree, at) && in_list("net_rx_action", name, fb_stem(name), " ");
}

/* Marks the subtrees below @top that belong to other packets only. */
static int cut_others(const struct fb_tree *tree, uint32_t top, struct fb_segment *seg,
		      unsigned int nr, struct fb_segment *into)
{
	unsigned int own, other;
	uint32_t at;
	int ret;

	for (at = tree->node[top].child; at; at = tree->node[at].next) {
		count_packets(tree, at, seg, nr, into->lead, &own, &other);
		if (!other)
			continue;
		/* A packet that arrives while the traffic sends is handled by a softirq in the sender's context. */
		if (own || (fb_phase_is_call(into->def) && !is_softirq(tree, top))) {
			ret = cut_others(tree, at, seg, nr, into);
			if (ret)
				return ret;
			continue;
		}
		if (into->nr_cut == FB_CUTS_MAX)
			return -E2BIG;
		into->cut[into->nr_cut].dur_ns = tree->node[at].dur_ns;
		into->cut[into->nr_cut].first = tree->node[at].line;
		into->cut[into->nr_cut++].last = tree->node[at].end_line;
		into->lines -= tree->node[at].end_line - tree->node[at].line + 1;
		if (into->dur_ns > 0 && tree->node[at].dur_ns > 0)
			into->dur_ns -= tree->node[at].dur_ns;
	}
	return 0;
}

static int find_packet(const struct fb_tree *tree, const char *packet, unsigned long netns,
		       uint32_t from, uint32_t *mark)
{
	char ns[32];
	uint32_t at;

	snprintf(ns, sizeof(ns), "ns=%lu", netns);
	for (at = from; at < tree->nr; at++) {
		if (fb_is_packet(tree, at) && mark_has(fb_node_text(tree, at), ns) &&
		    mark_has(fb_node_text(tree, at), packet)) {
			*mark = at;
			return 0;
		}
	}
	return -ENODATA;
}

/* Finds the phase's packet and its tree. */
static int find_root(const struct fb_tree *tree, const struct fb_scenario *sc, unsigned int i,
		     unsigned long netns, struct fb_segment *seg, struct fb_error *error)
{
	const struct fb_phase_def *def = seg[i].def;
	uint32_t from = i ? seg[i - 1].mark + 1 : 1;

	if (fb_phase_is_call(def)) {
		seg[i].mark = next_call(tree, from, def->root);
		seg[i].root = seg[i].mark;
		if (seg[i].root)
			return 0;
		return fb_error(error, -ENODATA, "phase %s: no call of '%.100s' after phase %s",
				def->name, def->root, i ? sc->phase[i - 1].name : "(none)");
	}
	if (find_packet(tree, def->packet, netns, from, &seg[i].mark))
		return fb_error(error, -ENODATA, "phase %s: no packet '%.100s' after phase %s",
				def->name, def->packet, i ? sc->phase[i - 1].name : "(none)");
	seg[i].root = root_of(tree, seg[i].mark, def->root);
	if (seg[i].root)
		return 0;
	return fb_error(error, -ENODATA,
			"phase %s: the packet at line %llu is in no call of: %.100s", def->name,
			(unsigned long long)tree->node[seg[i].mark].line, def->root);
}

static int find_phase(const struct fb_tree *tree, const struct fb_scenario *sc, unsigned int i,
		      unsigned long netns, int batches, struct fb_segment *seg,
		      struct fb_error *error)
{
	const struct fb_phase_def *def = &sc->phase[i];
	unsigned int k;
	int ret;

	memset(&seg[i], 0, sizeof(seg[i]));
	seg[i].def = def;
	seg[i].proof = def;
	seg[i].lead = i;
	seg[i].position = 1;
	ret = find_root(tree, sc, i, netns, seg, error);
	if (ret)
		return ret;
	for (k = 0; def->batch && k < i; k++) {
		if (strcmp(sc->phase[k].name, def->batch))
			continue;
		if (inside(tree, seg[i].mark, seg[k].root)) {
			seg[i].lead = seg[k].lead;
			seg[i].position = seg[k].position + 1;
		} else if (batches) {
			return fb_error(
				error, -ENODATA,
				"phase %s: its packet did not come in one batch with that of %s",
				def->name, def->batch);
		}
	}
	if (def->alone && seg[i].lead == i)
		seg[i].proof = fb_scenario_phase(sc, def->alone);
	return 0;
}

int fb_segment_find(const struct fb_tree *tree, const struct fb_scenario *sc, unsigned long netns,
		    int batches, struct fb_segment *seg, struct fb_error *error)
{
	unsigned int i;
	int ret;

	for (i = 0; i < sc->nr_phases; i++) {
		ret = find_phase(tree, sc, i, netns, batches, seg, error);
		if (ret)
			return ret;
	}
	for (i = 0; i < sc->nr_phases; i++) {
		const struct fb_node *root = &tree->node[seg[i].root];

		seg[i].lines = root->end_line - root->line + 1;
		seg[i].dur_ns = root->dur_ns;
		ret = cut_others(tree, seg[i].root, seg, sc->nr_phases, &seg[i]);
		if (ret)
			return fb_error(error, ret,
					"phase %s: more than %d foreign packets in its softirq",
					seg[i].def->name, FB_CUTS_MAX);
	}
	return 0;
}

static bool is_cut(const struct fb_segment *seg, uint64_t line)
{
	unsigned int i;

	for (i = 0; i < seg->nr_cut; i++)
		if (line >= seg->cut[i].first && line <= seg->cut[i].last)
			return true;
	return false;
}

/* Returns how many calls below @top (itself included) begin the chain link[0..nr-1]. */
static unsigned int chains(const struct fb_tree *tree, const struct fb_segment *seg, uint32_t top,
			   char *const link[], unsigned int nr)
{
	unsigned int found = 0;
	uint32_t at = top;

	do {
		const struct fb_node *node = &tree->node[at];
		const char *name = fb_node_name(tree, at);
		bool hit = fb_node_is_call(tree, at) && !is_cut(seg, node->line) &&
			   in_list(link[0], name, fb_stem(name), "|");
		uint32_t child;

		if (hit && nr > 1) {
			hit = false;
			for (child = node->child; child && !hit; child = tree->node[child].next)
				hit = chains(tree, seg, child, link + 1, nr - 1) > 0;
		}
		found += hit;
		/* An outermost call counts once, also if the chain occurs again inside it. */
		at = fb_tree_after(tree, at, top, !hit);
	} while (at);
	return found;
}

int fb_segment_expect(const struct fb_tree *tree, const struct fb_segment *seg, const char *chain)
{
	char copy[512], *link[CHAIN_MAX], *rest = copy, *part;
	unsigned long want = seg->position;
	unsigned int nr = 0;

	if (strlen(chain) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, chain);
	if (isdigit((unsigned char)*rest)) {
		want = strtoul(rest, &rest, 10);
		if (strncmp(rest, " x ", 3) || !want)
			return -EINVAL;
		rest += 3;
	}
	while ((part = strsep(&rest, ">"))) {
		while (*part == ' ')
			part++;
		part[strcspn(part, " ")] = '\0';
		if (!*part || nr == CHAIN_MAX)
			return -EINVAL;
		link[nr++] = part;
	}
	return nr && chains(tree, seg, seg->root, link, nr) >= want;
}
