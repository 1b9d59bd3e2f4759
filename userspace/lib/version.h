/* SPDX-License-Identifier: GPL-2.0 */
/* Versions of kernels as numbers. Pure. */
#ifndef FB_LIB_VERSION_H
#define FB_LIB_VERSION_H

#include <stdint.h>

/**
 * fb_version_parse - a kernel version as a number that can be compared
 * @text: "6.12.57+deb13-amd64", "6.12"
 *
 * Return: major << 24 | minor << 16 | patch (at most 65535), or 0 if @text begins with no version.
 */
uint32_t fb_version_parse(const char *text);

/** fb_version_series - returns the version of "6.12" for "6.12.57", or 0 without major and minor */
uint32_t fb_version_series(const char *text);

/**
 * fb_version_arch - returns the architecture that ends a release, as Debian calls it: "arm64" of "6.12.117+deb13-arm64"
 *
 * A release without one is taken for that of x86-64, "amd64"; so is NULL.
 */
const char *fb_version_arch(const char *release);

#endif
