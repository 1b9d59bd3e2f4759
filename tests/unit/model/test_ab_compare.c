// SPDX-License-Identifier: GPL-2.0
/* Boots of two sides, made by hand: what their packets touch, the layouts of their code, and which side takes more. */
#include "unit.h"

#include <errno.h>

#include "model/ab_compare.h"

enum {
	CLOCK = 1,
	TAKES,
	HOOK,
	BLOCKS = HOOK,
};

static const char symbols[] = "ffffffff81000000 T receive\n"
			      "ffffffffa0000000 t fb_generator_chunk\t[flowbench]\n"
			      "ffffffffa0000100 t fb_next_skb\t[flowbench]\n"
			      "ffffffffa0010000 t hook\t[nf_flow_table]\n";

static const struct fb_rec_block blocks[BLOCKS] = {
	[CLOCK - 1] = { 0xffffffffa0000000, 0xffffffffa0000010, 0, 4, FB_REC_NEXT },
	[TAKES - 1] = { 0xffffffffa0000100, 0xffffffffa0000110, 0, 5, FB_REC_NEXT },
	/* 40 bytes, which lie in one line or in two. */
	[HOOK - 1] = { 0xffffffffa0010000, 0xffffffffa0010028, 0, 10, FB_REC_NEXT },
};

static const uint64_t places[BLOCKS] = {
	[CLOCK - 1] = 0x700000,
	[TAKES - 1] = 0x700100,
	[HOOK - 1] = 0x900000,
};

#define DATA(line) (FB_REC_ACCESS | FB_REC_DIRECT << 26 | (line))

/* The generator alone; then a packet that touches one line, and one that touches three. */
static const uint32_t own[] = { 0, CLOCK, TAKES, DATA(1) };
static const uint32_t one[] = { 0, CLOCK, TAKES, DATA(1), HOOK, DATA(2) };
static const uint32_t three[] = { 0, CLOCK, TAKES, DATA(1), HOOK, DATA(2), DATA(3), DATA(4) };

static const char machine[] =
	"title = small\nl1i = 4K 4\nl1d = 4K 4\nl2 = 8K 4\nitlb = 8 8\ndtlb = 8 8\nstlb = 16 4\n"
	"branch = 16\ntarget = 16\nreturns = 4\nwidth = 1\nl2-cycles = 10\nmemory-cycles = 100\n"
	"stlb-cycles = 5\nwalk-cycles = 30\nwrong-cycles = 10\n";

#define BOOTS	5
#define LEN(s)	(sizeof(s) / sizeof((s)[0]))
#define HOOK_AT (HOOK - 1)

static struct fb_error error;

static void add(struct fb_ab_compare *v, unsigned int side, unsigned int number,
		const uint32_t *seq, size_t len)
{
	struct fb_record_round round[] = { { .head = { .nr = LEN(own) }, .seq = own },
					   { .head = { .nr = len }, .seq = seq } };
	struct fb_profile_record rec = { .block = blocks,
					 .nr_blocks = BLOCKS,
					 .paddr = places,
					 .round = round,
					 .nr_rounds = 2 };
	struct fb_profile_path path = { .name = "flowtable",
					.packets = 1,
					.own = { .serial = 1, .insns = 5, .packets = 1 },
					.gross = { .serial = 2, .insns = 15, .packets = 1 } };
	struct fb_profile p = { .path = &path, .nr = 1 };

	assert_int_equal(fb_symbols_parse(symbols, sizeof(symbols) - 1, &p.syms, &error), 0);
	if (fb_ab_add(v, side, number, &p, &rec, &error))
		fail_msg("%s", error.text);
	fb_symbols_free(&p.syms);
}

/* Boots of A touch one line, those of B what @seq says. */
static void judged(struct fb_ab_compare *v, struct fb_machine *m, const uint32_t *seq, size_t len)
{
	unsigned int i;

	assert_int_equal(fb_machine_parse("small", machine, m, &error), 0);
	*v = (struct fb_ab_compare){ .machine = m, .nr_machines = 1, .boots = { BOOTS, BOOTS } };
	for (i = 0; i < BOOTS; i++) {
		add(v, 0, i, one, LEN(one));
		add(v, 1, i, seq, len);
	}
	assert_int_equal(fb_ab_judge(v), 0);
}

static void end(struct fb_ab_compare *v, struct fb_machine *m)
{
	fb_ab_free(v);
	fb_machine_free(m);
}

