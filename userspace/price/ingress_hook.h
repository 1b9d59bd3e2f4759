/* SPDX-License-Identifier: GPL-2.0 */
/* What the first hook at ingress costs, which is in the generator's own price and not in that of most paths. */
#ifndef FB_PRICE_INGRESS_HOOK_H
#define FB_PRICE_INGRESS_HOOK_H

#include "price/prices.h"

/**
 * fb_ingress_hook_measure - price the first hook at ingress, the first time that it is called
 * @b: the bench; receives rounds and cost
 *
 * Packets are forwarded in a lab of its own, where no other hook is at ingress, with none, one and two hooks that accept.
 *
 * Return: 0, -EPROTO if a round does not close or the prices make no sense, or another negative errno. Says what is wrong.
 */
int fb_ingress_hook_measure(struct fb_bench *b);

#endif
