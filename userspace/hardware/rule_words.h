/* SPDX-License-Identifier: GPL-2.0 */
/* A rule of hardware in words, and as JSON. Pure but for the stream. */
#ifndef FB_HARDWARE_RULE_WORDS_H
#define FB_HARDWARE_RULE_WORDS_H

#include <jansson.h>
#include <stdio.h>

#include "hardware/rule.h"

/** fb_hw_rule_print - print a rule in words, some lines */
void fb_hw_rule_print(const struct fb_hw_rule *rule, FILE *f);

/** fb_hw_rule_reason - returns what the module's word for a refusal means */
const char *fb_hw_rule_reason(const char *reason);

/** fb_hw_rule_json - returns a rule as JSON, or NULL without memory */
json_t *fb_hw_rule_json(const struct fb_hw_rule *rule);

#endif
