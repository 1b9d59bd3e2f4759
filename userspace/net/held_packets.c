// SPDX-License-Identifier: GPL-2.0
/* Packets that nft's queue hands over wait here, until they are let go in the order in which they came. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <libnetfilter_queue/libnetfilter_queue.h>
#include <linux/netfilter.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "net/connection.h"
#include "net/held_packets.h"

static int hold_one(struct nfq_q_handle *queue, struct nfgenmsg *msg, struct nfq_data *data,
		    void *arg)
{
	struct nfqnl_msg_packet_hdr *head = nfq_get_msg_packet_hdr(data);
	struct fb_held *held = arg;

	(void)msg;
	if (!head)
		return 0;
	/* One too many goes on at once. */
	if (held->nr == FB_HELD_MAX)
		return nfq_set_verdict(queue, ntohl(head->packet_id), NF_ACCEPT, 0, NULL);
	held->id[held->nr++] = ntohl(head->packet_id);
	return 0;
}

void fb_held_release(struct fb_held *held)
{
	unsigned int i;

	for (i = 0; i < held->nr; i++)
		nfq_set_verdict(held->queue, held->id[i], NF_ACCEPT, 0, NULL);
	if (held->queue)
		nfq_destroy_queue(held->queue);
	if (held->nfq)
		nfq_close(held->nfq);
	free(held);
}

int fb_held_open(struct fb_held *held, uint16_t nr)
{
	held->nfq = nfq_open();
	if (!held->nfq)
		return -errno;
	held->queue = nfq_create_queue(held->nfq, nr, hold_one, held);
	if (!held->queue || nfq_set_mode(held->queue, NFQNL_COPY_META, 0) < 0)
		return -errno;
	return 0;
}

int fb_held_await(struct fb_held *held, uint64_t nr, uint64_t wait_ms)
{
	struct pollfd pfd = { .fd = nfq_fd(held->nfq), .events = POLLIN };
	uint64_t until = fb_now_ms() + wait_ms;
	char packet[8192];
	ssize_t n;
	int ret;

	while (held->nr < nr) {
		ret = fb_poll_until(&pfd, 1, until);
		if (ret < 0)
			return ret;
		n = recv(pfd.fd, packet, sizeof(packet), MSG_DONTWAIT);
		if (n < 0)
			return -errno;
		nfq_handle_packet(held->nfq, packet, (int)n);
	}
	return 0;
}
