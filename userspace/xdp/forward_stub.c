// SPDX-License-Identifier: GPL-2.0
/* Stands in for forward.c in a program that is built without clang or bpftool. */
#include <errno.h>

#include "xdp/forward.h"

int fb_xdp_available(struct fb_error *error)
{
	return fb_error(error, -EOPNOTSUPP,
			"built without XDP: install clang and bpftool, then 'make userspace'");
}

int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_error *error)
{
	(void)dev;
	(void)nr;
	(void)to;
	(void)nr_to;
	return fb_xdp_available(error);
}
