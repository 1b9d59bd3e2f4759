// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/message.h"
#include "system/lab.h"
#include "process/child.h"
#include "file/paths.h"

static int lab_call(const struct fb_lab *lab, const char *verb, const struct fb_lab_options *opt,
		    char **out)
{
	char script[FB_PATH_MAX];
	const struct {
		const char *option;
		const char *value;
	} settings[] = {
		{ "--nic", opt ? opt->nic : NULL },   { "--esp", opt ? opt->esp : NULL },
		{ "--with", opt ? opt->with : NULL }, { "--flows", opt ? opt->flows : NULL },
		{ "--nat", opt ? opt->nat : NULL },   { "--start", opt ? opt->start : NULL },
	};
	char *argv[6 + 2 * sizeof(settings) / sizeof(settings[0])];
	struct fb_error error = { "" };
	int n = 0, ret;
	size_t i;

	ret = fb_data_path(script, &error, "netns-lab/lab");
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	argv[n++] = script;
	argv[n++] = (char *)verb;
	argv[n++] = (char *)lab->topology;
	argv[n++] = "--id";
	argv[n++] = (char *)lab->id;
	for (i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (!settings[i].value)
			continue;
		argv[n++] = (char *)settings[i].option;
		argv[n++] = (char *)settings[i].value;
	}
	argv[n] = NULL;
	ret = fb_child_run(argv, out);
	if (ret == 127)
		fb_print_error("%s: cannot be run", script);
	return ret > 0 ? -EIO : ret;
}

int fb_lab_up(struct fb_lab *lab, const char *topology, const struct fb_lab_options *opt)
{
	int ret;

	memset(lab, 0, sizeof(*lab));
	lab->topology = topology;
	snprintf(lab->id, sizeof(lab->id), "%d", (int)getpid());
	ret = lab_call(lab, "up", opt, NULL);
	if (ret)
		return ret;
	ret = lab_call(lab, "env", NULL, &lab->env);
	if (ret)
		fb_lab_down(lab);
	return ret;
}

int fb_lab_down(struct fb_lab *lab)
{
	int ret = lab_call(lab, "down", NULL, NULL);

	free(lab->env);
	lab->env = NULL;
	return ret;
}

const char *fb_lab_var(void *ctx, const char *name, size_t len)
{
	static char value[256];
	const struct fb_lab *lab = ctx;
	const char *p = lab->env;

	while (p && *p) {
		size_t row = strcspn(p, "\n");

		if (row > len && !strncmp(p, name, len) && p[len] == '=') {
			snprintf(value, sizeof(value), "%.*s", (int)(row - len - 1), p + len + 1);
			return value;
		}
		p += row + (p[row] == '\n');
	}
	return NULL;
}

static int netns_path(char path[128], const char *name)
{
	int n = snprintf(path, 128, "/run/netns/%s", name);

	return n < 0 || n >= 128 || strchr(name, '/') ? -EINVAL : 0;
}

int fb_netns_inode(const char *name, unsigned long *inode)
{
	char path[128];
	struct stat st;
	int ret;

	ret = netns_path(path, name);
	if (ret)
		return ret;
	if (stat(path, &st))
		return -errno;
	*inode = st.st_ino;
	return 0;
}

int fb_netns_enter(const char *name)
{
	int home, there, ret = 0;
	char path[128];

	ret = netns_path(path, name);
	if (ret)
		return ret;
	home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (home < 0)
		return -errno;
	there = open(path, O_RDONLY | O_CLOEXEC);
	if (there < 0 || setns(there, CLONE_NEWNET))
		ret = -errno;
	if (there >= 0)
		close(there);
	if (ret)
		close(home);
	return ret ? ret : home;
}

void fb_netns_leave(int home)
{
	/* If we cannot return to our namespace, stop: traffic would go through the wrong one. */
	if (setns(home, CLONE_NEWNET)) {
		fb_print_error("cannot return from a network namespace: %m");
		abort();
	}
	close(home);
}

int fb_netns_socket(const char *name, int domain, int type, int protocol)
{
	int home = fb_netns_enter(name);
	int sock;

	if (home < 0)
		return home;
	sock = socket(domain, type | SOCK_CLOEXEC, protocol);
	if (sock < 0)
		sock = -errno;
	fb_netns_leave(home);
	return sock;
}
