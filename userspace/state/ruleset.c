// SPDX-License-Identifier: GPL-2.0
/*
 * The JSON of `nft -j list ruleset` is one array of objects:
 *
 *	{"nftables": [
 *	  {"metainfo": {"version": "1.1.3", ...}},
 *	  {"table": {"family": "inet", "name": "fw", "handle": 13}},
 *	  {"chain": {"family": "inet", "table": "fw", "name": "forward", "handle": 4,
 *	             "type": "filter", "hook": "forward", "prio": 0, "policy": "drop"}},
 *	  {"map": {"family": "inet", "name": "m", "table": "fw", "type": "inet_service", "handle": 10,
 *	           "map": "verdict", "elem": [[443, {"jump": {"target": "fast"}}]]}},
 *	  {"flowtable": {"family": "inet", "name": "f", "table": "fw", "handle": 11,
 *	                 "hook": "ingress", "prio": 0, "dev": ["in0", "out0"]}},
 *	  {"rule": {"family": "inet", "table": "fw", "chain": "forward", "handle": 19,
 *	            "comment": "...", "expr": [STATEMENT, ...]}}]}
 *
 * rule_expr.c reads the statements of a rule.
 */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "state/rule_expr.h"
#include "state/ruleset.h"

/* What the readers of all objects need. @at is the number of the object, from 1. */
struct reader {
	struct fb_ruleset *rs;
	unsigned int at;
	struct fb_error *why;
};

static int keep_member(struct reader *r, const json_t *js, const char *key, const char **text)
{
	const json_t *value = json_object_get(js, key);

	*text = NULL;
	return value ? fb_rule_keep(r->rs, json_string_value(value), text) : 0;
}

/* Like keep_member(), for a member that must be there. */
static int need_member(struct reader *r, const json_t *js, const char *key, const char **text)
{
	int ret = keep_member(r, js, key, text);

	if (!ret && !*text)
		return fb_error(r->why, -EINVAL, "object %u has no '%s'", r->at, key);
	return ret;
}

static uint64_t handle_of(const json_t *js)
{
	json_int_t handle = json_integer_value(json_object_get(js, "handle"));

	return handle > 0 ? (uint64_t)handle : 0;
}

static int priority_of(const json_t *js)
{
	json_int_t prio = json_integer_value(json_object_get(js, "prio"));

	if (prio < INT_MIN)
		return INT_MIN;
	return prio > INT_MAX ? INT_MAX : (int)prio;
}

/* The member "dev" is a name, or an array of names. */
static int read_devices(struct reader *r, const json_t *js, struct fb_dev_names *names)
{
	const json_t *dev = json_object_get(js, "dev");
	size_t nr = json_is_array(dev) ? json_array_size(dev) : json_is_string(dev), i;

	if (!nr)
		return 0;
	names->name = calloc(nr, sizeof(*names->name));
	if (!names->name)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		const json_t *one = json_is_array(dev) ? json_array_get(dev, i) : dev;
		int ret = fb_rule_keep(r->rs, json_string_value(one), &names->name[names->nr]);

		if (ret)
			return ret;
		names->nr += !!names->name[names->nr];
	}
	return 0;
}

/* A future nft may print the flags: one name, or an array of names. */
static unsigned int flowtable_flags(const json_t *js)
{
	const json_t *flags = json_object_get(js, "flags");
	const char *one = json_string_value(flags);
	unsigned int bits = 0;
	size_t i;

	for (i = 0; one || i < json_array_size(flags); i++) {
		const char *flag = one ? one : json_string_value(json_array_get(flags, i));

		if (flag && !strcmp(flag, "offload"))
			bits |= FB_FLOWTABLE_OFFLOAD;
		if (flag && !strcmp(flag, "counter"))
			bits |= FB_FLOWTABLE_COUNTER;
		one = NULL;
	}
	return bits;
}

static int read_flowtable(struct reader *r, uint8_t family, const json_t *js)
{
	struct fb_flowtable *ft = &r->rs->flowtable[r->rs->nr_flowtables++];
	int ret;

	ft->family = family;
	ft->handle = handle_of(js);
	ft->priority = priority_of(js);
	ft->flags = flowtable_flags(js);
	ret = need_member(r, js, "table", &ft->table);
	if (!ret)
		ret = need_member(r, js, "name", &ft->name);
	return ret ? ret : read_devices(r, js, &ft->devices);
}

