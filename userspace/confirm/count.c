// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "confirm/count.h"

/* The row of each call: its function's own, else that of the call it was made in. */
static int rows_of(const struct fb_calls *calls, const struct fb_symbols *syms,
		   const struct fb_left_out *lo, unsigned char **rows)
{
	unsigned char *own = malloc(syms->nr_functions), *row = malloc((size_t)calls->nr + 1);
	uint32_t i, f;

	*rows = row;
	if (!own || !row) {
		free(own);
		free(row);
		return -ENOMEM;
	}
	for (f = 0; f < syms->nr_functions; f++)
		own[f] = (unsigned char)fb_left_out_of(lo, &syms->function[f]);
	row[0] = FB_ROW_OTHER;
	for (i = 1; i < calls->nr; i++) {
		f = calls->call[i].function;
		row[i] = own[f] == FB_ROW_NONE ? row[calls->call[i].parent] : own[f];
	}
	free(own);
	return 0;
}

int fb_count_calls(const struct fb_calls *calls, const struct fb_symbols *syms,
		   const struct fb_left_out *lo, struct fb_count *count)
{
	const struct fb_call *c;
	unsigned char *row;
	uint32_t i;

	memset(count, 0, sizeof(*count));
	count->nr_functions = syms->nr_functions;
	count->nr_rows = lo->nr_rows;
	count->insns = calloc((size_t)count->nr_functions * count->nr_rows, sizeof(*count->insns));
	if (!count->insns || rows_of(calls, syms, lo, &row)) {
		fb_count_free(count);
		return -ENOMEM;
	}
	for (i = 0; i < calls->nr; i++) {
		c = &calls->call[i];
		count->insns[c->function * count->nr_rows + row[i]] += c->insns;
		count->row[row[i]] += c->insns;
		count->total += c->insns;
	}
	free(row);
	return 0;
}

/* A function is entered where its first block runs, unless that block goes on behind an interrupt. */
static int count_entries(const struct fb_profile_record *rec, const struct fb_record_round *round,
			 struct fb_symbols *syms, struct fb_count *count)
{
	uint32_t *first = calloc((size_t)rec->nr_blocks + 1, sizeof(*first)), i;
	uint64_t k, offset;
	int fn;

	count->calls = calloc(count->nr_functions, sizeof(*count->calls));
	if (!first || !count->calls) {
		free(first);
		return -ENOMEM;
	}
	for (i = 0; i < rec->nr_blocks; i++) {
		fn = fb_symbols_find(syms, rec->block[i].vaddr, &offset);
		if (fn > FB_FN_UNKNOWN && !offset)
			first[i + 1] = (uint32_t)fn;
	}
	for (k = 2; k < round->head.nr; k++)
		if (!(round->seq[k] & FB_REC_ACCESS) && first[round->seq[k]])
			count->calls[first[round->seq[k]]]++;
	free(first);
	return 0;
}

int fb_count_round(const struct fb_profile_record *rec, uint32_t serial, struct fb_symbols *syms,
		   const struct fb_left_out *lo, struct fb_count *count, struct fb_error *error)
{
	const struct fb_record_round *round;
	struct fb_calls calls;
	int ret;

	if (serial < 1 || serial > rec->nr_rounds)
		return fb_error(error, -EINVAL, "round %" PRIu32 " is not in the record", serial);
	round = &rec->round[serial - 1];
	if (round->head.flags || !round->seq || round->head.windows != 1)
		return fb_error(error, -EINVAL, "round %" PRIu32 " was not recorded whole", serial);
	ret = fb_blockwalk(rec->block, rec->nr_blocks, round->seq, round->head.nr, syms, &calls,
			   error);
	if (ret)
		return ret;
	ret = fb_count_calls(&calls, syms, lo, count);
	fb_calls_free(&calls);
	if (!ret)
		ret = count_entries(rec, round, syms, count);
	if (!ret && count->total != round->head.insns)
		ret = fb_error(error, -EINVAL,
			       "round %" PRIu32 ": its rows have %" PRIu64 " instructions, %" PRIu64
			       " ran",
			       serial, count->total, round->head.insns);
	if (ret)
		fb_count_free(count);
	return ret;
}

void fb_count_free(struct fb_count *count)
{
	free(count->insns);
	free(count->calls);
	memset(count, 0, sizeof(*count));
}
