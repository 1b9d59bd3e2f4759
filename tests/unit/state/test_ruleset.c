// SPDX-License-Identifier: GPL-2.0
/* Listings of nft: tests/fixtures/why holds those of a gateway, as nft 1.1.3 prints them on Linux 6.12. */
#include "unit.h"

#include <errno.h>
#include <linux/netfilter.h>
#include <sys/socket.h>

#include "state/ruleset.h"

static char file[65536];

static const char *fixture(const char *name)
{
	char path[1024];
	size_t len;
	FILE *f;

	snprintf(path, sizeof(path), FB_TOP "/tests/fixtures/why/%s", name);
	f = fopen(path, "r");
	assert_non_null(f);
	len = fread(file, 1, sizeof(file) - 1, f);
	assert_true(feof(f));
	fclose(f);
	file[len] = '\0';
	return file;
}

static int read_json(struct fb_ruleset *rs, const char *json, struct fb_error *error)
{
	return fb_ruleset_json(rs, json, strlen(json), error);
}

static void gateway(struct fb_ruleset *rs)
{
	struct fb_error error = { "" };

	if (read_json(rs, fixture("gateway.json"), &error))
		fail_msg("%s", error.text);
	fixture("gateway.txt");
	assert_int_equal(fb_ruleset_text(rs, file, strlen(file)), 0);
	fixture("services.json");
	assert_int_equal(fb_ruleset_map_json(rs, file, strlen(file), &error), 0);
}

static const struct fb_rule *rule_of(const struct fb_ruleset *rs, uint64_t handle)
{
	const struct fb_rule *rule = fb_rule_find(rs, NFPROTO_INET, "fw", handle);

	assert_non_null(rule);
	return rule;
}

static void rules_of_a_gateway(void **state)
{
	const struct fb_chain *c;
	const struct fb_rule *rule;
	struct fb_ruleset rs;
	char name[128];

	(void)state;
	gateway(&rs);
	assert_int_equal(rs.nr_chains, 11);
	c = fb_chain_find(&rs, NFPROTO_INET, "fw", "forward");
	assert_non_null(c);
	assert_string_equal(c->type, "filter");
	assert_string_equal(c->hook, "forward");
	assert_string_equal(c->policy, "drop");
	assert_int_equal(c->priority, 0);
	assert_int_equal(c->nr, 7);
	c = fb_chain_find(&rs, NFPROTO_INET, "fw", "fast");
	assert_non_null(c);
	assert_null(c->hook);
	c = fb_chain_find(&rs, NFPROTO_NETDEV, "nd", "in");
	assert_non_null(c);
	assert_int_equal(c->priority, -500);
	assert_true(fb_dev_names_has(&c->devices, "in0"));
	assert_null(fb_chain_find(&rs, NFPROTO_IPV4, "fw", "forward"));
	rule = rule_of(&rs, 23);
	assert_string_equal(fb_rule_name(&rs, rule, name, sizeof(name)),
			    "rule 2 of inet fw forward");
	assert_string_equal(rule->text,
			    "iifname @lan oifname \"out*\" counter accept comment \"lan to wan\"");
	assert_string_equal(rule->comment, "lan to wan");
	assert_int_equal(rule->end, FB_RULE_ACCEPT);
	assert_false(rule->always);
	rule = rule_of(&rs, 14);
	assert_string_equal(rule->flowtable, "f");
	assert_string_equal(
		rule->text,
		"ip protocol { tcp, udp } flow add @f comment \"the # handle 99 trick\"");
	rule = rule_of(&rs, 27);
	assert_int_equal(rule->end, FB_RULE_DROP);
	assert_true(rule->always);
	assert_int_equal(rule_of(&rs, 22)->end, FB_RULE_MAP);
	assert_int_equal(rule_of(&rs, 28)->end, FB_RULE_OTHER);
	/* Handles are unique within a table only. */
	assert_null(fb_rule_find(&rs, NFPROTO_IPV4, "t4", 23));
	fb_ruleset_free(&rs);
}

