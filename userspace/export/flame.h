/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks added up, and written as folded stacks. Pure: nothing is read. */
#ifndef FB_EXPORT_FLAME_H
#define FB_EXPORT_FLAME_H

#include <stdint.h>

#include "export/flame_node.h"
#include "lib/intern.h"
#include "lib/out.h"

struct fb_flame;

/** FB_FLAME_DEPTH - stacks are not deeper than this */
#define FB_FLAME_DEPTH 8300

/**
 * fb_flame_new - no stack yet
 * @names: keeps the names, and must stay until fb_flame_free(); NULL for a set of its own
 *
 * Return: the stacks, which fb_flame_free() frees, or NULL without memory.
 */
struct fb_flame *fb_flame_new(struct fb_intern *names);

/** fb_flame_free - free it; NULL is fine */
void fb_flame_free(struct fb_flame *fl);

/**
 * fb_flame_call - the node of a call below another
 * @fl: the stacks
 * @parent: the caller's node; 0 for an outermost call
 * @name: the function, any bytes; it is copied
 * @len: its length
 *
 * Return: the node, the same for the same name and caller; 0 without memory or beyond
 * FB_FLAME_DEPTH.
 */
uint32_t fb_flame_call(struct fb_flame *fl, uint32_t parent, const char *name, size_t len);

/** fb_flame_known - as fb_flame_call(), with a name that the set of names has returned */
uint32_t fb_flame_known(struct fb_flame *fl, uint32_t parent, const char *name);

/** fb_flame_apart - a node beside node 0, for calls whose caller is not known yet; 0 without memory */
uint32_t fb_flame_apart(struct fb_flame *fl);

/**
 * fb_flame_join - the calls below a node were made by another node
 * @fl: the stacks
 * @apart: from fb_flame_apart(); it goes
 * @to: the caller, not below @apart
 *
 * Return: 0 or -ENOMEM.
 */
int fb_flame_join(struct fb_flame *fl, uint32_t apart, uint32_t to);

/**
 * fb_flame_tidy - after the last fb_flame_join(): nodes in their order, with their depths
 * @fl: the stacks
 *
 * Return: 0, -E2BIG beyond FB_FLAME_DEPTH, or -ENOMEM.
 */
int fb_flame_tidy(struct fb_flame *fl);

/** fb_flame_add - @value more was spent in the call of node @at itself (ns, instructions) */
void fb_flame_add(struct fb_flame *fl, uint32_t at, uint64_t value);

/**
 * fb_flame_take - take away what was added too much
 * @fl: the stacks
 * @top: from this node and those below it, the largest own value first
 * @value: how much
 *
 * Of equal ones the first, callers before what they called. The largest is looked for in a heap,
 * which the first call for a node makes; a node within one that has a heap is walked through.
 *
 * Return: what could not be taken, because there is not so much: 0 as a rule.
 */
uint64_t fb_flame_take(struct fb_flame *fl, uint32_t top, uint64_t value);

/**
 * fb_flame_stack - add a whole stack
 * @fl: the stacks
 * @name: its calls, outermost first, ended by NUL each
 * @nr: how many, at least 1
 * @value: what was spent in the innermost itself
 *
 * Return: 0, -E2BIG beyond FB_FLAME_DEPTH, or -ENOMEM.
 */
int fb_flame_stack(struct fb_flame *fl, const char *const *name, unsigned int nr, uint64_t value);

/**
 * fb_flame_folded - write the stacks as lines "a;b;c VALUE"
 * @fl: the stacks; those with nothing spent in them are left out
 * @out: where to
 *
 * In names, ";", blanks, "\" and control characters are written as \xHH.
 */
void fb_flame_folded(const struct fb_flame *fl, struct fb_out *out);

/** fb_flame_nodes - returns the nodes, callers before what they called; node 0 is around all */
const struct fb_flame_node *fb_flame_nodes(const struct fb_flame *fl);

/** fb_flame_nr - returns how many nodes there are, node 0 included */
uint32_t fb_flame_nr(const struct fb_flame *fl);

/** fb_flame_after - the next node of a walk through @top, callers first; 0 at its end */
uint32_t fb_flame_after(const struct fb_flame *fl, uint32_t at, uint32_t top);

#endif
