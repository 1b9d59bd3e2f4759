// SPDX-License-Identifier: GPL-2.0
/*
 * Statements that matter here; all others are conditions or change the packet:
 *
 *	{"flow": {"op": "add", "flowtable": "@f"}}
 *	{"accept": null}  {"drop": null}  {"return": null}  {"reject": {...}}  {"queue": {...}}
 *	{"jump": {"target": "fast"}}  {"goto": {"target": "fast"}}
 *	{"vmap": {"key": ..., "data": "@m"}}
 *	{"vmap": {"key": ..., "data": {"set": [["tcp", {"jump": {"target": "fast"}}], ...]}}}
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "state/rule_expr.h"

/* Statements that say where the packet goes, and what they say. */
static const struct {
	const char *name;
	enum fb_rule_end end;
} ends[] = {
	{ "accept", FB_RULE_ACCEPT },	 { "drop", FB_RULE_DROP },
	{ "reject", FB_RULE_REJECT },	 { "queue", FB_RULE_QUEUE },
	{ "return", FB_RULE_RETURN },	 { "jump", FB_RULE_JUMP },
	{ "goto", FB_RULE_GOTO },	 { "vmap", FB_RULE_MAP },
	{ "snat", FB_RULE_OTHER },	 { "dnat", FB_RULE_OTHER },
	{ "masquerade", FB_RULE_OTHER }, { "redirect", FB_RULE_OTHER },
	{ "tproxy", FB_RULE_OTHER },	 { "synproxy", FB_RULE_OTHER },
	{ "fwd", FB_RULE_OTHER },
};

/* Statements that never keep a packet from the next statement. */
static const char *const passes[] = { "counter", "log",	   "notrack", "accept", "drop",	   "reject",
				      "queue",	 "return", "jump",    "goto",	"continue" };

int fb_rule_keep(struct fb_ruleset *rs, const char *text, const char **kept)
{
	size_t len = text ? strlen(text) : 0, i;
	char *clean;

	*kept = NULL;
	if (!text)
		return 0;
	clean = malloc(len + 1);
	if (!clean)
		return -ENOMEM;
	for (i = 0; i < len; i++)
		clean[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
	*kept = fb_intern(rs->names, clean, len);
	free(clean);
	return *kept ? 0 : -ENOMEM;
}

static int add_target(struct fb_targets *ts, const struct fb_target *target)
{
	/* Names are kept once, so that equal names have one address. */
	if (ts->nr && ts->target[ts->nr - 1].chain == target->chain &&
	    ts->target[ts->nr - 1].map == target->map &&
	    ts->target[ts->nr - 1].go_to == target->go_to)
		return 0;
	if (fb_vector_grow(ts->target, ts->nr))
		return -ENOMEM;
	ts->target[ts->nr++] = *target;
	return 0;
}

/* Adds the chain of {"jump": {"target": NAME}}, or of goto; other verdicts have none. */
static int add_verdict(struct fb_ruleset *rs, const json_t *verdict, struct fb_targets *ts,
		       struct fb_error *error)
{
	const json_t *jump = json_object_get(verdict, "jump");
	const json_t *go_to = json_object_get(verdict, "goto");
	struct fb_target target = { .to = FB_NONE, .go_to = !jump };
	const char *name;
	int ret;

	if (!jump && !go_to)
		return 0;
	name = json_string_value(json_object_get(jump ? jump : go_to, "target"));
	if (!name)
		return fb_error(error, -EINVAL, "%s without a target", jump ? "jump" : "goto");
	ret = fb_rule_keep(rs, name, &target.chain);
	return ret ? ret : add_target(ts, &target);
}

int fb_rule_elements(struct fb_ruleset *rs, const json_t *elem, struct fb_targets *ts,
		     struct fb_error *error)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < json_array_size(elem); i++)
		ret = add_verdict(rs, json_array_get(json_array_get(elem, i), 1), ts, error);
	return ret;
}

