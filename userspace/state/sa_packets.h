/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the packets of the IPsec SAs (xfrm states). */
#ifndef FB_STATE_SA_PACKETS_H
#define FB_STATE_SA_PACKETS_H

#include <linux/netlink.h>
#include <stdint.h>

#include "lib/error.h"

/**
 * fb_sa_packets_read - read the packets of all SAs of the calling thread's network namespace (XFRM_MSG_GETSA)
 * @packets: receives their sum
 * @error: receives what is wrong
 *
 * Return: 0; -EAGAIN if the SAs changed during two readings; or another negative errno.
 */
int fb_sa_packets_read(uint64_t *packets, struct fb_error *error);

/** fb_sa_message - read the packets of one message XFRM_MSG_NEWSA (pure); Return: 0, or -EINVAL if it is too short */
int fb_sa_message(const struct nlmsghdr *nlh, uint64_t *packets);

#endif
