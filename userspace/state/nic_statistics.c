// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "state/nic_statistics.h"

/* The socket of a namespace, and the device that is asked. */
struct nic {
	int sock;
	const char *name;
};

static int ask(const struct nic *nic, void *request)
{
	struct ifreq ifr = { .ifr_data = request };

	if (strlen(nic->name) >= sizeof(ifr.ifr_name))
		return -ENODEV;
	strcpy(ifr.ifr_name, nic->name);
	return ioctl(nic->sock, SIOCETHTOOL, &ifr) ? -errno : 0;
}

/* Reads how many statistics there are: 0 if the driver has none. */
static int count_statistics(const struct nic *nic, uint32_t *nr)
{
	_Alignas(struct ethtool_sset_info) char
		buf[sizeof(struct ethtool_sset_info) + sizeof(uint32_t)] = { 0 };
	struct ethtool_sset_info *info = (struct ethtool_sset_info *)buf;
	int ret;

	info->cmd = ETHTOOL_GSSET_INFO;
	info->sset_mask = 1ULL << ETH_SS_STATS;
	ret = ask(nic, info);
	*nr = !ret && info->sset_mask ? info->data[0] : 0;
	return ret;
}

int fb_nic_statistic_find(const struct ethtool_gstrings *names, const struct ethtool_stats *values,
			  const char *name, uint64_t *value)
{
	uint32_t i;

	/* The kernel sets a number that is no longer right to 0. */
	if (!names->len || names->len != values->n_stats)
		return -EAGAIN;
	for (i = 0; i < names->len && strlen(name) <= ETH_GSTRING_LEN; i++)
		if (!strncmp((const char *)names->data + (size_t)i * ETH_GSTRING_LEN, name,
			     ETH_GSTRING_LEN)) {
			*value = values->data[i];
			return 0;
		}
	return -ENOENT;
}

static int read_statistic(const struct nic *nic, const char *name, uint64_t *value)
{
	struct ethtool_gstrings *names;
	struct ethtool_stats *values;
	uint32_t nr;
	int ret = count_statistics(nic, &nr);

	if (ret || !nr)
		return ret ? ret : -ENOENT;
	names = calloc(1, sizeof(*names) + (size_t)nr * ETH_GSTRING_LEN);
	values = calloc(1, sizeof(*values) + nr * sizeof(values->data[0]));
	if (!names || !values) {
		ret = -ENOMEM;
	} else {
		*names = (struct ethtool_gstrings){ ETHTOOL_GSTRINGS, ETH_SS_STATS, nr };
		*values = (struct ethtool_stats){ ETHTOOL_GSTATS, nr };
		ret = ask(nic, names);
		if (!ret)
			ret = ask(nic, values);
		if (!ret)
			ret = fb_nic_statistic_find(names, values, name, value);
	}
	free(names);
	free(values);
	return ret;
}

int fb_nic_statistic_read(const char *device, const char *name, uint64_t *value,
			  struct fb_error *error)
{
	struct nic nic = { .sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), .name = device };
	int ret = nic.sock < 0 ? -errno : read_statistic(&nic, name, value);

	if (nic.sock >= 0)
		close(nic.sock);
	if (ret && ret != -ENOENT)
		fb_error_errno(error, ret, "statistics of %s cannot be read", device);
	return ret;
}
