// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "price/prices.h"
#include "model/replay.h"
#include "model/cache_lines.h"

/* Data and code are told apart in one set. */
#define CODE (1ULL << 40)

struct run {
	const struct fb_replay *in;
	struct fb_touches *out;
	struct fb_cache_lines touched;
	/* Of each block: its function, whether a packet begins with it, whether it is of a retpoline. */
	uint32_t *function;
	bool *begins;
	bool *leads;
	const struct fb_rec_block *prev;
	uint32_t now;
	bool counts;
};

const char *fb_touch_name(unsigned int touch)
{
	static const char *const names[FB_TOUCH_EVENTS] = {
		[FB_TOUCH_INSNS] = "insn",	  [FB_TOUCH_LOADS] = "loads",
		[FB_TOUCH_STORES] = "stores",	  [FB_TOUCH_DATA] = "data",
		[FB_TOUCH_CODE] = "code",	  [FB_TOUCH_BRANCHES] = "branches",
		[FB_TOUCH_INDIRECT] = "indirect",
	};

	return touch < FB_TOUCH_EVENTS ? names[touch]
				       : fb_machine_event_name(touch - FB_TOUCH_EVENTS);
}

/* @by: a function, or a call */
static void count_touch(struct run *r, uint32_t by, unsigned int touch, uint64_t n)
{
	if (!r->counts)
		return;
	r->out->sum[touch] += n;
	r->out->self[(size_t)by * FB_TOUCHES + touch] += n;
}

/* Where the generator takes a packet's buffer. */
static bool takes_buffer(const struct fb_function *fn)
{
	return fb_function_is(fn, "fb_next_skb", FB_MODULE_NAME) ||
	       fb_function_is(fn, "fb_next_recorded", FB_MODULE_NAME) ||
	       fb_function_is(fn, "fb_xmit_alloc", FB_MODULE_NAME);
}

static int look_up(struct run *r)
{
	const struct fb_profile_record *rec = r->in->rec;
	uint64_t offset;
	uint32_t i;
	int fn;

	r->function = calloc((size_t)rec->nr_blocks + 1, sizeof(*r->function));
	r->begins = calloc((size_t)rec->nr_blocks + 1, sizeof(*r->begins));
	r->leads = calloc((size_t)rec->nr_blocks + 1, sizeof(*r->leads));
	if (!r->function || !r->begins || !r->leads)
		return -ENOMEM;
	for (i = 0; i < rec->nr_blocks; i++) {
		fn = fb_symbols_find(r->in->syms, rec->block[i].vaddr, &offset);
		if (fn < 0)
			return fn;
		r->function[i] = (uint32_t)fn;
		r->begins[i] = !offset && takes_buffer(&r->in->syms->function[fn]);
		r->leads[i] = !strncmp(r->in->syms->function[fn].name, "__x86_indirect_", 15);
	}
	r->out->nr = r->in->call_of ? r->in->nr_calls : r->in->syms->nr_functions;
	r->out->self = calloc((size_t)r->out->nr * FB_TOUCHES + 1, sizeof(*r->out->self));
	return r->out->self ? 0 : -ENOMEM;
}

/* What the machine has counted meanwhile is of who ran. */
static void take_events(struct run *r)
{
	unsigned int i;

	for (i = 0; r->in->m && i < FB_MACHINE_EVENTS; i++) {
		if (r->in->m->event[i])
			count_touch(r, r->now, FB_TOUCH_EVENTS + i, r->in->m->event[i]);
		r->in->m->event[i] = 0;
	}
}

static int touch(struct run *r, unsigned int what, uint64_t number)
{
	int ret = fb_cache_lines_add(&r->touched, number);

	if (ret > 0)
		count_touch(r, r->now, what, 1);
	return ret < 0 ? ret : 0;
}

static int access_line(struct run *r, uint32_t access)
{
	if (!(access & FB_REC_GOES_OVER))
		count_touch(r, r->now, access & FB_REC_STORE ? FB_TOUCH_STORES : FB_TOUCH_LOADS, 1);
	if (r->in->m)
		fb_machine_access(r->in->m, access);
	return touch(r, FB_TOUCH_DATA, fb_rec_line(access));
}

static int fetch(struct run *r, uint32_t i)
{
	const struct fb_rec_block *b = &r->in->rec->block[i];
	uint64_t paddr = r->in->layout ? r->in->layout->paddr[i] : r->in->rec->paddr[i];
	enum fb_rec_region region = fb_rec_region_of(r->in->rec->isa, b->vaddr);
	uint64_t line = paddr >> FB_REC_LINE_SHIFT;
	uint64_t last = (paddr + (b->next - b->vaddr) - 1) >> FB_REC_LINE_SHIFT;
	int ret = 0;

	for (; paddr && !ret && line <= last; line++) {
		if (r->in->m)
			fb_machine_fetch(r->in->m, region, line);
		ret = touch(r, FB_TOUCH_CODE, line | CODE);
	}
	return ret;
}

