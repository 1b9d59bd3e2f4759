// SPDX-License-Identifier: GPL-2.0
/* The phases of a run as slices on a track of their own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/chrome_phase.h"
#include "lib/vector.h"
#include "scenario/results.h"
#include "line/str.h"

/* Longer texts are cut off. */
#define NAME_MAX_LEN  79
#define LABEL_MAX_LEN 399
#define PATH_MAX_LEN  39

static const char *keep_text(struct fb_chrome *c, const char *text, size_t most)
{
	return fb_arena_keep(&c->texts, text, strnlen(text, most));
}

static struct fb_chrome_slice *add_slice(struct fb_chrome *c, const char *name, const char *label,
					 const char *path, int64_t from)
{
	struct fb_chrome_slice *sl;

	if (fb_vector_reserve(c->slice, c->size_slices, c->nr_slices + 1))
		return NULL;
	sl = &c->slice[c->nr_slices];
	*sl = (struct fb_chrome_slice){ .name = keep_text(c, name, NAME_MAX_LEN),
					.label = keep_text(c, label, LABEL_MAX_LEN),
					.path = keep_text(c, path, PATH_MAX_LEN),
					.from = from,
					.to = -1 };
	if (!sl->name || !sl->label || !sl->path)
		return NULL;
	c->nr_slices++;
	return sl;
}

void fb_chrome_phases_free(struct fb_chrome *c)
{
	unsigned int i;

	for (i = 0; i < c->nr_slices; i++)
		free(c->slice[i].arrow);
	free(c->slice);
	fb_arena_free(&c->texts);
}

/* Where all tracks have come to. */
static int64_t furthest(const struct fb_chrome *c)
{
	int64_t at = 0;
	unsigned int i;

	for (i = 0; i < c->nr_cpus; i++)
		if (c->cpu[i].now > at)
			at = c->cpu[i].now;
	return at;
}

static void end_last(struct fb_chrome *c)
{
	struct fb_chrome_slice *sl = c->nr_slices ? &c->slice[c->nr_slices - 1] : NULL;

	if (!sl || sl->st || sl->to >= 0)
		return;
	/* A switch or a call without a beginning lies in front of it, and moves no track. */
	sl->to = furthest(c);
	if (sl->to < sl->from)
		sl->to = sl->from;
}

int fb_chrome_phase_next(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;

	if (ex->nr_phases)
		return 0;
	end_last(c);
	c->latest = furthest(c);
	/* The first call of it begins later by as much. */
	return add_slice(c, ex->phase, ex->label, "", c->latest + FB_CHROME_LEAD_NS / 2) ? 0
											 : -ENOMEM;
}

/* "@to@between@text" */
static const char *append(struct fb_chrome *c, const char *to, size_t most, const char *between,
			  const char *text)
{
	char both[LABEL_MAX_LEN + 1];

	snprintf(both, most + 1, "%s%s%s", to, between, text);
	return keep_text(c, both, most);
}

/* Another phase has the root of this one. */
static int join_phase(struct fb_chrome *c, struct fb_chrome_slice *sl,
		      const struct fb_export_phase *ph)
{
	const char *name = append(c, sl->name, NAME_MAX_LEN, " + ", ph->name);
	const char *label = append(c, sl->label, LABEL_MAX_LEN, "; ", ph->label);

	if (!name || !label)
		return -ENOMEM;
	sl->name = name;
	sl->label = label;
	return 0;
}

/* Where the phase of the task is, or would be put, whose root is open at @depth: innermost first. */
static unsigned int before(const struct fb_chrome *c, const struct fb_walk_stack *st,
			   uint32_t depth, unsigned int *at)
{
	unsigned int last = 0;

	for (*at = (unsigned int)st->note; *at && c->slice[*at - 1].depth > depth;) {
		last = *at;
		*at = c->slice[*at - 1].below;
	}
	return last;
}

static void put_below(struct fb_chrome *c, struct fb_walk_stack *st, unsigned int last,
		      unsigned int at)
{
	if (last)
		c->slice[last - 1].below = at;
	else
		st->note = at;
}

/* A phase whose root is open at @depth; one with the same root joins it. */
static struct fb_chrome_slice *of_root(struct fb_chrome *c, const struct fb_export_phase *ph,
				       struct fb_walk_stack *st, uint32_t depth)
{
	unsigned int at, last = before(c, st, depth, &at);
	struct fb_chrome_slice *sl = at ? &c->slice[at - 1] : NULL;

	if (sl && sl->depth == depth)
		return join_phase(c, sl, ph) ? NULL : sl;
	sl = add_slice(c, ph->name, ph->label, ph->path, (int64_t)st->open[depth].note);
	if (sl) {
		sl->st = st;
		sl->depth = depth;
		sl->below = at;
		put_below(c, st, last, c->nr_slices);
	}
	return sl;
}

int fb_chrome_phase_enter(struct fb_export *ex, struct fb_walk_stack *st)
{
	struct fb_chrome *c = ex->own;
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	const struct fb_export_phase *ph;

	if (c->next >= ex->nr_phases)
		return 0;
	ph = &ex->phases[c->next];
	if (strcmp(ph->packet, FB_PACKET_NONE) || !frame->name || strcmp(frame->name, ph->root))
		return 0;
	c->next++;
	return of_root(c, ph, st, st->depth - 1) ? 0 : -ENOMEM;
}

