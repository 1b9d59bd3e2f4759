// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "state/ruleset_reach.h"

/*
 * A search through the chains of one table and family. @wanted holds the chains that are still to be walked.
 * @seen marks those that are or were in it.
 */
struct walk {
	const struct fb_ruleset *rs;
	bool *seen;
	uint32_t *wanted;
	unsigned int nr;
};

static int begin_walk(struct walk *w, const struct fb_ruleset *rs)
{
	*w = (struct walk){ .rs = rs };
	w->seen = calloc(rs->nr_chains + 1, sizeof(*w->seen));
	w->wanted = calloc(rs->nr_chains + 1, sizeof(*w->wanted));
	if (w->seen && w->wanted)
		return 0;
	free(w->seen);
	free(w->wanted);
	return -ENOMEM;
}

static void end_walk(struct walk *w)
{
	free(w->seen);
	free(w->wanted);
}

static void want(struct walk *w, uint32_t chain)
{
	if (chain == FB_NONE || w->seen[chain])
		return;
	w->seen[chain] = true;
	w->wanted[w->nr++] = chain;
}

/* Calls @found for each chain that the rule may lead to, until one call returns true. */
static bool each_target(const struct fb_ruleset *rs, const struct fb_rule *rule,
			bool (*found)(void *data, const struct fb_target *t), void *data)
{
	unsigned int i, j;

	for (i = 0; i < rule->targets.nr; i++) {
		const struct fb_target *t = &rule->targets.target[i];
		const struct fb_targets *map;

		if (t->to == FB_NONE)
			continue;
		if (!t->map) {
			if (found(data, t))
				return true;
			continue;
		}
		map = &rs->map[t->to].targets;
		for (j = 0; j < map->nr; j++)
			if (map->target[j].to != FB_NONE && found(data, &map->target[j]))
				return true;
	}
	return false;
}

static bool want_target(void *data, const struct fb_target *t)
{
	want(data, t->to);
	return false;
}

/* Returns true if no packet comes to the rule behind this one. */
static bool ends_here(const struct fb_rule *rule)
{
	return rule->always && rule->end != FB_RULE_GOES_ON && rule->end != FB_RULE_JUMP;
}

/*
 * Walks a chain from its rule number @from, counted from 0. Returns the first rule with `flow add`, or NULL. The
 * chains that the rules lead to become wanted.
 */
static const struct fb_rule *walk_chain(struct walk *w, uint32_t chain, uint32_t from)
{
	const struct fb_chain *c = &w->rs->chain[chain];
	uint32_t i;

	for (i = from; i < c->nr; i++) {
		const struct fb_rule *rule = &w->rs->rule[c->first + i];

		if (rule->flowtable)
			return rule;
		each_target(w->rs, rule, want_target, w);
		if (ends_here(rule))
			break;
	}
	return NULL;
}

/* Walks all wanted chains, and those that they lead to. */
static const struct fb_rule *walk_wanted(struct walk *w)
{
	const struct fb_rule *rule = NULL;

	while (!rule && w->nr)
		rule = walk_chain(w, w->wanted[--w->nr], 0);
	return rule;
}

/*
 * Returns true if a packet that comes to rule number @from of this chain may leave it at its end, by return, or by
 * goto into a chain that does.
 */
static bool may_return(const struct fb_ruleset *rs, uint32_t chain, uint32_t from)
{
	const struct fb_chain *c = &rs->chain[chain];
	uint32_t i;

	for (i = from; i < c->nr; i++) {
		const struct fb_rule *rule = &rs->rule[c->first + i];

		if (rule->end == FB_RULE_RETURN || rule->end == FB_RULE_GOTO ||
		    rule->end == FB_RULE_MAP)
			return true;
		if (ends_here(rule))
			return false;
	}
	return true;
}

/* Whether a rule jumps, or goes, to one of the chains whose end is reached. */
struct back {
	const bool *left;
	bool jumps;
	bool goes;
};

