/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the counters of the program that forwards. */
#ifndef FB_XDP_COUNT_H
#define FB_XDP_COUNT_H

#include "xdp/flowtable.h"

/** fb_xdp_count_name - the name of a counter, one word */
const char *fb_xdp_count_name(enum fb_xdp_count count);

/** fb_xdp_count_find - the counter of that name, or -ENOENT */
int fb_xdp_count_find(const char *name);

#endif
