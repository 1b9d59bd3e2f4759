// SPDX-License-Identifier: GPL-2.0
/*
 * The run that makes flows known to a gateway, as traffic on a wire would: a
 * packet, a reply, for TCP a handshake, then data both ways. A reply goes to the
 * addresses that the packet had when it left the gateway, so it passes NAT. If the
 * packet left in a tunnel, the reply has the addresses of the packet as it was sent,
 * since replies are not encapsulated.
 *
 * With "steps" it says what each of these packets costs: one of them makes the
 * connection, and one adds the flow to a flowtable.
 */
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/ktime.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/string.h>

#include "bench.h"
#include "clock.h"

/* Data packets each way, after the flow is established. */
#define FB_WARMUP_DATA	2

/* Called for a packet of the warm-up that has left the gateway. */
static void fb_warmup_inspect(struct fb_run *run, struct fb_counters *counters,
			      struct sk_buff *skb, const struct net_device *dev)
{
	struct fb_warmup *warmup = &run->warmup;
	struct fb_packet pkt;

	if (dev != run->sink) {
		warmup->is_back = true;
		return;
	}

	/* The headers are a tunnel's. */
	if (skb->len - skb_network_offset(skb) != warmup->len)
		return;

	fb_packet_parse_at(skb, skb_network_offset(skb), &pkt);
	if (pkt.kind != FB_PACKET_UDP && pkt.kind != FB_PACKET_TCP)
		return;
	memcpy(&warmup->seen.src, pkt.src, sizeof(pkt.src));
	memcpy(&warmup->seen.dst, pkt.dst, sizeof(pkt.dst));
	warmup->seen.sport = htons(pkt.sport);
	warmup->seen.dport = htons(pkt.dport);
	warmup->is_seen = true;
}

/*
 * Puts one packet into one of the two devices. If that is by its peer, waits until
 * the packet has ended, so that the next one finds what this one has done.
 */
static int fb_warmup_send(struct fb_generator *gen, struct net_device *dev,
			  const struct fb_tuple *tuple,
			  const struct fb_segment *segment)
{
	const struct fb_run *run = gen->run;
	bool cable = run->conf.inject == FB_INJECT_XMIT;
	bool xmit = cable && dev == run->dev;
	struct sk_buff *skb;
	unsigned int len;

	skb = xmit ? fb_xmit_alloc(&gen->pool) : fb_pool_take(&gen->pool);
	if (!skb)
		return -ENOMEM;

	len = fb_frame_build(&run->frame, skb->data, tuple, segment,
			     xmit ? run->in->dev_addr : dev->dev_addr);
	fb_generator_init_skb(gen, skb, dev, len);
	gen->run->warmup.len = len - run->frame.l3;
	gen->counters->injected++;
	if (fb_is_sink(dev)) {
		fb_sink_receive(dev, skb);
		fb_sink_received(dev, 1, len);
	} else if (xmit) {
		fb_xmit_send(skb);
	} else {
		netif_receive_skb(skb);
	}
	if (!cable)
		return 0;
	return fb_xmit_wait(gen);
}

/* Reads the clock around nothing: what each other step pays for it. */
static void fb_warmup_clock(struct fb_warmup *warmup)
{
	struct fb_step *step = &warmup->step[0];
	u64 ns = ktime_get_ns(), cycles = fb_clock();

	step->cycles += fb_clock() - cycles;
	step->ns += ktime_get_ns() - ns;
}

/* Sends the next packet of a flow. If steps are asked for, measures it, or leaves it out. */
static int fb_warmup_step(struct fb_generator *gen, struct net_device *dev,
			  const struct fb_tuple *tuple,
			  const struct fb_segment *segment)
{
	struct fb_run *run = gen->run;
	struct fb_warmup *warmup = &run->warmup;
	struct fb_step *step;
	u64 ns, cycles;
	int err;

	if (!run->conf.steps)
		return fb_warmup_send(gen, dev, tuple, segment);
	if (warmup->sent == run->conf.steps)
		return 0;

	step = &warmup->step[++warmup->sent];
	ns = ktime_get_ns();
	cycles = fb_clock();
	err = fb_warmup_send(gen, dev, tuple, segment);
	step->cycles += fb_clock() - cycles;
	step->ns += ktime_get_ns() - ns;
	return err;
}

