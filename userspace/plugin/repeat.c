// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "plugin/repeat.h"

#define BUCKETS 1024

uint32_t repeat_window;

static struct repeat *bucket[BUCKETS];

struct repeat *repeat_before(uint64_t next)
{
	struct repeat **list = &bucket[next % BUCKETS], *r;

	for (r = *list; r && r->next != next; r = r->chain)
		;
	if (r)
		return r;
	r = calloc(1, sizeof(*r));
	if (!r)
		return NULL;
	r->next = next;
	r->chain = *list;
	*list = r;
	return r;
}
