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

#include "kernel/lab.h"
#include "net/frame.h"
#include "net/session.h"

static int join(int session, const char *dev, uint64_t sid, const uint8_t peer[6])
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

/* In the namespace of the node, where the device will be. */
static int open_link(struct fb_link *link, const char *dev, uint64_t sid, const uint8_t peer[6],
		     const char **step)
{
	int ret;

	*step = "PPPoE socket (module pppoe)";
	link->fd[0] = socket(AF_PPPOX, SOCK_STREAM | SOCK_CLOEXEC, PX_PROTO_OE);
	if (link->fd[0] < 0)
		return -errno;
	*step = dev;
	ret = join(link->fd[0], dev, sid, peer);
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

void fb_session_unlink(struct fb_link *link)
{
	size_t i;

	for (i = 0; i < sizeof(link->fd) / sizeof(link->fd[0]); i++)
		if (link->fd[i] >= 0)
			close(link->fd[i]);
	free(link);
}

int fb_session_pppoe(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	const char *node = fb_words_next(w, "NODE", reply);
	const char *dev = node ? fb_words_next(w, "DEV", reply) : NULL;
	const char *mac = dev ? fb_words_next(w, "PEER", reply) : NULL;
	const char *text = mac ? fb_words_next(w, "SID", reply) : NULL;
	char netns[FB_NETNS_MAX];
	struct fb_link *link;
	const char *step = "";
	uint8_t peer[6];
	uint64_t sid;
	int home, ret;

	(void)out;
	if (!text || fb_words_end(w, reply) || fb_session_netns(s, node, netns, reply))
		return -EINVAL;
	if (strlen(dev) >= IFNAMSIZ || fb_mac_parse(mac, peer) || fb_number(text, 1, 65534, &sid)) {
		snprintf(reply, FB_WHY_MAX, "a device, an address and 1 to 65534, please: %.80s",
			 mac);
		return -EINVAL;
	}
	link = malloc(sizeof(*link));
	if (!link)
		return -ENOMEM;
	link->fd[0] = link->fd[1] = link->fd[2] = -1;
	link->unit = -1;
	home = fb_netns_enter(netns);
	ret = home;
	if (home >= 0) {
		ret = open_link(link, dev, sid, peer, &step);
		fb_netns_leave(home);
	}
	if (ret < 0) {
		snprintf(reply, FB_WHY_MAX, "pppoe: %.32s: %s", step, strerror(-ret));
		fb_session_unlink(link);
		return ret;
	}
	link->next = s->link;
	s->link = link;
	snprintf(reply, FB_WHY_MAX, "dev=ppp%d", link->unit);
	return 0;
}
