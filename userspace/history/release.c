// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/checks_schema.h"
#include "file/paths.h"
#include "history/release.h"
#include "json/json.h"
#include "price/prices.h"

#define LINE_MAX_BYTES 65536

static const char *const names[FB_PARTS] = {
	[FB_PART_PRICES] = "prices",
	[FB_PART_CALLS] = "calls",
	[FB_PART_CHECKS] = "checks",
};

const char *fb_part_name(enum fb_part part)
{
	return names[part];
}

/* The first line of a file; false if there is no such file. */
static bool read_line(const char *dir, const char *file, struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;

	if (fb_join(path, dir, file) || fb_read_file(path, LINE_MAX_BYTES, &text, NULL))
		return false;
	text[strcspn(text, "\n")] = '\0';
	fb_error(error, 0, "%s", *text ? text : "failed");
	free(text);
	return true;
}

static int load_checks(const char *path, struct fb_release *rel, struct fb_error *error)
{
	char file[FB_PATH_MAX];
	int ret = fb_join(file, path, "validate.json");

	return ret ? ret : fb_json_load_checked(file, &fb_validate_schema, &rel->checks, error);
}

static int load_prices(const char *path, struct fb_release *rel, struct fb_error *error)
{
	int ret = fb_side_load(path, &rel->prices, error);

	if (ret)
		fb_side_free(&rel->prices);
	snprintf(rel->prices.name, sizeof(rel->prices.name), "%s", rel->name);
	return ret;
}

static int load_calls(const char *path, struct fb_release *rel, struct fb_error *error)
{
	int ret = fb_recording_load(path, &rel->calls, error);

	if (ret) {
		fb_recording_free(&rel->calls);
		memset(&rel->calls, 0, sizeof(rel->calls));
	}
	return ret;
}

static int load_part(const char *dir, enum fb_part part, struct fb_release *rel)
{
	static int (*const load[FB_PARTS])(const char *path, struct fb_release *rel,
					   struct fb_error *error) = {
		[FB_PART_PRICES] = load_prices,
		[FB_PART_CALLS] = load_calls,
		[FB_PART_CHECKS] = load_checks,
	};
	struct fb_error *error = &rel->why[part];
	char path[FB_PATH_MAX], failed[32];
	int ret = fb_join(path, dir, names[part]);

	if (ret)
		return ret;
	snprintf(failed, sizeof(failed), "%s.failed", names[part]);
	if (!access(path, F_OK)) {
		ret = load[part](path, rel, error);
		rel->refused[part] = ret != 0;
		if (ret && fb_error_empty(error))
			fb_error(error, ret, "%s", strerror(-ret));
		return ret == -ENOMEM ? ret : 0;
	}
	if (!read_line(dir, failed, error) && !read_line(dir, "skipped", error))
		fb_error(error, -ENOENT, FB_NOT_MEASURED);
	return 0;
}

static int load_release(const char *dir, const char *name, struct fb_release *rel)
{
	char path[FB_PATH_MAX];
	int part, ret;

	memset(rel, 0, sizeof(*rel));
	if (strlen(name) >= sizeof(rel->name))
		return -ENAMETOOLONG;
	strcpy(rel->name, name);
	ret = fb_join(path, dir, name);
	for (part = 0; !ret && part < FB_PARTS; part++)
		ret = load_part(path, (enum fb_part)part, rel);
	return ret;
}

static void free_release(struct fb_release *rel)
{
	fb_side_free(&rel->prices);
	fb_recording_free(&rel->calls);
	json_decref(rel->checks);
	memset(rel, 0, sizeof(*rel));
}

/* The newest definition of prices that a release has, as a number. */
static long newest_definition(const struct fb_history *h)
{
	const struct fb_side *prices;
	unsigned int i, k;
	long newest = 0, n;

	for (i = 0; i < h->nr; i++) {
		prices = &h->release[i].prices;
		for (k = 0; k < prices->nr; k++) {
			n = strtol(fb_prices_of(&prices->boot[k].fp), NULL, 10);
			newest = n > newest ? n : newest;
		}
	}
	return newest;
}

static void drop_old_prices(struct fb_history *h)
{
	long newest = newest_definition(h);
	struct fb_release *rel;
	const char *has;
	unsigned int i, k;

	for (i = 0; i < h->nr; i++) {
		rel = &h->release[i];
		for (k = 0; k < rel->prices.nr; k++) {
			has = fb_prices_of(&rel->prices.boot[k].fp);
			if (strtol(has, NULL, 10) == newest)
				continue;
			fb_error(&rel->why[FB_PART_PRICES], -EINVAL,
				 "prices of definition %.20s, and others have definition %ld: "
				 "measure it again ('make history')",
				 has, newest);
			rel->refused[FB_PART_PRICES] = true;
			fb_side_free(&rel->prices);
			break;
		}
	}
}

int fb_history_load(const char *dir, struct fb_history *h)
{
	struct dirent **entry;
	int nr, i, ret = 0;

	*h = (struct fb_history){ .nr = 0 };
	nr = scandir(dir, &entry, NULL, versionsort);
	if (nr < 0)
		return -errno;
	h->release = calloc((size_t)nr + 1, sizeof(*h->release));
	if (!h->release)
		ret = -ENOMEM;
	for (i = 0; i < nr; i++) {
		if (!ret && fb_is_folder(dir, entry[i]->d_name))
			ret = load_release(dir, entry[i]->d_name, &h->release[h->nr++]);
		free(entry[i]);
	}
	free(entry);
	drop_old_prices(h);
	return ret || h->nr ? ret : -ENOENT;
}

const struct fb_release *fb_history_find(const struct fb_history *h, const char *name)
{
	const struct fb_release *found = NULL;
	size_t len = strlen(name);
	unsigned int i, nr = 0;

	for (i = 0; i < h->nr; i++) {
		if (!strcmp(h->release[i].name, name))
			return &h->release[i];
		if (strncmp(h->release[i].name, name, len) ||
		    isdigit((unsigned char)h->release[i].name[len]))
			continue;
		found = &h->release[i];
		nr++;
	}
	return nr == 1 ? found : NULL;
}

bool fb_release_has_any(const struct fb_release *rel)
{
	return rel->prices.nr || rel->calls.phases.nr || rel->checks;
}

unsigned int fb_history_refused(const struct fb_history *h)
{
	unsigned int i, nr = 0;
	int part;

	for (i = 0; i < h->nr; i++)
		for (part = 0; part < FB_PARTS; part++)
			nr += h->release[i].refused[part];
	return nr;
}

void fb_history_free(struct fb_history *h)
{
	unsigned int i;

	for (i = 0; i < h->nr; i++)
		free_release(&h->release[i]);
	free(h->release);
	*h = (struct fb_history){ .nr = 0 };
}
