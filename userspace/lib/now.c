// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <time.h>

#include "lib/now.h"

uint64_t fb_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * FB_NS_PER_S + (uint64_t)ts.tv_nsec;
}
