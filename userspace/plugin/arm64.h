/* SPDX-License-Identifier: GPL-2.0 */
/* What an instruction of arm64 does, as far as a profile needs it. Pure. */
#ifndef FB_PLUGIN_ARM64_H
#define FB_PLUGIN_ARM64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/record.h"

/** fb_arm64_mark_of - returns which FB_MARK_… the instruction is, or 0 */
uint32_t fb_arm64_mark_of(const uint8_t *p, size_t len);

/** fb_arm64_reads_clock - returns true for a reading of CNTVCT_EL0 or CNTVCTSS_EL0 */
bool fb_arm64_reads_clock(const uint8_t *p, size_t len);

/** fb_arm64_end_of - set @end and @target of a block whose last instruction is @p; @next is set */
void fb_arm64_end_of(struct fb_rec_block *b, const uint8_t *p, size_t len);

#endif
