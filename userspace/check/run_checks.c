// SPDX-License-Identifier: GPL-2.0
/* Loads the checks of userspace/data/checks, and runs one. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check/run_checks.h"
#include "file/paths.h"
#include "lib/message.h"
#include "lib/now.h"
#include "process/child.h"

#define FOLDER	 "userspace/data/checks"
#define FILE_MAX ((size_t)64 * 1024)

/* The name of a check has a "-" behind its family; lib.sh has none. */
static int is_check(const struct dirent *d)
{
	const char *dash = strchr(d->d_name, '-'), *dot = strrchr(d->d_name, '.');

	return dash && dot && dash < dot && !strcmp(dot, ".sh");
}

/* Appends one check of a file. */
static int append(struct fb_checks *cs, const char *file, const struct fb_variant *v,
		  const char *text, const char *release, struct fb_error *error)
{
	struct fb_check *grown = reallocarray(cs->check, cs->nr + 1, sizeof(*cs->check));
	char name[256];
	int ret;

	if (!grown)
		return fb_error_errno(error, -ENOMEM, "the checks");
	cs->check = grown;
	fb_variant_name(name, sizeof(name), file, v);
	ret = fb_check_head(&grown[cs->nr], name, v, text, release, cs->known, error);
	cs->nr += !ret;
	return ret;
}

static int load_file(struct fb_checks *cs, const char *dir, const char *file, const char *release)
{
	struct fb_variant v = { 0 };
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
	ret = fb_variants_agree(name, text, &error);
	while (!ret && fb_variant_next(text, &v))
		ret = append(cs, name, &v, text, release, &error);
	if (ret)
		fb_print_error("%s: %s", path, error.text);
	free(text);
	return ret;
}

/* Orders checks as files "NAME.sh" would be: "taken-esp4-gcm" before "taken-esp4". */
static int by_name(const void *a, const void *b)
{
	const char *x = ((const struct fb_check *)a)->name, *y = ((const struct fb_check *)b)->name;

	while (*x && *x == *y)
		x++, y++;
	return (*x ? *x : '.') - (*y ? *y : '.');
}

/* Refuses two checks of one name: NAME4.sh beside NAME46.sh. The checks are in order. */
static int each_once(const struct fb_checks *cs, const char *dir)
{
	unsigned int i;

	for (i = 1; i < cs->nr; i++) {
		if (strcmp(cs->check[i - 1].name, cs->check[i].name))
			continue;
		fb_print_error("%s: two files are the check '%s': remove one of them", dir,
			       cs->check[i].name);
		return -EEXIST;
	}
	return 0;
}

/* Reads userspace/data/checks/tried. */
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
	for (i = 0; i < n; i++) {
		if (!ret)
			ret = load_file(cs, dir, entry[i]->d_name, release);
		free(entry[i]);
	}
	free(entry);
	if (!ret && cs->nr) {
		qsort(cs->check, cs->nr, sizeof(*cs->check), by_name);
		ret = each_once(cs, dir);
	}
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
