/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which way a branch goes, guessed from the past. Pure.
 *
 * - Conditional branches: gshare (McFarling, WRL TN-36, 1993): a table of counters from 0 to 3, chosen by the address
 *   and the directions of the last branches.
 * - Indirect jumps and calls: the target of last time, from a table chosen by the address and the same directions.
 * - Returns: a stack of the calls before them; the oldest is lost when it is full.
 */
#ifndef FB_MODEL_BRANCH_H
#define FB_MODEL_BRANCH_H

#include <stdbool.h>
#include <stdint.h>

/** FB_BRANCH_BITS - a table has 2^FB_BRANCH_BITS entries at most */
#define FB_BRANCH_BITS 20

/** FB_BRANCH_STACK - a return stack has so many entries at most */
#define FB_BRANCH_STACK 64

/**
 * struct fb_branch - a predictor
 * @bits: its table of conditional branches has 2^bits counters
 * @indirect_bits: that of targets, likewise
 * @depth: entries of the return stack
 * @past: directions of the last branches, the newest lowest
 * @counter: 2 and 3 say taken
 * @target: of last time; 0 for none
 * @stack: where calls return to
 * @calls: calls that were not returned from
 */
struct fb_branch {
	unsigned int bits;
	unsigned int indirect_bits;
	unsigned int depth;
	uint32_t past;
	uint8_t *counter;
	uint64_t *target;
	uint64_t stack[FB_BRANCH_STACK];
	uint32_t calls;
};

/** fb_branch_make - a predictor that has seen nothing; Return: 0, -EINVAL if a size is too large, or -ENOMEM */
int fb_branch_make(struct fb_branch *b, unsigned int bits, unsigned int indirect_bits,
		   unsigned int depth);

/** fb_branch_free - free it */
void fb_branch_free(struct fb_branch *b);

/** fb_branch_forget - as it was made */
void fb_branch_forget(struct fb_branch *b);

/** fb_branch_conditional - a branch at @at goes this way; Return: true if that was guessed */
bool fb_branch_conditional(struct fb_branch *b, uint64_t at, bool taken);

/** fb_branch_indirect - a jump at @at goes to @to; Return: true if that was guessed */
bool fb_branch_indirect(struct fb_branch *b, uint64_t at, uint64_t to);

/** fb_branch_call - a call that returns to @back */
void fb_branch_call(struct fb_branch *b, uint64_t back);

/** fb_branch_return - a return to @to; Return: true if that was guessed */
bool fb_branch_return(struct fb_branch *b, uint64_t to);

#endif
