/* SPDX-License-Identifier: GPL-2.0 */
/* Reads at once what does not depend on a single packet. */
#ifndef FB_STATE_GATEWAY_READ_H
#define FB_STATE_GATEWAY_READ_H

#include "lib/error.h"
#include "state/policies.h"
#include "state/gateway.h"

/**
 * struct fb_state - the state of a network namespace; all 0 when empty
 * @devices: its devices
 * @ruleset: its ruleset; empty if the kernel has no nf_tables
 * @policies: its IPsec policies
 */
struct fb_state {
	struct fb_devices devices;
	struct fb_ruleset ruleset;
	struct fb_policies policies;
};

/**
 * fb_state_read - read the state of the calling thread's network namespace
 * @s: receives it; the caller calls fb_state_free() after success
 * @error: receives what is wrong
 *
 * For another namespace: fb_netns_enter() before, fb_netns_leave() after.
 *
 * Return: 0 or a negative errno; see fb_devices_read(), fb_ruleset_read() and fb_policies_read().
 */
int fb_state_read(struct fb_state *s, struct fb_error *error);

/** fb_state_free - free the content of @s, and make it all zero */
void fb_state_free(struct fb_state *s);

#endif
