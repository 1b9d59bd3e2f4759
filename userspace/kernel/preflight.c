// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <tracefs.h>
#include <unistd.h>

#include "kernel/preflight.h"
#include "kernel/tracer.h"
#include "lib/err.h"
#include "lib/paths.h"

static int check_lockdown(struct fb_why *why)
{
	char *text;
	int locked;

	/* A kernel without this file has no lockdown. */
	if (fb_read_file("/sys/kernel/security/lockdown", 4096, &text, NULL))
		return 0;
	locked = !strstr(text, "[none]");
	if (locked)
		fb_why(why, -EPERM,
		       "kernel lockdown is on (%.60s): start without Secure Boot or lockdown=, or use the VM (make run)",
		       strtok(text, "\n"));
	free(text);
	return locked;
}

static int check_module(struct fb_why *why)
{
	struct utsname uts;
	char headers[128];

	if (tracefs_tracing_dir() && tracefs_file_exists(NULL, "events/flowbench/packet/enable"))
		return 0;
	uname(&uts);
	snprintf(headers, sizeof(headers), "/lib/modules/%.64s/build", uts.release);
	if (access(headers, F_OK))
		return fb_why(
			why, -ENODEV,
			"module flowbench is not loaded, and %.90s is missing: install this kernel's linux-headers, then modprobe flowbench (DKMS), or make modules and insmod flowbench.ko",
			headers);
	return fb_why(
		why, -ENODEV,
		"module flowbench is not loaded: modprobe flowbench, or make modules && insmod flowbench.ko");
}

int fb_preflight(void)
{
	static int (*const checks[])(struct fb_why *why) = {
		fb_tracer_check,
		check_lockdown,
		check_module,
	};
	int missing = 0;
	struct fb_why why = { "" };
	size_t i, at = 0;

	if (geteuid()) {
		fb_err("not root: tracing and network namespaces need it (sudo)");
		return 1;
	}
	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		fb_why_clear(&why);
		if (checks[i](&why)) {
			fb_err("%s", why.text);
			missing++;
		}
	}
	for (fb_why_clear(&why); fb_tracer_users(&at, &why); missing++)
		fb_err("%s", why.text);
	return missing;
}
