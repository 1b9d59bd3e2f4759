/* SPDX-License-Identifier: GPL-2.0 */
/* A history for a person to read. */
#ifndef FB_HISTORY_HISTORY_PRINT_H
#define FB_HISTORY_HISTORY_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/** fb_history_print - a table of a document of FB_HISTORY_SCHEMA: a line a kernel, and below it what moved */
void fb_history_print(const json_t *doc, FILE *to);

/**
 * fb_move_print - write in words what moved from one kernel to another
 * @js: what fb_move_json() has made
 * @unit: "insn" or "ns"
 * @open: not all was compared, so that "nothing moved" would be more than is known
 * @to: the stream
 */
void fb_move_print(const json_t *js, const char *unit, bool open, FILE *to);

#endif
