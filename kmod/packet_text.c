// SPDX-License-Identifier: GPL-2.0
/*
 * Prints what is known of a packet. Several trace events have this text.
 */
#include <linux/trace_seq.h>

#include "packet.h"
#include "packet_text.h"

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

/**
 * fb_put_addrs() - print "SOURCE>DESTINATION" without ports
 * @p: where to
 * @family: 4 or 6
 * @src: source address
 * @dst: destination address
 */
void fb_put_addrs(struct trace_seq *p, u8 family, const u8 *src, const u8 *dst)
{
	fb_put_addr(p, family, src);
	trace_seq_putc(p, '>');
	fb_put_addr(p, family, dst);
}

/**
 * fb_put_ports() - print "SOURCE:PORT>DESTINATION:PORT"
 * @p: where to
 * @family: 4 or 6
 * @src: source address
 * @sport: source port
 * @dst: destination address
 * @dport: destination port
 */
void fb_put_ports(struct trace_seq *p, u8 family, const u8 *src, u16 sport,
		  const u8 *dst, u16 dport)
{
	fb_put_host_port(p, family, src, sport);
	trace_seq_putc(p, '>');
	fb_put_host_port(p, family, dst, dport);
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
 * @pkt: what was recorded of the packet
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_packet_text(struct trace_seq *p, const struct fb_packet *pkt)
{
	const char *text = trace_seq_buffer_ptr(p);

	switch (pkt->kind) {
	case FB_PACKET_TCP:
		trace_seq_puts(p, "proto=tcp ");
		fb_put_ports(p, pkt->family, pkt->src, pkt->sport, pkt->dst,
			     pkt->dport);
		fb_put_tcp_flags(p, pkt->tcp_flags);
		trace_seq_printf(p, " seq=%u ack=%u", pkt->seq, pkt->ack);
		break;
	case FB_PACKET_UDP:
		trace_seq_puts(p, "proto=udp ");
		fb_put_ports(p, pkt->family, pkt->src, pkt->sport, pkt->dst,
			     pkt->dport);
		break;
	case FB_PACKET_ICMP:
		trace_seq_puts(p, pkt->family == 4 ? "proto=icmp " :
						     "proto=icmp6 ");
		fb_put_addrs(p, pkt->family, pkt->src, pkt->dst);
		trace_seq_printf(p, " type=%u code=%u", pkt->type,
				 pkt->code);
		break;
	case FB_PACKET_ESP:
		trace_seq_puts(p, "proto=esp ");
		fb_put_addrs(p, pkt->family, pkt->src, pkt->dst);
		trace_seq_printf(p, " spi=0x%08x seq=%u", pkt->spi,
				 pkt->seq);
		break;
	case FB_PACKET_IP:
		trace_seq_printf(p, "proto=%u ", pkt->proto);
		fb_put_addrs(p, pkt->family, pkt->src, pkt->dst);
		if (pkt->frag)
			trace_seq_printf(p, " frag=%u", pkt->frag);
		break;
	default:
		trace_seq_printf(p, "proto=eth 0x%04x", pkt->ethertype);
		break;
	}
	trace_seq_putc(p, '\0');

	return text;
}
