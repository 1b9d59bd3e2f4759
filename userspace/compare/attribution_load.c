// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "compare/boot_profile.h"
#include "compare/attribution_load.h"

static int add_boot(struct fb_attribution *w, unsigned int side, unsigned int number,
		    const struct fb_boot *boot, struct fb_boot_profile *p, struct fb_error *error)
{
	int ret = fb_boot_profile_load(boot, p, error);

	if (ret)
		return ret;
	ret = fb_attribution_add(w, side, number,
				 &(struct fb_attribution_boot){ p->bench, &p->rec, &p->syms },
				 error);
	return ret ? fb_error_prefix(error, ret, "the profile beside %s", boot->file) : 0;
}

/* The first boot's profile stays: its code stands for the side's. */
static int add_side(struct fb_attribution *w, unsigned int side, const struct fb_side *s,
		    struct fb_boot_profile *first, struct fb_error *error)
{
	struct fb_boot_profile other;
	unsigned int i;
	int ret;

	ret = add_boot(w, side, 0, &s->boot[0], first, error);
	for (i = 1; !ret && i < s->nr; i++) {
		ret = add_boot(w, side, i, &s->boot[i], &other, error);
		fb_boot_profile_free(&other);
	}
	return ret;
}

int fb_attribution_load(const struct fb_side *a, const struct fb_side *b, struct fb_attribution *w,
			struct fb_error *error)
{
	struct fb_code code[2] = { { .nr = 0 }, { .nr = 0 } };
	struct fb_boot_profile first[2] = { { .data = NULL }, { .data = NULL } };
	const struct fb_side *side[2] = { a, b };
	unsigned int i;
	int ret = 0;

	*w = (struct fb_attribution){ .point = a->boot[0].price,
				      .nr_points = a->boot[0].nr,
				      .boots = { a->nr, b->nr } };
	if (!fb_boot_profiles_there(a) || !fb_boot_profiles_there(b))
		return -ENOENT;
	for (i = 0; !ret && i < 2; i++) {
		ret = add_side(w, i, side[i], &first[i], error);
		if (!ret)
			ret = fb_code_build(&first[i].rec, &first[i].syms, &code[i]);
	}
	if (!ret)
		ret = fb_attribution_judge(w, &code[0], &code[1]);
	for (i = 0; i < 2; i++) {
		fb_code_free(&code[i]);
		fb_boot_profile_free(&first[i]);
	}
	return ret;
}
