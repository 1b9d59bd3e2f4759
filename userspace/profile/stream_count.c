// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_schema.h"
#include "profile/stream_count.h"
#include "json/json.h"

static const struct fb_profile_path *path_named(const struct fb_profile *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->nr; i++)
		if (!strcmp(p->path[i].name, name))
			return &p->path[i];
	return NULL;
}

static bool by_byte(const struct fb_profile_path *path)
{
	return path && fb_json_count(path->point, "segments") > 1;
}

/* The bytes of a packet, if its price is shown by the byte. */
static double bytes_of(const struct fb_profile_path *path)
{
	return by_byte(path) ? fb_json_real(path->point, "size") : 1;
}

static int spend(struct fb_stream_count *s, unsigned int function, uint64_t insns)
{
	unsigned int nr = s->nr ? s->nr : 256;
	uint64_t *more;

	while (nr <= function)
		nr *= 2;
	if (nr > s->nr) {
		more = realloc(s->self, nr * sizeof(*more));
		if (!more)
			return -ENOMEM;
		memset(more + s->nr, 0, (nr - s->nr) * sizeof(*more));
		s->self = more;
		s->nr = nr;
	}
	s->self[function] += insns;
	return 0;
}

static int count_blocks(struct fb_profile *p, const struct fb_profile_record *rec,
			const struct fb_record_round *round, struct fb_stream_count *s,
			struct fb_error *error)
{
	uint64_t i, times, insns, kernel = 0, offset;
	const struct fb_rec_block *b;
	int function, ret = 0;

	s->insns = round->head.insns;
	for (i = 0; !ret && i + FB_REC_COUNT_NUMBERS <= round->head.nr; i += FB_REC_COUNT_NUMBERS) {
		if (!round->seq[i] || round->seq[i] > rec->nr_blocks)
			return fb_error(error, -EINVAL, "round %" PRIu32 " counts an invalid block",
					round->head.serial);
		b = &rec->block[round->seq[i] - 1];
		times = round->seq[i + 1] | (uint64_t)round->seq[i + 2] << 32;
		if (__builtin_mul_overflow(times, b->insns, &insns) || insns > s->insns - kernel)
			return fb_error(error, -EINVAL,
					"round %" PRIu32
					": its blocks have more instructions than it",
					round->head.serial);
		kernel += insns;
		function = fb_symbols_find(&p->syms, b->vaddr, &offset);
		ret = function < 0 ? function : spend(s, (unsigned int)function, insns);
	}
	return ret ? ret : spend(s, FB_FN_USER, s->insns - kernel);
}

static int count_row(struct fb_profile *p, const struct fb_profile_record *rec, const json_t *row,
		     struct fb_stream_count *s, struct fb_error *error)
{
	json_int_t serial = fb_json_count(row, "serial");
	double busy = fb_json_real(row, "busy_seconds") * 1e9;
	const char *path = fb_json_text(row, "path", "");
	const struct fb_record_round *round;
	int ret;

	s->row = row;
	s->by_byte = by_byte(path_named(p, path));
	s->units = (uint64_t)fb_json_count(row, s->by_byte ? "bytes" : "packets");
	if (serial < 1 || serial > (json_int_t)rec->nr_rounds ||
	    !(rec->round[serial - 1].head.flags & FB_REC_COUNTED))
		return fb_error(error, -EINVAL, "%.60s: a stream is not in the record", path);
	round = &rec->round[serial - 1];
	ret = count_blocks(p, rec, round, s, error);
	if (ret || fabs((double)(s->insns + round->head.repeats) - busy) <= FB_STREAM_CLOSES * busy)
		return ret;
	return fb_error(error, -EINVAL,
			"%.60s: a stream does not close: %" PRIu64 " instructions and %" PRIu32
			" repeats ran in %.0f ns that the machine did not idle",
			path, s->insns, round->head.repeats, busy);
}

