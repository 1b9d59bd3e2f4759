/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which bits of an arm64 instruction are numbers that may be addresses. Pure: no I/O.
 *
 * An address takes two instructions: adrp gives a register the page, and add or a load or store has the lower
 * 12 bits. The same instruction with another register has the offset of a member. So the registers that hold a page
 * are followed from instruction to instruction.
 */
#ifndef FB_PROFILE_ARM64_INSN_H
#define FB_PROFILE_ARM64_INSN_H

#include <stdbool.h>
#include <stdint.h>

/** FB_ARM64_INSN - bytes of an instruction */
#define FB_ARM64_INSN 4

/**
 * struct fb_arm64_number - the number of an instruction that may be an address
 * @mask: its bits; 0 if the instruction has none
 * @jump: it says how far a call or a jump leads
 * @far: so many bytes from the instruction, if @jump
 */
struct fb_arm64_number {
	uint32_t mask;
	bool jump;
	int64_t far;
};

/**
 * fb_arm64_number_of - find the number of an instruction
 * @insn: the instruction
 * @pages: the registers that hold a page, a bit each: x0 is bit 0
 *
 * The encoding is that of the Arm Architecture Reference Manual, C4.1.
 * Return: the number.
 */
struct fb_arm64_number fb_arm64_number_of(uint32_t insn, uint32_t pages);

/**
 * fb_arm64_pages_after - which registers hold a page behind an instruction
 * @insn: the instruction
 * @pages: those before it
 *
 * A register that the instruction may write does not hold one any more, unless it is adrp.
 * Return: the registers, a bit each.
 */
uint32_t fb_arm64_pages_after(uint32_t insn, uint32_t pages);

#endif
