/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a packet was not forwarded by the flowtable. One entry of the table in reason.c for each reason: its name, what it
 * means, and what a user can do. flowbench(8) and userspace/data/checks use the names.
 */
#ifndef FB_WHY_REASON_H
#define FB_WHY_REASON_H

/** enum fb_reason_id - reasons, in the order in which the kernel comes to them on a packet's way */
enum fb_reason_id {
	FB_REASON_UNKNOWN,
	/* the ingress hook is not called, or does not look at this packet */
	FB_REASON_NO_FLOWTABLE,
	FB_REASON_DEVICE,
	FB_REASON_FAMILY,
	FB_REASON_OTHER_HOST,
	FB_REASON_MALFORMED,
	FB_REASON_PROTOCOL,
	FB_REASON_FRAGMENT,
	FB_REASON_OPTIONS,
	FB_REASON_EXTENSION,
	FB_REASON_TTL,
	/* connection tracking does not know the connection, or not yet */
	FB_REASON_UNTRACKED,
	FB_REASON_INVALID,
	FB_REASON_RELATED,
	FB_REASON_NEW,
	FB_REASON_NO_REPLY,
	/* nft refuses to add a flow for the connection */
	FB_REASON_NO_FLOW_ADD,
	FB_REASON_RULE,
	FB_REASON_NO_MATCH,
	FB_REASON_UNROUTED,
	FB_REASON_DROPPED,
	FB_REASON_POLICY,
	FB_REASON_FROM_ESP,
	FB_REASON_TCP_STATE,
	FB_REASON_GRE,
	FB_REASON_HELPER,
	FB_REASON_SEQ_ADJUST,
	FB_REASON_CLASH,
	FB_REASON_UNCONFIRMED,
	FB_REASON_NO_ROUTE,
	FB_REASON_NO_PATH,
	FB_REASON_ADD_FAILED,
	FB_REASON_ADDED,
	FB_REASON_MEANWHILE,
	/* the flow is there, and does not take this packet */
	FB_REASON_MTU,
	FB_REASON_SEGMENTS,
	FB_REASON_ENCAPSULATION,
	FB_REASON_OTHER_DEVICE,
	FB_REASON_MARKED,
	/* the flow was there, and was taken down */
	FB_REASON_FIN,
	FB_REASON_RST,
	FB_REASON_SYN,
	FB_REASON_EXPIRED,
	FB_REASON_STALE,
	FB_REASON_DEVICE_DOWN,
	FB_REASON_FLUSHED,
	FB_REASON_DELETED,
	FB_REASONS,
};

/**
 * struct fb_reason - one reason
 * @name: a word for scripts
 * @what: what it means; %s stands for the detail, where there is one
 * @advice: what would change it, or "-"; may have a %s as well
 */
struct fb_reason {
	const char *name;
	const char *what;
	const char *advice;
};

/** fb_reason - returns the entry of a reason */
const struct fb_reason *fb_reason(enum fb_reason_id id);

#endif
