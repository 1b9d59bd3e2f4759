/* SPDX-License-Identifier: GPL-2.0 */
/* A link that leads elsewhere from one moment to the next, and is never missing. */
#ifndef FB_FILE_STAGED_LINK_H
#define FB_FILE_STAGED_LINK_H

#include "lib/error.h"

/**
 * fb_staged_link - make a link, or have the link that is there lead elsewhere
 * @path: the link; what is there and is not a link stays
 * @target: what it holds then
 * @error: receives "PATH: what is wrong"; may be NULL
 *
 * Return: 0 or a negative errno.
 */
int fb_staged_link(const char *path, const char *target, struct fb_error *error);

/** fb_staged_link_check - whether fb_staged_link() may change @path; Return: 0 or a negative errno, and @error as there */
int fb_staged_link_check(const char *path, struct fb_error *error);

#endif
