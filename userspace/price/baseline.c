// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <unistd.h>

#include "lib/message.h"
#include "price/baseline.h"
#include "price/round.h"
#include "xdp/load.h"

#define DEV "in0"

static int with_program(const struct fb_bench *b, int drop, int old, struct fb_bench_result *r,
			unsigned int nr, struct fb_error *error, struct fb_error *text)
{
	int ret, back, link;

	/* Flows of a device without program must not end, and XDP does not ask for their routes. */
	if (old < 0) {
		link = fb_xdp_link(DEV, drop, text);
		if (link < 0)
			return link;
		ret = fb_bench_round(b, FB_BENCH_OWN_XDP, r, nr, error);
		close(link);
		return ret;
	}
	ret = fb_xdp_attach(DEV, drop, old, text);
	if (ret)
		return ret;
	ret = fb_bench_round(b, FB_BENCH_OWN_XDP, r, nr, error);
	back = fb_xdp_attach(DEV, old, drop, text);
	return ret ? ret : back;
}

static int drop_in_driver(const struct fb_bench *b, struct fb_bench_result *r, unsigned int nr,
			  struct fb_error *error)
{
	struct fb_error text = { "" };
	char name[16];
	int old, ret, drop;

	old = fb_xdp_attached(DEV, name, &text);
	drop = old < 0 && old != -ENOENT ? old : fb_xdp_load_drop(&text);
	ret = drop;
	if (drop >= 0) {
		ret = with_program(b, drop, old, r, nr, error, &text);
		close(drop);
	}
	if (old >= 0)
		close(old);
	if (ret && !fb_error_empty(&text))
		fb_print_error("%s", text.text);
	return ret;
}

int fb_bench_own(const struct fb_bench *b, const struct fb_bench_path *path,
		 struct fb_bench_result *r, unsigned int nr, struct fb_error *error)
{
	return path->own ? drop_in_driver(b, r, nr, error)
			 : fb_bench_round(b, "ingress", r, nr, error);
}
