// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "confirm/confirm.h"
#include "confirm/count.h"
#include "json/json_schema.h"

/* The rounds of one repetition. */
struct pair {
	struct fb_count few;
	struct fb_count many;
	double packets;
};

double fb_confirm_gap(const struct fb_confirm_path *p)
{
	return p->row[FB_ROW_PATH].counted - p->row[FB_ROW_PATH].gross;
}

double fb_confirm_percent(const struct fb_confirm_path *p)
{
	return 100 * fb_confirm_gap(p) / p->row[FB_ROW_PATH].gross;
}

/* A packet's share of what a long round has more than a short one. */
static double share(const struct pair *p, uint64_t few, uint64_t many)
{
	return ((double)many - (double)few) / p->packets;
}

static double row_share(const struct pair *p, unsigned int row)
{
	return share(p, p->few.row[row], p->many.row[row]);
}

static void pair_free(struct pair *p)
{
	fb_count_free(&p->few);
	fb_count_free(&p->many);
}

/* The repetition whose row "path" is the median of all. */
static unsigned int median_of(const struct pair *pair, unsigned int nr)
{
	unsigned int i, k, less, same;

	for (i = 0; i < nr; i++) {
		double at = row_share(&pair[i], FB_ROW_PATH);

		for (k = less = same = 0; k < nr; k++) {
			less += row_share(&pair[k], FB_ROW_PATH) < at;
			same += row_share(&pair[k], FB_ROW_PATH) == at;
		}
		if (less <= (nr - 1) / 2 && less + same > (nr - 1) / 2)
			return i;
	}
	return 0;
}

static void fill_rows(const struct fb_confirm *c, struct fb_confirm_path *p,
		      const struct pair *pair, const struct pair *median)
{
	double least, most, one;
	unsigned int row, i;

	for (row = 0; row < c->lo->nr_rows; row++) {
		least = INFINITY;
		most = -INFINITY;
		for (i = 0; i < p->repetitions; i++) {
			one = row_share(&pair[i], row);
			least = fmin(least, one);
			most = fmax(most, one);
		}
		p->row[row].counted = row_share(median, row);
		p->row[row].spread = most - least;
		p->all.counted += p->row[row].counted;
	}
}

/* How often functions were entered, all together; -1 if there is none of them. */
static double entered(const struct fb_confirm *c, const struct pair *pair, const char *names)
{
	double sum = -1;
	unsigned int f;
	size_t len;
	const char *at;

	for (f = FB_FN_UNKNOWN + 1; f < pair->few.nr_functions; f++) {
		for (at = names; *at; at += len + (at[len] == '|')) {
			len = strcspn(at, "|");
			if (strncmp(c->syms->function[f].name, at, len) ||
			    c->syms->function[f].name[len])
				continue;
			sum = fmax(sum, 0) + share(pair, pair->few.calls[f], pair->many.calls[f]);
		}
	}
	return sum;
}

