/* SPDX-License-Identifier: GPL-2.0 */
/* The interfaces between the files of this folder. */
#ifndef FB_BENCH_H
#define FB_BENCH_H

#include <linux/compiler.h>
#include <linux/completion.h>
#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../flowbench.h"
#include "conf.h"
#include "frame.h"
#include "skb.h"

struct fb_generator;
struct fb_run;
struct task_struct;
struct xdp_frame;

/* drops.c */

/* Entries for reasons of one run; further reasons share the last entry. */
#define FB_DROPS_MAX	32

/**
 * struct fb_drop - packets dropped for one reason
 * @reason: number of the kernel's reason, 0 if it gives none
 * @location: code that dropped them, if there is no reason
 * @count: how many
 */
struct fb_drop {
	unsigned int reason;
	unsigned long location;
	u64 count;
};

/**
 * struct fb_drops - packets dropped in one run, on all CPUs
 * @lock: guards the other members; drops are rare
 * @used: entries of @drop in use
 * @total: of all entries
 * @drop: the entries
 */
struct fb_drops {
	spinlock_t lock;	/* all below */
	unsigned int used;
	u64 total;
	struct fb_drop drop[FB_DROPS_MAX];
};

int fb_drops_attach(bool frames);
void fb_drops_detach(bool frames);
bool fb_drops_probed(void);
void fb_drops_show(struct seq_file *m, const struct fb_drops *drops);
int fb_drops_setup(void);

/* verify.c */

/**
 * struct fb_verify - verdicts of one CPU on packets that arrived
 * @ok: packets that were as they should be
 * @bad: packets that were not
 * @first: what was wrong with the first bad packet, static text
 * @flow: flow of the first bad packet
 * @seq: number of the first bad packet
 * @esp_seq: ESP sequence number of the packet before
 * @esp_seen: there was a packet before
 */
struct fb_verify {
	u64 ok;
	u64 bad;
	const char *first;
	u32 flow;
	u32 seq;
	u32 esp_seq;
	bool esp_seen;
};

void fb_verify_packet(const struct fb_run *run, struct fb_verify *verify,
		      struct sk_buff *skb);

/* warmup.c */

/**
 * struct fb_step - cost of one step of a warm-up, of all flows
 * @cycles: by get_cycles()
 * @ns: by ktime_get_ns()
 */
struct fb_step {
	u64 cycles;
	u64 ns;
};

/**
 * struct fb_warmup - what a warm-up knows about the flow that it is busy with
 * @len: bytes of the last packet that was sent, from the IP header on
 * @seen: addresses of the last packet that left by the sink
 * @is_seen: such a packet has left, and could be read
 * @is_back: a reply has left by the device that the flow's packets come in by
 * @replied: flows whose reply has left
 * @sent: packets of the flow that were measured
 * @step: cost of the first, second, … packet of a flow, if steps are asked for; of
 *	  step 0 only the clock is read
 */
struct fb_warmup {
	unsigned int len;
	struct fb_tuple seen;
	bool is_seen;
	bool is_back;
	u64 replied;
	unsigned int sent;
	struct fb_step step[FB_STEPS_MAX + 1];
};

extern const struct fb_run_kind fb_warmup_kind;

/* run.c */

/**
 * struct fb_counters - the counters of a run on one CPU, and the CPU's pool
 * @pool: takes packets back; NULL if no generator runs on this CPU
 * @gen: generator that runs on this CPU, NULL if there is none
 * @injected: packets put into a device
 * @arrived: packets that reached the sink
 * @returned: packets taken back at ingress
 * @consumed: packets that other code freed without dropping them
 * @frames: packets that reached the sink as XDP frames; each is consumed as well
 * @frame_bytes: bytes of these frames
 * @merged: packets that reached the sink in another one, in its frag_list or in its
 *	    fragments, merged by GRO; also counted as arrived
 * @back: packets that left through the device that they were put into
 * @other_dev: packets not of the run that left through that device
 * @other_sink: packets not of the run that reached the sink
 * @verify: verdicts on packets that arrived
 */
