// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "price/mark.h"
#include "plugin/x86.h"

#define PAGE 4096

/* What compilers and people put into a string instruction: its opcode behind 0xf3, 0x66, 0x67 and REX. */
#define PREFIXES 5

/* A mark is a nopl with a displacement of 32 bits. */
uint32_t fb_x86_mark_of(const uint8_t *p, size_t len)
{
	uint32_t n;

	if (len != 7 || p[0] != 0x0f || p[1] != 0x1f || p[2] != 0x80)
		return 0;
	memcpy(&n, p + 3, sizeof(n));
	return n >= FB_MARK_SERIES && n <= FB_MARK_ALL ? n : 0;
}

/* Behind legacy prefixes and REX. */
static size_t opcode(const uint8_t *p, size_t len)
{
	size_t i = 0;

	while (i + 1 < len && p[i] &&
	       (strchr("\x66\x67\xf0\xf2\xf3\x2e\x3e\x26\x36\x64\x65", p[i]) ||
		(p[i] & 0xf0) == 0x40))
		i++;
	return i;
}

bool fb_x86_reads_clock(const uint8_t *p, size_t len)
{
	return (len == 2 && p[0] == 0x0f && p[1] == 0x31) ||
	       (len == 3 && p[0] == 0x0f && p[1] == 0x01 && p[2] == 0xf9);
}

/* How far from behind the instruction its last @n bytes lead. */
static int64_t relative(const uint8_t *p, size_t len, size_t n)
{
	int32_t far;

	if (n == 1)
		return (int8_t)p[len - 1];
	memcpy(&far, p + len - sizeof(far), sizeof(far));
	return far;
}

void fb_x86_end_of(struct fb_rec_block *b, const uint8_t *p, size_t len)
{
	size_t at = opcode(p, len), offset = 0;
	uint8_t op = p[at], second = at + 1 < len ? p[at + 1] : 0;

	b->end = FB_REC_NEXT;
	if (op == 0xe8 || op == 0xe9) {
		b->end = op == 0xe8 ? FB_REC_CALL : FB_REC_JUMP;
		offset = 4;
	} else if (op == 0xeb) {
		b->end = FB_REC_JUMP;
		offset = 1;
	} else if ((op & 0xf0) == 0x70 || (op & 0xfc) == 0xe0) {
		b->end = FB_REC_BRANCH;
		offset = 1;
	} else if (op == 0x0f && (second & 0xf0) == 0x80) {
		b->end = FB_REC_BRANCH;
		offset = 4;
	} else if (op == 0xff && (second & 0x38) == 0x10) {
		b->end = FB_REC_CALL_INDIRECT;
	} else if (op == 0xff && (second & 0x38) == 0x20) {
		b->end = FB_REC_JUMP_INDIRECT;
	} else if (op == 0xc3 || op == 0xc2) {
		b->end = FB_REC_RETURN;
	} else if (op == 0xcf) {
		b->end = FB_REC_IRET;
	} else if (op == 0xcc || op == 0xcd || op == 0xca || op == 0xcb || op == 0xf4 ||
		   (op == 0x0f && (second == 0x05 || second == 0x07 || second == 0x0b ||
				   second == 0x34 || second == 0x35))) {
		b->end = FB_REC_OTHER;
	}
	if (offset && len > offset)
		b->target = b->next + (uint64_t)relative(p, len, offset);
}

static bool is_string(uint8_t op)
{
	return (op >= 0xa4 && op <= 0xa7) || (op >= 0xaa && op <= 0xaf) || (op & 0xfc) == 0x6c;
}

bool fb_x86_repeats(const uint8_t *p, size_t len)
{
	size_t at = opcode(p, len);

	return (memchr(p, 0xf3, at) || memchr(p, 0xf2, at)) && is_string(p[at]);
}

bool fb_x86_may_end_repeat(const uint8_t *p, uint64_t vaddr)
{
	size_t seen = vaddr % PAGE, i;

	if (!p || !seen)
		return true;
	if (!is_string(p[-1]))
		return false;
	for (i = 2; i <= PREFIXES && i <= seen; i++)
		if (p[-(ptrdiff_t)i] == 0xf3 || p[-(ptrdiff_t)i] == 0xf2)
			return true;
	return seen < PREFIXES;
}
