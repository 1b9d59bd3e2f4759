// SPDX-License-Identifier: GPL-2.0
/*
 * Puts packets into the receive path of a device: one by one, as lists, from a
 * NAPI poll function through GRO, or by its peer, which transmits them. As long as
 * packets return to the pool, there is no allocation, no lock and no division
 * between two packets. Packets that the peer transmits are not used again.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/timex.h>

#include "bench.h"

/* How long to wait for the poll function to be called. */
#define FB_POLL_TIMEOUT	HZ

static __always_inline u32 fb_next_flow(struct fb_generator *gen)
{
	u32 flow;

	if (gen->run->conf.order == FB_ORDER_RANDOM) {
		/* xorshift, and a multiplication in place of a division */
		gen->random ^= gen->random << 13;
		gen->random ^= gen->random >> 17;
		gen->random ^= gen->random << 5;
		return gen->first + (((u64)gen->random * gen->flows) >> 32);
	}

	flow = gen->first + gen->next;
	if (++gen->next == gen->flows)
		gen->next = 0;
	return flow;
}

/**
 * fb_generator_init_skb() - make an skb look as if a device had received it
 * @gen: the generator
 * @skb: from the pool; its frame is written
 * @dev: the device
 * @len: length of the frame, without fragments
 */
void fb_generator_init_skb(struct fb_generator *gen, struct sk_buff *skb,
			   struct net_device *dev, unsigned int len)
{
	const struct fb_frame *frame = &gen->run->frame;

	skb->dev = dev;
	skb->protocol = frame->outer;
	skb->ip_summed = CHECKSUM_UNNECESSARY;
	skb->data += ETH_HLEN;
	skb->len = len - ETH_HLEN;
	skb_set_tail_pointer(skb, skb->len);
	skb_reset_network_header(skb);
	if (frame->vlan && dev == gen->run->dev)
		__vlan_hwaccel_put_tag(skb, htons(ETH_P_8021Q), frame->vlan);

	fb_tag_set(&gen->tags, skb);
}

/* Returns the time of injection if latencies are asked for, else 0. */
static u64 fb_ticks(const struct fb_run *run)
{
	return unlikely(run->latency) ? get_cycles() : 0;
}

/*
 * Returns the next recorded packet. All of its frame is written, since the path of
 * the buffer's last packet may have changed any byte.
 */
static struct sk_buff *fb_next_recorded(struct fb_generator *gen)
{
	const struct fb_run *run = gen->run;
	const struct fb_record_frame *frame;
	struct sk_buff *skb;

	skb = fb_pool_take(&gen->pool);
	if (unlikely(!skb))
		return NULL;

	frame = fb_record_next(run->recorded, gen->seq);
	memcpy(skb->data, frame->data, frame->len);
	fb_generator_init_skb(gen, skb, run->dev, frame->len);
	skb->protocol = frame->protocol;
	gen->bytes += frame->len;

	fb_tag_number(skb, frame->flow, gen->seq++, fb_ticks(run));
	return skb;
}

static struct sk_buff *fb_next_skb(struct fb_generator *gen)
{
	const struct fb_run *run = gen->run;
	struct sk_buff *skb;
	u32 flow;

	if (unlikely(run->recorded))
		return fb_next_recorded(gen);

	skb = fb_pool_take(&gen->pool);
	if (unlikely(!skb))
		return NULL;

	flow = fb_next_flow(gen);
	fb_frame_write(&run->frame, &run->flows[flow], flow, gen->seq,
		       skb->data);
	if (unlikely(run->frame.stream)) {
		fb_frame_follow(&run->frame, gen->flow_packets, skb->data);
		/* All flows have had as many packets. */
		gen->flow_packets += !gen->next;
	}
	fb_generator_init_skb(gen, skb, run->dev, run->frame.head);
	if (unlikely(run->frame.gso))
		fb_superpacket_init(&run->frame, &gen->payload, skb);
	else if (unlikely(gen->pool.nic.frame))
		fb_nic_receive(&gen->pool.nic, skb, flow);

	fb_tag_number(skb, flow, gen->seq++, fb_ticks(run));
	return skb;
}

/* fb_inject_*() return how many packets were injected; less than @count is an error. */
static unsigned int fb_inject_single(struct fb_generator *gen,
				     unsigned int count)
{
	struct sk_buff *skb;
	unsigned int i;

	for (i = 0; i < count; i++) {
		skb = fb_next_skb(gen);
		if (unlikely(!skb))
			break;
		netif_receive_skb(skb);
	}
	return i;
}

/* Likewise; the device has summed up each packet behind its Ethernet header. */
static unsigned int fb_inject_summed(struct fb_generator *gen,
				     unsigned int count)
{
	struct sk_buff *skb;
	unsigned int i;

	for (i = 0; i < count; i++) {
		skb = fb_next_skb(gen);
		if (unlikely(!skb))
			break;
		skb->csum = skb_checksum(skb, 0, skb->len, 0);
		skb->ip_summed = CHECKSUM_COMPLETE;
		netif_receive_skb(skb);
	}
	return i;
}

