/* SPDX-License-Identifier: GPL-2.0 */
/* Adds up the answers of an interval. Pure: no I/O. */
#ifndef FB_WHY_SUMMARY_H
#define FB_WHY_SUMMARY_H

#include "why/collect.h"
#include "why/counts.h"
#include "state/connections.h"
#include "state/gateway.h"

/**
 * struct fb_why_row - packets with one reason
 * @answer: the reason, with its detail
 * @packets: packets, estimated where only some of them were looked at
 * @sampled: packets that were looked at
 * @connections: different connections among them
 * @example: tuple of one of these packets
 * @proto: its protocol
 * @of_connections: the reason is of connections, whose packets are not known
 */
struct fb_why_row {
	struct fb_why_answer answer;
	uint64_t packets;
	uint64_t sampled;
	unsigned int connections;
	char example[FB_WHY_TUPLE];
	char proto[12];
	bool of_connections;
};

/**
 * struct fb_why_summary - an interval
 * @seconds: its length
 * @fast: packets that were taken at ingress
 * @slow: packets that came to the end of forwarding
 * @local: packets for the gateway itself
 * @passed: packets that the flowtable did not take: @slow, @local, and those that were dropped or answered
 * @sampled: of those, packets that were looked at
 * @missed: calls that the module's probes missed
 * @tracked: connections in connection tracking
 * @offloaded: of those, marked [OFFLOAD]
 * @hardware: of those, in a device's hardware
 * @asked: name of a flowtable that asks for hardware (flags offload); "" if none does
 * @unheard: why what it asks was not heard; "" if it was
 * @state_only: the module is not there, so packets are not known
 * @scale: packets for each one that was looked at; 1 if all were
 * @row: the reasons, the most frequent first; owned
 * @nr: number of rows
 * @seen: row and hash of the connection of each packet; owned
 */
struct fb_why_summary {
	double seconds;
	uint64_t fast;
	uint64_t slow;
	uint64_t local;
	uint64_t passed;
	uint64_t sampled;
	uint64_t missed;
	uint64_t tracked;
	uint64_t offloaded;
	uint64_t hardware;
	char asked[32];
	char unheard[128];
	bool state_only;
	double scale;
	struct fb_why_row *row;
	unsigned int nr;
	unsigned int room;
	uint64_t *seen;
	unsigned int nr_seen;
	unsigned int seen_room;
};

/**
 * fb_why_summary_add - take the answer of a packet
 * @s: the summary
 * @sample: the packet
 * @answer: why it was not taken
 *
 * Return: 0 or -ENOMEM.
 */
int fb_why_summary_add(struct fb_why_summary *s, const struct fb_why_sample *sample,
		       const struct fb_why_answer *answer);

/**
 * fb_why_summary_add_connection - take the answer of a connection
 * @s: the summary
 * @c: the connection
 * @answer: what is wrong with it
 *
 * Return: 0 or -ENOMEM.
 */
int fb_why_summary_add_connection(struct fb_why_summary *s, const struct fb_connection *c,
				  const struct fb_why_answer *answer);

/**
 * fb_why_summary_end - fill in what was counted, and order the rows
 * @s: the summary
 * @before: counters at the beginning of the interval
 * @now: counters at its end
 * @kept: packets whose events came here, at all devices; if there are fewer than were counted, the others were not looked at
 */
void fb_why_summary_end(struct fb_why_summary *s, const struct fb_why_counts *before,
			const struct fb_why_counts *now, uint64_t kept);

/** fb_why_summary_connection - count a connection; @status: bits of enum fb_ct_status */
void fb_why_summary_connection(struct fb_why_summary *s, uint32_t status);

/** fb_why_summary_flowtables - see whether a flowtable asks for hardware */
void fb_why_summary_flowtables(struct fb_why_summary *s, const struct fb_ruleset *rs);

/** fb_why_summary_free - free the content */
void fb_why_summary_free(struct fb_why_summary *s);

#endif
