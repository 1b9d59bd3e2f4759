// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "flowbench_uapi.h"
#include "system/debugfs.h"
#include "scenario/return_hooks.h"
#include "scenario/returned.h"

/* Switches the hook of each expected return value. Returns how many could be switched. */
static int switch_all(const struct fb_scenario *sc, char sign)
{
	char name[128], word[130];
	unsigned int i, k;
	int nr = 0, ret;
	long value;

	for (i = 0; i < sc->nr_phases; i++) {
		for (k = 0; k < sc->phase[i].nr_expect; k++) {
			const struct fb_expect *ex = &sc->phase[i].expect[k];

			if (!ex->returns || fb_returned_name(ex->text, name, &value))
				continue;
			snprintf(word, sizeof(word), "%c%s", sign, name);
			ret = fb_benchfs_write(FB_FILE_HOOKS, word);
			if (ret == -ENOMEM)
				return ret;
			nr += !ret;
		}
	}
	return nr;
}

int fb_hooked_on(const struct fb_scenario *sc)
{
	int nr = switch_all(sc, '+'), ret;

	if (nr <= 0)
		return nr;
	ret = fb_benchfs_write(FB_FILE_RESET, "1");
	return ret ? ret : nr;
}

int fb_hooked_off(const struct fb_scenario *sc, struct fb_hooked *h)
{
	int ret;

	ret = fb_benchfs_read(FB_FILE_HOOKS, &h->hooks);
	if (!ret)
		ret = fb_benchfs_read(FB_FILE_VERDICTS, &h->verdicts);
	switch_all(sc, '-');
	return ret;
}

void fb_hooked_free(struct fb_hooked *h)
{
	free(h->hooks);
	free(h->verdicts);
	*h = (struct fb_hooked){ .hooks = NULL };
}
