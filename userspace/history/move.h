/* SPDX-License-Identifier: GPL-2.0 */
/* What is different from one kernel of a history to the next one. */
#ifndef FB_HISTORY_MOVE_H
#define FB_HISTORY_MOVE_H

#include <jansson.h>
#include <stdbool.h>

#include "history/release.h"
#include "match/alias.h"

/**
 * fb_move_open - say why a move that shows nothing is not a proof that nothing moved (pure)
 * @js: what fb_move_json() has made
 * @a: the one
 * @b: the other
 * @across: two machines are compared on purpose
 * @error: receives what was not compared: a part that only one of them has, or that cannot be read;
 *	a price, a phase or a check that only one of them has; or the machine
 *
 * Return: true if something was not compared.
 */
bool fb_move_open(const json_t *js, const struct fb_release *a, const struct fb_release *b,
		  bool across, struct fb_error *error);

/**
 * fb_move_json - the difference of two kernels
 * @a: the one
 * @b: the other
 * @aliases: the table of names
 * @error: receives what is wrong
 *
 *	{"from": "6.12.95", "to": "6.12.107", "moved": true, "machine": ["qemu"],
 *	 "prices": [{"path": "flowtable", …, "delta": -13.98, "spread": [5.0, 10.0], "moved": true,
 *	             "cause": "code", "code": {"delta": -13.98, "spread": [0.0, 0.0]},
 *	             "functions": [{"function": …, "module": …, "delta": …, "code": "differs"}]}],
 *	 "calls": {"total": {…}, "changes": […]},
 *	 "checks": [{"name": "kept-ttl", "from": "known", "to": "passed"}],
 *	 "none": {"prices": "why they cannot be compared"},
 *	 "lone": {"checks": "6.12.107 has no check kept-mtu"}}
 *
 * A price has moved if its shift is greater than the spread of the samples on both sides; or if what functions with
 * other code take together has moved so: what chance does elsewhere cannot hide that. "cause" is "code", or "data" if
 * only functions with the same code take more or less, or "not found". "machine" names what of the two fingerprints
 * differs beside the kernel and what is built for it.
 * Return: 0 with a new object in @js, or a negative errno.
 */
int fb_move_json(const struct fb_release *a, const struct fb_release *b,
		 const struct fb_aliases *aliases, json_t **js, struct fb_error *error);

#endif