void fb_chrome_phase_leave(struct fb_export *ex, struct fb_walk_stack *st, int64_t at)
{
	struct fb_chrome *c = ex->own;
	unsigned int nr, last;
	struct fb_chrome_slice *sl;

	if (!st->note)
		return;
	last = before(c, st, st->depth - 1, &nr);
	sl = nr ? &c->slice[nr - 1] : NULL;
	if (!sl || sl->depth != st->depth - 1)
		return;
	sl->to = at;
	put_below(c, st, last, sl->below);
}

static int add_arrow(struct fb_chrome_slice *sl, unsigned int tid, int64_t at)
{
	unsigned int nr = sl->nr_arrows;

	if (nr == FB_CHROME_ARROWS)
		return 0;
	if (fb_vector_grow(sl->arrow, nr))
		return -ENOMEM;
	sl->arrow[sl->nr_arrows++] = (struct fb_chrome_arrow){ .tid = tid, .at = at };
	return 0;
}

int fb_chrome_phase_packet(struct fb_export *ex, struct fb_walk_stack *st, unsigned int tid,
			   int64_t at, const struct fb_str *text)
{
	struct fb_chrome *c = ex->own;
	const struct fb_export_phase *ph = NULL;
	struct fb_chrome_slice *sl;
	unsigned int i;
	uint32_t d;

	if (!ex->nr_phases)
		return c->nr_slices ? add_arrow(&c->slice[c->nr_slices - 1], tid, at) : 0;
	for (i = c->next; i < ex->nr_phases && !ph; i++)
		if (fb_str_is(text, ex->phases[i].packet))
			ph = &ex->phases[i];
	if (!ph)
		return 0;
	for (d = 0; d < st->depth; d++)
		if (st->open[d].flags & FB_WALK_TOLD && st->open[d].name &&
		    !strcmp(st->open[d].name, ph->root))
			break;
	if (d >= st->depth)
		return 0;
	c->next = i;
	sl = of_root(c, ph, st, d);
	return sl ? add_arrow(sl, tid, at) : -ENOMEM;
}

/* By their beginning, and the longer one first: it is around the other. */
static int by_time(const void *a, const void *b)
{
	const struct fb_chrome_slice *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to > y->to ? -1 : x->to < y->to;
}

/*
 * Puts the slice on the first track on which it lies in another one, or behind all. @top has for
 * each track the innermost slice that has not ended, from 1. Slices come by their beginning.
 */
static unsigned int lane_of(struct fb_chrome *c, unsigned int nr, unsigned int *top)
{
	struct fb_chrome_slice *sl = &c->slice[nr];
	unsigned int lane;

	for (lane = 0;; lane++) {
		while (top[lane] && c->slice[top[lane] - 1].to <= sl->from)
			top[lane] = c->slice[top[lane] - 1].below;
		if (!top[lane] || c->slice[top[lane] - 1].to >= sl->to)
			break;
	}
	sl->below = top[lane];
	top[lane] = nr + 1;
	return lane;
}

static void write_slice(struct fb_chrome *c, const struct fb_chrome_slice *sl)
{
	unsigned int i;

	fb_chrome_head(c, "X", FB_CHROME_PHASES, sl->lane + 1, sl->from);
	fb_chrome_dur(c, sl->to - sl->from);
	fb_chrome_name(c, "name", sl->name);
	fb_out_text(c->out, ", \"cat\": \"phase\", \"args\": {\"mode\": \"traced\"");
	if (*sl->label)
		fb_chrome_name(c, "label", sl->label);
	if (*sl->path)
		fb_chrome_name(c, "path", sl->path);
	fb_out_text(c->out, "}}");
	for (i = 0; i < sl->nr_arrows; i++)
		fb_chrome_arrow(c, "phase", &sl->arrow[i], FB_CHROME_PHASES, sl->lane + 1,
				sl->arrow[i].at);
}

static void name_lane(struct fb_chrome *c, unsigned int lane)
{
	char name[32];

	snprintf(name, sizeof(name), lane ? "phases, %u" : "phases", lane + 1);
	fb_chrome_label(c, "thread_name", FB_CHROME_PHASES, lane + 1, name);
}

int fb_chrome_phases_end(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;
	unsigned int i, lanes = 0, *top;
	char name[200];

	end_last(c);
	if (!c->nr_slices)
		return 0;
	top = calloc(c->nr_slices, sizeof(*top));
	if (!top)
		return -ENOMEM;
	qsort(c->slice, c->nr_slices, sizeof(*c->slice), by_time);
	snprintf(name, sizeof(name), "phases of %.100s", ex->scenario ? ex->scenario : ex->source);
	fb_chrome_label(c, "process_name", FB_CHROME_PHASES, 0, name);
	for (i = 0; i < c->nr_slices; i++) {
		c->slice[i].lane = lane_of(c, i, top);
		if (c->slice[i].lane < lanes)
			continue;
		name_lane(c, c->slice[i].lane);
		lanes = c->slice[i].lane + 1;
	}
	for (i = 0; i < c->nr_slices; i++)
		write_slice(c, &c->slice[i]);
	free(top);
	return 0;
}
