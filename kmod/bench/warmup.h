/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WARMUP_H
#define FB_WARMUP_H

#include <linux/types.h>

#include "frame.h"

struct fb_run_kind;

/**
 * struct fb_warmup - what a warm-up knows about the flow that it is busy with
 * @len: bytes of the last packet that was sent, from the IP header on
 * @seen: addresses of the last packet that left by the sink
 * @is_seen: such a packet has left, and could be read
 * @is_back: a reply has left by the device that the flow's packets come in by
 * @replied: flows whose reply has left
 */
struct fb_warmup {
	unsigned int len;
	struct fb_tuple seen;
	bool is_seen;
	bool is_back;
	u64 replied;
};

extern const struct fb_run_kind fb_warmup_kind;

#endif /* FB_WARMUP_H */
