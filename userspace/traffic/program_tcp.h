/* SPDX-License-Identifier: GPL-2.0 */
/* The traffic program tcp-request. */
#ifndef FB_TRAFFIC_PROGRAM_TCP_H
#define FB_TRAFFIC_PROGRAM_TCP_H

#include "lib/error.h"

/** fb_traffic_tcp - run tcp-request; fb_traffic_run() says what it does and returns */
int fb_traffic_tcp(const char *spec, struct fb_error *error);

#endif
