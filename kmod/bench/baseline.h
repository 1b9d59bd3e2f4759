/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_BASELINE_H
#define FB_BASELINE_H

struct net_device;

int fb_baseline_attach(struct net_device *dev);
void fb_baseline_detach(void);

#endif /* FB_BASELINE_H */
