/* SPDX-License-Identifier: GPL-2.0 */
/* One move of history.json. */
#ifndef FB_HISTORY_MOVE_SCHEMA_H
#define FB_HISTORY_MOVE_SCHEMA_H

#include "json/json_schema.h"

/** fb_move_field - a move: it says that something moved if a price, a call or a check did */
extern const struct fb_json_field fb_move_field;

#endif