static void flowtables_of_a_gateway(void **state)
{
	const struct fb_flowtable *found[3];
	struct fb_ruleset rs;

	(void)state;
	gateway(&rs);
	assert_int_equal(rs.nr_flowtables, 4);
	assert_int_equal(fb_flowtables_of(&rs, "in0", AF_INET, found, 3), 2);
	assert_string_equal(found[0]->table, "fw");
	assert_int_equal(found[0]->flags, FB_FLOWTABLE_COUNTER);
	assert_string_equal(found[1]->table, "t4");
	assert_int_equal(found[1]->flags, 0);
	assert_int_equal(fb_flowtables_of(&rs, "out0", AF_INET6, found, 3), 2);
	assert_string_equal(found[1]->name, "six");
	/* By priority, not by the order of the listing: t4's is 10, t6's is 5. */
	assert_int_equal(fb_flowtables_of(&rs, "in0", AF_UNSPEC, found, 3), 3);
	assert_string_equal(found[1]->name, "six");
	assert_int_equal(fb_flowtables_of(&rs, "in0", AF_UNSPEC, found, 2), 3);
	assert_string_equal(found[1]->name, "six");
	assert_int_equal(fb_flowtables_of(&rs, "in1", AF_UNSPEC, found, 3), 0);
	assert_int_equal(fb_flowtable_find(&rs, NFPROTO_INET, "fw", "spare")->devices.nr, 0);
	assert_null(fb_flowtable_find(&rs, NFPROTO_IPV4, "fw", "f"));
	assert_ptr_equal(fb_flowtable_of_rule(&rs, rule_of(&rs, 14)),
			 fb_flowtable_find(&rs, NFPROTO_INET, "fw", "f"));
	assert_null(fb_flowtable_of_rule(&rs, rule_of(&rs, 23)));
	fb_ruleset_free(&rs);
}

static void targets_of_a_gateway(void **state)
{
	const struct fb_verdict_map *m;
	const struct fb_rule *rule;
	struct fb_ruleset rs;

	(void)state;
	gateway(&rs);
	m = fb_verdict_map_find(&rs, NFPROTO_INET, "fw", "services");
	assert_non_null(m);
	assert_int_equal(m->targets.nr, 2);
	assert_string_equal(m->targets.target[0].chain, "fast");
	assert_false(m->targets.target[0].go_to);
	assert_string_equal(m->targets.target[1].chain, "late");
	assert_true(m->targets.target[1].go_to);
	assert_int_equal(fb_verdict_map_find(&rs, NFPROTO_INET, "fw", "empty")->targets.nr, 0);
	assert_null(fb_verdict_map_find(&rs, NFPROTO_INET, "fw", "lan"));
	rule = rule_of(&rs, 19);
	assert_int_equal(rule->targets.nr, 1);
	assert_string_equal(rule->targets.target[0].map, "services");
	assert_ptr_equal(&rs.map[rule->targets.target[0].to], m);
	/* Two elements jump to one chain. */
	assert_int_equal(rule_of(&rs, 22)->targets.nr, 1);
	assert_int_equal(rule_of(&rs, 17)->targets.nr, 2);
	fb_ruleset_free(&rs);
}

#define LIST(objects) "{\"nftables\": [" objects "]}"
#define FT(members)                                                                               \
	LIST("{\"flowtable\": {\"family\": \"inet\", \"table\": \"t\", \"name\": \"f\", " members \
	     "}}")

