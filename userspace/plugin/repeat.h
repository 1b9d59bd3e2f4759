/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Repeats of string instructions: each turn of "rep movsb" is an instruction to QEMU's clock, and the whole of it is
 * one to a processor's counter. Pure: nothing of QEMU.
 *
 * QEMU ends a block with such an instruction. A turn leads to the instruction itself, or behind it, and only an
 * interrupt can come between: then its handler returns to one of these two places. So an instruction is open from its
 * first turn until what lies behind it runs, and a turn in a block of its own is a repeat if it is open. A turn behind
 * other instructions in one block is a first one: where it is open then, a handler runs it that interrupted it. If such
 * a handler enters it by a jump, its first turn is taken for a repeat, and a repeat of the other for a first turn: their
 * sum is right.
 */
#ifndef FB_PLUGIN_REPEAT_H
#define FB_PLUGIN_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct repeat - a repeated instruction
 * @next: where what lies behind it begins
 * @open: so many of it had a first turn, and what lies behind it did not run yet
 * @window: in this window; what was open before it is forgotten, as a fault may have led elsewhere
 * @chain: another one
 */
struct repeat {
	uint64_t next;
	uint32_t open;
	uint32_t window;
	struct repeat *chain;
};

/** repeat_window - the number of this window */
extern uint32_t repeat_window;

/** repeat_before - the instruction that ends at @next, which stays; NULL for want of memory */
struct repeat *repeat_before(uint64_t next);

/** repeat_is_open - whether a turn in a block of its own is a repeat */
static inline bool repeat_is_open(const struct repeat *r)
{
	return r->open && r->window == repeat_window;
}

/** repeat_first - it has its first turn */
static inline void repeat_first(struct repeat *r)
{
	r->open = repeat_is_open(r) ? r->open + 1 : 1;
	r->window = repeat_window;
}

/** repeat_turn - it has a turn in a block of its own; Return: true if that is a repeat */
static inline bool repeat_turn(struct repeat *r)
{
	if (repeat_is_open(r))
		return true;
	repeat_first(r);
	return false;
}

/** repeat_behind - what lies behind it runs */
static inline void repeat_behind(struct repeat *r)
{
	r->open -= r->open > 0;
}

#endif
