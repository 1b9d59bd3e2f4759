// SPDX-License-Identifier: GPL-2.0
/* Creates the trace events packet and mark. */
#include "flowbench.h"

#define CREATE_TRACE_POINTS
#include "events.h"
