/* SPDX-License-Identifier: GPL-2.0 */
/* Profiles of all boots of a comparison, from disk. */
#ifndef FB_COMPARE_ATTRIBUTION_LOAD_H
#define FB_COMPARE_ATTRIBUTION_LOAD_H

#include "compare/attribution.h"

/**
 * fb_attribution_load - read the profiles that lie beside the boots' results, and judge their functions
 * @a: the one side
 * @b: the other
 * @w: receives the result, with the points of @a's first boot; fb_attribution_free() it, after an error, too
 * @error: receives what is wrong
 *
 * A profile is profile.record and kallsyms beside bench.json, or both with .gz behind their names.
 * Return: 0, -ENOENT if a boot has none, -EINVAL with @error set, or another negative errno.
 */
int fb_attribution_load(const struct fb_side *a, const struct fb_side *b, struct fb_attribution *w,
			struct fb_error *error);

#endif
