/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_RUN_SETUP_H
#define FB_RUN_SETUP_H

#include <linux/types.h>

struct fb_run;

int fb_run_setup(struct fb_run *run);
void fb_run_teardown(struct fb_run *run);
int fb_run_devices(struct fb_run *run);
int fb_run_frames(struct fb_run *run);
u64 fb_run_bytes(const struct fb_run *run);
unsigned int fb_run_frame_bytes(const struct fb_run *run);

#endif /* FB_RUN_SETUP_H */
