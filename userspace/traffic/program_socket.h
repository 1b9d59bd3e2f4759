/* SPDX-License-Identifier: GPL-2.0 */
/* The traffic program sock-redirect. */
#ifndef FB_TRAFFIC_PROGRAM_SOCKET_H
#define FB_TRAFFIC_PROGRAM_SOCKET_H

#include "lib/error.h"

/** fb_traffic_sock - run sock-redirect; fb_traffic_run() says what it does and returns */
int fb_traffic_sock(const char *spec, struct fb_error *error);

#endif
