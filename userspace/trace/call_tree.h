/* SPDX-License-Identifier: GPL-2.0 */
/* The forest of calls of a text. */
#ifndef FB_TRACE_CALL_TREE_H
#define FB_TRACE_CALL_TREE_H

#include "lib/error.h"
#include "trace/fgraph.h"
#include "trace/forest.h"

/**
 * fb_tree_parse - build the forest of all events of a reader
 * @fg: the reader, at its beginning
 * @tree: receives the forest; fb_tree_free() frees it
 * @error: receives one line that says what went wrong
 *
 * Calls stand where trace/walk.h says. A call that came before the one around it has the smaller index. The forest holds
 * what fb_tree_check() asks for, whatever the text.
 *
 * Return: 0, -ENODATA for text without any call, -EINVAL for text without function_graph, -EFBIG for one of more
 * than 4,294,967,295 lines, or another negative errno.
 */
int fb_tree_parse(struct fb_fgraph *fg, struct fb_tree **tree, struct fb_error *error);

/**
 * fb_tree_load - build the forest of a file
 * @path: the file
 * @tree: receives the forest; fb_tree_free() frees it
 * @error: receives one line with the file's name that says what went wrong
 *
 * Return: as fb_tree_parse().
 */
int fb_tree_load(const char *path, struct fb_tree **tree, struct fb_error *error);

/**
 * fb_tree_load_start - the same of the first events of a file
 * @path: the file
 * @events: how many; what the text has behind them is as if it was not there
 * @tree: receives the forest; its @seen.left is 1 if there was more
 * @error: receives one line with the file's name
 *
 * Return: as fb_tree_parse().
 */
int fb_tree_load_start(const char *path, uint64_t events, struct fb_tree **tree,
		       struct fb_error *error);

/** fb_tree_free - free a forest; NULL is fine */
void fb_tree_free(struct fb_tree *tree);

#endif
