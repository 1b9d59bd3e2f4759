/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the statements of one rule, and the elements of a verdict map. Pure: no I/O. */
#ifndef FB_STATE_RULE_EXPR_H
#define FB_STATE_RULE_EXPR_H

#include <jansson.h>

#include "lib/error.h"
#include "state/gateway.h"

/**
 * fb_rule_keep - keep a text in rs->names, with '?' in place of control characters
 * @rs: the ruleset
 * @text: the text, or NULL
 * @kept: receives the kept text; NULL if @text is NULL
 *
 * Return: 0 or -ENOMEM.
 */
int fb_rule_keep(struct fb_ruleset *rs, const char *text, const char **kept);

/**
 * fb_rule_expr - read the statements of a rule
 * @rs: the ruleset
 * @expr: the array
 * @rule: receives end, always, flowtable and targets
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_rule_expr(struct fb_ruleset *rs, const json_t *expr, struct fb_rule *rule,
		 struct fb_error *error);

/**
 * fb_rule_elements - add the chains that the elements of a verdict map lead to
 * @rs: the ruleset
 * @elem: the array of [key, verdict]; NULL is an empty one
 * @ts: receives the targets
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_rule_elements(struct fb_ruleset *rs, const json_t *elem, struct fb_targets *ts,
		     struct fb_error *error);

/** fb_rule_link - set the index of each target's chain or map; chains and maps must be sorted */
void fb_rule_link(struct fb_ruleset *rs);

#endif
