// SPDX-License-Identifier: GPL-2.0
/*
 * A rule: how it is copied from what the kernel gives, which is valid during the call only, and
 * how it is printed.
 */
#include <linux/errno.h>
#include <linux/if_ether.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <net/flow_dissector.h>
#include <net/netfilter/nf_conntrack.h>

#include "hardware.h"

/* The keys that this hardware can match. A rule with another one is refused. */
#define FB_HW_KEYS							\
	(BIT_ULL(FLOW_DISSECTOR_KEY_META) | BIT_ULL(FLOW_DISSECTOR_KEY_CONTROL) |	\
	 BIT_ULL(FLOW_DISSECTOR_KEY_BASIC) | BIT_ULL(FLOW_DISSECTOR_KEY_IPV4_ADDRS) |	\
	 BIT_ULL(FLOW_DISSECTOR_KEY_IPV6_ADDRS) | BIT_ULL(FLOW_DISSECTOR_KEY_TCP) |	\
	 BIT_ULL(FLOW_DISSECTOR_KEY_PORTS) | BIT_ULL(FLOW_DISSECTOR_KEY_VLAN) |		\
	 BIT_ULL(FLOW_DISSECTOR_KEY_CVLAN))

static void fb_hw_read_addresses(struct fb_hw_rule *rule, const struct flow_rule *from)
{
	struct flow_match_ipv4_addrs v4;
	struct flow_match_ipv6_addrs v6;

	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_IPV4_ADDRS)) {
		flow_rule_match_ipv4_addrs(from, &v4);
		rule->family = 4;
		memcpy(rule->key.src, &v4.key->src, sizeof(v4.key->src));
		memcpy(rule->key.dst, &v4.key->dst, sizeof(v4.key->dst));
		memcpy(rule->mask.src, &v4.mask->src, sizeof(v4.mask->src));
		memcpy(rule->mask.dst, &v4.mask->dst, sizeof(v4.mask->dst));
	}
	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_IPV6_ADDRS)) {
		flow_rule_match_ipv6_addrs(from, &v6);
		rule->family = 6;
		memcpy(rule->key.src, &v6.key->src, sizeof(v6.key->src));
		memcpy(rule->key.dst, &v6.key->dst, sizeof(v6.key->dst));
		memcpy(rule->mask.src, &v6.mask->src, sizeof(v6.mask->src));
		memcpy(rule->mask.dst, &v6.mask->dst, sizeof(v6.mask->dst));
	}
}

static void fb_hw_read_vlan(struct fb_hw_vlan *vlan, const struct flow_match_vlan *match)
{
	vlan->id = match->key->vlan_id;
	vlan->id_mask = match->mask->vlan_id;
	vlan->proto = match->key->vlan_tpid;
	vlan->proto_mask = match->mask->vlan_tpid;
}

static void fb_hw_read_tags(struct fb_hw_rule *rule, const struct flow_rule *from)
{
	struct flow_match_vlan match;

	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_VLAN)) {
		flow_rule_match_vlan(from, &match);
		fb_hw_read_vlan(&rule->vlan[0], &match);
	}
	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_CVLAN)) {
		flow_rule_match_cvlan(from, &match);
		fb_hw_read_vlan(&rule->vlan[1], &match);
	}
}

static void fb_hw_read_ports(struct fb_hw_rule *rule, const struct flow_rule *from)
{
	struct flow_match_ports ports;
	struct flow_match_tcp tcp;

	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_PORTS)) {
		flow_rule_match_ports(from, &ports);
		rule->key.sport = ports.key->src;
		rule->key.dport = ports.key->dst;
		rule->mask.sport = ports.mask->src;
		rule->mask.dport = ports.mask->dst;
	}
	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_TCP)) {
		flow_rule_match_tcp(from, &tcp);
		rule->key.tcp = tcp.key->flags;
		rule->mask.tcp = tcp.mask->flags;
	}
}

