// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "tree/phases.h"

#define SIGN "###"

/* A heading: a phase begins, the last one ends, or neither. */
struct heading {
	bool end;
	char name[FB_PHASE_NAME];
	char label[FB_PHASE_LABEL];
};

/* "Packet 2 (part 1 of 2)" is p2a, "Packet 3 and 4" is p3p4. Trailing text means that this is not a phase heading. */
static bool phase_name(const char *s, char name[FB_PHASE_NAME])
{
	unsigned int first, second, part, of;
	int n = -1;

	if (sscanf(s, "Packet %u (part %u of %u)%n", &first, &part, &of, &n) == 3 && n > 0 &&
	    !s[n] && part >= 1 && part <= 26)
		return snprintf(name, FB_PHASE_NAME, "p%u%c", first, (int)('a' + part - 1)) > 0;
	n = -1;
	if (sscanf(s, "Packet %u and %u%n", &first, &second, &n) == 2 && n > 0 && !s[n])
		return snprintf(name, FB_PHASE_NAME, "p%up%u", first, second) > 0;
	n = -1;
	if (sscanf(s, "Packet %u%n", &first, &n) == 1 && n > 0 && !s[n])
		return snprintf(name, FB_PHASE_NAME, "p%u", first) > 0;
	return false;
}

static bool is_end(const char *s)
{
	size_t len = strlen(s);

	return !strncmp(s, "Packet ", 7) && len > 5 && !strcmp(s + len - 5, ", end");
}

/* Reads one piece of a heading, between two "###". */
static void read_piece(struct heading *h, const char *piece)
{
	char name[FB_PHASE_NAME];
	size_t used = strlen(h->label);

	if (is_end(piece)) {
		*h = (struct heading){ .end = true };
		return;
	}
	if (phase_name(piece, name)) {
		memcpy(h->name, name, sizeof(name));
		h->label[0] = '\0';
		return;
	}
	if (h->name[0] && used < sizeof(h->label) - 1)
		snprintf(h->label + used, sizeof(h->label) - used, "%s%s", used ? "; " : "", piece);
}

static void read_heading(struct heading *h, const char *text)
{
	*h = (struct heading){ .end = false };
	while (text) {
		const char *next = strstr(text, SIGN);
		size_t len = next ? (size_t)(next - text) : strlen(text);
		char piece[FB_PHASE_LABEL];

		while (len && isspace((unsigned char)*text)) {
			text++;
			len--;
		}
		while (len && isspace((unsigned char)text[len - 1]))
			len--;
		if (len && len < sizeof(piece)) {
			memcpy(piece, text, len);
			piece[len] = '\0';
			read_piece(h, piece);
		}
		text = next ? next + strlen(SIGN) : NULL;
	}
}

int fb_phases_heading(const char *text, char name[FB_PHASE_NAME], char label[FB_PHASE_LABEL])
{
	struct heading h;

	read_heading(&h, text);
	snprintf(name, FB_PHASE_NAME, "%s", h.name);
	snprintf(label, FB_PHASE_LABEL, "%s", h.name[0] ? h.label : "");
	return h.name[0] ? 1 : h.end ? -1 : 0;
}

/* All phases share their texts. */
static int begin_phase(struct fb_phases *ph, const struct fb_normal *beside, const char *name,
		       const char *label)
{
	struct fb_phase *p;
	int ret;

	if (fb_vector_grow(ph->phase, ph->nr))
		return -ENOMEM;
	p = &ph->phase[ph->nr];
	*p = (struct fb_phase){ .calls = fb_normal_new_beside(ph->nr ? ph->phase->calls : beside) };
	if (!p->calls)
		return -ENOMEM;
	ph->nr++;
	snprintf(p->name, sizeof(p->name), "%s", name);
	ret = fb_normal_set(p->calls, "phase", name);
	if (!ret && *label)
		ret = fb_normal_set(p->calls, "label", label);
	return ret;
}