static int read_chain(struct reader *r, uint8_t family, const json_t *js)
{
	struct fb_chain *c = &r->rs->chain[r->rs->nr_chains++];
	int ret;

	c->family = family;
	c->handle = handle_of(js);
	c->priority = priority_of(js);
	ret = need_member(r, js, "table", &c->table);
	if (!ret)
		ret = need_member(r, js, "name", &c->name);
	if (!ret)
		ret = keep_member(r, js, "type", &c->type);
	if (!ret)
		ret = keep_member(r, js, "hook", &c->hook);
	if (!ret)
		ret = keep_member(r, js, "policy", &c->policy);
	return ret ? ret : read_devices(r, js, &c->devices);
}

static int read_map(struct reader *r, uint8_t family, const json_t *js)
{
	const char *data = json_string_value(json_object_get(js, "map"));
	struct fb_verdict_map *m;
	int ret;

	if (!data || strcmp(data, "verdict"))
		return 0;
	m = &r->rs->map[r->rs->nr_maps++];
	m->family = family;
	ret = need_member(r, js, "table", &m->table);
	if (!ret)
		ret = need_member(r, js, "name", &m->name);
	return ret ? ret
		   : fb_rule_elements(r->rs, json_object_get(js, "elem"), &m->targets, r->why);
}

static int read_rule(struct reader *r, uint8_t family, const json_t *js)
{
	struct fb_rule *rule = &r->rs->rule[r->rs->nr_rules++];
	const char *table, *name;
	const struct fb_chain *chain;
	int ret;

	rule->handle = handle_of(js);
	/* The order of the listing, until the rules are sorted by their chains. */
	rule->position = r->rs->nr_rules;
	ret = need_member(r, js, "table", &table);
	if (!ret)
		ret = need_member(r, js, "chain", &name);
	if (!ret)
		ret = keep_member(r, js, "comment", &rule->comment);
	if (ret)
		return ret;
	chain = fb_chain_find(r->rs, family, table, name);
	if (!chain)
		return fb_error(r->why, -EINVAL, "object %u: a rule of an unknown chain: %s %s %s",
				r->at, fb_nf_family_name(family), table, name);
	rule->chain = (uint32_t)(chain - r->rs->chain);
	ret = fb_rule_expr(r->rs, json_object_get(js, "expr"), rule, r->why);
	return ret ? fb_error_prefix(r->why, ret, "object %u", r->at) : 0;
}

/* Calls @one for each object of this kind in a family that is known. */
static int each(struct reader *r, const json_t *list, const char *kind,
		int (*one)(struct reader *, uint8_t, const json_t *))
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < json_array_size(list); i++) {
		const json_t *js = json_object_get(json_array_get(list, i), kind);
		const char *family = json_string_value(json_object_get(js, "family"));
		uint8_t number = family ? fb_nf_family(family) : 0;

		r->at = (unsigned int)i + 1;
		if (number)
			ret = one(r, number, js);
	}
	return ret;
}

static unsigned int count_kind(const json_t *list, const char *kind)
{
	unsigned int nr = 0;
	size_t i;

	for (i = 0; i < json_array_size(list); i++)
		nr += !!json_object_get(json_array_get(list, i), kind);
	return nr;
}

/* Orders what belongs to tables: by family, table and name. */
static int compare_keys(uint8_t family, const char *table, const char *name, uint8_t other_family,
			const char *other_table, const char *other_name)
{
	int ret = (int)family - (int)other_family;

	if (!ret)
		ret = strcmp(table, other_table);
	return ret ? ret : strcmp(name, other_name);
}

static int by_chain_name(const void *a, const void *b)
{
	const struct fb_chain *x = a, *y = b;

	return compare_keys(x->family, x->table, x->name, y->family, y->table, y->name);
}

static int by_map_name(const void *a, const void *b)
{
	const struct fb_verdict_map *x = a, *y = b;

	return compare_keys(x->family, x->table, x->name, y->family, y->table, y->name);
}

