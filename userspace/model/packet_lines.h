/* SPDX-License-Identifier: GPL-2.0 */
/* What a packet of a path touches, net of the generator's own: the path's round less that of packets that end at ingress. Pure. */
#ifndef FB_MODEL_PACKET_LINES_H
#define FB_MODEL_PACKET_LINES_H

#include <stdint.h>

#include "profile/profile.h"
#include "lib/error.h"
#include "model/replay.h"

/**
 * struct fb_net - a packet of a path, net of the generator's own
 * @net: of each enum fb_touch, a packet
 * @self: by function: @self[f * FB_TOUCHES + touch], a packet; owned
 * @nr: functions
 */
struct fb_net {
	double net[FB_TOUCHES];
	double *self;
	uint32_t nr;
};

/**
 * fb_net_count - replay the rounds of a path, and of the hook that is taken off its own
 * @in: what to replay, but for the round
 * @path: the path
 * @c: receives it, empty before; fb_net_free() it, after an error, too
 * @error: receives what is wrong
 *
 * Instructions must be those of the profile, and as many packets must begin as the round has.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_net_count(struct fb_replay in, const struct fb_profile_path *path, struct fb_net *c,
		 struct fb_error *error);

/**
 * fb_net_replay - replay one round of a path, once
 * @in: what to replay; receives the round
 * @path: the path
 * @r: its round
 * @t: receives what it touches; fb_touches_free() it after success
 * @error: receives what is wrong
 *
 * Return: as fb_net_count().
 */
int fb_net_replay(struct fb_replay *in, const struct fb_profile_path *path,
		  const struct fb_profile_round *r, struct fb_touches *t, struct fb_error *error);

/** fb_net_free - free what fb_net_count() has put into @c */
void fb_net_free(struct fb_net *c);

#endif
