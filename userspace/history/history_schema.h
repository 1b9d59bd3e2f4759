/* SPDX-License-Identifier: GPL-2.0 */
/* history.json as it is read. */
#ifndef FB_HISTORY_HISTORY_SCHEMA_H
#define FB_HISTORY_HISTORY_SCHEMA_H

#include "json/json_schema.h"

/**
 * fb_history_schema - history.json: sums close, and there is a move from each kernel with results
 * to the next one
 */
extern const struct fb_json_schema fb_history_schema;

#endif