static void two_lines_more(void **state)
{
	const struct fb_ab_path *path;
	struct fb_machine m;
	struct fb_ab_compare v;

	(void)state;
	judged(&v, &m, three, LEN(three));
	path = &v.path[0];
	assert_float_equal(path->counted[0][0][FB_TOUCH_DATA], 1, 1e-9);
	assert_float_equal(path->counted[1][BOOTS - 1][FB_TOUCH_DATA], 3, 1e-9);
	assert_float_equal(path->counted[1][0][FB_TOUCH_INSNS], 10, 1e-9);
	assert_int_equal(path->nr_fn, 1);
	assert_string_equal(path->fn[0].name, "hook");
	assert_float_equal(path->fn[0].self[1][FB_TOUCH_DATA], 3, 1e-9);
	/* Cold, two lines from memory more; warm, all is in L1 on both sides. */
	assert_int_equal(path->state[FB_LINES_COLD], FB_ORDER_MORE);
	assert_int_equal(path->state[FB_LINES_WARM], FB_ORDER_NONE);
	assert_int_equal(path->order, FB_ORDER_MORE);
	assert_float_equal(path->set[2].delta, 200, 1e-6);
	assert_float_equal(path->set[3].delta, 50, 1e-6);
	assert_float_equal(path->set[0].delta, 0, 1e-6);
	assert_true(fb_ab_ordered(&v));
	end(&v, &m);
}

/* The sides are the same. Layouts are the boot's own, so a boot costs the same on either side. */
static void alike(void **state)
{
	struct fb_machine m;
	struct fb_ab_compare v;
	size_t i;

	(void)state;
	judged(&v, &m, one, LEN(one));
	for (i = 0; i < fb_ab_sets(&v); i++)
		assert_memory_equal(v.path[0].cycles[i][0], v.path[0].cycles[i][1],
				    BOOTS * FB_AB_LAYOUTS * sizeof(double));
	assert_int_equal(v.path[0].order, FB_ORDER_NONE);
	assert_false(fb_ab_ordered(&v));
	end(&v, &m);
}

static void layouts(void **state)
{
	struct fb_profile_record rec = { .block = blocks, .nr_blocks = BLOCKS, .paddr = places };
	bool over = false, within = false;
	struct fb_symbols syms;
	struct fb_layout l;
	uint64_t seed;

	(void)state;
	assert_int_equal(fb_symbols_parse(symbols, sizeof(symbols) - 1, &syms, &error), 0);
	assert_int_equal(fb_layout_make(&rec, &syms, 0, &l), 0);
	assert_int_equal(l.shift[HOOK_AT], 0);
	assert_int_equal(l.paddr[HOOK_AT], places[HOOK_AT]);
	fb_layout_free(&l);
	for (seed = 1; seed < 100; seed++) {
		assert_int_equal(fb_layout_make(&rec, &syms, seed, &l), 0);
		assert_int_equal(l.shift[HOOK_AT] % FB_LAYOUT_STEP, 0);
		assert_true(l.shift[HOOK_AT] < 4096);
		/* A module is one piece, and its page stays where it is. */
		assert_int_equal(l.shift[CLOCK - 1], l.shift[TAKES - 1]);
		assert_int_equal(l.paddr[HOOK_AT], places[HOOK_AT] + l.shift[HOOK_AT]);
		over |= l.paddr[HOOK_AT] % 64 > 64 - 40;
		within |= l.paddr[HOOK_AT] % 64 <= 64 - 40;
		/* Where nothing ran, there is a page that is nobody else's. */
		if (l.shift[TAKES - 1] >= 4096 - 256)
			assert_true(l.paddr[TAKES - 1] >> 32);
		fb_layout_free(&l);
	}
	assert_true(over && within);
	fb_symbols_free(&syms);
}

static void refused(void **state)
{
	struct fb_profile_record rec = { .block = blocks, .nr_blocks = BLOCKS };
	struct fb_profile p = { .nr = 0 };
	struct fb_ab_compare v = { .boots = { 1, 1 } };

	(void)state;
	assert_int_equal(fb_ab_add(&v, 0, 0, &p, &rec, &error), -EINVAL);
	assert_string_equal(error.text, "the record has no accesses");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_lines_more),
		cmocka_unit_test(alike),
		cmocka_unit_test(layouts),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
