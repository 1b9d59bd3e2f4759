// SPDX-License-Identifier: GPL-2.0
/* What flowbench traffic has open, and the commands that count. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "system/conntrack_count.h"
#include "system/counters.h"
#include "system/lab.h"
#include "file/staged.h"
#include "traffic/session.h"

int fb_session_netns(const struct fb_session *s, const char *node, char netns[FB_NETNS_MAX],
		     struct fb_error *error)
{
	unsigned long inode;
	int n, ret;

	n = snprintf(netns, FB_NETNS_MAX, "fb-%s-%s", s->id, node);
	ret = n < 0 || n >= FB_NETNS_MAX ? -ENAMETOOLONG : fb_netns_inode(netns, &inode);
	if (ret)
		fb_error_errno(error, ret, "no node '%.80s': namespace fb-%s-%.80s", node, s->id,
			       node);
	return ret;
}

static struct fb_open **find(struct fb_session *s, const char *name)
{
	struct fb_open **at = &s->open;

	while (*at && strcmp((*at)->name, name))
		at = &(*at)->next;
	return at;
}

struct fb_open *fb_session_new(struct fb_session *s, struct fb_words *w, struct fb_error *error)
{
	const char *name = fb_words_next(w, "NAME", error);
	struct fb_open *open;

	if (!name)
		return NULL;
	if (strlen(name) >= FB_NAME_MAX) {
		fb_error(error, -ENAMETOOLONG, "the name '%.80s' is too long", name);
		return NULL;
	}
	if (*find(s, name)) {
		fb_error(error, -EEXIST, "'%s' is open already", name);
		return NULL;
	}
	open = calloc(1, sizeof(*open));
	if (!open) {
		fb_error(error, -ENOMEM, "out of memory");
		return NULL;
	}
	strcpy(open->name, name);
	return open;
}

void fb_session_add(struct fb_session *s, struct fb_open *open)
{
	open->next = s->open;
	s->open = open;
}

struct fb_open *fb_session_find(struct fb_session *s, struct fb_words *w, bool is_capture,
				struct fb_error *error)
{
	const char *name = fb_words_next(w, "NAME", error);
	struct fb_open *open;

	if (!name)
		return NULL;
	open = *find(s, name);
	if (open && open->is_capture == is_capture)
		return open;
	fb_error(error, -ENOENT, "no %s '%.80s'", is_capture ? "capture" : "connection", name);
	return NULL;
}

static void close_one(struct fb_open *open)
{
	if (open->is_capture)
		fb_capture_close(&open->capture);
	else
		fb_conn_drop(&open->conn);
	free(open);
}

int fb_session_drop(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *name = fb_words_next(w, "NAME", error);
	struct fb_open **at, *open;

	(void)out;
	if (!name || fb_words_end(w, error))
		return -EINVAL;
	at = find(s, name);
	open = *at;
	if (!open)
		return fb_error(error, -ENOENT, "'%.80s' is not open", name);
	*at = open->next;
	close_one(open);
	return 0;
}

bool fb_session_captures(const struct fb_session *s)
{
	const struct fb_open *open = s->open;

	while (open && !open->is_capture)
		open = open->next;
	return open;
}

void fb_session_drain(struct fb_session *s)
{
	struct fb_open *open;

	/* An error shows in lost frames, or when the capture is asked. */
	for (open = s->open; open; open = open->next)
		if (open->is_capture)
			fb_capture_drain(&open->capture);
}

/* A connection whose other end is not reached any more would hold its namespace for minutes. */
static void abort_one(struct fb_open *open)
{
	struct fb_error error;
	unsigned int end;

	for (end = 0; end < 2 && !open->is_capture && !open->conn.udp; end++)
		(void)fb_conn_reset(&open->conn, end, &error);
}

void fb_session_end(struct fb_session *s)
{
	while (s->open) {
		struct fb_open *open = s->open;

		s->open = open->next;
		abort_one(open);
		close_one(open);
	}
	while (s->link) {
		struct fb_link *link = s->link;

		s->link = link->next;
		fb_link_close(link);
	}
	if (s->held)
		fb_held_release(s->held);
	s->held = NULL;
}

/* A shell reads a pipe byte by byte, and a file in blocks. */
static int count_to_file(const char *netns, const char *path, struct fb_error *error)
{
	struct fb_staged file;
	int ret = fb_staged_open(&file, path, error);

	if (ret)
		return ret;
	ret = fb_counters_print(netns, file.f);
	if (ret)
		fb_error_errno(error, ret, "count");
	return fb_staged_end(&file, ret, error);
}

int fb_session_count(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *node = fb_words_next(w, "NODE", error);
	const char *path = node ? fb_words_rest(w) : NULL;
	char netns[FB_NETNS_MAX];
	int ret;

	if (!node || (path && fb_words_end(w, error)) || fb_session_netns(s, node, netns, error))
		return -EINVAL;
	if (path)
		return count_to_file(netns, path, error);
	ret = fb_counters_print(netns, out);
	if (ret)
		fb_error_errno(error, ret, "count");
	else
		fputs(".\n", out);
	return ret;
}

int fb_session_ct(struct fb_session *s, struct fb_words *w, struct fb_error *error, FILE *out)
{
	const char *node = fb_words_next(w, "NODE", error);
	const char *words[FB_WORDS_MAX];
	char netns[FB_NETNS_MAX];
	unsigned int nr = 0;
	uint64_t n;
	int home, ret;

	if (!node || fb_session_netns(s, node, netns, error))
		return -EINVAL;
	while ((words[nr] = fb_words_rest(w)))
		nr++;
	home = fb_netns_enter(netns);
	ret = home < 0 ? home : fb_ct_count_all(words, nr, &n);
	if (home >= 0)
		fb_netns_leave(home);
	if (ret)
		fb_error_errno(error, ret, "ct");
	else
		fprintf(out, "n=%llu", (unsigned long long)n);
	return ret;
}
