// SPDX-License-Identifier: GPL-2.0
/* A machine's file, and what a small machine misses. */
#include "unit.h"

#include <dirent.h>
#include <errno.h>

#include "file/paths.h"
#include "model/machine.h"

#define FOLDER FB_TOP "/userspace/data/machines"

/* L1 of two lines, L2 of four, a TLB of two pages of each size. */
static const char small[] =
	"title = small\nl1i = 128 2\nl1d = 128 2\nl2 = 256 4\nllc = 512 8\n"
	"itlb = 2 2\ndtlb = 2 2\ndtlb-large = 2 2\nstlb = 4 4\n"
	"branch = 16\ntarget = 16\nreturns = 4\nwidth = 2\n"
	"l2-cycles = 10\nllc-cycles = 40\nmemory-cycles = 100\nstlb-cycles = 5\n"
	"walk-cycles = 30\nwrong-cycles = 20\n";

static struct fb_error error;

static struct fb_machine made(const char *text)
{
	struct fb_machine m;

	if (fb_machine_parse("small", text, &m, &error))
		fail_msg("%s", error.text);
	return m;
}

static uint32_t data(uint64_t paddr, enum fb_rec_region region)
{
	return fb_rec_access(paddr, region);
}

/* By hand: 3 lines of L2, 2 of the LLC, 1 of memory; 2 pages of the second-level TLB, 1 walk; 3 wrong guesses. */
static void cycles(void **state)
{
	static const double event[FB_MACHINE_EVENTS] = {
		[FB_MISS_L1I] = 2,     [FB_MISS_L1D] = 4,     [FB_MISS_L2] = 3,
		[FB_MISS_LLC] = 1,     [FB_MISS_ITLB] = 1,    [FB_MISS_DTLB] = 2,
		[FB_MISS_STLB] = 1,    [FB_WRONG_BRANCH] = 1, [FB_WRONG_TARGET] = 1,
		[FB_WRONG_RETURN] = 1,
	};
	double waited = 3 * 10 + 2 * 40 + 100 + 2 * 5 + 30 + 3 * 20;
	struct fb_machine m = made(small);

	(void)state;
	assert_float_equal(fb_machine_cycles(&m, 50, event, 0), 25, 1e-9);
	assert_float_equal(fb_machine_cycles(&m, 50, event, 1), 25 + waited, 1e-9);
	assert_float_equal(fb_machine_cycles(&m, 50, event, 0.25), 25 + waited / 4, 1e-9);
	fb_machine_free(&m);
}

static void misses(void **state)
{
	struct fb_machine m = made(small);
	unsigned int i;

	(void)state;
	for (i = 0; i < 3; i++)
		fb_machine_access(&m, data(i * 64, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_L1D], 3);
	assert_int_equal(m.event[FB_MISS_LLC], 3);
	assert_int_equal(m.event[FB_MISS_DTLB], 1);
	assert_int_equal(m.event[FB_MISS_STLB], 1);
	/* The first of three has left L1, and is in L2. */
	fb_machine_access(&m, data(0, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_L1D], 4);
	assert_int_equal(m.event[FB_MISS_L2], 3);
	/* Code does not come from the L1 of data, but from the same L2. */
	fb_machine_fetch(&m, FB_REC_IMAGE, 0);
	assert_int_equal(m.event[FB_MISS_L1I], 1);
	assert_int_equal(m.event[FB_MISS_L2], 3);
	assert_int_equal(m.event[FB_MISS_ITLB], 1);
	fb_machine_forget(&m);
	fb_machine_access(&m, data(0, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_LLC], 4);
	fb_machine_free(&m);
}

/* arm64 maps the direct map in pages of 4 KiB. */
static void pages_of_arm64(void **state)
{
	struct fb_machine m = made(small);

	(void)state;
	m.large = fb_rec_large(FB_REC_ARM64);
	fb_machine_access(&m, data(0x0000, FB_REC_DIRECT));
	fb_machine_access(&m, data(0x1000, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_DTLB], 2);
	fb_machine_access(&m, data(0x0000, FB_REC_IMAGE));
	fb_machine_access(&m, data(0x1000, FB_REC_IMAGE));
	assert_int_equal(m.event[FB_MISS_DTLB], 3);
	fb_machine_free(&m);
}

/* 4 KiB in vmalloc's area, 2 MiB in the direct map; the same memory by two regions is two pages. */
static void pages(void **state)
{
	struct fb_machine m = made(small);

	(void)state;
	fb_machine_access(&m, data(0x0000, FB_REC_VMALLOC));
	fb_machine_access(&m, data(0x0fc0, FB_REC_VMALLOC));
	assert_int_equal(m.event[FB_MISS_DTLB], 1);
	fb_machine_access(&m, data(0x1000, FB_REC_VMALLOC));
	assert_int_equal(m.event[FB_MISS_DTLB], 2);
	fb_machine_access(&m, data(0x000000, FB_REC_DIRECT));
	fb_machine_access(&m, data(0x1fffc0, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_DTLB], 3);
	fb_machine_access(&m, data(0x200000, FB_REC_DIRECT));
	fb_machine_access(&m, data(0x400000, FB_REC_DIRECT));
	assert_int_equal(m.event[FB_MISS_DTLB], 5);
	/* Those of 4 KiB are held elsewhere, and are still there. */
	fb_machine_access(&m, data(0x0000, FB_REC_VMALLOC));
	assert_int_equal(m.event[FB_MISS_DTLB], 5);
	fb_machine_free(&m);
}

