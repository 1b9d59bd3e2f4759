// SPDX-License-Identifier: GPL-2.0
/* Creates the trace events packet and mark. */
#define CREATE_TRACE_POINTS
#include "events.h"
