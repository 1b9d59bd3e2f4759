// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/block_walk.h"
#include "lib/vector.h"

/* Deeper stacks are discarded. */
#define DEPTH_MAX 512

enum how {
	BEGAN,
	CALLED,
	JUMPED,
	INTERRUPTED,
	LOST,
};

/* @ret: where a call returns to; @before: the block that an interrupt came after */
struct frame {
	enum how how;
	uint32_t call;
	uint32_t function;
	uint64_t ret;
	const struct fb_rec_block *before;
};

struct walk {
	const struct fb_rec_block *block;
	uint32_t nr_blocks;
	/* Of each block: its function, whether it is the first of it. */
	uint32_t *function;
	bool *first;
	/* Of each function: whether interrupts enter by it, whether it only leads on. */
	bool *entry;
	bool *leads;
	struct fb_symbols *syms;
	struct fb_calls *calls;
	uint32_t room;
	struct frame frame[DEPTH_MAX];
	unsigned int depth;
	const struct fb_rec_block *prev;
	uint32_t *call_of;
	struct fb_error *why;
};

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

static bool is_entry(const char *name)
{
	return begins(name, "asm_sysvec_") || begins(name, "asm_exc_") ||
	       begins(name, "asm_common_interrupt") || begins(name, "asm_spurious_interrupt") ||
	       begins(name, "irq_entries_start") || begins(name, "spurious_entries_start");
}

/* Such a function is a table of entries, one for each vector. */
static bool is_table(const char *name)
{
	return begins(name, "irq_entries_start") || begins(name, "spurious_entries_start");
}

/* Retpolines, return thunks, and the jumps that static calls go by. */
static bool leads_on(const char *name)
{
	return begins(name, "__x86_indirect_") || begins(name, "__x86_return_thunk") ||
	       begins(name, "__SCT__");
}

static int look_up(struct walk *w)
{
	const struct fb_rec_block *b;
	uint64_t offset;
	uint32_t i;
	int fn;

	for (i = 0; i < w->nr_blocks; i++) {
		b = &w->block[i];
		if (!b->insns != (b->end == FB_REC_AGAIN) || b->insns > FB_REC_BLOCK_MAX ||
		    b->end >= FB_REC_ENDS || b->next <= b->vaddr) {
			return fb_error(w->why, -EINVAL, "invalid block %" PRIu32, i + 1);
		}
		fn = fb_symbols_find(w->syms, b->vaddr, &offset);
		if (fn < 0)
			return fn;
		w->function[i] = (uint32_t)fn;
		w->first[i] = !offset || is_table(w->syms->function[fn].name);
	}
	w->entry = calloc(w->syms->nr_functions, sizeof(*w->entry));
	w->leads = calloc(w->syms->nr_functions, sizeof(*w->leads));
	if (!w->entry || !w->leads)
		return -ENOMEM;
	for (i = 0; i < w->syms->nr_functions; i++) {
		w->entry[i] = is_entry(w->syms->function[i].name);
		w->leads[i] = leads_on(w->syms->function[i].name);
	}
	return 0;
}

static uint32_t add_call(struct walk *w, uint32_t parent, uint32_t function)
{
	struct fb_calls *calls = w->calls;

	if (fb_vector_reserve(calls->call, w->room, calls->nr + 1))
		return FB_BLOCK_NONE;
	calls->call[calls->nr] =
		(struct fb_call){ parent, FB_BLOCK_NONE, FB_BLOCK_NONE, function, 0, 0 };
	if (parent != FB_BLOCK_NONE) {
		calls->call[calls->nr].sibling = calls->call[parent].child;
		calls->call[parent].child = calls->nr;
	}
	return calls->nr++;
}

static uint32_t child_of(struct walk *w, uint32_t parent, uint32_t function)
{
	uint32_t i;

	for (i = w->calls->call[parent].child; i != FB_BLOCK_NONE; i = w->calls->call[i].sibling)
		if (w->calls->call[i].function == function)
			return i;
	return add_call(w, parent, function);
}

