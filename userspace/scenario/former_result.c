// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json/json.h"
#include "scenario/former_result.h"
#include "scenario/results.h"

/* Of flowbench run; then of flowbench report, and of scripts/vm/boot. */
static const char *const files[] = { "results.json", "record.trace", "functions",   "why.json",
				     "report.html",  "console.log",  "command.log", "dmesg",
				     "outcome",	     "fingerprint" };

/* `make bench` links its prices to the last run. */
static const char prices[] = "bench.json";

static DIR *open_list(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);

	if (!list && fd >= 0)
		close(fd);
	return list;
}

/* The next entry but "." and "..", or NULL */
static const char *next(DIR *list)
{
	const struct dirent *de;

	while ((de = readdir(list)))
		if (strcmp(de->d_name, ".") && strcmp(de->d_name, ".."))
			return de->d_name;
	return NULL;
}

static bool is_type(int dir, const char *name, mode_t type)
{
	struct stat st;

	return !fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) && (st.st_mode & S_IFMT) == type;
}

/* Whether @name in @dir is a file of a result, apart from the traces */
static bool is_file(int dir, const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(name, files[i]))
			return is_type(dir, name, S_IFREG);
	return !strcmp(name, prices) && is_type(dir, name, S_IFLNK);
}

static bool is_trace(int dir, const char *name)
{
	size_t len = strlen(name), end = strlen(".trace");

	return len > end && !strcmp(name + len - end, ".trace") && is_type(dir, name, S_IFREG);
}

static bool is_traces(int dir, const char *name)
{
	DIR *list = open_list(dir, name);
	const char *entry;
	bool all = list != NULL;

	while (all && (entry = next(list)))
		all = is_trace(dirfd(list), entry);
	if (list)
		closedir(list);
	return all;
}

/* Returns the scenario of a results.json of our schema, which the caller frees, or NULL. */
static char *scenario_of(int dir)
{
	int fd = openat(dir, files[0], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	json_t *js = fd < 0 ? NULL : json_loadfd(fd, JSON_REJECT_DUPLICATES, NULL);
	char *name = NULL;

	if (fd >= 0)
		close(fd);
	if (js && !strcmp(fb_json_text(js, "schema", ""), FB_RESULTS_SCHEMA))
		name = strdup(fb_json_text(js, "scenario", ""));
	json_decref(js);
	return name;
}

static int check(int dir, struct fb_error *error)
{
	char *scenario = is_type(dir, files[0], S_IFREG) ? scenario_of(dir) : NULL;
	DIR *list = open_list(dir, ".");
	const char *entry;
	int ret = list ? 0 : -errno;

	if (!scenario)
		ret = fb_error(
			error, -EEXIST,
			"not a result of flowbench run, so it stays: give another name, or remove it");
	while (!ret && (entry = next(list)))
		if (!is_file(dir, entry) && (strcmp(entry, scenario) || !is_traces(dir, entry)))
			ret = fb_error(
				error, -EEXIST,
				"holds '%.100s', which is not of a result, so it stays: give another name, or remove it",
				entry);
	if (list)
		closedir(list);
	free(scenario);
	return ret;
}

static void clear_traces(int dir, const char *name)
{
	DIR *list = open_list(dir, name);
	const char *entry;

	while (list && (entry = next(list)))
		if (is_trace(dirfd(list), entry))
			unlinkat(dirfd(list), entry, 0);
	if (list)
		closedir(list);
	unlinkat(dir, name, AT_REMOVEDIR);
}

static void clear(int dir)
{
	char *scenario = scenario_of(dir);
	size_t i;

	if (scenario && *scenario && !strchr(scenario, '/') && is_traces(dir, scenario))
		clear_traces(dir, scenario);
	free(scenario);
	if (is_file(dir, prices))
		unlinkat(dir, prices, 0);
	/* results.json last: without it, the rest is not found. */
	for (i = sizeof(files) / sizeof(files[0]); i-- > 0;)
		if (is_file(dir, files[i]))
			unlinkat(dir, files[i], 0);
}

const struct fb_folder_kind fb_run_former = { check, clear };
