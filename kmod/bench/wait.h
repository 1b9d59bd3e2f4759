/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WAIT_H
#define FB_WAIT_H

struct fb_run;

int fb_wait(const struct fb_run *run);

#endif /* FB_WAIT_H */
