// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system/lab.h"
#include "lib/vector.h"
#include "net/capture.h"

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

/* Room for some ten thousand frames of 1500 bytes, as the kernel counts memory. */
#define BUFFER (32 << 20)
/* Room for a superpacket with its headers. */
#define SNAP (128 * 1024)
/* At most this many frames are kept, with 160 bytes each. */
#define FRAMES_MAX 1000000

/* Reads index and MAC address of a device in the namespace of @sock, and whether its packets have no Ethernet header. */
static int device(int sock, const char *dev, int *index, uint8_t mac[6], bool *bare)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	if (strlen(dev) >= sizeof(ifr.ifr_name))
		return -ENODEV;
	strcpy(ifr.ifr_name, dev);
	if (ioctl(sock, SIOCGIFHWADDR, &ifr))
		return -errno;
	memcpy(mac, ifr.ifr_hwaddr.sa_data, 6);
	*bare = ifr.ifr_hwaddr.sa_family != ARPHRD_ETHER &&
		ifr.ifr_hwaddr.sa_family != ARPHRD_LOOPBACK;
	if (ioctl(sock, SIOCGIFINDEX, &ifr))
		return -errno;
	*index = ifr.ifr_ifindex;
	return 0;
}

static int bind_to(int sock, const char *dev, int protocol, uint8_t mac[6], bool *bare)
{
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
				  .sll_protocol = htons((uint16_t)protocol) };
	int ret = device(sock, dev, &ll.sll_ifindex, mac, bare);

	if (ret)
		return ret;
	return bind(sock, (struct sockaddr *)&ll, sizeof(ll)) ? -errno : 0;
}

static int set(int sock, int level, int name, int value)
{
	return setsockopt(sock, level, name, &value, sizeof(value)) ? -errno : 0;
}

int fb_capture_open(struct fb_capture *c, const char *netns, const char *dev, bool out)
{
	uint8_t mac[6];
	int ret;

	memset(c, 0, sizeof(*c));
	/* Protocol 0: the socket receives nothing until it is bound to the device. */
	c->fd = fb_netns_socket(netns, AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, 0);
	if (c->fd < 0)
		return c->fd;
	ret = set(c->fd, SOL_PACKET, PACKET_AUXDATA, 1);
	if (!ret)
		ret = set(c->fd, SOL_SOCKET, SO_RCVBUFFORCE, BUFFER);
	if (!ret && !out)
		ret = set(c->fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1);
	if (!ret)
		ret = bind_to(c->fd, dev, ETH_P_ALL, mac, &c->bare);
	if (ret)
		fb_capture_close(c);
	return ret;
}

void fb_capture_close(struct fb_capture *c)
{
	close(c->fd);
	free(c->frame);
	memset(c, 0, sizeof(*c));
	c->fd = -1;
}

static int make_room(struct fb_capture *c)
{
	if (c->nr < c->room)
		return 0;
	if (c->nr >= FRAMES_MAX)
		return -EOVERFLOW;
	return fb_vector_reserve(c->frame, c->room, c->nr + 1);
}

static void read_aside(struct msghdr *msg, struct fb_frame_aside *aside)
{
	struct tpacket_auxdata aux;
	struct cmsghdr *cmsg;

	memset(aside, 0, sizeof(*aside));
	aside->cut = msg->msg_flags & MSG_TRUNC;
	for (cmsg = CMSG_FIRSTHDR(msg); cmsg; cmsg = CMSG_NXTHDR(msg, cmsg)) {
		if (cmsg->cmsg_level != SOL_PACKET || cmsg->cmsg_type != PACKET_AUXDATA)
			continue;
		memcpy(&aux, CMSG_DATA(cmsg), sizeof(aux));
		aside->csum_not_ready = aux.tp_status & TP_STATUS_CSUMNOTREADY;
		aside->tagged = aux.tp_status & TP_STATUS_VLAN_VALID;
		aside->tci = aux.tp_vlan_tci;
		aside->tpid = aux.tp_vlan_tpid;
	}
}

/* Writes the Ethernet header that a bare packet would have, without addresses. */
static void put_header(uint8_t bytes[ETH_HLEN], uint8_t first)
{
	uint16_t type = htons(first >> 4 == 6 ? ETH_P_IPV6 : ETH_P_IP);

	memset(bytes, 0, ETH_HLEN);
	memcpy(bytes + 2 * ETH_ALEN, &type, sizeof(type));
}

/* Return: 1 for a frame, 0 if there is none, or a negative errno */
static int drain_one(struct fb_capture *c)
{
	static uint8_t bytes[SNAP];
	size_t header = c->bare ? ETH_HLEN : 0;
	union {
		struct cmsghdr align;
		char space[CMSG_SPACE(sizeof(struct tpacket_auxdata))];
	} control;
	struct iovec iov = { .iov_base = bytes + header, .iov_len = sizeof(bytes) - header };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	struct fb_frame_aside aside;
	ssize_t n;
	int ret;

	n = recvmsg(c->fd, &msg, MSG_DONTWAIT);
	/* A device that goes down gives one error. Its earlier frames can still be read. */
	if (n < 0)
		return errno == EAGAIN ? 0 : errno == ENETDOWN || errno == EINTR ? 1 : -errno;
	ret = make_room(c);
	if (ret)
		return ret;
	read_aside(&msg, &aside);
	if (c->bare)
		put_header(bytes, bytes[header]);
	fb_frame_read(bytes, header + (size_t)n, &aside, &c->frame[c->nr++]);
	return 1;
}

int fb_capture_drain(struct fb_capture *c)
{
	struct tpacket_stats stats;
	socklen_t len = sizeof(stats);
	int ret;

	do {
		ret = drain_one(c);
	} while (ret > 0);
	/* Reading the statistics sets them to 0. */
	if (getsockopt(c->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &len))
		return ret ? ret : -errno;
	c->lost += stats.tp_drops;
	return ret;
}

int fb_capture_forget(struct fb_capture *c)
{
	int ret = fb_capture_drain(c);

	if (ret == -EOVERFLOW) {
		c->nr = 0;
		ret = fb_capture_drain(c);
	}
	c->nr = 0;
	c->lost = 0;
	return ret;
}

int fb_wire_open(const char *netns, const char *dev, uint8_t mac[6])
{
	int sock = fb_netns_socket(netns, AF_PACKET, SOCK_RAW, 0);
	bool bare;
	int ret;

	if (sock < 0)
		return sock;
	ret = bind_to(sock, dev, 0, mac, &bare);
	if (!ret)
		return sock;
	close(sock);
	return ret;
}
