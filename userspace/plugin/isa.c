// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "plugin/arm64.h"
#include "plugin/isa.h"
#include "plugin/x86.h"

/* With where modules and the image lie: of releases before the one that is named. */
#define ARM64(...)                             \
	{ .target = "aarch64",                 \
	  .number = FB_REC_ARM64,              \
	  .fixed = true,                       \
	  .mark_of = fb_arm64_mark_of,         \
	  .reads_clock = fb_arm64_reads_clock, \
	  .end_of = fb_arm64_end_of,           \
	  __VA_ARGS__ }

static const struct isa sets[] = {
	{
		.target = "x86_64",
		.number = FB_REC_X86_64,
		/* Documentation/arch/x86/x86_64/mm.rst; no module lies behind its modules. */
		.modules = 0xffffffffa0000000ULL,
		.modules_end = UINT64_MAX,
		.image = 0xffffffff80000000ULL,
		.mark_of = fb_x86_mark_of,
		.reads_clock = fb_x86_reads_clock,
		.repeats = fb_x86_repeats,
		.may_end_repeat = fb_x86_may_end_repeat,
		.end_of = fb_x86_end_of,
	},
	/* Documentation/arm64/memory.rst: modules lie below the image, and before 5.16 above programs of BPF. */
	ARM64(.before = isa_release(5, 16), .modules = 0xffff800008000000ULL,
	      .modules_end = 0xffff800010000000ULL),
	ARM64(.before = isa_release(6, 5), .modules = 0xffff800000000000ULL,
	      .modules_end = 0xffff800008000000ULL),
	/* QEMU's board virt has memory at 1 GiB, and puts the image two MiB behind its start (hw/arm/boot.c). */
	ARM64(.modules = 0xffff800000000000ULL, .modules_end = 0xffff800080000000ULL,
	      .image = 0xffff800080000000ULL - 0x40200000),
};

const struct isa *isa = &sets[0];

bool isa_set(const char *target, const char *release)
{
	unsigned int major = UINT16_MAX, minor = 0;
	size_t i;

	if (release && sscanf(release, "%4u.%4u", &major, &minor) != 2)
		major = UINT16_MAX;
	for (i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		if (!strcmp(sets[i].target, target) &&
		    (!sets[i].before || isa_release(major, minor) < sets[i].before)) {
			isa = &sets[i];
			return true;
		}
	return false;
}
