// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/xfrm.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "state/netlink.h"
#include "state/policies.h"

/* Compares the first @bits of two addresses. */
static bool prefix_fits(const union fb_address *net, const union fb_address *a, unsigned int bits)
{
	const uint8_t *x = (const uint8_t *)net, *y = (const uint8_t *)a;
	unsigned int bytes = bits / 8, rest = bits % 8;

	if (memcmp(x, y, bytes))
		return false;
	return !rest || !((x[bytes] ^ y[bytes]) >> (8 - rest));
}

bool fb_policy_fits(const struct fb_policy *p, const struct fb_policy_for *packet)
{
	const struct fb_tuple *t = &packet->tuple;
	uint16_t sport = t->sport, dport = t->dport;

	if (t->proto == IPPROTO_ICMP || t->proto == IPPROTO_ICMPV6) {
		sport = t->dport >> 8;
		dport = t->dport & 255;
	}
	return p->family == t->family && (!p->proto || p->proto == t->proto) &&
	       prefix_fits(&p->src, &t->src, p->src_len) &&
	       prefix_fits(&p->dst, &t->dst, p->dst_len) && !((p->sport ^ sport) & p->sport_mask) &&
	       !((p->dport ^ dport) & p->dport_mask) &&
	       (!p->ifindex || p->ifindex == packet->ifindex) &&
	       (packet->mark & p->mark_mask) == p->mark && p->if_id == packet->if_id;
}

/* Of two policies of one priority, the kernel takes the one that was added first. The dump is in that order. */
const struct fb_policy *fb_policy_find(const struct fb_policies *ps, enum fb_policy_dir dir,
				       const struct fb_policy_for *packet)
{
	const struct fb_policy *best = NULL;
	unsigned int i;

	for (i = 0; i < ps->nr; i++) {
		const struct fb_policy *p = &ps->policy[i];

		if (p->dir == dir && (!best || p->priority < best->priority) &&
		    fb_policy_fits(p, packet))
			best = p;
	}
	return best;
}

static void read_selector(const struct xfrm_selector *sel, struct fb_policy *p)
{
	size_t len = fb_address_len(sel->family), bits = 8 * len;

	p->family = (uint8_t)sel->family;
	p->proto = sel->proto;
	p->src_len = sel->prefixlen_s < bits ? sel->prefixlen_s : (uint8_t)bits;
	p->dst_len = sel->prefixlen_d < bits ? sel->prefixlen_d : (uint8_t)bits;
	p->sport = ntohs(sel->sport);
	p->sport_mask = ntohs(sel->sport_mask);
	p->dport = ntohs(sel->dport);
	p->dport_mask = ntohs(sel->dport_mask);
	p->ifindex = (uint32_t)sel->ifindex;
	memcpy(&p->src, &sel->saddr, len);
	memcpy(&p->dst, &sel->daddr, len);
}

static void read_templates(const struct nlattr *attr, struct fb_policy *p)
{
	const struct xfrm_user_tmpl *tmpl = mnl_attr_get_payload(attr);
	size_t nr = mnl_attr_get_payload_len(attr) / sizeof(*tmpl), i;

	p->transforms = nr < UINT8_MAX ? (uint8_t)nr : UINT8_MAX;
	for (i = 0; i < nr; i++)
		p->tunnel |= tmpl[i].mode == XFRM_MODE_TUNNEL;
}

/* Returns -ENOENT for a policy of another type than main. */
static int read_attribute(const struct nlattr *attr, struct fb_policy *p)
{
	const struct xfrm_userpolicy_type *type;
	const struct xfrm_mark *mark;
	size_t len = mnl_attr_get_payload_len(attr);

	switch (mnl_attr_get_type(attr)) {
	case XFRMA_TMPL:
		read_templates(attr, p);
		break;
	case XFRMA_MARK:
		mark = mnl_attr_get_payload(attr);
		if (len < sizeof(*mark))
			break;
		p->mark = mark->v;
		p->mark_mask = mark->m;
		break;
	case XFRMA_IF_ID:
		if (len >= sizeof(p->if_id))
			p->if_id = mnl_attr_get_u32(attr);
		break;
	case XFRMA_POLICY_TYPE:
		type = mnl_attr_get_payload(attr);
		if (len >= sizeof(*type) && type->type != XFRM_POLICY_TYPE_MAIN)
			return -ENOENT;
		break;
	}
	return 0;
}

int fb_policy_message(const struct nlmsghdr *nlh, struct fb_policy *p)
{
	struct xfrm_userpolicy_info info;
	const struct nlattr *attr;
	int ret = 0;

	memset(p, 0, sizeof(*p));
	if (nlh->nlmsg_len < mnl_nlmsg_size(sizeof(info)))
		return -EINVAL;
	/* Messages are aligned to 4 bytes, this struct to 8. */
	memcpy(&info, mnl_nlmsg_get_payload(nlh), sizeof(info));
	if (info.sel.family != AF_INET && info.sel.family != AF_INET6)
		return -EINVAL;
	if (info.dir >= FB_POLICY_DIRS)
		return -ENOENT;
	p->dir = info.dir;
	p->blocks = info.action == XFRM_POLICY_BLOCK;
	p->priority = info.priority;
	p->index = info.index;
	read_selector(&info.sel, p);
	mnl_attr_for_each(attr, nlh, sizeof(info))
	{
		ret = read_attribute(attr, p);
		if (ret)
			break;
	}
	return ret;
}

static int add_policy(const struct nlmsghdr *nlh, void *data)
{
	struct fb_policies *ps = data;

	if (fb_vector_grow(ps->policy, ps->nr))
		return -ENOMEM;
	if (!fb_policy_message(nlh, &ps->policy[ps->nr]))
		ps->nr_dir[ps->policy[ps->nr++].dir]++;
	return 0;
}

static const struct fb_nl_handler handlers[] = { { XFRM_MSG_NEWPOLICY, add_policy }, { 0, NULL } };

static const char *prefix_text(const struct fb_policy *p, const union fb_address *a, uint8_t len,
			       char to[FB_ADDRESS_TEXT + 4])
{
	char address[FB_ADDRESS_TEXT];

	if (!inet_ntop(p->family, a, address, sizeof(address)))
		address[0] = '\0';
	snprintf(to, FB_ADDRESS_TEXT + 4, "%s/%u", address, len);
	return to;
}

const char *fb_policy_text(const struct fb_policy *p, char *to, size_t size)
{
	char src[FB_ADDRESS_TEXT + 4], dst[FB_ADDRESS_TEXT + 4];

	snprintf(to, size, "%s to %s, index %u", prefix_text(p, &p->src, p->src_len, src),
		 prefix_text(p, &p->dst, p->dst_len, dst), p->index);
	return to;
}

void fb_policies_free(struct fb_policies *ps)
{
	free(ps->policy);
	*ps = (struct fb_policies){ .nr = 0 };
}

static void forget(void *data)
{
	fb_policies_free(data);
}

int fb_policies_read(struct fb_policies *ps, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, XFRM_MSG_GETPOLICY, NLM_F_DUMP);
	int ret;

	*ps = (struct fb_policies){ .nr = 0 };
	mnl_nlmsg_put_extra_header(req, sizeof(struct xfrm_userpolicy_id));
	ret = fb_nl_dump(NETLINK_XFRM, req, handlers, forget, ps, "IPsec policies", error);
	if (ret)
		fb_policies_free(ps);
	if (ret != -EPROTONOSUPPORT)
		return ret;
	fb_error_clear(error);
	return 0;
}
