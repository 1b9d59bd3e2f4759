/* SPDX-License-Identifier: GPL-2.0 */
/* Checks what a run needs, before anything is changed. */
#ifndef FB_SYSTEM_PREFLIGHT_H
#define FB_SYSTEM_PREFLIGHT_H

/**
 * fb_preflight - print everything that is missing for a run
 *
 * Each missing thing is one line on standard error, with what to do about it.
 * Return: the number of missing things; 0 means that a run can start.
 */
int fb_preflight(void);

#endif
