/* SPDX-License-Identifier: GPL-2.0 */
/* What a result was made on: figures of different fingerprints are not compared unasked. */
#ifndef FB_KERNEL_FINGERPRINT_H
#define FB_KERNEL_FINGERPRINT_H

#include <stddef.h>

#define FB_FINGERPRINT_MAX 48

/** struct fb_pair - one line of a fingerprint, both parts in struct fb_fingerprint.text */
struct fb_pair {
	const char *key;
	const char *value;
};

/**
 * struct fb_fingerprint - key=value lines
 * @pair: the lines in their order
 * @nr: how many
 * @text: owned; what @pair points into
 */
struct fb_fingerprint {
	struct fb_pair pair[FB_FINGERPRINT_MAX];
	size_t nr;
	char *text;
};

/**
 * fb_fingerprint_parse - cut key=value lines
 * @fp: receives them; fb_fingerprint_free() it
 * @text: lines; taken over, also on error
 *
 * Empty lines and those that begin with # are passed over.
 * Return: 0, or -EINVAL for a line without = or too many lines.
 */
int fb_fingerprint_parse(struct fb_fingerprint *fp, char *text);

/**
 * fb_fingerprint_read - the fingerprint of the machine that this runs on
 * @fp: receives it; fb_fingerprint_free() it
 *
 * In the VM the host has left one at the project's top, because the guest cannot know its
 * emulator; on any other machine it is made from what the kernel says of itself.
 * Return: 0 or a negative errno.
 */
int fb_fingerprint_read(struct fb_fingerprint *fp);

/** fb_fingerprint_get - the value of @key, or NULL */
const char *fb_fingerprint_get(const struct fb_fingerprint *fp, const char *key);

/** fb_fingerprint_free - free what parse or read has made */
void fb_fingerprint_free(struct fb_fingerprint *fp);

#endif
