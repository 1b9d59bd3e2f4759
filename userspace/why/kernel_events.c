// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "state/netlink.h"
#include "why/kernel_events.h"

int fb_kernel_events_open(struct fb_kernel_events *heard, struct fb_error *error)
{
	int ret;

	memset(heard, 0, sizeof(*heard));
	ret = fb_rule_traces_open(&heard->rules, error);
	if (!ret)
		ret = fb_link_events_open(&heard->links, error);
	if (!ret)
		ret = fb_ruleset_events_open(&heard->ruleset, error);
	return ret;
}

int fb_kernel_events_read(struct fb_kernel_events *heard, struct fb_error *error)
{
	int ret = fb_rule_traces_read(&heard->rules, error);

	if (ret >= 0)
		ret = fb_link_events_read(&heard->links, error);
	return ret < 0 ? ret : fb_ruleset_events_read(&heard->ruleset, error);
}

void fb_kernel_events_close(struct fb_kernel_events *heard)
{
	fb_listen_close(&heard->rules.socket);
	fb_listen_close(&heard->links.socket);
	fb_listen_close(&heard->ruleset.socket);
}
