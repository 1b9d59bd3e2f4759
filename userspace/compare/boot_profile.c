// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/boot_profile.h"
#include "bench/bench_schema.h"
#include "file/gzip.h"
#include "file/paths.h"

#define TEXT_MAX ((size_t)256 << 20)

static int beside(char path[FB_PATH_MAX], const struct fb_boot *boot, const char *name)
{
	const char *slash = strrchr(boot->file, '/');
	int len = slash ? (int)(slash - boot->file + 1) : 0;

	return snprintf(path, FB_PATH_MAX, "%.*s%s", len, boot->file, name) < FB_PATH_MAX
		       ? 0
		       : -ENAMETOOLONG;
}

/* The path of the file, which may be compressed; -ENOENT if there is none. */
static int find_beside(char path[FB_PATH_MAX], const struct fb_boot *boot, const char *name)
{
	char packed[64];
	int ret = beside(path, boot, name);

	if (ret || !access(path, R_OK))
		return ret;
	snprintf(packed, sizeof(packed), "%s.gz", name);
	ret = beside(path, boot, packed);
	return ret ? ret : access(path, R_OK) ? -ENOENT : 0;
}

static int read_beside(const struct fb_boot *boot, const char *name, size_t max, char **text,
		       size_t *len)
{
	char path[FB_PATH_MAX];
	int ret = find_beside(path, boot, name);

	return ret ? ret : fb_read_gzip(path, max, text, len);
}

bool fb_boot_profiles_there(const struct fb_side *s)
{
	char path[FB_PATH_MAX];
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (find_beside(path, &s->boot[i], "profile.record") ||
		    find_beside(path, &s->boot[i], "kallsyms"))
			return false;
	return true;
}

void fb_boot_profile_free(struct fb_boot_profile *p)
{
	fb_profile_record_free(&p->rec);
	fb_symbols_free(&p->syms);
	json_decref(p->bench);
	free(p->data);
	memset(p, 0, sizeof(*p));
}

int fb_boot_profile_load(const struct fb_boot *boot, struct fb_boot_profile *p,
			 struct fb_error *error)
{
	char path[FB_PATH_MAX], *text = NULL;
	size_t len;
	int ret;

	memset(p, 0, sizeof(*p));
	ret = find_beside(path, boot, "profile.record");
	if (!ret)
		ret = fb_profile_record_check(path, error);
	if (!ret)
		ret = fb_read_gzip(path, FB_PROFILE_RECORD_MAX, &p->data, &len);
	if (!ret)
		ret = fb_profile_record_parse(p->data, len, &p->rec, error);
	if (!ret)
		ret = read_beside(boot, "kallsyms", TEXT_MAX, &text, &len);
	if (!ret)
		ret = fb_symbols_parse(text, len, &p->syms, error);
	free(text);
	if (!ret)
		ret = fb_json_load_checked(boot->file, &fb_bench_schema, &p->bench, error);
	if (ret)
		fb_boot_profile_free(p);
	return ret ? fb_error_prefix(error, ret, "the profile beside %s", boot->file) : 0;
}