/* Each function of the kind "hook" must have been entered as often as the path says. */
static int prove(const struct fb_confirm *c, const struct fb_confirm_path *p,
		 const struct pair *pair, struct fb_error *error)
{
	const struct fb_proof *proof;
	unsigned int i;
	double times;

	for (i = 0; i < p->path->nr_proofs; i++) {
		proof = &p->path->proof[i];
		if (proof->kind != FB_PROOF_HOOK)
			continue;
		times = fmax(entered(c, pair, proof->name), 0);
		if (((proof->want == FB_WANT_ALL || proof->want == FB_WANT_EACH) && times != 1) ||
		    (proof->want == FB_WANT_NONE && times != 0))
			return fb_error(error, -EINVAL,
					"%s: not proved: '%.80s', %g calls a packet", p->path->name,
					proof->text, times);
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct fb_confirm_function *x = a, *y = b;
	int ret = strcmp(x->name, y->name);

	if (ret || !x->module != !y->module)
		return ret ? ret : !x->module - !y->module;
	return x->module ? strcmp(x->module, y->module) : 0;
}

static int by_gap(const void *a, const void *b)
{
	const struct fb_confirm_function *x = a, *y = b;
	double left = fabs(x->counted - x->priced), right = fabs(y->counted - y->priced);

	if (left != right)
		return left > right ? -1 : 1;
	return by_name(a, b);
}

static uint64_t of_path(const struct fb_count *count, unsigned int f)
{
	return count->insns[(size_t)f * count->nr_rows + FB_ROW_PATH];
}

/* The functions of both machines, by name: their modules lie elsewhere, and so do their numbers. */
static int fill_functions(const struct fb_confirm *c, struct fb_confirm_path *p,
			  const struct pair *pair, const struct fb_count *gross, double packets)
{
	size_t room = (size_t)pair->few.nr_functions + gross->nr_functions, nr = 0, i, kept = 0;
	struct fb_confirm_function *all = calloc(room, sizeof(*all));
	const struct fb_function *fn;
	unsigned int f;

	if (!all)
		return -ENOMEM;
	for (f = 0; f < pair->few.nr_functions; f++) {
		fn = &c->syms->function[f];
		all[nr++] = (struct fb_confirm_function){
			.name = fn->name,
			.module = fn->module,
			.counted = share(pair, of_path(&pair->few, f), of_path(&pair->many, f)),
		};
	}
	for (f = 0; f < gross->nr_functions; f++) {
		fn = &c->price->syms.function[f];
		all[nr++] = (struct fb_confirm_function){
			.name = fn->name,
			.module = fn->module,
			.priced = (double)of_path(gross, f) / packets,
		};
	}
	qsort(all, nr, sizeof(*all), by_name);
	for (i = 0; i < nr; i++) {
		if (all[i].counted == 0 && all[i].priced == 0)
			continue;
		if (kept && !by_name(&all[kept - 1], &all[i])) {
			all[kept - 1].counted += all[i].counted;
			all[kept - 1].priced += all[i].priced;
		} else {
			all[kept++] = all[i];
		}
	}
	qsort(all, kept, sizeof(*all), by_gap);
	p->function = all;
	p->nr_functions = kept;
	return 0;
}

/* The price's rounds in the same rows. */
static int fill_price(const struct fb_confirm *c, struct fb_confirm_path *p,
		      const struct pair *median, struct fb_error *error)
{
	const struct fb_profile_path *at = NULL;
	struct fb_count gross, own;
	unsigned int row;
	size_t i;
	int ret;

	for (i = 0; !at && i < c->price->nr; i++)
		if (!strcmp(c->price->path[i].name, p->path->name))
			at = &c->price->path[i];
	if (!at)
		return fb_error(error, -EINVAL, "%s: bench.json has no price of it", p->path->name);
	if (fb_json_count(at->point, "size") != (json_int_t)c->rounds->size)
		return fb_error(error, -EINVAL,
				"%s: its price is of frames of %" JSON_INTEGER_FORMAT
				" bytes, not %lu",
				p->path->name, fb_json_count(at->point, "size"), c->rounds->size);
	p->net = fb_json_real(at->point, "net");
	ret = fb_count_calls(&at->gross.calls, &c->price->syms, c->lo, &gross);
	if (ret)
		return ret;
	ret = fb_count_calls(&at->own.calls, &c->price->syms, c->lo, &own);
	if (!ret)
		ret = fill_functions(c, p, median, &gross, (double)at->packets);
	for (row = 0; !ret && row < c->lo->nr_rows; row++) {
		p->row[row].gross = (double)gross.row[row] / (double)at->packets;
		p->row[row].own = (double)own.row[row] / (double)at->packets;
		p->all.gross += p->row[row].gross;
		p->all.own += p->row[row].own;
	}
	fb_count_free(&gross);
	fb_count_free(&own);
	return ret;
}

static int fill_path(const struct fb_confirm *c, struct fb_confirm_path *p, const struct pair *pair,
		     struct fb_error *error)
{
	const struct pair *median = &pair[median_of(pair, p->repetitions)];
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < p->repetitions; i++)
		ret = prove(c, p, &pair[i], error);
	if (ret)
		return ret;
	fill_rows(c, p, pair, median);
	p->polls = fmax(entered(c, median, "virtnet_poll|igb_poll"), 0);
	p->interrupts = fmax(entered(c, median, "vring_interrupt|igb_msix_ring"), 0);
	return fill_price(c, p, median, error);
}

/* All rounds of one path, which are those from @round on. */
static int add_path(struct fb_confirm *c, const struct fb_profile_record *rec,
		    const struct fb_gateway_round *round, unsigned int repetitions,
		    const struct fb_bench_path *path, struct fb_error *error)
{
	struct pair *pair = calloc(repetitions, sizeof(*pair));
	struct fb_confirm_path *p = &c->path[c->nr++];
	unsigned int i;
	int ret = pair ? 0 : -ENOMEM;

	p->path = path;
	p->repetitions = repetitions;
	p->packets = round[1].packets - round[0].packets;
	for (i = 0; !ret && i < repetitions; i++) {
		pair[i].packets = (double)(round[2 * i + 1].packets - round[2 * i].packets);
		ret = fb_count_round(rec, round[2 * i].serial, c->syms, c->lo, &pair[i].few, error);
		if (!ret)
			ret = fb_count_round(rec, round[2 * i + 1].serial, c->syms, c->lo,
					     &pair[i].many, error);
	}
	if (!ret)
		ret = fill_path(c, p, pair, error);
	for (i = 0; pair && i < repetitions; i++)
		pair_free(&pair[i]);
	free(pair);
	return ret;
}

int fb_confirm_build(struct fb_confirm *c, const struct fb_profile_record *rec,
		     const struct fb_bench_path *paths, unsigned int nr_paths,
		     struct fb_error *error)
{
	const struct fb_gateway_round *round = c->rounds->round;
	const struct fb_bench_path *path;
	size_t i, end;
	unsigned int k;
	int ret = 0;

	c->nr = 0;
	c->path = calloc(c->rounds->nr + 1, sizeof(*c->path));
	if (!c->path)
		return -ENOMEM;
	for (i = 0; !ret && i < c->rounds->nr; i = end) {
		for (end = i; end < c->rounds->nr && !strcmp(round[end].path, round[i].path); end++)
			;
		for (path = NULL, k = 0; !path && k < nr_paths; k++)
			if (!strcmp(paths[k].name, round[i].path))
				path = &paths[k];
		if (!path)
			ret = fb_error(error, -EINVAL, "unknown path '%.60s'", round[i].path);
		else
			ret = add_path(c, rec, &round[i], (unsigned int)(end - i) / 2, path, error);
	}
	return ret;
}

void fb_confirm_free(struct fb_confirm *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		free(c->path[i].function);
	free(c->path);
	c->path = NULL;
	c->nr = 0;
}
