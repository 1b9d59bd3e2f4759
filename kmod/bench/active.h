/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_ACTIVE_H
#define FB_ACTIVE_H

#include <linux/rcupdate.h>

struct fb_run;

/* The run that packets belong to, NULL if there is none; changed with the rtnl held. */
extern struct fb_run __rcu *fb_active;

void fb_active_set(struct fb_run *run);
void fb_active_clear(void);

#endif /* FB_ACTIVE_H */
