// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/conntrack_count.h"
#include "system/debugfs.h"
#include "system/lab.h"
#include "lib/now.h"
#include "top/sample.h"

/* Counting connections takes at most a tenth of the time: after one second, ten seconds pass. */
#define FLOWS_SHARE 10

/* Counts the connections. If the kernel cannot list them, f->known becomes false. */
static int count_flows(struct fb_top_flows *f, const char *netns)
{
	const char *const words[] = { "OFFLOAD", "[HW_OFFLOAD]", NULL };
	uint64_t n[3];
	int ret, home = -1;

	f->at = fb_now_ns();
	if (netns) {
		home = fb_netns_enter(netns);
		if (home < 0) {
			fb_print_error("network namespace %s: %s", netns, strerror(-home));
			return home;
		}
	}
	ret = fb_ct_count(words, 3, n);
	if (netns)
		fb_netns_leave(home);
	f->took = fb_now_ns() - f->at;
	f->known = !ret;
	f->offloaded = n[0];
	f->hardware = n[1];
	f->tracked = n[2];
	return 0;
}

static int wrong(const char *file, int ret)
{
	if (ret == -ENOENT || (ret == -EIO && fb_benchfs_there()))
		fb_print_error("module flowbench is gone");
	else if (ret == -EINVAL)
		fb_print_error("%s: not what module flowbench " FB_MODULE_VERSION " writes there",
			       file);
	else
		fb_print_error("%s: %s", file, strerror(-ret));
	return ret;
}

static int read_hooks(struct fb_top_sample *s, struct fb_top_hooks *h)
{
	char *text;
	int ret;

	ret = fb_benchfs_read(FB_FILE_HOOKS, &text);
	if (ret)
		return wrong(FB_FILE_HOOKS, ret);
	ret = fb_top_count_hooks(s, h, text);
	/* Hooks that are switched on here count from the next reading on. */
	if (!ret)
		ret = fb_top_hooks_retry(h, text);
	free(text);
	return ret ? wrong(FB_FILE_HOOKS, ret) : 0;
}

static int read_values(struct fb_top_sample *s)
{
	char *text;
	int ret;

	ret = fb_benchfs_read(FB_FILE_VERDICTS, &text);
	if (ret)
		return wrong(FB_FILE_VERDICTS, ret);
	ret = fb_top_count_values(s, text);
	free(text);
	return ret ? wrong(FB_FILE_VERDICTS, ret) : 0;
}

static int read_histogram(struct fb_top_count *c)
{
	char name[sizeof(FB_FILE_HISTOGRAM) + FB_HOOK_NAME], *text;
	int ret;

	snprintf(name, sizeof(name), FB_FILE_HISTOGRAM "/%s", c->name);
	ret = fb_benchfs_read(name, &text);
	if (ret)
		return wrong(name, ret);
	ret = fb_hist_parse(text, &c->hist);
	free(text);
	return ret ? wrong(name, ret) : 0;
}

int fb_top_sample(struct fb_top_sample *s, struct fb_top_hooks *h, const char *netns,
		  const struct fb_top_flows *last)
{
	unsigned int i;
	int ret;

	memset(s, 0, sizeof(*s));
	s->time = time(NULL);
	s->at = fb_now_ns();
	ret = read_hooks(s, h);
	if (!ret)
		ret = read_values(s);
	for (i = 0; !ret && i < s->nr; i++)
		if (s->hook[i].calls)
			ret = read_histogram(&s->hook[i]);
	if (ret)
		return ret;
	if (last && (!last->known || last->at + FLOWS_SHARE * last->took > s->at))
		s->flows = *last;
	else
		ret = count_flows(&s->flows, netns);
	return ret;
}
