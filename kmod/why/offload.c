// SPDX-License-Identifier: GPL-2.0
/*
 * Probes on functions that add a flow to a flowtable and remove it: whether the rule
 * "flow add" has offloaded the sampled packet's connection, and what ends a flow.
 *
 * All handlers run with preemption off, in the context of the probed function.
 * The rule is evaluated in a softirq, so this CPU evaluates one at a time.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <net/net_namespace.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_flow_table.h>
#include <net/netfilter/nf_tables.h>

#include "why.h"
#include "trace.h"

/**
 * struct fb_why_offload - the evaluation of "flow add" that runs on a CPU
 * @active: there is one, for the sampled packet
 * @route: what looking for the route has returned, or FB_WHY_NOT_CALLED
 * @add: what adding the flow has returned, or FB_WHY_NOT_CALLED
 */
struct fb_why_offload {
	bool active;
	int route;
	int add;
};

static DEFINE_PER_CPU(struct fb_why_offload, fb_why_offload);

/* What the evaluation began with. */
struct fb_why_eval {
	const struct nft_regs *regs;
	const struct sk_buff *skb;
	u64 id;
	bool before;
};

/* Namespace whose flows are reported; only compared, never followed. */
static const struct net *fb_why_offload_net;

static bool fb_why_is_offloaded(const struct sk_buff *skb)
{
	enum ip_conntrack_info ctinfo;
	const struct nf_conn *ct = nf_ct_get(skb, &ctinfo);

	return ct && test_bit(IPS_OFFLOAD_BIT, &ct->status);
}

/* void nft_flow_offload_eval(expr, regs, pkt). A return of 1: the end is not looked at. */
static int fb_why_eval_entry(struct kretprobe_instance *ri,
			     struct pt_regs *regs)
{
	const struct nft_pktinfo *pkt =
		(const void *)regs_get_kernel_argument(regs, 2);
	struct fb_why_eval *eval = (struct fb_why_eval *)ri->data;
	struct fb_why_offload *offload = this_cpu_ptr(&fb_why_offload);

	if (!trace_why_add_enabled())
		return 1;
	eval->id = fb_why_sampled(pkt->skb);
	if (!eval->id)
		return 1;
	eval->regs = (const void *)regs_get_kernel_argument(regs, 1);
	eval->skb = pkt->skb;
	eval->before = fb_why_is_offloaded(pkt->skb);
	offload->route = FB_WHY_NOT_CALLED;
	offload->add = FB_WHY_NOT_CALLED;
	offload->active = true;
	return 0;
}

NOKPROBE_SYMBOL(fb_why_eval_entry);

static int fb_why_eval_return(struct kretprobe_instance *ri,
			      struct pt_regs *regs)
{
	const struct fb_why_eval *eval = (const struct fb_why_eval *)ri->data;
	struct fb_why_offload *offload = this_cpu_ptr(&fb_why_offload);

	offload->active = false;
	trace_why_add(eval->id, eval->regs->verdict.code != NFT_BREAK,
		      eval->before, fb_why_is_offloaded(eval->skb),
		      offload->route, offload->add);
	return 0;
}

NOKPROBE_SYMBOL(fb_why_eval_return);

/* Looks at the end of a function only within an evaluation. */
static int fb_why_in_eval(struct kretprobe_instance *ri,
			  struct pt_regs *regs)
{
	return !this_cpu_read(fb_why_offload.active);
}

NOKPROBE_SYMBOL(fb_why_in_eval);

/* int nft_flow_route(…) */
static int fb_why_route_return(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	this_cpu_write(fb_why_offload.route, (int)regs_return_value(regs));
	return 0;
}

NOKPROBE_SYMBOL(fb_why_route_return);

/* int flow_offload_add(…) */
static int fb_why_add_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	this_cpu_write(fb_why_offload.add, (int)regs_return_value(regs));
	return 0;
}

NOKPROBE_SYMBOL(fb_why_add_return);

/* The address that a function returns to, at its begin; 0 if it is not known. */
static unsigned long fb_why_caller(struct pt_regs *regs)
{
#ifdef CONFIG_X86
	return regs_get_kernel_stack_nth(regs, 0);
#elif defined(CONFIG_ARM64)
	return procedure_link_pointer(regs);
#else
	return 0;
#endif
}

/*
 * Reads a flow that leaves its flowtable. Returns its connection if the event is
 * wanted, else NULL.
 */
