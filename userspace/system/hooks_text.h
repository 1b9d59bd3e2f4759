/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the module's files hooks, verdicts and histogram/NAME. Pure: no I/O. */
#ifndef FB_SYSTEM_HOOKS_TEXT_H
#define FB_SYSTEM_HOOKS_TEXT_H

#include <stdint.h>

#include "histogram_geom.h"

/** FB_HOOK_REASON - room for the reason why a hook is unavailable */
#define FB_HOOK_REASON 128

/** FB_HOOK_NAME - room for a hook's name */
#define FB_HOOK_NAME 48
/** FB_HOOK_WORD - room for a state, a mechanism, a kind, or a return value's name */
#define FB_HOOK_WORD 32

/**
 * struct fb_hook_line - one line of the file hooks
 * @name: of the hook
 * @state: FB_STATE_ON and so on
 * @mech: FB_MECH_FPROBE and so on
 * @calls: counted calls
 * @kind: how its return value is read: "verdict", "errno", …
 * @missed: calls that could not be followed
 * @reason: why it is unavailable, else "-"; control characters are '?'
 */
struct fb_hook_line {
	char name[FB_HOOK_NAME];
	char state[FB_HOOK_WORD];
	char mech[FB_HOOK_WORD];
	uint64_t calls;
	char kind[FB_HOOK_WORD];
	uint64_t missed;
	char reason[FB_HOOK_REASON];
};

/**
 * fb_hook_line - take the next line of the file hooks
 * @text: the rest of the file, or NULL; points behind the line afterwards, also on error
 * @line: receives it
 *
 * Return: 1, 0 at the end, or -EINVAL for a line that does not belong to this file.
 */
int fb_hook_line(const char **text, struct fb_hook_line *line);

/**
 * struct fb_verdict_line - one line of the file verdicts
 * @name: of the hook
 * @value: the return value: "NF_STOLEN", "-EPERM", "ptr", …
 * @n: number of calls that returned it
 */
struct fb_verdict_line {
	char name[FB_HOOK_NAME];
	char value[FB_HOOK_WORD];
	uint64_t n;
};

/** fb_verdict_line - take the next line of the file verdicts, as fb_hook_line() does */
int fb_verdict_line(const char **text, struct fb_verdict_line *line);

/**
 * struct fb_hist - a hook's histogram, in ticks of the kernel's clock; see fb_hist_low()
 * @sum: of all calls
 * @min: shortest call
 * @max: longest call
 * @bucket: calls by their duration
 */
struct fb_hist {
	uint64_t sum;
	uint64_t min;
	uint64_t max;
	uint64_t bucket[FB_HIST_BUCKETS];
};

/**
 * fb_hist_parse - read a file histogram/NAME
 * @text: the file
 * @hist: receives it
 *
 * Return: 0, or -EINVAL if the file is incomplete or its buckets have other bounds.
 */
int fb_hist_parse(const char *text, struct fb_hist *hist);

#endif