struct fb_counters {
	struct fb_pool *pool;
	struct fb_generator *gen;
	u64 injected;
	u64 arrived;
	u64 returned;
	u64 consumed;
	u64 frames;
	u64 frame_bytes;
	u64 merged;
	u64 back;
	u64 other_dev;
	u64 other_sink;
	struct fb_verify verify;
};

/**
 * struct fb_run_kind - a kind of run
 * @name: as it is written to the run file
 * @both_ways: packets are put into the sink as well, and those that leave
 *	       through the other device have arrived, too
 * @prepare: completes a run that has its configuration; returns 0 or a negative
 *	     errno; may sleep
 * @work: sends the packets of one generator, in its thread; returns 0 or a
 *	  negative errno
 */
struct fb_run_kind {
	const char *name;
	bool both_ways;
	int (*prepare)(struct fb_run *run);
	int (*work)(struct fb_generator *gen);
};

/**
 * struct fb_run - one run of the generator
 * @tags: tell packets of this run from others
 * @kind: a round or a warm-up
 * @conf: copy of the configuration; a kind may change it
 * @dev: device that packets are put into
 * @in: device that receives them: @dev, or its peer if they are transmitted
 * @sink: device that they come out of, NULL if they end before
 * @frame: template of the frames
 * @flows: all flows
 * @counters: of each CPU
 * @latency: histogram, NULL if not asked for
 * @inspect: called for each packet that reaches a sink device, NULL for none;
 *	  bottom halves are off
 * @plain: packets that reach the sink are only counted
 * @warmup: state of a warm-up
 * @recording: takes packets that arrive, NULL for none
 * @recorded: packets to send, NULL if packets are built
 * @drops: dropped packets by reason
 * @received: what @in had received when the run began, with xmit
 * @stop: negative errno that ends the run early, 0 to go on
 * @open: a sink counts what reaches it, in its own counters and in @counters
 */
struct fb_run {
	struct fb_tags tags;
	const struct fb_run_kind *kind;
	struct fb_benchconf conf;
	struct net_device *dev;
	struct net_device *in;
	struct net_device *sink;
	struct fb_frame frame;
	struct fb_flow *flows;
	struct fb_counters __percpu *counters;
	struct fb_histogram __percpu *latency;
	void (*inspect)(struct fb_run *run, struct fb_counters *counters,
			struct sk_buff *skb, const struct net_device *dev);
	bool plain;
	struct fb_warmup warmup;
	struct fb_record *recording;
	struct fb_record *recorded;
	struct fb_drops drops;
	u64 received;
	int stop;
	bool open;
};

/**
 * struct fb_result - how a run ended, for the result file
 * @kind: kind of the run, NULL before the first one
 * @error: how it ended, value of the key "error"
 * @unbalanced: sums that do not agree, empty if all do
 * @size: length of a frame, with its VLAN tag
 * @segments: segments of a frame, 1 if it is not a superpacket
 * @flows: flows asked for
 * @packets: packets asked for
 * @sum: counters of all CPUs
 * @cycles: spent on sending, on all CPUs
 * @ns: the same by the other clock
 * @primed: packets sent before, of those injected
 * @switches: how often another task ran while the clock did, on all CPUs
 * @waits: the configuration lets other tasks run then
 * @probes: the run saw packets that other code frees
 * @probed: a tracepoint of packets that are freed was on: for the run, or for others
 * @received: packets that @fb_run.in received, with xmit
 * @allocs: skbs that were allocated while packets were sent
 * @memory: bytes that the module held for the run
 * @recorded: recorded packets that are not sent yet
 * @replied: flows of a warm-up whose reply left the gateway
 * @steps: how many steps of a warm-up were measured
 * @step: their cost
 * @dev_rx: packets that @fb_run.dev counted as received, if it is a sink device,
 *	    or as transmitted, if they are transmitted
 * @sink_tx: packets that the sink counted as transmitted
 * @sink_bytes: bytes that it transmitted, also while it did not count packets
 * @has_latency: @latency is filled in
 * @drops: dropped packets by reason
 * @latency: time from injection to the sink, in ticks of get_cycles()
 */
