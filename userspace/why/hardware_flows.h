/* SPDX-License-Identifier: GPL-2.0 */
/* Why connections of a flowtable with "flags offload" are not in hardware, by what was asked and answered. Pure: no I/O. */
#ifndef FB_WHY_HARDWARE_FLOWS_H
#define FB_WHY_HARDWARE_FLOWS_H

#include "hardware/rule.h"
#include "state/connections.h"
#include "why/judge.h"

/** FB_WHY_HW_MOST - most questions that are kept between two answers */
#define FB_WHY_HW_MOST 262144

/** enum fb_why_hw_said - what hardware said last of one direction of a flow */
enum fb_why_hw_said {
	FB_WHY_HW_NOTHING,
	FB_WHY_HW_TAKEN,
	FB_WHY_HW_REFUSED,
	FB_WHY_HW_GIVEN_UP,
	/* asked for statistics, no device said anything */
	FB_WHY_HW_SILENT,
};

/**
 * struct fb_why_hw_flow - a question
 * @tuple: addresses and ports of the packets; padding is 0
 * @nr: its number; of what the module's model says of a refusal: UINT32_MAX
 * @ms: age of what the model says
 * @said: what hardware said
 * @error: negative errno of a refusal, 0 if it is not known
 * @reason: the module's word for it, or ""
 */
struct fb_why_hw_flow {
	struct fb_tuple tuple;
	uint32_t nr;
	uint64_t ms;
	enum fb_why_hw_said said;
	int error;
	char reason[16];
};

/**
 * struct fb_why_hw_flows - all that was asked
 * @flow: questions; after fb_why_hw_sort() the last one of each tuple, sorted; owned
 * @lost: questions that nobody has seen
 * @open: questions that are not answered yet
 */
struct fb_why_hw_flows {
	struct fb_why_hw_flow *flow;
	unsigned int nr;
	unsigned int room;
	uint64_t lost;
	uint64_t open;
};

/**
 * fb_why_hw_add - take a question, or a refusal of the module's model
 * @f: takes it
 * @rule: the question
 *
 * Return: 0 or -ENOMEM. Beyond FB_WHY_HW_MOST questions it is counted in @f->lost.
 */
int fb_why_hw_add(struct fb_why_hw_flows *f, const struct fb_hw_rule *rule);

/** fb_why_hw_sort - make @f ready for fb_why_hw_judge() */
void fb_why_hw_sort(struct fb_why_hw_flows *f);

/**
 * fb_why_hw_judge - decide why an offloaded connection is not in hardware, or not as it should
 * @f: sorted
 * @c: the connection
 * @answer: receives it
 *
 * Return: true if there is a reason.
 */
bool fb_why_hw_judge(const struct fb_why_hw_flows *f, const struct fb_connection *c,
		     struct fb_why_answer *answer);

/** fb_why_hw_flows_free - free the content */
void fb_why_hw_flows_free(struct fb_why_hw_flows *f);

#endif
