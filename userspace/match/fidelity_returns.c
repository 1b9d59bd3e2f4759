// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "match/fidelity_returns.h"

/* Kernel addresses begin here with five levels of page tables; the last page of them are errnos. */
#define KERNEL_FROM  0xff00000000000000ULL
#define KERNEL_UP_TO 0xfffffffffffff000ULL

static bool read_number(const char *s, unsigned long long *value)
{
	char *end;

	if (!s || !*s)
		return false;
	errno = 0;
	*value = strtoull(s, &end, 0);
	return !errno && !*end;
}

static bool address(unsigned long long value)
{
	return value >= KERNEL_FROM && value < KERNEL_UP_TO;
}

enum fb_ret_class fb_ret_compare(const char *doc, const char *live)
{
	unsigned long long a, b;

	if (!read_number(doc, &a) || !read_number(live, &b))
		return FB_RET_UNSAID;
	if (a == b)
		return FB_RET_SAME;
	return address(a) && address(b) ? FB_RET_ADDRESS : FB_RET_OTHER;
}

int fb_fid_returned(const struct fb_normal *doc, const struct fb_normal *live,
		    const struct fb_fidelity *fi, uint32_t at)
{
	const struct fb_fid_call *call = &fi->call[at];

	if (call->class != FB_FID_MATCHED || !fb_normal_more(doc, at)->retval)
		return -1;
	return (int)fb_ret_compare(fb_normal_more(doc, at)->retval,
				   fb_normal_more(live, call->live)->retval);
}
