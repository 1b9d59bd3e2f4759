/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Call trees as tables of JSON, for results.json: a row a call, in the order of the trace, and
 * names by their number in a list. Pure: no I/O.
 *
 *	{"names": ["ip_rcv", "ip_rcv_core"], "rows": [[0, 0, 5120], [1, 1, 730]]}
 *
 * Marks have no row. An interrupt has one, under the name FB_CALLS_IRQ.
 */
#ifndef FB_MATCH_CALLS_JSON_H
#define FB_MATCH_CALLS_JSON_H

#include <jansson.h>

#include "match/fidelity.h"
#include "tree/normal.h"

/** FB_CALLS_IRQ - what an interrupt is called in a table of calls */
#define FB_CALLS_IRQ "==irq=="

/**
 * fb_calls_json - the table of a traced tree
 * @n: the tree
 *
 * A row is [depth, name, ns]: depth from 0, ns the traced duration or null.
 * Return: a new object, or NULL without memory.
 */
json_t *fb_calls_json(const struct fb_normal *n);

/**
 * fb_fid_calls_json - the table of a documented tree, with what became of each call
 * @doc: the documented tree
 * @live: the reproduced one, or NULL
 * @fi: what fb_fidelity_compare() said of the two; not looked at without @live
 * @phase: "p3p4": the first phase of it has the reproduced tree's table
 *
 * Beside the names there are "classes" and "reasons", and "live": the phase that has the reproduced
 * tree. A row is [depth, name, class, live, reason]: live is the counterpart's row in the table of
 * @live, or null; reason may be null, and so may the class, of an interrupt or without @live.
 * Return: a new object, or NULL without memory.
 */
json_t *fb_fid_calls_json(const struct fb_normal *doc, const struct fb_normal *live,
			  const struct fb_fidelity *fi, const char *phase);

#endif
