// SPDX-License-Identifier: GPL-2.0
/* The commands of flowbench traffic that use sockets. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "process/interrupt.h"
#include "traffic/session_connection.h"
#include "traffic/settings.h"

#define MINUTES_MS 600000
/* Datagrams that are not here so long after the last one are lost. */
#define QUIET_MS 300
#define STATE_MS 1000

static int address(const char *text, const char *addr, unsigned int port, union fb_sockaddr *to,
		   struct fb_error *error)
{
	if (!(addr ? fb_sockaddr(addr, port, to) : fb_sockaddr_pair(text, to)))
		return 0;
	return fb_error(error, -EINVAL, "'%.80s': expected %s", text,
			addr ? "an address" : "ADDR:PORT");
}

/* CLIENT SERVER ADDR PORT and the keys behind them */
static int parse_to(struct fb_session *s, struct fb_words *w, bool udp, struct fb_conn_to *to,
		    struct fb_error *error)
{
	const char *client = fb_words_next(w, "CLIENT", error);
	const char *server = client ? fb_words_next(w, "SERVER", error) : NULL;
	const char *addr = server ? fb_words_next(w, "ADDR", error) : NULL;
	const char *port = addr ? fb_words_next(w, "PORT", error) : NULL;
	const char *src = fb_words_value(w, "src"), *listen = fb_words_value(w, "listen");
	uint64_t number, sport = 0;

	memset(to, 0, sizeof(*to));
	to->timeout_ms = FB_STEP_MS;
	if (!port)
		return -EINVAL;
	if (fb_number(port, 1, 65535, &number))
		return fb_error(error, -EINVAL, "'%.80s': expected a port, 1 to 65535", port);
	if (address(addr, addr, (unsigned int)number, &to->to, error) ||
	    fb_words_number(w, "sport", 1, 65535, &sport, error) ||
	    fb_words_number(w, "timeout", 1, MINUTES_MS, &to->timeout_ms, error) ||
	    (!udp && fb_words_number(w, "mss", 88, 32767, &to->mss, error)))
		return -EINVAL;
	to->listen = to->to;
	if (listen && address(listen, NULL, 0, &to->listen, error))
		return -EINVAL;
	to->bound = src || sport;
	if (!src)
		src = to->to.sa.sa_family == AF_INET6 ? "::" : "0.0.0.0";
	if (address(src, src, (unsigned int)sport, &to->from, error))
		return -EINVAL;
	if (to->from.sa.sa_family != to->to.sa.sa_family)
		return fb_error(error, -EINVAL, "'%.80s' and '%.80s' are not of the same family",
				src, addr);
	if (fb_words_end(w, error) || fb_session_netns(s, client, to->client, error) ||
	    fb_session_netns(s, server, to->server, error))
		return -EINVAL;
	return 0;
}

static int connect_one(struct fb_session *s, struct fb_words *w, bool udp, struct fb_error *error)
{
	struct fb_open *open = fb_session_new(s, w, error);
	struct fb_conn_to to;
	int ret;

	if (!open)
		return -EINVAL;
	ret = parse_to(s, w, udp, &to, error);
	if (!ret)
		ret = udp ? fb_conn_udp(&open->conn, &to, error)
			  : fb_conn_tcp(&open->conn, &to, error);
	if (ret)
		free(open);
	else
		fb_session_add(s, open);
	return ret;
}

int fb_session_tcp(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	(void)out;
	return connect_one(s, w, false, error);
}

int fb_session_udp(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	(void)out;
	return connect_one(s, w, true, error);
}

/* A word that is one of two, the client's first. */
static int one_of(struct fb_words *w, const char *client, const char *server, enum fb_end *end,
		  struct fb_error *error)
{
	const char *word = fb_words_next(w, "an end", error);

	if (!word)
		return -EINVAL;
	*end = strcmp(word, client) ? FB_SERVER : FB_CLIENT;
	if (*end == FB_CLIENT || !strcmp(word, server))
		return 0;
	return fb_error(error, -EINVAL, "'%.80s' is neither %s nor %s", word, client, server);
}

static int send_stream(struct fb_conn *c, enum fb_end from, uint64_t bytes, struct fb_words *w,
		       struct fb_error *error, FILE *out)
{
	uint64_t timeout = FB_STEP_MS;
	struct fb_segments before = { 0 }, after = { 0 };
	int ret;

