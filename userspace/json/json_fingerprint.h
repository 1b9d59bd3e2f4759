/* SPDX-License-Identifier: GPL-2.0 */
/* The fingerprint in a document: what it was measured on. */
#ifndef FB_JSON_JSON_FINGERPRINT_H
#define FB_JSON_JSON_FINGERPRINT_H

#include "json/json_schema.h"

/** FB_FINGERPRINT_MAX - so many keys a fingerprint may have */
#define FB_FINGERPRINT_MAX 48

/** fb_json_fingerprint_value - what each value of a fingerprint is */
extern const struct fb_json_field fb_json_fingerprint_value[];

/**
 * fb_json_fingerprint_agree - checks that a fingerprint names its kernel, and holds nothing that
 * is not of one line
 */
int fb_json_fingerprint_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			      struct fb_error *error);

/** FB_JSON_FINGERPRINT - the member "fingerprint", without the braces of a struct fb_json_field */
#define FB_JSON_FINGERPRINT                                                \
	FB_JSON("fingerprint", MAP), .low = 1, .high = FB_FINGERPRINT_MAX, \
		.of = fb_json_fingerprint_value, .agree = fb_json_fingerprint_agree

#endif
