/* SPDX-License-Identifier: GPL-2.0 */
/* Which versions of Linux have a function, to tell the kernel of a trace. Pure: a table. */
#ifndef FB_REPRODUCE_KERNELS_H
#define FB_REPRODUCE_KERNELS_H

/**
 * struct fb_function_age - since when, or until when, mainline has a function
 * @name: the function
 * @since: no earlier version has it ("4.19"), or NULL
 * @before: this version and later ones have not got it, or NULL
 *
 * The versions are those of mainline. A bound may be wider than what is true, never narrower. A function that came to
 * stable series as well is not in the table.
 */
struct fb_function_age {
	const char *name;
	const char *since;
	const char *before;
};

/** fb_function_ages - the table; the last one has no name */
extern const struct fb_function_age fb_function_ages[];

#endif
