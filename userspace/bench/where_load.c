// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/where_load.h"
#include "lib/gzip.h"
#include "lib/paths.h"

#define RECORD_MAX ((size_t)8 << 30)
#define TEXT_MAX   ((size_t)256 << 20)

/**
 * struct profile - what lies beside a boot's bench.json
 * @data: the record's bytes
 * @rec: the record
 * @syms: the symbols
 * @bench: the document itself
 */
struct profile {
	char *data;
	struct fb_profile_record rec;
	struct fb_symbols syms;
	json_t *bench;
};

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

static bool has_profile(const struct fb_side *s)
{
	char path[FB_PATH_MAX];
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (find_beside(path, &s->boot[i], "profile.record") ||
		    find_beside(path, &s->boot[i], "kallsyms"))
			return false;
	return true;
}

static void free_profile(struct profile *p)
{
	fb_profile_record_free(&p->rec);
	fb_symbols_free(&p->syms);
	json_decref(p->bench);
	free(p->data);
	memset(p, 0, sizeof(*p));
}

static int load(const struct fb_boot *boot, struct profile *p, struct fb_why *why)
{
	char *text = NULL;
	size_t len;
	int ret;

	memset(p, 0, sizeof(*p));
	ret = read_beside(boot, "profile.record", RECORD_MAX, &p->data, &len);
	if (!ret)
		ret = fb_profile_record_parse(p->data, len, &p->rec, why);
	if (!ret)
		ret = read_beside(boot, "kallsyms", TEXT_MAX, &text, &len);
	if (!ret)
		ret = fb_symbols_parse(text, len, &p->syms, why);
	free(text);
	if (!ret) {
		p->bench = json_load_file(boot->file, 0, NULL);
		ret = p->bench ? 0 : -EINVAL;
	}
	if (ret)
		free_profile(p);
	return ret;
}

static int add_boot(struct fb_where *w, unsigned int side, unsigned int number,
		    const struct fb_boot *boot, struct profile *p, struct fb_why *why)
{
	int ret = load(boot, p, why);

	if (!ret)
		ret = fb_where_add(w, side, number,
				   &(struct fb_where_boot){ p->bench, &p->rec, &p->syms }, why);
	return ret ? fb_why_prefix(why, ret, "the profile beside %s", boot->file) : 0;
}

/* The first boot's profile stays: its code stands for the side's. */
static int add_side(struct fb_where *w, unsigned int side, const struct fb_side *s,
		    struct profile *first, struct fb_why *why)
{
	struct profile other;
	unsigned int i;
	int ret;

	ret = add_boot(w, side, 0, &s->boot[0], first, why);
	for (i = 1; !ret && i < s->nr; i++) {
		ret = add_boot(w, side, i, &s->boot[i], &other, why);
		free_profile(&other);
	}
	return ret;
}

int fb_where_load(const struct fb_side *a, const struct fb_side *b, struct fb_where *w,
		  struct fb_why *why)
{
	struct fb_code code[2] = { { .nr = 0 }, { .nr = 0 } };
	struct profile first[2] = { { .data = NULL }, { .data = NULL } };
	const struct fb_side *side[2] = { a, b };
	unsigned int i;
	int ret = 0;

	*w = (struct fb_where){ .point = a->boot[0].price,
				.nr_points = a->boot[0].nr,
				.boots = { a->nr, b->nr } };
	if (!has_profile(a) || !has_profile(b))
		return -ENOENT;
	for (i = 0; !ret && i < 2; i++) {
		ret = add_side(w, i, side[i], &first[i], why);
		if (!ret)
			ret = fb_code_build(&first[i].rec, &first[i].syms, &code[i]);
	}
	if (!ret)
		ret = fb_where_judge(w, &code[0], &code[1]);
	for (i = 0; i < 2; i++) {
		fb_code_free(&code[i]);
		free_profile(&first[i]);
	}
	return ret;
}
