/* SPDX-License-Identifier: GPL-2.0 */
/* Commands of flowbench traffic: packets that wait. */
#ifndef FB_TRAFFIC_SESSION_QUEUE_H
#define FB_TRAFFIC_SESSION_QUEUE_H

#include "traffic/session.h"

fb_session_fn fb_session_hold, fb_session_release;

#endif
