// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system/lab.h"
#include "traffic/packet_tap.h"

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

int fb_packet_tap(const char *netns)
{
	const int one = 1;
	int tap, ret;

	tap = fb_netns_socket(netns, AF_PACKET, SOCK_DGRAM, htons(ETH_P_ALL));
	if (tap < 0)
		return tap;
	if (!setsockopt(tap, SOL_PACKET, PACKET_IGNORE_OUTGOING, &one, sizeof(one)))
		return tap;
	ret = -errno;
	close(tap);
	return ret;
}
