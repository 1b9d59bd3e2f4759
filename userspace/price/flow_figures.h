/* SPDX-License-Identifier: GPL-2.0 */
/* What a flow costs beside its packets: what was counted, and the figures that follow from it. Pure: no I/O. */
#ifndef FB_PRICE_FLOW_FIGURES_H
#define FB_PRICE_FLOW_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "flowbench_uapi.h"

/** FB_FLOW_STEPS - most packets of the beginning of a flow; step 0 is the clock alone */
#define FB_FLOW_STEPS FB_STEPS_MAX

/** FB_FLOW_CYCLES - how often flows are added and ended, one time after the other */
#define FB_FLOW_CYCLES 3

/** FB_FLOW_ROUND - flows that are added and ended together */
#define FB_FLOW_ROUND 100

/**
 * FB_FLOW_ROUND_SMALL - the same, for a table of fewer flows than FB_FLOW_ROUND
 *
 * The kernel's hash table is as small as its flows allow, and a work item makes it grow. Many flows in a row are faster than
 * that: into a table of one flow, ten cost 5925 instructions each to add, and the packets before them 1630 (6.12, UDP); into one of
 * 1000 flows, 100 cost 3572 and 718.
 */
#define FB_FLOW_ROUND_SMALL 1

/** FB_FLOW_NAME - room for the name of a path */
#define FB_FLOW_NAME 64

/**
 * struct fb_flow_cycle - what the flows of a round cost from their beginning to their end, in the bench's unit
 * @step: the first, second, … packet of each flow, as fb_warmup_flow() of the module sends them, with the clock
 * @refresh: a packet of each flow that extends its timeout
 * @again: the next packet of each flow, which does not
 * @pass: a pass of the flowtable's garbage collector over these flows and those of the table
 * @ending: the pass that ends these flows; with hardware, the pass that has their rules given up
 * @freeing: with hardware, the next pass, which frees them
 * @asking: with hardware, a pass that has hardware asked about all flows
 * @work_adding: with hardware, the kernel's worker, without what hardware takes, when the rules are given
 * @work_asking: likewise, when hardware is asked about all flows
 * @work_ending: likewise, when the rules are given up
 *
 * A lab without flowtable has steps only. A kernel without a setting for the flow's timeout asks nothing.
 */
struct fb_flow_cycle {
	uint64_t step[FB_FLOW_STEPS + 1];
	uint64_t refresh;
	uint64_t again;
	uint64_t pass;
	uint64_t ending;
	uint64_t freeing;
	uint64_t asking;
	uint64_t work_adding;
	uint64_t work_asking;
	uint64_t work_ending;
};

/**
 * struct fb_flow_figures - prices of one flow, each the median of the cycles
 * @clock: part of each step that is the clock's; the other figures do not contain it
 * @connection: conntrack's share: what the packet that makes the connection costs more than the next one in its direction,
 *	without flowtable
 * @before: what the packets before the adding one cost more with the flowtable: a look-up that finds nothing, and the rule
 * @add: what the packet that adds the flow costs more than the same packet without flowtable
 * @refresh: what a packet of the fast path costs more if it extends the flow's timeout
 * @pass: share of a flow of a pass of the garbage collector, once a second
 * @end: what the collector's pass costs more for each flow that it ends
 * @slow: a later packet without flowtable, the generator's part included
 * @fast: the same packet on the fast path
 * @give: with hardware, what the worker takes for the rules of a flow; 0 without
 * @ask: what the collector and the worker take to ask about a flow
 * @give_up: what the worker takes to give up the rules of a flow
 */
struct fb_flow_figures {
	double clock;
	double connection;
	double before;
	double add;
	double refresh;
	double pass;
	double end;
	double slow;
	double fast;
	double give;
	double ask;
	double give_up;
};

/**
 * struct fb_flow_price - prices of a flow of one path and protocol at one number of flows
 * @path: the path, which has a flowtable
 * @against: the path that it replaces, which has none
 * @tcp: the protocol is TCP, else UDP
 * @deleted: flows ended because their connections were deleted: the kernel has no setting for the flow's timeout. Then @ending
 *	contains the release of the connection
 * @hardware: the flowtable has "flags offload", and the module's model of hardware takes its rules
 * @table: flows in the table before each cycle
 * @flows: flows of a cycle
 * @steps: packets of the beginning of a flow
 * @adds: number of the packet that adds the flow, from 1
 * @added_before: calls of flow_offload_add() when @flows flows had sent one packet less
 * @added: calls when they had sent it
 * @ended: flows that left the table in each of the cycles
 * @with: the cycles
 * @without: those of the path that is replaced
 * @fig: what follows
 */
struct fb_flow_price {
	char path[FB_FLOW_NAME];
	char against[FB_FLOW_NAME];
	bool tcp;
	bool deleted;
	bool hardware;
	unsigned long table;
	unsigned int flows;
	unsigned int steps;
	unsigned int adds;
	uint64_t added_before;
	uint64_t added;
	uint64_t ended[FB_FLOW_CYCLES];
	struct fb_flow_cycle with[FB_FLOW_CYCLES];
	struct fb_flow_cycle without[FB_FLOW_CYCLES];
	struct fb_flow_figures fig;
};

/** fb_flow_round - flows that are added to a table of @table flows together (pure) */
unsigned int fb_flow_round(unsigned long table);

/** fb_flow_figures - fill in @fp->fig from all the rest (pure) */
void fb_flow_figures(struct fb_flow_price *fp);

/** fb_flow_proved - returns true if as many flows were added and ended as had been sent, by the packet @adds (pure) */
bool fb_flow_proved(const struct fb_flow_price *fp);

/** fb_flow_total - what a flow costs more with a flowtable, and with hardware, beside its packets on the fast path (pure) */
double fb_flow_total(const struct fb_flow_figures *fig);

/**
 * fb_flow_pays_after - after how many packets of the fast path a flow has paid for itself (pure)
 * @total: what it costs
 * @saves: what each of these packets saves
 *
 * Return: the least whole number of packets that save @total; 0 if it costs nothing; -1 if a packet saves nothing.
 */
double fb_flow_pays_after(double total, double saves);

#endif