static int add_vmap(struct fb_ruleset *rs, const json_t *vmap, struct fb_targets *ts,
		    struct fb_error *error)
{
	const json_t *data = json_object_get(vmap, "data");
	struct fb_target target = { .to = FB_NONE };
	const char *name = json_string_value(data);
	int ret;

	if (!name)
		return fb_rule_elements(rs, json_object_get(data, "set"), ts, error);
	ret = fb_rule_keep(rs, name + (*name == '@'), &target.map);
	return ret ? ret : add_target(ts, &target);
}

static int add_flow(struct fb_ruleset *rs, const json_t *flow, struct fb_rule *rule,
		    struct fb_error *error)
{
	const char *op = json_string_value(json_object_get(flow, "op"));
	const char *name = json_string_value(json_object_get(flow, "flowtable"));

	if (!op || strcmp(op, "add"))
		return 0;
	if (!name)
		return fb_error(error, -EINVAL, "flow add without a flowtable");
	return fb_rule_keep(rs, name + (*name == '@'), &rule->flowtable);
}

static bool always_passes(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(passes) / sizeof(passes[0]); i++)
		if (!strcmp(passes[i], name))
			return true;
	return false;
}

/* A target of iptables ends the rule, and may end the evaluation. */
static enum fb_rule_end end_of(const char *name, const json_t *value)
{
	const char *type = json_string_value(json_object_get(value, "type"));
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!strcmp(ends[i].name, name))
			return ends[i].end;
	if (!strcmp(name, "xt") && type && !strcmp(type, "target"))
		return FB_RULE_OTHER;
	return FB_RULE_GOES_ON;
}

static int add_statement(struct fb_ruleset *rs, const json_t *statement, struct fb_rule *rule,
			 struct fb_error *error)
{
	/* jansson's iteration needs an object that is not const. */
	void *at = json_object_iter((json_t *)statement);
	const char *name = at ? json_object_iter_key(at) : "";
	const json_t *value = at ? json_object_iter_value(at) : NULL;
	enum fb_rule_end end = end_of(name, value);

	if (end != FB_RULE_GOES_ON)
		rule->end = end;
	if (!always_passes(name))
		rule->always = false;
	if (end == FB_RULE_JUMP || end == FB_RULE_GOTO)
		return add_verdict(rs, statement, &rule->targets, error);
	if (end == FB_RULE_MAP)
		return add_vmap(rs, value, &rule->targets, error);
	return strcmp(name, "flow") ? 0 : add_flow(rs, value, rule, error);
}

int fb_rule_expr(struct fb_ruleset *rs, const json_t *expr, struct fb_rule *rule,
		 struct fb_error *error)
{
	size_t i;
	int ret = 0;

	rule->always = true;
	for (i = 0; !ret && i < json_array_size(expr); i++)
		ret = add_statement(rs, json_array_get(expr, i), rule, error);
	return ret;
}

static void link_targets(const struct fb_ruleset *rs, uint8_t family, const char *table,
			 struct fb_targets *ts)
{
	unsigned int i;

	for (i = 0; i < ts->nr; i++) {
		struct fb_target *t = &ts->target[i];
		const struct fb_chain *chain;
		const struct fb_verdict_map *map;

		t->to = FB_NONE;
		if (t->map) {
			map = fb_verdict_map_find(rs, family, table, t->map);
			if (map)
				t->to = (uint32_t)(map - rs->map);
		} else {
			chain = fb_chain_find(rs, family, table, t->chain);
			if (chain)
				t->to = (uint32_t)(chain - rs->chain);
		}
	}
}

void fb_rule_link(struct fb_ruleset *rs)
{
	unsigned int i;

	for (i = 0; i < rs->nr_maps; i++)
		link_targets(rs, rs->map[i].family, rs->map[i].table, &rs->map[i].targets);
	for (i = 0; i < rs->nr_rules; i++) {
		const struct fb_chain *chain = &rs->chain[rs->rule[i].chain];

		link_targets(rs, chain->family, chain->table, &rs->rule[i].targets);
	}
}
