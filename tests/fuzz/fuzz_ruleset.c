// SPDX-License-Identifier: GPL-2.0
/*
 * Listings of nft. The input is `nft -j list ruleset`, `nft -a list ruleset` and `nft -j list map`, with a NUL byte
 * between them. What was read must hold together, and must read as the same again.
 */
#include "fuzz.h"

#include <errno.h>
#include <sys/socket.h>

#include "state/ruleset.h"
#include "state/ruleset_reach.h"

static void check_targets(const struct fb_ruleset *rs, const struct fb_targets *ts)
{
	unsigned int i;

	for (i = 0; i < ts->nr; i++) {
		const struct fb_target *t = &ts->target[i];

		fuzz_must(!t->chain != !t->map);
		if (t->to == FB_NONE)
			continue;
		fuzz_must(t->to < (t->map ? rs->nr_maps : rs->nr_chains));
		fuzz_must(!strcmp(t->map ? rs->map[t->to].name : rs->chain[t->to].name,
				  t->map ? t->map : t->chain));
	}
}

static void check_rule(const struct fb_ruleset *rs, unsigned int i)
{
	const struct fb_rule *rule = &rs->rule[i], *found;
	const struct fb_chain *c, *hooks[2];
	char name[1024];
	int ret, nr;

	fuzz_must(rule->chain < rs->nr_chains);
	c = &rs->chain[rule->chain];
	fuzz_must(c->first + rule->position - 1 == i && rule->position <= c->nr);
	check_targets(rs, &rule->targets);
	fuzz_must(*fb_rule_name(rs, rule, name, sizeof(name)));
	ret = fb_flow_behind(rs, rule, &found);
	fuzz_must(ret >= FB_FLOW_NOWHERE && ret <= FB_FLOW_RETURN);
	fuzz_must(!found == (ret == FB_FLOW_NOWHERE) && (!found || found->flowtable));
	if (ret == FB_FLOW_BEHIND)
		fuzz_must(found > rule && found->chain == rule->chain);
	nr = fb_rule_hooks(rs, rule, hooks, 2);
	fuzz_must(nr >= !!c->hook && nr <= (int)rs->nr_chains);
	fuzz_must(!nr || hooks[0]->hook);
}

static void check_flowtables(const struct fb_ruleset *rs)
{
	const struct fb_flowtable *found[4];
	unsigned int i, nr, all;

	for (i = 0; i < rs->nr_flowtables; i++) {
		const struct fb_flowtable *ft = &rs->flowtable[i];

		fuzz_must(fb_flowtable_find(rs, ft->family, ft->table, ft->name));
		if (!ft->devices.nr || strchr(ft->devices.name[0], '*'))
			continue;
		all = fb_flowtables_of(rs, ft->devices.name[0], AF_UNSPEC, NULL, 0);
		nr = fb_flowtables_of(rs, ft->devices.name[0], AF_UNSPEC, found, 4);
		fuzz_must(nr && nr == all);
		fuzz_must(nr < 2 || found[0]->priority <= found[1]->priority);
		nr = fb_flowtables_of(rs, ft->devices.name[0], AF_INET, NULL, 0);
		fuzz_must(nr <= all);
	}
}

static void check(const struct fb_ruleset *rs)
{
	unsigned int i, rules = 0;

	for (i = 0; i < rs->nr_chains; i++) {
		const struct fb_chain *c = &rs->chain[i];

		fuzz_must(fb_chain_find(rs, c->family, c->table, c->name));
		fuzz_must(fb_nf_family(fb_nf_family_name(c->family)) == c->family);
		fuzz_must(!c->nr || c->first == rules);
		rules += c->nr;
	}
	fuzz_must(rules == rs->nr_rules);
	for (i = 0; i < rs->nr_maps; i++)
		check_targets(rs, &rs->map[i].targets);
	for (i = 0; i < rs->nr_rules; i++)
		check_rule(rs, i);
	check_flowtables(rs);
	(void)fb_flow_first(rs, NULL);
}

static int read_all(struct fb_ruleset *rs, const char *json, const char *text, const char *map)
{
	struct fb_error error = { "" };
	int ret;

	ret = fb_ruleset_json(rs, json, strlen(json), &error);
	fuzz_must(!ret == !*error.text && (!ret || ret == -EINVAL));
	if (ret) {
		fuzz_must(!rs->chain && !rs->rule && !rs->names);
		return ret;
	}
	fuzz_must(!fb_ruleset_text(rs, text, strlen(text)));
	ret = fb_ruleset_map_json(rs, map, strlen(map), &error);
	fuzz_must(!ret == !*error.text);
	return 0;
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void check_same(const struct fb_ruleset *a, const struct fb_ruleset *b)
{
	unsigned int i;

	fuzz_must(a->nr_rules == b->nr_rules && a->nr_chains == b->nr_chains);
	for (i = 0; i < a->nr_rules; i++) {
		fuzz_must(a->rule[i].handle == b->rule[i].handle);
		fuzz_must(a->rule[i].end == b->rule[i].end);
		fuzz_must(same(a->rule[i].text, b->rule[i].text));
		fuzz_must(same(a->rule[i].flowtable, b->rule[i].flowtable));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *json = fuzz_part(&data, &size), *text = fuzz_part(&data, &size);
	char *map = fuzz_text(data, size);
	struct fb_ruleset rs, again;

	if (!read_all(&rs, json, text, map)) {
		check(&rs);
		fuzz_must(!read_all(&again, json, text, map));
		check_same(&rs, &again);
		fb_ruleset_free(&again);
		fb_ruleset_free(&rs);
	}
	free(json);
	free(text);
	free(map);
	return 0;
}
