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
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
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
	skb->protocol = frame->protocol;
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
		schedule_timeout_uninterruptible(1);
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
	gen->polled = !fb_xmit_wait(run);
	return gen->polled ? i : 0;
}

/* Returns how many packets were injected; less than @count is an error. */
static unsigned int fb_inject(struct fb_generator *gen, unsigned int count)
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
		sent = fb_inject_single(gen, count);
		gen->counters->injected += sent;
		return sent;
	}
}

/*
 * Injects up to @count packets with bottom halves off. If @measured, adds up
 * their cost; else does not even read the clock, which a profile would see.
 */
static int fb_generator_chunk(struct fb_generator *gen, unsigned int count,
			      bool measured)
{
	struct fb_run *run = gen->run;
	u64 ns = 0, cycles = 0;
	unsigned int sent;
	int err;

	local_bh_disable();
	/*
	 * CPU hot-unplug may have migrated this thread. A device that goes has
	 * told the run to stop: it is not used in this section, nor in a later one.
	 */
	err = READ_ONCE(run->stop);
	if (!err && raw_smp_processor_id() != gen->cpu)
		err = -ENXIO;
	if (unlikely(err)) {
		local_bh_enable();
		return err;
	}

	gen->bytes = 0;
	if (measured) {
		ns = ktime_get_ns();
		cycles = get_cycles();
	}
	sent = fb_inject(gen, count);
	/* Softirqs that the packets have raised run here: part of their cost. */
	local_bh_enable();
	if (measured) {
		gen->cycles += get_cycles() - cycles;
		gen->ns += ktime_get_ns() - ns;
		gen->left -= sent;
	} else {
		gen->primed += sent;
	}

	if (fb_is_sink(run->dev))
		fb_sink_received(run->dev, sent, run->recorded ? gen->bytes :
				 (u64)sent * run->frame.len);
	if (likely(sent == count))
		return 0;
	if ((run->conf.inject == FB_INJECT_NAPI ||
	     run->conf.inject == FB_INJECT_XMIT) && !READ_ONCE(gen->polled))
		return READ_ONCE(run->stop) ? : -ETIMEDOUT;
	return READ_ONCE(run->stop) ? : -ENOMEM;
}

/*
 * Calls fb_generator_chunk(), and waits until the packets have ended. The clock is
 * read here, so that the wait is measured together with the packets.
 */
static int fb_generator_send_and_wait(struct fb_generator *gen, unsigned int count,
				      bool measured)
{
	u64 before = gen->primed;
	u64 ns = 0, cycles = 0;
	int err;

	if (measured) {
		ns = ktime_get_ns();
		cycles = get_cycles();
	}
	err = fb_generator_chunk(gen, count, false);
	if (!err)
		err = fb_wait(gen->run);
	if (measured) {
		gen->cycles += get_cycles() - cycles;
		gen->ns += ktime_get_ns() - ns;
		gen->left -= gen->primed - before;
		gen->primed = before;
	}
	return err;
}

static int fb_generator_send_chunk(struct fb_generator *gen, unsigned int count,
				   bool measured)
{
	if (gen->run->conf.wait)
		return fb_generator_send_and_wait(gen, count, measured);
	return fb_generator_chunk(gen, count, measured);
}

/**
 * fb_generator_fill() - allocate for the next packets, outside of what is measured
 * @gen: the generator
 *
 * Return: 0, -ENOMEM, or -ENOBUFS if FB_TAGS_MAX packets are under way.
 * Context: thread of the generator, bottom halves on.
 */
int fb_generator_fill(struct fb_generator *gen)
{
	int err = fb_tag_cache_fill(&gen->tags);

	if (!err)
		err = fb_pool_fill(&gen->pool, FB_CHUNK);
	if (!err && gen->run->conf.inject == FB_INJECT_XMIT)
		err = fb_xmit_fill(&gen->pool, FB_CHUNK);
	return err;
}

/*
 * Sends packets that are not measured. The first packets of a round may find a full
 * slab, for example: then each round would pay for a new page.
 */
