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
static int look_at(const char *dev, unsigned int *index, uint64_t *can, struct fb_error *error)
{
	struct utsname uts = { .release = "?" };
	int ret = fb_xdp_features(dev, index, can, error);

	if (ret != -EOPNOTSUPP)
		return ret;
	uname(&uts);
	return fb_error(error, ret, "kernel %s cannot forward flows by XDP, which came with 6.11",
			uts.release);
}

static int must_receive(const char *dev, struct fb_error *error)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, error);

	if (!ret && (can & FB_XDP_CAN_REDIRECT) != FB_XDP_CAN_REDIRECT)
		ret = fb_error(error, -EOPNOTSUPP, "%s: its driver has no native XDP", dev);
	return ret;
}

/* Lets packets leave by the device if its driver sends frames of XDP, and adds 1 to *@ways then. */
static int may_send(const char *dev, const struct fb_xdp_loaded *l, unsigned int *ways,
		    struct fb_error *error)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, error);

	if (ret || !(can & FB_XDP_CAN_SEND))
		return ret;
	++*ways;
	return fb_xdp_leave_by(l, index, error);
}

static int must_send(const char *dev, const struct fb_xdp_loaded *l, struct fb_error *error)
{
	unsigned int ways = 0;
	int ret = may_send(dev, l, &ways, error);

	if (ret || ways)
		return ret;
	return fb_error(
		error, -EOPNOTSUPP,
		"%s: its driver does not send frames of XDP; of a veth, the other end needs GRO or XDP",
		dev);
}

/*
 * On failure, the first *@nr of the devices have the program. Most drivers send frames of XDP only once their
 * device has a program, so the devices are asked after that.
 */
static int attach_each(char *const *dev, unsigned int *nr, unsigned int ways,
		       const struct fb_xdp_loaded *l, struct fb_error *error)
{
	unsigned int all = *nr, i;
	int ret = 0;

	for (*nr = 0; !ret && *nr < all; *nr += !ret)
		ret = fb_interrupted() ? fb_error(error, -EINTR, "interrupted")
				       : fb_xdp_attach(dev[*nr], l->program, -1, error);
	for (i = 0; !ret && i < all; i++)
		ret = may_send(dev[i], l, &ways, error);
	if (!ret && !ways)
		ret = fb_error(error, -EOPNOTSUPP,
			       "no device that packets may leave by: name it with --to");
	if (!ret && fb_interrupted())
		ret = fb_error(error, -EINTR, "interrupted");
	return ret;
}

int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_error *error)
{
	struct fb_xdp_loaded loaded;
	unsigned int i, attached = nr;
	int ret = 0;

	if (nr + nr_to > FB_XDP_DEVICES)
		return fb_error(error, -E2BIG, "more than %d devices", FB_XDP_DEVICES);
	for (i = 0; !ret && i < nr; i++)
		ret = must_receive(dev[i], error);
	if (!ret)
		ret = fb_xdp_load_forward(&loaded, error);
	if (ret)
		return ret;
	for (i = 0; !ret && i < nr_to; i++)
		ret = must_send(to[i], &loaded, error);
	if (!ret) {
		ret = attach_each(dev, &attached, nr_to, &loaded, error);
		while (ret && attached--)
			fb_xdp_detach(dev[attached], loaded.program, NULL);
	}
	fb_xdp_unload(&loaded);
	return ret;
}

int fb_xdp_forward_open(const char *dev, struct fb_error *error)
{
	char name[16];
	int fd = fb_xdp_attached(dev, name, error);

	if (fd == -ENOENT)
		return fb_error(error, fd, "%s: it has no XDP program", dev);
	if (fd < 0 || !strcmp(name, FB_XDP_NAME))
		return fd;
	close(fd);
	return fb_error(error, -EBUSY, "%s: its XDP program is '%s', not that of flowbench", dev,
			name);
}

int fb_xdp_forward_detach(const char *dev, struct fb_error *error)
{
	int fd = fb_xdp_forward_open(dev, error), ret;

	if (fd < 0)
		return fd;
	ret = fb_xdp_detach(dev, fd, error);
	close(fd);
	return ret;
}
