// SPDX-License-Identifier: GPL-2.0
/* The command of flowbench traffic that opens one end of a PPPoE session. */
#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "system/lab.h"
#include "net/frame.h"
#include "traffic/session_ppp.h"

int fb_session_pppoe(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *node = fb_words_next(w, "NODE", error);
	const char *dev = node ? fb_words_next(w, "DEV", error) : NULL;
	const char *mac = dev ? fb_words_next(w, "PEER", error) : NULL;
	const char *text = mac ? fb_words_next(w, "SID", error) : NULL;
	char netns[FB_NETNS_MAX];
	struct fb_link *link;
	const char *step = "";
	uint8_t peer[6];
	uint64_t sid;
	int home, ret;

	if (!text || fb_words_end(w, error) || fb_session_netns(s, node, netns, error))
		return -EINVAL;
	if (strlen(dev) >= IFNAMSIZ || fb_mac_parse(mac, peer) || fb_number(text, 1, 65534, &sid))
		return fb_error(error, -EINVAL,
				"a device, an address and 1 to 65534, please: %.80s", mac);
	link = malloc(sizeof(*link));
	if (!link)
		return -ENOMEM;
	link->fd[0] = link->fd[1] = link->fd[2] = -1;
	link->unit = -1;
	home = fb_netns_enter(netns);
	ret = home;
	if (home >= 0) {
		ret = fb_link_open(link, dev, sid, peer, &step);
		fb_netns_leave(home);
	}
	if (ret < 0) {
		fb_error_errno(error, ret, "pppoe: %.32s", step);
		fb_link_close(link);
		return ret;
	}
	link->next = s->link;
	s->link = link;
	fprintf(out, "dev=ppp%d", link->unit);
	return 0;
}