static void fb_hw_read_keys(struct fb_hw_rule *rule, const struct flow_rule *from)
{
	struct flow_match_meta meta;
	struct flow_match_basic basic;

	rule->used = from->match.dissector->used_keys;
	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_META)) {
		flow_rule_match_meta(from, &meta);
		rule->key.iif = meta.key->ingress_ifindex;
		rule->mask.iif = meta.mask->ingress_ifindex;
	}
	if (flow_rule_match_key(from, FLOW_DISSECTOR_KEY_BASIC)) {
		flow_rule_match_basic(from, &basic);
		rule->key.l3 = basic.key->n_proto;
		rule->key.l4 = basic.key->ip_proto;
		rule->mask.l3 = basic.mask->n_proto;
		rule->mask.l4 = basic.mask->ip_proto;
	}
	fb_hw_read_addresses(rule, from);
	fb_hw_read_tags(rule, from);
	fb_hw_read_ports(rule, from);
}

static int fb_hw_read_action(struct fb_hw_rule *rule, struct fb_hw_action *to,
			     const struct flow_action_entry *from)
{
	to->id = from->id;
	switch ((unsigned int)from->id) {
	case FLOW_ACTION_MANGLE:
		to->base = from->mangle.htype;
		to->at = from->mangle.offset;
		to->mask = from->mangle.mask;
		to->value = from->mangle.val;
		return 0;
	case FLOW_ACTION_CSUM:
		to->value = from->csum_flags;
		return 0;
	case FLOW_ACTION_REDIRECT:
		to->value = from->dev->ifindex;
		rule->oif = from->dev->ifindex;
		memcpy(rule->out, from->dev->name, IFNAMSIZ);
		return 0;
	case FLOW_ACTION_VLAN_PUSH:
		to->value = from->vlan.vid;
		to->at = (__force u16)from->vlan.proto;
		return 0;
	case FLOW_ACTION_PPPOE_PUSH:
		to->value = fb_flow_pppoe_sid(from);
		return 0;
	case FLOW_ACTION_CT_METADATA:
		/* The connection's address has the state in its last bits. */
		to->value = from->ct_metadata.mark;
		to->at = from->ct_metadata.cookie & NFCT_INFOMASK;
		return 0;
	case FLOW_ACTION_VLAN_POP:
	case FLOW_ACTION_ACCEPT:
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

/*
 * nf_flow_table gives bytes of the packet, as mtk_ppe takes them; act_ct gives numbers, as mlx5
 * does: an address word, or a port of 16 bits at the offset. Bytes of the packet are kept.
 */
static void fb_hw_read_numbers(struct fb_hw_rule *rule)
{
	unsigned int i;

	for (i = 0; i < rule->actions; i++) {
		struct fb_hw_action *action = &rule->action[i];

		if (action->id != FLOW_ACTION_MANGLE)
			continue;
		if (action->base == FLOW_ACT_MANGLE_HDR_TYPE_TCP ||
		    action->base == FLOW_ACT_MANGLE_HDR_TYPE_UDP) {
			action->value <<= 16;
			action->mask = action->mask << 16 | 0xffff;
		}
		action->value = (__force u32)cpu_to_be32(action->value);
		action->mask = (__force u32)cpu_to_be32(action->mask);
	}
}

/**
 * fb_hw_rule_read() - copy a rule of the kernel
 * @rule: receives keys, masks and actions; the caller has zeroed it
 * @from: the kernel's rule
 *
 * Return: 0; -EOPNOTSUPP if it has a key or an action that this hardware does not know; -E2BIG if
 * it has too many actions.
 * Context: any.
 */
int fb_hw_rule_read(struct fb_hw_rule *rule, const struct flow_rule *from)
{
	const struct flow_action_entry *entry;
	bool ct = false;
	unsigned int i;
	int err = 0;

	if (from->action.num_entries > FB_HW_ACTIONS_MAX)
		return -E2BIG;
	fb_hw_read_keys(rule, from);
	rule->actions = from->action.num_entries;
	flow_action_for_each(i, entry, &from->action) {
		err = fb_hw_read_action(rule, &rule->action[i], entry) ? : err;
		ct |= entry->id == FLOW_ACTION_CT_METADATA;
	}
	if (ct)
		fb_hw_read_numbers(rule);
	return rule->used & ~FB_HW_KEYS ? -EOPNOTSUPP : err;
}

static void fb_hw_show_keys(struct seq_file *m, const struct fb_hw_rule *rule)
{
	const struct fb_hw_half *key = &rule->key, *mask = &rule->mask;
	int i, len = rule->family == 6 ? 16 : 4;

	seq_printf(m, " used=0x%llx iif=%u/%x l3=%04x/%04x l4=%u/%x", rule->used, key->iif,
		   mask->iif, ntohs(key->l3), ntohs(mask->l3), key->l4, mask->l4);
	for (i = 0; i < ARRAY_SIZE(rule->vlan); i++)
		if (rule->vlan[i].id_mask || rule->vlan[i].proto_mask)
			seq_printf(m, " vlan%d=%u/%x,%04x/%04x", i, rule->vlan[i].id,
				   rule->vlan[i].id_mask, ntohs(rule->vlan[i].proto),
				   ntohs(rule->vlan[i].proto_mask));
	if (rule->family)
		seq_printf(m, " family=%u src=%*phN/%*phN dst=%*phN/%*phN", rule->family,
			   len, key->src, len, mask->src, len, key->dst, len, mask->dst);
	seq_printf(m, " packets=%lld bytes=%lld", (s64)atomic64_read(&rule->packets),
		   (s64)atomic64_read(&rule->bytes));
	seq_printf(m, " sport=%u/%x dport=%u/%x tcp=%x/%x", ntohs(key->sport), ntohs(mask->sport),
		   ntohs(key->dport), ntohs(mask->dport), ntohs(key->tcp), ntohs(mask->tcp));
}

static const char *fb_hw_base_name(unsigned int base)
{
	static const char * const names[] = {
		[FLOW_ACT_MANGLE_UNSPEC] = "unspec",
		[FLOW_ACT_MANGLE_HDR_TYPE_ETH] = "eth",
		[FLOW_ACT_MANGLE_HDR_TYPE_IP4] = "ip4",
		[FLOW_ACT_MANGLE_HDR_TYPE_IP6] = "ip6",
		[FLOW_ACT_MANGLE_HDR_TYPE_TCP] = "tcp",
		[FLOW_ACT_MANGLE_HDR_TYPE_UDP] = "udp",
	};

	return base < ARRAY_SIZE(names) ? names[base] : "unknown";
}

/* A mangle's mask and value are bytes of the packet; they are printed in its order. */
static void fb_hw_show_action(struct seq_file *m, const struct fb_hw_rule *rule,
			      const struct fb_hw_action *action)
{
	switch (action->id) {
	case FLOW_ACTION_MANGLE:
		seq_printf(m, " act=mangle,%s,%u,%4phN,%4phN", fb_hw_base_name(action->base),
			   action->at, &action->mask, &action->value);
		return;
	case FLOW_ACTION_CSUM:
		seq_printf(m, " act=csum,%x", action->value);
		return;
	case FLOW_ACTION_REDIRECT:
		seq_printf(m, " act=redirect,%u,%s", action->value, rule->out);
		return;
	case FLOW_ACTION_VLAN_PUSH:
		seq_printf(m, " act=vlan_push,%u,%04x", action->value,
			   ntohs((__force __be16)action->at));
		return;
	case FLOW_ACTION_PPPOE_PUSH:
		seq_printf(m, " act=pppoe_push,%u", action->value);
		return;
	case FLOW_ACTION_CT_METADATA:
		seq_printf(m, " act=ct,%u,%u", action->value, action->at);
		return;
	case FLOW_ACTION_VLAN_POP:
		seq_puts(m, " act=vlan_pop");
		return;
	case FLOW_ACTION_ACCEPT:
		seq_puts(m, " act=accept");
		return;
	default:
		seq_printf(m, " act=unknown,%u", action->id);
	}
}

/**
 * fb_hw_rule_show() - print a rule as one line
 * @m: where to
 * @rule: the rule
 *
 * Context: the rule stays.
 */
void fb_hw_rule_show(struct seq_file *m, const struct fb_hw_rule *rule)
{
	unsigned int i;

	seq_printf(m, "id=%u ifindex=%d dev=%s block=%u orphan=%d ms=%llu", rule->id, rule->dev,
		   rule->in, rule->block, rule->orphan,
		   div_u64(ktime_get_ns() - rule->ns, NSEC_PER_MSEC));
	if (rule->err)
		seq_printf(m, " error=%d reason=%s", rule->err, rule->reason);
	fb_hw_show_keys(m, rule);
	for (i = 0; i < rule->actions; i++)
		fb_hw_show_action(m, rule, &rule->action[i]);
	seq_putc(m, '\n');
}
