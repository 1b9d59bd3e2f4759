// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "price/mark.h"
#include "plugin/arm64.h"

/* Arm Architecture Reference Manual, C4.1: all instructions have 32 bits. */
#define INSN 4

static uint32_t word(const uint8_t *p, size_t len)
{
	return len == INSN ? (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
				     (uint32_t)p[3] << 24
			   : 0;
}

/* A mark is "movz xzr, #n", whose immediate is the lower half of the mark. */
uint32_t fb_arm64_mark_of(const uint8_t *p, size_t len)
{
	uint32_t w = word(p, len), n = (FB_MARK_SERIES & 0xffff0000) | (w >> 5 & 0xffff);

	if ((w & 0xffe0001f) != 0xd280001f)
		return 0;
	return n >= FB_MARK_SERIES && n <= FB_MARK_ALL ? n : 0;
}

/* mrs Xt, cntvct_el0 and mrs Xt, cntvctss_el0 */
bool fb_arm64_reads_clock(const uint8_t *p, size_t len)
{
	uint32_t w = word(p, len) & ~0x1fu;

	return w == 0xd53be040 || w == 0xd53be0c0;
}

/* How far from an instruction the @bits from bit @at on lead: a signed number of instructions. */
static int64_t distance(uint32_t w, unsigned int at, unsigned int bits)
{
	int64_t far = w >> at & ((1u << bits) - 1);

	return (far >> (bits - 1) ? far - (1LL << bits) : far) * INSN;
}

static void lead(struct fb_rec_block *b, uint32_t end, int64_t far)
{
	b->end = end;
	b->target = b->next - INSN + (uint64_t)far;
}

void fb_arm64_end_of(struct fb_rec_block *b, const uint8_t *p, size_t len)
{
	uint32_t w = word(p, len);

	b->end = FB_REC_NEXT;
	if ((w & 0x7c000000) == 0x14000000)
		lead(b, w >> 31 ? FB_REC_CALL : FB_REC_JUMP, distance(w, 0, 26));
	else if ((w & 0xff000000) == 0x54000000 || (w & 0x7e000000) == 0x34000000)
		lead(b, FB_REC_BRANCH, distance(w, 5, 19)); /* b.cond; cbz and cbnz */
	else if ((w & 0x7e000000) == 0x36000000)
		lead(b, FB_REC_BRANCH, distance(w, 5, 14)); /* tbz and tbnz */
	else if ((w & 0xfffffc1f) == 0xd61f0000 || (w & 0xfefff800) == 0xd61f0800)
		b->end = FB_REC_JUMP_INDIRECT;
	else if ((w & 0xfffffc1f) == 0xd63f0000 || (w & 0xfefff800) == 0xd63f0800)
		b->end = FB_REC_CALL_INDIRECT;
	else if ((w & 0xfffffc1f) == 0xd65f0000 || (w & 0xfffffbff) == 0xd65f0bff)
		b->end = FB_REC_RETURN;
	else if (w == 0xd69f03e0 || (w & 0xfffffbff) == 0xd69f0bff)
		b->end = FB_REC_IRET;
	else if ((w & 0xff000000) == 0xd4000000 || w == 0xd503207f)
		b->end = FB_REC_OTHER; /* svc, hvc, smc, brk and their like; wfi */
}
