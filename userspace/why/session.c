// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/lab.h"
#include "why/session.h"

/* Return: what leave() wants; -1 if nothing is to be left; else *ret is a negative errno */
static int enter(const struct fb_why_session *q, int *ret, struct fb_error *error)
{
	int home = q->netns ? fb_netns_enter(q->netns) : -1;

	*ret = q->netns && home < 0 ? fb_error_errno(error, home, "network namespace %s", q->netns)
				    : 0;
	return home;
}

static void leave(int home)
{
	if (home >= 0)
		fb_netns_leave(home);
}

int fb_why_session_open(struct fb_why_session *q, struct fb_error *error)
{
	int ret, home = enter(q, &ret, error);

	if (ret)
		return ret;
	ret = fb_why_interval_open(&q->ask, FB_WHY_RATE_DEFAULT, error);
	if (ret)
		fb_why_interval_close(&q->ask);
	q->open = !ret;
	leave(home);
	return ret;
}

int fb_why_session_read(struct fb_why_session *q, struct fb_error *error)
{
	return q->open ? fb_why_interval_read(&q->ask, error) : 0;
}

int fb_why_session_answer(struct fb_why_session *q, struct fb_why_summary *s,
			  struct fb_error *error)
{
	int ret, home;

	memset(s, 0, sizeof(*s));
	home = enter(q, &ret, error);
	if (ret)
		return ret;
	ret = fb_why_interval_end(&q->ask, s, error);
	if (!ret)
		ret = fb_why_interval_begin(&q->ask, error);
	leave(home);
	return ret;
}

void fb_why_session_close(struct fb_why_session *q)
{
	if (q->open)
		fb_why_interval_close(&q->ask);
	q->open = false;
}
