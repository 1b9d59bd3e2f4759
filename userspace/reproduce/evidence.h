/* SPDX-License-Identifier: GPL-2.0 */
/* Looks for calls in a forest, by their names and by the calls around them. Pure: no I/O. */
#ifndef FB_REPRODUCE_EVIDENCE_H
#define FB_REPRODUCE_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/forest.h"

struct fb_evidence;

/**
 * fb_evidence_new - index the calls of a forest
 * @tree: the forest, which must stay
 * @ev: receives the index; fb_evidence_free() frees it
 *
 * Return: 0 or -ENOMEM.
 */
int fb_evidence_new(const struct fb_tree *tree, struct fb_evidence **ev);

/** fb_evidence_free - free an index; NULL is fine */
void fb_evidence_free(struct fb_evidence *ev);

/** fb_evidence_call - returns the first call of that name, without the compiler's suffix; 0 if there is none */
uint32_t fb_evidence_call(const struct fb_evidence *ev, const char *name, size_t len);

/** fb_evidence_next - returns the next call of the same name; 0 if there is none */
uint32_t fb_evidence_next(const struct fb_evidence *ev, uint32_t at);

/**
 * fb_evidence_prove - look for one alternative of a proof (reproduce/word.h)
 * @ev: the index
 * @text: the alternative
 * @len: its length
 *
 * Work is bounded: of a name that is called very often only the first calls are looked at. What that leaves undecided
 * is not proved.
 *
 * Return: the call, or 0.
 */
uint32_t fb_evidence_prove(const struct fb_evidence *ev, const char *text, size_t len);

#endif
