// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "state/connections.h"
#include "why/summary.h"

static struct fb_why_row *row_of(struct fb_why_summary *s, const struct fb_why_answer *answer)
{
	struct fb_why_row *row;
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (s->row[i].answer.id == answer->id &&
		    !strcmp(s->row[i].answer.detail, answer->detail))
			return &s->row[i];
	if (fb_vector_reserve(s->row, s->room, s->nr + 1))
		return NULL;
	row = &s->row[s->nr++];
	memset(row, 0, sizeof(*row));
	row->answer = *answer;
	return row;
}

static int keep_seen(struct fb_why_summary *s, unsigned int row, const char *tuple)
{
	if (fb_vector_reserve(s->seen, s->seen_room, s->nr_seen + 1))
		return -ENOMEM;
	s->seen[s->nr_seen++] = (uint64_t)row << 32 | fb_why_tuple_hash(tuple);
	return 0;
}

int fb_why_summary_add(struct fb_why_summary *s, const struct fb_why_sample *sample,
		       const struct fb_why_answer *answer)
{
	struct fb_why_row *row = row_of(s, answer);

	if (!row)
		return -ENOMEM;
	if (!row->sampled) {
		strcpy(row->example, sample->packet.tuple);
		strcpy(row->proto, sample->packet.proto);
	}
	row->sampled++;
	s->sampled++;
	return keep_seen(s, (unsigned int)(row - s->row), sample->packet.tuple);
}

int fb_why_summary_add_connection(struct fb_why_summary *s, const struct fb_connection *c,
				  const struct fb_why_answer *answer)
{
	struct fb_why_row *row = row_of(s, answer);
	char text[FB_TUPLE_TEXT];

	if (!row)
		return -ENOMEM;
	fb_tuple_text(&c->tuple[FB_CT_ORIGINAL], text);
	if (!row->connections++)
		snprintf(row->example, sizeof(row->example), "%.*s", (int)sizeof(row->example) - 1,
			 text);
	row->of_connections = true;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Counts the different connections of each row. */
static void count_connections(struct fb_why_summary *s)
{
	unsigned int i;

	if (s->nr_seen)
		qsort(s->seen, s->nr_seen, sizeof(*s->seen), by_value);
	for (i = 0; i < s->nr_seen; i++)
		if (!i || s->seen[i] != s->seen[i - 1])
			s->row[s->seen[i] >> 32].connections++;
}

static int by_packets(const void *a, const void *b)
{
	const struct fb_why_row *x = a, *y = b;

	if (x->packets != y->packets)
		return x->packets < y->packets ? 1 : -1;
	if (x->of_connections && y->of_connections && x->connections != y->connections)
		return x->connections < y->connections ? 1 : -1;
	return (int)x->answer.id - (int)y->answer.id;
}

static uint64_t since(uint64_t before, uint64_t now)
{
	return now > before ? now - before : 0;
}

void fb_why_summary_end(struct fb_why_summary *s, const struct fb_why_counts *before,
			const struct fb_why_counts *now, uint64_t kept)
{
	unsigned int i;

	for (i = 0; i < now->nr; i++) {
		const struct fb_why_device *d = &now->device[i];
		const struct fb_why_device *was = fb_why_counts_device(before, d->ifindex);
		uint64_t in = since(was ? was->in : 0, d->in);
		uint64_t behind = since(was ? was->behind : 0, d->behind);

		s->fast += since(behind, in);
		s->passed += behind;
	}
	s->slow = since(before->forward, now->forward);
	s->local = since(before->local, now->local);
	s->missed = since(before->missed, now->missed);
	count_connections(s);
	s->scale = 1;
	if (kept && kept < s->passed)
		s->scale = (double)s->passed / (double)kept;
	for (i = 0; i < s->nr; i++)
		s->row[i].packets = (uint64_t)((double)s->row[i].sampled * s->scale + 0.5);
	if (s->nr)
		qsort(s->row, s->nr, sizeof(*s->row), by_packets);
}

void fb_why_summary_connection(struct fb_why_summary *s, uint32_t status)
{
	s->tracked++;
	s->offloaded += !!(status & (FB_CT_OFFLOAD | FB_CT_HW_OFFLOAD));
	s->hardware += !!(status & FB_CT_HW_OFFLOAD);
}

void fb_why_summary_flowtables(struct fb_why_summary *s, const struct fb_ruleset *rs)
{
	unsigned int i;

	for (i = 0; i < rs->nr_flowtables; i++)
		if (rs->flowtable[i].flags & FB_FLOWTABLE_OFFLOAD)
			snprintf(s->asked, sizeof(s->asked), "%.31s", rs->flowtable[i].name);
}

void fb_why_summary_free(struct fb_why_summary *s)
{
	free(s->row);
	free(s->seen);
	memset(s, 0, sizeof(*s));
}
