// SPDX-License-Identifier: GPL-2.0
/*
 * Creates the trace events packet and mark, and the part of their text that a
 * format string cannot express.
 */
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "packet_text.h"

#define CREATE_TRACE_POINTS
#include "events.h"

/**
 * fb_event_text() - print the part of a packet event that depends on its protocol
 * @p: scratch sequence of the event's print function
 * @entry: the recorded event
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_event_text(struct trace_seq *p,
			  const struct trace_event_raw_packet *entry)
{
	struct fb_packet pkt = {
		.seq = entry->seq,
		.ack = entry->ack,
		.spi = entry->spi,
		.ethertype = entry->ethertype,
		.sport = entry->sport,
		.dport = entry->dport,
		.frag = entry->frag,
		.kind = entry->kind,
		.family = entry->family,
		.proto = entry->proto,
		.tcp_flags = entry->tcp_flags,
		.type = entry->type,
		.code = entry->code,
	};

	memcpy(pkt.src, entry->src, sizeof(pkt.src));
	memcpy(pkt.dst, entry->dst, sizeof(pkt.dst));
	return fb_packet_text(p, &pkt);
}