static int by_chain(const void *a, const void *b)
{
	const struct fb_rule *x = a, *y = b;

	if (x->chain != y->chain)
		return x->chain < y->chain ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

static void sort_rules(struct fb_ruleset *rs)
{
	uint32_t i;

	qsort(rs->rule, rs->nr_rules, sizeof(*rs->rule), by_chain);
	for (i = 0; i < rs->nr_rules; i++) {
		struct fb_chain *c = &rs->chain[rs->rule[i].chain];

		if (!c->nr)
			c->first = i;
		rs->rule[i].position = ++c->nr;
	}
}

static int read_all(struct reader *r, const json_t *list)
{
	struct fb_ruleset *rs = r->rs;
	int ret;

	rs->names = fb_intern_new();
	rs->flowtable = calloc(count_kind(list, "flowtable") + 1, sizeof(*rs->flowtable));
	rs->chain = calloc(count_kind(list, "chain") + 1, sizeof(*rs->chain));
	rs->rule = calloc(count_kind(list, "rule") + 1, sizeof(*rs->rule));
	rs->map = calloc(count_kind(list, "map") + 1, sizeof(*rs->map));
	if (!rs->names || !rs->flowtable || !rs->chain || !rs->rule || !rs->map)
		return -ENOMEM;
	ret = each(r, list, "flowtable", read_flowtable);
	if (!ret)
		ret = each(r, list, "chain", read_chain);
	if (!ret)
		ret = each(r, list, "map", read_map);
	if (ret)
		return ret;
	qsort(rs->chain, rs->nr_chains, sizeof(*rs->chain), by_chain_name);
	qsort(rs->map, rs->nr_maps, sizeof(*rs->map), by_map_name);
	ret = each(r, list, "rule", read_rule);
	if (ret)
		return ret;
	sort_rules(rs);
	fb_rule_link(rs);
	return 0;
}

/* Returns the document, which the caller frees, and its list. */
static int load_list(const char *json, size_t len, json_t **doc, const json_t **list,
		     struct fb_error *why)
{
	json_error_t error;

	*doc = json_loadb(json, len, 0, &error);
	if (!*doc && json_error_code(&error) == json_error_out_of_memory)
		return -ENOMEM;
	if (!*doc)
		return fb_error(why, -EINVAL, "the ruleset is not JSON: line %d: %s", error.line,
				error.text);
	*list = json_object_get(*doc, "nftables");
	if (json_is_array(*list))
		return 0;
	json_decref(*doc);
	return fb_error(why, -EINVAL, "the ruleset's JSON has no array 'nftables'");
}

int fb_ruleset_json(struct fb_ruleset *rs, const char *json, size_t len, struct fb_error *error)
{
	struct reader r = { .rs = rs, .why = error };
	const json_t *list = NULL;
	json_t *doc;
	int ret;

	*rs = (struct fb_ruleset){ .nr_rules = 0 };
	ret = load_list(json, len, &doc, &list, error);
	if (ret)
		return ret;
	ret = read_all(&r, list);
	json_decref(doc);
	if (ret)
		fb_ruleset_free(rs);
	return ret;
}

static int read_elements(struct reader *r, uint8_t family, const json_t *js)
{
	const char *table = json_string_value(json_object_get(js, "table"));
	const char *name = json_string_value(json_object_get(js, "name"));
	const struct fb_verdict_map *m = NULL;

	if (table && name)
		m = fb_verdict_map_find(r->rs, family, table, name);
	if (!m)
		return 0;
	return fb_rule_elements(r->rs, json_object_get(js, "elem"),
				&r->rs->map[m - r->rs->map].targets, r->why);
}

int fb_ruleset_map_json(struct fb_ruleset *rs, const char *json, size_t len, struct fb_error *error)
{
	struct reader r = { .rs = rs, .why = error };
	const json_t *list = NULL;
	json_t *doc;
	int ret;

	ret = load_list(json, len, &doc, &list, error);
	if (ret)
		return ret;
	ret = each(&r, list, "map", read_elements);
	json_decref(doc);
	fb_rule_link(rs);
	return ret;
}
