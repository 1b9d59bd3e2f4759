/* SPDX-License-Identifier: GPL-2.0 */
/* The instructions of a round by row and by function, and how often each function was entered. Pure. */
#ifndef FB_CONFIRM_COUNT_H
#define FB_CONFIRM_COUNT_H

#include <stdint.h>

#include "confirm/left_out.h"
#include "profile/profile.h"

/**
 * struct fb_count - what a round has run
 * @nr_functions: functions of the symbols
 * @nr_rows: rows of the file
 * @insns: that each function has spent itself in each row: [function * @nr_rows + row]
 * @row: sums of the rows
 * @total: sum of all
 * @calls: how often each function was entered at its first instruction; NULL of a round without a sequence
 */
struct fb_count {
	unsigned int nr_functions;
	unsigned int nr_rows;
	uint64_t *insns;
	uint64_t row[FB_ROWS_MAX];
	uint64_t total;
	uint64_t *calls;
};

/**
 * fb_count_calls - add a tree of calls up by row
 * @calls: the tree
 * @syms: its functions
 * @lo: the rows
 * @count: receives the sums; fb_count_free() it after success
 *
 * An instruction is in the row of the innermost function around it that has one, else in FB_ROW_OTHER.
 * Return: 0 or -ENOMEM.
 */
int fb_count_calls(const struct fb_calls *calls, const struct fb_symbols *syms,
		   const struct fb_left_out *lo, struct fb_count *count);

/**
 * fb_count_round - the same of a round of a record
 * @rec: the record
 * @serial: number of the round
 * @syms: the kernel's symbols
 * @lo: the rows
 * @count: receives the sums and the calls; fb_count_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set if the round is not whole or its rows do not sum to it, or -ENOMEM.
 */
int fb_count_round(const struct fb_profile_record *rec, uint32_t serial, struct fb_symbols *syms,
		   const struct fb_left_out *lo, struct fb_count *count, struct fb_error *error);

/** fb_count_free - free what was put into @count */
void fb_count_free(struct fb_count *count);

#endif
