/* SPDX-License-Identifier: GPL-2.0 */
/* A history as a document: what was measured of each kernel, and what moved from one to the next. */
#ifndef FB_HISTORY_HISTORY_JSON_H
#define FB_HISTORY_HISTORY_JSON_H

#include <jansson.h>

#include "history/release.h"
#include "match/alias.h"

/** FB_HISTORY_SCHEMA - name and version of the form of history.json */
#define FB_HISTORY_SCHEMA "flowbench.history/1"

/**
 * fb_history_json - a history as JSON
 * @h: the history
 * @aliases: the table of names
 * @js: receives a new object
 * @error: receives what is wrong
 *
 *	{"schema": …, "mode": "insn", "paths": ["conntrack", …],
 *	 "releases": [{"name": "6.12.95+deb12", "kernel": "6.12.95+deb12-amd64", "fingerprint": {…},
 *	   "prices": [{"path": …, "size": …, "flows": …, "batch": …, "cpus": …, "boots": 1, "samples": 32,
 *	               "gross": …, "own": …, "net": …, "min": …, "max": …}],
 *	   "calls": {"total": 2512, "phases": [{"phase": "p1", "calls": 532}]},
 *	   "checks": {"passed": 40, "known": 5, …, "list": [{"name": …, "outcome": …}]},
 *	   "none": {"checks": "not measured"}}],
 *	 "moves": [what fb_move_json() makes of each two neighbours]}
 *
 * Prices are of a packet, in @mode's unit. "min" and "max" are of the gross samples, less "own".
 * Return: 0 or a negative errno.
 */
int fb_history_json(const struct fb_history *h, const struct fb_aliases *aliases, json_t **js,
		    struct fb_error *error);

#endif
