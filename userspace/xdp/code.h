/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes BPF instructions, with jumps to labels. Pure: it asks no kernel.
 *
 * The macros name the instructions as the kernel's documents do: LOAD(W, R1, R6, 4) is "r1 = *(u32 *)(r6 + 4)".
 */
#ifndef FB_XDP_CODE_H
#define FB_XDP_CODE_H

#include <linux/bpf.h>
#include <stdbool.h>

#define FB_BPF_INSNS  256
#define FB_BPF_JUMPS  64
#define FB_BPF_LABELS 16

/**
 * struct fb_bpf_code - a program that is being written
 * @insn: its instructions
 * @nr: how many
 * @label: index of the instruction that follows a label, -1 before fb_bpf_label()
 * @jump: jumps whose distance is not known yet
 * @nr_jumps: how many
 * @full: it did not fit
 */
struct fb_bpf_code {
	struct bpf_insn insn[FB_BPF_INSNS];
	unsigned int nr;
	int label[FB_BPF_LABELS];
	struct {
		unsigned int insn;
		unsigned int label;
	} jump[FB_BPF_JUMPS];
	unsigned int nr_jumps;
	bool full;
};

/** fb_bpf_begin - begin an empty program */
void fb_bpf_begin(struct fb_bpf_code *code);

/** fb_bpf_add - append an instruction */
void fb_bpf_add(struct fb_bpf_code *code, struct bpf_insn insn);

/** fb_bpf_jump - append a jump; its offset is filled in by fb_bpf_end() */
void fb_bpf_jump(struct fb_bpf_code *code, struct bpf_insn insn, unsigned int label);

/** fb_bpf_label - the next instruction has this label */
void fb_bpf_label(struct fb_bpf_code *code, unsigned int label);

/** fb_bpf_map - append "REG = map of this descriptor", which takes two instructions */
void fb_bpf_map(struct fb_bpf_code *code, int reg, int fd);

/**
 * fb_bpf_end - fill in the offsets of all jumps
 *
 * Return: 0; -E2BIG if the program did not fit; -ENOENT if a label is nowhere.
 */
int fb_bpf_end(struct fb_bpf_code *code);

#define FB_INSN(c, d, s, o, i) \
	((struct bpf_insn){ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })

/* SIZE is B, H, W or DW; OP is ADD, AND, OR, RSH, …; COMPARE is JEQ, JNE, JGT, JGE, JLE, JSET. */
#define FB_LOAD(size, dst, src, off)	  FB_INSN(BPF_LDX | BPF_MEM | BPF_##size, dst, src, off, 0)
#define FB_STORE(size, dst, off, src)	  FB_INSN(BPF_STX | BPF_MEM | BPF_##size, dst, src, off, 0)
#define FB_STORE_IMM(size, dst, off, imm) FB_INSN(BPF_ST | BPF_MEM | BPF_##size, dst, 0, off, imm)
#define FB_MOV(dst, src)		  FB_INSN(BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0)
#define FB_MOV_IMM(dst, imm)		  FB_INSN(BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm)
#define FB_ALU_IMM(op, dst, imm)	  FB_INSN(BPF_ALU64 | BPF_##op | BPF_K, dst, 0, 0, imm)
#define FB_BE(dst, bits)		  FB_INSN(BPF_ALU | BPF_END | BPF_TO_BE, dst, 0, 0, bits)
#define FB_IF_IMM(op, dst, imm)		  FB_INSN(BPF_JMP | BPF_##op | BPF_K, dst, 0, 0, imm)
#define FB_IF(op, dst, src)		  FB_INSN(BPF_JMP | BPF_##op | BPF_X, dst, src, 0, 0)
#define FB_GOTO				  FB_INSN(BPF_JMP | BPF_JA, 0, 0, 0, 0)
#define FB_CALL(helper)			  FB_INSN(BPF_JMP | BPF_CALL, 0, 0, 0, helper)
#define FB_CALL_KFUNC(id, module)	  FB_INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, module, id)
#define FB_EXIT				  FB_INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

#endif
