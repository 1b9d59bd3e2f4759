/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the plugin of QEMU (userspace/plugin) leaves behind: which blocks of guest code ran, in order.
 * A file of this machine's own byte order: a head, the blocks, their code, the rounds, each with what
 * it ran. The code of a block is its bytes from its first instruction to the end of its last one, as
 * they lay in memory, and behind them as many of enum fb_rec_ran; block follows on block, and zeroes up
 * to a multiple of 8.
 *
 * A round's sequence is of block numbers from 1. A 0 begins a window; the number behind it is the
 * block that read the clock, which is not part of the window, and what follows up to the next 0 is:
 * the last block of it reads the clock again. The guest's clock says the same of both ends: it counts
 * a block when it is entered, and a block ends with the reading of a clock.
 *
 * If accesses are recorded, too (FB_REC_MAGIC_LINES), where each block's code lies in memory follows on the code: an
 * address of the guest's memory a block, 64 bits, or 0. And in a sequence the accesses of a block stand behind its
 * number, in their order: FB_REC_ACCESS and what it says (fb_rec_line() and others). Those of the block that ends a
 * window are not recorded; those of the one that begins it are, and are not part of it either.
 */
#ifndef FB_PROFILE_RECORD_H
#define FB_PROFILE_RECORD_H

#include <stdint.h>

/** FB_REC_MAGIC - first bytes of the file, before an enum fb_rec_isa */
#define FB_REC_MAGIC "FBPROF2"

/** FB_REC_MAGIC_LINES - the same of a record with accesses */
#define FB_REC_MAGIC_LINES "FBPROF3"

/**
 * enum fb_rec_isa - whose instructions a record has
 * @FB_REC_X86_64: a line end, as records had it before there was another set
 */
enum fb_rec_isa {
	FB_REC_X86_64 = '\n',
	FB_REC_ARM64 = 'a',
};

/** FB_REC_BLOCK_MAX - more instructions than this QEMU puts into no block */
#define FB_REC_BLOCK_MAX 4096

/**
 * enum fb_rec_end - how a block ends
 * @FB_REC_AGAIN: as FB_REC_NEXT; the block is one more turn of a repeated string instruction, and has 0 instructions:
 *	a processor counts such an instruction once
 */
enum fb_rec_end {
	FB_REC_NEXT,
	FB_REC_BRANCH,
	FB_REC_JUMP,
	FB_REC_JUMP_INDIRECT,
	FB_REC_CALL,
	FB_REC_CALL_INDIRECT,
	FB_REC_RETURN,
	FB_REC_IRET,
	FB_REC_OTHER,
	FB_REC_AGAIN,
	FB_REC_ENDS,
};

/**
 * enum fb_rec_ran - what a byte of code is
 * @FB_REC_BEGINS: the first one of an instruction
 * @FB_REC_GOES_ON: another one
 */
enum fb_rec_ran {
	FB_REC_BEGINS = 1,
	FB_REC_GOES_ON,
};

/**
 * struct fb_rec_head - how many blocks and rounds follow
 * @magic: FB_REC_MAGIC or FB_REC_MAGIC_LINES, without a zero byte
 * @isa: an enum fb_rec_isa
 */
struct fb_rec_head {
	char magic[7];
	uint8_t isa;
	uint32_t nr_blocks;
	uint32_t nr_rounds;
};

/**
 * struct fb_rec_block - a block of guest code
 * @vaddr: where it begins
 * @next: behind its last instruction
 * @target: where a direct jump, branch or call goes, else 0
 * @insns: how many instructions
 * @end: an enum fb_rec_end
 */
struct fb_rec_block {
	uint64_t vaddr;
	uint64_t next;
	uint64_t target;
	uint32_t insns;
	uint32_t end;
};

/** FB_REC_COUNTED - no windows and no sequence: how often each block ran, three numbers a block (see there) */
#define FB_REC_COUNTED 2u

/** FB_REC_COUNT_NUMBERS - the block's number, and how often it ran: the lower 32 bits, and the upper ones */
#define FB_REC_COUNT_NUMBERS 3

/** FB_REC_BROKEN - the round ended inside a window, or a clock was read inside a block */
#define FB_REC_BROKEN 1u

/**
 * struct fb_rec_round - one round; @nr numbers follow
 * @insns: instructions in all its windows, without repeats; of a counted one all, those of user space among them, whose blocks it has not
 * @nr: length of its sequence, 0 if it was only counted
 * @serial: number of this marked round, from 1
 * @windows: how many
 * @flags: FB_REC_BROKEN, FB_REC_COUNTED
 * @repeats: turns of repeated string instructions beyond the first of each, in all its windows
 */
struct fb_rec_round {
	uint64_t insns;
	uint64_t nr;
	uint32_t serial;
	uint32_t windows;
	uint32_t flags;
	uint32_t repeats;
};

/** FB_REC_ACCESS - this number of a sequence is an access, of one line of memory */
#define FB_REC_ACCESS 0x80000000u

