/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_PACKET_TEXT_H
#define FB_PACKET_TEXT_H

#include <linux/types.h>

struct fb_packet;
struct trace_seq;

void fb_put_addrs(struct trace_seq *p, u8 family, const u8 *src, const u8 *dst);
void fb_put_ports(struct trace_seq *p, u8 family, const u8 *src, u16 sport,
		  const u8 *dst, u16 dport);
const char *fb_packet_text(struct trace_seq *p, const struct fb_packet *pkt);

#endif /* FB_PACKET_TEXT_H */
