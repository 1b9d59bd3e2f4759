/* SPDX-License-Identifier: GPL-2.0 */
/* Commands of flowbench traffic: PPPoE. */
#ifndef FB_TRAFFIC_SESSION_PPP_H
#define FB_TRAFFIC_SESSION_PPP_H

#include "traffic/session.h"

fb_session_fn fb_session_pppoe;

#endif
