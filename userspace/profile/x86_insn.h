/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which bytes of an x86-64 instruction are numbers that may be addresses. Pure: no I/O.
 *
 * capstone 4.0.2 (bookworm) is not a substitute: of 66 89 95 2c 01 00 00, mov %dx,0x12c(%rbp), it gives
 * a displacement of two bytes.
 */
#ifndef FB_PROFILE_X86_INSN_H
#define FB_PROFILE_X86_INSN_H

#include <stdint.h>

/**
 * enum fb_insn_kind - what a number of four or eight bytes is
 * @FB_INSN_JUMP: how far a call or a jump leads
 * @FB_INSN_NEAR_RIP: how far from the instruction an operand lies
 * @FB_INSN_NUMBER: an offset or a constant, which may be an address
 */
enum fb_insn_kind {
	FB_INSN_JUMP,
	FB_INSN_NEAR_RIP,
	FB_INSN_NUMBER,
};

/**
 * struct fb_insn_field - such a number
 * @at: where it begins in the instruction
 * @len: 4 or 8 bytes
 * @kind: what it is
 */
struct fb_insn_field {
	unsigned int at;
	unsigned int len;
	enum fb_insn_kind kind;
};

/**
 * fb_insn_fields - find the numbers of an instruction
 * @byte: its bytes
 * @len: how many
 * @field: receives the numbers, in their order
 *
 * The encoding is that of Intel's manual, volume 2, chapter 2. Numbers of one or two bytes are part of
 * what an instruction is.
 * Return: how many there are, 0 to 2.
 */
unsigned int fb_insn_fields(const unsigned char *byte, unsigned int len,
			    struct fb_insn_field field[2]);

#endif
