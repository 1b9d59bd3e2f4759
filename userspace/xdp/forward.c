// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/interrupt.h"
#include "xdp/feature.h"
#include "xdp/forward.h"
#include "xdp/load.h"

/* Indices of the devices that packets may leave by. */
struct ways {
	unsigned int index[FB_XDP_DEVICES];
	unsigned int nr;
};

static int look_at(const char *dev, bool must_send, bool must_receive, struct ways *w,
		   struct fb_why *why)
{
	struct utsname uts = { .release = "?" };
	unsigned int index;
	uint64_t can;
	int ret;

	ret = fb_xdp_features(dev, &index, &can, why);
	if (ret == -EOPNOTSUPP) {
		uname(&uts);
		return fb_why(why, ret,
			      "kernel %s cannot forward flows by XDP, which came with 6.11",
			      uts.release);
	}
	if (ret)
		return ret;
	if (must_receive && (can & FB_XDP_CAN_REDIRECT) != FB_XDP_CAN_REDIRECT)
		return fb_why(why, -EOPNOTSUPP, "%s: its driver has no native XDP", dev);
	if (must_send && !(can & FB_XDP_CAN_SEND))
		return fb_why(
			why, -EOPNOTSUPP,
			"%s: its driver does not send frames of XDP; of a veth, the other end needs GRO or XDP",
			dev);
	if (!(can & FB_XDP_CAN_SEND))
		return 0;
	if (w->nr == FB_XDP_DEVICES)
		return fb_why(why, -E2BIG, "more than %d devices", FB_XDP_DEVICES);
	w->index[w->nr++] = index;
	return 0;
}

int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_why *why)
{
	struct fb_xdp_loaded loaded;
	struct ways ways = { .nr = 0 };
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++)
		ret = look_at(dev[i], false, true, &ways, why);
	for (i = 0; !ret && i < nr_to; i++)
		ret = look_at(to[i], true, false, &ways, why);
	if (!ret && !ways.nr)
		ret = fb_why(why, -EOPNOTSUPP,
			     "no device that packets may leave by: name it with --to");
	if (!ret)
		ret = fb_xdp_load_forward(ways.index, ways.nr, &loaded, why);
	if (ret)
		return ret;
	for (i = 0; !ret && i < nr; i++) {
		ret = fb_interrupted() ? fb_why(why, -EINTR, "interrupted")
				       : fb_xdp_attach(dev[i], loaded.program, -1, why);
		if (ret)
			break;
	}
	if (!ret && fb_interrupted())
		ret = fb_why(why, -EINTR, "interrupted");
	while (ret && i--)
		fb_xdp_detach(dev[i], loaded.program, NULL);
	fb_xdp_unload(&loaded);
	return ret;
}

int fb_xdp_forward_open(const char *dev, struct fb_why *why)
{
	char name[16];
	int fd = fb_xdp_attached(dev, name, why);

	if (fd == -ENOENT)
		return fb_why(why, fd, "%s: it has no XDP program", dev);
	if (fd < 0 || !strcmp(name, FB_XDP_NAME))
		return fd;
	close(fd);
	return fb_why(why, -EBUSY, "%s: its XDP program is '%s', not that of flowbench", dev, name);
}

int fb_xdp_forward_detach(const char *dev, struct fb_why *why)
{
	int fd = fb_xdp_forward_open(dev, why), ret;

	if (fd < 0)
		return fd;
	ret = fb_xdp_detach(dev, fd, why);
	close(fd);
	return ret;
}
