// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "plugin/block.h"

bool block_failed;

struct block *block_new(uint64_t vaddr, size_t insns)
{
	struct block *b = calloc(1, sizeof(*b) + insns * sizeof(b->starts[0]));

	if (!b) {
		block_failed = true;
		return NULL;
	}
	/* QEMU may run it as long as the machine lives: it stays. */
	b->rec.vaddr = vaddr;
	b->rec.insns = (uint32_t)insns;
	return b;
}

/* The beginning of a block, up to where its instruction number @insns would begin. */
static struct block *beginning(struct block *b, uint32_t insns)
{
	struct block *c;

	for (c = b->cut; c && c->rec.insns != insns; c = c->cut)
		;
	if (c)
		return c;
	c = block_new(b->rec.vaddr, insns);
	if (!c)
		return NULL;
	c->rec.next = b->starts[insns];
	c->code = b->code;
	c->ran = b->ran;
	c->host = b->host;
	c->cut = b->cut;
	b->cut = c;
	return c;
}

struct block *block_again(struct block *b)
{
	struct block *again = b->again ? b->again : block_new(b->rec.vaddr, 1);

	if (!again || b->again)
		return again;
	again->rec = b->rec;
	again->rec.insns = 0;
	again->rec.end = FB_REC_AGAIN;
	again->starts[0] = b->starts[0];
	again->code = b->code;
	again->ran = b->ran;
	again->host = b->host;
	again->repeats = true;
	b->again = again;
	return again;
}

struct block *block_ran(struct block *b, uint64_t now)
{
	const struct fb_rec_block *rec = &b->rec;
	uint32_t insns = 0;

	if (now <= rec->vaddr || now >= rec->next || now == rec->target ||
	    (b->repeats && now == b->starts[rec->insns - 1]))
		return NULL;
	while (insns < rec->insns && b->starts[insns] < now)
		insns++;
	return insns < rec->insns ? beginning(b, insns) : NULL;
}
