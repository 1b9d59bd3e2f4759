// SPDX-License-Identifier: GPL-2.0
/* Numbers in instructions, and whether two kernels have the same code of a function. */
#include "unit.h"

#include <string.h>

#include "profile/function_code.h"
#include "profile/x86_insn.h"

static struct fb_error error;

#define MAX 8

/* "AT LEN KIND" of each number of an instruction. */
static const char *fields(const char *bytes, unsigned int len)
{
	static const char *const kind[] = { "jump", "rip", "number" };
	static char said[80];
	struct fb_insn_field field[2];
	unsigned int nr, i;

	said[0] = '\0';
	nr = fb_insn_fields((const unsigned char *)bytes, len, field);
	for (i = 0; i < nr; i++)
		sprintf(said + strlen(said), "%s%u %u %s", i ? ", " : "", field[i].at, field[i].len,
			kind[field[i].kind]);
	return said;
}

static void numbers_are_found(void **state)
{
	(void)state;
	/* call, jmp, jne, je with a distance of one byte */
	assert_string_equal(fields("\xe8\x01\x02\x03\x04", 5), "1 4 jump");
	assert_string_equal(fields("\xe9\x01\x02\x03\x04", 5), "1 4 jump");
	assert_string_equal(fields("\x0f\x85\x01\x02\x03\x04", 6), "2 4 jump");
	assert_string_equal(fields("\x74\x10", 2), "");
	/* mov disp(%rip),%rax; cmpl $imm,disp(%rip); cmpb $imm,disp(%rip) */
	assert_string_equal(fields("\x48\x8b\x05\x01\x02\x03\x04", 7), "3 4 rip");
	assert_string_equal(fields("\x81\x3d\x01\x02\x03\x04\x05\x06\x07\x08", 10),
			    "2 4 rip, 6 4 number");
	assert_string_equal(fields("\x80\x3d\x01\x02\x03\x04\x05", 7), "2 4 rip");
	/* mov %gs:disp,%rax; mov disp(,%rdi,8),%rax; mov disp(%rax),%ecx; mov disp8(%rax),%ecx */
	assert_string_equal(fields("\x65\x48\x8b\x04\x25\x01\x02\x03\x04", 9), "5 4 number");
	assert_string_equal(fields("\x48\x8b\x04\xfd\x01\x02\x03\x04", 8), "4 4 number");
	assert_string_equal(fields("\x8b\x88\x01\x02\x03\x04", 6), "2 4 number");
	assert_string_equal(fields("\x8b\x48\x10", 3), "");
	/* mov $imm,%rdi; movabs $imm,%rax; cmp $imm,%eax; add $imm8,%rsp; push %rbp; ret */
	assert_string_equal(fields("\x48\xc7\xc7\x01\x02\x03\x04", 7), "3 4 number");
	assert_string_equal(fields("\x48\xb8\x01\x02\x03\x04\x05\x06\x07\x08", 10), "2 8 number");
	assert_string_equal(fields("\x3d\x01\x02\x03\x04", 5), "1 4 number");
	assert_string_equal(fields("\x48\x83\xc4\x10", 4), "");
	assert_string_equal(fields("\x55", 1), "");
	assert_string_equal(fields("\xc3", 1), "");
	/* movbe disp(%rip),%eax (0f 38); vmovdqu disp(%rip),%xmm0 (VEX) */
	assert_string_equal(fields("\x0f\x38\xf0\x05\x01\x02\x03\x04", 8), "4 4 rip");
	assert_string_equal(fields("\xc5\xfa\x6f\x05\x01\x02\x03\x04", 8), "4 4 rip");
	/* Cut short, and no instruction at all. */
	assert_string_equal(fields("\x48\x8b\x05\x01", 4), "");
	assert_string_equal(fields("\xc4", 1), "");
	assert_string_equal(fields("", 0), "");
}

/* A kernel of blocks: code, and which bytes begin an instruction. */
struct kernel {
	struct fb_rec_block block[MAX];
	const unsigned char *code[MAX];
	unsigned char bytes[MAX][64];
	struct fb_profile_record rec;
	struct fb_symbols syms;
	struct fb_code built;
};

