/* SPDX-License-Identifier: GPL-2.0 */
/* Passes of the flowtable's garbage collector, once a second, and the timeout of flows. */
#ifndef FB_FLOW_FLOW_PASS_H
#define FB_FLOW_FLOW_PASS_H

#include <stdint.h>

/** FB_FLOW_PASS - the function whose calls are the passes; its hook is on while these functions are called */
#define FB_FLOW_PASS "nf_flow_offload_work_gc"

/** fb_flow_timeouts - set the timeout of flows, in seconds; Return: 0, or -ENOENT if the kernel has no setting */
int fb_flow_timeouts(unsigned int seconds);

/** fb_flow_wait_pass - wait for the end of a pass; Return: 0 or a negative errno */
int fb_flow_wait_pass(void);

/**
 * fb_flow_price_pass - what the next pass costs
 * @cost: receives it, in ticks of the module's clock
 *
 * Called after the end of a pass, so that the next one falls into the sleep: nothing else runs then. Resets the hooks.
 * Return: 0; -EPROTO, which has been said, if there was not one pass; or another negative errno.
 */
int fb_flow_price_pass(uint64_t *cost);

#endif
