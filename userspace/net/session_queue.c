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

#include "kernel/lab.h"
#include "net/session.h"
#include "net/traffic_spec.h"

#define HELD_MAX 64
#define WAIT_MS	 1000

struct fb_held {
	struct nfq_handle *nfq;
	struct nfq_q_handle *queue;
	uint32_t id[HELD_MAX];
	unsigned int nr;
};

static int hold_one(struct nfq_q_handle *queue, struct nfgenmsg *msg, struct nfq_data *data,
		    void *arg)
{
	struct nfqnl_msg_packet_hdr *head = nfq_get_msg_packet_hdr(data);
	struct fb_held *held = arg;

	(void)msg;
	if (!head)
		return 0;
	/* One too many goes on at once. */
	if (held->nr == HELD_MAX)
		return nfq_set_verdict(queue, ntohl(head->packet_id), NF_ACCEPT, 0, NULL);
	held->id[held->nr++] = ntohl(head->packet_id);
	return 0;
}

void fb_session_let_go(struct fb_held *held)
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

/* In the namespace of the node. */
static int open_queue(struct fb_held *held, uint16_t nr)
{
	held->nfq = nfq_open();
	if (!held->nfq)
		return -errno;
	held->queue = nfq_create_queue(held->nfq, nr, hold_one, held);
	if (!held->queue || nfq_set_mode(held->queue, NFQNL_COPY_META, 0) < 0)
		return -errno;
	return 0;
}

int fb_session_hold(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	const char *node = fb_words_next(w, "NODE", reply);
	const char *text = node ? fb_words_next(w, "QUEUE", reply) : NULL;
	char netns[FB_NETNS_MAX];
	struct fb_held *held;
	uint64_t nr;
	int home, ret;

	(void)out;
	if (!text || fb_words_end(w, reply) || fb_session_netns(s, node, netns, reply))
		return -EINVAL;
	if (fb_number(text, 0, UINT16_MAX, &nr)) {
		snprintf(reply, FB_WHY_MAX, "'%.80s' is no queue, 0 to 65535", text);
		return -EINVAL;
	}
	if (s->held) {
		snprintf(reply, FB_WHY_MAX, "packets are held already");
		return -EBUSY;
	}
	held = calloc(1, sizeof(*held));
	if (!held)
		return -ENOMEM;
	home = fb_netns_enter(netns);
	ret = home;
	if (home >= 0) {
		ret = open_queue(held, (uint16_t)nr);
		fb_netns_leave(home);
	}
	if (ret < 0) {
		snprintf(reply, FB_WHY_MAX, "queue %.16s (module nfnetlink_queue): %s", text,
			 strerror(-ret));
		fb_session_let_go(held);
		return ret;
	}
	s->held = held;
	return 0;
}

/* Until there are @nr of them, or no time is left. */
static int await(struct fb_held *held, uint64_t nr, uint64_t wait_ms)
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

int fb_session_release(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	const char *text = fb_words_next(w, "COUNT", reply);
	uint64_t nr, wait = WAIT_MS;
	int ret;

	(void)out;
	if (!text || fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, reply) ||
	    fb_words_end(w, reply))
		return -EINVAL;
	if (fb_number(text, 1, HELD_MAX, &nr)) {
		snprintf(reply, FB_WHY_MAX, "'%.80s' is not 1 to %d", text, HELD_MAX);
		return -EINVAL;
	}
	if (!s->held) {
		snprintf(reply, FB_WHY_MAX, "nothing is held");
		return -ENOENT;
	}
	ret = await(s->held, nr, wait);
	if (ret)
		snprintf(reply, FB_WHY_MAX, "%s: %u packets are held", strerror(-ret), s->held->nr);
	else
		snprintf(reply, FB_WHY_MAX, "n=%u", s->held->nr);
	fb_session_let_go(s->held);
	s->held = NULL;
	return ret;
}
