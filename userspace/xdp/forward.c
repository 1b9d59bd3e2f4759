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

/* Refuses a kernel that knows nothing of this. */
static int look_at(const char *dev, unsigned int *index, uint64_t *can, struct fb_why *why)
{
	struct utsname uts = { .release = "?" };
	int ret = fb_xdp_features(dev, index, can, why);

	if (ret != -EOPNOTSUPP)
		return ret;
	uname(&uts);
	return fb_why(why, ret, "kernel %s cannot forward flows by XDP, which came with 6.11",
		      uts.release);
}

static int must_receive(const char *dev, struct fb_why *why)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, why);

	if (!ret && (can & FB_XDP_CAN_REDIRECT) != FB_XDP_CAN_REDIRECT)
		ret = fb_why(why, -EOPNOTSUPP, "%s: its driver has no native XDP", dev);
	return ret;
}

/* Lets packets leave by the device if its driver sends frames of XDP, and adds 1 to *@ways then. */
static int may_send(const char *dev, const struct fb_xdp_loaded *l, unsigned int *ways,
		    struct fb_why *why)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, why);

	if (ret || !(can & FB_XDP_CAN_SEND))
		return ret;
	++*ways;
	return fb_xdp_leave_by(l, index, why);
}

static int must_send(const char *dev, const struct fb_xdp_loaded *l, struct fb_why *why)
{
	unsigned int ways = 0;
	int ret = may_send(dev, l, &ways, why);

	if (ret || ways)
		return ret;
	return fb_why(
		why, -EOPNOTSUPP,
		"%s: its driver does not send frames of XDP; of a veth, the other end needs GRO or XDP",
		dev);
}

/*
 * On failure, the first *@nr of the devices have the program. Most drivers send frames of XDP only once their
 * device has a program, so the devices are asked after that.
 */
static int attach_each(char *const *dev, unsigned int *nr, unsigned int ways,
		       const struct fb_xdp_loaded *l, struct fb_why *why)
{
	unsigned int all = *nr, i;
	int ret = 0;

	for (*nr = 0; !ret && *nr < all; *nr += !ret)
		ret = fb_interrupted() ? fb_why(why, -EINTR, "interrupted")
				       : fb_xdp_attach(dev[*nr], l->program, -1, why);
	for (i = 0; !ret && i < all; i++)
		ret = may_send(dev[i], l, &ways, why);
	if (!ret && !ways)
		ret = fb_why(why, -EOPNOTSUPP,
			     "no device that packets may leave by: name it with --to");
	if (!ret && fb_interrupted())
		ret = fb_why(why, -EINTR, "interrupted");
	return ret;
}

int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_why *why)
{
	struct fb_xdp_loaded loaded;
	unsigned int i, attached = nr;
	int ret = 0;

	if (nr + nr_to > FB_XDP_DEVICES)
		return fb_why(why, -E2BIG, "more than %d devices", FB_XDP_DEVICES);
	for (i = 0; !ret && i < nr; i++)
		ret = must_receive(dev[i], why);
	if (!ret)
		ret = fb_xdp_load_forward(&loaded, why);
	if (ret)
		return ret;
	for (i = 0; !ret && i < nr_to; i++)
		ret = must_send(to[i], &loaded, why);
	if (!ret) {
		ret = attach_each(dev, &attached, nr_to, &loaded, why);
		while (ret && attached--)
			fb_xdp_detach(dev[attached], loaded.program, NULL);
	}
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
