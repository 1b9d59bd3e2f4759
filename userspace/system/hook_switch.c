// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/debugfs.h"
#include "system/hook_switch.h"

/* Room for a sign and the name of a hook. */
#define HOOK_WORD 256

int fb_hook_switch(const char *name, bool on)
{
	char word[HOOK_WORD];

	if (snprintf(word, sizeof(word), "%c%s", on ? '+' : '-', name) >= (int)sizeof(word))
		return -ENAMETOOLONG;
	return fb_benchfs_write("hooks", word);
}

int fb_hook_sum(const char *name, double *sum)
{
	char file[HOOK_WORD + 16], *text, *found;
	int ret;

	snprintf(file, sizeof(file), "histogram/%s", name);
	ret = fb_benchfs_read(file, &text);
	if (ret)
		return ret;
	found = strstr(text, "sum=");
	*sum = found ? strtod(found + 4, NULL) : 0;
	free(text);
	return 0;
}
