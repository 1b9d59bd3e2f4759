/* SPDX-License-Identifier: GPL-2.0 */
/* history.json as it is read. */
#ifndef FB_HISTORY_SCHEMA_FILE_H
#define FB_HISTORY_SCHEMA_FILE_H

#include "lib/json_schema.h"

/**
 * fb_history_schema - history.json: sums close, and there is a move from each kernel with results
 * to the next one
 */
extern const struct fb_json_schema fb_history_schema;

/** fb_move_field - one move of it */
extern const struct fb_json_field fb_move_field;

/**
 * fb_history_moves_agree - checks that each move is what its two kernels say; an @agree of the
 * whole document
 */
int fb_history_moves_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			   struct fb_why *why);

#endif
