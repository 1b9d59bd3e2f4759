/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the network devices from the kernel. */
#ifndef FB_WHY_DEVICES_H
#define FB_WHY_DEVICES_H

#include <linux/netlink.h>

#include "lib/why.h"
#include "why/state.h"

/**
 * fb_devices_read - read the devices of the calling thread's network namespace (RTM_GETLINK)
 * @ds: receives them; the caller calls fb_devices_free() after success
 * @why: receives what is wrong
 *
 * Return: 0; -EAGAIN if they changed during two readings; or another negative errno.
 */
int fb_devices_read(struct fb_devices *ds, struct fb_why *why);

/**
 * fb_device_message - read one message RTM_NEWLINK; pure
 * @nlh: the message, all of which is in memory
 * @d: receives the device
 *
 * Return: 0, or -EINVAL for a message without number or name.
 */
int fb_device_message(const struct nlmsghdr *nlh, struct fb_device *d);

#endif