/* Puts one outermost node into the open phase, or begins a phase. */
static int take_phase(struct fb_phases *ph, const struct fb_normal *beside,
		      const struct fb_tree *tree, uint32_t at, bool *open)
{
	const char *text = fb_node_text(tree, at);
	struct fb_phase *phase;
	int ret = 0;

	if (text && !strncmp(text, SIGN, strlen(SIGN))) {
		struct heading h;

		read_heading(&h, text);
		if (h.name[0]) {
			*open = true;
			return begin_phase(ph, beside, h.name, h.label);
		}
		if (h.end) {
			*open = false;
			return 0;
		}
	}
	if (!*open) {
		/* A mark between two phases belongs to neither. */
		if (tree->node[at].kind == FB_NODE_MARK && ph->nr)
			return 0;
		ret = begin_phase(ph, beside, ph->nr ? "rest" : "p1", "");
		*open = true;
	}
	if (ret)
		return ret;
	phase = &ph->phase[ph->nr - 1];
	if (!phase->first)
		phase->first = at;
	phase->last = at;
	return 0;
}

static void count_calls(struct fb_phase *phase, const struct fb_tree *tree)
{
	uint32_t top, at;

	for (top = phase->first; top; top = fb_phase_after(phase, tree, top))
		for (at = top; at; at = fb_tree_after(tree, at, top, 1))
			phase->nr_calls += tree->node[at].kind == FB_NODE_CALL;
}

unsigned int fb_phases_drop_empty(struct fb_phases *ph)
{
	unsigned int i, kept = 0;

	for (i = 0; i < ph->nr; i++) {
		if (ph->phase[i].nr_calls)
			ph->phase[kept++] = ph->phase[i];
		else
			fb_normal_free(ph->phase[i].calls);
	}
	ph->nr = kept;
	return kept;
}

int fb_phases_find_beside(const struct fb_tree *tree, struct fb_phases *ph,
			  const struct fb_normal *beside)
{
	bool open = false;
	unsigned int i;
	uint32_t at;
	int ret;

	*ph = (struct fb_phases){ .nr = 0 };
	for (at = tree->node[0].child; at; at = tree->node[at].next) {
		ret = take_phase(ph, beside, tree, at, &open);
		if (ret)
			return ret;
	}
	for (i = 0; i < ph->nr; i++)
		count_calls(&ph->phase[i], tree);
	return fb_phases_drop_empty(ph) ? 0 : -ENODATA;
}

int fb_phases_find_all(const struct fb_tree *tree, struct fb_phases *ph)
{
	return fb_phases_find_beside(tree, ph, NULL);
}

int fb_phases_add_calls(const struct fb_tree *tree, struct fb_phases *ph)
{
	struct fb_phase *phase;
	unsigned int i;
	uint32_t at;
	int ret = 0;

	for (i = 0; !ret && i < ph->nr; i++) {
		phase = &ph->phase[i];
		ret = fb_normal_reserve(phase->calls, phase->nr_calls);
		for (at = phase->first; !ret && at; at = fb_phase_after(phase, tree, at))
			ret = fb_normal_add_tree(phase->calls, tree, at);
	}
	return ret;
}

int fb_phase_has(const char *phase, const char *name)
{
	size_t len = strlen(name);

	while (*phase) {
		size_t part = 1 + strcspn(phase + 1, "p");

		if (part == len && !memcmp(phase, name, len))
			return 1;
		if (!strcmp(phase, name))
			return 1;
		phase += part;
	}
	return 0;
}

int fb_phases_find(const struct fb_phases *ph, const char *name)
{
	unsigned int i;

	for (i = 0; i < ph->nr; i++)
		if (!strcmp(ph->phase[i].name, name))
			return (int)i;
	for (i = 0; i < ph->nr; i++)
		if (fb_phase_has(ph->phase[i].name, name))
			return (int)i;
	return -ENOENT;
}

void fb_phases_free(struct fb_phases *ph)
{
	unsigned int i;

	for (i = 0; i < ph->nr; i++)
		fb_normal_free(ph->phase[i].calls);
	free(ph->phase);
	*ph = (struct fb_phases){ .nr = 0 };
}
