// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "flowbench_uapi.h"
#include "why/module_events.h"

#define FILE_WHY      "/sys/kernel/debug/" FB_DEBUGFS_DIR "/" FB_FILE_WHY
#define INSTANCE      "flowbench-why-"
#define COUNTS_MOST   (1024 * 1024)
#define EVENTS_AT_ONE 20000

/* Removes buffers of processes that were killed. */
static void remove_stale(void)
{
	char *dir = tracefs_get_tracing_file("instances");
	DIR *d = dir ? opendir(dir) : NULL;
	struct dirent *entry;
	char path[600];

	while (d && (entry = readdir(d))) {
		const char *pid = entry->d_name + strlen(INSTANCE);

		if (strncmp(entry->d_name, INSTANCE, strlen(INSTANCE)) ||
		    !isdigit((unsigned char)*pid))
			continue;
		if (!kill(atoi(pid), 0) || errno != ESRCH)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
		rmdir(path);
	}
	if (d)
		closedir(d);
	tracefs_put_tracing_file(dir);
}

static int open_events(struct fb_module_events *w, struct fb_error *error)
{
	char name[40];
	unsigned int i;

	if (!tracefs_tracing_dir())
		return fb_error(
			error, -ENOENT,
			"tracefs is not mounted: mount -t tracefs nodev /sys/kernel/tracing");
	remove_stale();
	snprintf(name, sizeof(name), INSTANCE "%d", (int)getpid());
	w->instance = tracefs_instance_create(name);
	if (!w->instance)
		return fb_error_errno(error, -errno, "tracefs: instances/%s", name);
	for (i = 0; i < FB_WHY_STAGES; i++)
		if (tracefs_event_enable(w->instance, FB_TRACE_SYSTEM, fb_why_event_name(i)))
			return fb_error(error, -ENOENT,
					"tracefs: no event " FB_TRACE_SYSTEM
					":%s: the module is older than the program",
					fb_why_event_name(i));
	w->pipe = tracefs_instance_file_open(w->instance, "trace_pipe", O_RDONLY | O_NONBLOCK);
	return w->pipe < 0 ? fb_error_errno(error, -errno, "tracefs: trace_pipe") : 0;
}

static int attach(struct fb_module_events *w, unsigned int rate, bool rules, struct fb_error *error)
{
	char text[64];
	int n;

	w->file = open(FILE_WHY, O_RDWR | O_CLOEXEC);
	if (w->file < 0 && errno == EBUSY)
		return fb_error(error, -EBUSY, "another 'flowbench why' is running");
	if (w->file < 0)
		return fb_error_errno(error, -errno, FILE_WHY);
	n = snprintf(text, sizeof(text), "on rate=%u%s", rate, rules ? " rules" : "");
	if (write(w->file, text, (size_t)n) != n)
		return fb_error_errno(error, -errno, FILE_WHY ": '%s'", text);
	return 0;
}

int fb_module_events_open(struct fb_module_events *w, unsigned int rate, bool rules,
			  struct fb_error *error)
{
	int ret;

	memset(w, 0, sizeof(*w));
	w->file = -1;
	w->pipe = -1;
	if (access(FILE_WHY, F_OK))
		return fb_error(error, -ENOENT, "module flowbench is not loaded");
	ret = open_events(w, error);
	if (!ret)
		ret = attach(w, rate, rules, error);
	if (ret)
		fb_module_events_close(w);
	return ret;
}

/* Takes all whole lines of the buffer. Return: number of events or a negative errno */
static int take_lines(struct fb_module_events *w, struct fb_why_collect *collect,
		      struct fb_error *error)
{
	char *line = w->rest, *end;
	struct fb_why_event event;
	unsigned int cpu;
	int ret, taken = 0;

	while ((end = memchr(line, '\n', (size_t)(w->rest + w->len - line)))) {
		*end = '\0';
		/* "CPU:0 [LOST 1234 EVENTS]", as the kernel prints it */
		if (sscanf(line, "CPU:%u [LOST ", &cpu) == 1 && strstr(line, "[LOST "))
			fb_why_collect_lost(collect, cpu);
		ret = fb_why_event_read(line, &event, error);
		if (ret > 0)
			ret = fb_why_collect_add(collect, &event);
		if (ret < 0)
			return ret;
		taken++;
		line = end + 1;
	}
	w->len = (size_t)(w->rest + w->len - line);
	memmove(w->rest, line, w->len);
	/* No event has so long a line. */
	if (w->len == sizeof(w->rest))
		w->len = 0;
	return taken;
}

int fb_module_events_read(struct fb_module_events *w, struct fb_why_collect *collect,
			  struct fb_error *error)
{
	int ret, taken = 0;
	ssize_t n;

	while (taken < EVENTS_AT_ONE) {
		n = read(w->pipe, w->rest + w->len, sizeof(w->rest) - w->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			return fb_error_errno(error, -errno, "tracefs: trace_pipe");
		if (n <= 0)
			break;
		w->len += (size_t)n;
		ret = take_lines(w, collect, error);
		if (ret < 0)
			return ret;
		taken += ret;
	}
	return taken;
}

int fb_module_events_counts(struct fb_module_events *w, struct fb_why_counts *counts,
			    struct fb_error *error)
{
	char *text = malloc(COUNTS_MOST + 1);
	size_t len = 0;
	ssize_t n = 0;
	int ret = 0;

	memset(counts, 0, sizeof(*counts));
	if (!text)
		return -ENOMEM;
	while (len < COUNTS_MOST &&
	       (n = pread(w->file, text + len, COUNTS_MOST - len, (off_t)len)) > 0)
		len += (size_t)n;
	if (n < 0)
		ret = fb_error_errno(error, -errno, FILE_WHY);
	text[len] = '\0';
	if (!ret)
		ret = fb_why_counts_read(text, counts, error);
	free(text);
	return ret;
}

void fb_module_events_close(struct fb_module_events *w)
{
	if (w->file >= 0)
		close(w->file);
	if (w->pipe >= 0)
		close(w->pipe);
	if (w->instance) {
		tracefs_instance_destroy(w->instance);
		tracefs_instance_free(w->instance);
	}
	memset(w, 0, sizeof(*w));
	w->file = -1;
	w->pipe = -1;
}
