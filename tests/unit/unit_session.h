/* SPDX-License-Identifier: GPL-2.0 */
/* A simulated question of `flowbench why`, for programs that are linked with this file instead of why/session.c. */
#ifndef FB_UNITSTANDING_H
#define FB_UNITSTANDING_H

#include "unit.h"

#include <errno.h>

#include "why/session.h"

static struct made_question {
	/* An error of opening, and of the first answer. */
	int refused, broken;
	/* How often each was called. */
	unsigned int opened, closed, answered;
	/* The namespace of the last question. */
	const char *netns;
} question;

int fb_why_session_open(struct fb_why_session *q, struct fb_error *error)
{
	question.opened++;
	question.netns = q->netns;
	if (question.refused)
		return fb_error(error, question.refused, "another one is running");
	q->open = true;
	return 0;
}

int fb_why_session_read(struct fb_why_session *q, struct fb_error *error)
{
	(void)q;
	(void)error;
	return 0;
}

int fb_why_session_answer(struct fb_why_session *q, struct fb_why_summary *s,
			  struct fb_error *error)
{
	struct fb_why_answer answer = { .id = FB_REASON_DEVICE, .detail = "wg0" };
	struct fb_why_sample sample = { .packet = { .tuple = "10.0.0.1:1>10.0.0.2:2",
						    .proto = "udp" } };
	struct fb_why_counts none = { .nr = 0 };

	assert_true(q->open);
	memset(s, 0, sizeof(*s));
	question.answered++;
	if (question.broken) {
		int ret = question.broken;

		question.broken = 0;
		return fb_error(error, ret, "the ruleset changed");
	}
	s->seconds = 2;
	s->tracked = 5;
	assert_int_equal(fb_why_summary_add(s, &sample, &answer), 0);
	fb_why_summary_end(s, &none, &none, 1);
	return 0;
}

void fb_why_session_close(struct fb_why_session *q)
{
	question.closed += q->open;
	q->open = false;
}

#endif
