// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "xdp/code.h"

void fb_bpf_begin(struct fb_bpf_code *code)
{
	unsigned int i;

	code->nr = 0;
	code->nr_jumps = 0;
	code->full = false;
	for (i = 0; i < FB_BPF_LABELS; i++)
		code->label[i] = -1;
}

void fb_bpf_add(struct fb_bpf_code *code, struct bpf_insn insn)
{
	if (code->nr == FB_BPF_INSNS)
		code->full = true;
	else
		code->insn[code->nr++] = insn;
}

void fb_bpf_jump(struct fb_bpf_code *code, struct bpf_insn insn, unsigned int label)
{
	if (code->nr_jumps == FB_BPF_JUMPS || label >= FB_BPF_LABELS) {
		code->full = true;
		return;
	}
	code->jump[code->nr_jumps].insn = code->nr;
	code->jump[code->nr_jumps++].label = label;
	fb_bpf_add(code, insn);
}

void fb_bpf_label(struct fb_bpf_code *code, unsigned int label)
{
	if (label >= FB_BPF_LABELS)
		code->full = true;
	else
		code->label[label] = (int)code->nr;
}

void fb_bpf_map(struct fb_bpf_code *code, int reg, int fd)
{
	fb_bpf_add(code, FB_INSN(BPF_LD | BPF_IMM | BPF_DW, reg, BPF_PSEUDO_MAP_FD, 0, fd));
	fb_bpf_add(code, FB_INSN(0, 0, 0, 0, 0));
}

int fb_bpf_end(struct fb_bpf_code *code)
{
	unsigned int i;

	if (code->full)
		return -E2BIG;
	for (i = 0; i < code->nr_jumps; i++) {
		int to = code->label[code->jump[i].label];

		if (to < 0)
			return -ENOENT;
		/* A distance is counted from the next instruction. */
		code->insn[code->jump[i].insn].off = (__s16)(to - (int)code->jump[i].insn - 1);
	}
	return 0;
}