static void regions(void **state)
{
	static const struct {
		enum fb_rec_isa isa;
		uint64_t vaddr;
		enum fb_rec_region region;
	} are[] = {
		{ FB_REC_X86_64, 0x400000, FB_REC_USER },
		{ FB_REC_X86_64, 0xffff888000000000ULL, FB_REC_DIRECT },
		{ FB_REC_X86_64, 0xff11000000000000ULL, FB_REC_DIRECT },
		{ FB_REC_X86_64, 0xffffc90000000000ULL, FB_REC_VMALLOC },
		{ FB_REC_X86_64, 0xffa0000000000000ULL, FB_REC_VMALLOC },
		{ FB_REC_X86_64, 0xffffea0000000000ULL, FB_REC_VMEMMAP },
		{ FB_REC_X86_64, 0xffd4000000000000ULL, FB_REC_VMEMMAP },
		{ FB_REC_X86_64, 0xffffffff81000000ULL, FB_REC_IMAGE },
		{ FB_REC_X86_64, 0xffffffffa0000000ULL, FB_REC_MODULES },
		{ FB_REC_X86_64, 0xfffffe0000000000ULL, FB_REC_ELSEWHERE },
		{ FB_REC_X86_64, 0xffffffffff600000ULL, FB_REC_ELSEWHERE },
		{ FB_REC_ARM64, 0x400000, FB_REC_USER },
		{ FB_REC_ARM64, 0xffff000000000000ULL, FB_REC_DIRECT },
		{ FB_REC_ARM64, 0xfff0000000000000ULL, FB_REC_DIRECT },
		{ FB_REC_ARM64, 0xffff80007a000000ULL, FB_REC_MODULES },
		{ FB_REC_ARM64, 0xffff800080000000ULL, FB_REC_IMAGE },
		{ FB_REC_ARM64, 0xffffc1ffbf000000ULL, FB_REC_VMALLOC },
		{ FB_REC_ARM64, 0xfffffdffc0001000ULL, FB_REC_VMEMMAP },
		{ FB_REC_ARM64, 0xffffffffc0800000ULL, FB_REC_ELSEWHERE },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(are) / sizeof(are[0]); i++)
		assert_int_equal(fb_rec_region_of(are[i].isa, are[i].vaddr), are[i].region);
}

static void refused(const char *without, const char *in_its_place, const char *says)
{
	const char *at = strstr(small, without);
	char text[sizeof(small) + 64];
	struct fb_machine m;

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - small), small, in_its_place,
		 at + strlen(without));
	assert_int_equal(fb_machine_parse("small", text, &m, &error), -EINVAL);
	if (!strstr(error.text, says))
		fail_msg("'%s' does not say '%s'", error.text, says);
}

static void what_is_no_machine(void **state)
{
	(void)state;
	refused("l2 = 256 4\n", "", "'l2' is missing");
	refused("l2 = 256 4", "l2 = 256", "l2: '256' is not a size and a number of ways");
	refused("l2 = 256 4", "l2 = 200 4", "is not a size");
	refused("l2 = 256 4", "l2 = 768 4",
		"l2: 768 4: the number of its sets is not a power of two");
	refused("l2 = 256 4", "l2 = 4G 4", "is not a size");
	refused("l2 = 256 4", "l2 = 256 99", "is not a size");
	refused("branch = 16", "branch = 12", "branch: '12': expected a power of two up to 1M");
	refused("returns = 4", "returns = 0", "returns: '0': expected 1 to 64");
	refused("llc-cycles = 40\n", "", "'llc-cycles' is missing");
	refused("width = 2", "width = 0", "width: '0': expected 1 to 10000");
	refused("title = small", "titel = small", "titel");
}

/* Each file of the folder is a machine. */
static void those_that_there_are(void **state)
{
	unsigned int nr = 0;
	struct dirent *entry;
	DIR *dir = opendir(FOLDER);

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		char *text, path[FB_PATH_MAX];
		struct fb_machine m;

		if (entry->d_name[0] == '.')
			continue;
		assert_int_equal(fb_join(path, FOLDER, entry->d_name), 0);
		assert_int_equal(fb_read_file(path, 1 << 16, &text, NULL), 0);
		if (fb_machine_parse(entry->d_name, text, &m, &error))
			fail_msg("%s: %s", entry->d_name, error.text);
		assert_true(m.cache[FB_MACHINE_L1D].sets > 0);
		fb_machine_free(&m);
		free(text);
		nr++;
	}
	closedir(dir);
	assert_true(nr >= 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cycles),
		cmocka_unit_test(misses),
		cmocka_unit_test(pages),
		cmocka_unit_test(pages_of_arm64),
		cmocka_unit_test(regions),
		cmocka_unit_test(what_is_no_machine),
		cmocka_unit_test(those_that_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
