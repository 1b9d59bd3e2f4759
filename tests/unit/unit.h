/* SPDX-License-Identifier: GPL-2.0 */
/* Included by every unit test. cmocka needs these headers before its own. */
#ifndef FB_UNIT_H
#define FB_UNIT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/call_tree.h"
#include "trace/fgraph.h"
#include "tree/normal.h"

/*
 * Skips the running test, and says why. Print and cmocka's "# SKIP" are two lines; tests/unit/all makes one of them, and
 * a skip without a reason is a failure there.
 */
static inline void unit_skip(const char *reason)
{
	printf("# skip: %s\n", reason);
	fflush(stdout);
	skip();
}

/* Reads the events of a text until its end or an error. Fails the test if there are more than @max. */
static inline int unit_events(const char *text, size_t len, struct fb_fg_event *ev, int max,
			      struct fb_error *error)
{
	struct fb_fgraph *fg;
	int nr = 0, ret;

	assert_int_equal(fb_fgraph_open_text(text, len, &fg), 0);
	while ((ret = fb_fgraph_next(fg, &ev[nr < max ? nr : max - 1])) > 0)
		nr++;
	*error = *fb_fgraph_error(fg);
	fb_fgraph_close(fg);
	assert_in_range(nr, 0, max);
	return ret < 0 ? ret : nr;
}

static inline int unit_is(const struct fb_str *s, const char *text)
{
	return s->len == strlen(text) && !memcmp(s->at, text, s->len);
}

/** unit_module - returns the module of node @at, or NULL */
static inline const char *unit_module(const struct fb_tree *tree, uint32_t at)
{
	return tree->what[tree->node[at].what].module;
}

static inline struct fb_tree *unit_tree(const char *text)
{
	struct fb_fgraph *fg;
	struct fb_tree *tree;
	struct fb_error error = { "" };

	assert_int_equal(fb_fgraph_open_text(text, strlen(text), &fg), 0);
	if (fb_tree_parse(fg, &tree, &error))
		fail_msg("%s", &error);
	fb_fgraph_close(fg);
	return tree;
}

/* Returns the normal form of a text that has only names and indentation. */
static inline struct fb_normal *unit_normal(const char *text)
{
	struct fb_normal *n;
	struct fb_error error = { "" };

	if (fb_normal_read(text, strlen(text), &n, &error))
		fail_msg("%s", error.text);
	return n;
}

#endif
