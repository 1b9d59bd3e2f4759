/* SPDX-License-Identifier: GPL-2.0 */
/* IPsec policies (xfrm), and which of them a packet meets. */
#ifndef FB_STATE_POLICIES_H
#define FB_STATE_POLICIES_H

#include <linux/netlink.h>

#include "lib/error.h"
#include "state/tuple.h"

/** enum fb_policy_dir - directions, as the kernel numbers them */
enum fb_policy_dir {
	FB_POLICY_IN,
	FB_POLICY_OUT,
	FB_POLICY_FWD,
	FB_POLICY_DIRS,
};

/**
 * struct fb_policy - one policy
 * @dir: its direction
 * @blocks: true if it drops packets
 * @transforms: number of its templates; 0: the packet goes on as it is
 * @tunnel: true if a template is of tunnel mode
 * @family: AF_INET or AF_INET6
 * @proto: protocol, 0: any
 * @src_len: bits of the source that count, 0: any
 * @dst_len: bits of the destination that count, 0: any
 * @sport: source port, of the bits in @sport_mask; of ICMP, the type
 * @sport_mask: 0: any
 * @dport: destination port, of the bits in @dport_mask; of ICMP, the code
 * @dport_mask: 0: any
 * @src: source
 * @dst: destination
 * @ifindex: device that the packet leaves by, 0: any
 * @mark: mark of the packet, of the bits in @mark_mask
 * @mark_mask: 0: any
 * @if_id: number of the xfrm interface that it is for, 0: none
 * @priority: the lowest number is the first
 * @index: the kernel's number of the policy
 */
struct fb_policy {
	uint8_t dir;
	bool blocks;
	uint8_t transforms;
	bool tunnel;
	uint8_t family;
	uint8_t proto;
	uint8_t src_len;
	uint8_t dst_len;
	uint16_t sport;
	uint16_t sport_mask;
	uint16_t dport;
	uint16_t dport_mask;
	union fb_address src;
	union fb_address dst;
	uint32_t ifindex;
	uint32_t mark;
	uint32_t mark_mask;
	uint32_t if_id;
	uint32_t priority;
	uint32_t index;
};

/**
 * struct fb_policies - the policies of a network namespace; all 0 when empty
 * @policy: the policies of all directions, without those of single sockets
 * @nr: how many
 * @nr_dir: how many of each direction
 */
struct fb_policies {
	struct fb_policy *policy;
	unsigned int nr;
	unsigned int nr_dir[FB_POLICY_DIRS];
};

/**
 * struct fb_policy_for - a packet for which a policy is looked up
 * @tuple: its addresses, protocol and ports
 * @ifindex: device that it leaves by; 0 if it is not known, and then a policy with a device does not fit
 * @mark: its mark
 * @if_id: number of the xfrm interface that it goes through, 0: none
 */
struct fb_policy_for {
	struct fb_tuple tuple;
	uint32_t ifindex;
	uint32_t mark;
	uint32_t if_id;
};

/** FB_POLICY_TEXT - room for the text of a policy */
#define FB_POLICY_TEXT 128

/** fb_policy_text - write "10.0.1.0/24 to 10.0.2.0/24, index 9"; Return: @to */
const char *fb_policy_text(const struct fb_policy *p, char *to, size_t size);

/** fb_policy_fits - returns true if the selector, the mark and the interface of a policy fit the packet */
bool fb_policy_fits(const struct fb_policy *p, const struct fb_policy_for *packet);

/** fb_policy_find - returns the policy of this direction that the packet meets, or NULL */
const struct fb_policy *fb_policy_find(const struct fb_policies *ps, enum fb_policy_dir dir,
				       const struct fb_policy_for *packet);

/**
 * fb_policies_read - read the policies of the calling thread's network namespace (XFRM_MSG_GETPOLICY)
 * @ps: receives them; the caller calls fb_policies_free() after success
 * @error: receives what is wrong
 *
 * A kernel without xfrm has no policies.
 *
 * Return: 0; -EAGAIN if they changed during two readings; or another negative errno.
 */
int fb_policies_read(struct fb_policies *ps, struct fb_error *error);

/**
 * fb_policy_message - read one message XFRM_MSG_NEWPOLICY; pure
 * @nlh: the message, all of which is in memory
 * @p: receives the policy
 *
 * Return: 0; -ENOENT for the policy of a socket, and for one that is not a main policy; -EINVAL.
 */
int fb_policy_message(const struct nlmsghdr *nlh, struct fb_policy *p);

/** fb_policies_free - free the content of @ps, and make it all zero */
void fb_policies_free(struct fb_policies *ps);

#endif
