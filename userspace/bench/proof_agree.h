/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether the proofs of bench.json hold by their own counts. Pure.
 */
#ifndef FB_BENCH_PROOF_AGREE_H
#define FB_BENCH_PROOF_AGREE_H

#include "json/json_schema.h"

/** fb_bench_proof_agrees - checks that "holds" is what the counts of a proof say: an @agree of json/json_schema.h */
int fb_bench_proof_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error);

/**
 * fb_bench_proofs_agree - checks that a point was proved by two counts of different kinds
 * @at: where @js stands
 * @js: the point
 * @doc: the document
 * @error: set to what does not agree
 *
 * Return: 0, or a negative errno
 */
int fb_bench_proofs_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error);

#endif
