/* SPDX-License-Identifier: GPL-2.0 */
/* What the moves of history.json must agree in. */
#ifndef FB_HISTORY_HISTORY_AGREE_H
#define FB_HISTORY_HISTORY_AGREE_H

#include "json/json_schema.h"

/** fb_history_moves_agree - checks the document: each move is what its two kernels say */
int fb_history_moves_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			   struct fb_error *error);

#endif
