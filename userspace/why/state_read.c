// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "why/devices.h"
#include "why/ruleset_read.h"
#include "why/state_read.h"

int fb_state_read(struct fb_state *s, struct fb_why *why)
{
	int ret;

	*s = (struct fb_state){ .devices = { .nr = 0 } };
	ret = fb_devices_read(&s->devices, why);
	if (!ret)
		ret = fb_ruleset_read(&s->ruleset, why);
	if (ret == -EOPNOTSUPP) {
		fb_why_clear(why);
		ret = 0;
	}
	if (!ret)
		ret = fb_policies_read(&s->policies, why);
	if (ret)
		fb_state_free(s);
	return ret;
}

void fb_state_free(struct fb_state *s)
{
	fb_devices_free(&s->devices);
	fb_ruleset_free(&s->ruleset);
	fb_policies_free(&s->policies);
}
