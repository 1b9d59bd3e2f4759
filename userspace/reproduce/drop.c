// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/escape.h"
#include "lib/stem.h"
#include "reproduce/drop.h"

/* What frees a dropped packet. consume_skb() and __kfree_skb() free others as well. */
static const char *const frees[] = {
	"kfree_skb",	  "kfree_skb_reason",	   "sk_skb_reason_drop",
	"kfree_skb_list", "kfree_skb_list_reason", NULL
};

/* Functions that free a packet by these only when they drop it. */
static const char droppers[] =
	" nf_hook_slow nf_iterate ip_rcv ip_rcv_core ip_rcv_finish ip_rcv_finish_core ip_list_rcv_finish ip_sublist_rcv "
	"ip_forward ip_forward_finish ip_error ip_local_deliver ip_local_deliver_finish ip_protocol_deliver_rcu "
	"ip6_rcv_core ipv6_rcv ip6_rcv_finish ip6_forward ip6_input_finish ip6_protocol_deliver_rcu ip6_pkt_drop "
	"tcp_v4_rcv tcp_v6_rcv tcp_v4_do_rcv tcp_v6_do_rcv tcp_drop tcp_drop_reason udp_queue_rcv_skb "
	"udp_queue_rcv_one_skb __udp_queue_rcv_skb __udp4_lib_rcv __udp6_lib_rcv udp_rcv udpv6_rcv xfrm_input xfrm4_rcv "
	"xfrm_output xfrm_output_resume __netif_receive_skb_core enqueue_to_backlog __dev_queue_xmit dev_queue_xmit "
	"ip_finish_output2 ip6_finish_output2 neigh_resolve_output __neigh_event_send br_handle_frame "
	"br_handle_frame_finish br_forward_finish br_dev_queue_push_xmit br_dev_xmit netif_receive_generic_xdp "
	"do_xdp_generic vxlan_rcv vxlan_xmit vxlan_xmit_one ip_tunnel_rcv ip_tunnel_xmit wg_xmit tun_net_xmit veth_xmit "
	"validate_xmit_skb nf_conntrack_in qdisc_drop pfifo_fast_enqueue fq_codel_enqueue sch_direct_xmit "
	"tcf_classify tcp_rcv_established ip_output ip_mc_output ip_finish_output __ip_finish_output ";

/* Calls that decide nothing: locks, and what is done for the packet. */
static const char *const noise[] = { "_raw_",	      "__rcu_",	   "rcu_",	  "__local_bh",
				     "local_bh",      "skb_",	   "__skb_",	  "kfree",
				     "kmem_",	      "preempt",   "dst_release", "sock_",
				     "nf_hook_entry", "icmp_send", "__icmp_send", "__cond",
				     "_cond",	      NULL };

static const struct {
	const char *call;
	const char *hook;
} hooks[] = {
	{ "ip_rcv", "prerouting" },
	{ "ip_list_rcv", "prerouting" },
	{ "ip_sublist_rcv", "prerouting" },
	{ "ipv6_rcv", "prerouting" },
	{ "ip6_sublist_rcv", "prerouting" },
	{ "ipv6_list_rcv", "prerouting" },
	{ "ip_local_deliver", "input" },
	{ "ip6_input", "input" },
	{ "ip_forward", "forward" },
	{ "ip6_forward", "forward" },
	{ "__ip_local_out", "output" },
	{ "__ip_local_out_sk", "output" },
	{ "ip_local_out", "output" },
	{ "raw_sendmsg", "output" },
	{ "__ip6_local_out", "output" },
	{ "ip6_xmit", "output" },
	{ "ip_output", "postrouting" },
	{ "ip_mc_output", "postrouting" },
	{ "ip6_output", "postrouting" },
	{ "xfrm4_output", "postrouting" },
	{ "xfrm_output", "postrouting" },
	{ "__netif_receive_skb_core", "ingress" },
	{ "__dev_queue_xmit", "egress" },
	{ "br_handle_frame", "prerouting of the bridge" },
	{ "br_nf_pre_routing", "prerouting, of a bridged packet" },
	{ "br_nf_forward_ip", "forward, of a bridged packet" },
	{ "br_nf_post_routing", "postrouting, of a bridged packet" },
	{ "__br_forward", "forward of the bridge" },
	{ "br_forward_finish", "postrouting of the bridge" },
};

