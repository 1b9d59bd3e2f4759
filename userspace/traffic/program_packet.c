// SPDX-License-Identifier: GPL-2.0
/* Sends one packet, and waits for what comes of it: an answer, a refusal, or nothing. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/icmp6.h>
#include <netinet/in.h>
#include <netinet/ip_icmp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/checksum.h"
#include "system/lab.h"
#include "traffic/settings.h"
#include "traffic/program_packet.h"

#define SIZE_MAX_PACKET 1400

/* How long an answer may take. A dropped packet has none. */
#define ANSWER_MS 300

struct packet {
	char client[64];
	char to[INET6_ADDRSTRLEN];
	char proto[8];
	long port;
	long size;
};

static int parse_spec(const char *spec, struct packet *p, struct fb_error *error)
{
	const struct fb_spec_text words[] = {
		{ "client", p->client, sizeof(p->client) },
		{ "to", p->to, sizeof(p->to) },
		{ "proto", p->proto, sizeof(p->proto) },
	};
	const struct fb_spec_count numbers[] = {
		{ "port", 1, 65535, &p->port, true },
		{ "size", 1, SIZE_MAX_PACKET, &p->size, true },
	};

	memset(p, 0, sizeof(*p));
	p->port = 9;
	p->size = 56;
	return fb_spec_read(spec, words, sizeof(words) / sizeof(words[0]), numbers,
			    sizeof(numbers) / sizeof(numbers[0]), error);
}

static int open_socket(const struct packet *p, const struct fb_spec_end *to)
{
	int family = to->sa.sa_family;

	if (!strcmp(p->proto, "icmp"))
		return fb_netns_socket(p->client, family, SOCK_RAW | SOCK_NONBLOCK,
				       family == AF_INET6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
	if (!strcmp(p->proto, "udp"))
		return fb_netns_socket(p->client, family, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	if (!strcmp(p->proto, "tcp"))
		return fb_netns_socket(p->client, family, SOCK_STREAM | SOCK_NONBLOCK, 0);
	return -EINVAL;
}

/* A connection's SYN, a datagram, or an ICMP echo request. */
static int send_packet(const struct packet *p, int sock, const struct fb_spec_end *to)
{
	union {
		struct icmphdr icmp;
		unsigned char bytes[sizeof(struct icmphdr) + SIZE_MAX_PACKET];
	} out;
	size_t len = (size_t)p->size;

	memset(&out, 0, sizeof(out));
	if (!strcmp(p->proto, "tcp")) {
		if (connect(sock, &to->sa, to->len) && errno != EINPROGRESS)
			return errno == ECONNREFUSED ? 0 : -errno;
		return 0;
	}
	if (!strcmp(p->proto, "icmp")) {
		len += sizeof(out.icmp);
		out.icmp.type = to->sa.sa_family == AF_INET6 ? ICMP6_ECHO_REQUEST : ICMP_ECHO;
		out.icmp.un.echo.id = htons(1);
		out.icmp.un.echo.sequence = htons(1);
		/* The kernel computes that of ICMPv6. */
		out.icmp.checksum =
			htons((uint16_t)~fb_checksum_fold(fb_checksum_add(0, out.bytes, len)));
	}
	/* A rule that drops it on its way out is a verdict, and not an error of the traffic. */
	if (sendto(sock, out.bytes, len, 0, &to->sa, to->len) < 0 && errno != EPERM)
		return -errno;
	return 0;
}

int fb_traffic_packet(const char *spec, struct fb_error *error)
{
	struct fb_spec_end to;
	struct packet p;
	struct pollfd answer;
	int ret, sock;

	ret = parse_spec(spec, &p, error);
	if (ret)
		return ret;
	/* A raw socket of IPv6 takes no port. */
	ret = fb_spec_addr(p.to, strcmp(p.proto, "icmp") ? p.port : 0, &to);
	if (ret)
		return fb_error_errno(error, ret, "one-packet: to=%s", p.to);
	sock = open_socket(&p, &to);
	if (sock < 0)
		return fb_error_errno(error, sock, "one-packet: proto=%s", p.proto);
	ret = send_packet(&p, sock, &to);
	if (ret) {
		fb_error_errno(error, ret, "one-packet to %s", p.to);
	} else {
		answer = (struct pollfd){ .fd = sock, .events = POLLIN | POLLOUT };
		if (strcmp(p.proto, "tcp"))
			answer.events = POLLIN;
		if (poll(&answer, 1, ANSWER_MS) < 0)
			ret = fb_error_errno(error, -errno, "one-packet to %s: poll", p.to);
	}
	close(sock);
	return ret;
}
