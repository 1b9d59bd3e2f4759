// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "xdp/program.h"

#define R0 BPF_REG_0
#define R1 BPF_REG_1
#define R2 BPF_REG_2
#define R3 BPF_REG_3
#define R4 BPF_REG_4
#define FP BPF_REG_10

/* What each register holds that survives a call. */
#define CTX    BPF_REG_6
#define DATA   BPF_REG_7
#define END    BPF_REG_8
#define FLOW   BPF_REG_8 /* END is not needed any more */
#define COUNT  BPF_REG_8 /* nor is FLOW */
#define ACTION BPF_REG_9

/* The stack, from its top: arguments of the two lookups, the error of the first one, a key of a map. */
#define FIB	       (-(int)sizeof(struct bpf_fib_lookup))
#define OPTS	       (FIB - 8)
#define KEY	       (OPTS - 8)
#define FIB_AT(member) (FIB + (int)offsetof(struct bpf_fib_lookup, member))

/* Offsets in a frame of plain IPv4. */
#define IP_AT(member) (ETH_HLEN + (int)offsetof(struct iphdr, member))
#define L4	      (ETH_HLEN + (int)sizeof(struct iphdr))
#define TCP_FLAGS     (L4 + 13)
#define PORTS_LEN     4
#define IPV4_PLAIN    0x45
#define MORE_OR_LATER 0x3fff /* "more fragments", or an offset */
#define TCP_ENDS      0x05 /* FIN or RST */

enum label {
	LABEL_UDP,
	LABEL_FLOW,
	LABEL_REPLY,
	LABEL_FLAGS,
	LABEL_NO_CARRY,
	LABEL_COUNT,
	LABEL_EXIT,
	/* Then one for each reason to go up to the stack. */
	LABEL_PASS,
};

#define ADD(...)	     fb_bpf_add(code, __VA_ARGS__)
#define JUMP(insn, to)	     fb_bpf_jump(code, insn, to)
#define PASS_IF(insn, count) fb_bpf_jump(code, insn, LABEL_PASS + (count))

/* Lets pass what is no TCP or UDP over plain IPv4, and what ends here. */
static void check_packet(struct fb_bpf_code *code)
{
	ADD(FB_MOV(CTX, R1));
	ADD(FB_LOAD(W, DATA, CTX, offsetof(struct xdp_md, data)));
	ADD(FB_LOAD(W, END, CTX, offsetof(struct xdp_md, data_end)));
	ADD(FB_MOV(R1, DATA));
	ADD(FB_ALU_IMM(ADD, R1, L4 + PORTS_LEN));
	PASS_IF(FB_IF(JGT, R1, END), FB_XDP_NOT_PLAIN);
	ADD(FB_LOAD(H, R1, DATA, offsetof(struct ethhdr, h_proto)));
	PASS_IF(FB_IF_IMM(JNE, R1, htons(ETH_P_IP)), FB_XDP_NOT_PLAIN);
	ADD(FB_LOAD(B, R1, DATA, ETH_HLEN));
	PASS_IF(FB_IF_IMM(JNE, R1, IPV4_PLAIN), FB_XDP_NOT_PLAIN);
	ADD(FB_LOAD(H, R1, DATA, IP_AT(frag_off)));
	PASS_IF(FB_IF_IMM(JSET, R1, htons(MORE_OR_LATER)), FB_XDP_NOT_PLAIN);
	ADD(FB_LOAD(B, R1, DATA, IP_AT(ttl)));
	PASS_IF(FB_IF_IMM(JLE, R1, 1), FB_XDP_TTL);

	ADD(FB_LOAD(B, R2, DATA, IP_AT(protocol)));
	JUMP(FB_IF_IMM(JEQ, R2, IPPROTO_UDP), LABEL_UDP);
	PASS_IF(FB_IF_IMM(JNE, R2, IPPROTO_TCP), FB_XDP_NOT_PLAIN);
	ADD(FB_MOV(R1, DATA));
	ADD(FB_ALU_IMM(ADD, R1, L4 + (int)sizeof(struct tcphdr)));
	PASS_IF(FB_IF(JGT, R1, END), FB_XDP_NOT_PLAIN);
	ADD(FB_LOAD(B, R1, DATA, TCP_FLAGS));
	PASS_IF(FB_IF_IMM(JSET, R1, TCP_ENDS), FB_XDP_TCP_END);
	fb_bpf_label(code, LABEL_UDP);
}