static struct frame *top(struct walk *w)
{
	return &w->frame[w->depth - 1];
}

static int push_frame(struct walk *w, enum how how, uint32_t call, uint32_t function, uint64_t ret)
{
	if (call == FB_BLOCK_NONE)
		return -ENOMEM;
	if (w->depth == DEPTH_MAX) {
		return fb_error(w->why, -EINVAL, "more than %d calls inside one another",
				DEPTH_MAX);
	}
	w->frame[w->depth++] = (struct frame){ how, call, function, ret, NULL };
	return 0;
}

static int push(struct walk *w, enum how how, uint32_t function, uint64_t ret)
{
	uint32_t call = child_of(w, w->depth ? top(w)->call : 0, function);

	return push_frame(w, how, call, function, ret);
}

/* Code goes on in @function without a call: in the same, in one that it had jumped from, or by a jump. */
static int go_on(struct walk *w, uint32_t function)
{
	struct frame *f = top(w);
	unsigned int i;

	if (f->function == function)
		return 0;
	if (w->leads[f->function]) {
		uint32_t call = child_of(w, w->depth > 1 ? f[-1].call : 0, function);

		if (call == FB_BLOCK_NONE)
			return -ENOMEM;
		f->function = function;
		f->call = call;
		return 0;
	}
	for (i = w->depth; i > 1 && w->frame[i - 1].how == JUMPED; i--) {
		if (w->frame[i - 2].function != function)
			continue;
		w->depth = i - 1;
		return 0;
	}
	return push(w, JUMPED, function, 0);
}

static int interrupt(struct walk *w, uint32_t function)
{
	const struct fb_rec_block *before = w->prev;
	int ret = push(w, INTERRUPTED, function, 0);

	if (!ret)
		top(w)->before = before;
	return ret;
}

/* Somebody is returned to of whom nothing is known: another task. */
static int lose(struct walk *w, uint32_t function)
{
	if (top(w)->how == LOST)
		w->depth--;
	return push(w, LOST, function, 0);
}

static int come_back(struct walk *w, const struct fb_rec_block *b, uint32_t function, bool first)
{
	uint64_t offset;
	unsigned int i;

	for (i = w->depth; i > 1 && w->frame[i - 1].how != INTERRUPTED; i--) {
		if (w->frame[i - 1].how != CALLED || w->frame[i - 1].ret != b->vaddr)
			continue;
		w->depth = i - 1;
		return go_on(w, function);
	}
	/* A retpoline calls inside itself, puts its aim where that would return to, and returns. */
	if (top(w)->how == CALLED && w->depth > 1 && w->leads[top(w)->function] &&
	    (uint32_t)fb_symbols_find(w->syms, top(w)->ret, &offset) == top(w)->function)
		w->depth--;
	if (first || w->leads[top(w)->function])
		return go_on(w, function);
	return lose(w, function);
}

/* What led from the block before to block @i. */
static int follow(struct walk *w, uint32_t i)
{
	const struct fb_rec_block *b = &w->block[i], *prev = w->prev;
	uint32_t function = w->function[i];
	bool direct = prev->end == FB_REC_NEXT || prev->end == FB_REC_BRANCH ||
		      prev->end == FB_REC_JUMP || prev->end == FB_REC_CALL ||
		      prev->end == FB_REC_AGAIN;

	/* The same again, or the rest of what was cut short: a string's next byte, a fault. */
	if (prev->end != FB_REC_CALL && b->vaddr >= prev->vaddr && b->vaddr < prev->next)
		return go_on(w, function);
	if (direct && b->vaddr != prev->target &&
	    (b->vaddr != prev->next || (prev->end >= FB_REC_JUMP && prev->end != FB_REC_AGAIN)))
		return interrupt(w, function);
	if (!direct && prev->end != FB_REC_IRET && w->entry[function] && w->first[i])
		return interrupt(w, function);
	switch (prev->end) {
	case FB_REC_CALL:
	case FB_REC_CALL_INDIRECT:
		/* A retpoline calls inside itself: that is not a call of anybody. */
		if (w->leads[function] && top(w)->function == function)
			return push_frame(w, CALLED, top(w)->call, function, prev->next);
		return push(w, CALLED, function, prev->next);
	case FB_REC_RETURN:
		return come_back(w, b, function, w->first[i]);
	case FB_REC_IRET:
	case FB_REC_OTHER:
		return lose(w, function);
	default:
		return go_on(w, function);
	}
}

