// SPDX-License-Identifier: GPL-2.0
/* Creates the trace events of the file "why". */
#include <linux/if_packet.h>
#include <linux/netfilter/nf_conntrack_tcp.h>
#include <net/netfilter/nf_conntrack.h>

#include "why.h"

#define CREATE_TRACE_POINTS
#include "trace.h"
