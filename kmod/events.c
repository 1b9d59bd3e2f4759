// SPDX-License-Identifier: GPL-2.0
/*
 * Creates the trace events, and the part of their text that a format string
 * cannot express.
 */
#include <linux/trace_seq.h>

#define CREATE_TRACE_POINTS
#include "events.h"

static void fb_put_addr(struct trace_seq *p, u8 family, const u8 *addr)
{
	if (family == 4)
		trace_seq_printf(p, "%pI4", addr);
	else
		trace_seq_printf(p, "%pI6c", addr);
}

static void fb_put_host_port(struct trace_seq *p, u8 family, const u8 *addr,
			     u16 port)
{
	if (family == 4)
		trace_seq_printf(p, "%pI4:%u", addr, port);
	else
		trace_seq_printf(p, "[%pI6c]:%u", addr, port);
}

static void fb_put_addrs(struct trace_seq *p,
			 const struct trace_event_raw_packet *entry)
{
	trace_seq_putc(p, ' ');
	fb_put_addr(p, entry->family, entry->src);
	trace_seq_putc(p, '>');
	fb_put_addr(p, entry->family, entry->dst);
}

static void fb_put_ports(struct trace_seq *p,
			 const struct trace_event_raw_packet *entry)
{
	trace_seq_putc(p, ' ');
	fb_put_host_port(p, entry->family, entry->src, entry->sport);
	trace_seq_putc(p, '>');
	fb_put_host_port(p, entry->family, entry->dst, entry->dport);
}

/* Prints a letter for each flag, as tcpdump does, lowest bit first; '-' for none. */
static void fb_put_tcp_flags(struct trace_seq *p, u8 flags)
{
	static const char letters[] = "FSRPAU";
	char text[sizeof(letters)];
	int i, n = 0;

	for (i = 0; letters[i]; i++)
		if (flags & (1 << i))
			text[n++] = letters[i];
	if (!n)
		text[n++] = '-';
	text[n] = '\0';
	trace_seq_printf(p, " flags=%s", text);
}

/**
 * fb_packet_text() - print the part of a packet event that depends on its protocol
 * @p: scratch sequence of the event's print function
 * @entry: the recorded event
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_packet_text(struct trace_seq *p,
			   const struct trace_event_raw_packet *entry)
{
	const char *text = trace_seq_buffer_ptr(p);

	switch (entry->kind) {
	case FB_PACKET_TCP:
		trace_seq_puts(p, "proto=tcp");
		fb_put_ports(p, entry);
		fb_put_tcp_flags(p, entry->tcp_flags);
		trace_seq_printf(p, " seq=%u ack=%u", entry->seq, entry->ack);
		break;
	case FB_PACKET_UDP:
		trace_seq_puts(p, "proto=udp");
		fb_put_ports(p, entry);
		break;
	case FB_PACKET_ICMP:
		trace_seq_puts(p, entry->family == 4 ? "proto=icmp" :
						       "proto=icmp6");
		fb_put_addrs(p, entry);
		trace_seq_printf(p, " type=%u code=%u", entry->type,
				 entry->code);
		break;
	case FB_PACKET_ESP:
		trace_seq_puts(p, "proto=esp");
		fb_put_addrs(p, entry);
		trace_seq_printf(p, " spi=0x%08x seq=%u", entry->spi,
				 entry->seq);
		break;
	case FB_PACKET_IP:
		trace_seq_printf(p, "proto=%u", entry->proto);
		fb_put_addrs(p, entry);
		if (entry->frag)
			trace_seq_printf(p, " frag=%u", entry->frag);
		break;
	default:
		trace_seq_printf(p, "proto=eth 0x%04x", entry->ethertype);
		break;
	}
	trace_seq_putc(p, '\0');

	return text;
}
