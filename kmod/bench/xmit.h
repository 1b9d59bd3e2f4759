/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_XMIT_H
#define FB_XMIT_H

#include <linux/types.h>

struct fb_pool;
struct fb_run;
struct net_device;
struct sk_buff;

int fb_xmit_fill(struct fb_pool *pool, unsigned int count);
void fb_xmit_drain(struct fb_pool *pool);
struct sk_buff *fb_xmit_alloc(struct fb_pool *pool);
void fb_xmit_send(struct sk_buff *skb);
int fb_xmit_wait(const struct fb_run *run);
int fb_xmit_attach(struct net_device *dev);
void fb_xmit_detach(void);

#endif /* FB_XMIT_H */
