/* SPDX-License-Identifier: GPL-2.0 */
/* Splits a published trace into phases at its author's headings. Pure: no I/O. */
#ifndef FB_TREE_PHASES_H
#define FB_TREE_PHASES_H

#include "trace/call_tree.h"
#include "tree/normal.h"

/** FB_PHASE_NAME - room for a phase's name and its NUL */
#define FB_PHASE_NAME 32

/**
 * struct fb_phase - one phase
 * @name: "p1", "p2a" (part 1 of packet 2), "p3p4" (packets 3 and 4 in one batch)
 * @calls: its heads "phase" and, if the author wrote a label, "label"; and its calls, if they were added
 * @nr_calls: how many calls it has
 * @first: the first of its outermost nodes in the forest
 * @last: the last of them
 */
struct fb_phase {
	char name[FB_PHASE_NAME];
	struct fb_normal *calls;
	uint32_t nr_calls;
	uint32_t first;
	uint32_t last;
};

/**
 * struct fb_phases - phases in the order of the text
 * @phase: the phases
 * @nr: how many
 */
struct fb_phases {
	struct fb_phase *phase;
	unsigned int nr;
};

/**
 * fb_phases_find_all - find the phases of a forest, between the headings of its outermost level
 * @tree: the forest
 * @ph: receives the phases without their calls; fb_phases_free() frees them, also after an error
 *
 * "### Packet 2 (part 1 of 2) ### label" begins a phase, "### Packet 2, end ###" ends one.
 * Other headings stay in the tree as marks. Text without such headings is one phase, "p1".
 * A phase without a call is left out.
 *
 * Return: 0, -ENODATA if there is no phase, or -ENOMEM.
 */
int fb_phases_find_all(const struct fb_tree *tree, struct fb_phases *ph);

/** fb_phase_after - returns the outermost node behind @at, 0 if that is the phase's last */
static inline uint32_t fb_phase_after(const struct fb_phase *phase, const struct fb_tree *tree,
				      uint32_t at)
{
	return at == phase->last ? 0 : tree->node[at].next;
}

/** fb_phases_find_beside - as fb_phases_find_all(); the phases share the texts of @beside, if not NULL */
int fb_phases_find_beside(const struct fb_tree *tree, struct fb_phases *ph,
			  const struct fb_normal *beside);

/** fb_phases_add_calls - add the calls to phases that were found; Return: 0, -E2BIG or -ENOMEM */
int fb_phases_add_calls(const struct fb_tree *tree, struct fb_phases *ph);

/** fb_phases_drop_empty - frees the phases without a call; returns how many are left */
unsigned int fb_phases_drop_empty(struct fb_phases *ph);

/** FB_PHASE_LABEL - room for a phase's label and its NUL */
#define FB_PHASE_LABEL 512

/**
 * fb_phases_heading - read a heading
 * @text: "### Packet 2 (part 1 of 2) ### label"
 * @name: receives the phase that begins, else ""
 * @label: receives its label, or ""
 *
 * Return: 1 if a phase begins, -1 if the last one ends, 0 for another heading.
 */
int fb_phases_heading(const char *text, char name[FB_PHASE_NAME], char label[FB_PHASE_LABEL]);

/**
 * fb_phases_find - find the phase of this name, or the batch that it is part of
 * @ph: the phases
 * @name: "p8", "p3p4", or "p3" for the phase "p3p4"
 *
 * Return: its index, or -ENOENT.
 */
int fb_phases_find(const struct fb_phases *ph, const char *name);

/** fb_phase_has - returns 1 if @phase is @name or a batch that has @name, else 0 */
int fb_phase_has(const char *phase, const char *name);

/** fb_phases_free - frees what fb_phases_find_all() has made */
void fb_phases_free(struct fb_phases *ph);

#endif
