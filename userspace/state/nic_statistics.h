/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the statistics that the driver of a device keeps, those of `ethtool -S`. */
#ifndef FB_STATE_NIC_STATISTICS_H
#define FB_STATE_NIC_STATISTICS_H

#include <linux/ethtool.h>
#include <stdint.h>

#include "lib/error.h"

/**
 * fb_nic_statistic_read - read one statistic of a device in the calling thread's network namespace
 * @device: the device
 * @name: the statistic
 * @value: receives its value
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without @error if the device has no such statistic; -EAGAIN if their number changed meanwhile;
 * or another negative errno.
 */
int fb_nic_statistic_read(const char *device, const char *name, uint64_t *value,
			  struct fb_error *error);

/**
 * fb_nic_statistic_find - find one statistic in what the kernel answered; pure
 * @names: answer to ETHTOOL_GSTRINGS; a name of ETH_GSTRING_LEN characters has no NUL
 * @values: answer to ETHTOOL_GSTATS
 * @name: the statistic
 * @value: receives its value
 *
 * Return: 0; -ENOENT if there is no such statistic; -EAGAIN if their number changed meanwhile.
 */
int fb_nic_statistic_find(const struct ethtool_gstrings *names, const struct ethtool_stats *values,
			  const char *name, uint64_t *value);

#endif