static void device_lists(void **state)
{
	static const struct {
		const char *json;
		const char *device;
		bool has;
	} cases[] = {
		{ FT("\"prio\": 0"), "eth0", false },
		{ FT("\"dev\": []"), "eth0", false },
		{ FT("\"dev\": \"eth0\""), "eth0", true },
		{ FT("\"dev\": \"eth0\""), "eth01", false },
		{ FT("\"dev\": [\"a\", 7, null, \"eth0\"]"), "eth0", true },
		{ FT("\"dev\": \"eth*\""), "eth0", true },
		{ FT("\"dev\": \"eth*\""), "eth", true },
		{ FT("\"dev\": \"eth*\""), "et", false },
		{ FT("\"dev\": [\"ppp*\", \"eth*\"]"), "ppp12", true },
		{ FT("\"dev\": \"eth\\\\*\""), "eth*", true },
		{ FT("\"dev\": \"eth\\\\*\""), "eth0", false },
		{ FT("\"dev\": \"*\""), "eth0", true },
		{ FT("\"dev\": {}"), "eth0", false },
	};
	struct fb_error error = { "" };
	struct fb_ruleset rs;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (read_json(&rs, cases[i].json, &error))
			fail_msg("%s: %s", cases[i].json, error.text);
		assert_int_equal(rs.nr_flowtables, 1);
		if (fb_dev_names_has(&rs.flowtable[0].devices, cases[i].device) != cases[i].has)
			fail_msg("%s: %s", cases[i].json, cases[i].device);
		fb_ruleset_free(&rs);
	}
}

static void flags(void **state)
{
	static const struct {
		const char *json;
		const char *text;
		unsigned int flags;
	} cases[] = {
		{ FT("\"prio\": 0"), "table inet t {\n\tflowtable f {\n\t\tflags offload\n\t}\n}\n",
		  FB_FLOWTABLE_OFFLOAD },
		{ FT("\"prio\": 0"),
		  "table inet t { # handle 1\n\tflowtable f { # handle 2\n"
		  "\t\tdevices = { counter, offload }\n\t\tcounter\n\t}\n}\n",
		  FB_FLOWTABLE_COUNTER },
		{ FT("\"prio\": 0"),
		  "table inet t {\n\tflowtable f {\n\t\tflags offload;\n\t\tcounter;\n",
		  FB_FLOWTABLE_OFFLOAD | FB_FLOWTABLE_COUNTER },
		{ FT("\"prio\": 0"), "table inet t {\n\tflowtable g {\n\t\tflags offload\n\t}\n}\n",
		  0 },
		{ FT("\"prio\": 0"), "table ip t {\n\tflowtable f {\n\t\tflags offload\n\t}\n}\n",
		  0 },
		{ FT("\"flags\": \"offload\""), "", FB_FLOWTABLE_OFFLOAD },
		{ FT("\"flags\": [\"counter\", 3, \"offload\"]"), "",
		  FB_FLOWTABLE_OFFLOAD | FB_FLOWTABLE_COUNTER },
	};
	struct fb_ruleset rs;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(read_json(&rs, cases[i].json, NULL), 0);
		assert_int_equal(fb_ruleset_text(&rs, cases[i].text, strlen(cases[i].text)), 0);
		assert_int_equal(rs.flowtable[0].flags, cases[i].flags);
		fb_ruleset_free(&rs);
	}
}

#define CHAIN "{\"chain\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"c\"}}"
#define RULE(expr)                                                                          \
	LIST(CHAIN ", {\"rule\": {\"family\": \"ip\", \"table\": \"t\", \"chain\": \"c\", " \
		   "\"handle\": 2, \"expr\": " expr "}}")

