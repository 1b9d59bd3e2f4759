// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/paths.h"
#include "lib/print.h"
#include "run/lines.h"
#include "run/packet_file.h"

#define DEVICES_MAX 32

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

/* Returns true for "12.trace" and the like: no other file in the folder may be removed. */
static int is_ours(const struct dirent *de)
{
	size_t digits = strspn(de->d_name, "0123456789");

	return digits && !strcmp(de->d_name + digits, ".trace");
}

static int clear(const char *dir)
{
	char path[FB_PATH_MAX];
	struct dirent **list;
	int nr = scandir(dir, &list, is_ours, NULL), ret = 0, i;

	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!ret)
			ret = fb_join(path, dir, list[i]->d_name);
		if (!ret && unlink(path))
			ret = -errno;
		free(list[i]);
	}
	free(list);
	return ret;
}

static int write_tree(const struct fb_tree *tree, const struct fb_packet_tree *p, unsigned int nr,
		      FILE *in, FILE *out)
{
	const struct fb_node *root = &tree->node[p->root];
	struct utsname uts;

	uname(&uts);
	fb_print(out, "# flowbench=trace/1\n# kernel=%s\n# phase=%u\n# packet=%s\n", uts.release,
		 nr, p->mark ? fb_node_text(tree, p->mark) : "none");
	fputs("# mode=traced (structure: durations contain the tracer's own cost)\n", out);
	rewind(in);
	return fb_lines_copy(in, out, root->line, root->end_line, p->cut, p->nr_cut);
}

int fb_packets_write(const struct fb_tree *tree, const struct fb_packets *list, const char *raw,
		     const char *dir, struct fb_why *why)
{
	char path[FB_PATH_MAX], name[32];
	int ret = fb_mkdirs(dir), closed;
	FILE *in = NULL, *out;
	unsigned int i;

	snprintf(path, sizeof(path), "%s", dir);
	if (!ret)
		ret = clear(dir);
	if (!ret) {
		in = fopen(raw, "re");
		ret = in ? 0 : -errno;
	}
	for (i = 0; !ret && i < list->nr; i++) {
		snprintf(name, sizeof(name), "%u.trace", i + 1);
		ret = fb_join(path, dir, name);
		out = ret ? NULL : fopen(path, "we");
		if (!out) {
			ret = ret ? ret : -errno;
			break;
		}
		ret = write_tree(tree, &list->packet[i], i + 1, in, out);
		closed = fb_close_checked(out);
		ret = ret ? ret : closed;
	}
	if (in)
		fclose(in);
	if (ret)
		fb_why_errno(why, ret, "%s", path);
	return ret;
}
