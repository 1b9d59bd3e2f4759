/* SPDX-License-Identifier: GPL-2.0 */
/* Forwarding by XDP, on all devices of a gateway or on none. */
#ifndef FB_XDP_FORWARD_H
#define FB_XDP_FORWARD_H

#include "lib/error.h"

/** fb_xdp_available - 0, or a negative errno if this flowbench was built without clang or bpftool */
int fb_xdp_available(struct fb_error *error);

/**
 * fb_xdp_forward_attach - attach the program that forwards flows
 * @dev: names of the devices that packets come in by
 * @nr: how many
 * @to: names of further devices that packets may leave by
 * @nr_to: how many
 * @error: receives what is wrong
 *
 * Packets may also leave by each of @dev whose driver sends frames of others. On failure, and after an
 * interrupt (-EINTR), no device has the program.
 *
 * Return: 0 or a negative errno.
 */
int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_error *error);

#endif
