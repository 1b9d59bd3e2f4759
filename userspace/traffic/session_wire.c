// SPDX-License-Identifier: GPL-2.0
/* The commands of flowbench traffic that send and see frames. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "traffic/session_wire.h"
#include "traffic/settings.h"

/* So long without a frame, and all have come. */
#define QUIET_MS 50

/* dmac=NODE.DEV: the address of that device; no address has a dot in it. */
static int own_mac(struct fb_session *s, const char *text, uint8_t mac[6], struct fb_error *error)
{
	size_t len = strcspn(text, ".");
	char node[32], netns[FB_NETNS_MAX];
	int sock;

	if (len >= sizeof(node))
		return fb_error(error, -EINVAL, "'%.80s': expected NODE.DEV", text);
	memcpy(node, text, len);
	node[len] = '\0';
	if (fb_session_netns(s, node, netns, error))
		return -EINVAL;
	sock = fb_wire_open(netns, text + len + 1, mac);
	if (sock < 0)
		return fb_error_errno(error, sock, "'%.80s'", text);
	close(sock);
	return 0;
}

static int parse_spec(struct fb_session *s, struct fb_words *w, struct fb_frame_spec *spec,
		      struct fb_error *error)
{
	const char *word;
	int ret = 0;

	fb_frame_spec_init(spec);
	while (!ret && (word = fb_words_rest(w))) {
		if (!strncmp(word, "dmac=", 5) && strchr(word, '.')) {
			ret = own_mac(s, word + 5, spec->dmac, error);
			spec->has_dmac = true;
		} else {
			ret = fb_frame_spec_word(spec, word, error);
		}
	}
	return ret ? ret : fb_frame_spec_check(spec, error);
}

static int send_frames(struct fb_session *s, int sock, const struct fb_frame_spec *spec,
		       unsigned int count, struct fb_error *error)
{
	static uint8_t frame[FB_FRAME_MAX];
	unsigned int i;
	ssize_t len;

	for (i = 0; i < count; i++) {
		len = fb_frame_build(spec, i, frame);
		if (len == -ERANGE)
			return fb_error(error, -ERANGE,
					"'frag=' or 'cut=' is beyond the packet: size=%llu",
					(unsigned long long)spec->size);
		if (len >= 0 && send(sock, frame, (size_t)len, 0) != len)
			len = -errno;
		if (len < 0)
			return fb_error_errno(error, (int)len, "frame %u", i + 1);
		/* Nobody else reads what captures get meanwhile. */
		if (i % 256 == 255)
			fb_session_drain(s);
	}
	return 0;
}

int fb_session_packet(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	static struct fb_frame_spec spec;
	const char *node = fb_words_next(w, "NODE", error);
	const char *dev = node ? fb_words_next(w, "DEV", error) : NULL;
	const char *text = dev ? fb_words_next(w, "COUNT", error) : NULL;
	char netns[FB_NETNS_MAX];
	uint64_t count;
	uint8_t mac[6];
	int sock, ret;

	if (!text)
		return -EINVAL;
	if (fb_number(text, 1, 1000000, &count))
		return fb_error(error, -EINVAL, "'%.80s': expected a number to send", text);
	if (parse_spec(s, w, &spec, error) || fb_session_netns(s, node, netns, error))
		return -EINVAL;
	sock = fb_wire_open(netns, dev, mac);
	if (sock < 0)
		return fb_error_errno(error, sock, "%.32s, device '%.32s'", node, dev);
	if (!spec.has_smac)
		memcpy(spec.smac, mac, sizeof(mac));
	ret = send_frames(s, sock, &spec, (unsigned int)count, error);
	close(sock);
	if (!ret)
		fprintf(out, "sent=%llu", (unsigned long long)count);
	return ret;
}

int fb_session_watch(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	struct fb_open *open = fb_session_new(s, w, error);
	const char *node = open ? fb_words_next(w, "NODE", error) : NULL;
	const char *dev = node ? fb_words_next(w, "DEV", error) : NULL;
	char netns[FB_NETNS_MAX];
	uint64_t outgoing = 0;
	int ret = -EINVAL;

	(void)out;
	if (!dev || fb_words_number(w, "out", 0, 1, &outgoing, error) || fb_words_end(w, error) ||
	    fb_session_netns(s, node, netns, error))
		goto fail;
	ret = fb_capture_open(&open->capture, netns, dev, outgoing);
	if (ret) {
		fb_error_errno(error, ret, "%.32s, device '%.32s'", node, dev);
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
		       struct fb_error *error)
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
	if (!ret && c->lost)
		return fb_error(error, -ENOBUFS, "%llu frames found no room and are not counted",
				(unsigned long long)c->lost);
	if (ret)
		fb_error_errno(error, ret, "capture");
	return ret;
}

/* NAME and what frames must be like; then wait */
static struct fb_capture *ask(struct fb_session *s, struct fb_words *w, struct fb_frame_match *m,
			      struct fb_error *error)
{
	struct fb_open *open = fb_session_find(s, w, true, error);
	uint64_t wait = QUIET_MS;
	const char *word;

	memset(m, 0, sizeof(*m));
	if (!open || fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, error))
		return NULL;
	while ((word = fb_words_rest(w)))
		if (fb_frame_match_word(m, word, error))
			return NULL;
	return until_quiet(s, &open->capture, wait, error) ? NULL : &open->capture;
}

int fb_session_seen(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	struct fb_frame_match m;
	struct fb_capture *c = ask(s, w, &m, error);
	unsigned int i, n = 0;

	if (!c)
		return -EINVAL;
	for (i = 0; i < c->nr; i++)
		n += fb_frame_matches(&m, &c->frame[i]);
	fprintf(out, "n=%u", n);
	return 0;
}

int fb_session_first(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	char text[512];
	struct fb_frame_match m;
	struct fb_capture *c = ask(s, w, &m, error);
	unsigned int i;

	if (!c)
		return -EINVAL;
	for (i = 0; i < c->nr && !fb_frame_matches(&m, &c->frame[i]); i++)
		;
	if (i == c->nr)
		return fb_error(error, -ENOENT, "none of %u frames is like that", c->nr);
	fputs(fb_frame_print(&c->frame[i], text, sizeof(text)), out);
	return 0;
}

int fb_session_clear(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	struct fb_open *open = fb_session_find(s, w, true, error);
	int ret;

	(void)out;
	if (!open || fb_words_end(w, error))
		return -EINVAL;
	ret = fb_capture_forget(&open->capture);
	if (ret)
		fb_error_errno(error, ret, "capture");
	return ret;
}
