/* SPDX-License-Identifier: GPL-2.0 */
/* The other machine: a process on the host that sends packets into a guest's cables and takes them at the other end. */
#ifndef FB_CONFIRM_PEER_H
#define FB_CONFIRM_PEER_H

#include "lib/error.h"

/**
 * fb_peer_run - be the other machine of one guest
 * @dir: the sockets are made in this folder: in0, out0 and ctl0
 * @error: receives what is wrong
 *
 * QEMU connects its cables to them (-netdev stream: four bytes of length, then the frame). Returns when the guest is gone.
 * Return: 0 or a negative errno.
 */
int fb_peer_run(const char *dir, struct fb_error *error);

#endif
