/* SPDX-License-Identifier: GPL-2.0 */
/* Several bench.json of one machine, as if one boot had measured them. */
#ifndef FB_BENCH_JOIN_H
#define FB_BENCH_JOIN_H

#include <jansson.h>

#include "price/prices.h"

/**
 * fb_bench_points_once - check that no price is in the points of several documents twice
 * @points: the points of all documents
 * @error: receives the price that is
 *
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_bench_points_once(const json_t *points, struct fb_error *error);

/**
 * fb_bench_join - read points of several documents
 * @b: has its paths; receives the points in their order, those of a single document in the document's, and the fingerprint of the first document
 * @docs: the documents
 * @files: their names, for messages
 * @nr: how many, at least 1
 * @joined: receives one document of all points, each with its ratio; the caller's
 * @error: receives what is wrong
 *
 * Settings and fingerprints have to be the same, but for the command: each boot had paths of its own. Of a
 * point, what the table shows is read: its rounds stay in the document.
 *
 * Return: 0, -EINVAL or FB_JSON_REFUSED with @error set, or -ENOMEM.
 */
int fb_bench_join(struct fb_bench *b, json_t *const *docs, const char *const *files, size_t nr,
		  json_t **joined, struct fb_error *error);

#endif
