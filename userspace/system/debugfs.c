// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/debugfs.h"
#include "file/paths.h"

#define TOP "/sys/kernel/debug/" FB_DEBUGFS_DIR "/"

/*
 * While a module is unloaded, opening one of its files fails: with ENXIO until the files are removed
 * (full_proxy_open() in fs/debugfs/file.c), and with ENOENT after that. Callers get -ENOENT for both.
 */
static int going_is_gone(int err)
{
	return err == -ENXIO ? -ENOENT : err;
}

int fb_benchfs_there(void)
{
	return access(TOP "bench/run", W_OK) ? -errno : 0;
}

int fb_benchfs_write(const char *name, const char *text)
{
	char path[FB_PATH_MAX];
	size_t len = strlen(text);
	int fd, ret = 0;
	ssize_t n;

	ret = fb_join(path, TOP, name);
	if (ret)
		return ret;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return going_is_gone(-errno);
	n = write(fd, text, len);
	if (n < 0)
		ret = -errno;
	else if ((size_t)n != len)
		ret = -EIO;
	close(fd);
	return ret;
}

int fb_benchfs_read(const char *name, char **text)
{
	char path[FB_PATH_MAX];
	int ret;

	ret = fb_join(path, TOP, name);
	return ret ? ret : going_is_gone(fb_read_file(path, 1024 * 1024, text, NULL));
}

int fb_benchfs_config(const char *words)
{
	char lines[FB_WRITE_MAX];
	char *p;
	int ret;

	if (!words[strspn(words, " \t")])
		return 0;
	if (snprintf(lines, sizeof(lines), "%s\n", words) >= (int)sizeof(lines))
		return -E2BIG;
	for (p = lines; *p; p++)
		if (*p == ' ' || *p == '\t')
			*p = '\n';
	ret = fb_benchfs_write("bench/config", lines);
	if (ret)
		fb_print_error("the module takes no '%s': %s (dmesg names the key)", words,
			       strerror(-ret));
	return ret;
}

int fb_benchfs_run(const char *what, struct fb_bench_result *r)
{
	struct fb_error error = { "" };
	char *text;
	int ret, got;

	ret = fb_benchfs_write("bench/run", what);
	got = fb_benchfs_read("bench/result", &text);
	if (!got) {
		got = fb_bench_result_parse(text, r, &error);
		if (got && !ret)
			fb_print_error("bench/result: %s", error.text);
		free(text);
	}
	if (ret && ret != -EINTR)
		fb_print_error("%s: %s%s%s", what, strerror(-ret), got ? "" : ", ",
			       got ? "" : r->error);
	return ret ? ret : got;
}

/* Switches all hooks off: a hook that was left on would add to every price. */
static int hooks_off(void)
{
	char *hooks, *on;
	int ret;

	ret = fb_benchfs_read("hooks", &hooks);
	if (ret)
		return ret;
	on = strstr(hooks, " on ");
	free(hooks);
	if (!on)
		return 0;
	fb_print_error("a hook is on: echo -all >/sys/kernel/debug/flowbench/hooks");
	return -EBUSY;
}

int fb_bench_preflight(void)
{
	int ret;

	if (geteuid()) {
		fb_print_error("not root: rounds and network namespaces need it (sudo)");
		return -EPERM;
	}
	ret = fb_benchfs_there();
	if (ret)
		fb_print_error(
			"module flowbench is not loaded: modprobe flowbench, or make modules && insmod flowbench.ko");
	return ret ? ret : hooks_off();
}