static unsigned int fb_inject_list(struct fb_generator *gen,
				   unsigned int count)
{
	unsigned int batch = gen->run->conf.batch;
	unsigned int i, end;
	struct sk_buff *skb;
	LIST_HEAD(list);

	for (i = 0; i < count;) {
		for (end = min(i + batch, count); i < end; i++) {
			skb = fb_next_skb(gen);
			if (unlikely(!skb))
				break;
			list_add_tail(&skb->list, &list);
		}
		netif_receive_skb_list(&list);
		INIT_LIST_HEAD(&list);
		if (unlikely(i < end))
			break;
	}
	return i;
}

/*
 * Passes up to @budget packets to GRO; returns how many. GRO frees what it has merged
 * into another packet. With the buffer of a @nic it does so without a tracepoint.
 */
static __always_inline int fb_poll_packets(struct fb_generator *gen,
					   struct napi_struct *napi, int budget,
					   bool nic)
{
	struct sk_buff *skb;
	int done;

	for (done = 0; gen->todo && done < budget; done++) {
		skb = fb_next_skb(gen);
		if (unlikely(!skb)) {
			gen->todo = 0;
			break;
		}
		if (napi_gro_receive(napi, skb) == GRO_MERGED_FREE && nic)
			fb_tag_end_last(&gen->tags);
		gen->todo--;
		gen->counters->injected++;
	}
	return done;
}

/**
 * fb_generator_poll() - NAPI poll function of the sink devices
 * @napi: context of the device
 * @budget: packets at most
 *
 * Return: how many packets were injected.
 * Context: bottom halves off.
 */
int fb_generator_poll(struct napi_struct *napi, int budget)
{
	struct fb_generator *gen = NULL;
	struct fb_run *run;
	int done = 0;

	run = rcu_dereference_bh(fb_active);
	if (run)
		gen = this_cpu_read(run->counters->gen);

	if (gen && gen->pool.nic.frame)
		done = fb_poll_packets(gen, napi, budget, true);
	else if (gen)
		done = fb_poll_packets(gen, napi, budget, false);

	if (done < budget && napi_complete_done(napi, done) && gen)
		WRITE_ONCE(gen->polled, true);
	return done;
}

/*
 * Schedules the poll function. It runs as soon as bottom halves are on again, or a
 * moment later if ksoftirqd is busy. In a NAPI thread on another CPU it would find no
 * generator, and the wait below would time out.
 */
static int fb_inject_napi(struct fb_generator *gen, unsigned int count)
{
	unsigned long until = jiffies + FB_POLL_TIMEOUT;
	u64 before = gen->counters->injected;

	gen->todo = count;
	WRITE_ONCE(gen->polled, false);
	napi_schedule(fb_sink_napi(gen->run->dev));
	local_bh_enable();
	while (!READ_ONCE(gen->polled) && !READ_ONCE(gen->run->stop) &&
	       time_before(jiffies, until))
		fb_sleep_a_tick();
	local_bh_disable();
	return gen->counters->injected - before;
}

/*
 * The packets are counted before they are received: the wait below is for what
 * was injected.
 */
static unsigned int fb_inject_xmit(struct fb_generator *gen,
				   unsigned int count)
{
	const struct fb_run *run = gen->run;
	struct sk_buff *skb;
	unsigned int i;
	u32 flow;

	for (i = 0; i < count; i++) {
		skb = fb_xmit_alloc(&gen->pool);
		if (unlikely(!skb))
			break;
		flow = fb_next_flow(gen);
		fb_frame_write(&run->frame, &run->flows[flow], flow, gen->seq,
			       skb->data);
		fb_generator_init_skb(gen, skb, run->dev, run->frame.len);
		fb_tag_number(skb, flow, gen->seq++, fb_ticks(run));
		fb_xmit_send(skb);
	}
	gen->counters->injected += i;
	gen->polled = !fb_xmit_wait(gen);
	return gen->polled ? i : 0;
}

/**
 * fb_inject() - put packets into the device, as the configuration says
 * @gen: the generator, which has tags and buffers for them
 * @count: how many
 *
 * Return: how many packets were injected; less than @count is an error.
 * Context: thread of the generator, which keeps its CPU; bottom halves off. Both may be
 * given away meanwhile.
 */
unsigned int fb_inject(struct fb_generator *gen, unsigned int count)
{
	unsigned int sent;

	gen->flow_packets = 0;
	switch (gen->run->conf.inject) {
	case FB_INJECT_LIST:
		sent = fb_inject_list(gen, count);
		gen->counters->injected += sent;
		return sent;
	case FB_INJECT_NAPI:
		return fb_inject_napi(gen, count);
	case FB_INJECT_XMIT:
		return fb_inject_xmit(gen, count);
	default:
		sent = gen->run->conf.csum == FB_CSUM_COMPLETE ?
		       fb_inject_summed(gen, count) : fb_inject_single(gen, count);
		gen->counters->injected += sent;
		return sent;
	}
}
