// SPDX-License-Identifier: GPL-2.0
/* Rules of hardware: lines of the module's file, in words and as JSON. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>

#include "hardware/rule.h"
#include "hardware/rule_words.h"

/* What stands in each line. */
#define HEAD \
	"id=3 ifindex=2 dev=in0 block=1 orphan=0 ms=3210 used=0x2100017 iif=2/ffffffff l3=0800/ffff l4=6/ff"
#define ENDS "packets=12 bytes=14000 sport=4000/ffff dport=5000/ffff tcp=0/5"
#define V4   HEAD " family=4 src=0a000102/ffffffff dst=0a000202/ffffffff " ENDS
#define MACS                                                                     \
	" act=mangle,eth,4,ffff0000,000002fb act=mangle,eth,8,00000000,00000201" \
	" act=mangle,eth,0,00000000,02fb0000 act=mangle,eth,4,0000ffff,02020000"

static int parse(const char *text, struct fb_hw_rule *rule, struct fb_error *error)
{
	char line[2048];

	snprintf(line, sizeof(line), "%s", text);
	return fb_hw_rule_parse(line, rule, error);
}

static char *words_of(const char *text)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	char *out = NULL;
	size_t size;
	FILE *f;

	assert_int_equal(parse(text, &rule, &error), 0);
	f = open_memstream(&out, &size);
	fb_hw_rule_print(&rule, f);
	fclose(f);
	return out;
}

static void in_words(void **state)
{
	static const struct {
		const char *line, *words;
	} cases[] = {
		{ V4 MACS " act=mangle,ip4,12,00000000,0a000201 act=mangle,tcp,0,0000ffff,9c400000"
			  " act=csum,9 act=redirect,3,out0",
		  "rule 3 on in0: tcp 10.0.1.2:4000 > 10.0.2.2:5000, without FIN and RST\n"
		  "  source MAC 02:fb:00:00:02:01, destination MAC 02:fb:00:00:02:02; source 10.0.2.1; "
		  "source port 40000; checksums of IPv4 TCP; out by out0\n"
		  "  12 packets, 14000 bytes; 3.2 s old\n" },
		{ "id=1 dev=in0 orphan=1 ms=0 iif=0/0 l4=17/ff vlan0=10/fff,88a8/ffff vlan1=20/fff,8100/ffff "
		  "family=6 src=fd000001000000000000000000000002/ffffffffffffffffffffffffffffffff "
		  "dst=fd000002000000000000000000000002/ffffffffffffffffffffffffffffffff sport=1/ffff "
		  "dport=2/ffff tcp=0/0 act=vlan_pop act=vlan_push,7,8100 act=pppoe_push,9 act=accept "
		  "act=unknown,40 act=mangle,ip6,8,00000000,fd000009 act=mangle,udp,2,ffff0000,00000007",
		  "rule 1 on in0: udp [fd00:1::2]:1 > [fd00:2::2]:2, VLAN 10 (802.1ad), VLAN 20, from any device\n"
		  "  pop a VLAN tag; push VLAN 7; push PPPoE session 9; accept; unknown action 40; byte 8 of IPv6 fd, "
		  "byte 9 of IPv6 00, byte 10 of IPv6 00, byte 11 of IPv6 09; byte 4 of UDP 00, byte 5 of UDP 07\n"
		  "  0 packets, 0 bytes; 0.0 s old; its flowtable has gone\n" },
		{ "id=0 dev=out0 orphan=0 ms=100 error=-28 reason=full iif=0/0 l4=0/0 sport=0/0 dport=0/0 tcp=0/0",
		  "refused on out0: any protocol any address > any address, from any device\n"
		  "  no action\n  No space left on device: the table of hardware is full; 0.1 s ago\n" },
		{ "id=1 dev=in0 orphan=0 ms=0 iif=0/0 l4=0/0 sport=0/0 dport=0/0 tcp=0/0",
		  "rule 1 on in0: any protocol any address > any address, from any device\n"
		  "  no action\n  0 packets, 0 bytes; 0.0 s old\n" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *words = words_of(cases[i].line);

		assert_string_equal(words, cases[i].words);
		free(words);
	}
}

static void refused(void **state)
{
	static const struct {
		const char *line, *error;
	} cases[] = {
		{ "dev=in0", "id" },
		{ "id=1 dev=in0 orphan=0 ms=0 l4=6/ff", "no iif=KEY/MASK" },
		{ "id=1 dev=in0 orphan=0 ms=0 iif=x/1 l4=6/ff", "iif=x/1: expected KEY/MASK" },
		{ "id=1 dev=in0 orphan=0 ms=0 iif=1/1 l4=6/ff vlan0=1", "vlan0: expected" },
		{ "id=1 dev=in0 orphan=0 ms=0 iif=1/1 l4=6/ff vlan0=1,2", "vlan0: no mask" },
		{ "id=1 dev=in0 orphan=0 ms=0 iif=1/1 l4=6/ff family=4 src=0a/ff",
		  "src: expected an address" },
		{ V4 " act=mangle,eth,4,ffff0000", "action 1, 'mangle" },
		{ V4 " act=vlan_pop act=nothing", "action 2, 'nothing', cannot be read" },
		{ V4 " act=redirect,3,a-name-that-is-too-long", "action 1, 'redirect" },
		{ V4 " act=redirect,3", "action 1, 'redirect" },
	};
	struct fb_hw_rule rule;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_error error = { "" };

		assert_int_equal(parse(cases[i].line, &rule, &error), -EINVAL);
		assert_non_null(strstr(error.text, cases[i].error));
	}
}

