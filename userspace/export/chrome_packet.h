/* SPDX-License-Identifier: GPL-2.0 */
/* A packet that is seen again, on another device or in another namespace. */
#ifndef FB_EXPORT_CHROME_PACKET_H
#define FB_EXPORT_CHROME_PACKET_H

#include "export/chrome.h"

/** fb_chrome_is_packet - whether a mark is that of a packet */
bool fb_chrome_is_packet(const struct fb_str *text);

/**
 * fb_chrome_packet - a packet's mark: an arrow from where it was seen last
 * @c: the export
 * @tid: its track
 * @at: its time
 * @text: the mark
 *
 * A packet is known again by its sequence number; where the mark has none, by nothing.
 * Return: 0 or -ENOMEM.
 */
int fb_chrome_packet(struct fb_chrome *c, unsigned int tid, int64_t at, const struct fb_str *text);

#endif
