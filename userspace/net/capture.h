/* SPDX-License-Identifier: GPL-2.0 */
/* Frames out of and into a device of a network namespace, past its IP. */
#ifndef FB_NET_CAPTURE_H
#define FB_NET_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "net/frame.h"

/**
 * struct fb_capture - what a device has seen
 * @fd: its socket
 * @frame: what was read so far, without the bytes
 * @nr: how many
 * @room: for how many
 * @lost: frames that found no room in the socket, and @frame does not tell of
 */
struct fb_capture {
	int fd;
	struct fb_frame *frame;
	unsigned int nr;
	unsigned int room;
	uint64_t lost;
};

/**
 * fb_capture_open - see a device's frames from now on
 * @c: receives the capture; fb_capture_close() it after success
 * @netns: name of the namespace
 * @dev: device
 * @out: frames that the host itself sends, too
 *
 * Return: 0 or a negative errno.
 */
int fb_capture_open(struct fb_capture *c, const char *netns, const char *dev, bool out);

/** fb_capture_close - undo fb_capture_open() */
void fb_capture_close(struct fb_capture *c);

/** fb_capture_drain - read what has come so far, and do not wait; 0 or a negative errno */
int fb_capture_drain(struct fb_capture *c);

/** fb_capture_forget - drain, and forget all of it */
int fb_capture_forget(struct fb_capture *c);

/**
 * fb_wire_open - a socket that sends whole frames out of a device
 * @netns: name of the namespace
 * @dev: device
 * @mac: receives the device's address
 *
 * Return: the descriptor, or a negative errno.
 */
int fb_wire_open(const char *netns, const char *dev, uint8_t mac[6]);

#endif
