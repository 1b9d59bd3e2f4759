/* SPDX-License-Identifier: GPL-2.0 */
/* What was measured of each kernel of a history, as it lies on disk. */
#ifndef FB_HISTORY_RELEASE_H
#define FB_HISTORY_RELEASE_H

#include <jansson.h>
#include <stdbool.h>

#include "compare/side_load.h"
#include "lib/error.h"
#include "match/call_file.h"

/**
 * enum fb_part - what is measured of a kernel
 * @FB_PART_PRICES: prices/SEED/bench.json, and what profiles need beside it
 * @FB_PART_CALLS: calls/, the run of a scenario
 * @FB_PART_CHECKS: checks/validate.json
 */
enum fb_part {
	FB_PART_PRICES,
	FB_PART_CALLS,
	FB_PART_CHECKS,
	FB_PARTS,
};

/**
 * struct fb_release - one kernel
 * @name: of its folder
 * @prices: its boots; none if @why says so
 * @calls: its recording; no phase if @why says so
 * @checks: its document of schema flowbench.validate/1, or NULL
 * @why: of each part why it is not there; empty if it is
 * @refused: of each part, whether it was measured and cannot be read
 */
struct fb_release {
	char name[96];
	struct fb_side prices;
	struct fb_recording calls;
	json_t *checks;
	struct fb_error why[FB_PARTS];
	bool refused[FB_PARTS];
};

/**
 * struct fb_history - the kernels, the oldest first
 * @release: the kernels
 * @nr: how many
 */
struct fb_history {
	struct fb_release *release;
	unsigned int nr;
};

/** FB_NOT_MEASURED - why a part is not there that nothing is said of */
#define FB_NOT_MEASURED "not measured"

/** fb_part_name - "prices", "calls", "checks": the name of its folder, and of its member in history.json (pure) */
const char *fb_part_name(enum fb_part part);

/**
 * fb_history_load - read all kernels of a folder
 * @dir: a folder, with a folder for each kernel
 * @h: receives them, in the order of their versions; fb_history_free() it, after an error, too
 *
 * A part that is not there, or cannot be read, is left out, and its kernel says why: the line in PART.failed or in
 * "skipped", if there is such a file. So are prices of an older definition than the newest one among them.
 * Return: 0, -ENOENT if there is none, or another negative errno.
 */
int fb_history_load(const char *dir, struct fb_history *h);

/**
 * fb_history_find - a kernel of a history (pure)
 *
 * Return: the one whose folder is @name; else the only one whose name begins with @name, as 6.12.95+deb12 does with
 * 6.12.95; else NULL.
 */
const struct fb_release *fb_history_find(const struct fb_history *h, const char *name);

/**
 * fb_release_has_any - returns true if a part of a kernel was measured, and could be read (pure)
 */
bool fb_release_has_any(const struct fb_release *rel);

/** fb_history_refused - how many parts were measured, and cannot be read (pure) */
unsigned int fb_history_refused(const struct fb_history *h);

/** fb_history_free - free what fb_history_load() has made */
void fb_history_free(struct fb_history *h);

#endif
