// SPDX-License-Identifier: GPL-2.0
/*
 * The XDP program that forwards, run by a small interpreter: what it does with a packet, and what it leaves
 * alone. The kernel's functions are replaced by answers.
 */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ip.h>

#include "xdp/program.h"

#define LOOKUP	7001
#define CAST	7002
#define COUNTS	11
#define DEVICES 12
#define EGRESS	5
#define STEPS	1000
#define FRAME	60

/* Two tuples of 64 bytes, then the flags. The direction and the way of sending share a byte. */
struct flow {
	struct {
		uint8_t pad[40];
		uint8_t bits;
		uint8_t rest[23];
	} tuple[2];
	uint64_t ct;
	uint64_t flags;
};

static const struct fb_xdp_layout layout = {
	.lookup = LOOKUP,
	.in_module = true,
	.cast = CAST,
	.bitmap = 3,
	.dir = { 40, 0, 2 },
	.xmit = { 40, 2, 3 },
	.xmit_neigh = 1,
	.flags = { 136, 72 },
	.nat = 3,
};

/* What the kernel would say, and what the program has asked. */
static struct flow flow;
static int found;
static int route;
static bool may_leave;
static uint64_t counts[FB_XDP_COUNTS];
static struct bpf_fib_lookup asked;
static uint8_t frame[FRAME];
static unsigned int len;

static uint64_t call(const struct bpf_insn *in, const uint64_t *r)
{
	struct bpf_fib_lookup *fib = (void *)(uintptr_t)r[2];

	if (in->src_reg == BPF_PSEUDO_KFUNC_CALL) {
		if (in->imm == CAST)
			return r[1];
		assert_int_equal(in->imm, LOOKUP);
		assert_int_equal(in->off, 1);
		asked = *fib;
		return found < 0 ? 0 : (uintptr_t)&flow.tuple[found];
	}
	switch (in->imm) {
	case BPF_FUNC_fib_lookup:
		fib->ifindex = EGRESS;
		memcpy(fib->smac, "\2\2\2\2\2\2", 6);
		memcpy(fib->dmac, "\4\4\4\4\4\4", 6);
		return (uint64_t)route;
	case BPF_FUNC_redirect_map:
		assert_int_equal(r[1], DEVICES);
		assert_int_equal(r[2], EGRESS);
		return may_leave ? XDP_REDIRECT : r[3];
	case BPF_FUNC_map_lookup_elem:
		assert_int_equal(r[1], COUNTS);
		return (uintptr_t)&counts[*(uint32_t *)(uintptr_t)r[2]];
	}
	fail_msg("helper %d", in->imm);
	return 0;
}

static uint64_t load(const struct bpf_insn *in, uint64_t base)
{
	uint64_t v = 0;
	/* The context holds addresses of the kernel. */
	if (base == 1)
		return in->off == offsetof(struct xdp_md, data)	      ? (uintptr_t)frame
		       : in->off == offsetof(struct xdp_md, data_end) ? (uintptr_t)frame + len
								      : 3;
	memcpy(&v, (void *)(uintptr_t)(base + (uint64_t)(int64_t)in->off),
	       BPF_SIZE(in->code) == BPF_B   ? 1
	       : BPF_SIZE(in->code) == BPF_H ? 2
	       : BPF_SIZE(in->code) == BPF_W ? 4
					     : 8);
	return v;
}

static void store(const struct bpf_insn *in, uint64_t base, uint64_t v)
{
	memcpy((void *)(uintptr_t)(base + (uint64_t)(int64_t)in->off), &v,
	       BPF_SIZE(in->code) == BPF_B   ? 1
	       : BPF_SIZE(in->code) == BPF_H ? 2
	       : BPF_SIZE(in->code) == BPF_W ? 4
					     : 8);
}

static uint64_t compute(uint8_t op, uint64_t a, uint64_t b)
{
	switch (op) {
	case BPF_MOV:
		return b;
	case BPF_ADD:
		return a + b;
	case BPF_SUB:
		return a - b;
	case BPF_AND:
		return a & b;
	case BPF_RSH:
		return a >> b;
	}
	fail_msg("operation %#x", op);
	return 0;
}

static bool holds(uint8_t op, uint64_t a, uint64_t b)
{
	switch (op) {
	case BPF_JA:
		return true;
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JGT:
		return a > b;
	case BPF_JLT:
		return a < b;
	case BPF_JLE:
		return a <= b;
	case BPF_JSET:
		return a & b;
	}
	fail_msg("comparison %#x", op);
	return false;
}

