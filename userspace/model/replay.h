/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recorded round once more: what its packets touch and where they branch, and what a modelled machine makes of it. Pure.
 *
 * A packet begins where the generator takes its buffer. Counted are blocks and accesses between that and the next one; what
 * stands before the first packet of a window belongs to the packet before. Of packets that are handed over as a list, the
 * last one has the list's way; so a figure a packet is the round's sum by its packets.
 */
#ifndef FB_MODEL_REPLAY_H
#define FB_MODEL_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"
#include "lib/error.h"
#include "model/physical_layout.h"
#include "model/machine.h"

/**
 * enum fb_touch - what is counted
 * @FB_TOUCH_INSNS: instructions
 * @FB_TOUCH_LOADS: accesses that read
 * @FB_TOUCH_STORES: accesses that write
 * @FB_TOUCH_DATA: lines of data, each once a packet
 * @FB_TOUCH_CODE: lines of code, each once a packet
 * @FB_TOUCH_BRANCHES: conditional branches
 * @FB_TOUCH_INDIRECT: jumps and calls to where a register or memory says, by a retpoline or not
 * @FB_TOUCH_EVENTS: from here on the machine's events
 */
enum fb_touch {
	FB_TOUCH_INSNS,
	FB_TOUCH_LOADS,
	FB_TOUCH_STORES,
	FB_TOUCH_DATA,
	FB_TOUCH_CODE,
	FB_TOUCH_BRANCHES,
	FB_TOUCH_INDIRECT,
	FB_TOUCH_EVENTS,
	FB_TOUCHES = FB_TOUCH_EVENTS + FB_MACHINE_EVENTS,
};

/** fb_touch_name - "insn", "loads", … */
const char *fb_touch_name(unsigned int touch);

/**
 * struct fb_touches - what a round's packets have touched
 * @sum: all together
 * @self: by function, or by call: @self[f * FB_TOUCHES + touch]; owned
 * @nr: functions, or calls
 * @packets: that began
 */
struct fb_touches {
	uint64_t sum[FB_TOUCHES];
	uint64_t *self;
	uint32_t nr;
	uint64_t packets;
};

/**
 * struct fb_replay - what is replayed
 * @rec: the record, with accesses
 * @round: one round of it, which has its sequence
 * @syms: the kernel's symbols
 * @layout: where its code lies, or NULL: where it lay
 * @m: the machine, or NULL: then no events are counted
 * @cold: it forgets all before each packet; else the round runs twice, and the second time counts
 * @call_of: of fb_blockwalk_each(), to count by call, or NULL: by function
 * @nr_calls: how many calls there are
 */
struct fb_replay {
	const struct fb_profile_record *rec;
	const struct fb_record_round *round;
	struct fb_symbols *syms;
	const struct fb_layout *layout;
	struct fb_machine *m;
	bool cold;
	const uint32_t *call_of;
	uint32_t nr_calls;
};

/**
 * fb_replay - run it
 * @in: what
 * @out: receives the counts; fb_touches_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_replay(const struct fb_replay *in, struct fb_touches *out, struct fb_error *error);

/** fb_touches_free - free what fb_replay() has put into @t */
void fb_touches_free(struct fb_touches *t);

#endif