static void boot(struct kernel *k, const char *symbols)
{
	memset(k, 0, sizeof(*k));
	k->rec.block = k->block;
	k->rec.code = k->code;
	if (fb_symbols_parse(symbols, strlen(symbols), &k->syms, &error))
		fail_msg("%s", error.text);
}

/* Instructions of the given lengths, "5 1 2", at @at. */
static void ran(struct kernel *k, uint64_t at, const char *bytes, const char *lens)
{
	uint32_t i = k->rec.nr_blocks++, len = 0, n;
	const char *p = lens;

	assert_true(i < MAX);
	for (; *p; p++) {
		if (*p == ' ')
			continue;
		n = (uint32_t)(*p - '0');
		memcpy(k->bytes[i] + len, bytes + len, n);
		len += n;
	}
	assert_true(len <= 32);
	for (p = lens, n = 0; *p; p++) {
		if (*p == ' ')
			continue;
		memset(k->bytes[i] + len + n, FB_REC_GOES_ON, (size_t)(*p - '0'));
		k->bytes[i][len + n] = FB_REC_BEGINS;
		n += (uint32_t)(*p - '0');
	}
	k->code[i] = k->bytes[i];
	k->block[i] = (struct fb_rec_block){ .vaddr = at, .next = at + len, .insns = 1 };
}

static unsigned int function(const struct kernel *k, const char *name)
{
	unsigned int i;

	for (i = 0; i < k->syms.nr_functions; i++)
		if (!strcmp(k->syms.function[i].name, name))
			return i;
	return FB_FN_UNKNOWN;
}

static enum fb_code_judged judged(struct kernel *a, struct kernel *b, const char *name)
{
	enum fb_code_judged is;

	assert_int_equal(fb_code_build(&a->rec, &a->syms, &a->built), 0);
	assert_int_equal(fb_code_build(&b->rec, &b->syms, &b->built), 0);
	is = fb_code_compare(&a->built, function(a, name), &b->built, function(b, name));
	fb_code_free(&a->built);
	fb_code_free(&b->built);
	fb_symbols_free(&a->syms);
	fb_symbols_free(&b->syms);
	return is;
}

#define HERE  "ffffffffc0001000 t one\t[m]\nffffffffc0001800 t two\t[m]\n"
#define THERE "ffffffffc0002000 t one\t[m]\nffffffffc0002900 t two\t[m]\n"

/* The instructions @a of function one on the one side, @b on the other. */
static enum fb_code_judged both(const char *a, const char *lens_a, const char *b,
				const char *lens_b)
{
	struct kernel one, other;

	boot(&one, HERE);
	boot(&other, THERE);
	ran(&one, 0xffffffffc0001000, a, lens_a);
	ran(&other, 0xffffffffc0002000, b, lens_b);
	return judged(&one, &other, "one");
}

static void the_same_code_elsewhere(void **state)
{
	(void)state;
	assert_int_equal(both("\x55\xc3", "1 1", "\x55\xc3", "1 1"), FB_CODE_SAME);
	/* A call of two(): 0x7fb and 0x8fb further. To the instruction behind it: another place. */
	assert_int_equal(both("\xe8\xfb\x07\0\0", "5", "\xe8\xfb\x08\0\0", "5"), FB_CODE_SAME);
	assert_int_equal(both("\xe8\xfb\x07\0\0", "5", "\xe8\xfc\x08\0\0", "5"), FB_CODE_DIFFERS);
	assert_int_equal(both("\xe8\xfb\x07\0\0", "5", "\xe8\xfb\x07\0\0", "5"), FB_CODE_DIFFERS);
	assert_int_equal(both("\xe9\xfb\x03\0\0", "5", "\xe9\xfb\x03\0\0", "5"), FB_CODE_SAME);
	/* What lies at an address is not compared; a constant is. */
	assert_int_equal(both("\x8b\x05\x10\x20\0\0", "6", "\x8b\x05\x40\x30\0\0", "6"),
			 FB_CODE_SAME);
	assert_int_equal(both("\x48\xc7\xc7\x10\x20\0\x82", "7", "\x48\xc7\xc7\x40\x30\0\x82", "7"),
			 FB_CODE_SAME);
	assert_int_equal(both("\x48\xc7\xc7\x05\0\0\0", "7", "\x48\xc7\xc7\x06\0\0\0", "7"),
			 FB_CODE_DIFFERS);
	assert_int_equal(both("\x48\xc7\xc7\xea\xff\xff\xff", "7", "\x48\xc7\xc7\xf4\xff\xff\xff",
			      "7"),
			 FB_CODE_DIFFERS);
	assert_int_equal(both("\x8b\x88\x10\0\0\0", "6", "\x8b\x88\x18\0\0\0", "6"),
			 FB_CODE_DIFFERS);
}

