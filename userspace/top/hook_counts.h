/* SPDX-License-Identifier: GPL-2.0 */
/* Parses one reading of the hooks' counters from the module's texts. Pure: no I/O. */
#ifndef FB_TOP_HOOK_COUNTS_H
#define FB_TOP_HOOK_COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "system/hooks_text.h"
#include "top/hooks.h"

/** enum fb_top_state - states of a hook */
enum fb_top_state {
	FB_TOP_ON,
	FB_TOP_OFF,
	FB_TOP_UNAVAILABLE,
};

/** struct fb_top_value - number of calls that returned one value */
struct fb_top_value {
	char name[FB_HOOK_WORD];
	uint64_t n;
};

/**
 * struct fb_top_count - the counters of one hook
 * @name: the hooked function
 * @kind: how its return value is read: "verdict", "errno", …
 * @reason: why the hook is unavailable
 * @state: the state of the hook
 * @calls: number of counted calls
 * @missed: number of calls that the probe missed, because too many were under way
 * @value: calls by return value; owned
 * @nr_values: number of different values
 * @hist: calls by duration
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
 * struct fb_top_flows - connection tracking entries of a namespace
 * @known: true if they could be counted
 * @offloaded: number of entries that are in a flowtable
 * @hardware: of those, entries that are in hardware
 * @tracked: number of all entries
 * @at: when they were counted, CLOCK_MONOTONIC, in ns
 * @took: how long counting took, in ns
 */
struct fb_top_flows {
	bool known;
	uint64_t offloaded;
	uint64_t hardware;
	uint64_t tracked;
	uint64_t at;
	uint64_t took;
};

/**
 * struct fb_top_sample - one reading
 * @at: when the reading began, CLOCK_MONOTONIC, in ns
 * @time: the same moment as wall-clock time
 * @hook: the watched hooks; owned
 * @nr: number of watched hooks
 * @flows: connections of the watched namespace
 */
struct fb_top_sample {
	uint64_t at;
	time_t time;
	struct fb_top_count *hook;
	unsigned int nr;
	struct fb_top_flows flows;
};

/**
 * fb_top_count_hooks - begin a reading: parse the module's file hooks
 * @s: all zero; the caller calls fb_top_sample_free(), also after an error
 * @watched: the hooks to take; a hook that the file does not have is left out
 * @text: content of the file
 *
 * Return: 0, -EINVAL if the text is not of this form, or -ENOMEM.
 */
int fb_top_count_hooks(struct fb_top_sample *s, const struct fb_top_hooks *watched,
		       const char *text);

/** fb_top_count_values - go on: parse the file verdicts; Return: as fb_top_count_hooks() */
int fb_top_count_values(struct fb_top_sample *s, const char *text);

/** fb_top_find - return the hook of that name in a reading, or NULL */
struct fb_top_count *fb_top_find(const struct fb_top_sample *s, const char *name);

/** fb_top_sample_free - free the content of @s, and make it all zero */
void fb_top_sample_free(struct fb_top_sample *s);

#endif
