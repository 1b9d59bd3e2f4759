/* SPDX-License-Identifier: GPL-2.0 */
/* The machine that a result was made on. Results of different fingerprints are compared only if asked for. */
#ifndef FB_SYSTEM_FINGERPRINT_H
#define FB_SYSTEM_FINGERPRINT_H

#include <jansson.h>
#include <stddef.h>

#include "json/json_fingerprint.h"

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
 * fb_fingerprint_read - read or make the fingerprint of this machine
 * @fp: receives it; fb_fingerprint_free() it
 *
 * In the VM it is read from a file at the project's top. The host wrote that file, because the guest
 * cannot know its emulator. On any other machine it is made from the kernel's own files.
 * Return: 0 or a negative errno.
 */
int fb_fingerprint_read(struct fb_fingerprint *fp);

/**
 * fb_fingerprint_from_json - the fingerprint in a document
 * @fp: receives it; fb_fingerprint_free() it
 * @js: its object of strings
 *
 * Return: 0, -EINVAL as fb_fingerprint_parse(), or -ENOMEM.
 */
int fb_fingerprint_from_json(struct fb_fingerprint *fp, const json_t *js);

/**
 * fb_fingerprint_json - returns the fingerprint as an object of strings, or NULL without memory
 *
 * A value that is not UTF-8 is written as fb_json_string() has it.
 */
json_t *fb_fingerprint_json(const struct fb_fingerprint *fp);

/**
 * fb_fingerprint_add - add a line
 * @fp: the fingerprint
 * @key: must stay
 * @value: must stay
 *
 * Return: 0, or -ENOSPC if it has FB_FINGERPRINT_MAX lines.
 */
int fb_fingerprint_add(struct fb_fingerprint *fp, const char *key, const char *value);

/** fb_fingerprint_get - returns the value of @key, or NULL */
const char *fb_fingerprint_get(const struct fb_fingerprint *fp, const char *key);

/** fb_fingerprint_free - frees what fb_fingerprint_parse() or fb_fingerprint_read() has made */
void fb_fingerprint_free(struct fb_fingerprint *fp);

#endif
