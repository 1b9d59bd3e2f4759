/* SPDX-License-Identifier: GPL-2.0 */
/*
 * results.json and the matrix as they are read. scenario/results.c writes results.json: its reader is
 * here, below it, as the
 * readers of recordings need it.
 */
#ifndef FB_MATCH_RESULTS_SCHEMA_H
#define FB_MATCH_RESULTS_SCHEMA_H

#include "json/json_schema.h"

/** FB_RESULTS_SCHEMA - name and version of the schema of results.json */
#define FB_RESULTS_SCHEMA "flowbench.results/1"

/** FB_MATRIX_SCHEMA - name and version of the matrix */
#define FB_MATRIX_SCHEMA "flowbench.matrix/1"

/**
 * fb_results_schema - results.json; its calls and its fidelity may be missing, as earlier
 * versions had none
 */
extern const struct fb_json_schema fb_results_schema;

/** fb_matrix_schema - the matrix: a run that was neither skipped nor failed has results */
extern const struct fb_json_schema fb_matrix_schema;

#endif
