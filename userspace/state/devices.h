/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the network devices from the kernel. */
#ifndef FB_STATE_DEVICES_H
#define FB_STATE_DEVICES_H

#include <linux/netlink.h>

#include "lib/error.h"
#include "state/gateway.h"

/**
 * fb_devices_read - read the devices of the calling thread's network namespace (RTM_GETLINK)
 * @ds: receives them; the caller calls fb_devices_free() after success
 * @error: receives what is wrong
 *
 * Return: 0; -EAGAIN if they changed during two readings; or another negative errno.
 */
int fb_devices_read(struct fb_devices *ds, struct fb_error *error);

/**
 * fb_device_read - read one device of the calling thread's network namespace
 * @name: its name
 * @d: receives it
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without @error if there is no such device; or another negative errno.
 */
int fb_device_read(const char *name, struct fb_device *d, struct fb_error *error);

/**
 * fb_device_message - read one message RTM_NEWLINK; pure
 * @nlh: the message, all of which is in memory
 * @d: receives the device
 *
 * Return: 0, or -EINVAL for a message without number or name.
 */
int fb_device_message(const struct nlmsghdr *nlh, struct fb_device *d);

#endif
