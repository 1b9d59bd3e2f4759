// SPDX-License-Identifier: GPL-2.0
/*
 * Packets that a device transmits to its peer, as a host at the other end of a
 * cable does. So the peer's driver receives them, and its XDP program sees them.
 */
#include <linux/errno.h>
#include <linux/if_ether.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/string.h>

#include "bench.h"

/* How long to wait for the peer's poll function. */
#define FB_XMIT_TIMEOUT	HZ

static unsigned int fb_buffer_size(const struct fb_pool *pool)
{
	return SKB_DATA_ALIGN(FB_HEADROOM + round_up(pool->frame, 8) +
			      FB_TAILROOM) +
	       SKB_DATA_ALIGN(sizeof(struct skb_shared_info));
}

/**
 * fb_xmit_fill() - allocate buffers of packets until there are enough
 * @pool: of this CPU
 * @count: how many there are to be, FB_POOL_MAX at most
 *
 * A driver uses its pages again. To zero a new page costs as much as 20 packets, and
 * the number of new pages in a round is random: it is kept out of the price.
 *
 * Return: 0 or -ENOMEM.
 * Context: process, bottom halves on.
 */
int fb_xmit_fill(struct fb_pool *pool, unsigned int count)
{
	int err = 0;
	void *data;

	local_bh_disable();
	while (!err && pool->buffers < count) {
		data = napi_alloc_frag(fb_buffer_size(pool));
		if (data)
			pool->buffer[pool->buffers++] = data;
		else
			err = -ENOMEM;
	}
	local_bh_enable();
	return err;
}

/* Frees all buffers of a pool that is not used any more. */
void fb_xmit_drain(struct fb_pool *pool)
{
	while (pool->buffers)
		skb_free_frag(pool->buffer[--pool->buffers]);
}

/**
 * fb_xmit_alloc() - make a packet as a driver does, in a fragment of a page
 * @pool: has a buffer from fb_xmit_fill(), and counts the packet
 *
 * XDP runs on such a buffer in place, if the buffer is not shared and has enough
 * headroom, as FB_HEADROOM is. Any other packet is copied first.
 *
 * Return: the packet, its data where the frame begins; NULL if memory is short.
 * Context: bottom halves off.
 */
struct sk_buff *fb_xmit_alloc(struct fb_pool *pool)
{
	struct sk_buff *skb;
	void *data;

	if (unlikely(!pool->buffers))
		return NULL;
	data = pool->buffer[--pool->buffers];
	skb = build_skb(data, fb_buffer_size(pool));
	if (unlikely(!skb)) {
		skb_free_frag(data);
		return NULL;
	}

	skb_reserve(skb, FB_HEADROOM);
	skb_reset_mac_header(skb);
	memset(skb->data, 0, pool->frame);
	pool->built++;
	return skb;
}

/**
 * fb_xmit_send() - transmit a packet by its device
 * @skb: from fb_generator_init_skb()
 *
 * Context: bottom halves off. The peer receives it once they are on again.
 */
void fb_xmit_send(struct sk_buff *skb)
{
	__skb_push(skb, ETH_HLEN);
	dev_direct_xmit(skb, 0);
}

/*
 * Without probes, nobody sees what an XDP program drops: all that can be known is that
 * the peer has received it. The peer's counter is read for each end, so that a round of
 * the generator alone pays for as much as a round of the path.
 */
static bool fb_xmit_ended(const struct fb_generator *gen)
{
	const struct fb_run *run = gen->run;
	bool ended = fb_account_in_flight(run) <= 0;

	if (run->conf.probes)
		return ended;
	if (fb_account_received(run) < gen->counters->injected)
		return false;
	return ended || run->conf.end == FB_END_XDP;
}

/**
 * fb_xmit_wait() - let the peer receive, and wait until all packets have ended
 * @gen: the generator, the only one of its run
 *
 * The peer's poll function runs as soon as bottom halves are on, or a moment later
 * if ksoftirqd is busy. With RPS or threaded NAPI it runs on any CPU, so the counters
 * of all CPUs are read. A queue of the path may hold packets for any time.
 *
 * Return: 0; what ended the run, if it was told to stop; -ETIMEDOUT if packets have
 * not ended within a second.
 * Context: process, bottom halves off and the CPU kept; neither is so meanwhile.
 */
int fb_xmit_wait(const struct fb_generator *gen)
{
	const struct fb_run *run = gen->run;
	unsigned long until = jiffies + FB_XMIT_TIMEOUT;
	bool ended;
	int err;

	local_bh_enable();
	for (;;) {
		ended = fb_xmit_ended(gen);
		if (ended || READ_ONCE(run->stop) ||
		    time_after(jiffies, until))
			break;
		fb_sleep_a_tick();
	}
	local_bh_disable();
	/* A device may have gone meanwhile, also if all packets have ended. */
	err = READ_ONCE(run->stop);
	if (!err && !ended)
		err = -ETIMEDOUT;
	return err;
}

/* Takes a packet of the run that has left through the device's peer. */
static unsigned int fb_xmit_hook(void *priv, struct sk_buff *skb,
				 const struct nf_hook_state *state)
{
	struct fb_run *run = rcu_dereference(fb_active);

	if (!run || !READ_ONCE(run->open) ||
	    !fb_arrival_inspect(run, skb, state->in))
		return NF_ACCEPT;
	return NF_STOLEN;
}

/* One hook is enough: there is one run at a time. */
static struct nf_hook_ops fb_xmit_ops = {
	.hook = fb_xmit_hook,
	.pf = NFPROTO_NETDEV,
	.hooknum = NF_NETDEV_INGRESS,
	.priority = INT_MIN,
};

/**
 * fb_xmit_attach() - take what the device receives: what came back
 * @dev: device that transmits; must stay in its namespace until fb_xmit_detach()
 *
 * Return: 0 or a negative errno.
 * Context: process, rtnl held.
 */
int fb_xmit_attach(struct net_device *dev)
{
	int err;

	ASSERT_RTNL();

	fb_xmit_ops.dev = dev;
	err = nf_register_net_hook(dev_net(dev), &fb_xmit_ops);
	if (err)
		fb_xmit_ops.dev = NULL;
	return err;
}

/**
 * fb_xmit_detach() - let go of the device, if fb_xmit_attach() has it
 *
 * Context: process, rtnl held.
 */
void fb_xmit_detach(void)
{
	ASSERT_RTNL();

	if (!fb_xmit_ops.dev)
		return;
	nf_unregister_net_hook(dev_net(fb_xmit_ops.dev), &fb_xmit_ops);
	fb_xmit_ops.dev = NULL;
}