static bool leads_back(void *data, const struct fb_target *t)
{
	struct back *back = data;

	if (back->left[t->to])
		*(t->go_to ? &back->goes : &back->jumps) = true;
	return back->goes && back->jumps;
}

/* Marks a chain whose end is reached; returns 1 if it is news. */
static int leave(bool *left, uint32_t chain)
{
	int news = !left[chain];

	left[chain] = true;
	return news;
}

/*
 * One pass over all rules: walks on behind those that jumped into a chain whose end is reached. Returns true if
 * another chain's end is reached now, and another pass is needed. There are as many passes as jumps are nested: nft
 * allows 16.
 */
static bool return_once(struct walk *w, bool *left, const struct fb_rule **found)
{
	const struct fb_ruleset *rs = w->rs;
	unsigned int i;
	int news = 0;

	for (i = 0; !*found && i < rs->nr_rules; i++) {
		const struct fb_rule *rule = &rs->rule[i];
		struct back back = { .left = left };

		each_target(rs, rule, leads_back, &back);
		if (back.goes)
			news += leave(left, rule->chain);
		if (!back.jumps)
			continue;
		*found = walk_chain(w, rule->chain, rule->position);
		if (may_return(rs, rule->chain, rule->position))
			news += leave(left, rule->chain);
	}
	return news && !*found;
}

static int walk_back(struct walk *w, const struct fb_rule *rule, const struct fb_rule **found)
{
	bool *left = calloc(w->rs->nr_chains + 1, sizeof(*left));

	if (!left)
		return -ENOMEM;
	left[rule->chain] = true;
	while (return_once(w, left, found))
		;
	free(left);
	if (!*found)
		*found = walk_wanted(w);
	return 0;
}

int fb_flow_behind(const struct fb_ruleset *rs, const struct fb_rule *rule,
		   const struct fb_rule **found)
{
	const struct fb_rule *hit;
	struct walk w;
	int ret;

	if (found)
		*found = NULL;
	ret = begin_walk(&w, rs);
	if (ret)
		return ret;
	hit = walk_chain(&w, rule->chain, rule->position);
	ret = hit ? FB_FLOW_BEHIND : FB_FLOW_NOWHERE;
	if (!hit) {
		hit = walk_wanted(&w);
		ret = hit ? FB_FLOW_JUMP : FB_FLOW_NOWHERE;
	}
	if (!hit && may_return(rs, rule->chain, rule->position)) {
		ret = walk_back(&w, rule, &hit);
		if (!ret && hit)
			ret = FB_FLOW_RETURN;
	}
	end_walk(&w);
	if (found)
		*found = hit;
	return ret;
}

const struct fb_rule *fb_flow_first(const struct fb_ruleset *rs,
				    const struct fb_flowtable *flowtable)
{
	unsigned int i;

	for (i = 0; i < rs->nr_rules; i++) {
		const struct fb_rule *rule = &rs->rule[i];

		if (rule->flowtable && (!flowtable || fb_flowtable_of_rule(rs, rule) == flowtable))
			return rule;
	}
	return NULL;
}

static bool is_seen(void *data, const struct fb_target *t)
{
	const struct walk *w = data;

	return w->seen[t->to];
}

int fb_rule_hooks(const struct fb_ruleset *rs, const struct fb_rule *rule,
		  const struct fb_chain *found[], unsigned int max)
{
	unsigned int i, before, nr = 0;
	struct walk w;
	int ret;

	ret = begin_walk(&w, rs);
	if (ret)
		return ret;
	want(&w, rule->chain);
	do {
		before = w.nr;
		for (i = 0; i < rs->nr_rules; i++)
			if (!w.seen[rs->rule[i].chain] &&
			    each_target(rs, &rs->rule[i], is_seen, &w))
				want(&w, rs->rule[i].chain);
	} while (w.nr > before);
	for (i = 0; i < w.nr; i++) {
		const struct fb_chain *chain = &rs->chain[w.wanted[i]];

		if (!chain->hook)
			continue;
		if (nr < max)
			found[nr] = chain;
		nr++;
	}
	end_walk(&w);
	return (int)nr;
}
