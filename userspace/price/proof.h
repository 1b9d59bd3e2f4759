/* SPDX-License-Identifier: GPL-2.0 */
/* Proof of a path: the counts before and after a round, and what they must be. */
#ifndef FB_PRICE_PROOF_H
#define FB_PRICE_PROOF_H

#include <stdbool.h>

#include "price/path.h"
#include "system/round_result.h"

/**
 * enum fb_held - what came of one proof
 * @FB_HELD_NO: the count is another
 * @FB_HELD_YES: as it must be
 * @FB_HELD_UNKNOWN: this kernel does not let it be counted
 */
enum fb_held {
	FB_HELD_NO,
	FB_HELD_YES,
	FB_HELD_UNKNOWN,
};

/**
 * struct fb_proved - the proofs of one round
 * @count: of each proof
 * @wanted: of each proof; for "once" the least
 * @held: of each proof
 * @verify_ok: packets found right, of those in @verified
 * @verified: how many were looked at, 0 when nobody asked
 * @verify_first: what was wrong first, or empty
 */
struct fb_proved {
	uint64_t count[FB_BENCH_PROOFS];
	uint64_t wanted[FB_BENCH_PROOFS];
	enum fb_held held[FB_BENCH_PROOFS];
	uint64_t verify_ok;
	uint64_t verified;
	char verify_first[160];
};

/**
 * fb_proof_judge - whether a count is what it must be (pure)
 * @pr: the proof
 * @count: what was counted
 * @packets: of the round
 * @segments: of a packet, 1 if it is not a superpacket
 * @flows: of the round
 * @wanted: receives what it must be
 *
 * Return: true if it is.
 */
bool fb_proof_judge(const struct fb_proof *pr, uint64_t count, uint64_t packets, uint64_t segments,
		    uint64_t flows, uint64_t *wanted);

/**
 * fb_proof_sum - how many proofs held (pure)
 * @path: the path
 * @pd: its proofs
 * @held: receives how many held
 * @judged: receives how many could be judged
 *
 * Return: true if none failed and at least two of different kinds held.
 */
bool fb_proof_sum(const struct fb_bench_path *path, const struct fb_proved *pd, unsigned int *held,
		  unsigned int *judged);

/**
 * fb_proof_round - run a round with the hooks on and look at what it moved
 * @path: the path
 * @flows: of the round
 * @packets: of the round
 * @r: receives the round's result
 * @pd: receives the proofs
 *
 * In the gateway's network namespace. Says what is wrong.
 * Return: 0 (proved or not), or a negative errno.
 */
int fb_proof_round(const struct fb_bench_path *path, uint64_t flows, uint64_t packets,
		   struct fb_bench_result *r, struct fb_proved *pd);

#endif
