/* SPDX-License-Identifier: GPL-2.0 */
/* The plugin's file, as it is written (profile/record.h). */
#ifndef FB_PLUGIN_WRITE_H
#define FB_PLUGIN_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/record.h"
#include "plugin/block.h"

/**
 * struct round - a round
 * @rec: what the file says of it
 * @seq: its sequence
 * @room: numbers for which there is room
 * @last: where its last block stands
 * @full: it is longer than that
 */
struct round {
	struct fb_rec_round rec;
	uint32_t *seq;
	uint64_t room;
	uint64_t last;
	bool full;
};

/**
 * struct record - all that is written
 * @isa: whose instructions these are
 * @used: the blocks
 * @used_as: the same, with their code
 * @nr_used: how many
 * @rounds: the rounds
 * @nr_rounds: how many
 * @lines: sequences have accesses
 */
struct record {
	enum fb_rec_isa isa;
	const struct fb_rec_block *used;
	const struct block **used_as;
	uint32_t nr_used;
	const struct round *rounds;
	uint32_t nr_rounds;
	bool lines;
};

/**
 * write_file - write it to a file
 * @r: all of it
 * @path: the file. One that is there stays until the new one is complete; a device or a pipe is written directly, and
 *	a link is refused
 *
 * Return: true if all was written, else errno says why not.
 */
bool write_file(const struct record *r, const char *path);

#endif
