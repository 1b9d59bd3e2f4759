/* SPDX-License-Identifier: GPL-2.0 */
/* Commands of flowbench traffic: connections. */
#ifndef FB_TRAFFIC_SESSION_CONNECTION_H
#define FB_TRAFFIC_SESSION_CONNECTION_H

#include "traffic/session.h"

fb_session_fn fb_session_tcp, fb_session_udp, fb_session_send, fb_session_close, fb_session_reset,
	fb_session_state;

#endif
