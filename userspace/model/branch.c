// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/branch.h"

#define WEAKLY_NOT_TAKEN 1

int fb_branch_make(struct fb_branch *b, unsigned int bits, unsigned int indirect_bits,
		   unsigned int depth)
{
	memset(b, 0, sizeof(*b));
	if (bits > FB_BRANCH_BITS || indirect_bits > FB_BRANCH_BITS || !depth ||
	    depth > FB_BRANCH_STACK)
		return -EINVAL;
	b->bits = bits;
	b->indirect_bits = indirect_bits;
	b->depth = depth;
	b->counter = malloc((size_t)1 << bits);
	b->target = calloc((size_t)1 << indirect_bits, sizeof(*b->target));
	if (!b->counter || !b->target) {
		fb_branch_free(b);
		return -ENOMEM;
	}
	fb_branch_forget(b);
	return 0;
}

void fb_branch_free(struct fb_branch *b)
{
	free(b->counter);
	free(b->target);
	memset(b, 0, sizeof(*b));
}

void fb_branch_forget(struct fb_branch *b)
{
	memset(b->counter, WEAKLY_NOT_TAKEN, (size_t)1 << b->bits);
	memset(b->target, 0, ((size_t)1 << b->indirect_bits) * sizeof(*b->target));
	b->past = 0;
	b->calls = 0;
}

static uint32_t slot(const struct fb_branch *b, uint64_t at, unsigned int bits)
{
	return ((uint32_t)at ^ (uint32_t)(at >> bits) ^ b->past) & ((1u << bits) - 1);
}

bool fb_branch_conditional(struct fb_branch *b, uint64_t at, bool taken)
{
	uint8_t *counter = &b->counter[slot(b, at, b->bits)];
	bool guessed = *counter >= 2;

	if (taken && *counter < 3)
		++*counter;
	else if (!taken && *counter > 0)
		--*counter;
	b->past = b->past << 1 | taken;
	return guessed == taken;
}

bool fb_branch_indirect(struct fb_branch *b, uint64_t at, uint64_t to)
{
	uint64_t *target = &b->target[slot(b, at, b->indirect_bits)];
	bool guessed = *target == to;

	*target = to;
	return guessed;
}

void fb_branch_call(struct fb_branch *b, uint64_t back)
{
	b->stack[b->calls++ % b->depth] = back;
}

bool fb_branch_return(struct fb_branch *b, uint64_t to)
{
	if (!b->calls)
		return false;
	return b->stack[--b->calls % b->depth] == to;
}