	if (fb_words_number(w, "timeout", 1, MINUTES_MS, &timeout, error) || fb_words_end(w, error))
		return -EINVAL;
	/* A closed end has no segments, and fb_conn_stream() refuses it. */
	(void)fb_conn_segments(c, from, &before);
	ret = fb_conn_stream(c, from, bytes, timeout, error);
	if (ret)
		return ret;
	ret = fb_conn_segments(c, from, &after);
	if (ret)
		return fb_error_errno(error, ret, "segments");
	fprintf(out, "bytes=%llu segs=%llu got=%llu resent=%llu", (unsigned long long)bytes,
		(unsigned long long)(after.sent - before.sent),
		(unsigned long long)(after.got - before.got),
		(unsigned long long)(after.resent - before.resent));
	return 0;
}

static int send_datagrams(struct fb_conn *c, enum fb_end from, uint64_t count, struct fb_words *w,
			  struct fb_error *error, FILE *out)
{
	uint64_t size = 0, gso = 1, wait = QUIET_MS;
	struct fb_datagrams d;
	int ret;

	if (fb_words_number(w, "size", FB_DATAGRAM_MIN, FB_DATAGRAM_MAX, &size, error) ||
	    fb_words_number(w, "gso", 1, FB_GSO_MAX, &gso, error) ||
	    fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, error) || fb_words_end(w, error))
		return -EINVAL;
	if (!size)
		return fb_error(error, -EINVAL, "size= is missing");
	if (gso * size > FB_DATAGRAM_MAX)
		return fb_error(error, -EINVAL, "gso= times size= is more than %d bytes",
				FB_DATAGRAM_MAX);
	ret = fb_conn_datagrams(c, from, (unsigned int)count, size, (unsigned int)gso, wait, &d,
				error);
	if (ret)
		return ret;
	fprintf(out, "sent=%llu got=%llu bad=%llu", (unsigned long long)d.sent,
		(unsigned long long)d.got, (unsigned long long)d.bad);
	if (d.late || d.errors)
		fprintf(out, " late=%llu errors=%llu", (unsigned long long)d.late,
			(unsigned long long)d.errors);
	return 0;
}

int fb_session_send(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	struct fb_open *open = fb_session_find(s, w, false, error);
	const char *text;
	enum fb_end from;
	uint64_t n;

	if (!open || one_of(w, "c2s", "s2c", &from, error))
		return -EINVAL;
	text = fb_words_next(w, open->conn.udp ? "COUNT" : "BYTES", error);
	if (!text)
		return -EINVAL;
	if (fb_number(text, 1, open->conn.udp ? 1000000 : 1ULL << 32, &n))
		return fb_error(error, -EINVAL, "'%.80s': expected a number to send", text);
	return open->conn.udp ? send_datagrams(&open->conn, from, n, w, error, out)
			      : send_stream(&open->conn, from, n, w, error, out);
}

/* NAME c|s, of a TCP connection */
static struct fb_conn *tcp_end(struct fb_session *s, struct fb_words *w, enum fb_end *end,
			       struct fb_error *error)
{
	struct fb_open *open = fb_session_find(s, w, false, error);

	if (!open || one_of(w, "c", "s", end, error))
		return NULL;
	if (!open->conn.udp)
		return &open->conn;
	fb_error(error, -EINVAL, "'%s' is UDP, which has no end", open->name);
	return NULL;
}

int fb_session_close(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	uint64_t timeout = FB_STEP_MS;
	enum fb_end end;
	struct fb_conn *c = tcp_end(s, w, &end, error);

	(void)out;
	if (!c || fb_words_number(w, "timeout", 1, MINUTES_MS, &timeout, error) ||
	    fb_words_end(w, error))
		return -EINVAL;
	return fb_conn_close(c, end, timeout, error);
}

int fb_session_reset(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	enum fb_end end;
	struct fb_conn *c = tcp_end(s, w, &end, error);

	(void)out;
	if (!c || fb_words_end(w, error))
		return -EINVAL;
	return fb_conn_reset(c, end, error);
}

int fb_session_state(struct fb_session *s, struct fb_words *w, struct fb_error *why, FILE *out)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	struct fb_open *open = fb_session_find(s, w, false, why);
	uint64_t wait = STATE_MS, deadline;
	const char *is, *state, *name;
	enum fb_end end;
	int error;

	if (!open || one_of(w, "c", "s", &end, why))
		return -EINVAL;
	is = fb_words_value(w, "is");
	if (fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, why) || fb_words_end(w, why))
		return -EINVAL;
	deadline = fb_now_ms() + wait;
	state = fb_conn_state(&open->conn, end, &error);
	while (is && strcmp(state, is) && fb_now_ms() < deadline && !fb_interrupted()) {
		nanosleep(&ms, NULL);
		state = fb_conn_state(&open->conn, end, &error);
	}
	name = error ? strerrorname_np(error) : "0";
	fprintf(out, "state=%s error=%s", state, name ? name : "unknown");
	return 0;
}
