// SPDX-License-Identifier: GPL-2.0
/* The commands of flowbench traffic that send and see frames. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/session_wire.h"
#include "net/traffic_spec.h"

/* So long without a frame, and all have come. */
#define QUIET_MS 50

/* dmac=NODE.DEV: the address of that device; no address has a dot in it. */
static int own_mac(struct fb_session *s, const char *text, uint8_t mac[6], char why[FB_WHY_MAX])
{
	size_t len = strcspn(text, ".");
	char node[32], netns[FB_NETNS_MAX];
	int sock;

	if (len >= sizeof(node)) {
		snprintf(why, FB_WHY_MAX, "'%.80s' is no NODE.DEV", text);
		return -EINVAL;
	}
	memcpy(node, text, len);
	node[len] = '\0';
	if (fb_session_netns(s, node, netns, why))
		return -EINVAL;
	sock = fb_wire_open(netns, text + len + 1, mac);
	if (sock < 0) {
		snprintf(why, FB_WHY_MAX, "'%.80s': %s", text, strerror(-sock));
		return sock;
	}
	close(sock);
	return 0;
}

static int parse_spec(struct fb_session *s, struct fb_words *w, struct fb_frame_spec *spec,
		      char why[FB_WHY_MAX])
{
	const char *word;
	int ret = 0;

	fb_frame_spec_init(spec);
	while (!ret && (word = fb_words_rest(w))) {
		if (!strncmp(word, "dmac=", 5) && strchr(word, '.')) {
			ret = own_mac(s, word + 5, spec->dmac, why);
			spec->has_dmac = true;
		} else {
			ret = fb_frame_spec_word(spec, word, why);
		}
	}
	return ret ? ret : fb_frame_spec_check(spec, why);
}

static int send_frames(struct fb_session *s, int sock, const struct fb_frame_spec *spec,
		       unsigned int count, char why[FB_WHY_MAX])
{
	static uint8_t frame[FB_FRAME_MAX];
	unsigned int i;
	ssize_t len;

	for (i = 0; i < count; i++) {
		len = fb_frame_build(spec, i, frame);
		if (len == -ERANGE) {
			snprintf(why, FB_WHY_MAX,
				 "'frag=' is beyond the datagram: header and size=%llu",
				 (unsigned long long)spec->size);
			return -ERANGE;
		}
		if (len >= 0 && send(sock, frame, (size_t)len, 0) != len)
			len = -errno;
		if (len < 0) {
			snprintf(why, FB_WHY_MAX, "frame %u: %s", i + 1, strerror((int)-len));
			return (int)len;
		}
		/* Nobody else reads what captures get meanwhile. */
		if (i % 256 == 255)
			fb_session_drain(s);
	}
	return 0;
}

int fb_session_packet(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	static struct fb_frame_spec spec;
	const char *node = fb_words_next(w, "NODE", reply);
	const char *dev = node ? fb_words_next(w, "DEV", reply) : NULL;
	const char *text = dev ? fb_words_next(w, "COUNT", reply) : NULL;
	char netns[FB_NETNS_MAX];
	uint64_t count;
	uint8_t mac[6];
	int sock, ret;

	(void)out;
	if (!text)
		return -EINVAL;
	if (fb_number(text, 1, 1000000, &count)) {
		snprintf(reply, FB_WHY_MAX, "'%.80s' is no number to send", text);
		return -EINVAL;
	}
	if (parse_spec(s, w, &spec, reply) || fb_session_netns(s, node, netns, reply))
		return -EINVAL;
	sock = fb_wire_open(netns, dev, mac);
	if (sock < 0) {
		snprintf(reply, FB_WHY_MAX, "%.32s, device '%.32s': %s", node, dev,
			 strerror(-sock));
		return sock;
	}
	if (!spec.has_smac)
		memcpy(spec.smac, mac, sizeof(mac));
	ret = send_frames(s, sock, &spec, (unsigned int)count, reply);
	close(sock);
	if (!ret)
		snprintf(reply, FB_WHY_MAX, "sent=%llu", (unsigned long long)count);
	return ret;
}