struct fb_result {
	const struct fb_run_kind *kind;
	const char *error;
	char unbalanced[160];
	u32 size;
	u32 segments;
	u32 flows;
	u64 packets;
	struct fb_counters sum;
	u64 cycles;
	u64 ns;
	u64 primed;
	u64 switches;
	bool waits;
	bool probes;
	bool probed;
	u64 received;
	u64 allocs;
	u64 memory;
	u64 recorded;
	u64 replied;
	unsigned int steps;
	struct fb_step step[FB_STEPS_MAX + 1];
	u64 dev_rx;
	u64 sink_tx;
	u64 sink_bytes;
	bool has_latency;
	struct fb_drops drops;
	struct fb_histogram latency;
};

int fb_run_execute(const struct fb_run_kind *kind,
		   const struct fb_benchconf *conf, struct fb_result *result);

/* active.c */

/* The run that packets belong to, NULL if there is none; changed with the rtnl held. */
extern struct fb_run __rcu *fb_active;

void fb_active_set(struct fb_run *run);
void fb_active_clear(void);

/* run_setup.c */

int fb_run_setup(struct fb_run *run);
void fb_run_teardown(struct fb_run *run);
int fb_run_devices(struct fb_run *run);
int fb_run_frames(struct fb_run *run);
u64 fb_run_bytes(const struct fb_run *run);
unsigned int fb_run_frame_bytes(const struct fb_run *run);

/* account.c */

s64 fb_account_in_flight(const struct fb_run *run);
u64 fb_account_received(const struct fb_run *run);
void fb_account_drain(struct fb_run *run);
void fb_account_devices(const struct fb_run *run, struct fb_result *result);
void fb_account(struct fb_result *result, const struct fb_run *run,
		const struct fb_generator *gens);
const char *fb_account_error_name(int err);

/* arrival.c */

bool fb_arrival_frame(struct fb_run *run, struct xdp_frame *frame,
		      struct net_device *dev);
bool fb_arrival_inspect(struct fb_run *run, struct sk_buff *skb,
			struct net_device *dev);

/**
 * fb_arrival() - take a packet that was transmitted on a sink device
 * @run: the active run
 * @skb: the packet, of the run or not
 * @dev: the sink device
 *
 * Packets that are only counted take the inline path: its cost is part of the price
 * of each packet.
 *
 * Return: true if the packet was taken; false if the caller still owns it.
 * Context: bottom halves off.
 */
static __always_inline bool fb_arrival(struct fb_run *run, struct sk_buff *skb,
				       struct net_device *dev)
{
	struct fb_counters *counters;

	if (unlikely(!run->plain || dev != run->sink ||
		     !fb_tag_end(&run->tags, skb)))
		return fb_arrival_inspect(run, skb, dev);

	counters = this_cpu_ptr(run->counters);
	counters->arrived++;
	fb_pool_put(counters->pool, skb);
	return true;
}

/* sink.c */

/**
 * struct fb_sink_stats - counters of one device, on one CPU or on all
 * @rx_packets: packets put into it by the generator
 * @rx_bytes: their bytes, with Ethernet headers
 * @tx_packets: packets transmitted on it that a run has counted as well
 * @tx_idle: packets transmitted on it while no run counted
 * @tx_bytes: bytes of @tx_packets and @tx_idle
 */
struct fb_sink_stats {
	u64 rx_packets;
	u64 rx_bytes;
	u64 tx_packets;
	u64 tx_idle;
	u64 tx_bytes;
};

bool fb_is_sink(const struct net_device *dev);
void fb_sink_stats(const struct net_device *dev, struct fb_sink_stats *sum);
void fb_sink_received(struct net_device *dev, u64 packets, u64 bytes);
bool fb_sink_has_prog(const struct net_device *dev);
void fb_sink_receive(struct net_device *dev, struct sk_buff *skb);
struct napi_struct *fb_sink_napi(struct net_device *dev);
int fb_sink_setup(int (*poll)(struct napi_struct *napi, int budget));
void fb_sink_teardown(void);

/* nic.c */

void fb_nic_end_stolen(struct fb_run *run, struct sk_buff *skb);

/**
 * fb_nic_stolen() - count the packets whose buffers GRO has made fragments of another
 * @run: the run
 * @skb: any packet
 *
 * Return: packets, without those in a frag_list; 0 for a plain packet.
 */
