// SPDX-License-Identifier: GPL-2.0
/* A round of two packets, made by hand: what is counted of it, and what a small machine misses, warm and cold. */
#include "unit.h"

#include <errno.h>

#include "model/replay.h"

enum {
	CLOCK = 1,
	TAKES,
	BRANCHES,
	CALLS,
	THUNK,
	CALLEE,
	BLOCKS = CALLEE,
};

static const char symbols[] = "ffffffff81000000 T receive\n"
			      "ffffffff81001000 T __x86_indirect_thunk_rax\n"
			      "ffffffff81002000 T hook\n"
			      "ffffffffa0000000 t fb_generator_chunk\t[flowbench]\n"
			      "ffffffffa0000100 t fb_next_skb\t[flowbench]\n";

static const struct fb_rec_block blocks[BLOCKS] = {
	[CLOCK - 1] = { 0xffffffffa0000000, 0xffffffffa0000010, 0, 4, FB_REC_NEXT },
	[TAKES - 1] = { 0xffffffffa0000100, 0xffffffffa0000120, 0xffffffff81000000, 5,
			FB_REC_CALL },
	[BRANCHES - 1] = { 0xffffffff81000000, 0xffffffff81000050, 0xffffffff81000040, 7,
			   FB_REC_BRANCH },
	[CALLS - 1] = { 0xffffffff81000050, 0xffffffff81000060, 0xffffffff81001000, 2,
			FB_REC_CALL },
	[THUNK - 1] = { 0xffffffff81001000, 0xffffffff81001008, 0, 2, FB_REC_RETURN },
	[CALLEE - 1] = { 0xffffffff81002000, 0xffffffff81002010, 0, 3, FB_REC_OTHER },
};

/* The module lies elsewhere in memory. */
static const uint64_t places[BLOCKS] = {
	[CLOCK - 1] = 0x700000,	 [TAKES - 1] = 0x700100,  [BRANCHES - 1] = 0x1000000,
	[CALLS - 1] = 0x1000050, [THUNK - 1] = 0x1001000, [CALLEE - 1] = 0x1002000,
};

#define DATA(line)  (FB_REC_ACCESS | FB_REC_DIRECT << 26 | (line))
#define STORE(line) (DATA(line) | FB_REC_STORE)
#define OVER(line)  (DATA(line) | FB_REC_GOES_OVER)

static const uint32_t sequence[] = {
	0,	 CLOCK,	  STORE(9), TAKES,  STORE(1), BRANCHES, DATA(1),  DATA(2),
	OVER(3), CALLS,	  THUNK,    CALLEE, DATA(2),  TAKES,	STORE(1), BRANCHES,
	DATA(1), DATA(4), CALLS,    THUNK,  CALLEE,   STORE(2),
};

static const char small[] =
	"title = small\nl1i = 4K 4\nl1d = 128 2\nl2 = 8K 4\nitlb = 8 8\ndtlb = 8 8\nstlb = 16 4\n"
	"branch = 16\ntarget = 16\nreturns = 4\nwidth = 1\nl2-cycles = 1\nmemory-cycles = 1\n"
	"stlb-cycles = 1\nwalk-cycles = 1\nwrong-cycles = 1\n";

static struct fb_error error;

#define NR (sizeof(sequence) / sizeof(sequence[0]))

/* By call if @calls is not NULL, else by function. */
static struct fb_touches replayed_by(struct fb_machine *m, bool cold, struct fb_symbols *syms,
				     struct fb_calls *calls)
{
	struct fb_profile_record rec = { .block = blocks, .nr_blocks = BLOCKS, .paddr = places };
	struct fb_record_round round = { .head = { .nr = NR }, .seq = sequence };
	struct fb_replay in = { .rec = &rec, .round = &round, .syms = syms, .m = m, .cold = cold };
	static uint32_t call_of[NR];
	struct fb_touches t;

	if (fb_symbols_parse(symbols, sizeof(symbols) - 1, syms, &error))
		fail_msg("%s", error.text);
	if (calls) {
		if (fb_blockwalk_each(blocks, BLOCKS, sequence, NR, syms, calls, call_of, &error))
			fail_msg("%s", error.text);
		in.call_of = call_of;
		in.nr_calls = calls->nr;
	}
	if (fb_replay(&in, &t, &error))
		fail_msg("%s", error.text);
	return t;
}

static struct fb_touches replayed(struct fb_machine *m, bool cold, struct fb_symbols *syms)
{
	return replayed_by(m, cold, syms, NULL);
}

static uint64_t self(const struct fb_touches *t, const struct fb_symbols *syms, const char *name,
		     unsigned int touch)
{
	uint32_t i;

	for (i = 0; i < t->nr; i++)
		if (!strcmp(syms->function[i].name, name))
			return t->self[i * FB_TOUCHES + touch];
	fail_msg("no %s", name);
	return 0;
}

