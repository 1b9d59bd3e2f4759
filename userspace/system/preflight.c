// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/message.h"
#include "system/preflight.h"
#include "system/tracer.h"
#include "file/paths.h"

static int check_lockdown(struct fb_error *error)
{
	char *text;
	int locked;

	/* A kernel without this file has no lockdown. */
	if (fb_read_file("/sys/kernel/security/lockdown", 4096, &text, NULL))
		return 0;
	locked = !strstr(text, "[none]");
	if (locked)
		fb_error(
			error, -EPERM,
			"kernel lockdown is on (%.60s): start without Secure Boot or lockdown=, or use the VM (make run)",
			strtok(text, "\n"));
	free(text);
	return locked;
}

static int check_module(struct fb_error *error)
{
	struct utsname uts;
	char headers[128];

	if (tracefs_tracing_dir() && tracefs_file_exists(NULL, "events/flowbench/packet/enable"))
		return 0;
	uname(&uts);
	snprintf(headers, sizeof(headers), "/lib/modules/%.64s/build", uts.release);
	if (access(headers, F_OK))
		return fb_error(
			error, -ENODEV,
			"module flowbench is not loaded, and %.90s is missing: install this kernel's linux-headers, then modprobe flowbench (DKMS), or make modules and insmod flowbench.ko",
			headers);
	return fb_error(
		error, -ENODEV,
		"module flowbench is not loaded: modprobe flowbench, or make modules && insmod flowbench.ko");
}

int fb_preflight(void)
{
	static int (*const checks[])(struct fb_error *error) = {
		fb_tracer_check,
		check_lockdown,
		check_module,
	};
	int missing = 0;
	struct fb_error error = { "" };
	size_t i, at = 0;

	if (geteuid()) {
		fb_print_error("not root: tracing and network namespaces need it (sudo)");
		return 1;
	}
	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		fb_error_clear(&error);
		if (checks[i](&error)) {
			fb_print_error("%s", error.text);
			missing++;
		}
	}
	for (fb_error_clear(&error); fb_tracer_users(&at, &error); missing++)
		fb_print_error("%s", error.text);
	return missing;
}
