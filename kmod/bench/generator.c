// SPDX-License-Identifier: GPL-2.0
/*
 * The threads that send the packets of a run: a go of packets, the clock before and
 * after it, and what must be ready outside of the clock.
 */
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/netdevice.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

#include "bench.h"
#include "clock.h"

/*
 * Injects up to @count packets with bottom halves off, and keeps the CPU until the
 * clock is read. If @measured, adds up their cost; else does not even read the clock,
 * which a profile would see.
 */
static int fb_generator_chunk(struct fb_generator *gen, unsigned int count,
			      bool measured)
{
	struct fb_run *run = gen->run;
	u64 ns = 0, cycles = 0, switches = 0;
	unsigned int sent;
	int err;

	fb_keep_cpu();
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
		fb_release_cpu();
		return err;
	}

	gen->bytes = 0;
	if (measured) {
		switches = fb_switches();
		ns = ktime_get_ns();
		cycles = fb_clock();
	}
	sent = fb_inject(gen, count);
	/* Softirqs that the packets have raised run here: part of their cost. */
	local_bh_enable();
	if (measured) {
		gen->cycles += fb_clock() - cycles;
		gen->ns += ktime_get_ns() - ns;
		gen->switches += fb_switches() - switches;
		gen->left -= sent;
	} else {
		gen->primed += sent;
	}
	fb_release_cpu();

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
	u64 ns = 0, cycles = 0, switches = 0;
	int err;

	if (measured) {
		switches = fb_switches();
		ns = ktime_get_ns();
		cycles = fb_clock();
	}
	err = fb_generator_chunk(gen, count, false);
	if (!err)
		err = fb_wait(gen->run);
	if (measured) {
		gen->cycles += fb_clock() - cycles;
		gen->ns += ktime_get_ns() - ns;
		gen->switches += fb_switches() - switches;
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
