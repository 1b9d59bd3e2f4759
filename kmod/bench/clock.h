/* SPDX-License-Identifier: GPL-2.0 */
/* The clock around what is measured. */
#ifndef FB_CLOCK_H
#define FB_CLOCK_H

#include <linux/timex.h>
#include <linux/types.h>

#ifdef CONFIG_ARM64
#include <asm/barrier.h>
#include <asm/sysreg.h>

/*
 * get_cycles() of arm64 calls a function of the kernel by a pointer. Read here, the
 * instruction lies in the module, where a profile looks for the begin of a round
 * (userspace/plugin).
 */
static inline u64 fb_clock(void)
{
	isb();
	return read_sysreg(cntvct_el0);
}
#else
static inline u64 fb_clock(void)
{
	return get_cycles();
}
#endif

#endif
