/* SPDX-License-Identifier: GPL-2.0 */
/* Settings of the kernel below /proc/sys. */
#ifndef FB_SYSTEM_SYSCTL_H
#define FB_SYSTEM_SYSCTL_H

/**
 * fb_sysctl_set - write a number to a setting of the kernel, in the namespace of the caller
 * @path: a file below /proc/sys
 * @value: the number
 *
 * Return: 0 or a negative errno; -ENOENT if the kernel does not have the setting.
 */
int fb_sysctl_set(const char *path, unsigned int value);

#endif
