/* SPDX-License-Identifier: GPL-2.0 */
/* flowbench hardware --observe */
#ifndef FB_CMD_HARDWARE_OBSERVE_H
#define FB_CMD_HARDWARE_OBSERVE_H

/**
 * fb_hardware_observe - print what flowtables ask of hardware, as it comes, and then the sums
 * @seconds: how long; 0: until a signal
 *
 * Prints what went wrong. Return: 0 or a negative errno.
 */
int fb_hardware_observe(double seconds);

#endif