static void counted(void **state)
{
	struct fb_symbols syms;
	struct fb_touches t = replayed(NULL, false, &syms);

	(void)state;
	assert_int_equal(t.packets, 2);
	assert_int_equal(t.sum[FB_TOUCH_INSNS], 2 * (5 + 7 + 2 + 2 + 3));
	assert_int_equal(t.sum[FB_TOUCH_LOADS], 5);
	assert_int_equal(t.sum[FB_TOUCH_STORES], 3);
	/* 1, 2, 3; then 1, 4, 2. */
	assert_int_equal(t.sum[FB_TOUCH_DATA], 6);
	/* A line of the module, two of receive(), which share none with the others, and one of each other. */
	assert_int_equal(t.sum[FB_TOUCH_CODE], 2 * (1 + 2 + 1 + 1));
	assert_int_equal(t.sum[FB_TOUCH_BRANCHES], 2);
	assert_int_equal(t.sum[FB_TOUCH_INDIRECT], 2);
	assert_int_equal(self(&t, &syms, "fb_next_skb", FB_TOUCH_DATA), 2);
	assert_int_equal(self(&t, &syms, "receive", FB_TOUCH_DATA), 3);
	assert_int_equal(self(&t, &syms, "hook", FB_TOUCH_DATA), 1);
	assert_int_equal(self(&t, &syms, "__x86_indirect_thunk_rax", FB_TOUCH_INDIRECT), 2);
	fb_touches_free(&t);
	fb_symbols_free(&syms);
}

static void modelled(void **state)
{
	struct fb_symbols syms;
	struct fb_touches t;
	struct fb_machine m;

	(void)state;
	assert_int_equal(fb_machine_parse("small", small, &m, &error), 0);
	t = replayed(&m, true, &syms);
	/* Cold: each line of a packet once, and those that L1 has given up again: of 2, 3 and 4 two fit. */
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_L1I], 10);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_L2], 10 + 6);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_DTLB], 2);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_WRONG_RETURN], 2);
	fb_touches_free(&t);
	fb_symbols_free(&syms);
	t = replayed(&m, false, &syms);
	/* Warm: the round fits into L2 and the L1 of code; a retpoline is guessed wrong all the same. */
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_L1I], 0);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_L2], 0);
	assert_true(t.sum[FB_TOUCH_EVENTS + FB_MISS_L1D] > 0);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_MISS_DTLB], 0);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_WRONG_RETURN], 2);
	assert_int_equal(t.sum[FB_TOUCH_EVENTS + FB_WRONG_BRANCH], 0);
	assert_int_equal(t.packets, 2);
	fb_touches_free(&t);
	fb_symbols_free(&syms);
	fb_machine_free(&m);
}

/* Of all calls of a function, each called by fb_next_skb(), receive() or nobody. */
static uint64_t of_calls(const struct fb_touches *t, const struct fb_calls *calls,
			 const struct fb_symbols *syms, const char *name, unsigned int touch)
{
	uint64_t sum = 0;
	uint32_t i;

	for (i = 1; i < calls->nr; i++)
		if (!strcmp(syms->function[calls->call[i].function].name, name))
			sum += t->self[i * FB_TOUCHES + touch];
	return sum;
}

static void by_call(void **state)
{
	struct fb_symbols syms;
	struct fb_calls calls;
	struct fb_machine m;
	struct fb_touches by, t;
	unsigned int cold;

	(void)state;
	assert_int_equal(fb_machine_parse("small", small, &m, &error), 0);
	for (cold = 0; cold < 2; cold++) {
		t = replayed(&m, cold, &syms);
		fb_symbols_free(&syms);
		by = replayed_by(&m, cold, &syms, &calls);
		assert_int_equal(by.nr, calls.nr);
		assert_memory_equal(by.sum, t.sum, sizeof(t.sum));
		assert_int_equal(of_calls(&by, &calls, &syms, "fb_next_skb", FB_TOUCH_DATA), 2);
		assert_int_equal(of_calls(&by, &calls, &syms, "receive", FB_TOUCH_DATA), 3);
		assert_int_equal(of_calls(&by, &calls, &syms, "receive", FB_TOUCH_INSNS),
				 2 * (7 + 2));
		assert_int_equal(of_calls(&by, &calls, &syms, "hook", FB_TOUCH_DATA), 1);
		/* What is accessed before a window begins is of nobody. */
		assert_int_equal(by.self[FB_TOUCH_DATA], 0);
		fb_touches_free(&t);
		fb_touches_free(&by);
		fb_calls_free(&calls);
		fb_symbols_free(&syms);
	}
	fb_machine_free(&m);
}

static void no_block(void **state)
{
	static const uint32_t wrong[] = { 0, CLOCK, TAKES, BLOCKS + 1 };
	struct fb_profile_record rec = { .block = blocks, .nr_blocks = BLOCKS, .paddr = places };
	struct fb_record_round round = { .head = { .nr = 4 }, .seq = wrong };
	struct fb_symbols syms;
	struct fb_replay in = { .rec = &rec, .round = &round, .syms = &syms };
	struct fb_touches t;

	(void)state;
	assert_int_equal(fb_symbols_parse(symbols, sizeof(symbols) - 1, &syms, &error), 0);
	assert_int_equal(fb_replay(&in, &t, &error), -EINVAL);
	assert_string_equal(error.text, "entry 4 of a round: invalid block");
	fb_symbols_free(&syms);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counted),
		cmocka_unit_test(modelled),
		cmocka_unit_test(by_call),
		cmocka_unit_test(no_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
