// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "file/paths.h"
#include "file/staged.h"
#include "lib/print.h"
#include "scenario/copy_lines.h"
#include "scenario/packet_file.h"

#define DEVICES_MAX 32

/* How each file of a set begins */
static const char head[] = "# flowbench=trace/1\n";

const char *fb_packet_words(const char *mark)
{
	const char *dev = strstr(mark, "dev=");

	return dev ? dev : mark;
}

void fb_packet_devices(const struct fb_tree *tree, char out[200])
{
	struct {
		const char *name;
		size_t len;
		unsigned int nr;
	} seen[DEVICES_MAX];
	unsigned int nr = 0, i;
	int used = 0;
	uint32_t at;

	for (at = 1; at < tree->nr; at++) {
		const char *text = fb_node_text(tree, at),
			   *dev = text ? strstr(text, "dev=") : NULL;
		size_t len;

		if (!dev)
			continue;
		dev += strlen("dev=");
		len = strcspn(dev, " ");
		for (i = 0; i < nr; i++)
			if (seen[i].len == len && !memcmp(seen[i].name, dev, len))
				break;
		if (i == DEVICES_MAX)
			continue;
		if (i == nr) {
			seen[nr].name = dev;
			seen[nr].len = len;
			seen[nr++].nr = 0;
		}
		seen[i].nr++;
	}
	out[0] = '\0';
	for (i = 0; i < nr && used < 200; i++)
		used += snprintf(out + used, (size_t)(200 - used), "%s%.*s (%u)", i ? ", " : "",
				 (int)seen[i].len, seen[i].name, seen[i].nr);
}

/* Returns the number of "12.trace", or 0 for another name. */
static unsigned long number_of(const char *name)
{
	char *end;
	unsigned long nr = *name >= '1' && *name <= '9' ? strtoul(name, &end, 10) : 0;

	return nr && !strcmp(end, ".trace") ? nr : 0;
}

static int is_numbered(const struct dirent *de)
{
	return number_of(de->d_name) > 0;
}

/* Whether a file begins as write_tree() begins it */
static bool is_ours(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char start[sizeof(head)] = "";
	bool ours = fd >= 0 && read(fd, start, sizeof(head) - 1) == sizeof(head) - 1 &&
		    !strcmp(start, head);

	if (fd >= 0)
		close(fd);
	return ours;
}

/* Looks at the numbered traces of a folder; removes those above @most. All must be ours. */
static int each_former(int dir, const char *path, unsigned long most, struct fb_error *error)
{
	struct dirent **list;
	int nr = scandirat(dir, ".", &list, is_numbered, NULL), ret = 0, i;

	if (nr < 0)
		return fb_error_errno(error, -errno, "%s", path);
	for (i = 0; i < nr; i++) {
		const char *name = list[i]->d_name;

		if (!ret && !is_ours(dir, name))
			ret = fb_error(
				error, -EEXIST,
				"%s/%s was not written by flowbench trace --split, so it stays: give another folder",
				path, name);
		if (!ret && number_of(name) > most && unlinkat(dir, name, 0))
			ret = fb_error_errno(error, -errno, "%s/%s", path, name);
		free(list[i]);
	}
	free(list);
	return ret;
}

int fb_packets_check(const char *dir, struct fb_error *error)
{
	int ret = fb_mkdirs(dir), fd;

	if (ret)
		return fb_error_errno(error, ret, "%s", dir);
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fb_error_errno(error, -errno, "%s", dir);
	ret = each_former(fd, dir, ULONG_MAX, error);
	/* The names of functions have no head: they are ours if the traces beside them are. */
	if (!ret && !faccessat(fd, "functions", F_OK, AT_SYMLINK_NOFOLLOW) &&
	    !is_ours(fd, "1.trace"))
		ret = fb_error(
			error, -EEXIST,
			"%s/functions was not written by flowbench trace --split, so it stays: give another folder",
			dir);
	if (ret)
		close(fd);
	return ret ? ret : fd;
}

static int write_tree(const struct fb_tree *tree, const struct fb_packet_tree *p, unsigned int nr,
		      FILE *in, FILE *out)
{
	const struct fb_node *root = &tree->node[p->root];
	struct utsname uts;

	uname(&uts);
	fputs(head, out);
	fb_print(out, "# kernel=%s\n# phase=%u\n# packet=%s\n", uts.release, nr,
		 p->mark ? fb_node_text(tree, p->mark) : "none");
	fputs("# mode=traced (structure: durations contain the tracer's own cost)\n", out);
	rewind(in);
	return fb_lines_copy(in, out, root->line, root->end_line, p->cut, p->nr_cut);
}

/* Writes the set into the folder @dir. */
static int write_set(const struct fb_tree *tree, const struct fb_packets *list, const char *raw,
		     const char *dir, struct fb_error *error)
{
	char path[FB_PATH_MAX];
	struct fb_staged out;
	FILE *in = fopen(raw, "re");
	unsigned int i;
	int ret = 0;

	if (!in)
		return fb_error_errno(error, -errno, "%s", raw);
	for (i = 0; !ret && i < list->nr; i++) {
		if (snprintf(path, sizeof(path), "%s/%u.trace", dir, i + 1) >= (int)sizeof(path))
			ret = fb_error_errno(error, -ENAMETOOLONG, "%s", dir);
		else
			ret = fb_staged_open(&out, path, error);
		if (!ret) {
			ret = write_tree(tree, &list->packet[i], i + 1, in, out.f);
			ret = fb_staged_end(&out, ret, error);
		}
	}
	fclose(in);
	return ret;
}

/* The whole set is there: each file takes its place, and what is left of a larger set goes. */
static int move_set(int from, int to, const char *dir, unsigned int nr, struct fb_error *error)
{
	char name[32];
	unsigned int i;

	for (i = 1; i <= nr; i++) {
		snprintf(name, sizeof(name), "%u.trace", i);
		if (renameat(from, name, to, name))
			return fb_error_errno(error, -errno, "%s/%s", dir, name);
	}
	return each_former(to, dir, nr, error);
}

int fb_packets_write(const struct fb_tree *tree, const struct fb_packets *list, const char *raw,
		     const char *dir, struct fb_error *error)
{
	int fd = fb_packets_check(dir, error), ret;
	struct fb_stage set;
	char path[FB_PATH_MAX];

	if (fd < 0)
		return fd;
	ret = fb_stage_make(&set, fd, "split", 0700, true);
	if (ret) {
		fb_error_errno(error, ret, "%s", dir);
	} else {
		ret = fb_join(path, dir, fb_stage_name(&set));
		ret = ret ? fb_error_errno(error, ret, "%s", dir)
			  : write_set(tree, list, raw, path, error);
		if (!ret)
			ret = move_set(set.fd, fd, dir, list->nr, error);
		close(set.fd);
		fb_stage_drop(&set);
	}
	close(fd);
	return ret;
}