static const struct nf_conn *fb_why_flow_read(const struct flow_offload *flow,
					      struct fb_why_conn *conn, int *left)
{
	const struct nf_conn *ct = flow->ct;
	s32 delta;

	if (nf_ct_net(ct) != READ_ONCE(fb_why_offload_net) ||
	    !fb_why_ratelimit(this_cpu_ptr(&fb_why_cpu.flows)))
		return NULL;
	fb_why_conn_read(ct, conn);
	delta = nf_flow_timeout_delta(READ_ONCE(flow->timeout));
	/* Rounded up: 0 only if the kernel takes the flow for expired. */
	*left = delta > 0 ? DIV_ROUND_UP(delta, HZ) : delta / HZ;
	return ct;
}

/* void flow_offload_teardown(flow): the first call for a flow only. Any context. */
static int fb_why_flow_teardown(struct kprobe *kp, struct pt_regs *regs)
{
	const struct flow_offload *flow =
		(const void *)regs_get_kernel_argument(regs, 0);
	const struct nf_conn *ct;
	struct fb_why_conn conn;
	int left;

	if (!trace_why_teardown_enabled() ||
	    test_bit(NF_FLOW_TEARDOWN, &flow->flags))
		return 0;
	ct = fb_why_flow_read(flow, &conn, &left);
	if (ct)
		trace_why_teardown(nf_ct_net(ct)->ns.inum, fb_why_caller(regs),
				   left, &conn);
	return 0;
}

NOKPROBE_SYMBOL(fb_why_flow_teardown);

/* void flow_offload_del(flow_table, flow): a work item. */
static int fb_why_flow_del(struct kprobe *kp, struct pt_regs *regs)
{
	const struct flow_offload *flow =
		(const void *)regs_get_kernel_argument(regs, 1);
	const struct nf_conn *ct;
	struct fb_why_conn conn;
	int left;

	if (!trace_why_gone_enabled())
		return 0;
	ct = fb_why_flow_read(flow, &conn, &left);
	if (ct)
		trace_why_gone(nf_ct_net(ct)->ns.inum, fb_why_caller(regs),
			       left, &conn);
	return 0;
}

NOKPROBE_SYMBOL(fb_why_flow_del);

static struct fb_why_probe fb_why_probes[] = {
	{
		.symbol = "nft_flow_offload_eval",
		.entry_handler = fb_why_eval_entry,
		.ret_handler = fb_why_eval_return,
		.data_size = sizeof(struct fb_why_eval),
	}, {
		.symbol = "nft_flow_route",
		.entry_handler = fb_why_in_eval,
		.ret_handler = fb_why_route_return,
	}, {
		.symbol = "flow_offload_add",
		.entry_handler = fb_why_in_eval,
		.ret_handler = fb_why_add_return,
	}, {
		.symbol = "flow_offload_teardown",
		.pre_handler = fb_why_flow_teardown,
	}, {
		.symbol = "flow_offload_del",
		.pre_handler = fb_why_flow_del,
	},
};

/**
 * fb_why_offload_attach() - attach the probes
 * @net: namespace whose flows are reported; never followed
 *
 * Functions that the kernel lacks are skipped.
 *
 * Return: 0, or -ENOMEM, and then none is attached.
 * Context: process, may sleep; the rtnl is not held.
 */
int fb_why_offload_attach(const struct net *net)
{
	int err;

	WRITE_ONCE(fb_why_offload_net, net);
	err = fb_why_probes_attach(fb_why_probes, ARRAY_SIZE(fb_why_probes));
	if (err)
		fb_why_offload_forget_net();
	return err;
}

/**
 * fb_why_offload_forget_net() - report no more flows; the probes stay
 *
 * For a namespace that goes: the next one may have its address.
 *
 * Context: any.
 */
void fb_why_offload_forget_net(void)
{
	WRITE_ONCE(fb_why_offload_net, NULL);
}

/**
 * fb_why_offload_detach() - take the probes off
 *
 * On return no CPU runs one of their handlers.
 *
 * Context: process, may sleep; the rtnl is not held.
 */
void fb_why_offload_detach(void)
{
	int cpu;

	fb_why_probes_detach();
	fb_why_offload_forget_net();
	/* An evaluation that ran meanwhile has not cleared it. */
	for_each_possible_cpu(cpu)
		per_cpu_ptr(&fb_why_offload, cpu)->active = false;
}
