// SPDX-License-Identifier: GPL-2.0
/* Rounds: the lab up, the flows warm, the path proved, its price taken, the lab down. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "lib/message.h"
#include "price/path_lab.h"
#include "price/ingress_hook.h"
#include "price/latency.h"
#include "price/baseline.h"
#include "price/pktgen.h"
#include "price/mark.h"
#include "price/recorded_packets.h"
#include "price/round.h"
#include "price/measure.h"
#include "price/span.h"
#include "price/superpacket.h"
#include "system/debugfs.h"
#include "process/interrupt.h"
#include "lib/vector.h"

/* A new point like @at, with room for what is measured in all labs. */
static struct fb_bench_point *add_point(struct fb_bench *b, const struct fb_bench_point *at)
{
	size_t own = b->want.labs * b->want.rounds, samples;
	struct fb_bench_point *pt;

	if (fb_vector_grow(b->point, b->nr_points))
		return NULL;
	pt = &b->point[b->nr_points++];
	*pt = *at;
	samples = b->want.labs * fb_bench_tuples(b, pt);
	pt->whole = calloc(own, sizeof(*pt->whole));
	pt->own = calloc(own, sizeof(*pt->own));
	pt->gross = calloc(samples * b->want.rounds, sizeof(*pt->gross));
	pt->sample = calloc(samples, sizeof(*pt->sample));
	return pt->own && pt->gross && pt->whole && pt->sample ? pt : NULL;
}

/* What did not hold, one line each; the first of them becomes @why. */
static void say_unproved(struct fb_bench_point *pt)
{
	const struct fb_bench_path *path = pt->path;
	const struct fb_proved *pd = &pt->proved;
	unsigned int i, held, judged;
	struct fb_error line;

	for (i = 0; i < path->nr_proofs; i++) {
		if (pd->held[i] != FB_HELD_NO)
			continue;
		fb_error(&line, -EPROTO, "not proved: '%.80s' counted %" PRIu64 ", not %" PRIu64,
			 path->proof[i].text, pd->count[i], pd->wanted[i]);
		fb_print_error("%s: %s", path->name, line.text);
		if (fb_error_empty(&pt->why))
			pt->why = line;
	}
	if (pd->verified && pd->verify_ok != pd->verified) {
		fb_error(&line, -EPROTO,
			 "%" PRIu64 " of %" PRIu64 " packets are as they should be: %.100s",
			 pd->verify_ok, pd->verified, pd->verify_first);
		fb_print_error("%s: %s", path->name, line.text);
		if (fb_error_empty(&pt->why))
			pt->why = line;
	}
	if (!fb_proof_sum(path, pd, &held, &judged) && fb_error_empty(&pt->why)) {
		fb_error(&pt->why, -EPROTO, "not proved: too little can be counted on this kernel");
		fb_print_error("%s: %s", path->name, pt->why.text);
	}
}

/* All flows of the lab, in one round. What was not proved in an earlier lab stays so. */
static int prove(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_result r;
	struct fb_error open = { "" };
	int ret;

	if (!fb_error_empty(&pt->why))
		return 0;
	ret = fb_benchfs_config("end=sink");
	if (!ret)
		ret = fb_proof_round(pt->path, fb_bench_flows(b, pt->path, pt->flows),
				     fb_bench_packets(b), &r, &pt->proved);
	if (ret)
		return ret;
	if (!fb_bench_result_closes(&r, fb_bench_packets(b), false, &open))
		fb_error(&pt->why, -EPROTO, "proof round does not close: %s", open.text);
	pt->size = r.size;
	if (b->want.verify && !fb_bench_path_hides(pt->path)) {
		ret = fb_benchfs_config("verify=1");
		if (!ret && pt->path->verify)
			ret = fb_benchfs_config(pt->path->verify);
		if (!ret)
			ret = fb_benchfs_run("round", &r);
		if (!ret)
			ret = fb_benchfs_config("verify=0");
		if (ret)
			return ret;
		pt->proved.verified = fb_bench_packets(b);
		pt->proved.verify_ok = r.verify_ok;
		snprintf(pt->proved.verify_first, sizeof(pt->proved.verify_first), "%s",
			 r.verify_first);
	}
	say_unproved(pt);
	return 0;
}

/* Flows can fall back to the slow path at any time, and what was measured then was another path. */
static int prove_again(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_result r;
	struct fb_proved again;
	unsigned int held, judged;
	int ret;

	ret = fb_proof_round(pt->path, fb_bench_flows(b, pt->path, pt->flows), fb_bench_packets(b),
			     &r, &again);
	if (ret || !fb_error_empty(&pt->why) || fb_proof_sum(pt->path, &again, &held, &judged))
		return ret;
	fb_error(&pt->why, -EPROTO, "proved before its rounds, and %u of %u after them", held,
		 judged);
	fb_print_error("%s: %s", pt->path->name, pt->why.text);
	return 0;
}

