/* SPDX-License-Identifier: GPL-2.0 */
/* What the plugin of QEMU has recorded of a boot, beside its bench.json: profile.record and kallsyms, compressed or not. */
#ifndef FB_COMPARE_BOOT_PROFILE_H
#define FB_COMPARE_BOOT_PROFILE_H

#include <jansson.h>
#include <stdbool.h>

#include "compare/side_load.h"
#include "profile/profile.h"
#include "lib/error.h"

/**
 * struct fb_boot_profile - what lies beside a boot's bench.json
 * @data: the record's bytes
 * @rec: the record
 * @syms: the symbols
 * @bench: the document itself
 */
struct fb_boot_profile {
	char *data;
	struct fb_profile_record rec;
	struct fb_symbols syms;
	json_t *bench;
};

/** fb_boot_profiles_there - returns true if each boot of a side has one */
bool fb_boot_profiles_there(const struct fb_side *s);

/**
 * fb_boot_profile_load - read it
 * @boot: whose
 * @p: receives it; fb_boot_profile_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, a negative errno of a file, -EINVAL with @error set, or -ENOMEM.
 */
int fb_boot_profile_load(const struct fb_boot *boot, struct fb_boot_profile *p,
			 struct fb_error *error);

/** fb_boot_profile_free - free it */
void fb_boot_profile_free(struct fb_boot_profile *p);

#endif
