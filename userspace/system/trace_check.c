// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "system/trace_check.h"
#include "system/trace_files.h"
#include "system/trace_undo.h"

/* Reads the stats of all CPUs. Returns their number; @entries receives what the buffer holds. */
static unsigned int count_cpus(const char *dir, unsigned long *entries)
{
	char file[64], text[4096];
	unsigned int cpus = 0;

	*entries = 0;
	for (;; cpus++) {
		snprintf(file, sizeof(file), "per_cpu/cpu%u/stats", cpus);
		if (fb_trace_read(dir, file, text))
			return cpus;
		*entries += fb_trace_entries(text);
	}
}

/*
 * An event "sched:sched_switch" may be on for its triggers only: then its switch is "0*", and
 * clearing set_event does not help. Writes the folder of such an event to @event.
 */
static bool is_for_triggers(const char *dir, const char *shown, char event[256])
{
	char enable[300], text[4096], *colon;

	snprintf(event, 256, "events/%s", shown);
	colon = strchr(event, ':');
	if (!colon)
		return false;
	*colon = '/';
	snprintf(enable, sizeof(enable), "%s/enable", event);
	return !fb_trace_read(dir, enable, text) && *text == '0';
}

static int check_file(const char *dir, const struct fb_trace_file *f, unsigned int cpus,
		      struct fb_error *error)
{
	char text[4096], shown[FB_TRACE_VALUE_MAX], command[256], event[256];
	int ret;

	if (f->rule == FB_TRACE_LAYOUT)
		return 0;
	ret = fb_trace_read(dir, f->name, text);
	if (ret == -ENOENT)
		return 0;
	if (ret)
		return fb_error_errno(error, ret, "%s", f->name);
	if (!fb_trace_is_set(f, text, cpus, shown))
		return 0;
	if (f->rule == FB_TRACE_IN_USE && is_for_triggers(dir, shown, event))
		return fb_error(
			error, -EBUSY,
			"%s holds '%.60s', which has triggers; if they may go: write each line of %.64s/%.100s/trigger there, with ! in front",
			f->name, shown, dir, event);
	fb_trace_clear_with(f, shown, cpus, dir, command, sizeof(command));
	return fb_error(error, -EBUSY, "%s holds '%.60s': %s; if it may go: %s", f->name, shown,
			f->rule == FB_TRACE_IN_USE ? "somebody is tracing"
						   : "parts of a recording would be missing",
			command);
}

int fb_trace_check(const char *dir, size_t *at, struct fb_error *error)
{
	const struct fb_trace_file *f;
	unsigned long entries;
	unsigned int cpus = count_cpus(dir, &entries);
	int ret;

	while ((f = fb_trace_file(*at))) {
		++*at;
		ret = check_file(dir, f, cpus, error);
		if (ret)
			return ret;
	}
	/* The buffer comes behind the last file. */
	if (!entries || fb_trace_file(*at - 1) == NULL)
		return 0;
	++*at;
	return fb_error(
		error, -EBUSY,
		"trace holds %lu entries, which a recording would remove; if they may go: echo > %s/trace",
		entries, dir);
}
