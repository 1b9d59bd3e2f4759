/* SPDX-License-Identifier: GPL-2.0 */
/* One end of a PPPoE session. */
#ifndef FB_NET_PPP_LINK_H
#define FB_NET_PPP_LINK_H

#include <stdint.h>

/** struct fb_link - one end of a PPPoE session: its socket, its channel, its device pppUNIT */
struct fb_link {
	int fd[3];
	int unit;
	struct fb_link *next;
};

/**
 * fb_link_open - join a session, and make a device for what it carries
 * @link: receives it, with each @fd -1 before; fb_link_close() it, after an error, too
 * @dev: the device that the session is on, in the caller's network namespace, where pppUNIT will be
 * @sid: number of the session
 * @peer: address of the other end
 * @step: receives the step that failed
 *
 * Return: 0 or a negative errno.
 */
int fb_link_open(struct fb_link *link, const char *dev, uint64_t sid, const uint8_t peer[6],
		 const char **step);

/** fb_link_close - end the session, and free @link */
void fb_link_close(struct fb_link *link);

#endif
