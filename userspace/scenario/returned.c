// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/hook_count.h"
#include "lib/stem.h"
#include "scenario/returned.h"

int fb_returned_name(const char *text, char name[128], long *value)
{
	return sscanf(text, "%127s %ld", name, value) == 2 ? 0 : -EINVAL;
}

static bool is_cut(const struct fb_segment *seg, uint64_t line)
{
	unsigned int i;

	for (i = 0; i < seg->nr_cut; i++)
		if (line >= seg->cut[i].first && line <= seg->cut[i].last)
			return true;
	return false;
}

/* Returns 1 if the hook saw at least @calls calls, and all of them returned @value. */
static int by_hook(const struct fb_returned_in *in, const char *name, long value,
		   unsigned int calls)
{
	uint64_t seen, so;
	char word[24];

	snprintf(word, sizeof(word), "%ld", value);
	if (!in->hooks || !in->verdicts ||
	    fb_count_hook(in->hooks, in->verdicts, name, NULL, &seen) ||
	    fb_count_hook(in->hooks, in->verdicts, name, word, &so) || seen < calls)
		return -ENODATA;
	return so == seen;
}

int fb_returned(const struct fb_returned_in *in, const char *text)
{
	unsigned int calls = 0, said = 0, other = 0;
	uint32_t at = in->seg->root;
	char name[128];
	long value;

	if (fb_returned_name(text, name, &value))
		return -EINVAL;
	do {
		if (fb_node_is_call(in->tree, at) && !is_cut(in->seg, in->tree->node[at].line) &&
		    fb_stem_is(fb_node_name(in->tree, at), name, strlen(name))) {
			const char *retval = fb_node_retval(in->tree, at);

			calls++;
			said += retval != NULL;
			/* strtoull(): the trace may have hexadecimal numbers of 64 bits. */
			other += retval && (long)strtoull(retval, NULL, 0) != value;
		}
		at = fb_tree_after(in->tree, at, in->seg->root, 1);
	} while (at);
	if (!calls || other)
		return 0;
	return said == calls ? 1 : by_hook(in, name, value, calls);
}
