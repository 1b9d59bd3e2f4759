// SPDX-License-Identifier: GPL-2.0
/* Numbers in arm64's instructions that may be addresses, and the registers that hold a page. */
#include "unit.h"

#include "profile/arm64_insn.h"

#define X(n) (1u << (n))

static uint32_t mask(uint32_t insn, uint32_t pages)
{
	return fb_arm64_number_of(insn, pages).mask;
}

static void jumps_lead(uint32_t insn, uint32_t bits, int64_t far)
{
	struct fb_arm64_number n = fb_arm64_number_of(insn, 0);

	assert_true(n.jump);
	assert_int_equal(n.mask, bits);
	assert_int_equal(n.far, far);
}

static void jumps(void **state)
{
	(void)state;
	jumps_lead(0x94000019, 0x03ffffff, 0x64); /* bl */
	jumps_lead(0x14000018, 0x03ffffff, 0x60); /* b */
	jumps_lead(0x54fffec0, 0x00ffffe0, -0x28); /* b.eq */
	jumps_lead(0xb4fffea0, 0x00ffffe0, -0x2c); /* cbz x0 */
	jumps_lead(0x35fffe80, 0x00ffffe0, -0x30); /* cbnz w0 */
	jumps_lead(0x361ffe60, 0x0007ffe0, -0x34); /* tbz w0, #3 */
}

static void what_lies_near(void **state)
{
	(void)state;
	assert_int_equal(mask(0x10fffe41, 0), 0x60ffffe0); /* adr x1 */
	assert_int_equal(mask(0x90000002, 0), 0x60ffffe0); /* adrp x2 */
	assert_int_equal(mask(0x58fffe21, 0), 0x00ffffe0); /* ldr x1, near it */
}

/* The lower 12 bits of an address if the register holds a page, else what the instruction is. */
static void bits_of_a_page(void **state)
{
	(void)state;
	assert_int_equal(mask(0x91048c00, X(0)), 0x003ffc00); /* add x0, x0, #0x123 */
	assert_int_equal(mask(0x91048c00, ~X(0)), 0);
	assert_int_equal(mask(0xb9404043, X(2)), 0x003ffc00); /* ldr w3, [x2, #64] */
	assert_int_equal(mask(0xb9404043, X(3)), 0);
	assert_int_equal(mask(0xf9002443, X(2)), 0x003ffc00); /* str x3, [x2, #72] */
	assert_int_equal(mask(0x3dc00440, X(2)), 0x003ffc00); /* ldr q0, [x2, #16] */
	assert_int_equal(mask(0xa8c113e2, X(31)), 0); /* ldp x2, x4, [sp], #16 */
	assert_int_equal(mask(0xaa0303e2, X(3)), 0); /* mov x2, x3 */
	assert_int_equal(mask(0x8b010000, X(0)), 0); /* add x0, x0, x1 */
}

static void pages_come_and_go(void **state)
{
	(void)state;
	assert_int_equal(fb_arm64_pages_after(0x90000002, X(1)), X(1) | X(2)); /* adrp x2 */
	assert_int_equal(fb_arm64_pages_after(0x91048c00, X(0) | X(1)),
			 X(1)); /* add x0, x0, #0x123 */
	assert_int_equal(fb_arm64_pages_after(0xf9400401, X(0) | X(1)),
			 X(0)); /* ldr x1, [x0, #8] */
	assert_int_equal(fb_arm64_pages_after(0xaa0303e2, X(2) | X(3)), X(3)); /* mov x2, x3 */
	assert_int_equal(fb_arm64_pages_after(0xa8c113e2, X(2) | X(4) | X(5)),
			 X(5)); /* ldp x2, x4 */
	assert_int_equal(fb_arm64_pages_after(0xf84084a2, X(2) | X(5) | X(6)),
			 X(6)); /* ldr x2, [x5], #8 */
	assert_int_equal(fb_arm64_pages_after(0xf8408c45, X(2) | X(5) | X(6)),
			 X(6)); /* ldr x5, [x2, #8]! */
	assert_int_equal(fb_arm64_pages_after(0xc8027cc3, X(2) | X(3) | X(6)),
			 X(6)); /* stxr w2, x3, [x6] */
	assert_int_equal(fb_arm64_pages_after(0xf82200c3, X(3) | X(6)),
			 X(6)); /* ldadd x2, x3, [x6] */
	assert_int_equal(fb_arm64_pages_after(0xd5384102, X(2) | X(3)), X(3)); /* mrs x2 */
}

static void branches_keep_pages(void **state)
{
	(void)state;
	assert_int_equal(fb_arm64_pages_after(0x14000018, X(24)), X(24)); /* b */
	assert_int_equal(fb_arm64_pages_after(0xb4fffea0, X(0)), X(0)); /* cbz x0 */
	assert_int_equal(fb_arm64_pages_after(0xd51b4222, X(2)), X(2)); /* msr daif, x2 */
	assert_int_equal(fb_arm64_pages_after(0xd503201f, X(31) - 1), X(31) - 1); /* nop */
	/* A call keeps x19 to x29. */
	assert_int_equal(fb_arm64_pages_after(0x94000019, 0x7fffffff), 0x3ff80000);
	assert_int_equal(fb_arm64_pages_after(0xd63f0040, 0x7fffffff), 0x3ff80000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jumps),
		cmocka_unit_test(what_lies_near),
		cmocka_unit_test(bits_of_a_page),
		cmocka_unit_test(pages_come_and_go),
		cmocka_unit_test(branches_keep_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
