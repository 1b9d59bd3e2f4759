// SPDX-License-Identifier: GPL-2.0
/* Which `flow add` a packet may still come to. */
#include "unit.h"

#include <linux/netfilter.h>

#include "state/ruleset.h"
#include "state/ruleset_reach.h"

/*
 * Makes a ruleset of a text: a chain's name, then its rules, one letter or word each:
 *
 *	"forward: x jump:fast accept; fast: flow"
 *
 * x is a condition; ?WORD is WORD behind a condition; flow is `flow add @f`; map:NAME is a vmap with this named map. A
 * chain in capitals is a base chain. Handles count from 1 through the whole text.
 */
static char json[65536];
static size_t used;
static unsigned int handle;

static void add(const char *text)
{
	size_t len = strlen(text);

	assert_true(used + len < sizeof(json));
	memcpy(json + used, text, len + 1);
	used += len;
}

static void add_statement(const char *word)
{
	char text[256];
	const char *colon = strchr(word, ':');

	if (!strcmp(word, "x"))
		snprintf(text, sizeof(text), "{\"match\": {}}");
	else if (!strcmp(word, "flow"))
		snprintf(text, sizeof(text),
			 "{\"flow\": {\"op\": \"add\", \"flowtable\": \"@f\"}}");
	else if (colon && !strncmp(word, "map:", 4))
		snprintf(text, sizeof(text), "{\"vmap\": {\"key\": 1, \"data\": \"@%s\"}}",
			 colon + 1);
	else if (colon)
		snprintf(text, sizeof(text), "{\"%.*s\": {\"target\": \"%s\"}}",
			 (int)(colon - word), word, colon + 1);
	else
		snprintf(text, sizeof(text), "{\"%s\": null}", word);
	add(text);
}

