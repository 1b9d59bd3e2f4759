/* SPDX-License-Identifier: GPL-2.0 */
/* The fidelity in a document. */
#ifndef FB_MATCH_FIDELITY_DOCUMENT_H
#define FB_MATCH_FIDELITY_DOCUMENT_H

#include "json/json_schema.h"

/** FB_FIDELITY_SCHEMA - name and version of the JSON form */
#define FB_FIDELITY_SCHEMA "flowbench.fidelity/1"

/**
 * fb_fidelity_field - the member "fidelity": counts of each phase sum to what is documented, and
 * "ok" is what they say
 */
extern const struct fb_json_field fb_fidelity_field;

/**
 * fb_calls_number_in - refuses a number from @nr, of a list of @nr texts that is called @of; null
 * is allowed
 */
int fb_calls_number_in(const struct fb_json_at *at, const char *below, const json_t *js, size_t nr,
		       const char *of, struct fb_error *error);

#endif
