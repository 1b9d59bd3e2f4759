/* SPDX-License-Identifier: GPL-2.0 */
/* What a profile asks of an instruction set, and where a kernel without KASLR puts its modules. Pure. */
#ifndef FB_PLUGIN_ISA_H
#define FB_PLUGIN_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"

/** FB_INSN_MAX - bytes of the longest instruction of all sets */
#define FB_INSN_MAX 15

/**
 * struct isa - an instruction set
 * @target: QEMU's name of it
 * @before: of kernels before this release, a number as isa_release() has it; 0: of all others
 * @number: what a record calls it
 * @modules: where modules lie: from this address on
 * @modules_end: and before this one
 * @image: an address of the image less that of memory
 * @fixed: all instructions have one length, so that none reaches into the next page
 * @mark_of: returns which FB_MARK_… an instruction is, or 0
 * @reads_clock: returns true for a reading of the clock
 * @repeats: returns true for a repeated string instruction; NULL if there is none
 * @may_end_repeat: whether such an instruction may end where a block begins
 * @end_of: sets @end and @target of a block by its last instruction; @next is set
 */
struct isa {
	const char *target;
	unsigned int before;
	enum fb_rec_isa number;
	uint64_t modules;
	uint64_t modules_end;
	uint64_t image;
	bool fixed;
	uint32_t (*mark_of)(const uint8_t *p, size_t len);
	bool (*reads_clock)(const uint8_t *p, size_t len);
	bool (*repeats)(const uint8_t *p, size_t len);
	bool (*may_end_repeat)(const uint8_t *p, uint64_t vaddr);
	void (*end_of)(struct fb_rec_block *b, const uint8_t *p, size_t len);
};

/** isa - that of this machine; x86-64 until isa_set() says otherwise */
extern const struct isa *isa;

/** isa_release - a release as a number */
#define isa_release(major, minor) ((major) << 16 | (minor))

/**
 * isa_set - take a set
 * @target: what QEMU calls it
 * @release: of the kernel, "6.1.0-50-arm64"; NULL, or without two numbers, is the newest
 *
 * Return: false if it is not known.
 */
bool isa_set(const char *target, const char *release);

/** isa_is_module - returns true for an address of a module's code */
static inline bool isa_is_module(uint64_t vaddr)
{
	return vaddr >= isa->modules && vaddr < isa->modules_end;
}

/** isa_repeats - returns true for a repeated string instruction */
static inline bool isa_repeats(const uint8_t *p, size_t len)
{
	return isa->repeats && isa->repeats(p, len);
}

#endif
