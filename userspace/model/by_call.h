/* SPDX-License-Identifier: GPL-2.0 */
/* What a packet of a path touches, by call: so that stacks and sections can be weighed by it. Pure. */
#ifndef FB_MODEL_BY_CALL_H
#define FB_MODEL_BY_CALL_H

#include "profile/profile.h"
#include "lib/error.h"
#include "model/packet_lines.h"
#include "model/replay.h"

/**
 * struct fb_by_call - the calls of a path's rounds
 * @path: the path, borrowed, and its rounds
 * @term: its rounds, borrowed, the path's own round first
 * @nr: how many
 * @call_of: of each number of a round's sequence, its call
 * @section: of each call, its section
 */
struct fb_by_call {
	const struct fb_profile_path *path;
	struct fb_profile_term term[FB_PROFILE_TERMS];
	unsigned int nr;
	uint32_t *call_of[FB_PROFILE_TERMS];
	unsigned char *section[FB_PROFILE_TERMS];
};

/**
 * struct fb_weighed - what they touch
 * @net: a packet, net of the generator's own; by function
 * @section: the same by section: @section[s][touch]
 * @gross: the path's round, by call
 */
struct fb_weighed {
	struct fb_net net;
	double section[FB_SECTIONS][FB_TOUCHES];
	struct fb_touches gross;
};

/**
 * fb_by_call_make - find the call of each block
 * @by: receives it; fb_by_call_free() it, after an error, too
 * @p: the profile
 * @rec: its record
 * @path: a path of @p
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_by_call_make(struct fb_by_call *by, struct fb_profile *p,
		    const struct fb_profile_record *rec, const struct fb_profile_path *path,
		    struct fb_error *error);

/** fb_by_call_free - free what fb_by_call_make() has put into @by */
void fb_by_call_free(struct fb_by_call *by);

/**
 * fb_by_call_count - replay all rounds
 * @by: the calls
 * @in: what to replay, but for the round and the calls
 * @w: receives it, empty before; fb_weighed_free() it, after an error, too
 * @error: receives what is wrong
 *
 * Return: as fb_net_count().
 */
int fb_by_call_count(const struct fb_by_call *by, struct fb_replay in, struct fb_weighed *w,
		     struct fb_error *error);

/** fb_weighed_section - a section's; what the generator took more or less is in transmit, as in a profile */
static inline double fb_weighed_section(const struct fb_weighed *w, unsigned int section,
					unsigned int touch)
{
	return w->section[section][touch] +
	       (section == FB_SEC_TRANSMIT ? w->section[FB_SEC_GENERATOR][touch] : 0);
}

/** fb_weighed_free - free what fb_by_call_count() has put into @w */
void fb_weighed_free(struct fb_weighed *w);

#endif