static void how_rules_end(void **state)
{
	static const struct {
		const char *json;
		enum fb_rule_end end;
		bool always;
	} cases[] = {
		{ RULE("[]"), FB_RULE_GOES_ON, true },
		{ RULE("[{\"counter\": null}]"), FB_RULE_GOES_ON, true },
		{ RULE("[{\"counter\": null}, {\"accept\": null}]"), FB_RULE_ACCEPT, true },
		{ RULE("[{\"match\": {}}, {\"drop\": null}]"), FB_RULE_DROP, false },
		{ RULE("[{\"limit\": {}}, {\"reject\": {}}]"), FB_RULE_REJECT, false },
		{ RULE("[{\"queue\": {\"num\": 1}}]"), FB_RULE_QUEUE, true },
		{ RULE("[{\"return\": null}]"), FB_RULE_RETURN, true },
		{ RULE("[{\"jump\": {\"target\": \"c\"}}]"), FB_RULE_JUMP, true },
		{ RULE("[{\"goto\": {\"target\": \"c\"}}]"), FB_RULE_GOTO, true },
		{ RULE("[{\"vmap\": {\"key\": 1, \"data\": \"@m\"}}]"), FB_RULE_MAP, false },
		{ RULE("[{\"xt\": {\"type\": \"match\"}}]"), FB_RULE_GOES_ON, false },
		{ RULE("[{\"xt\": {\"type\": \"target\"}}]"), FB_RULE_OTHER, false },
		{ RULE("[{\"xt\": null}]"), FB_RULE_GOES_ON, false },
		{ RULE("[{\"unheard of\": [1]}]"), FB_RULE_GOES_ON, false },
		{ RULE("[null, 1, [], {}]"), FB_RULE_GOES_ON, false },
		{ RULE("{}"), FB_RULE_GOES_ON, true },
		{ RULE("[{\"flow\": {\"op\": \"delete\", \"flowtable\": \"@f\"}}]"),
		  FB_RULE_GOES_ON, false },
	};
	struct fb_error error = { "" };
	struct fb_ruleset rs;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (read_json(&rs, cases[i].json, &error))
			fail_msg("%s: %s", cases[i].json, error.text);
		assert_int_equal(rs.nr_rules, 1);
		if (rs.rule[0].end != cases[i].end || rs.rule[0].always != cases[i].always ||
		    rs.rule[0].flowtable)
			fail_msg("%s", cases[i].json);
		fb_ruleset_free(&rs);
	}
}

static void what_is_refused(void **state)
{
	static const struct {
		const char *json;
		const char *why;
	} cases[] = {
		{ "", "not JSON" },
		{ "\xff\xfe", "not JSON" },
		{ "table inet fw {", "not JSON" },
		{ "{\"nftables\": [", "not JSON" },
		{ "[]", "no array 'nftables'" },
		{ "{}", "no array 'nftables'" },
		{ "{\"nftables\": {}}", "no array 'nftables'" },
		{ LIST("{\"chain\": {\"family\": \"ip\", \"table\": \"t\"}}"),
		  "object 1 has no 'name'" },
		{ LIST("1, {\"flowtable\": {\"family\": \"ip\", \"name\": \"t\"}}"),
		  "object 2 has no 'table'" },
		{ LIST("{\"map\": {\"family\": \"ip\", \"map\": \"verdict\", \"table\": \"t\"}}"),
		  "object 1 has no 'name'" },
		{ LIST("{\"rule\": {\"family\": \"ip\", \"table\": \"t\", \"chain\": \"c\"}}"),
		  "object 1: a rule of an unknown chain: ip t c" },
		{ LIST(CHAIN ", {\"rule\": {\"family\": \"ip\", \"table\": \"t\", \"chain\": 7}}"),
		  "object 2 has no 'chain'" },
		{ RULE("[{\"jump\": {}}]"), "object 2: jump without a target" },
		{ RULE("[{\"goto\": null}]"), "object 2: goto without a target" },
		{ RULE("[{\"flow\": {\"op\": \"add\"}}]"),
		  "object 2: flow add without a flowtable" },
		{ RULE("[{\"vmap\": {\"data\": {\"set\": [[1, {\"jump\": 1}]]}}}]"),
		  "object 2: jump without a target" },
	};
	struct fb_ruleset rs;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_error why = { "" };

		if (read_json(&rs, cases[i].json, &why) != -EINVAL)
			fail_msg("taken: %s", cases[i].json);
		if (!strstr(why.text, cases[i].why))
			fail_msg("%s: %s", cases[i].json, why.text);
		assert_null(rs.chain);
	}
}