static int step(struct walk *w, uint32_t i)
{
	const struct fb_rec_block *b = &w->block[i];
	unsigned int k;
	int ret;

	/* As if it had not been. */
	for (k = w->depth; w->prev && w->prev->end == FB_REC_IRET && k > 0; k--) {
		if (w->frame[k - 1].how != INTERRUPTED)
			continue;
		w->prev = w->frame[k - 1].before;
		w->depth = k - 1;
	}
	if (!w->prev)
		ret = push(w, BEGAN, w->function[i], 0);
	else
		ret = follow(w, i);
	if (ret)
		return ret;
	w->calls->call[top(w)->call].insns += b->insns;
	w->calls->insns += b->insns;
	w->calls->call[top(w)->call].repeats += b->end == FB_REC_AGAIN;
	w->calls->repeats += b->end == FB_REC_AGAIN;
	if (top(w)->how == LOST)
		w->calls->lost += b->insns;
	w->prev = b;
	return 0;
}

static int walk_all(struct walk *w, const uint32_t *seq, uint64_t nr)
{
	uint64_t i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++) {
		if (i && seq[i] & FB_REC_ACCESS)
			continue;
		if (seq[i] > w->nr_blocks || (!i && seq[i])) {
			return fb_error(w->why, -EINVAL,
					"entry %" PRIu64 " of a round: invalid block", i + 1);
		}
		if (seq[i]) {
			ret = step(w, seq[i] - 1);
			if (!ret && w->call_of)
				w->call_of[i] = top(w)->call;
			continue;
		}
		/* A window begins; the block that has read the clock is not in it. */
		w->depth = 0;
		w->prev = NULL;
		if (++i == nr || !seq[i] || seq[i] > w->nr_blocks) {
			return fb_error(w->why, -EINVAL,
					"a window without the block that begins it");
		}
	}
	return ret;
}

int fb_blockwalk(const struct fb_rec_block *block, uint32_t nr_blocks, const uint32_t *seq,
		 uint64_t nr, struct fb_symbols *syms, struct fb_calls *calls,
		 struct fb_error *error)
{
	return fb_blockwalk_each(block, nr_blocks, seq, nr, syms, calls, NULL, error);
}

int fb_blockwalk_each(const struct fb_rec_block *block, uint32_t nr_blocks, const uint32_t *seq,
		      uint64_t nr, struct fb_symbols *syms, struct fb_calls *calls,
		      uint32_t *call_of, struct fb_error *error)
{
	struct walk *w = calloc(1, sizeof(*w));
	int ret = -ENOMEM;

	memset(calls, 0, sizeof(*calls));
	if (!w)
		return ret;
	*w = (struct walk){ .block = block,
			    .nr_blocks = nr_blocks,
			    .syms = syms,
			    .calls = calls,
			    .call_of = call_of,
			    .why = error };
	w->function = calloc((size_t)nr_blocks + 1, sizeof(*w->function));
	w->first = calloc((size_t)nr_blocks + 1, sizeof(*w->first));
	if (w->function && w->first && add_call(w, FB_BLOCK_NONE, FB_FN_UNKNOWN) == 0)
		ret = look_up(w);
	if (!ret)
		ret = walk_all(w, seq, nr);
	free(w->function);
	free(w->first);
	free(w->entry);
	free(w->leads);
	free(w);
	if (ret)
		fb_calls_free(calls);
	return ret;
}

void fb_calls_free(struct fb_calls *calls)
{
	free(calls->call);
	memset(calls, 0, sizeof(*calls));
}
