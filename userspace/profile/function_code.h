/* SPDX-License-Identifier: GPL-2.0 */
/* The code of functions as it ran, and whether two kernels have the same. Pure: no I/O. */
#ifndef FB_PROFILE_FUNCTION_CODE_H
#define FB_PROFILE_FUNCTION_CODE_H

#include <stdint.h>

#include "profile/profile.h"
#include "profile/symbols.h"

/**
 * struct fb_code_part - the bytes of one symbol that ran
 * @function: index into the symbols' functions; "name.cold" is a part of "name"
 * @addr: the symbol's address
 * @byte: its bytes
 * @ran: of each byte an enum fb_rec_ran, 0 if it did not run
 * @len: up to the last one that ran
 */
struct fb_code_part {
	unsigned int function;
	uint64_t addr;
	unsigned char *byte;
	unsigned char *ran;
	uint32_t len;
};

/**
 * struct fb_code - all code that ran in a record's windows
 * @isa: whose instructions these are
 * @syms: the kernel's symbols, borrowed
 * @part: the parts, by address
 * @nr: how many
 */
struct fb_code {
	enum fb_rec_isa isa;
	struct fb_symbols *syms;
	struct fb_code_part *part;
	unsigned int nr;
};

/**
 * fb_code_build - put the blocks of a record together
 * @rec: the record
 * @syms: the symbols of its kernel, which must stay
 * @code: receives the code; fb_code_free() it, after an error, too
 *
 * Return: 0 or -ENOMEM.
 */
int fb_code_build(const struct fb_profile_record *rec, struct fb_symbols *syms,
		  struct fb_code *code);

/** fb_code_free - free what fb_code_build() has made */
void fb_code_free(struct fb_code *code);

/**
 * enum fb_code_judged - whether a function's own code is the same on two sides
 * @FB_CODE_UNKNOWN: no instruction of it ran on both
 * @FB_CODE_SAME: what ran on both is the same
 * @FB_CODE_DIFFERS: it is not
 */
enum fb_code_judged {
	FB_CODE_UNKNOWN,
	FB_CODE_SAME,
	FB_CODE_DIFFERS,
};

/**
 * fb_code_compare - compare the code of a function on two sides
 * @a: the one side
 * @fa: index of the function there
 * @b: the other
 * @fb: index of the function there
 *
 * Instructions are compared that ran on both. Calls and jumps are the same if they lead to the same place
 * in the same function. Other numbers that are addresses count as the same, as everything lies elsewhere
 * when something before it has grown: what lies there is not compared. Code of another instruction set differs.
 * Return: the judgement.
 */
enum fb_code_judged fb_code_compare(const struct fb_code *a, unsigned int fa,
				    const struct fb_code *b, unsigned int fb);

#endif
