/* SPDX-License-Identifier: GPL-2.0 */
/* Looks for what a user has set in tracefs, and a recording would spoil or be spoilt by. */
#ifndef FB_SYSTEM_TRACE_CHECK_H
#define FB_SYSTEM_TRACE_CHECK_H

#include <stddef.h>

#include "lib/error.h"

/**
 * fb_trace_check - find the next file that forbids to record
 * @dir: the tracefs folder
 * @at: where to begin, first 0; receives where to go on
 * @error: receives the file, what it holds, and the command that clears it
 *
 * Changes nothing. Files that this kernel lacks are skipped.
 * Return: 0 if there is no other file, -EBUSY with @error set, or another negative errno with @error
 * set if a file cannot be read.
 */
int fb_trace_check(const char *dir, size_t *at, struct fb_error *error);

#endif
