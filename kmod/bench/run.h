/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_RUN_H
#define FB_RUN_H

#include <linux/types.h>

struct fb_run;

int fb_run_alloc(struct fb_run *run, bool warmup);
int fb_run_devices(struct fb_run *run);
int fb_run_frames(struct fb_run *run);
void fb_run_free(struct fb_run *run);
u64 fb_run_bytes(const struct fb_run *run);
unsigned int fb_run_frame_bytes(const struct fb_run *run);

#endif /* FB_RUN_H */
