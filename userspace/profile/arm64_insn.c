// SPDX-License-Identifier: GPL-2.0
#include "profile/arm64_insn.h"

/* Bits @at to @at + @bits - 1 of an instruction. */
static uint32_t field(uint32_t insn, unsigned int at, unsigned int bits)
{
	return insn >> at & ((1u << bits) - 1);
}

/* The bit of the register whose number is at @at; xzr and sp, number 31, hold no page. */
static uint32_t reg(uint32_t insn, unsigned int at)
{
	uint32_t n = field(insn, at, 5);

	return n == 31 ? 0 : 1u << n;
}

static bool is(uint32_t insn, uint32_t mask, uint32_t bits)
{
	return (insn & mask) == bits;
}

/* --- what an instruction is ----------------------------------------------------------------------*/

static bool is_adrp(uint32_t insn)
{
	return is(insn, 0x9f000000, 0x90000000);
}

static bool is_bl(uint32_t insn)
{
	return is(insn, 0xfc000000, 0x94000000);
}

/* blr, and blraa and its like */
static bool is_blr(uint32_t insn)
{
	return is(insn, 0xfffffc1f, 0xd63f0000) || is(insn, 0xfefff800, 0xd63f0800);
}

/* Branches, exceptions and system instructions. */
static bool is_branch_or_system(uint32_t insn)
{
	return is(insn, 0x1c000000, 0x14000000);
}

static bool is_mrs(uint32_t insn)
{
	return is(insn, 0xffe00000, 0xd5200000);
}

static bool is_load_or_store(uint32_t insn)
{
	return is(insn, 0x0a000000, 0x08000000);
}

static bool is_pair(uint32_t insn)
{
	return is(insn, 0x3a000000, 0x28000000);
}

/* A load or store that changes the register of its address, before or after. */
static bool writes_back(uint32_t insn)
{
	return (is_pair(insn) && field(insn, 23, 1)) ||
	       (is(insn, 0x3b200000, 0x38000000) && field(insn, 10, 1));
}

/* With a status, a value that was there before, or a second register: exclusive ones, atomic ones. */
static bool is_exclusive_or_atomic(uint32_t insn)
{
	return is(insn, 0x3f000000, 0x08000000) || is(insn, 0x3f200c00, 0x38200000);
}

/* --- numbers -------------------------------------------------------------------------------------*/

static struct fb_arm64_number jump(uint32_t insn, unsigned int at, unsigned int bits)
{
	uint32_t mask = (1u << bits) - 1;
	int64_t far = insn >> at & mask;

	if (far >> (bits - 1))
		far -= 1LL << bits;
	return (struct fb_arm64_number){ mask << at, true, far * FB_ARM64_INSN };
}

struct fb_arm64_number fb_arm64_number_of(uint32_t insn, uint32_t pages)
{
	struct fb_arm64_number none = { 0 };

	if (is(insn, 0x7c000000, 0x14000000))
		return jump(insn, 0, 26); /* b and bl */
	if (is(insn, 0xff000010, 0x54000000) || is(insn, 0x7e000000, 0x34000000))
		return jump(insn, 5, 19); /* b.cond; cbz and cbnz */
	if (is(insn, 0x7e000000, 0x36000000))
		return jump(insn, 5, 14); /* tbz and tbnz */
	if (is(insn, 0x1f000000, 0x10000000))
		return (struct fb_arm64_number){ .mask = 0x60ffffe0 }; /* adr and adrp */
	if (is(insn, 0x3b000000, 0x18000000))
		return (struct fb_arm64_number){ .mask = 0x00ffffe0 }; /* ldr from near it */
	/* add of 12 bits to a 64-bit register; a load or store with 12 bits */
	if ((is(insn, 0xffc00000, 0x91000000) || is(insn, 0x3b000000, 0x39000000)) &&
	    pages & reg(insn, 5))
		return (struct fb_arm64_number){ .mask = 0x003ffc00 };
	return none;
}

/* --- registers -----------------------------------------------------------------------------------*/

/* What a call may change: Procedure Call Standard for the Arm 64-bit Architecture, 6.1.1. */
#define CALLERS 0x4007ffffu

static uint32_t written(uint32_t insn)
{
	uint32_t regs = reg(insn, 0);

	if (is_branch_or_system(insn))
		return is_bl(insn) || is_blr(insn) ? CALLERS : is_mrs(insn) ? regs : 0;
	if (!is_load_or_store(insn))
		return regs;
	if (is_pair(insn) || is_exclusive_or_atomic(insn))
		regs |= reg(insn, 10);
	if (is_exclusive_or_atomic(insn))
		regs |= reg(insn, 16);
	if (writes_back(insn))
		regs |= reg(insn, 5);
	return regs;
}

uint32_t fb_arm64_pages_after(uint32_t insn, uint32_t pages)
{
	pages &= ~written(insn);
	return is_adrp(insn) ? pages | reg(insn, 0) : pages;
}
