// SPDX-License-Identifier: GPL-2.0
/* The gap between streams and the generator, as a table and as JSON. */
#include <stdbool.h>
#include <stdlib.h>

#include "json/json_schema.h"
#include "profile/stream_count.h"
#include "json/json.h"
#include "lib/print.h"

/* So many functions are shown. */
#define SHOWN 12

struct sum {
	double streams;
	double generator;
};

static void add_gap(struct sum *sum, const struct fb_stream_gap *gap)
{
	sum->streams += gap->streams;
	sum->generator += gap->generator;
}

static void print_line(const char *name, double streams, double generator, bool by_byte, FILE *to)
{
	int digits = by_byte ? 3 : 1;

	fb_print(to, "  %-34s %+12.*f %+12.*f %+12.*f\n", name, digits, streams, digits, generator,
		 digits, streams - generator);
}

static const char *name_of(const struct fb_streams *s, const struct fb_stream_gap *gap)
{
	return s->p->syms.function[gap->function].name;
}

static void print_gaps(const struct fb_streams *s, const struct fb_stream_count *row,
		       const struct fb_stream_gap *gap, size_t nr, FILE *to)
{
	struct sum all = { 0, 0 }, left = { 0, 0 };
	size_t i;

	for (i = 0; i < nr; i++) {
		add_gap(&all, &gap[i]);
		if (i >= SHOWN)
			add_gap(&left, &gap[i]);
	}
	fb_print(to, "\n%s less %s, %s, %d at once, instructions a %s:\n",
		 fb_json_text(row->row, "path", ""), fb_stream_replaces(s, row),
		 fb_json_text(row->row, "proto", ""), (int)fb_json_count(row->row, "streams"),
		 row->by_byte ? "byte" : "packet");
	fb_print(to, "  %-34s %12s %12s %12s\n", "function", "streams", "generator", "gap");
	for (i = 0; i < nr && i < SHOWN; i++)
		print_line(name_of(s, &gap[i]), gap[i].streams, gap[i].generator, row->by_byte, to);
	print_line("all others", left.streams, left.generator, row->by_byte, to);
	print_line("all", all.streams, all.generator, row->by_byte, to);
}

void fb_streams_print(const struct fb_streams *s, FILE *to)
{
	struct fb_stream_gap *gap;
	bool any = false;
	size_t i, nr;

	for (i = 0; i < s->nr; i++) {
		gap = fb_stream_gaps(s, &s->row[i], &nr);
		if (!gap)
			continue;
		print_gaps(s, &s->row[i], gap, nr, to);
		free(gap);
		any = true;
	}
	if (any)
		fputs("streams: all that the machine ran, both hosts as well, so the far end of a tunnel decrypts, too; divided\n"
		      "by the packets that the gateway forwarded, or of superpackets, by the bytes that arrived.\n",
		      to);
}

static json_t *functions_of(const struct fb_streams *s, const struct fb_stream_gap *gap, size_t nr)
{
	json_t *out = json_array();
	size_t i;

	for (i = 0; i < nr; i++)
		if (gap[i].streams != 0 || gap[i].generator != 0)
			json_array_append_new(out, json_pack("[s, f, f]", name_of(s, &gap[i]),
							     gap[i].streams, gap[i].generator));
	return out;
}

static json_t *row_of(const struct fb_streams *s, const struct fb_stream_count *row,
		      const struct fb_stream_gap *gap, size_t nr)
{
	struct sum all = { 0, 0 };
	size_t i;

	for (i = 0; i < nr; i++)
		add_gap(&all, &gap[i]);
	return json_pack("{s:s, s:s, s:s, s:O, s:s, s:f, s:f, s:o}", "path",
			 fb_json_text(row->row, "path", ""), "replaces", fb_stream_replaces(s, row),
			 "proto", fb_json_text(row->row, "proto", ""), "streams",
			 json_object_get(row->row, "streams"), "per",
			 row->by_byte ? "byte" : "packet", "insn", all.streams, "generator",
			 all.generator, "functions", functions_of(s, gap, nr));
}

void fb_streams_json(const struct fb_streams *s, json_t *out)
{
	struct fb_stream_gap *gap;
	size_t i, nr;

	for (i = 0; i < s->nr; i++) {
		gap = fb_stream_gaps(s, &s->row[i], &nr);
		if (gap)
			json_array_append_new(out, row_of(s, &s->row[i], gap, nr));
		free(gap);
	}
}