static const struct {
	const char *begins;
	const char *whose;
} tables[] = {
	{ "iptable_filter_hook", "the table filter of iptables-legacy" },
	{ "iptable_mangle_hook", "the table mangle of iptables-legacy" },
	{ "iptable_raw_hook", "the table raw of iptables-legacy" },
	{ "iptable_security_hook", "the table security of iptables-legacy" },
	{ "iptable_nat", "the table nat of iptables-legacy" },
	{ "ip6table_filter_hook", "the table filter of ip6tables-legacy" },
	{ "ipt_do_table", "a table of iptables-legacy" },
	{ "ip6t_do_table", "a table of ip6tables-legacy" },
	{ "ebt_", "a table of ebtables" },
	{ "nft_do_chain", "a chain of nftables" },
	{ "nft_nat_do_chain", "a NAT chain of nftables" },
	{ "ip_vs_", "IPVS" },
	{ "nf_nat_", "NAT" },
	{ "ipv4_conntrack", "connection tracking" },
	{ "ipv6_conntrack", "connection tracking" },
	{ "ipv4_confirm", "connection tracking" },
	{ "nf_confirm", "connection tracking" },
	{ "nf_conntrack", "connection tracking" },
	{ "selinux_", "SELinux" },
	{ "apparmor_", "AppArmor" },
	{ "smack_", "Smack" },
	{ "nf_flow_offload", "the flowtable" },
	{ "ip_route_input", "routing" },
	{ "fib_validate_source", "routing: the check of the source address" },
	{ "__xfrm_policy_check", "a policy of IPsec" },
	{ "sk_filter", "the socket's filter" },
	{ "tcf_classify", "a classifier of tc" },
};

static bool in_list(const char *list, const char *name)
{
	size_t len = fb_stem(name);
	const char *at;

	for (at = strchr(list, ' '); at && at[1]; at = strchr(at + 1, ' '))
		if (!strncmp(at + 1, name, len) && at[1 + len] == ' ')
			return true;
	return false;
}

static const char *hook_of(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++)
		if (fb_same_stem(hooks[i].call, name))
			return hooks[i].hook;
	return NULL;
}

static const char *table_of(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (!strncmp(name, tables[i].begins, strlen(tables[i].begins)))
			return tables[i].whose;
	return NULL;
}

static bool is_noise(const char *name)
{
	size_t i;

	for (i = 0; noise[i]; i++)
		if (!strncmp(name, noise[i], strlen(noise[i])))
			return true;
	return false;
}

static uint32_t caller_of(const struct fb_tree *tree, uint32_t at)
{
	do {
		at = tree->node[at].parent;
	} while (at && !fb_node_is_call(tree, at));
	return at;
}

/* Where the search for a decision is: drops in one call come in their order, so that each call is looked at once. */
struct search {
	uint32_t around;
	uint32_t next;
	uint32_t found;
};

/* The last call before @at, of those beside it, that can have decided. */
static uint32_t decision_before(const struct fb_tree *tree, uint32_t at, struct search *in)
{
	uint32_t around = tree->node[at].parent;

	if (in->around != around || in->next > at)
		*in = (struct search){ .around = around, .next = tree->node[around].child };
	for (; in->next && in->next != at; in->next = tree->node[in->next].next)
		if (fb_node_is_call(tree, in->next) && !is_noise(fb_node_name(tree, in->next)))
			in->found = in->next;
	return in->found;
}

static void find_drop(const struct fb_tree *tree, uint32_t at, struct search *in,
		      struct fb_drop *drop)
{
	uint32_t around;

