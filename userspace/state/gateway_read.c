// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "state/devices.h"
#include "state/ruleset_read.h"
#include "state/gateway_read.h"

int fb_state_read(struct fb_state *s, struct fb_error *error)
{
	int ret;

	*s = (struct fb_state){ .devices = { .nr = 0 } };
	ret = fb_devices_read(&s->devices, error);
	if (!ret)
		ret = fb_ruleset_read(&s->ruleset, error);
	if (ret == -EOPNOTSUPP) {
		fb_error_clear(error);
		ret = 0;
	}
	if (!ret)
		ret = fb_policies_read(&s->policies, error);
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
