// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/debugfs.h"
#include "system/hook_count.h"
#include "system/hook_switch.h"

/* The module has no more hooks. */
#define HOOKS_MAX 64

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

int fb_hook_calls(const char *name, uint64_t *calls, double *sum)
{
	struct fb_span span[HOOKS_MAX];
	unsigned int i, nr;
	char *text;
	int ret;

	*calls = 0;
	ret = fb_benchfs_read(FB_FILE_HOOKS, &text);
	if (ret)
		return ret;
	nr = fb_count_spans(text, span, HOOKS_MAX);
	free(text);
	for (i = 0; i < nr; i++)
		if (!strcmp(span[i].name, name))
			*calls = span[i].calls;
	return sum ? fb_hook_sum(name, sum) : 0;
}