static void what_is_skipped(void **state)
{
	struct fb_ruleset rs;

	(void)state;
	/* A family that is to come, objects without one, and a map of another kind. */
	assert_int_equal(
		read_json(
			&rs,
			LIST("{\"chain\": {\"family\": \"mars\"}}, {\"chain\": 7}, {\"flowtable\": {}},"
			     "{\"map\": {\"family\": \"ip\", \"map\": \"mark\"}}, {\"x\": 1}, [], null"),
			NULL),
		0);
	assert_int_equal(rs.nr_chains + rs.nr_flowtables + rs.nr_maps + rs.nr_rules, 0);
	fb_ruleset_free(&rs);
	/* Names of the kernel may hold anything. */
	assert_int_equal(read_json(&rs, FT("\"dev\": \"a\\u001b[2J\""), NULL), 0);
	assert_string_equal(rs.flowtable[0].devices.name[0], "a?[2J");
	fb_ruleset_free(&rs);
}

/* The fixture, cut at each byte. */
static void cut_short(void **state)
{
	struct fb_error error = { "" };
	struct fb_ruleset rs;
	size_t len, all;

	(void)state;
	all = strlen(fixture("gateway.json"));
	for (len = 0; len + 4 < all; len += 7) {
		assert_int_equal(fb_ruleset_json(&rs, file, len, &error), -EINVAL);
		assert_non_null(strstr(error.text, "not JSON"));
	}
	gateway(&rs);
	all = strlen(fixture("gateway.txt"));
	for (len = 0; len < all; len += 7)
		assert_int_equal(fb_ruleset_text(&rs, file, len), 0);
	fb_ruleset_free(&rs);
}

/* 40,000 rules in 2,000 chains, and a map that jumps to each of them. */
static void a_large_ruleset(void **state)
{
	enum { CHAINS = 2000, RULES = 20 };
	struct fb_ruleset rs;
	unsigned int i, j;
	char *json, *text;
	size_t len, text_len;
	FILE *f = open_memstream(&json, &len), *t = open_memstream(&text, &text_len);

	(void)state;
	fprintf(f,
		"{\"nftables\": [{\"map\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"m\","
		" \"map\": \"verdict\", \"elem\": [[0, {\"drop\": null}]");
	for (i = 0; i < CHAINS; i++)
		fprintf(f, ", [%u, {\"jump\": {\"target\": \"c%u\"}}]", i, i);
	fprintf(f, "]}}");
	fprintf(t, "table ip t {\n");
	for (i = 0; i < CHAINS; i++) {
		fprintf(f,
			", {\"chain\": {\"family\": \"ip\", \"table\": \"t\", \"name\": \"c%u\"}}",
			i);
		fprintf(t, "\tchain c%u {\n", i);
		for (j = 0; j < RULES; j++) {
			fprintf(f,
				", {\"rule\": {\"family\": \"ip\", \"table\": \"t\","
				" \"chain\": \"c%u\", \"handle\": %u,"
				" \"expr\": [{\"match\": {}}, {\"vmap\": {\"data\": \"@m\"}}]}}",
				i, i * RULES + j + 1);
			fprintf(t, "\t\trule %u # handle %u\n", j, i * RULES + j + 1);
		}
		fprintf(t, "\t}\n\n");
	}
	fprintf(f, "]}");
	fprintf(t, "}\n");
	fclose(f);
	fclose(t);
	assert_int_equal(fb_ruleset_json(&rs, json, len, NULL), 0);
	assert_int_equal(fb_ruleset_text(&rs, text, text_len), 0);
	assert_int_equal(rs.nr_rules, CHAINS * RULES);
	assert_int_equal(rs.map[0].targets.nr, CHAINS);
	for (i = 0; i < rs.nr_rules; i++)
		assert_non_null(rs.rule[i].text);
	fb_ruleset_free(&rs);
	free(json);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_of_a_gateway),
		cmocka_unit_test(flowtables_of_a_gateway),
		cmocka_unit_test(targets_of_a_gateway),
		cmocka_unit_test(device_lists),
		cmocka_unit_test(flags),
		cmocka_unit_test(how_rules_end),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(what_is_skipped),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(a_large_ruleset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
