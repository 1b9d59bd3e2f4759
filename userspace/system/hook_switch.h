/* SPDX-License-Identifier: GPL-2.0 */
/* The module's hooks, one by one. */
#ifndef FB_SYSTEM_HOOK_SWITCH_H
#define FB_SYSTEM_HOOK_SWITCH_H

#include <stdbool.h>
#include <stdint.h>

/**
 * fb_hook_switch - switch a hook on or off, and leave the others as they are
 * @name: its function, or "all"
 * @on: which
 *
 * Return: 0 or a negative errno; -EOPNOTSUPP if this kernel does not have the function.
 */
int fb_hook_switch(const char *name, bool on);

/**
 * fb_hook_sum - the time that was spent in all calls of a hook
 * @name: its function
 * @sum: receives it, in ticks of the module's clock; 0 if its histogram is empty
 *
 * Return: 0 or a negative errno.
 */
int fb_hook_sum(const char *name, double *sum);

/**
 * fb_hook_calls - calls of a hook since the last reset
 * @name: its function
 * @calls: receives their number; 0 if there is no such hook
 * @sum: receives what fb_hook_sum() says; NULL is allowed
 *
 * Return: 0 or a negative errno.
 */
int fb_hook_calls(const char *name, uint64_t *calls, double *sum);

#endif
