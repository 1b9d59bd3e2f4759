// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <string.h>

#include "profile/x86_insn.h"

static bool is_prefix(unsigned char b)
{
	return b && strchr("\x66\xf2\xf3\x2e\x3e\x26\x36\x64\x65\x67\xf0", b);
}

/* An opcode of one byte that is followed by ModR/M. */
static bool has_modrm(unsigned char op)
{
	if (op < 0x40)
		return (op & 7) < 4;
	return op == 0x63 || op == 0x69 || op == 0x6b || (op >= 0x80 && op <= 0x8f) || op == 0xc0 ||
	       op == 0xc1 || op == 0xc6 || op == 0xc7 || (op >= 0xd0 && op <= 0xd3) ||
	       (op >= 0xd8 && op <= 0xdf) || op == 0xf6 || op == 0xf7 || op == 0xfe || op == 0xff;
}

/* An opcode behind 0x0f that is followed by ModR/M. */
static bool has_modrm_0f(unsigned char op)
{
	return !((op >= 0x05 && op <= 0x09) || op == 0x0b || op == 0x0e ||
		 (op >= 0x30 && op <= 0x37) || op == 0x77 || (op >= 0x80 && op <= 0x8f) ||
		 (op >= 0xa0 && op <= 0xa2) || (op >= 0xa8 && op <= 0xaa) ||
		 (op >= 0xc8 && op <= 0xcf));
}

/*
 * struct place - how far an instruction was read
 * @at: the byte behind what was read
 * @jump: it is a call or a jump
 * @modrm: ModR/M is next
 */
struct place {
	unsigned int at;
	bool jump;
	bool modrm;
};

static struct place read_opcode(const unsigned char *byte, unsigned int len)
{
	struct place p = { 0 };
	unsigned char op;

	while (p.at < len && is_prefix(byte[p.at]))
		p.at++;
	if (p.at < len && (byte[p.at] & 0xf0) == 0x40)
		p.at++;
	op = p.at < len ? byte[p.at++] : 0;
	/* VEX has two or three bytes, EVEX four; the opcode follows. */
	if (op == 0xc5 || op == 0xc4 || op == 0x62) {
		p.at += op == 0xc5 ? 2 : op == 0xc4 ? 3 : 4;
		p.modrm = true;
	} else if (op == 0x0f && p.at < len) {
		op = byte[p.at++];
		p.modrm = has_modrm_0f(op);
		p.jump = (op & 0xf0) == 0x80;
		if (op == 0x38 || op == 0x3a)
			p.at++;
	} else {
		p.modrm = has_modrm(op);
		p.jump = op == 0xe8 || op == 0xe9;
	}
	return p;
}

unsigned int fb_insn_fields(const unsigned char *byte, unsigned int len,
			    struct fb_insn_field field[2])
{
	struct place p = read_opcode(byte, len);
	unsigned int nr = 0, mod, rm, base, disp;

	if (p.modrm && p.at < len) {
		mod = byte[p.at] >> 6;
		rm = byte[p.at++] & 7;
		base = mod != 3 && rm == 4 && p.at < len ? byte[p.at++] & 7 : rm;
		disp = mod == 1 ? 1 : mod == 2 || (!mod && base == 5) ? 4 : 0;
		if (disp == 4 && p.at + 4 <= len)
			field[nr++] = (struct fb_insn_field){ p.at, 4,
							      !mod && rm == 5 ? FB_INSN_NEAR_RIP
									      : FB_INSN_NUMBER };
		p.at += disp;
	}
	if (len >= p.at + 4 && (len - p.at == 4 || len - p.at == 8))
		field[nr++] = (struct fb_insn_field){ p.at, len - p.at,
						      p.jump ? FB_INSN_JUMP : FB_INSN_NUMBER };
	return nr;
}
