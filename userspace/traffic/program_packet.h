/* SPDX-License-Identifier: GPL-2.0 */
/* The traffic program one-packet. */
#ifndef FB_TRAFFIC_PROGRAM_PACKET_H
#define FB_TRAFFIC_PROGRAM_PACKET_H

#include "lib/error.h"

/** fb_traffic_packet - run one-packet; fb_traffic_run() says what it does and returns */
int fb_traffic_packet(const char *spec, struct fb_error *error);

#endif
