// SPDX-License-Identifier: GPL-2.0
/* What an instruction of arm64 is to a profile, as GNU as and objdump of binutils 2.40 have it; and which set a QEMU has. */
#include "unit.h"

#include <string.h>

#include "price/mark.h"
#include "plugin/arm64.c"
#include "plugin/isa.c"
#include "plugin/x86.c"

#define AT 0xffff800080001000ULL

static const uint8_t *bytes_of(uint32_t w)
{
	static uint8_t bytes[4];
	unsigned int i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(w >> 8 * i);
	return bytes;
}

static void where_blocks_end(void **state)
{
	static const struct {
		const char *what;
		uint32_t word;
		uint32_t end;
		int64_t far;
	} rows[] = {
		{ "b .", 0x14000000, FB_REC_JUMP, 0 },
		{ "b . + 8", 0x14000002, FB_REC_JUMP, 8 },
		{ "bl . - 16", 0x97fffffc, FB_REC_CALL, -16 },
		{ "b.ne . + 12", 0x54000061, FB_REC_BRANCH, 12 },
		{ "b.hs . - 0x100000", 0x54800002, FB_REC_BRANCH, -0x100000 },
		{ "cbz x1, . + 4", 0xb4000021, FB_REC_BRANCH, 4 },
		{ "cbnz w30, . - 4", 0x35fffffe, FB_REC_BRANCH, -4 },
		{ "tbz x3, #63, . + 0x7ffc", 0xb6fbffe3, FB_REC_BRANCH, 0x7ffc },
		{ "tbnz w3, #3, . - 0x8000", 0x371c0003, FB_REC_BRANCH, -0x8000 },
		{ "br x17", 0xd61f0220, FB_REC_JUMP_INDIRECT, 0 },
		{ "braa x16, x17", 0xd71f0a11, FB_REC_JUMP_INDIRECT, 0 },
		{ "blr x8", 0xd63f0100, FB_REC_CALL_INDIRECT, 0 },
		{ "blraa x16, x17", 0xd73f0a11, FB_REC_CALL_INDIRECT, 0 },
		{ "ret", 0xd65f03c0, FB_REC_RETURN, 0 },
		{ "ret x5", 0xd65f00a0, FB_REC_RETURN, 0 },
		{ "retaa", 0xd65f0bff, FB_REC_RETURN, 0 },
		{ "retab", 0xd65f0fff, FB_REC_RETURN, 0 },
		{ "eret", 0xd69f03e0, FB_REC_IRET, 0 },
		{ "svc #0", 0xd4000001, FB_REC_OTHER, 0 },
		{ "hvc #0", 0xd4000002, FB_REC_OTHER, 0 },
		{ "brk #0x800", 0xd4210000, FB_REC_OTHER, 0 },
		{ "wfi", 0xd503207f, FB_REC_OTHER, 0 },
		{ "nop", 0xd503201f, FB_REC_NEXT, 0 },
		{ "isb", 0xd5033fdf, FB_REC_NEXT, 0 },
		{ "msr daifset, #3", 0xd50343df, FB_REC_NEXT, 0 },
		{ "add x0, x0, #1", 0x91000400, FB_REC_NEXT, 0 },
		{ "bti c", 0xd503245f, FB_REC_NEXT, 0 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool leads = rows[i].end == FB_REC_JUMP || rows[i].end == FB_REC_CALL ||
			     rows[i].end == FB_REC_BRANCH;
		struct fb_rec_block b = { .next = AT + 4 };

		fb_arm64_end_of(&b, bytes_of(rows[i].word), 4);
		if (b.end != rows[i].end || b.target != (leads ? AT + (uint64_t)rows[i].far : 0))
			fail_msg("%s: end %u, target %llx", rows[i].what, b.end,
				 (unsigned long long)b.target);
	}
}

static void marks_and_clocks(void **state)
{
	(void)state;
	/* movz xzr, #0x5001 and #0x5007; neither #0x5008 nor movz x0 is a mark */
	assert_int_equal(fb_arm64_mark_of(bytes_of(0xd28a003f), 4), FB_MARK_SERIES);
	assert_int_equal(fb_arm64_mark_of(bytes_of(0xd28a00ff), 4), FB_MARK_ALL);
	assert_int_equal(fb_arm64_mark_of(bytes_of(0xd28a011f), 4), 0);
	assert_int_equal(fb_arm64_mark_of(bytes_of(0xd28a0020), 4), 0);
	/* mrs x19, cntvct_el0; mrs x0, cntvctss_el0; mrs x0, cntpct_el0 */
	assert_true(fb_arm64_reads_clock(bytes_of(0xd53be053), 4));
	assert_true(fb_arm64_reads_clock(bytes_of(0xd53be0c0), 4));
	assert_false(fb_arm64_reads_clock(bytes_of(0xd53be020), 4));
	assert_false(fb_arm64_reads_clock(bytes_of(0xd503201f), 4));
}

static void which_set_a_qemu_has(void **state)
{
	const uint8_t rep_movsb[] = { 0xf3, 0xa4 };

	(void)state;
	assert_false(isa_set("riscv64", NULL));
	assert_true(isa_set("aarch64", NULL));
	assert_true(isa_is_module(0xffff80007a000000ULL));
	assert_false(isa_is_module(0xffff800080000000ULL));
	assert_false(isa_is_module(0x0000aaaaaaaa0000ULL));
	assert_false(isa_repeats(rep_movsb, sizeof(rep_movsb)));
	assert_true(isa_set("x86_64", "5.10.0-32-amd64"));
	assert_true(isa_is_module(0xffffffffc0000000ULL));
	assert_false(isa_is_module(0xffffffff81000000ULL));
	assert_true(isa_repeats(rep_movsb, sizeof(rep_movsb)));
}

/* What lies below the image, and what lies in it, since three releases. */
static void where_modules_lie(void **state)
{
	static const struct {
		const char *release;
		uint64_t module, image;
	} are[] = {
		{ "5.10.0-32-arm64", 0xffff800008a50000ULL, 0xffff800010010000ULL },
		{ "6.1.0-50-arm64", 0xffff800000a50000ULL, 0xffff800008010000ULL },
		{ "6.4", 0xffff800000a50000ULL, 0xffff800008010000ULL },
		{ "6.5-rc1", 0xffff80007a000000ULL, 0xffff800080010000ULL },
		{ "6.12.117+deb13-arm64", 0xffff80007a000000ULL, 0xffff800080010000ULL },
		{ "a name", 0xffff80007a000000ULL, 0xffff800080010000ULL },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(are) / sizeof(are[0]); i++) {
		assert_true(isa_set("aarch64", are[i].release));
		assert_true(isa_is_module(are[i].module));
		assert_false(isa_is_module(are[i].image));
	}
	assert_true(isa_set("x86_64", NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_blocks_end),
		cmocka_unit_test(marks_and_clocks),
		cmocka_unit_test(which_set_a_qemu_has),
		cmocka_unit_test(where_modules_lie),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
