/* SPDX-License-Identifier: GPL-2.0 */
/* A standing question: asks in a named namespace, interval after interval, for a caller that lives in another one. */
#ifndef FB_WHY_SESSION_H
#define FB_WHY_SESSION_H

#include "why/interval.h"

/**
 * struct fb_why_session - a question
 * @netns: namespace of the gateway, or NULL for the caller's own
 * @open: the module's probes are attached
 * @ask: the interval that is under way, if @open
 */
struct fb_why_session {
	const char *netns;
	bool open;
	struct fb_why_interval ask;
};

/**
 * fb_why_session_open - attach, and begin an interval
 * @q: the question, with @q->netns set; nothing is attached after an error
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_why_session_open(struct fb_why_session *q, struct fb_error *error);

/** fb_why_session_read - take what has been reported; call it more often than a buffer fills up; Return: 0 or a negative errno */
int fb_why_session_read(struct fb_why_session *q, struct fb_error *error);

/**
 * fb_why_session_answer - end the interval, answer, and begin the next one
 * @q: the question
 * @s: receives the answers; the caller calls fb_why_summary_free(), also after an error
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_why_session_answer(struct fb_why_session *q, struct fb_why_summary *s,
			  struct fb_error *error);

/** fb_why_session_close - detach, if attached */
void fb_why_session_close(struct fb_why_session *q);

#endif
