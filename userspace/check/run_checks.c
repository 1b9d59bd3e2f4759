// SPDX-License-Identifier: GPL-2.0
/* Loads the checks of tests/validate, and runs one. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check/run_checks.h"
#include "lib/child.h"
#include "lib/message.h"
#include "lib/now.h"
#include "lib/paths.h"

#define FOLDER	 "tests/validate"
#define FILE_MAX ((size_t)64 * 1024)

/* The name of a check has a "-" behind its family; lib.sh has none. */
static int is_check(const struct dirent *d)
{
	const char *dash = strchr(d->d_name, '-'), *dot = strrchr(d->d_name, '.');

	return dash && dot && dash < dot && !strcmp(dot, ".sh");
}

static int load_one(struct fb_check *c, const char *dir, const char *file, const char *release,
		    const char *known)
{
	char path[FB_PATH_MAX], name[256];
	struct fb_error error = { "" };
	char *text = NULL;
	int ret;

	snprintf(name, sizeof(name), "%.*s", (int)(strlen(file) - 3), file);
	ret = fb_join(path, dir, file);
	if (!ret)
		ret = fb_read_file(path, FILE_MAX, &text, NULL);
	if (ret) {
		fb_print_error("%s/%s: %s", dir, file, strerror(-ret));
		return ret;
	}
	ret = fb_check_head(c, name, text, release, known, &error);
	if (ret)
		fb_print_error("%s: %s", path, error.text);
	free(text);
	return ret;
}

/* Reads tests/validate/tried. */
static int load_tried(struct fb_checks *cs, const char *dir, const char *release)
{
	char path[FB_PATH_MAX];
	char *text = NULL;
	int ret;

	ret = fb_join(path, dir, "tried");
	if (!ret)
		ret = fb_read_file(path, FILE_MAX, &text, NULL);
	if (ret) {
		fb_print_error("%s/tried: %s", dir, strerror(-ret));
		return ret;
	}
	fb_check_known(text, release, cs->known);
	free(text);
	return 0;
}

int fb_checks_load(struct fb_checks *cs, const char *release)
{
	struct dirent **entry = NULL;
	struct fb_error error = { "" };
	char dir[FB_PATH_MAX];
	int n, i, ret;

	memset(cs, 0, sizeof(*cs));
	/* The checks run the lab. */
	ret = fb_data_path(dir, &error, "netns-lab");
	if (!ret)
		ret = fb_data_path(dir, &error, FOLDER);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	n = scandir(dir, &entry, is_check, alphasort);
	if (n < 0) {
		ret = -errno;
		fb_print_error("%s: %s", dir, strerror(errno));
		return ret;
	}
	ret = load_tried(cs, dir, release);
	cs->check = calloc((size_t)n + 1, sizeof(*cs->check));
	if (!ret && !cs->check)
		ret = -ENOMEM;
	for (i = 0; i < n; i++) {
		if (!ret)
			ret = load_one(&cs->check[cs->nr], dir, entry[i]->d_name, release,
				       cs->known);
		if (!ret)
			cs->nr++;
		free(entry[i]);
	}
	free(entry);
	if (ret)
		fb_checks_free(cs);
	return ret;
}

void fb_checks_free(struct fb_checks *cs)
{
	free(cs->check);
	memset(cs, 0, sizeof(*cs));
}

bool fb_checks_meant(const struct fb_check *c, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(c->name, word, len) && (!c->name[len] || c->name[len] == '-');
}

/* Returns the buffer for one more note; if all are used, that of the last note. */
static char *next_note(struct fb_check *c)
{
	c->nr_notes -= c->nr_notes == FB_CHECK_NOTES;
	return c->note[c->nr_notes++];
}

/* Parses all records. It stops at a line that is not a record, so the check counts as ended early. */
static int take_line(struct fb_check *c, char *text)
{
	char *line;
	int ret;

	while ((line = strsep(&text, "\n"))) {
		if (!*line)
			continue;
		ret = fb_check_record(c, line);
		if (ret) {
			c->ended = false;
			snprintf(next_note(c), FB_CHECK_TEXT, "%s: %.200s",
				 ret == -E2BIG ? "too many records" : "not a record", line);
			return ret;
		}
	}
	return 0;
}

void fb_check_run(struct fb_check *c)
{
	char script[FB_PATH_MAX];
	char *argv[] = { "timeout", "--foreground", "--kill-after=20", FB_CHECK_LIMIT, "bash",
			 script,    c->name,	    c->topology,       c->needs,       NULL };
	double began = fb_now_seconds();
	char *text = NULL;
	int ret = 0;

	if (!*c->lacks) {
		ret = fb_data_path(script, NULL, FOLDER "/run");
		if (!ret)
			ret = fb_child_run(argv, &text);
		if (text)
			take_line(c, text);
		free(text);
	}
	/* The exit statuses of timeout(1) after it ended the script, or killed it. */
	if (ret == 124 || ret == 137)
		snprintf(next_note(c), FB_CHECK_TEXT, "did not end within %s s", FB_CHECK_LIMIT);
	c->seconds = fb_now_seconds() - began;
	fb_check_judge(c, ret);
}
