// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/vector.h"
#include "report/report.h"

#define DOC_MAX	 ((size_t)256 * 1024 * 1024)
#define PART_MAX ((size_t)1024 * 1024)

/* The page's own files, in the order in which they run: a script uses the scripts before it. */
static const char *const styles[] = { "report.css" };
static const char *const scripts[] = { "core.js",    "svg.js",	  "phases.js",	"cost.js",
				       "bench.js",   "flame.js",  "stacks.js",	"lines.js",
				       "tree.js",    "matrix.js", "history.js", "why.js",
				       "verdict.js", "made.js",	  "page.js" };

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Sets the names of the file and of its folder. */
static void name_doc(struct fb_report_doc *doc, const char *path)
{
	char dir[FB_PATH_MAX], *slash;

	snprintf(doc->file, sizeof(doc->file), "%.255s", last_part(path));
	snprintf(dir, sizeof(dir), "%s", doc->real);
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
	snprintf(doc->dir, sizeof(doc->dir), "%.255s", last_part(dir));
}

static int grow(struct fb_report *rep)
{
	if (fb_vector_grow(rep->doc, rep->nr))
		return -ENOMEM;
	memset(&rep->doc[rep->nr], 0, sizeof(*rep->doc));
	return 0;
}

static int add_file(struct fb_report *rep, const char *path)
{
	struct fb_report_doc *doc;
	unsigned int i;
	int ret = grow(rep);

	if (ret)
		return ret;
	doc = &rep->doc[rep->nr];
	if (!realpath(path, doc->real))
		return -errno;
	for (i = 0; i < rep->nr; i++)
		if (!strcmp(rep->doc[i].real, doc->real))
			return 0;
	name_doc(doc, path);
	ret = fb_read_file(path, DOC_MAX, &doc->text, &doc->len);
	if (ret == -ENOMEM)
		return ret;
	if (ret) {
		doc->kind = FB_REPORT_BROKEN;
		fb_error(&doc->why, ret, "%s", strerror(-ret));
	} else {
		doc->kind = fb_report_kind(doc->text, doc->len, &doc->why);
	}
	if (doc->kind == FB_REPORT_OTHER) {
		free(doc->text);
		doc->text = NULL;
		return -ENODATA;
	}
	rep->nr++;
	rep->shown += doc->kind != FB_REPORT_BROKEN;
	return 0;
}

static int is_json(const struct dirent *de)
{
	size_t len = strlen(de->d_name);

	return de->d_name[0] != '.' && len > 5 && !strcmp(de->d_name + len - 5, ".json");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(struct fb_report *rep, const char *dir, struct fb_error *error)
{
	struct dirent **list = NULL;
	char path[FB_PATH_MAX];
	int nr = scandir(dir, &list, is_json, by_name), ret = 0, i, none = 1;

	if (nr < 0)
		return fb_error_errno(error, -errno, "%s", dir);
	for (i = 0; i < nr; i++) {
		if (!ret) {
			ret = fb_join(path, dir, list[i]->d_name);
			if (!ret)
				ret = add_file(rep, path);
			none = none && ret;
			if (ret == -ENODATA || ret == -ENOENT)
				ret = 0;
			if (ret)
				fb_error_errno(error, ret, "%s", path);
		}
		free(list[i]);
	}
	free(list);
	if (!ret && none)
		ret = fb_error(error, -ENODATA, "%s: no results.json, bench.json or the like in it",
			       dir);
	return ret;
}

int fb_report_add(struct fb_report *rep, const char *path, struct fb_error *error)
{
	struct stat st;
	int ret;

	if (stat(path, &st))
		return fb_error_errno(error, -errno, "%s", path);
	if (S_ISDIR(st.st_mode))
		return add_folder(rep, path, error);
	ret = add_file(rep, path);
	if (ret == -ENODATA)
		return fb_error(error, ret, "%s: no document of flowbench", path);
	return ret ? fb_error_errno(error, ret, "%s", path) : 0;
}

void fb_report_free(struct fb_report *rep)
{
	unsigned int i;

	for (i = 0; i < rep->nr; i++)
		free(rep->doc[i].text);
	free(rep->doc);
	*rep = (struct fb_report){ .nr = 0 };
}

/* Writes one of the page's own files between the tags of its element. */
static int write_part(const char *name, const char *element, FILE *f, struct fb_error *error)
{
	char path[FB_PATH_MAX], end[16], *text;
	int ret = fb_data_path(path, error, "userspace/report/page/%s", name);

	if (ret)
		return ret;
	ret = fb_read_file(path, PART_MAX, &text, NULL);
	if (ret)
		return fb_error_errno(error, ret, "%s", name);
	snprintf(end, sizeof(end), "</%s", element);
	if (strcasestr(text, end))
		ret = fb_error(error, -EINVAL, "%s: it would end its own element", name);
	else
		fprintf(f, "<%s>\n%s</%s>\n", element, text, element);
	free(text);
	return ret;
}

static void write_doc(const struct fb_report_doc *doc, FILE *f)
{
	fputs("<script type=\"application/json\" class=\"document\" data-file=\"", f);
	fb_page_text(doc->file, f);
	fputs("\" data-dir=\"", f);
	fb_page_text(doc->dir, f);
	if (doc->kind == FB_REPORT_BROKEN) {
		fputs("\" data-error=\"", f);
		fb_page_text(doc->why.text, f);
	}
	fputs("\">", f);
	if (doc->kind != FB_REPORT_BROKEN)
		fb_page_json(doc->text, doc->len, f);
	fputs("</script>\n", f);
}

/* Later, errno of a write that failed is lost. */
static int look_at_file(FILE *f)
{
	if (!ferror(f))
		return 0;
	return errno ? -errno : -EIO;
}

int fb_report_write(const struct fb_report *rep, FILE *f, struct fb_error *error)
{
	unsigned int i;
	int ret = 0;

	errno = 0;

	/* The policy forbids to fetch anything, whatever text the documents hold. */
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n" FB_REPORT_MARK "\n",
	      f);
	for (i = 0; !ret && i < NR(styles); i++)
		ret = write_part(styles[i], "style", f, error);
	fputs("</head>\n<body>\n<noscript><p>A script makes this page from the JSON documents that it "
	      "holds; without scripts it shows nothing.</p></noscript>\n",
	      f);
	for (i = 0; !ret && i < rep->nr; i++) {
		write_doc(&rep->doc[i], f);
		ret = look_at_file(f);
	}
	for (i = 0; !ret && i < NR(scripts); i++)
		ret = write_part(scripts[i], "script", f, error);
	fputs("</body>\n</html>\n", f);
	return ret ? ret : look_at_file(f);
}
