/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_INGRESS_H
#define FB_INGRESS_H

int fb_ingress_setup(void);
void fb_ingress_teardown(void);
int fb_ingress_settle(void);

/* The tracepoint core calls these for the first user of the event, and after the last. */
int fb_ingress_reg(void);
void fb_ingress_unreg(void);

#endif /* FB_INGRESS_H */