/* Fills in what both lookups take. R2 is the protocol. */
static void fill_in(struct fb_bpf_code *code)
{
	int at;

	for (at = FIB; at < 0; at += 8)
		ADD(FB_STORE_IMM(DW, FP, at, 0));
	ADD(FB_STORE_IMM(B, FP, FIB_AT(family), AF_INET));
	ADD(FB_STORE(B, FP, FIB_AT(l4_protocol), R2));
	ADD(FB_LOAD(H, R1, DATA, L4));
	ADD(FB_STORE(H, FP, FIB_AT(sport), R1));
	ADD(FB_LOAD(H, R1, DATA, L4 + 2));
	ADD(FB_STORE(H, FP, FIB_AT(dport), R1));
	ADD(FB_LOAD(H, R1, DATA, IP_AT(tot_len)));
	ADD(FB_BE(R1, 16));
	ADD(FB_STORE(H, FP, FIB_AT(tot_len), R1));
	ADD(FB_LOAD(W, R1, CTX, offsetof(struct xdp_md, ingress_ifindex)));
	ADD(FB_STORE(W, FP, FIB_AT(ifindex), R1));
	ADD(FB_LOAD(B, R1, DATA, IP_AT(tos)));
	ADD(FB_STORE(B, FP, FIB_AT(tos), R1));
	ADD(FB_LOAD(W, R1, DATA, IP_AT(saddr)));
	ADD(FB_STORE(W, FP, FIB_AT(ipv4_src), R1));
	ADD(FB_LOAD(W, R1, DATA, IP_AT(daddr)));
	ADD(FB_STORE(W, FP, FIB_AT(ipv4_dst), R1));
}

/* R1 = value of a bit field of what FLOW points to */
static void load_bits(struct fb_bpf_code *code, const struct fb_xdp_bits *bits)
{
	ADD(FB_LOAD(B, R1, FLOW, (__s16)bits->byte));
	if (bits->shift)
		ADD(FB_ALU_IMM(RSH, R1, (int)bits->shift));
	ADD(FB_ALU_IMM(AND, R1, (1 << bits->width) - 1));
}

/*
 * Looks up the flow. The tuple that is found is the flow's first or second member, so the flow's flags
 * lie at one of two distances from it. The verifier does not let a program read behind a tuple: the flags
 * are read as what bpf_rdonly_cast() calls a bitmap.
 */
static void find_flow(struct fb_bpf_code *code, const struct fb_xdp_layout *layout)
{
	ADD(FB_STORE_IMM(DW, FP, OPTS, 0));
	ADD(FB_MOV(R1, CTX));
	ADD(FB_MOV(R2, FP));
	ADD(FB_ALU_IMM(ADD, R2, FIB));
	ADD(FB_MOV(R3, FP));
	ADD(FB_ALU_IMM(ADD, R3, OPTS));
	ADD(FB_MOV_IMM(R4, sizeof(__s32)));
	ADD(FB_CALL_KFUNC(layout->lookup, layout->in_module));
	PASS_IF(FB_IF_IMM(JEQ, R0, 0), FB_XDP_NO_FLOW);
	ADD(FB_MOV(FLOW, R0));

	load_bits(code, &layout->xmit);
	PASS_IF(FB_IF_IMM(JNE, R1, (int)layout->xmit_neigh), FB_XDP_NOT_SIMPLE);
	load_bits(code, &layout->dir);
	JUMP(FB_IF_IMM(JNE, R1, 0), LABEL_REPLY);
	ADD(FB_MOV(R1, FLOW));
	ADD(FB_ALU_IMM(ADD, R1, layout->flags[0]));
	JUMP(FB_GOTO, LABEL_FLAGS);
	fb_bpf_label(code, LABEL_REPLY);
	ADD(FB_MOV(R1, FLOW));
	ADD(FB_ALU_IMM(ADD, R1, layout->flags[1]));
	fb_bpf_label(code, LABEL_FLAGS);
	ADD(FB_MOV_IMM(R2, layout->bitmap));
	ADD(FB_CALL_KFUNC(layout->cast, 0));
	ADD(FB_LOAD(DW, R1, R0, 0));
	PASS_IF(FB_IF_IMM(JSET, R1, (int)layout->nat), FB_XDP_NOT_SIMPLE);
}

/* Looks up route and neighbour, and whether the packet may leave by that device. */
static void find_device(struct fb_bpf_code *code, int devices)
{
	ADD(FB_MOV(R1, CTX));
	ADD(FB_MOV(R2, FP));
	ADD(FB_ALU_IMM(ADD, R2, FIB));
	ADD(FB_MOV_IMM(R3, sizeof(struct bpf_fib_lookup)));
	ADD(FB_MOV_IMM(R4, 0));
	ADD(FB_CALL(BPF_FUNC_fib_lookup));
	PASS_IF(FB_IF_IMM(JNE, R0, BPF_FIB_LKUP_RET_SUCCESS), FB_XDP_NO_ROUTE);

	fb_bpf_map(code, R1, devices);
	ADD(FB_LOAD(W, R2, FP, FIB_AT(ifindex)));
	/* What it returns if the map does not have the device. */
	ADD(FB_MOV_IMM(R3, XDP_PASS));
	ADD(FB_CALL(BPF_FUNC_redirect_map));
	PASS_IF(FB_IF_IMM(JNE, R0, XDP_REDIRECT), FB_XDP_NO_DEVICE);
}

