/* SPDX-License-Identifier: GPL-2.0 */
/* Packets that wait in a queue of nft, until they go on in the order in which they came. */
#ifndef FB_NET_HELD_PACKETS_H
#define FB_NET_HELD_PACKETS_H

#include <libnetfilter_queue/libnetfilter_queue.h>
#include <stdint.h>

/** FB_HELD_MAX - most packets that wait; one more goes on at once */
#define FB_HELD_MAX 64

/**
 * struct fb_held - a queue and the packets that wait in it
 * @nfq: the netlink socket, or NULL
 * @queue: the queue, or NULL
 * @id: the packets, in the order in which they came
 * @nr: how many
 */
struct fb_held {
	struct nfq_handle *nfq;
	struct nfq_q_handle *queue;
	uint32_t id[FB_HELD_MAX];
	unsigned int nr;
};

/**
 * fb_held_open - make packets wait
 * @held: all 0; fb_held_release() it, after an error, too
 * @nr: number of the queue, in the caller's network namespace
 *
 * Return: 0 or a negative errno.
 */
int fb_held_open(struct fb_held *held, uint16_t nr);

/** fb_held_await - wait until @nr packets wait; Return: 0, -ETIMEDOUT or another negative errno */
int fb_held_await(struct fb_held *held, uint64_t nr, uint64_t wait_ms);

/** fb_held_release - let the packets go on, close the queue, and free @held */
void fb_held_release(struct fb_held *held);

#endif
