/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_OFFER_H
#define FB_WHY_OFFER_H

struct net;

int fb_why_offer_attach(const struct net *net);
void fb_why_offer_leave(void);
void fb_why_offer_detach(void);

#endif /* FB_WHY_OFFER_H */