/* The least of several rounds has no timer in it. */
static int cheapest(unsigned int packets, uint64_t *out)
{
	struct fb_bench_result r;
	char words[32];
	int i, ret;

	*out = UINT64_MAX;
	snprintf(words, sizeof(words), "packets=%u", packets);
	ret = fb_benchfs_config(words);
	for (i = 0; !ret && i < 7; i++) {
		ret = fb_benchfs_run("round", &r);
		if (!ret && r.injected == packets && !r.switches && r.cycles < *out)
			*out = r.cycles;
	}
	return ret;
}

/* What is in a round of 100 packets five times, and in one of 500 once. */
static int price_clock(struct fb_bench *b)
{
	uint64_t few = UINT64_MAX, many = UINT64_MAX;
	char words[32];
	int ret;

	b->clock_tried = true;
	ret = fb_benchfs_config("end=ingress");
	if (!ret)
		ret = cheapest(100, &few);
	if (!ret)
		ret = cheapest(500, &many);
	if (!ret && few != UINT64_MAX && many != UINT64_MAX)
		b->clock = (5 * (double)few - (double)many) / 4;
	snprintf(words, sizeof(words), "packets=%lu", fb_bench_packets(b));
	return ret ? ret : fb_benchfs_config(words);
}

/* What rounds send from now on: flow number @tuple alone, or all. */
static int choose(const struct fb_bench *b, const struct fb_bench_point *pt, unsigned int tuple)
{
	char words[32];

	if (fb_bench_tuples(b, pt) == 1)
		return 0;
	snprintf(words, sizeof(words), "only=%u", tuple);
	return fb_benchfs_config(words);
}

static int measure_sample(const struct fb_bench *b, struct fb_bench_point *pt, unsigned int lab,
			  unsigned int tuple)
{
	struct fb_bench_result *r = &pt->gross[pt->nr_gross];
	unsigned int nr = (unsigned int)b->want.rounds;
	int ret;

	ret = choose(b, pt, tuple);
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = fb_bench_round(b, "sink", r, nr, &pt->why);
	if (ret)
		return ret;
	pt->nr_gross += nr;
	pt->sample[pt->nr_samples++] = (struct fb_bench_sample){ lab, tuple,
								 fb_bench_price_of(b, r, nr),
								 fb_bench_repeats_of(b, r, nr) };
	return 0;
}

static int prime(unsigned int packets)
{
	char words[32];

	snprintf(words, sizeof(words), "prime=%u", packets);
	return fb_benchfs_config(words);
}

/* How packets are handed over, which for the generator alone must be without GRO: that is part of the path. */
static int hand_over(const struct fb_bench_point *pt, const char *how)
{
	char words[32];

	if (!pt->path->receive || pt->batch > 1)
		return 0;
	snprintf(words, sizeof(words), "inject=%s", how);
	return fb_benchfs_config(words);
}

/* The generator alone, then each flow. */
static int measure_series(const struct fb_bench *b, struct fb_bench_point *pt, unsigned int lab)
{
	unsigned int nr = (unsigned int)b->want.rounds, tuple;
	int ret;

	ret = prime(FB_BENCH_PRIME);
	if (!ret)
		ret = hand_over(pt, "single");
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = fb_bench_own(b, pt->path, &pt->own[pt->nr_own], nr, &pt->why);
	pt->nr_own += ret ? 0 : nr;
	if (!ret)
		ret = hand_over(pt, pt->path->receive);
	for (tuple = 1; !ret && tuple <= fb_bench_tuples(b, pt); tuple++)
		ret = measure_sample(b, pt, lab, tuple);
	fb_mark(FB_MARK_SERIES);
	if (!ret && pt->path->own)
		ret = fb_profile_programs();
	if (!ret)
		ret = choose(b, pt, 0);
	return ret ? ret : prime(0);
}

/*
 * Long rounds, as a rule of all flows, which no profile knows of. They follow one another, so that what one leaves for
 * later is done in the next.
 */
