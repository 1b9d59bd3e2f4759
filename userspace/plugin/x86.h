/* SPDX-License-Identifier: GPL-2.0 */
/* What an instruction of x86-64 does, as far as a profile needs it. Pure. */
#ifndef FB_PLUGIN_X86_H
#define FB_PLUGIN_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"

/** fb_x86_mark_of - returns which FB_MARK_… the instruction is, or 0 */
uint32_t fb_x86_mark_of(const uint8_t *p, size_t len);

/** fb_x86_reads_clock - returns true for rdtsc and rdtscp */
bool fb_x86_reads_clock(const uint8_t *p, size_t len);

/** fb_x86_repeats - returns true for a string instruction with a prefix that repeats it; not for other uses of that prefix */
bool fb_x86_repeats(const uint8_t *p, size_t len);

/**
 * fb_x86_may_end_repeat - whether such an instruction may end where a block begins
 * @p: the block's first byte where QEMU has it, with its page in front of it; NULL if that is not known
 * @vaddr: its address
 *
 * Return: false only if that is certain. What lies in the page before is not seen.
 */
bool fb_x86_may_end_repeat(const uint8_t *p, uint64_t vaddr);

/** fb_x86_end_of - set @end and @target of a block whose last instruction is @p; @next is set */
void fb_x86_end_of(struct fb_rec_block *b, const uint8_t *p, size_t len);

#endif
