/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bench.json, compare.json and profile.json as they are read: the schema of each, and what its
 * numbers must agree in.
 */
#ifndef FB_BENCH_BENCH_SCHEMA_H
#define FB_BENCH_BENCH_SCHEMA_H

#include "json/json_schema.h"

/**
 * fb_bench_schema - bench.json
 *
 * A point with an error is what bench could not measure: its error is all that it says. Every
 * other point has proofs that
 * hold, of two kinds at least, and prices that follow from its samples. Rounds may be missing, as
 * in a document that was
 * cut down; those that are there close, are all there, and have the prices of the samples.
 */
extern const struct fb_json_schema fb_bench_schema;

/** fb_compare_schema - compare.json */
extern const struct fb_json_schema fb_compare_schema;

/** fb_profile_schema - profile.json, with its lines and streams where it has them */
extern const struct fb_json_schema fb_profile_schema;

/**
 * fb_compare_functions - the list of functions that a price moved in; history.json has it as well
 */
extern const struct fb_json_field fb_compare_functions[];

/** FB_POINT_KEYS - what tells two points of a document apart */
#define FB_POINT_KEYS "path size segments flows batch cpus"

/** FB_JSON_POINT_FIELDS - the fields of a point's settings, without the braces of the table */
#define FB_JSON_POINT_FIELDS                                                              \
	{ FB_JSON("path", TEXT), .low = 1, .high = 63 },                                  \
		{ FB_JSON("size", COUNT), .low = 1, .high = 65535 },                      \
		{ FB_JSON("segments", COUNT), .low = 1, .high = 1024, .optional = true }, \
		{ FB_JSON("flows", COUNT), .low = 1, .high = 1e8 },                       \
		{ FB_JSON("batch", COUNT), .low = 1, .high = 1024 },                      \
		{ FB_JSON("cpus", COUNT), .low = 1, .high = 65536 }

#endif