static int measure_whole(const struct fb_bench *b, struct fb_bench_point *pt)
{
	unsigned long packets = fb_bench_packets(b) * FB_BENCH_LONG, i;
	unsigned int again = FB_BENCH_AGAIN;
	struct fb_error open = { "" };
	char words[48];
	int ret;

	if (!b->insn)
		return 0;
	snprintf(words, sizeof(words), "end=sink packets=%lu", packets);
	ret = fb_benchfs_config(words);
	/* What is received together must be of one flow, as in the samples. */
	if (!ret && pt->path->receive)
		ret = choose(b, pt, 1);
	for (i = 0; !ret && i < b->want.rounds; i++) {
		struct fb_bench_result *r = &pt->whole[pt->nr_whole];

		ret = fb_bench_sample(r, false, &again);
		if (ret)
			break;
		pt->nr_whole++;
		if (fb_bench_result_closes(r, packets, false, &open) &&
		    fb_bench_result_is_sample(r, &open))
			continue;
		if (fb_error_empty(&pt->why))
			fb_error(&pt->why, -EPROTO, "long round %lu: %s", i + 1, open.text);
	}
	if (!ret && pt->path->receive)
		ret = choose(b, pt, 0);
	snprintf(words, sizeof(words), "packets=%lu", fb_bench_packets(b));
	return ret ? ret : fb_benchfs_config(words);
}

/* What the rounds with hooks or time stamps are compared with. */
static int price_plain(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_result *r;
	unsigned int nr = (unsigned int)b->want.rounds;
	int ret;

	if (!b->want.hooks && !b->want.latency)
		return 0;
	r = calloc(nr, sizeof(*r));
	if (!r)
		return -ENOMEM;
	ret = fb_bench_round(b, "sink", r, nr, &pt->why);
	if (!ret)
		pt->plain = fb_bench_price_of(b, r, nr);
	free(r);
	return ret;
}

/* What is measured once, of the first flow, in rounds that are not primed. */
static int measure_more(struct fb_bench *b, struct fb_bench_point *pt)
{
	int ret = choose(b, pt, 1);

	if (!ret)
		ret = price_plain(b, pt);

	/*
	 * Superpackets vary by more than the clock costs. The record contains no packet any more. Merged packets do
	 * not come back at ingress, and what ends in the driver does not get there.
	 */
	if (!ret && b->insn && !b->clock_tried && pt->segments < 2 && !pt->path->record &&
	    !pt->path->receive && !pt->path->own)
		ret = price_clock(b);
	if (!ret && b->want.latency)
		ret = fb_bench_latency(b, pt);
	if (!ret && b->want.hooks)
		ret = fb_bench_spans(b, pt);
	/* What pktgen builds is not encrypted, and it does not pass the driver. */
	if (!ret && b->want.peer && !pt->path->record && !pt->path->own)
		ret = fb_bench_pktgen(b, pt);
	return ret ? ret : choose(b, pt, 0);
}

/* Its packets are transmitted one by one, by one processor. */
static bool has_own_injection(const struct fb_bench_path *path)
{
	return path->config && strstr(path->config, "inject=");
}

static int configure_point(const struct fb_bench *b, const struct fb_bench_point *pt,
			   unsigned long size)
{
	struct fb_error error = { "" };
	char words[96];
	int ret;

	snprintf(words, sizeof(words),
		 pt->batch > 1 ? "inject=list cpus=%lu batch=%lu" : "inject=single cpus=%lu",
		 pt->cpus, pt->batch);
	ret = has_own_injection(pt->path) ? 0 : fb_benchfs_config(words);
	if (!ret)
		ret = hand_over(pt, pt->path->receive);
	if (!ret && size)
		ret = fb_superpacket_words(pt->path, pt->segments, size, words, sizeof(words),
					   &error);
	if (ret == -ERANGE)
		fb_print_error("%s: %s", pt->path->name, error.text);
	if (!ret && size)
		ret = fb_benchfs_config(words);
	return !ret && pt->path->record ? fb_bench_record(b, pt->path) : ret;
}

/* Each generator's clock would hold the packets of the others. The module refuses it, too. */
static bool waits(const struct fb_bench_path *path)
{
	return path->config && strstr(path->config, "wait=1");
}

static int measure_point(struct fb_bench *b, struct fb_bench_point *pt, unsigned long size,
			 unsigned int lab)
{
	int ret;

	if (pt->cpus > 1 && waits(pt->path))
		return fb_error(&pt->why, -EINVAL,
				"%s waits for its packets (wait=1): expected --cpus 1",
				pt->path->name);
	ret = configure_point(b, pt, size);
	if (!ret)
		ret = prove(b, pt);
	if (!ret)
		ret = measure_series(b, pt, lab);
	if (!ret)
		ret = measure_whole(b, pt);
	if (!ret)
		ret = prove_again(b, pt);
	if (!ret && lab == 1)
		ret = measure_more(b, pt);
	if (!ret)
		ret = fb_bench_sum(b, pt);
	return ret ? fb_error(&pt->why, ret, "%s", strerror(-ret)) : 0;
}

