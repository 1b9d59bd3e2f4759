/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Blocks of code in the order in which they ran, as a tree of calls with the instructions that each
 * function spent itself. Pure: no I/O.
 *
 * A call is what a call instruction begins and the return to behind it ends. A jump into another
 * function is shown as a call from the one that it left (a tail call), until that one's caller is
 * returned to; so does function_graph. A retpoline is left out: the function that it calls is
 * called by the function that used it. An interrupt is a call by what it came into, until its iret.
 */
#ifndef FB_PROFILE_BLOCK_WALK_H
#define FB_PROFILE_BLOCK_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"
#include "profile/symbols.h"
#include "lib/error.h"

/** FB_BLOCK_NONE - no node */
#define FB_BLOCK_NONE UINT32_MAX

/**
 * struct fb_call - a function as it was called by those above it
 * @parent: who called it, or FB_BLOCK_NONE
 * @child: the first that it has called, or FB_BLOCK_NONE
 * @sibling: the next that @parent has called, or FB_BLOCK_NONE
 * @function: index into the symbols' functions
 * @insns: that it spent itself
 * @repeats: further turns of its repeated string instructions, which are none of @insns
 */
struct fb_call {
	uint32_t parent;
	uint32_t child;
	uint32_t sibling;
	uint32_t function;
	uint64_t insns;
	uint64_t repeats;
};

/**
 * struct fb_calls - the tree
 * @call: parents stand before their children; @call[0] is nobody: windows begin below it
 * @nr: how many
 * @insns: all together
 * @repeats: likewise
 * @lost: in functions that were returned to by somebody who did not call from there
 */
struct fb_calls {
	struct fb_call *call;
	uint32_t nr;
	uint64_t insns;
	uint64_t repeats;
	uint64_t lost;
};

/**
 * fb_blockwalk - walk through one round
 * @block: the record's blocks; number i is @block[i - 1]
 * @nr_blocks: how many
 * @seq: the round's sequence (profile/record.h)
 * @nr: its length
 * @syms: the kernel's symbols
 * @calls: receives the tree; fb_calls_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set if it is not such a sequence, or -ENOMEM.
 */
int fb_blockwalk(const struct fb_rec_block *block, uint32_t nr_blocks, const uint32_t *seq,
		 uint64_t nr, struct fb_symbols *syms, struct fb_calls *calls,
		 struct fb_error *error);

/**
 * fb_blockwalk_each - the same, and which call each block is of
 * @block: the record's blocks
 * @nr_blocks: how many
 * @seq: the round's sequence
 * @nr: its length
 * @syms: the kernel's symbols
 * @calls: receives the tree; fb_calls_free() it after success
 * @call_of: receives, of each number of @seq that is a block, the index of its call; @nr of them. Others stay as they are
 * @error: receives what is wrong
 *
 * Return: as fb_blockwalk().
 */
int fb_blockwalk_each(const struct fb_rec_block *block, uint32_t nr_blocks, const uint32_t *seq,
		      uint64_t nr, struct fb_symbols *syms, struct fb_calls *calls,
		      uint32_t *call_of, struct fb_error *error);

/** fb_calls_free - free what fb_blockwalk() has put into @calls */
void fb_calls_free(struct fb_calls *calls);

#endif
