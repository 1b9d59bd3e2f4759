/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_DEVICES_H
#define FB_DEVICES_H

struct fb_run;

int fb_devices_attach(struct fb_run *run);
void fb_devices_detach(void);
int fb_devices_setup(void);
void fb_devices_teardown(void);

#endif /* FB_DEVICES_H */
