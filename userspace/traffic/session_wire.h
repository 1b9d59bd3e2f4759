/* SPDX-License-Identifier: GPL-2.0 */
/* Commands of flowbench traffic: frames that are sent and captured. */
#ifndef FB_TRAFFIC_SESSION_WIRE_H
#define FB_TRAFFIC_SESSION_WIRE_H

#include "traffic/session.h"

fb_session_fn fb_session_packet, fb_session_watch, fb_session_seen, fb_session_first,
	fb_session_clear;

#endif
