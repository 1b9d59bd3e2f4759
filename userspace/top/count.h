/* SPDX-License-Identifier: GPL-2.0 */
/* One reading of the hooks' counters, out of the module's texts. Pure: no I/O. */
#ifndef FB_TOP_COUNT_H
#define FB_TOP_COUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "kernel/hooks_text.h"
#include "top/hooks.h"

/** enum fb_top_state - of a hook */
enum fb_top_state {
	FB_TOP_ON,
	FB_TOP_OFF,
	FB_TOP_UNAVAILABLE,
};

/** struct fb_top_value - calls that returned one value */
struct fb_top_value {
	char name[FB_HOOK_WORD];
	uint64_t n;
};

/**
 * struct fb_top_count - what one hook has counted so far
 * @name: of the hook
 * @kind: how its return value is read: "verdict", "errno", …
 * @reason: why it is unavailable
 * @state: of the hook
 * @calls: counted
 * @missed: calls that could not be followed
 * @value: calls by what they returned; owned
 * @nr_values: how many
 * @hist: calls by their duration
 */
struct fb_top_count {
	char name[FB_HOOK_NAME];
	char kind[FB_HOOK_WORD];
	char reason[FB_HOOK_REASON];
	enum fb_top_state state;
	uint64_t calls;
	uint64_t missed;
	struct fb_top_value *value;
	unsigned int nr_values;
	struct fb_hist hist;
};

/**
 * struct fb_top_flows - entries of a namespace's connection tracking
 * @known: whether they could be counted
 * @offloaded: those that the flowtable has
 * @tracked: all
 * @at: when they were counted, CLOCK_MONOTONIC, in ns
 * @took: how long that took, in ns
 */
struct fb_top_flows {
	bool known;
	uint64_t offloaded;
	uint64_t tracked;
	uint64_t at;
	uint64_t took;
};

/**
 * struct fb_top_sample - one reading
 * @at: when it was begun, CLOCK_MONOTONIC, in ns
 * @time: the same for people
 * @hook: those that are watched; owned
 * @nr: how many
 * @flows: of the namespace that is watched
 */
struct fb_top_sample {
	uint64_t at;
	time_t time;
	struct fb_top_count *hook;
	unsigned int nr;
	struct fb_top_flows flows;
};

/**
 * fb_top_count_hooks - begin a reading with the file hooks
 * @s: all zero; fb_top_sample_free() it, also on error
 * @watched: only these; one that the file has not got is not in @s
 * @text: the file
 *
 * Return: 0, -EINVAL if the text is none of that file, or -ENOMEM.
 */
int fb_top_count_hooks(struct fb_top_sample *s, const struct fb_top_hooks *watched,
		       const char *text);

/** fb_top_count_values - go on with the file verdicts; Return: as fb_top_count_hooks() */
int fb_top_count_values(struct fb_top_sample *s, const char *text);

/** fb_top_find - the hook of that name in a reading, or NULL */
struct fb_top_count *fb_top_find(const struct fb_top_sample *s, const char *name);

/** fb_top_sample_free - free what is in @s, which is all zero then */
void fb_top_sample_free(struct fb_top_sample *s);

#endif
