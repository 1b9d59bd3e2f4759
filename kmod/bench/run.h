/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_RUN_H
#define FB_RUN_H

#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "../histogram.h"
#include "conf.h"
#include "drops.h"
#include "frame.h"
#include "record.h"
#include "tag.h"
#include "verify.h"
#include "warmup.h"

struct fb_generator;
struct fb_pool;
struct fb_run;

/**
 * struct fb_lane - the counters of a run on one CPU, and the CPU's pool
 * @pool: takes packets back; NULL if no generator runs on this CPU
 * @gen: generator that runs on this CPU, NULL if there is none
 * @injected: packets put into a device
 * @arrived: packets that reached the sink
 * @returned: packets taken back at ingress
 * @consumed: packets that somebody else freed without dropping them
 * @frames: packets that reached the sink as XDP frames; each is consumed as well
 * @frame_bytes: bytes of these frames
 * @merged: packets that reached the sink below another one, merged by GRO; each has
 *	    arrived as well
 * @back: packets that left through the device that they were put into
 * @other_dev: packets of others that left through that device
 * @other_sink: packets of others that reached the sink
 * @verify: verdicts on packets that arrived
 */
struct fb_lane {
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
 * @lanes: counters
 * @latency: histogram, NULL if not asked for
 * @look: called for each packet that reaches a sink device, NULL for none;
 *	  bottom halves are off
 * @plain: packets that reach the sink are counted, and that is all
 * @warmup: state of a warm-up
 * @recording: takes packets that arrive, NULL for none
 * @recorded: packets to send, NULL if packets are built
 * @drops: dropped packets by reason
 * @stop: negative errno that ends the run early, 0 to go on
 * @open: a sink counts what reaches it, in its own counters and in @lanes
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
	struct fb_lane __percpu *lanes;
	struct fb_histogram __percpu *latency;
	void (*look)(struct fb_run *run, struct fb_lane *lane,
		     struct sk_buff *skb, const struct net_device *dev);
	bool plain;
	struct fb_warmup warmup;
	struct fb_record *recording;
	struct fb_record *recorded;
	struct fb_drops drops;
	int stop;
	bool open;
};

/**
 * struct fb_result - how a run ended, for the result file
 * @kind: kind of the run, NULL before the first one
 * @error: how it ended, in a word
 * @unbalanced: sums that do not agree, empty if all do
 * @size: length of a frame, with its VLAN tag
 * @segments: segments of a frame, 1 if it is no superpacket
 * @flows: flows asked for
 * @packets: packets asked for
 * @sum: counters of all CPUs
 * @cycles: spent on sending, on all CPUs
 * @ns: the same by the other clock
 * @primed: packets sent before, of those injected
 * @allocs: skbs that were allocated while packets were sent
 * @memory: bytes that the module held for the run
 * @recorded: recorded packets that are not sent yet
 * @replied: flows of a warm-up whose reply left the gateway
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
	struct fb_lane sum;
	u64 cycles;
	u64 ns;
	u64 primed;
	u64 allocs;
	u64 memory;
	u64 recorded;
	u64 replied;
	u64 dev_rx;
	u64 sink_tx;
	u64 sink_bytes;
	bool has_latency;
	struct fb_drops drops;
	struct fb_histogram latency;
};

int fb_run_execute(const struct fb_run_kind *kind,
		   const struct fb_benchconf *conf, struct fb_result *result);

#endif /* FB_RUN_H */
