/* SPDX-License-Identifier: GPL-2.0 */
/* The time, for intervals: CLOCK_MONOTONIC. */
#ifndef FB_LIB_NOW_H
#define FB_LIB_NOW_H

#include <stdint.h>

/** FB_NS_PER_MS - nanoseconds of a millisecond; FB_NS_PER_S - of a second */
#define FB_NS_PER_MS UINT64_C(1000000)
#define FB_NS_PER_S  UINT64_C(1000000000)

/** fb_now_ns - returns the time in ns */
uint64_t fb_now_ns(void);

/** fb_now_ms - returns the time in ms */
static inline uint64_t fb_now_ms(void)
{
	return fb_now_ns() / FB_NS_PER_MS;
}

/** fb_now_seconds - returns the time in seconds */
static inline double fb_now_seconds(void)
{
	return (double)fb_now_ns() / 1e9;
}

#endif
