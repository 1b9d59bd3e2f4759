// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "confirm/peer.h"
#include "confirm/wire.h"

enum { IN0, OUT0, CTL0, CABLES };

static const char *const name[CABLES] = { "in0", "out0", "ctl0" };

/* In front of each frame: its length. */
#define HEAD 4

/* A packet that has not come out of the gateway by then is lost. */
#define PATIENCE 20000

struct cable {
	int listener;
	int fd;
	size_t have;
	uint8_t data[1 << 16];
};

struct peer {
	struct cable cable[CABLES];
	struct fb_error *error;
	/* Number of the next packet of each direction that is sent, and of the next that must arrive. */
	uint32_t sent[2];
	uint32_t due[2];
	struct fb_wire_answer answer;
};

static int listen_at(const char *dir, const char *cable, struct fb_error *error)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd;

	if (snprintf(at.sun_path, sizeof(at.sun_path), "%s/%s", dir, cable) >=
	    (int)sizeof(at.sun_path))
		return fb_error(error, -ENAMETOOLONG, "%s/%s: too long for a socket", dir, cable);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, 1)) {
		int err = errno;

		if (fd >= 0)
			close(fd);
		return fb_error_errno(error, -err, "%s", at.sun_path);
	}
	return fd;
}

static int write_all(int fd, const uint8_t *data, size_t len)
{
	ssize_t n;

	while (len) {
		n = send(fd, data, len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

static int send_frame(struct peer *p, unsigned int to, const uint8_t *frame, size_t len)
{
	uint8_t data[HEAD + FB_WIRE_FRAME_MAX];

	data[0] = data[1] = 0;
	data[2] = (uint8_t)(len >> 8);
	data[3] = (uint8_t)len;
	memcpy(data + HEAD, frame, len);
	return write_all(p->cable[to].fd, data, HEAD + len);
}

/* The next frame of a cable, which stays until take_frame(), or NULL. */
static const uint8_t *next_frame(const struct cable *c, size_t *len)
{
	*len = c->have < HEAD ? 0
			      : (size_t)c->data[0] << 24 | (size_t)c->data[1] << 16 |
					(size_t)c->data[2] << 8 | c->data[3];
	return c->have < HEAD || c->have - HEAD < *len ? NULL : c->data + HEAD;
}

static void take_frame(struct cable *c, size_t len)
{
	c->have -= HEAD + len;
	memmove(c->data, c->data + HEAD + len, c->have);
}

/* Return: 1 if something came, 0 at the end of the cable, or a negative errno. */
static int fill(struct cable *c)
{
	ssize_t n;

	if (c->have == sizeof(c->data))
		return -EMSGSIZE;
	n = recv(c->fd, c->data + c->have, sizeof(c->data) - c->have, 0);
	if (n < 0)
		return errno == EINTR ? 1 : -errno;
	c->have += (size_t)n;
	return n > 0;
}

/* Packets that came out of a device: those of the direction that ends there. */
static void arrive(struct peer *p, unsigned int at)
{
	struct cable *c = &p->cable[at];
	bool reply = at == IN0;
	const uint8_t *frame;
	size_t len;

	while ((frame = next_frame(c, &len))) {
		if (p->due[reply] != p->sent[reply] &&
		    fb_wire_is_packet(frame, len, reply, p->due[reply])) {
			p->due[reply]++;
			p->answer.arrived++;
		} else {
			p->answer.other++;
		}
		take_frame(c, len);
	}
}

/* Waits until all that was sent has arrived. Return: 0, -ETIME if something is lost, or another negative errno. */
static int await(struct peer *p)
{
	struct pollfd at[2] = { { p->cable[IN0].fd, POLLIN, 0 }, { p->cable[OUT0].fd, POLLIN, 0 } };
	unsigned int i;
	int ret;

	while (p->answer.arrived < p->answer.sent) {
		ret = poll(at, 2, PATIENCE);
		if (!ret)
			return -ETIME;
		for (i = 0; ret > 0 && i < 2; i++) {
			if (!at[i].revents)
				continue;
			ret = fill(&p->cable[i]);
			if (ret <= 0)
				return ret ? ret : -EPIPE;
			arrive(p, i);
		}
		if (ret < 0 && errno != EINTR)
			return -errno;
	}
	return 0;
}

static int send_packets(struct peer *p, const struct fb_wire_ask *ask, bool reply, unsigned int nr)
{
	uint8_t *burst = malloc((size_t)nr * (HEAD + FB_WIRE_FRAME_MAX)), *to = burst;
	unsigned int i;
	int ret;

	if (!burst)
		return -ENOMEM;
	/* One write, so that they are there together. */
	for (i = 0; i < nr; i++) {
		to[0] = to[1] = 0;
		to[2] = (uint8_t)(ask->size >> 8);
		to[3] = (uint8_t)ask->size;
		fb_wire_packet(to + HEAD, ask->size, reply, p->sent[reply]++, ask->bare);
		to += HEAD + ask->size;
	}
	p->answer.sent += nr;
	ret = write_all(p->cable[reply ? OUT0 : IN0].fd, burst, (size_t)(to - burst));
	free(burst);
	return ret ? ret : await(p);
}

/* Answers one ask. What is lost is an answer, too. */
static int serve(struct peer *p, const char *text)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];
	struct fb_wire_ask ask;
	char line[80];
	unsigned int i;
	size_t len;
	int ret = 0;

	if (!fb_wire_ask_read(text, &ask))
		return fb_error(p->error, -EPROTO, "the gateway asks '%.60s'", text);
	memset(&p->answer, 0, sizeof(p->answer));
	for (i = 0; !ret && i < ask.bursts; i++) {
		ret = send_packets(p, &ask, false, ask.burst);
		if (!ret && ask.warm)
			ret = send_packets(p, &ask, true, ask.burst);
	}
	if (ret && ret != -ETIME)
		return ret;
	p->due[0] = p->sent[0];
	p->due[1] = p->sent[1];
	fb_wire_answer_write(&p->answer, line, sizeof(line));
	len = fb_wire_control(frame, false, line);
	return send_frame(p, CTL0, frame, len);
}

static int converse(struct peer *p)
{
	struct cable *c = &p->cable[CTL0];
	char text[FB_WIRE_FRAME_MAX];
	const uint8_t *frame;
	const char *said;
	size_t len;
	int ret = 0;

	for (;;) {
		while (!ret && (frame = next_frame(c, &len))) {
			said = fb_wire_control_text(frame, len);
			snprintf(text, sizeof(text), "%s", said ? said : "");
			take_frame(c, len);
			if (said)
				ret = serve(p, text);
		}
		if (!ret)
			ret = fill(c);
		if (ret <= 0)
			return ret == -EPIPE || ret == -ECONNRESET ? 0 : ret;
		ret = 0;
	}
}

int fb_peer_run(const char *dir, struct fb_error *error)
{
	struct peer *p = calloc(1, sizeof(*p));
	unsigned int i;
	int ret = 0;

	if (!p)
		return -ENOMEM;
	p->error = error;
	for (i = 0; i < CABLES; i++)
		p->cable[i].listener = p->cable[i].fd = -1;
	for (i = 0; !ret && i < CABLES; i++) {
		p->cable[i].listener = listen_at(dir, name[i], error);
		ret = p->cable[i].listener < 0 ? p->cable[i].listener : 0;
	}
	for (i = 0; !ret && i < CABLES; i++) {
		p->cable[i].fd = accept4(p->cable[i].listener, NULL, NULL, SOCK_CLOEXEC);
		if (p->cable[i].fd < 0)
			ret = fb_error_errno(error, -errno, "%s/%s", dir, name[i]);
	}
	if (!ret)
		ret = converse(p);
	for (i = 0; i < CABLES; i++) {
		if (p->cable[i].fd >= 0)
			close(p->cable[i].fd);
		if (p->cable[i].listener >= 0)
			close(p->cable[i].listener);
	}
	free(p);
	return ret;
}