/** FB_REC_GOES_OVER - it is the rest of an access whose first line is the number before */
#define FB_REC_GOES_OVER 0x40000000u

/** FB_REC_STORE - it writes */
#define FB_REC_STORE 0x20000000u

/** FB_REC_LINE_SHIFT - a line has 64 bytes */
#define FB_REC_LINE_SHIFT 6

/** FB_REC_LINES - lines of memory that can be told apart: 4 GiB */
#define FB_REC_LINES (1u << 26)

/** enum fb_rec_region - by which virtual addresses memory is reached; fb_rec_large() says which have large pages */
enum fb_rec_region {
	FB_REC_USER,
	FB_REC_DIRECT,
	FB_REC_VMALLOC,
	FB_REC_VMEMMAP,
	FB_REC_IMAGE,
	FB_REC_MODULES,
	FB_REC_ELSEWHERE,
	FB_REC_REGIONS,
};

/** fb_rec_access - an access to a line by a region */
static inline uint32_t fb_rec_access(uint64_t paddr, enum fb_rec_region region)
{
	return FB_REC_ACCESS | (uint32_t)region << 26 |
	       ((uint32_t)(paddr >> FB_REC_LINE_SHIFT) & (FB_REC_LINES - 1));
}

/** fb_rec_line - the line of an access: its address without the lower FB_REC_LINE_SHIFT bits */
static inline uint32_t fb_rec_line(uint32_t access)
{
	return access & (FB_REC_LINES - 1);
}

/** fb_rec_region - the region of an access; may be FB_REC_REGIONS or more if the record is invalid */
static inline unsigned int fb_rec_region(uint32_t access)
{
	return access >> 26 & 7;
}

/** FB_REC_ARM64_IMAGE - the image of arm64 without KASLR, since 6.5 */
#define FB_REC_ARM64_IMAGE 0xffff800080000000ULL

/**
 * fb_rec_region_of - the region that a virtual address is in, of a kernel without KASLR
 *
 * Of x86-64 with four and with five levels of page tables (Documentation/arch/x86/x86_64/mm.rst). Of arm64 since 6.9 with pages
 * of 4 KiB, on a processor whose addresses have 48 bits, whether or not the kernel could have 52
 * (Documentation/arch/arm64/memory.rst, arch/arm64/include/asm/memory.h). There what is vmalloc()ed lies right behind the image:
 * of a gigabyte from there on it is "image" here.
 */
static inline enum fb_rec_region fb_rec_region_of(enum fb_rec_isa isa, uint64_t vaddr)
{
	if (!(vaddr >> 63))
		return FB_REC_USER;
	if (isa == FB_REC_ARM64) {
		if (vaddr < 0xffff800000000000ULL)
			return vaddr >> 52 == 0xfff ? FB_REC_DIRECT : FB_REC_ELSEWHERE;
		if (vaddr < FB_REC_ARM64_IMAGE)
			return FB_REC_MODULES;
		if (vaddr < FB_REC_ARM64_IMAGE + (1ULL << 30))
			return FB_REC_IMAGE;
		if (vaddr < 0xfffffdffbf800000ULL)
			return FB_REC_VMALLOC;
		return vaddr >= 0xfffffdffc0000000ULL && vaddr < 0xffffffffc0000000ULL
			       ? FB_REC_VMEMMAP
			       : FB_REC_ELSEWHERE;
	}
	if (vaddr >= 0xffffffffa0000000ULL)
		return vaddr < 0xffffffffff000000ULL ? FB_REC_MODULES : FB_REC_ELSEWHERE;
	if (vaddr >= 0xffffffff80000000ULL)
		return FB_REC_IMAGE;
	if ((vaddr >> 40 >= 0xffff88 && vaddr >> 40 < 0xffffc8) ||
	    (vaddr >> 48 >= 0xff11 && vaddr >> 48 < 0xff90))
		return FB_REC_DIRECT;
	if ((vaddr >> 40 >= 0xffffc9 && vaddr >> 40 < 0xffffe9) ||
	    (vaddr >> 48 >= 0xffa0 && vaddr >> 48 < 0xffd2))
		return FB_REC_VMALLOC;
	if (vaddr >> 40 == 0xffffea || (vaddr >> 48 >= 0xffd4 && vaddr >> 48 < 0xffd6))
		return FB_REC_VMEMMAP;
	return FB_REC_ELSEWHERE;
}

/**
 * fb_rec_large - which regions the kernel maps in pages of 2 MiB, a bit each
 *
 * The image and the array of struct page. The direct map, too, on x86-64: Debian's arm64 maps it in pages of 4 KiB, so that
 * a module's code there can be made read-only (CONFIG_RODATA_FULL_DEFAULT_ENABLED, of 6.12; of 7.2, which has no such word, it is
 * assumed).
 */
static inline uint32_t fb_rec_large(enum fb_rec_isa isa)
{
	return 1u << FB_REC_IMAGE | 1u << FB_REC_VMEMMAP |
	       (isa == FB_REC_ARM64 ? 0 : 1u << FB_REC_DIRECT);
}

#endif
