// SPDX-License-Identifier: GPL-2.0
/* The normal form as text. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/escape.h"
#include "tree/normal.h"
#include "tree/normal_build.h"

/* A name of C++ or Rust may have blanks, and what stands for a module in a damaged trace: they are written as "\x20". */
static void put_name(struct fb_out *out, const char *name)
{
	for (; *name; name++) {
		if (*name == ' ')
			fb_out_text(out, "\\x20");
		else
			fb_out_char(out, *name > ' ' && *name <= '~' ? *name : '?');
	}
}

/* What put_name() has written, in place. */
static void get_name(char *name)
{
	char *to = name;

	while (*name) {
		if (!strncmp(name, "\\x20", 4)) {
			*to++ = ' ';
			name += 4;
		} else {
			*to++ = *name++;
		}
	}
	*to = '\0';
}

void fb_normal_write_node(const struct fb_normal_line *node, struct fb_out *out)
{
	fb_out_blanks(out, 2 * ((size_t)node->depth - 1));
	if (node->kind == FB_NODE_MARK) {
		fb_out_text(out, "* ");
		fb_put_ascii(out, node->text);
		fb_out_char(out, '\n');
		return;
	}
	if (node->flags & FB_NODE_HEAD_CUT)
		fb_out_text(out, "< ");
	if (node->kind == FB_NODE_IRQ)
		fb_out_text(out, "! interrupt");
	else
		/* A call without its head, and whose tail has no name, has no name. */
		put_name(out, node->name ? node->name : "?");
	if (node->module) {
		fb_out_text(out, " [");
		put_name(out, node->module);
		fb_out_char(out, ']');
	}
	if (node->kind == FB_NODE_CALL && node->dur_ns < 0)
		fb_out_text(out, " -");
	else if (node->kind == FB_NODE_CALL)
		fb_out_named(out, " ", node->dur_ns);
	if (node->retval) {
		fb_out_text(out, " = ");
		fb_put_ascii(out, node->retval);
	}
	fb_out_text(out, node->flags & FB_NODE_TAIL_CUT ? " <\n" : "\n");
}

void fb_normal_write_heads(const struct fb_normal *n, struct fb_out *out)
{
	uint32_t i;

	fb_out_text(out, "# " FB_NORMAL_MAGIC "\n");
	for (i = 0; i < n->nr_heads; i++)
		fb_out_printf(out, "# %s=%s\n", fb_shown(n->head[i].key),
			      fb_shown(n->head[i].value));
}

/* Reads "# key=value"; other comments are ignored. */
static int read_head(struct fb_normal *n, char *line)
{
	char *key = line + 1, *eq;

	key += strspn(key, " ");
	eq = strchr(key, '=');
	if (!eq || !fb_normal_key_ok(key, (size_t)(eq - key)))
		return 0;
	*eq = '\0';
	return fb_normal_set(n, key, eq + 1);
}

/* "name [module] 123 = 0x1 <", in place. Return: 0, or -EINVAL. */
static int read_call(char *p, struct fb_normal_line *node)
{
	char *word, *end;
	size_t len = strlen(p);

	node->kind = FB_NODE_CALL;
	if (!strncmp(p, "< ", 2)) {
		node->flags |= FB_NODE_HEAD_CUT;
		p += 2;
		len -= 2;
	}
	if (len > 2 && !strcmp(p + len - 2, " <")) {
		node->flags |= FB_NODE_TAIL_CUT;
		p[len - 2] = '\0';
	}
	if (!strcmp(p, "! interrupt")) {
		node->kind = FB_NODE_IRQ;
		return 0;
	}
	word = strsep(&p, " ");
	if (!*word || !p)
		return -EINVAL;
	get_name(word);
	node->name = strcmp(word, "?") ? word : NULL;
	word = strsep(&p, " ");
	if (*word == '[') {
		len = strlen(word);
		if (len < 3 || word[len - 1] != ']' || !p)
			return -EINVAL;
		word[len - 1] = '\0';
		get_name(word + 1);
		node->module = word + 1;
		word = strsep(&p, " ");
	}
	if (strcmp(word, "-")) {
		errno = 0;
		node->dur_ns = strtoll(word, &end, 10);
		if (!isdigit((unsigned char)*word) || *end || errno)
			return -EINVAL;
	}
	if (!p)
		return 0;
	if (strncmp(p, "= ", 2) || !p[2])
		return -EINVAL;
	node->retval = p + 2;
	return 0;
}

