/* SPDX-License-Identifier: GPL-2.0 */
/* Blocks of guest code, as QEMU has translated them. */
#ifndef FB_PLUGIN_BLOCK_H
#define FB_PLUGIN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"
#include "plugin/repeat.h"

/**
 * struct block - a block of guest code
 * @rec: what the record says of it
 * @cut: what is known of its beginnings that ran alone
 * @counted: the next block that ran in a counted round
 * @listed: it is among these blocks
 * @times: how often it ran in that round
 * @code: the bytes of all of its instructions, NULL in user space
 * @ran: what each of these is, an enum fb_rec_ran, NULL in user space
 * @host: where its first byte lies in QEMU's memory, or 0
 * @id: its number in the record, 0 until it has one
 * @clock: it ends with reading a clock
 * @clock_inside: it reads one before its end
 * @repeats: its last instruction may run again and again, a block of its own each
 * @repeat: that instruction, if it is all of this block
 * @again: this block as a repeat, or NULL until it is one
 * @starts: where its instructions begin
 */
struct block {
	struct fb_rec_block rec;
	struct block *cut;
	struct block *counted;
	uint64_t times;
	const uint8_t *code;
	const uint8_t *ran;
	uint64_t host;
	uint32_t id;
	bool clock;
	bool clock_inside;
	bool repeats;
	bool listed;
	const struct repeat *repeat;
	struct block *again;
	uint64_t starts[];
};

/** block_failed - memory was short for a block: what was written down is worth nothing */
extern bool block_failed;

/** block_new - a block of @insns instructions at @vaddr, which stays; NULL and block_failed for want of memory */
struct block *block_new(uint64_t vaddr, size_t insns);

/** block_again - a block that is one more turn of a repeated instruction; NULL and block_failed for want of memory */
struct block *block_again(struct block *b);

/**
 * block_ran - the part of a block that ran alone
 * @b: the block
 * @now: where the next one begins
 *
 * An instruction that accesses a device has to be the last of its block. If it is not, QEMU leaves the
 * block there and lets a new one begin behind the instruction: its own clock has counted back by then.
 * So did a block that is followed by a part of itself which it does not lead to.
 * Return: a block of its own, or NULL if all of @b ran.
 */
struct block *block_ran(struct block *b, uint64_t now);

#endif