int fb_session_watch(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	struct fb_open *open = fb_session_new(s, w, reply);
	const char *node = open ? fb_words_next(w, "NODE", reply) : NULL;
	const char *dev = node ? fb_words_next(w, "DEV", reply) : NULL;
	char netns[FB_NETNS_MAX];
	uint64_t outgoing = 0;
	int ret = -EINVAL;

	(void)out;
	if (!dev || fb_words_number(w, "out", 0, 1, &outgoing, reply) || fb_words_end(w, reply) ||
	    fb_session_netns(s, node, netns, reply))
		goto fail;
	ret = fb_capture_open(&open->capture, netns, dev, outgoing);
	if (ret) {
		snprintf(reply, FB_WHY_MAX, "%.32s, device '%.32s': %s", node, dev, strerror(-ret));
		goto fail;
	}
	open->is_capture = true;
	fb_session_add(s, open);
	return 0;
fail:
	free(open);
	return ret;
}

/* Read until there has been no frame for @wait_ms. */
static int until_quiet(struct fb_session *s, struct fb_capture *c, uint64_t wait_ms,
		       char why[FB_WHY_MAX])
{
	struct pollfd pfd = { .fd = c->fd, .events = POLLIN };
	uint64_t deadline = fb_now_ms() + FB_STEP_MS;
	int ret = fb_capture_drain(c);

	while (!ret && fb_now_ms() < deadline) {
		ret = fb_poll_until(&pfd, 1, fb_now_ms() + wait_ms);
		if (ret == -ETIMEDOUT) {
			ret = 0;
			break;
		}
		if (ret > 0)
			ret = fb_capture_drain(c);
		fb_session_drain(s);
	}
	if (!ret && c->lost) {
		snprintf(why, FB_WHY_MAX, "%llu frames found no room and are not counted",
			 (unsigned long long)c->lost);
		return -ENOBUFS;
	}
	if (ret)
		snprintf(why, FB_WHY_MAX, "capture: %s", strerror(-ret));
	return ret;
}

/* NAME and what frames must be like; then wait */
static struct fb_capture *ask(struct fb_session *s, struct fb_words *w, struct fb_frame_match *m,
			      char why[FB_WHY_MAX])
{
	struct fb_open *open = fb_session_find(s, w, true, why);
	uint64_t wait = QUIET_MS;
	const char *word;

	memset(m, 0, sizeof(*m));
	if (!open || fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, why))
		return NULL;
	while ((word = fb_words_rest(w)))
		if (fb_frame_match_word(m, word, why))
			return NULL;
	return until_quiet(s, &open->capture, wait, why) ? NULL : &open->capture;
}

int fb_session_seen(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	struct fb_frame_match m;
	struct fb_capture *c = ask(s, w, &m, reply);
	unsigned int i, n = 0;

	(void)out;
	if (!c)
		return -EINVAL;
	for (i = 0; i < c->nr; i++)
		n += fb_frame_matches(&m, &c->frame[i]);
	snprintf(reply, FB_WHY_MAX, "n=%u", n);
	return 0;
}

int fb_session_first(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	char text[512];
	struct fb_frame_match m;
	struct fb_capture *c = ask(s, w, &m, reply);
	unsigned int i;

	if (!c)
		return -EINVAL;
	for (i = 0; i < c->nr && !fb_frame_matches(&m, &c->frame[i]); i++)
		;
	if (i == c->nr) {
		snprintf(reply, FB_WHY_MAX, "none of %u frames is like that", c->nr);
		return -ENOENT;
	}
	fprintf(out, "ok %s\n", fb_frame_print(&c->frame[i], text, sizeof(text)));
	return 0;
}

int fb_session_clear(struct fb_session *s, struct fb_words *w, char reply[FB_WHY_MAX], FILE *out)
{
	struct fb_open *open = fb_session_find(s, w, true, reply);
	int ret;

	(void)out;
	if (!open || fb_words_end(w, reply))
		return -EINVAL;
	ret = fb_capture_forget(&open->capture);
	if (ret)
		snprintf(reply, FB_WHY_MAX, "capture: %s", strerror(-ret));
	return ret;
}