static void add_chain(char *text)
{
	char *colon = strchr(text, ':'), *word, *rest = NULL;
	char line[256];

	*colon = '\0';
	snprintf(line, sizeof(line),
		 ", {\"chain\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"%s\"%s}}", text,
		 *text < 'a' ? ", \"hook\": \"forward\", \"prio\": 0" : "");
	add(line);
	for (word = strtok_r(colon + 1, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		snprintf(line, sizeof(line),
			 ", {\"rule\": {\"family\": \"ip\", \"table\": \"t\", \"chain\": \"%s\", "
			 "\"handle\": %u, \"expr\": [",
			 text, ++handle);
		add(line);
		if (*word == '?')
			add("{\"match\": {}}, ");
		add_statement(word + (*word == '?'));
		add("]}}");
	}
}

static void make(struct fb_ruleset *rs, const char *chains)
{
	struct fb_error error = { "" };
	char *copy = strdup(chains), *rest = NULL, *chain;

	assert_non_null(copy);
	used = handle = 0;
	add("{\"nftables\": [{\"flowtable\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"f\"}},"
	    "{\"map\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"m\", \"map\": \"verdict\","
	    "\"elem\": [[1, {\"accept\": null}], [2, {\"jump\": {\"target\": \"fast\"}}]]}}");
	for (chain = strtok_r(copy, ";", &rest); chain; chain = strtok_r(NULL, ";", &rest))
		add_chain(chain + strspn(chain, " "));
	add("]}");
	if (fb_ruleset_json(rs, json, used, &error))
		fail_msg("%s: %s", chains, error.text);
	free(copy);
}

static const struct {
	const char *chains;
	unsigned int from;
	enum fb_flow_way way;
	unsigned int found;
} cases[] = {
	{ "F: x accept", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x flow", 1, FB_FLOW_BEHIND, 2 },
	{ "F: flow x", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: flow x", 2, FB_FLOW_NOWHERE, 0 },
	{ "F: x x ?accept flow", 1, FB_FLOW_BEHIND, 4 },
	{ "F: x x accept flow", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x x drop flow", 3, FB_FLOW_BEHIND, 4 },
	{ "F: x queue flow", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x counter notrack flow", 1, FB_FLOW_BEHIND, 4 },
	/* By jump and goto, also into a chain that jumps again. */
	{ "F: x jump:fast; fast: flow", 1, FB_FLOW_JUMP, 3 },
	{ "F: x goto:fast; fast: flow", 1, FB_FLOW_JUMP, 3 },
	{ "F: x goto:fast flow; fast: x", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x ?goto:fast flow; fast: x", 1, FB_FLOW_BEHIND, 3 },
	{ "F: x jump:a; a: jump:b; b: jump:fast; fast: x flow", 1, FB_FLOW_JUMP, 6 },
	{ "F: x jump:nowhere", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x map:m; fast: flow", 1, FB_FLOW_JUMP, 3 },
	{ "F: x map:none; fast: flow", 1, FB_FLOW_NOWHERE, 0 },
	/* The chains of the rule itself are not behind it. */
	{ "F: jump:fast x; fast: flow", 1, FB_FLOW_NOWHERE, 0 },
	/* The nearest one counts. */
	{ "F: x jump:fast flow; fast: flow", 1, FB_FLOW_BEHIND, 3 },
	/* Back where a jump came from, but not where a goto did. */
	{ "F: jump:a flow; a: x", 3, FB_FLOW_RETURN, 2 },
	{ "F: goto:a flow; a: x", 3, FB_FLOW_NOWHERE, 0 },
	{ "F: jump:a flow; a: goto:b; b: x", 4, FB_FLOW_RETURN, 2 },
	{ "F: jump:a flow; a: jump:b; b: jump:c; c: x", 5, FB_FLOW_RETURN, 2 },
	{ "F: jump:a jump:fast; a: x; fast: flow", 3, FB_FLOW_RETURN, 4 },
	{ "F: map:m flow; fast: x", 3, FB_FLOW_RETURN, 2 },
	{ "F: jump:a flow; a: x accept", 3, FB_FLOW_NOWHERE, 0 },
	{ "F: jump:a flow; a: x ?return accept", 3, FB_FLOW_RETURN, 2 },
	{ "F: jump:a flow; a: x return accept", 3, FB_FLOW_RETURN, 2 },
	{ "F: jump:a flow; a: x goto:b; b: x", 3, FB_FLOW_RETURN, 2 },
	{ "F: jump:a accept flow; a: x", 4, FB_FLOW_NOWHERE, 0 },
	{ "F: x; G: jump:a flow; a: x", 4, FB_FLOW_RETURN, 3 },
	/* A ruleset of the kernel has no circles, but a listing may. */
	{ "F: x jump:a; a: jump:b; b: jump:a", 1, FB_FLOW_NOWHERE, 0 },
	{ "F: x jump:a; a: jump:b; b: goto:a jump:a", 4, FB_FLOW_NOWHERE, 0 },
};

static void flows_behind(void **state)
{
	const struct fb_rule *rule, *found;
	struct fb_ruleset rs;
	size_t i;
	int way;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		make(&rs, cases[i].chains);
		rule = fb_rule_find(&rs, NFPROTO_IPV4, "t", cases[i].from);
		assert_non_null(rule);
		way = fb_flow_behind(&rs, rule, &found);
		if (way != (int)cases[i].way || (found ? found->handle : 0) != cases[i].found)
			fail_msg("%s from %u: way %d, rule %u", cases[i].chains, cases[i].from, way,
				 found ? (unsigned int)found->handle : 0);
		assert_int_equal(fb_flow_behind(&rs, rule, NULL), way);
		fb_ruleset_free(&rs);
	}
}

static void any_flow(void **state)
{
	struct fb_flowtable other = { .family = NFPROTO_IPV4, .table = "t", .name = "g" };
	struct fb_ruleset rs;

	(void)state;
	make(&rs, "F: x accept; orphan: x flow");
	assert_int_equal(fb_flow_first(&rs, NULL)->handle, 4);
	assert_int_equal(fb_flow_first(&rs, &rs.flowtable[0])->handle, 4);
	assert_null(fb_flow_first(&rs, &other));
	fb_ruleset_free(&rs);
	make(&rs, "F: x accept");
	assert_null(fb_flow_first(&rs, NULL));
	fb_ruleset_free(&rs);
}

static int hooks_of(const char *chains, unsigned int from, const char *first)
{
	const struct fb_chain *found[1] = { NULL };
	struct fb_ruleset rs;
	int nr;

	make(&rs, chains);
	nr = fb_rule_hooks(&rs, fb_rule_find(&rs, NFPROTO_IPV4, "t", from), found, 1);
	assert_int_equal(fb_rule_hooks(&rs, fb_rule_find(&rs, NFPROTO_IPV4, "t", from), NULL, 0),
			 nr);
	if (first)
		assert_string_equal(found[0]->name, first);
	else
		assert_null(found[0]);
	fb_ruleset_free(&rs);
	return nr;
}

static void hooks(void **state)
{
	(void)state;
	assert_int_equal(hooks_of("F: x", 1, "F"), 1);
	assert_int_equal(hooks_of("F: x; orphan: x", 2, NULL), 0);
	assert_int_equal(hooks_of("F: x; orphan: jump:other; other: x", 3, NULL), 0);
	assert_int_equal(hooks_of("F: jump:a; a: goto:b; b: x", 3, "F"), 1);
	assert_int_equal(hooks_of("F: map:m; fast: x", 2, "F"), 1);
	assert_int_equal(hooks_of("F: jump:a; G: jump:b; a: jump:b; b: x", 4, "G"), 2);
	assert_int_equal(hooks_of("a: jump:b; b: jump:a", 1, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_behind),
		cmocka_unit_test(any_flow),
		cmocka_unit_test(hooks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
