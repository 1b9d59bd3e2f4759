// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "trace/str.h"
#include "trace/walk_stack.h"

/* An array of so many entries is shrunk to what is used, a larger one to half as many more. */
#define FIT_LEAST 8

/* The level of an entry that has marks only: what opens next stands beside them. */
#define LEVEL_NEXT INT32_MAX

static bool is_root(const struct fb_walk_in *in, const char *name)
{
	return name && (!strcmp(name, in->root) || fb_stem_is(name, in->root, strlen(in->root)));
}

/* The level of what a frame calls. */
static int32_t inner_level(const struct fb_walk_frame *frame)
{
	return frame->level + (frame->kind == FB_NODE_CALL);
}

static void odd(struct fb_walk *w)
{
	if (!w->in->sums->odd_levels++)
		w->in->sums->odd_line = w->line;
}

/* --- time ----------------------------------------------------------------- */

/* Add the times of a frame that has ended to those of what it stands in. */
static void account(int64_t *inner, int64_t *laid, const struct fb_walk_frame *frame)
{
	if (frame->dur_ns < 0) {
		*inner += frame->inner_ns;
		*laid += frame->laid_ns;
		return;
	}
	*inner += frame->dur_ns;
	*laid += frame->laid_ns > frame->dur_ns ? frame->laid_ns : frame->dur_ns;
}

static void count_shorter(struct fb_walk_sums *sums, const struct fb_walk_frame *frame)
{
	int64_t over = frame->inner_ns - frame->dur_ns;

	if (frame->dur_ns < 0 || over <= 0)
		return;
	sums->shorter++;
	sums->shorter_ns += (uint64_t)over;
}

/* --- loose calls ---------------------------------------------------------- */

/* The entries from @from on are in @into; NULL: outermost. */
static int settle(struct fb_walk *w, struct fb_walk_stack *st, uint32_t from,
		  struct fb_walk_frame *into)
{
	uint32_t i;
	int ret = 0;

	for (i = from; !ret && i < st->nr_loose; i++) {
		const struct fb_walk_loose *entry = &st->list[i];

		if (entry->told)
			ret = fb_walk_tell(w, settle, st, entry, into);
		/* What the listener does not know of is the call's own time. */
		if (into && (entry->told || !(into->flags & FB_WALK_TOLD))) {
			into->inner_ns += entry->inner_ns;
			into->laid_ns += entry->laid_ns;
		}
	}
	st->nr_loose = from;
	return ret;
}

