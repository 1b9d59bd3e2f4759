/* SPDX-License-Identifier: GPL-2.0 */
/* Reads counts from texts that the kernel prints. Pure: no I/O. */
#ifndef FB_SYSTEM_HOOK_COUNT_H
#define FB_SYSTEM_HOOK_COUNT_H

#include <stdint.h>

/**
 * fb_count_hook - read the calls of a function
 * @hooks: debugfs file hooks
 * @verdicts: debugfs file verdicts
 * @names: a function, or several separated by |: the first one whose hook is on
 * @verdict: count only calls that returned this, or NULL for all
 * @n: receives how many
 *
 * Return: 0; -ENOENT if none of the hooks is on; -EOVERFLOW if calls were missed.
 */
int fb_count_hook(const char *hooks, const char *verdicts, const char *names, const char *verdict,
		  uint64_t *n);

/** fb_count_xfrm_errors - returns the sum of all lines of /proc/net/xfrm_stat */
uint64_t fb_count_xfrm_errors(const char *text);

/**
 * struct fb_pktgen - pktgen's result of a run
 * @usec: its duration without idle time
 * @sent: packets
 * @errors: packets that pktgen counts as errors
 */
struct fb_pktgen {
	uint64_t usec;
	uint64_t sent;
	uint64_t errors;
};

/** fb_count_pktgen - read a device's file of pktgen; Return: 0, or -EINVAL if it has no valid result */
int fb_count_pktgen(const char *text, struct fb_pktgen *pg);

/**
 * struct fb_span - one hooked function in a round
 * @name: the function
 * @mech: "fprobe" or "kretprobe"
 * @calls: how many
 */
struct fb_span {
	char name[48];
	char mech[16];
	uint64_t calls;
};

/**
 * fb_count_spans - list the hooks that were called
 * @hooks: debugfs file hooks
 * @span: receives them, in the file's order
 * @max: room in @span
 *
 * Return: how many.
 */
unsigned int fb_count_spans(const char *hooks, struct fb_span *span, unsigned int max);

#endif
