// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "lib/hash.h"
#include "lib/vector.h"
#include "why/collect.h"

#define RECENT (sizeof(((struct fb_why_collect *)0)->recent) / sizeof(unsigned int))

static unsigned int cpu_of(uint64_t id)
{
	return id & ((1 << FB_WHY_CPU_BITS) - 1);
}

/* The slots of the packets that 1024 CPUs have at once are different ones. */
static unsigned int slot_of(uint64_t id)
{
	uint64_t number = id >> FB_WHY_CPU_BITS;

	return (cpu_of(id) * FB_WHY_LIVE_MAX + number % FB_WHY_LIVE_MAX) % RECENT;
}

uint32_t fb_why_tuple_hash(const char *tuple)
{
	const char *to = strchr(tuple, '>');

	if (!to)
		return fb_hash_fnv(tuple, strlen(tuple));
	return fb_hash_fnv(tuple, (size_t)(to - tuple)) + fb_hash_fnv(to + 1, strlen(to + 1));
}

static uint64_t *down_slot(struct fb_why_collect *c, const char *tuple)
{
	return &c->last_down[fb_why_tuple_hash(tuple) % (2 * FB_WHY_DOWNS)];
}

/* Exchanges source and destination; @turned has FB_WHY_TUPLE bytes. */
static void turn_tuple(const char *tuple, char *turned)
{
	const char *to = strchr(tuple, '>');

	if (to)
		snprintf(turned, FB_WHY_TUPLE, "%s>%.*s", to + 1, (int)(to - tuple), tuple);
	else
		snprintf(turned, FB_WHY_TUPLE, "%s", tuple);
}

static bool same_connection(const struct fb_why_teardown *t, const char *tuple)
{
	char turned[FB_WHY_TUPLE];

	turn_tuple(tuple, turned);
	return !strcmp(t->orig, tuple) || !strcmp(t->reply, tuple) || !strcmp(t->orig, turned) ||
	       !strcmp(t->reply, turned);
}

/* Returns the last flow of this connection that was taken down, or NULL. */
static struct fb_why_down *last_down(struct fb_why_collect *c, const char *tuple)
{
	uint64_t nr = *down_slot(c, tuple);
	struct fb_why_down *d;

	if (!nr || c->downs - nr >= FB_WHY_DOWNS)
		return NULL;
	d = &c->down[(nr - 1) % FB_WHY_DOWNS];
	return same_connection(&d->teardown, tuple) ? d : NULL;
}

/* Likewise, if it has not come back. */
static struct fb_why_down *find_down(struct fb_why_collect *c, const char *tuple)
{
	struct fb_why_down *d = last_down(c, tuple);

	return d && !d->over ? d : NULL;
}

static int add_packet(struct fb_why_collect *c, const struct fb_why_event *event)
{
	struct fb_why_down *down;
	struct fb_why_sample *s;

	if (event->packet.ns != c->ns)
		return 0;
	if (c->nr == FB_WHY_SAMPLES)
		return 0;
	if (fb_vector_reserve(c->sample, c->room, c->nr + 1))
		return -ENOMEM;
	s = &c->sample[c->nr++];
	c->recent[slot_of(event->id)] = c->nr;
	memset(s, 0, sizeof(*s));
	s->id = event->id;
	s->seen = 1U << FB_WHY_PACKET;
	s->packet = event->packet;
	/* A flow that is taken down by this packet was taken down just before this event. */
	down = find_down(c, s->packet.tuple);
	s->was_down = down;
	if (down)
		s->down = down->teardown;
	return 0;
}

/* A flow leaves its flowtable some time after it was taken down; then its end is known already. */
static void add_teardown(struct fb_why_collect *c, const struct fb_why_event *event)
{
	const struct fb_why_teardown *t = &event->teardown;
	struct fb_why_down *d;

	if (t->ns != c->ns)
		return;
	d = event->stage == FB_WHY_GONE ? last_down(c, t->orig) : NULL;
	if (d && !d->gone) {
		d->gone = true;
		return;
	}
	d = &c->down[c->downs++ % FB_WHY_DOWNS];
	d->teardown = *t;
	d->over = false;
	d->gone = event->stage == FB_WHY_GONE;
	*down_slot(c, t->orig) = c->downs;
	*down_slot(c, t->reply) = c->downs;
}

static void add_stage(struct fb_why_collect *c, struct fb_why_sample *s,
		      const struct fb_why_event *event)
{
	struct fb_why_down *down;

	s->seen |= 1U << event->stage;
	if (event->stage == FB_WHY_CT)
		s->ct = event->ct;
	else if (event->stage == FB_WHY_FORWARD)
		s->forward = event->forward;
	else if (event->stage == FB_WHY_ADD)
		s->add = event->add;
	if (event->stage != FB_WHY_ADD || !event->add.added)
		return;
	down = find_down(c, s->packet.tuple);
	if (down)
		down->over = true;
}

static struct fb_why_sample *sample_of(struct fb_why_collect *c, uint64_t id)
{
	unsigned int at = c->recent[slot_of(id)];

	return at && c->sample[at - 1].id == id ? &c->sample[at - 1] : NULL;
}

int fb_why_collect_add(struct fb_why_collect *c, const struct fb_why_event *event)
{
	struct fb_why_sample *s;

	if (event->stage == FB_WHY_PACKET)
		return add_packet(c, event);
	if (event->stage == FB_WHY_TEARDOWN || event->stage == FB_WHY_GONE) {
		add_teardown(c, event);
		return 0;
	}
	s = sample_of(c, event->id);
	if (s)
		add_stage(c, s, event);
	return 0;
}

/* What a sampled packet of this CPU met last may be among the lost events. */
void fb_why_collect_lost(struct fb_why_collect *c, unsigned int cpu)
{
	unsigned int ends = 1U << FB_WHY_FORWARD | 1U << FB_WHY_LOCAL, i, of_cpu = 0;

	for (i = c->nr; i-- && of_cpu < FB_WHY_LIVE_MAX;) {
		struct fb_why_sample *s = &c->sample[i];

		if (cpu_of(s->id) != cpu)
			continue;
		of_cpu++;
		s->cut = !(s->seen & ends);
	}
}

void fb_why_collect_reset(struct fb_why_collect *c)
{
	c->nr = 0;
	memset(c->recent, 0, sizeof(c->recent));
}

void fb_why_collect_free(struct fb_why_collect *c)
{
	free(c->sample);
	c->sample = NULL;
	c->nr = 0;
	c->room = 0;
}