static void other_code(void **state)
{
	(void)state;
	/* A nop in front of the same. Another register. Two instructions for one of their length. */
	assert_int_equal(both("\x55\xc3", "1 1", "\x90\x55\xc3", "1 1 1"), FB_CODE_DIFFERS);
	assert_int_equal(both("\x48\x89\xd8", "3", "\x48\x89\xd9", "3"), FB_CODE_DIFFERS);
	assert_int_equal(both("\x66\x90", "2", "\x90\x90", "1 1"), FB_CODE_DIFFERS);
	assert_int_equal(both("\x90\x90\x90\x90", "1 1 1 1", "\x48\x89\xe5\x41", "3 1"),
			 FB_CODE_DIFFERS);
}

/* A loop that only one side went through, and blocks that begin elsewhere. */
static void only_what_ran_on_both_counts(void **state)
{
	struct kernel a, b;

	(void)state;
	boot(&a, HERE);
	boot(&b, THERE);
	ran(&a, 0xffffffffc0001000, "\x55\x53", "1 1");
	ran(&a, 0xffffffffc0001002, "\xc3", "1");
	ran(&a, 0xffffffffc0001010, "\x90\x90", "1 1");
	ran(&b, 0xffffffffc0002000, "\x55", "1");
	ran(&b, 0xffffffffc0002001, "\x53\xc3", "1 1");
	assert_int_equal(judged(&a, &b, "one"), FB_CODE_SAME);

	boot(&a, HERE);
	boot(&b, THERE);
	ran(&a, 0xffffffffc0001000, "\x55", "1");
	ran(&b, 0xffffffffc0002010, "\x55", "1");
	assert_int_equal(judged(&a, &b, "one"), FB_CODE_UNKNOWN);

	boot(&a, HERE);
	boot(&b, THERE);
	ran(&a, 0xffffffffc0001000, "\x55", "1");
	assert_int_equal(judged(&a, &b, "one"), FB_CODE_UNKNOWN);
}

/* "one.cold" lies elsewhere, and is compared with the other side's. */
static void parts_of_a_function(void **state)
{
	static const char a_has[] = HERE "ffffffffc0001f00 t one.cold\t[m]\n";
	static const char b_has[] = THERE "ffffffffc0002f80 t one.cold\t[m]\n";
	struct kernel a, b;
	int same;

	(void)state;
	for (same = 0; same < 2; same++) {
		boot(&a, a_has);
		boot(&b, b_has);
		ran(&a, 0xffffffffc0001000, "\x55", "1");
		ran(&a, 0xffffffffc0001f00, "\x53", "1");
		ran(&b, 0xffffffffc0002000, "\x55", "1");
		ran(&b, 0xffffffffc0002f80, same ? "\x53" : "\x51", "1");
		assert_int_equal(judged(&a, &b, "one"), same ? FB_CODE_SAME : FB_CODE_DIFFERS);
	}
}

/* --- arm64 ---------------------------------------------------------------------------------------*/

/* Up to four instructions of function one() on either side, 0 behind them. */
static enum fb_code_judged both_arm64(const uint32_t a[4], const uint32_t b[4])
{
	struct kernel one, other;
	char lens[5] = "";
	unsigned int i;