static uint32_t shift(const struct run *r, const struct fb_rec_block *b)
{
	return r->in->layout ? r->in->layout->shift[b - r->in->rec->block] : 0;
}

/* How the block before has ended, now that it is known where it led. An interrupt, and a string that repeats, is not a branch. */
static void branch(struct run *r, const struct fb_rec_block *now)
{
	const struct fb_rec_block *prev = r->prev;
	uint64_t from = prev->next + shift(r, prev), to = now->vaddr + shift(r, now);
	struct fb_machine *m = r->in->m;
	bool right = true;

	switch (prev->end) {
	case FB_REC_BRANCH:
		if (now->vaddr != prev->target && now->vaddr != prev->next)
			return;
		count_touch(r, r->now, FB_TOUCH_BRANCHES, 1);
		right = !m || fb_branch_conditional(&m->branch, from, now->vaddr == prev->target);
		if (!right)
			m->event[FB_WRONG_BRANCH]++;
		break;
	case FB_REC_CALL:
		if (m)
			fb_branch_call(&m->branch, from);
		break;
	case FB_REC_CALL_INDIRECT:
	case FB_REC_JUMP_INDIRECT:
		count_touch(r, r->now, FB_TOUCH_INDIRECT, 1);
		if (m && !fb_branch_indirect(&m->branch, from, to))
			m->event[FB_WRONG_TARGET]++;
		if (m && prev->end == FB_REC_CALL_INDIRECT)
			fb_branch_call(&m->branch, from);
		break;
	case FB_REC_RETURN:
		/* A retpoline returns to where it was to go. */
		count_touch(r, r->now, FB_TOUCH_INDIRECT, r->leads[prev - r->in->rec->block]);
		if (m && !fb_branch_return(&m->branch, to))
			m->event[FB_WRONG_RETURN]++;
		break;
	default:
		break;
	}
}

/* The block whose number stands at @at in the sequence. */
static int block(struct run *r, uint64_t at)
{
	uint32_t i = r->in->round->seq[at] - 1;
	const struct fb_rec_block *b = &r->in->rec->block[i];
	int ret;

	if (r->prev)
		branch(r, b);
	take_events(r);
	if (r->begins[i]) {
		r->out->packets += r->counts;
		fb_cache_lines_next(&r->touched);
		if (r->in->m && r->in->cold)
			fb_machine_forget(r->in->m);
	}
	r->now = r->in->call_of ? r->in->call_of[at] : r->function[i];
	count_touch(r, r->now, FB_TOUCH_INSNS, b->insns);
	ret = fetch(r, i);
	r->prev = b;
	return ret;
}

/* One time through the round. What fb_blockwalk() has walked through is one. */
static int pass(struct run *r, struct fb_error *error)
{
	const uint32_t *seq = r->in->round->seq;
	uint64_t i, nr = r->in->round->head.nr;
	bool outside = true;
	int ret = 0;

	/* Only the machine remembers the time before: what is counted must not. */
	r->prev = NULL;
	r->now = 0;
	fb_cache_lines_next(&r->touched);
	for (i = 0; !ret && i < nr; i++) {
		if (!seq[i]) {
			/* The block that has read the clock is not in the window, and neither are its accesses. */
			outside = true;
			r->prev = NULL;
			i++;
		} else if (!(seq[i] & FB_REC_ACCESS)) {
			if (seq[i] > r->in->rec->nr_blocks)
				return fb_error(error, -EINVAL,
						"entry %" PRIu64 " of a round: invalid block",
						i + 1);
			outside = false;
			ret = block(r, i);
		} else if (!outside) {
			ret = access_line(r, seq[i]);
		}
	}
	take_events(r);
	return ret;
}

int fb_replay(const struct fb_replay *in, struct fb_touches *out, struct fb_error *error)
{
	struct run r = { .in = in, .out = out };
	int ret;

	memset(out, 0, sizeof(*out));
	ret = look_up(&r);
	if (in->m) {
		in->m->large = fb_rec_large(in->rec->isa);
		fb_machine_forget(in->m);
	}
	if (!ret && in->m && !in->cold)
		ret = pass(&r, error);
	r.counts = true;
	if (!ret)
		ret = pass(&r, error);
	free(r.function);
	free(r.begins);
	free(r.leads);
	fb_cache_lines_free(&r.touched);
	if (ret)
		fb_touches_free(out);
	return ret;
}

void fb_touches_free(struct fb_touches *t)
{
	free(t->self);
	memset(t, 0, sizeof(*t));
}
