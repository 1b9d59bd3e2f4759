/* SPDX-License-Identifier: GPL-2.0 */
/* What a device can do with XDP. */
#ifndef FB_XDP_FEATURE_H
#define FB_XDP_FEATURE_H

#include <stdint.h>

#include "lib/error.h"

/** FB_XDP_CAN_REDIRECT - XDP in the driver, and its frames may leave by another device */
#define FB_XDP_CAN_REDIRECT 3
/** FB_XDP_CAN_SEND - frames of other devices may leave by this one */
#define FB_XDP_CAN_SEND 4

/**
 * fb_xdp_features - ask the kernel
 * @dev: name of the device, in this network namespace
 * @index: receives its index
 * @features: receives FB_XDP_CAN_* bits
 * @error: receives what is wrong
 *
 * Return: 0; -ENODEV; -EOPNOTSUPP if the kernel does not know (before 6.3); or another negative errno.
 */
int fb_xdp_features(const char *dev, unsigned int *index, uint64_t *features,
		    struct fb_error *error);

#endif
