/* SPDX-License-Identifier: GPL-2.0 */
/* Comparisons and histories as tests of KernelCI. */
#ifndef FB_EXPORT_KCIDB_PRICES_H
#define FB_EXPORT_KCIDB_PRICES_H

#include "compare/comparison_print.h"
#include "export/kcidb_report.h"
#include "history/history_json.h"

/** FB_KCIDB_POINT - room for the name of a point, with its NUL */
#define FB_KCIDB_POINT 128

/** fb_kcidb_point - name a point by its settings, as in "size60-flows1-batch1-cpus1" */
void fb_kcidb_point(const json_t *js, char out[FB_KCIDB_POINT]);

/**
 * fb_kcidb_compare - a number for each point of compare.json: by how much the second side's price differs
 * @r: the report
 * @doc: compare.json; the second side is the kernel that was tested
 *
 * Return: 0 or what fb_kcidb_kernel() returns.
 */
int fb_kcidb_compare(struct fb_kcidb *r, const json_t *doc);

/**
 * fb_kcidb_history - of each kernel of history.json a number for each price, and a test for each check
 * @r: the report
 * @doc: history.json
 *
 * Return: 0 or what fb_kcidb_kernel() returns.
 */
int fb_kcidb_history(struct fb_kcidb *r, const json_t *doc);

#endif