int fb_streams_build(struct fb_streams *s, struct fb_profile *p,
		     const struct fb_profile_record *rec, struct fb_error *error)
{
	const json_t *rows = json_object_get(p->bench, "streams");
	size_t nr = json_array_size(rows);
	int ret = 0;

	*s = (struct fb_streams){ .p = p };
	if (!nr)
		return 0;
	s->row = calloc(nr, sizeof(*s->row));
	if (!s->row)
		return -ENOMEM;
	for (; !ret && s->nr < nr; s->nr++)
		ret = count_row(p, rec, json_array_get(rows, s->nr), &s->row[s->nr], error);
	return ret;
}

void fb_streams_free(struct fb_streams *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		free(s->row[i].self);
	free(s->row);
	*s = (struct fb_streams){ .p = NULL };
}

/* --- the gap -----------------------------------------------------------------------------------*/

static const struct fb_stream_count *replaced(const struct fb_streams *s,
					      const struct fb_stream_count *row, const char *name)
{
	const struct fb_stream_count *one;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		one = &s->row[i];
		if (!strcmp(fb_json_text(one->row, "path", ""), name) &&
		    !strcmp(fb_json_text(one->row, "proto", ""),
			    fb_json_text(row->row, "proto", "")) &&
		    json_equal(json_object_get(one->row, "streams"),
			       json_object_get(row->row, "streams")))
			return one;
	}
	return NULL;
}

static void add_stream(struct fb_stream_gap *gap, const struct fb_stream_count *s, double sign)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		gap[i].streams += sign * (double)s->self[i] / (double)s->units;
}

/* What the generator says of a path's packet, net. */
static int add_path(struct fb_stream_gap *gap, const struct fb_profile *p,
		    const struct fb_profile_path *path, double sign)
{
	struct fb_profile_term term[FB_PROFILE_TERMS];
	unsigned int k, terms = fb_profile_terms(path, term);
	struct fb_profile_self *self;
	size_t i, nr;

	for (k = 0; k < terms; k++) {
		self = fb_profile_flat(p, &term[k].round->calls, &nr);
		if (!self)
			return -ENOMEM;
		for (i = 0; i < nr; i++)
			gap[self[i].function].generator +=
				sign * term[k].weight * (double)self[i].insns /
				((double)term[k].round->packets * bytes_of(path));
		free(self);
	}
	return 0;
}

static int by_gap(const void *a, const void *b)
{
	const struct fb_stream_gap *x = a, *y = b;
	double gx = fabs(x->streams - x->generator), gy = fabs(y->streams - y->generator);

	if (gx != gy)
		return gx > gy ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

const char *fb_stream_replaces(const struct fb_streams *s, const struct fb_stream_count *row)
{
	const struct fb_profile_path *path = path_named(s->p, fb_json_text(row->row, "path", ""));

	return path ? fb_json_text(path->point, "replaces", "") : "";
}

struct fb_stream_gap *fb_stream_gaps(const struct fb_streams *s, const struct fb_stream_count *row,
				     size_t *nr)
{
	const struct fb_profile_path *path = path_named(s->p, fb_json_text(row->row, "path", "")),
				     *other;
	const char *name = fb_stream_replaces(s, row);
	const struct fb_stream_count *before = replaced(s, row, name);
	struct fb_stream_gap *gap;
	unsigned int i;

	*nr = 0;
	other = path_named(s->p, name);
	if (!path || !other || !before || !row->units || !before->units ||
	    row->by_byte != before->by_byte)
		return NULL;
	gap = calloc((size_t)s->p->syms.nr_functions + row->nr + before->nr, sizeof(*gap));
	if (!gap)
		return NULL;
	add_stream(gap, row, 1);
	add_stream(gap, before, -1);
	if (add_path(gap, s->p, path, 1) || add_path(gap, s->p, other, -1)) {
		free(gap);
		return NULL;
	}
	*nr = s->p->syms.nr_functions;
	for (i = 0; i < *nr; i++)
		gap[i].function = i;
	qsort(gap, *nr, sizeof(*gap), by_gap);
	return gap;
}
