// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks behind all others at PRE_ROUTING, FORWARD and LOCAL_IN of a network
 * namespace: what conntrack and routing have made of the sampled packet.
 *
 * They run under RCU. It is a softirq, but for packets that a task lets go on
 * from a queue.
 */
#include <linux/limits.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/skbuff.h>
#include <net/dst.h>
#include <net/netfilter/nf_conntrack.h>

#include "why.h"
#include "trace.h"

struct fb_why_stage_counts {
	u64 forward;
	u64 local;
};

static DEFINE_PER_CPU(struct fb_why_stage_counts, fb_why_stage_counts);

static void fb_why_conn_of(const struct sk_buff *skb, struct fb_why_conn *conn,
			   u8 *ctinfo)
{
	enum ip_conntrack_info info;
	const struct nf_conn *ct = nf_ct_get(skb, &info);

	*ctinfo = ct || info == IP_CT_UNTRACKED ? info : FB_WHY_CTINFO_NONE;
	fb_why_conn_read(ct, conn);
}

static unsigned int fb_why_prerouting(void *priv, struct sk_buff *skb,
				      const struct nf_hook_state *state)
{
	struct fb_why_conn conn;
	u8 ctinfo;
	u64 id;

	fb_why_at_prerouting();
	id = fb_why_sampled(skb);
	if (id && trace_why_ct_enabled()) {
		fb_why_conn_of(skb, &conn, &ctinfo);
		trace_why_ct(id, skb->mark, ctinfo, &conn);
	}
	return NF_ACCEPT;
}

static unsigned int fb_why_forward(void *priv, struct sk_buff *skb,
				   const struct nf_hook_state *state)
{
	const struct dst_entry *dst = skb_dst(skb);
	struct fb_why_conn conn;
	u8 ctinfo;
	u64 id;

	this_cpu_inc(fb_why_stage_counts.forward);
	id = fb_why_sampled(skb);
	if (!id)
		return NF_ACCEPT;
	if (trace_why_forward_enabled()) {
		fb_why_conn_of(skb, &conn, &ctinfo);
		trace_why_forward(id, skb, state->out, dst ? dst_mtu(dst) : 0,
				  dst && dst_xfrm(dst), &conn);
	}
	fb_why_forget(skb);
	return NF_ACCEPT;
}

static unsigned int fb_why_local_in(void *priv, struct sk_buff *skb,
				    const struct nf_hook_state *state)
{
	u64 id;

	this_cpu_inc(fb_why_stage_counts.local);
	id = fb_why_sampled(skb);
	if (!id)
		return NF_ACCEPT;
	trace_why_local(id);
	fb_why_forget(skb);
	return NF_ACCEPT;
}

static const struct nf_hook_ops fb_why_stage_ops[] = {
	{
		.hook = fb_why_prerouting,
		.pf = NFPROTO_INET,
		.hooknum = NF_INET_PRE_ROUTING,
		.priority = INT_MAX,
	}, {
		.hook = fb_why_forward,
		.pf = NFPROTO_INET,
		.hooknum = NF_INET_FORWARD,
		.priority = INT_MAX,
	}, {
		.hook = fb_why_local_in,
		.pf = NFPROTO_INET,
		.hooknum = NF_INET_LOCAL_IN,
		.priority = INT_MAX,
	},
};

/**
 * fb_why_stages_attach() - put the hooks into a namespace
 * @net: the namespace
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep; they are in no namespace.
 */
int fb_why_stages_attach(struct net *net)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&fb_why_stage_counts, cpu), 0,
		       sizeof(fb_why_stage_counts));
	return nf_register_net_hooks(net, fb_why_stage_ops,
				     ARRAY_SIZE(fb_why_stage_ops));
}

/**
 * fb_why_stages_detach() - take the hooks out of a namespace
 * @net: the namespace
 *
 * A CPU may still run one of them until the caller has waited for RCU.
 *
 * Context: process, may sleep.
 */
void fb_why_stages_detach(struct net *net)
{
	nf_unregister_net_hooks(net, fb_why_stage_ops,
				ARRAY_SIZE(fb_why_stage_ops));
}

/**
 * fb_why_stages_show() - print the packets at FORWARD and at LOCAL_IN
 * @m: where to
 *
 * Context: any.
 */
void fb_why_stages_show(struct seq_file *m)
{
	u64 forward = 0, local = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct fb_why_stage_counts *counts =
			per_cpu_ptr(&fb_why_stage_counts, cpu);

		forward += READ_ONCE(counts->forward);
		local += READ_ONCE(counts->local);
	}
	seq_printf(m, "forward=%llu local=%llu\n", forward, local);
}
