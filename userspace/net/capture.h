/* SPDX-License-Identifier: GPL-2.0 */
/* Captures and sends frames on a device of a network namespace, below IP. */
#ifndef FB_NET_CAPTURE_H
#define FB_NET_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "net/frame.h"

/**
 * struct fb_capture - the frames that a device has seen
 * @fd: its socket
 * @bare: packets of the device have no Ethernet header, as in a tunnel
 * @frame: the frames read so far, without their bytes
 * @nr: how many
 * @room: number of frames that @frame has room for
 * @lost: frames that the socket dropped for lack of room
 */
struct fb_capture {
	int fd;
	bool bare;
	struct fb_frame *frame;
	unsigned int nr;
	unsigned int room;
	uint64_t lost;
};

/**
 * fb_capture_open - begin to capture a device's frames
 * @c: receives the capture; fb_capture_close() it after success
 * @netns: name of the namespace
 * @dev: device
 * @out: true to capture also the frames that the node sends
 *
 * Return: 0 or a negative errno.
 */
int fb_capture_open(struct fb_capture *c, const char *netns, const char *dev, bool out);

/** fb_capture_close - undoes fb_capture_open() */
void fb_capture_close(struct fb_capture *c);

/** fb_capture_drain - reads the frames that have arrived, without waiting; Return: 0 or a negative errno */
int fb_capture_drain(struct fb_capture *c);

/** fb_capture_forget - drains, and forgets all frames */
int fb_capture_forget(struct fb_capture *c);

/**
 * fb_wire_open - open a socket that sends whole frames out of a device
 * @netns: name of the namespace
 * @dev: device
 * @mac: receives the device's address
 *
 * Return: the descriptor, or a negative errno.
 */
int fb_wire_open(const char *netns, const char *dev, uint8_t mac[6]);

#endif
