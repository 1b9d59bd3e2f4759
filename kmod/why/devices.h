/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_DEVICES_H
#define FB_WHY_DEVICES_H

#include <linux/types.h>

struct net;
struct seq_file;

int fb_why_devices_attach(struct net *net, bool trace_rules);
void fb_why_devices_detach(void);
void fb_why_devices_show(struct seq_file *m);
int fb_why_devices_setup(void);
void fb_why_devices_teardown(void);

#endif /* FB_WHY_DEVICES_H */
