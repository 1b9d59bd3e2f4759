// SPDX-License-Identifier: GPL-2.0
/* Rounds: the lab up, the flows warm, the path proved, its price taken, the lab down. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lab.h"
#include "bench/latency.h"
#include "bench/peer.h"
#include "bench/profile_mark.h"
#include "bench/record.h"
#include "bench/round.h"
#include "bench/run.h"
#include "bench/span.h"
#include "kernel/debugfs.h"
#include "lib/err.h"

static struct fb_bench_point *add_point(struct fb_bench *b)
{
	struct fb_bench_point *grown;

	grown = realloc(b->point, (b->nr_points + 1) * sizeof(*grown));
	if (!grown)
		return NULL;
	b->point = grown;
	memset(&grown[b->nr_points], 0, sizeof(*grown));
	return &grown[b->nr_points++];
}

/* What did not hold, one line each; the first of them becomes @why. */
static void say_unproved(struct fb_bench_point *pt)
{
	const struct fb_bench_path *path = pt->path;
	const struct fb_proved *pd = &pt->proved;
	unsigned int i, held, judged;
	struct fb_why line;

	for (i = 0; i < path->nr_proofs; i++) {
		if (pd->held[i] != FB_HELD_NO)
			continue;
		fb_why(&line, -EPROTO, "not proved: '%.80s' counted %" PRIu64 ", not %" PRIu64,
		       path->proof[i].text, pd->count[i], pd->wanted[i]);
		fb_err("%s: %s", path->name, line.text);
		if (fb_why_empty(&pt->why))
			pt->why = line;
	}
	if (pd->verified && pd->verify_ok != pd->verified) {
		fb_why(&line, -EPROTO,
		       "%" PRIu64 " of %" PRIu64 " packets are as they should be: %.100s",
		       pd->verify_ok, pd->verified, pd->verify_first);
		fb_err("%s: %s", path->name, line.text);
		if (fb_why_empty(&pt->why))
			pt->why = line;
	}
	if (!fb_proof_sum(path, pd, &held, &judged) && fb_why_empty(&pt->why)) {
		fb_why(&pt->why, -EPROTO, "not proved: too little can be counted on this kernel");
		fb_err("%s: %s", path->name, pt->why.text);
	}
}

static int prove(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_result r;
	struct fb_why open = { "" };
	int ret;

	ret = fb_benchfs_config("end=sink");
	if (!ret)
		ret = fb_proof_round(pt->path, pt->flows, b->want.packets, &r, &pt->proved);
	if (ret)
		return ret;
	if (!fb_bench_result_closes(&r, b->want.packets, false, &open))
		fb_why(&pt->why, -EPROTO, "proof round does not close: %s", open.text);
	pt->size = r.size;
	if (b->want.verify) {
		ret = fb_benchfs_config("verify=1");
		if (!ret && pt->path->verify)
			ret = fb_benchfs_config(pt->path->verify);
		if (!ret)
			ret = fb_benchfs_run("round", &r);
		if (!ret)
			ret = fb_benchfs_config("verify=0");
		if (ret)
			return ret;
		pt->proved.verified = b->want.packets;
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

	ret = fb_proof_round(pt->path, pt->flows, b->want.packets, &r, &again);
	if (ret || !fb_why_empty(&pt->why) || fb_proof_sum(pt->path, &again, &held, &judged))
		return ret;
	fb_why(&pt->why, -EPROTO, "proved before its rounds, and %u of %u after them", held,
	       judged);
	fb_err("%s: %s", pt->path->name, pt->why.text);
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
		if (!ret && r.injected == packets && r.cycles < *out)
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
	snprintf(words, sizeof(words), "packets=%lu", b->want.packets);
	return ret ? ret : fb_benchfs_config(words);
}

static int measure_point(struct fb_bench *b, struct fb_bench_point *pt, unsigned long size)
{
	char words[96];
	int ret;

	pt->own = calloc(b->want.rounds, sizeof(*pt->own));
	pt->gross = calloc(b->want.rounds, sizeof(*pt->gross));
	if (!pt->own || !pt->gross)
		return -ENOMEM;
	snprintf(words, sizeof(words),
		 pt->batch > 1 ? "inject=list cpus=%lu batch=%lu" : "inject=single cpus=%lu",
		 pt->cpus, pt->batch);
	ret = fb_benchfs_config(words);
	if (!ret && size) {
		snprintf(words, sizeof(words), "size=%lu", size);
		ret = fb_benchfs_config(words);
	}
	if (!ret && pt->path->record)
		ret = fb_bench_record(b, pt->path);
	if (!ret)
		ret = prove(b, pt);
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = fb_bench_round(b, "ingress", pt->own, (unsigned int)b->want.rounds, &pt->why);
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = fb_bench_round(b, "sink", pt->gross, (unsigned int)b->want.rounds, &pt->why);
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = prove_again(b, pt);
	if (ret) {
		return fb_why(&pt->why, ret, "%s", strerror(-ret));
	}
	pt->nr = (unsigned int)b->want.rounds;
	ret = fb_bench_sum(b, pt);
	/* Of what was recorded no packet is left. */
	if (!ret && b->insn && !b->clock_tried && !pt->path->record)
		ret = price_clock(b);
	if (!ret && b->want.latency)
		ret = fb_bench_latency(b, pt);
	if (!ret && b->want.hooks)
		ret = fb_bench_spans(b, pt);
	/* What pktgen builds is no ciphertext. */
	if (!ret && b->want.peer && !pt->path->record)
		ret = fb_bench_pktgen(b, pt);
	return ret;
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
 * One lab: its flows are made once, and stay for every combination. A lab that was turned over
 * after its packets were recorded can record no others: it has one combination, the @i-th.
 */
static int measure_flows(struct fb_bench *b, const struct fb_bench_path *path, unsigned long flows,
			 unsigned int i)
{
	struct fb_bench_point at = { .path = path, .flows = flows }, *pt;
	struct fb_bench_result r;
	unsigned long size;
	int ret;

	ret = fb_bench_configure(b, path, flows);
	if (!ret)
		ret = fb_bench_warm_up(path, flows, &r);
	for (; !ret && combination(&b->want, i, &at, &size); i++) {
		pt = add_point(b);
		if (!pt)
			return -ENOMEM;
		*pt = at;
		ret = measure_point(b, pt, size);
		if (path->record)
			break;
	}
	return ret;
}

struct lab_work {
	struct fb_bench *b;
	const struct fb_bench_path *path;
	unsigned long flows;
	unsigned int first;
};

static int in_lab(void *ctx)
{
	const struct lab_work *w = ctx;

	return measure_flows(w->b, w->path, w->flows, w->first);
}

int fb_bench_measure(struct fb_bench *b, const struct fb_bench_path *path)
{
	struct fb_bench_point ignored = { .path = path };
	struct lab_work work = { .b = b, .path = path };
	unsigned long size;
	unsigned int i;
	int ret = 0;

	if (fb_bench_too_old(path))
		return 0;
	for (i = 0; !ret && i < b->want.flows.nr; i++) {
		work.flows = b->want.flows.v[i];
		fb_progress("%s, %lu flow%s", path->name, work.flows, work.flows == 1 ? "" : "s");
		work.first = 0;
		do
			ret = fb_bench_in_lab(path, work.flows, in_lab, &work);
		while (!ret && path->record &&
		       combination(&b->want, ++work.first, &ignored, &size));
	}
	return ret;
}
