// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <sys/io.h>
#endif
#include <unistd.h>

#include "price/mark.h"
#include "file/paths.h"
#include "file/staged.h"
#include "process/child.h"

uint64_t fb_mark_serial(void)
{
	static uint64_t serial;

	return ++serial;
}

#ifdef __x86_64__
/* What QEMU's -debugcon answers at its port; where there is none, all bits are set. */
#define PORT   0xe9
#define ANSWER 0xe9

static bool wanted(void)
{
	bool is;

	if (ioperm(PORT, 1, 1))
		return false;
	is = inb(PORT) == ANSWER;
	ioperm(PORT, 1, 0);
	return is;
}
#else
/* What QEMU's -fw_cfg name=… gives: a board of arm64 has no ports. Its driver is loaded only now, and only in the guest. */
#define ANSWER "/sys/firmware/qemu_fw_cfg/by_name/opt/org.flowbench/profile"

static bool wanted(void)
{
	char *const load[] = { "modprobe", "-q", "qemu_fw_cfg", NULL };
	struct fb_error error = { "" };
	char path[FB_PATH_MAX];

	return !fb_data_path(path, &error, "fingerprint") && !access(path, F_OK) &&
	       !fb_child_run(load, NULL) && !access(ANSWER, F_OK);
}
#endif

/* "ffffffff81000000 T name": of code; padding in front of a function is none of its own. */
static bool is_code(const char *line)
{
	const char *type = strchr(line, ' ');

	return type && strchr("tTwW", type[1]) && type[2] == ' ' && strncmp(type + 3, "__pfx_", 6);
}

/* Lines of /proc/kallsyms for BPF programs, and for trampolines of ftrace, that have gone since. */
#define PROGRAMS 64
static char *program[PROGRAMS];
static unsigned int nr_programs;

static int note_program(const char *line)
{
	unsigned int i;

	for (i = 0; i < nr_programs; i++)
		if (!strcmp(program[i], line))
			return 0;
	if (i == PROGRAMS)
		return 0;
	program[i] = strdup(line);
	nr_programs += program[i] != NULL;
	return program[i] ? 0 : -ENOMEM;
}

int fb_profile_programs(void)
{
	FILE *in = fopen("/proc/kallsyms", "re");
	char *line = NULL;
	size_t room = 0;
	int ret = 0;

	if (!in)
		return -errno;
	while (!ret && getline(&line, &room, in) > 0)
		if (strstr(line, " bpf_prog_") || strstr(line, " ftrace_trampoline\t"))
			ret = note_program(line);
	free(line);
	fclose(in);
	return ret;
}

static int copy_symbols(FILE *out)
{
	FILE *in = fopen("/proc/kallsyms", "re");
	char *line = NULL;
	size_t room = 0;
	unsigned int i;
	int ret;

	if (!in)
		return -errno;
	while (getline(&line, &room, in) > 0)
		if (is_code(line))
			fputs(line, out);
	for (i = 0; i < nr_programs; i++)
		fputs(program[i], out);
	ret = ferror(in) ? -EIO : 0;
	free(line);
	fclose(in);
	return ret;
}

int fb_profile_symbols(const char *json, struct fb_error *error)
{
	const char *slash = strrchr(json, '/');
	char path[FB_PATH_MAX];
	struct fb_staged file;
	int ret;

	if (!wanted())
		return 0;
	ret = fb_staged_check(json, error);
	if (!ret)
		return fb_error(error, -EINVAL, "%s is not a file: they would lie beside it", json);
	if (ret < 0)
		return ret;
	if (snprintf(path, sizeof(path), "%.*skallsyms", slash ? (int)(slash - json + 1) : 0,
		     json) >= (int)sizeof(path))
		return fb_error_errno(error, -ENAMETOOLONG, "%s", json);
	ret = fb_staged_open(&file, path, error);
	return ret ? ret : fb_staged_end(&file, copy_symbols(file.f), error);
}