static int interpret(const struct fb_bpf_code *code)
{
	uint64_t stack[64] = { 0 }, r[11] = { 0 }, b;
	const struct bpf_insn *in;
	unsigned int pc = 0, steps;

	r[1] = 1;
	r[10] = (uintptr_t)(stack + 64);
	for (steps = 0; steps < STEPS; steps++) {
		assert_true(pc < code->nr);
		in = &code->insn[pc++];
		b = BPF_SRC(in->code) == BPF_X ? r[in->src_reg] : (uint64_t)(int64_t)in->imm;
		if (in->code == (BPF_LD | BPF_IMM | BPF_DW)) {
			r[in->dst_reg] = (uint64_t)in->imm;
			pc++;
		} else if (in->code == (BPF_JMP | BPF_EXIT)) {
			return (int)r[0];
		} else if (in->code == (BPF_JMP | BPF_CALL)) {
			r[0] = call(in, r);
		} else if (in->code == (BPF_ALU | BPF_END | BPF_TO_BE)) {
			r[in->dst_reg] = htons((uint16_t)r[in->dst_reg]);
		} else if (BPF_CLASS(in->code) == BPF_LDX) {
			r[in->dst_reg] = load(in, r[in->src_reg]);
		} else if (BPF_CLASS(in->code) == BPF_STX) {
			store(in, r[in->dst_reg], r[in->src_reg]);
		} else if (BPF_CLASS(in->code) == BPF_ST) {
			store(in, r[in->dst_reg], (uint64_t)(int64_t)in->imm);
		} else if (BPF_CLASS(in->code) == BPF_ALU64) {
			r[in->dst_reg] = compute(BPF_OP(in->code), r[in->dst_reg], b);
		} else {
			pc += holds(BPF_OP(in->code), r[in->dst_reg], b) ? (unsigned int)in->off
									 : 0;
		}
	}
	fail_msg("the program does not end");
	return -1;
}

