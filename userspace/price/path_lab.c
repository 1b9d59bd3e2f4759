// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/message.h"
#include "price/path_lab.h"
#include "system/lab.h"
#include "process/interrupt.h"
#include "lib/version.h"
#include "xdp/forward.h"

/* Returns true if flowbench xdp is on the path, and this flowbench has none. */
static bool lacks_xdp(const struct fb_bench_path *path)
{
	struct fb_error error = { "" };
	unsigned int i;

	for (i = 0; i < path->nr_proofs; i++)
		if (path->proof[i].kind == FB_PROOF_XDP && fb_xdp_available(&error)) {
			fb_print_error("%s: left out, %s", path->name, error.text);
			return true;
		}
	return false;
}

bool fb_path_unsupported(const struct fb_bench_path *path)
{
	struct utsname uts;

	if (lacks_xdp(path))
		return true;
	if (uname(&uts))
		return false;
	if (path->since && fb_version_parse(uts.release) < fb_version_parse(path->since))
		fb_print_error("%s: left out, kernels have it from %s on", path->name, path->since);
	else if (path->until && fb_version_parse(uts.release) >= fb_version_parse(path->until))
		fb_print_error("%s: left out, kernels have it before %s only", path->name,
			       path->until);
	else
		return false;
	return true;
}

int fb_bench_in_lab(const struct fb_bench_path *path, unsigned long flows, int (*fn)(void *),
		    void *ctx)
{
	struct fb_lab_options opt = { .with = path->with };
	struct fb_lab lab;
	char number[24];
	const char *ns;
	int ret, down;

	if (fb_interrupted())
		return -EINTR;
	snprintf(number, sizeof(number), "%lu", flows);
	opt.flows = number;
	ret = fb_lab_up(&lab, "bench", &opt);
	if (ret) {
		fb_print_error("%s: the lab did not come up", path->name);
		return ret;
	}
	ns = fb_lab_var(&lab, "NS_GATEWAY", 10);
	ret = ns ? fb_netns_enter(ns) : -ENOENT;
	if (ret < 0) {
		fb_print_error("%s: the lab's namespace: %s", path->name, strerror(-ret));
	} else {
		int home = ret;

		ret = fn(ctx);
		fb_netns_leave(home);
	}
	down = fb_lab_down(&lab);
	if (down)
		fb_print_error("%s: the lab did not go down", path->name);
	return ret ? ret : down;
}
