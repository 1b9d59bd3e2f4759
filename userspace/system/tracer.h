/* SPDX-License-Identifier: GPL-2.0 */
/* Records function_graph with the module's marks, through tracefs. */
#ifndef FB_SYSTEM_TRACER_H
#define FB_SYSTEM_TRACER_H

#include <stddef.h>

#include "system/trace_undo.h"
#include "lib/name_set.h"
#include "lib/error.h"

/**
 * struct fb_tracer_config - what to record
 * @graph: names of the functions that the graph starts at, separated by blanks; those that
 *	the kernel cannot trace are left out, but one must remain
 * @buffer_kb: ring buffer for each CPU, in KiB
 * @retval: 1 to record return values, if the kernel can (FUNCTION_GRAPH_RETVAL)
 */
struct fb_tracer_config {
	const char *graph;
	size_t buffer_kb;
	int retval;
};

/**
 * struct fb_tracer - a recording
 * @undo: the files that were changed
 */
struct fb_tracer {
	struct fb_trace_undo undo;
};

/**
 * fb_functions_read - read the names that this kernel can trace, without their modules
 * @fn: receives them; fb_nameset_free() it after success
 *
 * Return: 0, -ENODATA if there is none, or another negative errno.
 */
int fb_functions_read(struct fb_nameset *fn);

/** fb_functions_write - write the names to a file, one a line, by fb_staged_open(); Return: 0 or a negative errno */
int fb_functions_write(const struct fb_nameset *fn, const char *path, struct fb_error *error);

/**
 * fb_tracer_check - check whether this kernel has function_graph, and we may use it
 * @error: receives what is missing and what to do about it
 *
 * Return: 0, -ENOSYS or -EPERM with @error set.
 */
int fb_tracer_check(struct fb_error *error);

/**
 * fb_tracer_users - find the next file that shows that somebody uses the tracer, or has limited it
 * @at: where to begin, first 0; receives where to go on
 * @error: receives the file, what it holds, and the command that clears it
 *
 * Changes nothing.
 * Return: 0 if there is no other file, or -EBUSY or another negative errno with @error set.
 */
int fb_tracer_users(size_t *at, struct fb_error *error);

/**
 * fb_tracer_setup - set everything up, but do not record yet
 * @tracer: receives the recording
 * @cfg: what to record
 * @fn: the functions that can be traced
 * @error: receives one line that says what went wrong
 *
 * From here on, all files of tracefs get their old values back when the program ends, whatever ends it.
 * fb_tracer_teardown() must follow, also after an error.
 * Return: 0 or a negative errno with @error set.
 */
int fb_tracer_setup(struct fb_tracer *tracer, const struct fb_tracer_config *cfg,
		    const struct fb_nameset *fn, struct fb_error *error);

/** fb_tracer_on - start to record; Return: 0 or a negative errno */
int fb_tracer_on(void);

/**
 * fb_tracer_off - stop recording
 * @error: receives what went wrong
 *
 * Return: 0, -EBUSY if somebody else had stopped it before, so that the end of the recording is
 * missing, or another negative errno; with @error set.
 */
int fb_tracer_off(struct fb_error *error);

/**
 * fb_tracer_save - write what was recorded to a file, as the kernel prints it
 * @path: the file
 * @error: receives one line that says what went wrong
 *
 * Return: 0, -EOVERFLOW when the kernel lost events, or another negative errno.
 */
int fb_tracer_save(const char *path, struct fb_error *error);

/**
 * fb_tracer_teardown - give all files of tracefs their old values back
 * @tracer: the recording
 * @error: receives the file that could not be given back
 *
 * The buffer is empty afterwards, as before.
 * Return: 0 or a negative errno with @error set.
 */
int fb_tracer_teardown(struct fb_tracer *tracer, struct fb_error *error);

#endif