static int read_node(struct fb_normal *n, char *line)
{
	struct fb_normal_line node = { .dur_ns = -1 };
	size_t indent = strspn(line, " ");
	char *p = line + indent;
	int ret;

	if (indent % 2 || indent / 2 >= FB_NORMAL_DEPTH_MAX)
		return -EINVAL;
	node.depth = (uint16_t)(indent / 2 + 1);
	if (!strncmp(p, "* ", 2)) {
		node.kind = FB_NODE_MARK;
		node.text = p + 2;
	} else {
		ret = read_call(p, &node);
		if (ret)
			return ret;
	}
	return fb_normal_append(n, &node);
}

/* Reads a line of @len bytes, without its "\n", in place. */
static int read_line(struct fb_normal *n, char *line, size_t len, unsigned long nr,
		     struct fb_error *error)
{
	int ret;

	if (len && line[len - 1] == '\r')
		line[len - 1] = '\0';
	if (nr == 1 && strcmp(line, "# " FB_NORMAL_MAGIC))
		return fb_error(error, -EINVAL, "line 1: not '# %s'", FB_NORMAL_MAGIC);
	if (!*line)
		return 0;
	ret = *line == '#' ? read_head(n, line) : read_node(n, line);
	if (!ret)
		return 0;
	return fb_error(error, ret, "line %lu: %s", nr,
			ret == -EINVAL ? "not a line of a call tree" : strerror(-ret));
}

/* A text with a NUL byte is refused for that, whatever else is wrong with it. */
static int read_lines(struct fb_normal *n, FILE *f, struct fb_error *error)
{
	unsigned long nr = 0;
	size_t room = 0;
	char *line = NULL;
	ssize_t len;
	int ret = 0;

	errno = 0;
	while (ret != -ENOMEM && (len = getline(&line, &room, f)) >= 0) {
		if (memchr(line, '\0', (size_t)len)) {
			ret = fb_error(error, -EINVAL,
				       "a NUL byte: not the normal form of a call tree");
			break;
		}
		if (len && line[len - 1] == '\n')
			line[--len] = '\0';
		nr++;
		if (!ret)
			ret = read_line(n, line, (size_t)len, nr, error);
		errno = 0;
	}
	if (ferror(f) || (!ret && !feof(f)))
		ret = errno ? -errno : -EIO;
	free(line);
	if (ret)
		return ret;
	if (!nr)
		return fb_error(error, -EINVAL, "line 1: not '# %s'", FB_NORMAL_MAGIC);
	if (!n->calls)
		return fb_error(error, -EINVAL, "no call in it");
	fb_normal_close(n);
	return 0;
}

int fb_normal_read_file(FILE *f, const struct fb_normal *beside, struct fb_normal **n,
			struct fb_error *error)
{
	int ret;

	*n = fb_normal_new_beside(beside);
	ret = *n ? read_lines(*n, f, error) : -ENOMEM;
	if (ret) {
		fb_normal_free(*n);
		*n = NULL;
	}
	return ret;
}

int fb_normal_read(const char *text, size_t len, struct fb_normal **n, struct fb_error *error)
{
	/* Before glibc 2.22 there was no stream of no bytes; "r" does not write. */
	FILE *f = fmemopen((void *)(uintptr_t)text, len, "r");
	int ret;

	*n = NULL;
	if (!f)
		return errno == EINVAL ? -EINVAL : -ENOMEM;
	ret = fb_normal_read_file(f, NULL, n, error);
	fclose(f);
	return ret;
}

int fb_normal_read_heads_file(struct fb_normal *n, FILE *f)
{
	char *line = NULL;
	size_t room = 0;
	int ret = 0;

	while (!ret && getline(&line, &room, f) >= 0 && *line == '#') {
		line[strcspn(line, "\r\n")] = '\0';
		ret = read_head(n, line);
	}
	free(line);
	return ret;
}

int fb_normal_read_heads(struct fb_normal *n, const char *text, size_t len)
{
	FILE *f = fmemopen((void *)(uintptr_t)text, len, "r");
	int ret;

	if (!f)
		return -ENOMEM;
	ret = fb_normal_read_heads_file(n, f);
	fclose(f);
	return ret;
}