static int fb_generator_prime(struct fb_generator *gen)
{
	unsigned int prime = gen->run->conf.prime;
	int err;

	if (!prime)
		return 0;
	err = fb_generator_fill(gen);
	return err ? : fb_generator_send_chunk(gen, prime, false);
}

/**
 * fb_generator_send() - send all packets of a round
 * @gen: the generator
 *
 * Return: 0 or a negative errno.
 * Context: thread of the generator.
 */
int fb_generator_send(struct fb_generator *gen)
{
	const struct fb_benchconf *conf = &gen->run->conf;
	unsigned int chunk = FB_CHUNK;
	int err;

	/*
	 * Fewer packets than the budget of a poll, so that the poll is complete.
	 * Recorded packets, once decrypted, pass a poll of xfrm's.
	 */
	if (conf->inject == FB_INJECT_NAPI ||
	    conf->inject == FB_INJECT_XMIT ||
	    (gen->run->recorded && conf->inject == FB_INJECT_SINGLE))
		chunk = NAPI_POLL_WEIGHT - 1;
	/* A chunk holds whole lists. */
	if (conf->inject == FB_INJECT_LIST)
		chunk -= chunk % conf->batch;

	err = fb_generator_prime(gen);
	if (err)
		return err;

	while (gen->left) {
		err = fb_generator_fill(gen);
		if (!err)
			err = fb_generator_send_chunk(gen, min_t(u64, chunk, gen->left),
						      true);
		if (err)
			return err;
		/*
		 * ftrace frees a trampoline when each task has passed a
		 * quiescent state of RCU tasks. A preemption does not count.
		 */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static void fb_generator_set_counters(struct fb_generator *gen, bool set)
{
	local_bh_disable();
	gen->counters->pool = set ? &gen->pool : NULL;
	gen->counters->gen = set ? gen : NULL;
	local_bh_enable();
}

static int fb_generator_thread(void *data)
{
	struct fb_generator *gen = data;

	gen->err = fb_pool_fill(&gen->pool, FB_POOL_MAX);
	/* The first fill is not counted: only skbs built while packets are sent. */
	gen->pool.built = 0;
	if (!gen->err) {
		fb_generator_set_counters(gen, true);
		gen->err = gen->work(gen);
		fb_generator_set_counters(gen, false);
	}
	/* One generator that fails ends the run. */
	if (gen->err)
		cmpxchg(&gen->run->stop, 0, gen->err);
	complete(&gen->done);
	return 0;
}

/**
 * fb_generator_start() - start the thread of a generator
 * @gen: has its run, flows, packets and pool
 * @cpu: CPU to run on
 * @work: called once in the thread
 *
 * Return: 0 or a negative errno. The caller calls fb_generator_stop() in any case.
 * Context: process, may sleep; CPUs cannot go.
 */
int fb_generator_start(struct fb_generator *gen, unsigned int cpu,
		       int (*work)(struct fb_generator *gen))
{
	struct task_struct *task;
	int err;

	gen->cpu = cpu;
	gen->counters = per_cpu_ptr(gen->run->counters, cpu);
	gen->work = work;
	init_completion(&gen->done);
	err = fb_payload_alloc(&gen->payload, &gen->run->frame);
	if (err)
		return err;
	task = kthread_create_on_node(fb_generator_thread, gen,
				      cpu_to_node(cpu), "flowbench/%u", cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);

	kthread_bind(task, cpu);
	get_task_struct(task);
	gen->task = task;
	wake_up_process(task);
	return 0;
}

/**
 * fb_generator_stop() - wait for the end of the thread, and free the pool
 * @gen: may not have been started; no packet comes back to its pool any more
 *
 * Context: process, may sleep.
 */
void fb_generator_stop(struct fb_generator *gen)
{
	if (gen->task) {
		kthread_stop(gen->task);
		put_task_struct(gen->task);
		gen->task = NULL;
	}
	fb_pool_drain(&gen->pool);
	fb_xmit_drain(&gen->pool);
	fb_payload_free(&gen->payload);
}
