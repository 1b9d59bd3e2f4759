// SPDX-License-Identifier: GPL-2.0
/*
 * One end of a PPPoE session: the kernel's own pppoe and ppp, with nobody who negotiates. Both ends agree
 * because they were told the same, as after discovery and LCP.
 */
#define _GNU_SOURCE
/* Before the kernel's own headers, which then leave out what it defines. */
#include <netinet/in.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/if_pppox.h>
#include <linux/ppp-ioctl.h>
#include <linux/ppp_defs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/ppp_link.h"

static int join_session(int session, const char *dev, uint64_t sid, const uint8_t peer[6])
{
	struct sockaddr_pppox to = { .sa_family = AF_PPPOX, .sa_protocol = PX_PROTO_OE };

	to.sa_addr.pppoe.sid = htons((uint16_t)sid);
	memcpy(to.sa_addr.pppoe.remote, peer, ETH_ALEN);
	strncpy(to.sa_addr.pppoe.dev, dev, sizeof(to.sa_addr.pppoe.dev) - 1);
	return connect(session, (struct sockaddr *)&to, sizeof(to)) ? -errno : 0;
}

/* A device for what the session carries; @unit receives the N of pppN. */
static int attach(int session, int channel, int device, int *unit)
{
	static const int protocols[] = { PPP_IP, PPP_IPV6 };
	size_t i;
	int nr;

	*unit = -1;
	if (ioctl(session, PPPIOCGCHAN, &nr) || ioctl(channel, PPPIOCATTCHAN, &nr) ||
	    ioctl(device, PPPIOCNEWUNIT, unit) || ioctl(channel, PPPIOCCONNECT, unit))
		return -errno;
	for (i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
		struct npioctl np = { .protocol = protocols[i], .mode = NPMODE_PASS };

		if (ioctl(device, PPPIOCSNPMODE, &np))
			return -errno;
	}
	return 0;
}

int fb_link_open(struct fb_link *link, const char *dev, uint64_t sid, const uint8_t peer[6],
		 const char **step)
{
	int ret;

	*step = "PPPoE socket (module pppoe)";
	link->fd[0] = socket(AF_PPPOX, SOCK_STREAM | SOCK_CLOEXEC, PX_PROTO_OE);
	if (link->fd[0] < 0)
		return -errno;
	*step = dev;
	ret = join_session(link->fd[0], dev, sid, peer);
	if (ret)
		return ret;
	*step = "/dev/ppp";
	link->fd[1] = open("/dev/ppp", O_RDWR | O_CLOEXEC);
	link->fd[2] = open("/dev/ppp", O_RDWR | O_CLOEXEC);
	if (link->fd[1] < 0 || link->fd[2] < 0)
		return -errno;
	*step = "a ppp device";
	return attach(link->fd[0], link->fd[1], link->fd[2], &link->unit);
}

void fb_link_close(struct fb_link *link)
{
	size_t i;

	for (i = 0; i < sizeof(link->fd) / sizeof(link->fd[0]); i++)
		if (link->fd[i] >= 0)
			close(link->fd[i]);
	free(link);
}
