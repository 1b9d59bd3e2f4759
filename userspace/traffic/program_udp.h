/* SPDX-License-Identifier: GPL-2.0 */
/* The traffic program udp-send. */
#ifndef FB_TRAFFIC_PROGRAM_UDP_H
#define FB_TRAFFIC_PROGRAM_UDP_H

#include "lib/error.h"

/** fb_traffic_udp - run udp-send; fb_traffic_run() says what it does and returns */
int fb_traffic_udp(const char *spec, struct fb_error *error);

#endif