/* Addresses a reply: swaps source and destination of the packet that left. */
static void fb_warmup_swap(const struct fb_warmup *warmup,
			   const struct fb_tuple *sent, struct fb_tuple *reply)
{
	const struct fb_tuple *to = warmup->is_seen ? &warmup->seen : sent;

	reply->src = to->dst;
	reply->dst = to->src;
	reply->sport = to->dport;
	reply->dport = to->sport;
}

/* Payload of a packet of the round, or of a segment if that has superpackets. */
static unsigned int fb_warmup_payload(const struct fb_frame *frame)
{
	if (frame->gso && frame->gso < frame->payload)
		return frame->gso;
	return frame->payload;
}

static int fb_warmup_flow(struct fb_generator *gen, u32 flow)
{
	struct fb_run *run = gen->run;
	unsigned int payload = fb_warmup_payload(&run->frame);
	struct fb_warmup *warmup = &run->warmup;
	struct fb_segment there = { 0 }, back = { 0 };
	struct fb_tuple sent, reply;
	int err, i;

	warmup->is_seen = false;
	warmup->is_back = false;
	warmup->sent = 0;
	if (run->conf.steps)
		fb_warmup_clock(warmup);
	fb_flow_tuple(&run->conf, flow, &sent);

	there.seq = FB_SEQ_CLIENT;
	back.seq = FB_SEQ_SERVER;
	back.ack = FB_SEQ_CLIENT + 1;
	there.flags = FB_TCP_SYN;
	back.flags = FB_TCP_SYN | FB_TCP_ACK;
	if (run->frame.udp) {
		there.payload = payload;
		back.payload = payload;
	}

	err = fb_warmup_step(gen, run->dev, &sent, &there);
	fb_warmup_swap(warmup, &sent, &reply);
	err = err ? : fb_warmup_step(gen, run->sink, &reply, &back);
	warmup->replied += warmup->is_back;

	there.seq = FB_SEQ_CLIENT + 1;
	there.ack = FB_SEQ_SERVER + 1;
	there.flags = FB_TCP_ACK;
	if (!err && !run->frame.udp)
		err = fb_warmup_step(gen, run->dev, &sent, &there);

	back.seq = FB_SEQ_SERVER + 1;
	back.ack = FB_SEQ_CLIENT + 1 + payload;
	there.flags = FB_TCP_ACK | FB_TCP_PSH;
	back.flags = FB_TCP_ACK | FB_TCP_PSH;
	there.payload = payload;
	back.payload = payload;
	for (i = 0; i < FB_WARMUP_DATA && !err; i++) {
		err = fb_warmup_step(gen, run->dev, &sent, &there);
		err = err ? : fb_warmup_step(gen, run->sink, &reply, &back);
	}
	return err;
}

/* Sends what all flows need, one flow after the other. */
static int fb_warmup_work(struct fb_generator *gen)
{
	int err = 0;
	u32 i;

	for (i = 0; i < gen->flows && !err; i++) {
		err = fb_generator_fill(gen);
		if (err)
			break;

		/* As in fb_generator_chunk(). */
		fb_keep_cpu();
		local_bh_disable();
		err = READ_ONCE(gen->run->stop);
		if (!err && raw_smp_processor_id() != gen->cpu)
			err = -ENXIO;
		if (!err)
			err = fb_warmup_flow(gen, gen->first + i);
		local_bh_enable();
		fb_release_cpu();
		/* As in fb_generator_send(). */
		cond_resched_tasks_rcu_qs();
	}
	return err;
}

/* Flows follow one another on one CPU, and nothing is measured. */
static int fb_warmup_prepare(struct fb_run *run)
{
	struct fb_benchconf *conf = &run->conf;

	conf->cpus = 1;
	conf->only = 0;
	conf->prime = 0;
	conf->end = FB_END_SINK;
	conf->latency = 0;
	conf->verify = 0;
	conf->record = 0;
	conf->input = FB_INPUT_BUILT;
	conf->skb = FB_SKB_PLAIN;
	conf->csum = FB_CSUM_UNNECESSARY;
	conf->inner_vlan = 0;
	conf->pppoe = 0;
	conf->wait = 0;
	/* Which packets of a warm-up arrive is not known. */
	conf->probes = 1;
	run->inspect = fb_warmup_inspect;
	return 0;
}

const struct fb_run_kind fb_warmup_kind = {
	.name = FB_RUN_WARMUP,
	.both_ways = true,
	.prepare = fb_warmup_prepare,
	.work = fb_warmup_work,
};