/* Puts an empty entry before the one at @at. */
static int insert(struct fb_walk_stack *st, uint32_t at, int32_t level, uint64_t line)
{
	if (st->nr_loose == st->size_loose) {
		uint32_t size = st->size_loose ? st->size_loose * 2 : 1;
		struct fb_walk_loose *grown = realloc(st->list, size * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		st->list = grown;
		st->size_loose = size;
	}
	memmove(&st->list[at + 1], &st->list[at], (st->nr_loose - at) * sizeof(*st->list));
	st->list[at] = (struct fb_walk_loose){ .level = level, .line = line };
	st->nr_loose++;
	return 0;
}

/*
 * The entries of the frame around that are deeper than @frame come to lie behind @frame->loose if they
 * are inside it: all of them where it ends a call without a beginning. A call that begins has come
 * late, by an interrupt: only what is one level deeper can be inside it, and nothing if it is @torn:
 * lines are missing before it.
 */
static int place(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame,
		 bool torn)
{
	struct fb_walk_frame *around = frame->around ? &st->open[frame->around - 1] : NULL;
	uint32_t from = around ? around->loose : 0, at = st->nr_loose;
	/* There is nothing around level 0. */
	bool loose = around ? frame->level > inner_level(around) : frame->level;
	bool head_cut = frame->flags & FB_NODE_HEAD_CUT;
	int ret = 0;

	if (!head_cut && at > from && st->list[at - 1].level == LEVEL_NEXT)
		st->list[at - 1].level = frame->level;
	while (at > from && st->list[at - 1].level > frame->level)
		at--;
	if (at < st->nr_loose && (head_cut || (!torn && st->list[at].level == frame->level + 1))) {
		frame->flags |= FB_WALK_ADOPTS;
		if (head_cut)
			frame->line = st->list[at].line;
	} else if (loose) {
		/* What is around them is around this as well, or lies between. */
		for (; at < st->nr_loose; at++)
			st->list[at].level = frame->level;
	} else {
		ret = settle(w, st, at, around);
	}
	if (loose && (at == from || st->list[at - 1].level != frame->level)) {
		if (!ret)
			ret = insert(st, at, frame->level, frame->line);
		if (around)
			odd(w);
		at++;
	}
	frame->entry = loose ? at : 0;
	frame->loose = at;
	return ret;
}

/* --- frames --------------------------------------------------------------- */

static int grow(struct fb_walk_stack *st)
{
	uint32_t size = st->size ? st->size * 2 : 1;
	struct fb_walk_frame *grown;

	if (st->depth < st->size)
		return 0;
	grown = realloc(st->open, size * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	st->open = grown;
	st->size = size;
	return 0;
}

/* Is the listener told, and how deep does the frame stand for it? */
static void set_told(const struct fb_walk_in *in, const struct fb_walk_stack *st,
		     struct fb_walk_frame *frame)
{
	const struct fb_walk_frame *around = frame->around ? &st->open[frame->around - 1] : NULL;
	bool begins = in->root ? is_root(in, frame->name) : !around;

	if (around && around->flags & FB_WALK_TOLD) {
		frame->flags |= FB_WALK_TOLD;
		frame->zero = around->zero;
		frame->depth = around->depth + 1 + frame->level - inner_level(around);
	} else if (begins && (!in->gate || *in->gate)) {
		frame->flags |= FB_WALK_TOLD;
		frame->zero = in->root ? frame->level : fb_fgraph_level(in->fg);
		frame->depth = frame->level - frame->zero;
	}
}

/*
 * Opens a frame, in which the loose calls are that belong to it. Nothing deeper is open. It is written where it
 * stays, each field once: a copy right behind its stores would wait for them.
 */
static int push(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		const struct fb_walk_begin *begin, int32_t level, bool torn)
{
	int ret = grow(st);
	struct fb_walk_frame *frame;

	if (ret)
		return ret;
	frame = &st->open[st->depth];
	*frame = (struct fb_walk_frame){ .kind = begin->kind,
					 .flags = begin->flags,
					 .level = level,
					 .zero = 0,
					 .depth = 0,
					 .around = st->depth,
					 .entry = 0,
					 .loose = 0,
					 .name = begin->name,
					 .module = begin->module,
					 .line = ev->line,
					 .end_line = 0,
					 .dur_ns = ev->kind == FB_FG_ENTRY ? -1 : ev->dur_ns,
					 .inner_ns = 0,
					 .laid_ns = 0,
					 .note = 0 };
	/* What lies between a frame and the frame around it is not around a lower level either. */
	while (frame->around && inner_level(&st->open[frame->around - 1]) > level)
		frame->around = st->open[frame->around - 1].around;
	if (frame->around < st->depth) {
		/* Beside a call that has been uncounted, but whose brace is still to come. */
		frame->entry = st->open[frame->around].entry;
		frame->loose = st->nr_loose;
		odd(w);
	} else {
		ret = place(w, st, frame, torn);
	}
	set_told(w->in, st, frame);
	st->entry = frame->entry ? &st->list[frame->entry - 1] : NULL;
	if (st->entry && frame->flags & FB_WALK_TOLD)
		st->entry->told = true;
	st->depth++;
	if (!ret && frame->flags & FB_WALK_TOLD)
		ret = fb_walk_tell(w, enter, st, ev);
	return ret ? ret : settle(w, st, frame->loose, frame);
}

int fb_walk_leave(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_frame *frame = &st->open[st->depth - 1];
	struct fb_walk_sums *sums = w->in->sums;
	int ret = settle(w, st, frame->loose, frame);

	frame->end_line = w->line;
	if (frame->flags & FB_WALK_TOLD) {
		sums->calls += frame->kind == FB_NODE_CALL;
		sums->heads += !!(frame->flags & FB_NODE_HEAD_CUT);
		sums->tails += frame->kind == FB_NODE_CALL && frame->dur_ns < 0;
		count_shorter(sums, frame);
		if (!ret)
			ret = fb_walk_tell(w, leave, st, ev);
	}
	if (frame->entry)
		account(&st->list[frame->entry - 1].inner_ns, &st->list[frame->entry - 1].laid_ns,
			frame);
	else if (frame->around)
		account(&st->open[frame->around - 1].inner_ns, &st->open[frame->around - 1].laid_ns,
			frame);
	st->depth--;
	return ret;
}

int fb_walk_cut_tails(struct fb_walk *w, struct fb_walk_stack *st, uint32_t depth)
{
	int ret = 0;

	while (!ret && st->depth > depth) {
		st->open[st->depth - 1].flags |= FB_NODE_TAIL_CUT;
		ret = fb_walk_leave(w, st, NULL);
	}
	return ret;
}

/* Cut off what is deeper than @level; @torn: whether a call was. */
static int cut_deeper(struct fb_walk *w, struct fb_walk_stack *st, int32_t level, bool *torn)
{
	uint32_t depth = st->depth;

	*torn = false;
	for (; depth && st->open[depth - 1].level > level; depth--)
		*torn |= st->open[depth - 1].kind == FB_NODE_CALL;
	if (*torn)
		odd(w);
	return fb_walk_cut_tails(w, st, depth);
}

int fb_walk_gap(struct fb_walk *w, struct fb_walk_stack *st)
{
	int ret = fb_walk_irq_waits(w, st);

	if (!ret)
		ret = fb_walk_cut_tails(w, st, 0);
	return ret ? ret : settle(w, st, 0, NULL);
}

int fb_walk_left_out(struct fb_walk *w, struct fb_walk_stack *st)
{
	struct fb_walk_frame *frame;
	int ret = fb_walk_irq_waits(w, st);

	frame = st->depth ? &st->open[st->depth - 1] : NULL;
	return ret ? ret : settle(w, st, frame ? frame->loose : 0, frame);
}

/* Shrinks an array of which @nr entries of @size are used, unless it would soon grow again. */
static void *fit(void *table, uint32_t nr, uint32_t *size, size_t row)
{
	uint32_t room = nr > FIT_LEAST ? nr + nr / 2 : nr;
	void *fitted;

	if (*size <= FIT_LEAST ? *size == nr : *size / 2 <= nr)
		return table;
	if (!room) {
		free(table);
		*size = 0;
		return NULL;
	}
	fitted = realloc(table, room * row);
	if (!fitted)
		return table;
	*size = room;
	return fitted;
}

void fb_walk_park(struct fb_walk_stack *st)
{
	st->open = fit(st->open, st->depth, &st->size, sizeof(*st->open));
	st->list = fit(st->list, st->nr_loose, &st->size_loose, sizeof(*st->list));
	st->entry = NULL;
}

/* --- what begins ---------------------------------------------------------- */

/* The level of what braces alone put into the innermost frame. */
static int32_t level_here(const struct fb_walk_stack *st)
{
	if (st->depth)
		return inner_level(&st->open[st->depth - 1]);
	return st->nr_loose && st->list[0].level != LEVEL_NEXT ? st->list[0].level : 0;
}

/* The interrupt whose arrow has come: what it calls has this level. */
static int enter_irq(struct fb_walk *w, struct fb_walk_stack *st, int32_t level, bool torn)
{
	const struct fb_fg_event ev = { .kind = FB_FG_IRQ_IN,
					.cpu = st->cpu,
					.line = st->irq_line,
					.level = level,
					.dur_ns = -1 };
	const struct fb_walk_begin begin = { .kind = FB_NODE_IRQ };

	st->irq_line = 0;
	return push(w, st, &ev, &begin, level, torn);
}

int fb_walk_irq_waits(struct fb_walk *w, struct fb_walk_stack *st)
{
	return st->irq_line ? enter_irq(w, st, level_here(st), false) : 0;
}

int fb_walk_enter(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *begin)
{
	int32_t level = ev->level == FB_FG_NO_LEVEL ? level_here(st) : ev->level;
	bool torn = false;
	int ret;

	if (level > FB_WALK_DEPTH_MAX ||
	    (st->depth >= FB_WALK_DEPTH_MAX && !(begin->flags & FB_WALK_LEAF)))
		return fb_why(w->why, -E2BIG, "line %llu: calls nested more than %d deep",
			      (unsigned long long)ev->line, FB_WALK_DEPTH_MAX);
	ret = cut_deeper(w, st, level, &torn);
	if (!ret && st->irq_line)
		ret = enter_irq(w, st, level, torn);
	return ret ? ret : push(w, st, ev, begin, level, torn);
}

int fb_walk_mark(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	int ret = fb_walk_irq_waits(w, st);
	const struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;
	bool told = frame ? frame->flags & FB_WALK_TOLD : !w->in->root;

	if (!ret && !frame && !st->nr_loose)
		ret = insert(st, 0, LEVEL_NEXT, ev->line);
	st->entry = NULL;
	if (st->nr_loose > (frame ? frame->loose : 0))
		st->entry = &st->list[st->nr_loose - 1];
	if (ret || !told)
		return ret;
	if (st->entry)
		st->entry->told = true;
	return fb_walk_tell(w, mark, st, ev);
}

/* --- what ends ------------------------------------------------------------ */

/* A brace whose opening line is not in the text. What is deeper and stands before it was inside. */
static int headless(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		    const struct fb_walk_begin *end, int32_t level)
{
	const struct fb_walk_begin begin = { .kind = FB_NODE_CALL,
					     .flags = FB_NODE_HEAD_CUT,
					     .name = end->name,
					     .module = end->module };
	bool torn;
	int ret = cut_deeper(w, st, level, &torn);

	/* So many cannot be inside one another: there was a gap that the text does not tell. */
	if (!ret && level < -FB_WALK_DEPTH_MAX) {
		ret = fb_walk_gap(w, st);
		level = 0;
	}
	if (ret)
		return ret;
	if (st->depth)
		odd(w);
	ret = push(w, st, ev, &begin, level, torn);
	return ret ? ret : fb_walk_leave(w, st, ev);
}

/* Index + 1 of the open call that a brace of this level closes, or 0. */
static uint32_t closed_by(struct fb_walk *w, const struct fb_walk_stack *st,
			  const struct fb_fg_event *ev)
{
	uint32_t at = st->depth, first;

	while (at && (st->open[at - 1].kind == FB_NODE_IRQ || st->open[at - 1].level > ev->level))
		at--;
	if (!at || st->open[at - 1].level != ev->level)
		return 0;
	if (!ev->name.len)
		return at;
	first = at;
	/* One beside another: both are open. */
	for (; at && st->open[at - 1].level == ev->level; at--)
		if (fb_str_is(&ev->name, st->open[at - 1].name))
			return at;
	w->in->sums->misnamed++;
	return first;
}

static int close_level(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		       const struct fb_walk_begin *end)
{
	uint32_t at = closed_by(w, st, ev), i;
	int ret;

	if (!at)
		return headless(w, st, ev, end, ev->level);
	for (i = at; i < st->depth && st->open[i].kind == FB_NODE_IRQ; i++)
		;
	if (i < st->depth)
		odd(w);
	ret = fb_walk_cut_tails(w, st, at);
	if (ret)
		return ret;
	if (ev->name.len && !fb_str_is(&ev->name, st->open[at - 1].name)) {
		ret = fb_walk_cut_tails(w, st, at - 1);
		return ret ? ret : headless(w, st, ev, end, ev->level);
	}
	st->open[at - 1].dur_ns = ev->dur_ns;
	return fb_walk_leave(w, st, ev);
}

/* Without indentation: the innermost open call, or the one that is named. */
static int close_innermost(struct fb_walk *w, struct fb_walk_stack *st,
			   const struct fb_fg_event *ev, const struct fb_walk_begin *end)
{
	uint32_t at = st->depth;
	int ret;

	/* An interrupt without an end ends before the call around it does. */
	while (at && st->open[at - 1].kind == FB_NODE_IRQ)
		at--;
	ret = fb_walk_cut_tails(w, st, at);
	if (ret)
		return ret;
	if (!at)
		return headless(w, st, ev, end, level_here(st) - 1);
	if (ev->name.len && !fb_str_is(&ev->name, st->open[at - 1].name)) {
		/* Lines are missing, and the text does not tell: close the call that is named. */
		w->in->sums->misnamed++;
		while (at && !fb_str_is(&ev->name, st->open[at - 1].name))
			at--;
		if (!at)
			return 0;
		ret = fb_walk_cut_tails(w, st, at);
		if (ret)
			return ret;
	}
	st->open[at - 1].dur_ns = ev->dur_ns;
	return fb_walk_leave(w, st, ev);
}

int fb_walk_close(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *end)
{
	int ret = fb_walk_irq_waits(w, st);

	if (ret)
		return ret;
	if (ev->level == FB_FG_NO_LEVEL)
		return close_innermost(w, st, ev, end);
	return close_level(w, st, ev, end);
}
