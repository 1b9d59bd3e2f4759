/* SPDX-License-Identifier: GPL-2.0 */
/* Reads what `nft list ruleset` prints, as JSON and as text. Pure: no I/O. */
#ifndef FB_STATE_RULESET_H
#define FB_STATE_RULESET_H

#include <stddef.h>

#include "lib/error.h"
#include "state/gateway.h"

/**
 * fb_ruleset_json - read a listing in JSON
 * @rs: receives the ruleset; the caller calls fb_ruleset_free() after success
 * @json: what `nft -j list ruleset` prints
 * @len: its length
 * @error: receives what is wrong
 *
 * Objects, families and statements that are not known are skipped. Control characters in names become '?'.
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_ruleset_json(struct fb_ruleset *rs, const char *json, size_t len, struct fb_error *error);

/**
 * fb_ruleset_map_json - read the elements of a verdict map that a terse listing has left out
 * @rs: what fb_ruleset_json() has filled
 * @json: what `nft -j list map inet fw m` prints
 * @len: its length
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_ruleset_map_json(struct fb_ruleset *rs, const char *json, size_t len,
			struct fb_error *error);

/**
 * fb_ruleset_text - take the rules' texts and the flowtables' flags from a listing as text
 * @rs: what fb_ruleset_json() has filled
 * @text: what `nft -a list ruleset` prints
 * @len: its length
 *
 * Lines that do not belong to a rule or a flowtable of @rs are skipped.
 *
 * Return: 0 or -ENOMEM.
 */
int fb_ruleset_text(struct fb_ruleset *rs, const char *text, size_t len);

#endif
