/* SPDX-License-Identifier: GPL-2.0 */
/* Records function_graph with the module's marks, through tracefs. */
#ifndef FB_KERNEL_TRACER_H
#define FB_KERNEL_TRACER_H

#include <stddef.h>

#include "lib/name_set.h"
#include "lib/why.h"

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
 * fb_functions_read - read the names that this kernel can trace, without their modules
 * @fn: receives them; fb_nameset_free() it after success
 *
 * Return: 0, -ENODATA if there is none, or another negative errno.
 */
int fb_functions_read(struct fb_nameset *fn);

/** fb_functions_write - write the names to a file, one a line; Return: 0 or a negative errno */
int fb_functions_write(const struct fb_nameset *fn, const char *path);

/**
 * fb_tracer_check - check whether function_graph can be used now
 * @why: receives what is missing and what to do about it
 *
 * Changes nothing. If another tracer is switched on, it is left on and -EBUSY is returned.
 * Return: 0, or -ENOSYS, -EPERM or -EBUSY with @why set.
 */
int fb_tracer_check(struct fb_why *why);

/**
 * fb_tracer_setup - set everything up, but do not record yet
 * @cfg: what to record
 * @fn: the functions that can be traced
 * @why: receives one line that says what went wrong
 *
 * fb_tracer_teardown() must follow, also after an error.
 * Return: 0 or a negative errno with @why set.
 */
int fb_tracer_setup(const struct fb_tracer_config *cfg, const struct fb_nameset *fn,
		    struct fb_why *why);

/** fb_tracer_on - start to record; Return: 0 or a negative errno */
int fb_tracer_on(void);

/** fb_tracer_off - stop recording; Return: 0 or a negative errno */
int fb_tracer_off(void);

/**
 * fb_tracer_save - write what was recorded to a file, as the kernel prints it
 * @path: the file
 * @why: receives one line that says what went wrong
 *
 * Return: 0, -EOVERFLOW when the kernel lost events, or another negative errno.
 */
int fb_tracer_save(const char *path, struct fb_why *why);

/** fb_tracer_teardown - selects nop, and resets filters, options, events and buffer to their state at boot */
void fb_tracer_teardown(void);

#endif
