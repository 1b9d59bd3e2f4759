/* SPDX-License-Identifier: GPL-2.0 */
/* What a run needs of this machine, asked before anything is changed. */
#ifndef FB_KERNEL_PREFLIGHT_H
#define FB_KERNEL_PREFLIGHT_H

/**
 * fb_preflight - say everything that is missing for a run
 *
 * Each missing thing is one line on standard error, with what to do about it.
 * Return: how many things are missing; 0 means that a run can start.
 */
int fb_preflight(void);

#endif
