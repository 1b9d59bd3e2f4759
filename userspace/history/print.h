/* SPDX-License-Identifier: GPL-2.0 */
/* A history for a person to read. */
#ifndef FB_HISTORY_PRINT_H
#define FB_HISTORY_PRINT_H

#include <jansson.h>
#include <stdio.h>

/** fb_history_print - a table of a document of FB_HISTORY_SCHEMA: a line a kernel, and below it what moved */
void fb_history_print(const json_t *doc, FILE *to);

/** fb_move_print - in words what moved from one kernel to another; @js is what fb_move_json() made, @unit "insn" or "ns" */
void fb_move_print(const json_t *js, const char *unit, FILE *to);

#endif
