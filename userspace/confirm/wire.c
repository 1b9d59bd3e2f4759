// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "confirm/wire.h"
#include "net/checksum.h"

#define ETH 14
#define IP  20
#define UDP 8

/* The default ports of the module's generator. */
#define SPORT 1024
#define DPORT 9

/* The mark that begins the payload of the generator's packets: "flow", the number of the flow, that of the packet. */
#define MAGIC 0x666c6f77
#define MARK  12

/* "send SIZE BURST BURSTS sum" takes so many packets at most. */
#define PACKETS_MAX 1000000

#define TTL	    64

/* In the byte of an IPv4 header that has the flags, as the generator's packets have it. ESP then chooses no identification. */
#define DONT_FRAGMENT 0x40

static const uint8_t in_host[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 1, 2 };
static const uint8_t in_gateway[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 1, 1 };
static const uint8_t out_host[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 2, 2 };
static const uint8_t out_gateway[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 2, 1 };
static const uint8_t ctl_host[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 9, 2 };
static const uint8_t ctl_gateway[FB_WIRE_MAC_LEN] = { 0x02, 0xfb, 0, 0, 9, 1 };

static void put16(uint8_t *at, uint32_t n)
{
	at[0] = (uint8_t)(n >> 8);
	at[1] = (uint8_t)n;
}

static void put32(uint8_t *at, uint32_t n)
{
	put16(at, n >> 16);
	put16(at + 2, n);
}

static uint32_t get16(const uint8_t *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t get32(const uint8_t *at)
{
	return get16(at) << 16 | get16(at + 2);
}

static void put_ethernet(uint8_t *frame, const uint8_t *to, const uint8_t *from, uint32_t type)
{
	memcpy(frame, to, FB_WIRE_MAC_LEN);
	memcpy(frame + FB_WIRE_MAC_LEN, from, FB_WIRE_MAC_LEN);
	put16(frame + 2 * (size_t)FB_WIRE_MAC_LEN, type);
}

size_t fb_wire_control(uint8_t frame[FB_WIRE_FRAME_MAX], bool by_gateway, const char *text)
{
	size_t len = strlen(text);

	if (len > FB_WIRE_FRAME_MAX - ETH - 1)
		len = FB_WIRE_FRAME_MAX - ETH - 1;
	memset(frame, 0, FB_WIRE_FRAME_MAX);
	put_ethernet(frame, by_gateway ? ctl_host : ctl_gateway,
		     by_gateway ? ctl_gateway : ctl_host, FB_WIRE_TYPE);
	memcpy(frame + ETH, text, len);
	len += ETH + 1;
	return len < FB_WIRE_FRAME_MIN ? FB_WIRE_FRAME_MIN : len;
}

const char *fb_wire_control_text(const uint8_t *frame, size_t len)
{
	if (len <= ETH || get16(frame + 2 * (size_t)FB_WIRE_MAC_LEN) != FB_WIRE_TYPE ||
	    !memchr(frame + ETH, '\0', len - ETH))
		return NULL;
	return (const char *)frame + ETH;
}

void fb_wire_ask_write(const struct fb_wire_ask *ask, char *text, size_t size)
{
	snprintf(text, size, "%s %u %u %u %s", ask->warm ? "warm" : "send", ask->size, ask->burst,
		 ask->bursts, ask->bare ? "bare" : "sum");
}

bool fb_wire_ask_read(const char *text, struct fb_wire_ask *ask)
{
	char verb[5], sum[5], end;

	if (sscanf(text, "%4s %u %u %u %4s%c", verb, &ask->size, &ask->burst, &ask->bursts, sum,
		   &end) != 5)
		return false;
	ask->warm = !strcmp(verb, "warm");
	ask->bare = !strcmp(sum, "bare");
	if (!ask->bare && strcmp(sum, "sum"))
		return false;
	return (ask->warm || !strcmp(verb, "send")) && ask->size >= FB_WIRE_FRAME_MIN &&
	       ask->size <= FB_WIRE_FRAME_MAX && ask->burst && ask->bursts &&
	       ask->burst <= PACKETS_MAX && ask->bursts <= PACKETS_MAX / ask->burst;
}

void fb_wire_answer_write(const struct fb_wire_answer *answer, char *text, size_t size)
{
	snprintf(text, size, "sent %u arrived %u other %u", answer->sent, answer->arrived,
		 answer->other);
}

bool fb_wire_answer_read(const char *text, struct fb_wire_answer *answer)
{
	char end;

	return sscanf(text, "sent %u arrived %u other %u%c", &answer->sent, &answer->arrived,
		      &answer->other, &end) == 3;
}

void fb_wire_packet(uint8_t *frame, unsigned int size, bool reply, uint32_t seq, bool bare)
{
	const struct fb_ip in = { .version = 4, .addr = { 10, 0, 1, 2 } },
			   out = { .version = 4, .addr = { 10, 0, 2, 2 } };
	const struct fb_ip *src = reply ? &out : &in, *dst = reply ? &in : &out;
	uint8_t *ip = frame + ETH, *udp = ip + IP;
	uint32_t len = size - ETH - IP, sum;

	memset(frame, 0, size);
	put_ethernet(frame, reply ? out_gateway : in_gateway, reply ? out_host : in_host, 0x0800);
	ip[0] = 0x45;
	put16(ip + 2, size - ETH);
	ip[6] = DONT_FRAGMENT;
	ip[8] = TTL;
	ip[9] = 17;
	memcpy(ip + 12, src->addr, 4);
	memcpy(ip + 16, dst->addr, 4);
	put16(ip + 10, (uint16_t)~fb_checksum_fold(fb_checksum_add(0, ip, IP)));
	put16(udp, reply ? DPORT : SPORT);
	put16(udp + 2, reply ? SPORT : DPORT);
	put16(udp + 4, len);
	put32(udp + UDP, MAGIC);
	put32(udp + UDP + 8, seq);
	sum = fb_checksum_pseudo(src, dst, 17, len);
	sum = (uint16_t)~fb_checksum_fold(fb_checksum_add(sum, udp, len));
	if (!bare)
		put16(udp + 6, sum ? sum : 0xffff);
}

bool fb_wire_is_packet(const uint8_t *frame, size_t len, bool reply, uint32_t seq)
{
	const uint8_t *ip = frame + ETH, *mark = ip + IP + UDP;

	if (len < FB_WIRE_FRAME_MIN || get16(frame + 2 * (size_t)FB_WIRE_MAC_LEN) != 0x0800 ||
	    memcmp(frame, reply ? in_host : out_host, FB_WIRE_MAC_LEN) ||
	    memcmp(frame + FB_WIRE_MAC_LEN, reply ? in_gateway : out_gateway, FB_WIRE_MAC_LEN) ||
	    ip[0] != 0x45)
		return false;
	/* ESP */
	if (ip[9] == 50)
		return true;
	return ip[9] == 17 && ip[8] == TTL - 1 && len >= ETH + IP + UDP + MARK &&
	       get32(mark) == MAGIC && get32(mark + 8) == seq;
}