static inline unsigned int fb_nic_stolen(const struct fb_run *run,
					 const struct sk_buff *skb)
{
	unsigned int merged = skb_shinfo(skb)->gso_segs, listed;

	if (run->conf.skb != FB_SKB_NIC || merged < 2)
		return 0;
	merged--;
	listed = fb_frag_list_count(skb);
	return merged > listed ? merged - listed : 0;
}

/* generator.c */

/* Packets of a chunk. The generator checks between two chunks if it has to stop. */
#define FB_CHUNK	64
static_assert(FB_CHUNK <= FB_NIC_PACKETS);
static_assert(FB_CHUNK <= FB_TAG_CACHE && FB_PRIME_MAX <= FB_TAG_CACHE);

/**
 * struct fb_generator - a thread that sends packets on one CPU
 * @run: its run
 * @counters: counters of its CPU
 * @task: the thread
 * @work: function of the thread
 * @done: completed when @work has returned
 * @cpu: CPU that it runs on
 * @err: what @work returned, 0 or a negative errno
 * @first: number of its first flow
 * @flows: how many flows it has
 * @next: index of the next flow among them
 * @flow_packets: packets that its next flow has had since the clock was read
 * @random: state of the random order
 * @seq: number of the next packet
 * @left: packets still to be sent
 * @todo: packets that the poll function has still to send
 * @polled: the poll function has sent them, or that of the peer has received them
 * @primed: packets sent before those that are measured
 * @cycles: spent on sending, by get_cycles()
 * @ns: spent on sending, by ktime_get_ns()
 * @switches: how often another task ran meanwhile
 * @bytes: of the recorded frames sent in one chunk
 * @tags: tags of its next packets
 * @pool: its skbs
 * @payload: fragments of its superpackets
 */
struct fb_generator {
	struct fb_run *run;
	struct fb_counters *counters;
	struct task_struct *task;
	int (*work)(struct fb_generator *gen);
	struct completion done;
	unsigned int cpu;
	int err;
	u32 first;
	u32 flows;
	u32 next;
	u32 flow_packets;
	u32 random;
	u32 seq;
	u64 left;
	unsigned int todo;
	bool polled;
	u64 primed;
	u64 cycles;
	u64 ns;
	u64 switches;
	u64 bytes;
	struct fb_tag_cache tags;
	struct fb_pool pool;
	struct fb_payload payload;
};

int fb_generator_start(struct fb_generator *gen, unsigned int cpu,
		       int (*work)(struct fb_generator *gen));
void fb_generator_stop(struct fb_generator *gen);
int fb_generator_fill(struct fb_generator *gen);
int fb_generator_send(struct fb_generator *gen);

/* inject.c */

unsigned int fb_inject(struct fb_generator *gen, unsigned int count);
int fb_generator_poll(struct napi_struct *napi, int budget);
void fb_generator_init_skb(struct fb_generator *gen, struct sk_buff *skb,
			   struct net_device *dev, unsigned int len);

/* wait.c */

int fb_wait(const struct fb_run *run);

/* cpu.c */

void fb_keep_cpu(void);
void fb_release_cpu(void);
void fb_sleep_a_tick(void);
u64 fb_switches(void);

/* round.c */

extern const struct fb_run_kind fb_round_kind;

/* xmit.c */

int fb_xmit_fill(struct fb_pool *pool, unsigned int count);
void fb_xmit_drain(struct fb_pool *pool);
struct sk_buff *fb_xmit_alloc(struct fb_pool *pool);
void fb_xmit_send(struct sk_buff *skb);
int fb_xmit_wait(const struct fb_generator *gen);
int fb_xmit_attach(struct net_device *dev);
void fb_xmit_detach(void);

/* baseline.c */

int fb_baseline_attach(struct net_device *dev);
void fb_baseline_detach(void);
int fb_accept_attach(struct net_device *dev, unsigned int nr);
void fb_accept_detach(void);

/* devices.c */

int fb_devices_attach(struct fb_run *run);
void fb_devices_detach(void);
int fb_devices_setup(void);
void fb_devices_teardown(void);

#endif /* FB_BENCH_H */
