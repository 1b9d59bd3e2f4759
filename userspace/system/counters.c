// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/conntrack_count.h"
#include "system/counters.h"
#include "system/debugfs.h"
#include "system/hooks_text.h"
#include "system/lab.h"
#include "file/paths.h"
#include "lib/print.h"

#define FILE_MAX (1024 * 1024)

/* Takes the next line from a text. Return: the line, or NULL at the end */
static char *next_line(char **text)
{
	char *line = *text && **text ? *text : NULL;

	if (line)
		strsep(text, "\n");
	return line;
}

/* Reads a file of procfs. A kernel without the file has no such counters. */
static int read_proc(const char *path, char **text)
{
	int ret = fb_read_file(path, FILE_MAX, text, NULL);

	if (ret)
		*text = NULL;
	return ret == -ENOENT ? 0 : ret;
}

static int print_hooks(FILE *out)
{
	struct fb_verdict_line verdict;
	struct fb_hook_line hook;
	const char *at;
	char *text;
	int ret;

	ret = fb_benchfs_read(FB_FILE_HOOKS, &text);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	for (at = text; (ret = fb_hook_line(&at, &hook));)
		if (ret > 0 && strcmp(hook.state, FB_STATE_UNAVAILABLE))
			fb_print(out, "hook.%s.calls %llu\n", hook.name,
				 (unsigned long long)hook.calls);
	free(text);
	ret = fb_benchfs_read(FB_FILE_VERDICTS, &text);
	if (ret)
		return ret;
	for (at = text; (ret = fb_verdict_line(&at, &verdict));)
		if (ret > 0)
			fb_print(out, "hook.%s.%s %llu\n", verdict.name, verdict.value,
				 (unsigned long long)verdict.n);
	free(text);
	return 0;
}

static int print_devices(FILE *out)
{
	unsigned long long rx_bytes, rx, rx_dropped, tx_bytes, tx, tx_dropped;
	char *text, *at, *line, name[32];
	int ret;

	ret = read_proc("/proc/thread-self/net/dev", &text);
	for (at = text; !ret && (line = next_line(&at));) {
		if (sscanf(line, " %31[^:]: %llu %llu %*u %llu %*u %*u %*u %*u %llu %llu %*u %llu",
			   name, &rx_bytes, &rx, &rx_dropped, &tx_bytes, &tx, &tx_dropped) != 7)
			continue;
		fb_print(out, "dev.%s.rx %llu\ndev.%s.rx_bytes %llu\ndev.%s.rx_dropped %llu\n",
			 name, rx, name, rx_bytes, name, rx_dropped);
		fb_print(out, "dev.%s.tx %llu\ndev.%s.tx_bytes %llu\ndev.%s.tx_dropped %llu\n",
			 name, tx, name, tx_bytes, name, tx_dropped);
	}
	free(text);
	return ret;
}

/* Each protocol has two lines: "Ip: InReceives …" and "Ip: 12 …". */
static int print_snmp(FILE *out)
{
	char *text, *at, *names, *values, *name, *value;
	int ret;

	ret = read_proc("/proc/thread-self/net/snmp", &text);
	for (at = text; !ret && (names = next_line(&at)) && (values = next_line(&at));) {
		char *proto = strsep(&names, ":");

		strsep(&values, ":");
		if (!names || !values)
			continue;
		while ((name = strsep(&names, " ")) && (value = strsep(&values, " ")))
			if (*name)
				fb_print(out, "snmp.%s.%s %s\n", proto, name, value);
	}
	free(text);
	return ret;
}

/* Each counter has one line. */
static int print_pairs(const char *path, const char *group, FILE *out)
{
	char *text, *at, *line, name[64];
	unsigned long long n;
	int ret;

	ret = read_proc(path, &text);
	for (at = text; !ret && (line = next_line(&at));)
		if (sscanf(line, "%63s %llu", name, &n) == 2)
			fb_print(out, "%s.%s %llu\n", group, name, n);
	free(text);
	return ret;
}

static int print_tracked(FILE *out)
{
	const char *const any[] = { NULL };
	uint64_t n;
	int ret = fb_ct_count(any, 1, &n);

	if (!ret)
		fb_print(out, "ct.all %llu\n", (unsigned long long)n);
	return ret;
}

int fb_counters_print(const char *netns, FILE *out)
{
	int home = fb_netns_enter(netns);
	int ret;

	if (home < 0)
		return home;
	ret = print_hooks(out);
	if (!ret)
		ret = print_devices(out);
	if (!ret)
		ret = print_snmp(out);
	if (!ret)
		ret = print_pairs("/proc/thread-self/net/snmp6", "snmp6", out);
	if (!ret)
		ret = print_pairs("/proc/thread-self/net/xfrm_stat", "xfrm", out);
	if (!ret)
		ret = print_tracked(out);
	fb_netns_leave(home);
	return ret;
}
