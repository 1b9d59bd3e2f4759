/* SPDX-License-Identifier: GPL-2.0 */
/* Listens to nftables' own reports of the rules that packets meet (NFNLGRP_NFTRACE). */
#ifndef FB_WHY_RULE_TRACE_H
#define FB_WHY_RULE_TRACE_H

#include <libmnl/libmnl.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "why/event.h"

/** FB_RULE_TRACES - packets whose rules are kept; an older one is forgotten */
#define FB_RULE_TRACES 1024

/** FB_RULE_VERDICTS - verdicts of one packet that are kept: one of each base chain */
#define FB_RULE_VERDICTS 12

/**
 * struct fb_rule_verdict - a verdict that ends a base chain
 * @family: of the table
 * @table: its name
 * @chain: name of the chain
 * @handle: of the rule; 0: the policy of the chain
 * @drop: the packet was dropped
 */
struct fb_rule_verdict {
	uint8_t family;
	char table[48];
	char chain[48];
	uint64_t handle;
	bool drop;
};

/**
 * struct fb_rule_trace - the verdicts on a packet
 * @id: nftables' number of the packet
 * @tuple: source and destination, in the form of the module's events
 * @verdict: in the order in which they came
 * @nr: number of them
 */
struct fb_rule_trace {
	uint32_t id;
	char tuple[FB_WHY_TUPLE];
	struct fb_rule_verdict verdict[FB_RULE_VERDICTS];
	unsigned int nr;
};

/**
 * struct fb_rule_traces - what was heard
 * @socket: netlink socket; NULL if nobody listens
 * @trace: the last packets, a ring
 * @next: index of the one that is overwritten next
 * @lost: the socket's buffer was too small at some time, or a packet was forgotten
 */
struct fb_rule_traces {
	struct mnl_socket *socket;
	struct fb_rule_trace trace[FB_RULE_TRACES];
	unsigned int next;
	bool lost;
};

/** fb_rule_traces_open - listen in the network namespace of the calling thread; Return: 0 or a negative errno */
int fb_rule_traces_open(struct fb_rule_traces *t, struct fb_error *error);

/** fb_rule_traces_read - take all reports that are there; does not wait; Return: 0 or a negative errno */
int fb_rule_traces_read(struct fb_rule_traces *t, struct fb_error *error);

/** fb_rule_traces_reset - forget what was heard */
void fb_rule_traces_reset(struct fb_rule_traces *t);

/**
 * fb_rule_trace_message - take one report; pure
 * @t: receives it
 * @nlh: the message, all of which is in memory
 *
 * Return: 0 or -EINVAL.
 */
int fb_rule_trace_message(struct fb_rule_traces *t, const struct nlmsghdr *nlh);

/** fb_rule_trace_find - returns the last packet of this tuple with a verdict, or NULL */
const struct fb_rule_trace *fb_rule_trace_find(const struct fb_rule_traces *t, const char *tuple);

#endif