/* The @i-th combination of sizes, batches and processors; false after the last one. */
static bool combination(const struct fb_bench_want *w, unsigned int i, struct fb_bench_point *pt,
			unsigned long *size)
{
	unsigned int sizes = w->sizes.nr ? w->sizes.nr : 1;

	pt->cpus = w->cpus.v[i % w->cpus.nr];
	i /= w->cpus.nr;
	pt->batch = w->batches.v[i % w->batches.nr];
	i /= w->batches.nr;
	*size = w->sizes.nr && i < sizes ? w->sizes.v[i] : 0;
	return i < sizes;
}

/*
 * struct lab_work - what is measured in one lab: its flows are made once, and stay for every combination
 * @lab: number of this lab, from 1
 * @base: the first point
 * @first: the first combination. A lab that was turned over after its packets were recorded can record
 *	no others: it has this one only
 */
struct lab_work {
	struct fb_bench *b;
	const struct fb_bench_path *path;
	unsigned long flows;
	unsigned int lab;
	unsigned int base;
	unsigned int first;
};

static int in_lab(void *ctx)
{
	const struct lab_work *w = ctx;
	struct fb_bench_point at = { .path = w->path,
				     .flows = w->flows,
				     .segments = w->b->segments },
			      *pt;
	unsigned long size, flows = fb_bench_flows(w->b, w->path, w->flows);
	unsigned int i = w->first;
	struct fb_bench_result r;
	int ret;

	ret = fb_bench_configure(w->b, w->path, flows);
	if (!ret)
		ret = fb_bench_warm_up(w->path, flows, &r);
	for (; !ret && combination(&w->b->want, i, &at, &size); i++) {
		pt = w->lab == 1 ? add_point(w->b, &at) : &w->b->point[w->base + i];
		if (!pt)
			return -ENOMEM;
		ret = measure_point(w->b, pt, size, w->lab);
		if (w->path->record)
			break;
	}
	return ret;
}

static int measure_flows(struct lab_work *work)
{
	struct fb_bench_point ignored = { .path = work->path };
	const struct fb_bench_want *want = &work->b->want;
	unsigned long size;
	int ret = 0;

	work->base = work->b->nr_points;
	for (work->lab = 1; !ret && work->lab <= want->labs; work->lab++) {
		fb_print_progress("%s, %lu flow%s, lab %u of %lu", work->path->name, work->flows,
				  work->flows == 1 ? "" : "s", work->lab, want->labs);
		work->first = 0;
		do
			ret = fb_bench_in_lab(work->path,
					      fb_bench_flows(work->b, work->path, work->flows),
					      in_lab, work);
		while (!ret && work->path->record &&
		       combination(want, ++work->first, &ignored, &size));
	}
	return ret;
}

int fb_bench_measure(struct fb_bench *b, const struct fb_bench_path *path)
{
	struct lab_work work = { .b = b, .path = path };
	const struct fb_bench_list *segments = &b->want.segments;
	unsigned int i;
	int ret = 0;

	if (fb_path_unsupported(path))
		return 0;
	if (has_own_injection(path) && (b->want.batches.nr > 1 || b->want.batches.v[0] > 1 ||
					b->want.cpus.nr > 1 || b->want.cpus.v[0] > 1)) {
		fb_print_error("%s: left out, its packets are sent one by one, by one processor",
			       path->name);
		return 0;
	}
	if (b->want.nic &&
	    (path->record || has_own_injection(path) || fb_bench_path_segments(path) > 1)) {
		fb_print_error(
			"%s: left out of --skb nic, its packets are superpackets, recorded or transmitted ones",
			path->name);
		return 0;
	}
	if (segments->nr && (path->record || path->receive || has_own_injection(path))) {
		fb_print_error(
			"%s: left out of --gso, its packets are recorded, merged or transmitted ones",
			path->name);
		return 0;
	}
	if (!path->own)
		ret = fb_ingress_hook_measure(b);
	if (ret)
		fb_print_error("%s: no price without that of the hook at ingress", path->name);
	for (i = 0; !ret && i < b->want.flows.nr * (segments->nr ? segments->nr : 1); i++) {
		work.flows = b->want.flows.v[i % b->want.flows.nr];
		b->segments = segments->nr ? segments->v[i / b->want.flows.nr]
					   : fb_bench_path_segments(path);
		ret = measure_flows(&work);
	}
	return ret;
}