/* One action more than a rule has. */
static void too_many(void **state)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	char line[2048] = V4;
	int i;

	(void)state;
	for (i = 0; i < FB_HW_RULE_ACTIONS; i++)
		strcat(line, " act=vlan_pop");
	assert_int_equal(parse(line, &rule, &error), 0);
	assert_int_equal(rule.nr, FB_HW_RULE_ACTIONS);
	strcat(line, " act=vlan_pop");
	assert_int_equal(parse(line, &rule, &error), -E2BIG);
}

static void as_json(void **state)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	json_t *js;

	(void)state;
	assert_int_equal(parse(V4 " act=vlan_pop act=redirect,3,a,b", &rule, &error), 0);
	js = fb_hw_rule_json(&rule);
	assert_string_equal(json_string_value(json_object_get(js, "out")), "a,b");
	assert_int_equal(json_integer_value(json_object_get(js, "packets")), 12);
	assert_int_equal(json_array_size(json_object_get(js, "actions")), 2);
	assert_string_equal(json_string_value(json_array_get(json_object_get(js, "actions"), 1)),
			    "out by a,b");
	json_decref(js);
}

static void of_a_connection(void **state)
{
	struct fb_error error = { "" };
	union fb_sockaddr client, server;
	struct fb_hw_rule rule;

	(void)state;
	assert_int_equal(parse(V4, &rule, &error), 0);
	assert_int_equal(fb_sockaddr_pair("10.0.1.2:4000", &client), 0);
	assert_int_equal(fb_sockaddr_pair("10.0.2.2:5000", &server), 0);
	assert_true(fb_hw_rule_is_of(&rule, 6, &client, true));
	assert_false(fb_hw_rule_is_of(&rule, 6, &client, false));
	assert_false(fb_hw_rule_is_of(&rule, 17, &client, true));
	assert_true(fb_hw_rule_is_of(&rule, 6, &server, false));
	assert_int_equal(fb_sockaddr_pair("10.0.1.2:4001", &client), 0);
	assert_false(fb_hw_rule_is_of(&rule, 6, &client, true));
	assert_int_equal(fb_sockaddr_pair("[fd00::1]:4000", &client), 0);
	assert_false(fb_hw_rule_is_of(&rule, 6, &client, true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_words),	   cmocka_unit_test(refused),
		cmocka_unit_test(too_many),	   cmocka_unit_test(as_json),
		cmocka_unit_test(of_a_connection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
