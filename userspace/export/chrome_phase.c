// SPDX-License-Identifier: GPL-2.0
/* The phases of a run as slices on a track of their own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/chrome_phase.h"
#include "run/results.h"
#include "trace/str.h"

static struct fb_chrome_slice *add(struct fb_chrome *c, const char *name, const char *label,
				   const char *path, int64_t from)
{
	struct fb_chrome_slice *grown, *sl;

	grown = realloc(c->slice, (c->nr_slices + 1) * sizeof(*grown));
	if (!grown)
		return NULL;
	c->slice = grown;
	sl = &grown[c->nr_slices++];
	*sl = (struct fb_chrome_slice){ .from = from, .to = -1 };
	snprintf(sl->name, sizeof(sl->name), "%s", name);
	snprintf(sl->label, sizeof(sl->label), "%s", label);
	snprintf(sl->path, sizeof(sl->path), "%s", path);
	return sl;
}

/* Where all tracks have come to. */
static int64_t furthest(const struct fb_chrome *c)
{
	int64_t at = 0;
	unsigned int i;

	for (i = 0; i <= FB_CHROME_CPUS_MAX; i++)
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
	return add(c, ex->phase, ex->label, "", c->latest + FB_CHROME_LEAD_NS / 2) ? 0 : -ENOMEM;
}

static void append(char *to, size_t size, const char *between, const char *text)
{
	size_t len = strlen(to);

	if (len < size)
		snprintf(to + len, size - len, "%s%s", between, text);
}

/* A phase whose root is open at @depth; one with the same root joins it. */
static struct fb_chrome_slice *of_root(struct fb_chrome *c, const struct fb_export_phase *ph,
				       const struct fb_walk_stack *st, uint32_t depth)
{
	struct fb_chrome_slice *sl;
	unsigned int i;

	for (i = 0; i < c->nr_slices; i++) {
		sl = &c->slice[i];
		if (sl->to >= 0 || sl->st != st || sl->depth != depth)
			continue;
		append(sl->name, sizeof(sl->name), " + ", ph->name);
		append(sl->label, sizeof(sl->label), "; ", ph->label);
		return sl;
	}
	sl = add(c, ph->name, ph->label, ph->path, (int64_t)st->open[depth].note);
	if (sl) {
		sl->st = st;
		sl->depth = depth;
	}
	return sl;
}

int fb_chrome_phase_enter(struct fb_export *ex, const struct fb_walk_stack *st)
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

void fb_chrome_phase_leave(struct fb_export *ex, const struct fb_walk_stack *st, int64_t at)
{
	struct fb_chrome *c = ex->own;
	unsigned int i;

	for (i = 0; i < c->nr_slices; i++)
		if (c->slice[i].to < 0 && c->slice[i].st == st &&
		    c->slice[i].depth == st->depth - 1)
			c->slice[i].to = at;
}

static void add_arrow(struct fb_chrome_slice *sl, unsigned int tid, int64_t at)
{
	if (sl->nr_arrows < FB_CHROME_ARROWS)
		sl->arrow[sl->nr_arrows++] = (struct fb_chrome_arrow){ .tid = tid, .at = at };
}

int fb_chrome_phase_packet(struct fb_export *ex, const struct fb_walk_stack *st, unsigned int tid,
			   int64_t at, const struct fb_str *text)
{
	struct fb_chrome *c = ex->own;
	const struct fb_export_phase *ph = NULL;
	struct fb_chrome_slice *sl;
	unsigned int i;
	uint32_t d;

	if (!ex->nr_phases) {
		if (c->nr_slices)
			add_arrow(&c->slice[c->nr_slices - 1], tid, at);
		return 0;
	}
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
	if (!sl)
		return -ENOMEM;
	add_arrow(sl, tid, at);
	return 0;
}

/* By their beginning, and the longer one first: it is around the other. */
static int by_time(const void *a, const void *b)
{
	const struct fb_chrome_slice *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to > y->to ? -1 : x->to < y->to;
}

/* A track holds what lies in or behind one another; what overlaps otherwise takes another one. */
static unsigned int lane_of(const struct fb_chrome *c, unsigned int nr)
{
	const struct fb_chrome_slice *sl = &c->slice[nr];
	unsigned int lane = 0, i;

	for (i = 0; i < nr; i++) {
		if (c->slice[i].lane != lane || c->slice[i].to <= sl->from ||
		    c->slice[i].to >= sl->to)
			continue;
		lane++;
		i = (unsigned int)-1;
	}
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

void fb_chrome_phases_end(struct fb_export *ex)
{
	struct fb_chrome *c = ex->own;
	char name[200];
	unsigned int i, lanes = 0;

	end_last(c);
	if (!c->nr_slices)
		return;
	qsort(c->slice, c->nr_slices, sizeof(*c->slice), by_time);
	snprintf(name, sizeof(name), "phases of %.100s", ex->scenario ? ex->scenario : ex->source);
	fb_chrome_label(c, "process_name", FB_CHROME_PHASES, 0, name);
	for (i = 0; i < c->nr_slices; i++) {
		c->slice[i].lane = lane_of(c, i);
		if (c->slice[i].lane < lanes)
			continue;
		lanes = c->slice[i].lane + 1;
		snprintf(name, sizeof(name), lanes > 1 ? "phases, %u" : "phases", lanes);
		fb_chrome_label(c, "thread_name", FB_CHROME_PHASES, lanes, name);
	}
	for (i = 0; i < c->nr_slices; i++)
		write_slice(c, &c->slice[i]);
}
