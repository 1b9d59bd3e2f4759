// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/debugfs.h"
#include "lib/hash.h"
#include "file/paths.h"
#include "lib/vector.h"
#include "top/hooks.h"

/* Functions that a packet calls once or twice, on each path through a gateway. */
#define GATEWAY                                                                                 \
	"nf_flow_offload_ip_hook,nf_flow_offload_ipv6_hook,nf_flow_xmit_xfrm,flow_offload_add," \
	"flow_offload_teardown,ip_forward,ip6_forward,nf_conntrack_in,xfrm_output,xfrm_input"

static bool in_list(const char *list, const char *name)
{
	size_t len = strlen(name), n;

	for (; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		if (n == len && !strncmp(list, name, n))
			return true;
	}
	return false;
}

const struct fb_top_hook *fb_top_hooks_find(const struct fb_top_hooks *h, const char *name)
{
	unsigned int i;

	for (i = 0; i < h->nr; i++)
		if (!strcmp(h->hook[i].name, name))
			return &h->hook[i];
	return NULL;
}

static int add_hook(struct fb_top_hooks *h, const char *name)
{
	if (fb_vector_grow(h->hook, h->nr))
		return -ENOMEM;
	memset(&h->hook[h->nr], 0, sizeof(*h->hook));
	snprintf(h->hook[h->nr++].name, sizeof(h->hook->name), "%s", name);
	return 0;
}

/* Returns an error if a word of the list is not the name of a hook. */
static int all_found(const struct fb_top_hooks *h, const char *list, struct fb_error *error)
{
	char name[FB_HOOK_NAME];
	size_t n;

	do {
		n = strcspn(list, ",");
		if (!n || n >= sizeof(name))
			return fb_error(error, -ENOENT,
					"'%.60s': expected hooks such as ip_forward,xfrm_output",
					list);
		snprintf(name, sizeof(name), "%.*s", (int)n, list);
		if (!fb_top_hooks_find(h, name))
			return fb_error(error, -ENOENT,
					"no hook '%s' (/sys/kernel/debug/flowbench/hooks has them)",
					name);
		list += n;
	} while (*list++ == ',');
	return 0;
}

int fb_top_hooks_choose(struct fb_top_hooks *h, const char *list, const char *text,
			struct fb_error *error)
{
	bool all = list && !strcmp(list, FB_HOOKS_ALL);
	struct fb_hook_line line;
	int ret;

	memset(h, 0, sizeof(*h));
	while ((ret = fb_hook_line(&text, &line)) > 0) {
		if (!all && !in_list(list ? list : GATEWAY, line.name))
			continue;
		if (add_hook(h, line.name))
			return -ENOMEM;
	}
	if (ret || (!list && !h->nr))
		return fb_error(
			error, -EINVAL,
			"the module's file hooks has an unknown form: is the module of another version?");
	return all || !list ? 0 : all_found(h, list, error);
}

/* Returns a hash of the loaded modules, without their use counts. */
static uint64_t modules_now(void)
{
	char *text, *row, *rest;
	uint64_t hash = 1;

	if (fb_read_file("/proc/modules", 1024 * 1024, &text, NULL))
		return 0;
	for (rest = text; (row = strsep(&rest, "\n"));) {
		if (!strstr(row, " Live "))
			continue;
		hash = fb_hash_mix(hash, fb_hash_bytes(row, strcspn(row, " ")));
	}
	free(text);
	return hash;
}

static int switch_on(struct fb_top_hook *hook)
{
	char word[FB_HOOK_NAME + 1];
	int ret;

	snprintf(word, sizeof(word), "+%s", hook->name);
	ret = fb_benchfs_write(FB_FILE_HOOKS, word);
	hook->ours |= !ret;
	return ret == -EOPNOTSUPP ? 0 : ret;
}

/* Switches on the watched hooks that are in this state. */
static int switch_those(struct fb_top_hooks *h, const char *text, const char *state)
{
	struct fb_hook_line line;
	unsigned int i;
	int ret;

	while ((ret = fb_hook_line(&text, &line)) > 0) {
		if (strcmp(line.state, state))
			continue;
		for (i = 0; i < h->nr && strcmp(h->hook[i].name, line.name); i++)
			;
		if (i == h->nr)
			continue;
		ret = switch_on(&h->hook[i]);
		if (ret)
			return ret;
	}
	return ret;
}

int fb_top_hooks_on(struct fb_top_hooks *h)
{
	char *text;
	int ret;

	h->modules = modules_now();
	ret = fb_benchfs_read(FB_FILE_HOOKS, &text);
	if (ret)
		return ret;
	ret = switch_those(h, text, FB_STATE_OFF);
	if (!ret)
		ret = switch_those(h, text, FB_STATE_UNAVAILABLE);
	free(text);
	return ret;
}

int fb_top_hooks_retry(struct fb_top_hooks *h, const char *text)
{
	uint64_t modules = modules_now();

	if (modules == h->modules)
		return 0;
	h->modules = modules;
	return switch_those(h, text, FB_STATE_UNAVAILABLE);
}

void fb_top_hooks_off(struct fb_top_hooks *h)
{
	char word[FB_HOOK_NAME + 1];
	unsigned int i;

	for (i = 0; i < h->nr; i++) {
		if (!h->hook[i].ours)
			continue;
		snprintf(word, sizeof(word), "-%s", h->hook[i].name);
		fb_benchfs_write(FB_FILE_HOOKS, word);
		h->hook[i].ours = false;
	}
}

void fb_top_hooks_free(struct fb_top_hooks *h)
{
	free(h->hook);
	memset(h, 0, sizeof(*h));
}
