// SPDX-License-Identifier: GPL-2.0
/* flowbench xdp: forward the flows of a flowtable by XDP, in the driver. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "system/lab.h"
#include "process/interrupt.h"
#include "lib/print.h"
#include "xdp/count.h"
#include "xdp/forward.h"
#include "xdp/load.h"

enum { SHOW, ATTACH, DETACH };

struct options {
	int what;
	const char *netns;
	struct fb_option_values to;
};

static const struct fb_option options[] = {
	{ "attach", FB_PICK(what, ATTACH), .alone = "what",
	  .help = "attach the program to each DEV, or to none",
	  .more = "It stays until --detach, and goes with the device." },
	{ "detach", FB_PICK(what, DETACH), .alone = "what",
	  .help = "take the program off each DEV" },
	{ "to", FB_TEXTS(to), .arg = "DEV", .names = FB_NAMES_DEVICE, .with = "attach",
	  .help = "packets may also leave by this device; may be given again",
	  .usual = "each DEV whose driver sends frames of XDP" },
	{ "netns", FB_TEXT(netns), .arg = "NAME", .names = FB_NAMES_NETNS,
	  .help = "network namespace of the devices", .usual = "this one" },
	{ NULL },
};

static int print_device(const char *dev, struct fb_error *error)
{
	uint64_t sum[FB_XDP_COUNTS];
	int fd = fb_xdp_forward_open(dev, error), ret, i;

	if (fd < 0)
		return fd;
	ret = fb_xdp_counts(fd, sum, error);
	close(fd);
	if (ret)
		return ret;
	fb_print(stdout, "%s:", dev);
	for (i = 0; i < FB_XDP_COUNTS; i++)
		fb_print(stdout, " %s=%" PRIu64, fb_xdp_count_name((enum fb_xdp_count)i), sum[i]);
	putchar('\n');
	return 0;
}

static int each(int (*fn)(const char *dev, struct fb_error *error), int nr, char **dev)
{
	struct fb_error error;
	int i, err, ret = 0;

	for (i = 0; i < nr; i++) {
		fb_error_clear(&error);
		err = fn(dev[i], &error);
		if (err)
			fb_print_error("%s", fb_error_text(&error, err));
		ret = ret ? ret : err;
	}
	return ret;
}

static int work(const struct options *o, int nr, char **dev)
{
	struct fb_error error = { "" };
	int ret;

	if (o->what == SHOW)
		return each(print_device, nr, dev);
	if (o->what == DETACH)
		return each(fb_xdp_forward_detach, nr, dev);
	fb_interrupt_catch();
	ret = fb_xdp_forward_attach(dev, (unsigned int)nr, o->to.text, o->to.nr, &error);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

static int run_xdp(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_error error = { "" };
	int home = -1, ret;

	if (fb_xdp_available(&error)) {
		fb_print_error("%s", error.text);
		return FB_STATUS_FAILED;
	}
	if (geteuid()) {
		fb_print_error("not root: XDP programs are root's (sudo)");
		return FB_STATUS_FAILED;
	}
	if (o->netns) {
		home = fb_netns_enter(o->netns);
		if (home < 0) {
			fb_print_error("network namespace %s: %s ('ip netns' shows them)", o->netns,
				       strerror(-home));
			return FB_STATUS_FAILED;
		}
	}
	ret = work(o, nr, operands);
	if (home >= 0)
		fb_netns_leave(home);
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

const struct fb_command fb_cmd_xdp = {
	.name = "xdp",
	.what = "forward flows by XDP",
	.operands = "DEV...",
	.operand = FB_NAMES_DEVICE,
	.least = 1,
	.most = FB_XDP_DEVICES,
	.about =
		"Attach an XDP program that forwards the flows of the flowtable that DEV belongs to, "
		"before the stack sees their packets, or show its counters. "
		"Needs root, a kernel from 6.11 on with its type information (BTF), a ruleset with a "
		"flowtable, drivers with native XDP, and a flowbench that was built with clang and "
		"bpftool.",
	.notes =
		"The program takes TCP and UDP over IPv4 of flows that are only forwarded, and whose "
		"packets leave by a DEV or --to. It looks up route and neighbour for each packet. "
		"All else goes up to the stack, and so to the flowtable, unchanged: tagged packets, "
		"fragments, IP options, TTL 1, FIN and RST, NAT, IPsec, IPv6. The counters say why.\n"
		"A tag that the driver has taken off the frame is not seen. The other end of a veth must "
		"fill in checksums itself (`ethtool -K PEER tx off`): a frame cannot leave that to a "
		"later device. Packets that are forwarded "
		"so are in no counter of nftables or connection tracking.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "flowbench xdp --attach eth0 eth1",
	.options = options,
	.size = sizeof(struct options),
	.run = run_xdp,
};
