// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "xdp/count.h"

static const char *const names[FB_XDP_COUNTS] = {
	[FB_XDP_REDIRECTED] = "redirected",
	[FB_XDP_NOT_PLAIN] = "not-plain",
	[FB_XDP_TTL] = "ttl",
	[FB_XDP_TCP_END] = "tcp-end",
	[FB_XDP_NO_FLOW] = "no-flow",
	[FB_XDP_NOT_SIMPLE] = "not-simple",
	[FB_XDP_NO_ROUTE] = "no-route",
	[FB_XDP_NO_DEVICE] = "no-device",
};

const char *fb_xdp_count_name(enum fb_xdp_count count)
{
	return names[count];
}

int fb_xdp_count_find(const char *name)
{
	int i;

	for (i = 0; i < FB_XDP_COUNTS; i++)
		if (!strcmp(names[i], name))
			return i;
	return -ENOENT;
}
