/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the named counters of nftables. */
#ifndef FB_STATE_NFT_COUNTERS_H
#define FB_STATE_NFT_COUNTERS_H

#include <linux/netlink.h>
#include <stdint.h>

#include "lib/error.h"

/**
 * fb_nft_counter_read - read a named counter of the calling thread's network namespace (NFT_MSG_GETOBJ)
 * @name: its name; if several tables have such a counter, the first one counts
 * @packets: receives its packets
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without @error if no counter has this name; -EAGAIN if the ruleset changed during two readings;
 * or another negative errno.
 */
int fb_nft_counter_read(const char *name, uint64_t *packets, struct fb_error *error);

/**
 * fb_nft_counter_message - read one message NFT_MSG_NEWOBJ; pure
 * @nlh: the message, all of which is in memory
 * @name: the counter's name
 * @packets: receives its packets
 *
 * Return: 0; -ENOENT if this is another counter, or no counter; -EINVAL for a message that is incomplete.
 */
int fb_nft_counter_message(const struct nlmsghdr *nlh, const char *name, uint64_t *packets);

#endif
