// SPDX-License-Identifier: GPL-2.0
/* The commands of flowbench traffic that make packets wait, and let them go on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "system/lab.h"
#include "traffic/session_queue.h"
#include "traffic/settings.h"

#define WAIT_MS 1000

int fb_session_hold(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *node = fb_words_next(w, "NODE", error);
	const char *text = node ? fb_words_next(w, "QUEUE", error) : NULL;
	char netns[FB_NETNS_MAX];
	struct fb_held *held;
	uint64_t nr;
	int home, ret;

	(void)out;
	if (!text || fb_words_end(w, error) || fb_session_netns(s, node, netns, error))
		return -EINVAL;
	if (fb_number(text, 0, UINT16_MAX, &nr))
		return fb_error(error, -EINVAL, "'%.80s': expected a queue, 0 to 65535", text);
	if (s->held)
		return fb_error(error, -EBUSY, "packets are held already");
	held = calloc(1, sizeof(*held));
	if (!held)
		return -ENOMEM;
	home = fb_netns_enter(netns);
	ret = home;
	if (home >= 0) {
		ret = fb_held_open(held, (uint16_t)nr);
		fb_netns_leave(home);
	}
	if (ret < 0) {
		fb_error_errno(error, ret, "queue %.16s (module nfnetlink_queue)", text);
		fb_held_release(held);
		return ret;
	}
	s->held = held;
	return 0;
}

int fb_session_release(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *text = fb_words_next(w, "COUNT", error);
	uint64_t nr, wait = WAIT_MS;
	int ret;

	if (!text || fb_words_number(w, "wait", 0, FB_STEP_MS, &wait, error) ||
	    fb_words_end(w, error))
		return -EINVAL;
	if (fb_number(text, 1, FB_HELD_MAX, &nr))
		return fb_error(error, -EINVAL, "'%.80s' is not 1 to %d", text, FB_HELD_MAX);
	if (!s->held)
		return fb_error(error, -ENOENT, "nothing is held");
	ret = fb_held_await(s->held, nr, wait);
	if (ret)
		fb_error(error, ret, "%s: %u packets are held", strerror(-ret), s->held->nr);
	else
		fprintf(out, "n=%u", s->held->nr);
	fb_held_release(s->held);
	s->held = NULL;
	return ret;
}