	*drop = (struct fb_drop){ .free = at, .by = caller_of(tree, at), .packets = 1 };
	drop->decision = decision_before(tree, at, in);
	if (drop->decision)
		drop->table = table_of(fb_node_name(tree, drop->decision));
	for (around = drop->by; around && !drop->hook; around = caller_of(tree, around)) {
		const char *name = fb_node_name(tree, around);

		if (!fb_same_stem(name, "nf_hook_slow") && !fb_same_stem(name, "nf_iterate") &&
		    !fb_same_stem(name, "nf_hook_slow_list")) {
			if (around != drop->by)
				drop->hook = hook_of(name);
			break;
		}
	}
}

static bool same_name(const struct fb_tree *tree, uint32_t a, uint32_t b)
{
	if (!a || !b)
		return a == b;
	return fb_same_stem(fb_node_name(tree, a), fb_node_name(tree, b));
}

static void add_drop(const struct fb_tree *tree, struct fb_drops *drops, const struct fb_drop *drop)
{
	unsigned int i;

	for (i = 0; i < drops->nr; i++) {
		struct fb_drop *old = &drops->drop[i];

		if (same_name(tree, old->by, drop->by) && old->hook == drop->hook &&
		    same_name(tree, old->decision, drop->decision)) {
			old->packets++;
			return;
		}
	}
	if (drops->nr < FB_DROPS_MAX)
		drops->drop[drops->nr++] = *drop;
	else
		drops->more++;
}

void fb_drops_find(const struct fb_tree *tree, const struct fb_evidence *ev, struct fb_drops *drops)
{
	struct fb_drop drop;
	struct search in;
	uint32_t at, by;
	size_t i;

	*drops = (struct fb_drops){ .nr = 0 };
	for (i = 0; frees[i]; i++) {
		in = (struct search){ .around = 0 };
		at = fb_evidence_call(ev, frees[i], strlen(frees[i]));
		for (; at; at = fb_evidence_next(ev, at)) {
			by = caller_of(tree, at);
			if (!by || !in_list(droppers, fb_node_name(tree, by)))
				continue;
			find_drop(tree, at, &in, &drop);
			add_drop(tree, drops, &drop);
		}
	}
}

/* "0x0", "0" */
static bool is_zero(const char *value)
{
	char *end;

	errno = 0;
	return !strtoull(value, &end, 0) && !*end && !errno;
}

static void put_call(const struct fb_tree *tree, uint32_t at, struct fb_out *out)
{
	fb_put_ascii(out, fb_node_name(tree, at));
	fb_out_named(out, "() of line ", tree->node[at].line);
}

void fb_drops_print(const struct fb_tree *tree, const struct fb_drops *drops, const char *label,
		    struct fb_out *out)
{
	unsigned int i;

	for (i = 0; i < drops->nr; i++) {
		const struct fb_drop *drop = &drops->drop[i];
		const char *value = drop->decision ? fb_node_retval(tree, drop->decision) : NULL;

		fb_out_printf(out, "%-10s", label);
		put_call(tree, drop->by, out);
		fb_out_text(out, " drops the packet");
		if (drop->packets > 1)
			fb_out_printf(out, " (and %u more there)", drop->packets - 1);
		if (drop->hook)
			fb_out_printf(out, ", at the hook %s", drop->hook);
		if (drop->decision) {
			fb_out_text(out, "; last before: ");
			put_call(tree, drop->decision, out);
			if (drop->table)
				fb_out_printf(out, ", %s", drop->table);
		}
		if (value) {
			fb_out_text(out, ", returned ");
			fb_put_ascii(out, value);
			if (drop->hook && is_zero(value))
				fb_out_text(out, " (drop)");
		}
		fb_out_char(out, '\n');
	}
	if (drops->more)
		fb_out_printf(out, "%-10s%u packets more, elsewhere\n", label, drops->more);
}