	for (i = 0; i < 4 && a[i]; i++)
		lens[i] = '4';
	boot(&one, HERE);
	boot(&other, THERE);
	one.rec.isa = other.rec.isa = FB_REC_ARM64;
	ran(&one, 0xffffffffc0001000, (const char *)a, lens);
	ran(&other, 0xffffffffc0002000, (const char *)b, lens);
	return judged(&one, &other, "one");
}

#define ARM64(...) ((const uint32_t[4]){ __VA_ARGS__ })

static void addresses_of_arm64(void **state)
{
	(void)state;
	/* bl two(): 0x800 and 0x900 further; and to the instruction behind it */
	assert_int_equal(both_arm64(ARM64(0x94000200), ARM64(0x94000240)), FB_CODE_SAME);
	assert_int_equal(both_arm64(ARM64(0x94000200), ARM64(0x94000241)), FB_CODE_DIFFERS);
	/* cbz x0, two and cbz x0, one: another place; cbz x1: another register */
	assert_int_equal(both_arm64(ARM64(0xb4004000), ARM64(0xb4004800)), FB_CODE_SAME);
	assert_int_equal(both_arm64(ARM64(0xb4004000), ARM64(0xb4000000)), FB_CODE_DIFFERS);
	assert_int_equal(both_arm64(ARM64(0xb4004000), ARM64(0xb4004801)), FB_CODE_DIFFERS);
	/* adrp x0 and add x0, x0, #n: an address, whatever it is */
	assert_int_equal(both_arm64(ARM64(0x90000000, 0x91048c00), ARM64(0xb0000020, 0x91002000)),
			 FB_CODE_SAME);
	/* ldr x1, [x0, #n] with that page, and with what add has made of it */
	assert_int_equal(both_arm64(ARM64(0x90000000, 0xf9400401), ARM64(0x90000000, 0xf9400801)),
			 FB_CODE_SAME);
	assert_int_equal(both_arm64(ARM64(0x90000000, 0x91048c00, 0xf9400401),
				    ARM64(0x90000000, 0x91048c00, 0xf9400801)),
			 FB_CODE_DIFFERS);
	/* The page is still there behind a nop, and not behind a call. */
	assert_int_equal(both_arm64(ARM64(0x90000000, 0xd503201f, 0xf9400401),
				    ARM64(0x90000000, 0xd503201f, 0xf9400801)),
			 FB_CODE_SAME);
	assert_int_equal(both_arm64(ARM64(0x90000000, 0x94000200, 0xf9400401),
				    ARM64(0x90000000, 0x94000240, 0xf9400801)),
			 FB_CODE_DIFFERS);
}

static void other_code_of_arm64(void **state)
{
	struct kernel a, b;

	(void)state;
	assert_int_equal(both_arm64(ARM64(0xd503201f, 0xd65f03c0), ARM64(0xd503201f, 0xd65f03c0)),
			 FB_CODE_SAME);
	/* A nop for a return; another offset of a member; adr for adrp */
	assert_int_equal(both_arm64(ARM64(0xd65f03c0), ARM64(0xd503201f)), FB_CODE_DIFFERS);
	assert_int_equal(both_arm64(ARM64(0xf9400401), ARM64(0xf9400801)), FB_CODE_DIFFERS);
	assert_int_equal(both_arm64(ARM64(0x90000000), ARM64(0x10000000)), FB_CODE_DIFFERS);
	/* The same bytes of two instruction sets */
	boot(&a, HERE);
	boot(&b, THERE);
	a.rec.isa = FB_REC_ARM64;
	ran(&a, 0xffffffffc0001000, "\x1f\x20\x03\xd5", "4");
	ran(&b, 0xffffffffc0002000, "\x1f\x20\x03\xd5", "4");
	assert_int_equal(judged(&a, &b, "one"), FB_CODE_DIFFERS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_found),
		cmocka_unit_test(the_same_code_elsewhere),
		cmocka_unit_test(other_code),
		cmocka_unit_test(only_what_ran_on_both_counts),
		cmocka_unit_test(parts_of_a_function),
		cmocka_unit_test(addresses_of_arm64),
		cmocka_unit_test(other_code_of_arm64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