static uint16_t header_sum(void)
{
	uint32_t sum = 0;
	unsigned int i;

	for (i = ETH_HLEN; i < ETH_HLEN + 20; i += 2)
		sum += (uint32_t)(frame[i] << 8 | frame[i + 1]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* A datagram with this TTL and identification, which make another checksum each. */
static void build(uint8_t ttl, uint16_t id)
{
	static const uint8_t start[] = {
		1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 8, 0, 0x45, 0x20, 0, 46
	};
	uint16_t check;

	memset(frame, 0, sizeof(frame));
	memcpy(frame, start, sizeof(start));
	frame[18] = (uint8_t)(id >> 8);
	frame[19] = (uint8_t)id;
	frame[20] = 0x40;
	frame[22] = ttl;
	frame[23] = IPPROTO_UDP;
	memcpy(frame + 26, "\12\0\1\2\12\0\2\2\4\0\0\11", 12);
	check = (uint16_t)~header_sum();
	frame[24] = (uint8_t)(check >> 8);
	frame[25] = (uint8_t)check;
	len = FRAME;
}

static int fresh(void **state)
{
	(void)state;
	build(64, 1);
	memset(&flow, 0, sizeof(flow));
	flow.tuple[0].bits = 1 << 2;
	flow.tuple[1].bits = 1 << 2 | 1;
	found = 0;
	route = 0;
	may_leave = true;
	memset(counts, 0, sizeof(counts));
	return 0;
}

static int go(void)
{
	struct fb_bpf_code code;

	assert_int_equal(fb_xdp_forward(&code, &layout, COUNTS, DEVICES), 0);
	return interpret(&code);
}

static void forwarded(void)
{
	assert_int_equal(go(), XDP_REDIRECT);
	assert_int_equal(counts[FB_XDP_REDIRECTED], 1);
}

/* Goes up, unchanged, and only this counter counts it. */
static void passed(enum fb_xdp_count why)
{
	uint8_t before[FRAME];
	int i;

	memcpy(before, frame, FRAME);
	memset(counts, 0, sizeof(counts));
	assert_int_equal(go(), XDP_PASS);
	assert_memory_equal(frame, before, FRAME);
	for (i = 0; i < FB_XDP_COUNTS; i++)
		assert_int_equal(counts[i], i == (int)why);
}

static void a_packet_is_forwarded(void **state)
{
	(void)state;
	forwarded();
	assert_memory_equal(frame, "\4\4\4\4\4\4\2\2\2\2\2\2\10\0", 14);
	assert_int_equal(frame[22], 63);
	assert_int_equal(header_sum(), 0xffff);
	assert_int_equal(asked.family, AF_INET);
	assert_int_equal(asked.l4_protocol, IPPROTO_UDP);
	assert_int_equal(asked.sport, htons(1024));
	assert_int_equal(asked.dport, htons(9));
	assert_int_equal(asked.tot_len, 46);
	assert_int_equal(asked.tos, 0x20);
	assert_int_equal(asked.ifindex, 3);
	assert_int_equal(asked.ipv4_src, htonl(0x0a000102));
	assert_int_equal(asked.ipv4_dst, htonl(0x0a000202));
	found = 1;
	build(64, 1);
	assert_int_equal(go(), XDP_REDIRECT);
}

static void each_checksum_stays_right(void **state)
{
	unsigned int id;

	(void)state;
	for (id = 0; id < 65536; id += 1) {
		build(2 + id % 250, (uint16_t)id);
		assert_int_equal(go(), XDP_REDIRECT);
		assert_int_equal(header_sum(), 0xffff);
	}
}

static void what_goes_up(void **state)
{
	(void)state;
	build(1, 1);
	passed(FB_XDP_TTL);
	build(0, 1);
	passed(FB_XDP_TTL);
	build(64, 1);
	frame[12] = 0x81;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	frame[14] = 0x46;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	frame[20] = 0x20;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	frame[21] = 1;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	frame[23] = IPPROTO_ICMP;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	len = 37;
	passed(FB_XDP_NOT_PLAIN);
	build(64, 1);
	found = -1;
	passed(FB_XDP_NO_FLOW);
	found = 0;
	route = BPF_FIB_LKUP_RET_NO_NEIGH;
	passed(FB_XDP_NO_ROUTE);
	route = 0;
	may_leave = false;
	passed(FB_XDP_NO_DEVICE);
}

static void tcp_that_ends_goes_up(void **state)
{
	(void)state;
	frame[23] = IPPROTO_TCP;
	frame[47] = 0x10;
	assert_int_equal(go(), XDP_REDIRECT);
	frame[23] = IPPROTO_TCP;
	frame[47] = 0x11;
	passed(FB_XDP_TCP_END);
	frame[47] = 0x04;
	passed(FB_XDP_TCP_END);
	len = 53;
	passed(FB_XDP_NOT_PLAIN);
}

static void flows_that_need_more_go_up(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		found = i;
		flow.flags = 1;
		passed(FB_XDP_NOT_SIMPLE);
		flow.flags = 2;
		passed(FB_XDP_NOT_SIMPLE);
		flow.flags = 0xfc;
		build(64, 1);
		assert_int_equal(go(), XDP_REDIRECT);
		flow.tuple[i].bits = (uint8_t)(2 << 2 | i);
		build(64, 1);
		passed(FB_XDP_NOT_SIMPLE);
	}
}

static void counters_have_names(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < FB_XDP_COUNTS; i++)
		assert_int_equal(fb_xdp_count_find(fb_xdp_count_name((enum fb_xdp_count)i)), i);
	assert_int_equal(fb_xdp_count_find("x"), -ENOENT);
}

static void code_that_is_wrong_is_refused(void **state)
{
	struct fb_bpf_code code;
	unsigned int i;

	(void)state;
	assert_int_equal(fb_xdp_drop(&code), 0);
	assert_int_equal(interpret(&code), XDP_DROP);
	fb_bpf_begin(&code);
	fb_bpf_jump(&code, FB_GOTO, 1);
	assert_int_equal(fb_bpf_end(&code), -ENOENT);
	fb_bpf_begin(&code);
	for (i = 0; i <= FB_BPF_INSNS; i++)
		fb_bpf_add(&code, FB_EXIT);
	assert_int_equal(fb_bpf_end(&code), -E2BIG);
	fb_bpf_begin(&code);
	fb_bpf_label(&code, FB_BPF_LABELS);
	assert_int_equal(fb_bpf_end(&code), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_packet_is_forwarded, fresh),
		cmocka_unit_test_setup(each_checksum_stays_right, fresh),
		cmocka_unit_test_setup(what_goes_up, fresh),
		cmocka_unit_test_setup(tcp_that_ends_goes_up, fresh),
		cmocka_unit_test_setup(flows_that_need_more_go_up, fresh),
		cmocka_unit_test(counters_have_names),
		cmocka_unit_test(code_that_is_wrong_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
