/* SPDX-License-Identifier: GPL-2.0 */
/* Loads XDP programs into the kernel, attaches them to devices, and takes them off again. */
#ifndef FB_XDP_LOAD_H
#define FB_XDP_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "xdp/flowtable.h"

/** FB_XDP_NAME - name of the program that forwards; FB_XDP_DROP_NAME: of the program that drops */
#define FB_XDP_NAME	 "fb_flowtable"
#define FB_XDP_DROP_NAME "fb_drop"

/** fb_xdp_hear - keep what libbpf prints: what the kernel says in it is part of the next error */
void fb_xdp_hear(void);

/**
 * fb_xdp_load_drop - load the program that drops every packet
 * @error: receives what is wrong
 *
 * Return: its descriptor, which the caller closes; or a negative errno.
 */
int fb_xdp_load_drop(struct fb_error *error);

/**
 * fb_xdp_attach - attach a program to a device, in the driver
 * @dev: name of the device, in this network namespace
 * @program: descriptor of the program
 * @old: descriptor of the program that it must replace; -1: there must be none; never another one
 * @error: receives what the kernel says
 *
 * Return: 0; -EBUSY if it has another program than @old; -EOPNOTSUPP if the driver has no XDP; or another
 * negative errno.
 */
int fb_xdp_attach(const char *dev, int program, int old, struct fb_error *error);

/**
 * fb_xdp_link - attach a program to a device that has none, as long as a descriptor is open
 * @dev: name of the device, in this network namespace
 * @program: descriptor of the program
 * @error: receives what is wrong
 *
 * Routes stay as they are. fb_xdp_attach() makes the kernel flush its route cache, as each change of a device by
 * netlink does, and a flowtable tears down its flows then.
 *
 * Return: the descriptor, or a negative errno.
 */
int fb_xdp_link(const char *dev, int program, struct fb_error *error);

/** fb_xdp_detach - take off the program @old, and no other; as fb_xdp_attach() */
int fb_xdp_detach(const char *dev, int old, struct fb_error *error);

/**
 * fb_xdp_attached - get the program of a device
 * @dev: name of the device, in this network namespace
 * @name: receives the name of the program, empty if there is none; 16 bytes
 * @error: receives what is wrong
 *
 * Return: descriptor of the program, which the caller closes; -ENOENT if there is none, without a text; or
 * another negative errno.
 */
int fb_xdp_attached(const char *dev, char name[16], struct fb_error *error);

/**
 * fb_xdp_forward_open - get the program that forwards, of a device
 * @dev: name of the device
 * @error: receives what is wrong
 *
 * Return: its descriptor, which the caller closes; -ENOENT if it has none, -EBUSY if it is another one.
 */
int fb_xdp_forward_open(const char *dev, struct fb_error *error);

/** fb_xdp_forward_detach - take the program off a device; -ENOENT if it has none, -EBUSY if it is another */
int fb_xdp_forward_detach(const char *dev, struct fb_error *error);

/**
 * fb_xdp_counts - read the counters of a program that forwards
 * @program: its descriptor
 * @sum: receives the counters, the sum over all CPUs
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_xdp_counts(int program, uint64_t sum[FB_XDP_COUNTS], struct fb_error *error);

#endif