/* Only a packet that leaves is changed: TTL, its checksum, both Ethernet addresses. */
static void rewrite(struct fb_bpf_code *code)
{
	const int at[][2] = {
		{ offsetof(struct ethhdr, h_dest), FIB_AT(dmac) },
		{ offsetof(struct ethhdr, h_source), FIB_AT(smac) },
	};
	int i, k;

	for (i = 0; i < 2; i++)
		for (k = 0; k < ETH_ALEN; k += 2) {
			ADD(FB_LOAD(H, R1, FP, (__s16)(at[i][1] + k)));
			ADD(FB_STORE(H, DATA, (__s16)(at[i][0] + k), R1));
		}
	ADD(FB_LOAD(B, R1, DATA, IP_AT(ttl)));
	ADD(FB_ALU_IMM(SUB, R1, 1));
	ADD(FB_STORE(B, DATA, IP_AT(ttl), R1));
	/* The TTL is the upper byte of its word: the complement's sum grows by 0x100, and by a carry. */
	ADD(FB_LOAD(H, R1, DATA, IP_AT(check)));
	ADD(FB_ALU_IMM(ADD, R1, htons(0x100)));
	JUMP(FB_IF_IMM(JLT, R1, 0xffff), LABEL_NO_CARRY);
	ADD(FB_ALU_IMM(ADD, R1, 1));
	fb_bpf_label(code, LABEL_NO_CARRY);
	ADD(FB_STORE(H, DATA, IP_AT(check), R1));
}

static void count(struct fb_bpf_code *code, int counts)
{
	fb_bpf_label(code, LABEL_COUNT);
	ADD(FB_STORE(W, FP, KEY, COUNT));
	fb_bpf_map(code, R1, counts);
	ADD(FB_MOV(R2, FP));
	ADD(FB_ALU_IMM(ADD, R2, KEY));
	ADD(FB_CALL(BPF_FUNC_map_lookup_elem));
	JUMP(FB_IF_IMM(JEQ, R0, 0), LABEL_EXIT);
	ADD(FB_LOAD(DW, R1, R0, 0));
	ADD(FB_ALU_IMM(ADD, R1, 1));
	ADD(FB_STORE(DW, R0, 0, R1));
	fb_bpf_label(code, LABEL_EXIT);
	ADD(FB_MOV(R0, ACTION));
	ADD(FB_EXIT);
}

int fb_xdp_forward(struct fb_bpf_code *code, const struct fb_xdp_layout *layout, int counts,
		   int devices)
{
	int i;

	fb_bpf_begin(code);
	check_packet(code);
	fill_in(code);
	find_flow(code, layout);
	find_device(code, devices);
	rewrite(code);
	ADD(FB_MOV_IMM(ACTION, XDP_REDIRECT));
	ADD(FB_MOV_IMM(COUNT, FB_XDP_REDIRECTED));
	count(code, counts);
	for (i = FB_XDP_REDIRECTED + 1; i < FB_XDP_COUNTS; i++) {
		fb_bpf_label(code, LABEL_PASS + (unsigned int)i);
		ADD(FB_MOV_IMM(ACTION, XDP_PASS));
		ADD(FB_MOV_IMM(COUNT, i));
		JUMP(FB_GOTO, LABEL_COUNT);
	}
	return fb_bpf_end(code);
}

static const char *const names[FB_XDP_COUNTS] = {
	[FB_XDP_REDIRECTED] = "redirected",
	[FB_XDP_NOT_PLAIN] = "not-plain",
	[FB_XDP_TTL] = "ttl",
	[FB_XDP_TCP_END] = "tcp-end",
	[FB_XDP_NO_FLOW] = "no-flow",
	[FB_XDP_NOT_SIMPLE] = "not-simple",
	[FB_XDP_NO_ROUTE] = "no-route",
	[FB_XDP_NO_DEVICE] = "no-device",
};

const char *fb_xdp_count_name(enum fb_xdp_count count)
{
	return names[count];
}

int fb_xdp_count_find(const char *name)
{
	int i;

	for (i = 0; i < FB_XDP_COUNTS; i++)
		if (!strcmp(names[i], name))
			return i;
	return -ENOENT;
}

int fb_xdp_drop(struct fb_bpf_code *code)
{
	fb_bpf_begin(code);
	ADD(FB_MOV_IMM(R0, XDP_DROP));
	ADD(FB_EXIT);
	return fb_bpf_end(code);
}
