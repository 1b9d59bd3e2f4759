// SPDX-License-Identifier: GPL-2.0
/* The grammar of the generator's config file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* The module's own source is included here: no other part of the program needs it. */
#include "kmod/bench/conf.c"

static struct fb_benchconf conf;
static struct fb_conf_error error;

static int fresh(void **state)
{
	(void)state;
	fb_benchconf_defaults(&conf);
	memset(&error, 0, sizeof(error));
	return 0;
}

static void assert_taken(const char *text)
{
	if (fb_benchconf_parse(&conf, text, &error))
		fail_msg("'%s' was refused: %s: %s", text, error.key, error.reason);
}

static void assert_refused(const char *text, const char *key)
{
	struct fb_benchconf before = conf;

	assert_int_equal(fb_benchconf_parse(&conf, text, &error), -EINVAL);
	assert_string_equal(error.key, key);
	assert_non_null(error.reason);
	assert_memory_equal(&before, &conf, sizeof(conf));
}

static void defaults_are_valid(void **state)
{
	(void)state;
	assert_taken("");
	assert_int_equal(conf.family, 4);
	assert_int_equal(conf.flows, 1);
	assert_int_equal(conf.hosts, 1);
	assert_int_equal(conf.only, 0);
	assert_int_equal(conf.size, 60);
	assert_int_equal(conf.packets, 1000);
	assert_int_equal(conf.expect_ttl, 63);
}

static void each_kind_is_taken(void **state)
{
	(void)state;
	assert_taken("dev=in0\nsink=out0\nproto=tcp\nsrc=192.0.2.1\nflows=1000000\n"
		     "inject=napi\norder=random\nseed=4294967295\nend=ingress");
	assert_string_equal(conf.dev, "in0");
	assert_string_equal(conf.sink, "out0");
	assert_int_equal(conf.proto, FB_PROTO_TCP);
	assert_int_equal(conf.src.family, 4);
	assert_memory_equal(conf.src.byte, "\xc0\x00\x02\x01", 4);
	assert_int_equal(conf.flows, 1000000);
	assert_int_equal(conf.inject, FB_INJECT_NAPI);
	assert_int_equal(conf.order, FB_ORDER_RANDOM);
	assert_int_equal(conf.seed, 4294967295u);
	assert_int_equal(conf.end, FB_END_INGRESS);
}

static void what_is_not_named_stays(void **state)
{
	(void)state;
	assert_taken("flows=7\nsize=100\n");
	assert_taken("size=200\n");
	assert_int_equal(conf.flows, 7);
	assert_int_equal(conf.size, 200);
}

static void reset_is_a_line_among_others(void **state)
{
	(void)state;
	assert_taken("flows=7\nsize=100\n");
	assert_taken("flows=9\nreset\nsize=300\n");
	assert_int_equal(conf.flows, 1);
	assert_int_equal(conf.size, 300);
}

static void bounds_hold(void **state)
{
	const struct fb_conf_key *key;
	unsigned int i;
	char text[64];

	(void)state;
	for (i = 0; (key = fb_benchconf_key(i)); i++) {
		if (key->kind != FB_CONF_NUMBER || !strcmp(key->name, "size") ||
		    !strcmp(key->name, "only"))
			continue;
		fb_benchconf_defaults(&conf);
		snprintf(text, sizeof(text), "proto=tcp\nsport=1\nflows=64\n%s=%u", key->name,
			 key->min);
		assert_taken(text);
		if (strcmp(key->name, "sport")) {
			snprintf(text, sizeof(text), "proto=tcp\nsport=1\nflows=64\n%s=%u",
				 key->name, key->max);
			assert_taken(text);
		}
		snprintf(text, sizeof(text), "%s=%llu", key->name, key->max + 1ULL);
		assert_refused(text, key->name);
		if (!key->min)
			continue;
		snprintf(text, sizeof(text), "%s=%u", key->name, key->min - 1);
		assert_refused(text, key->name);
	}
}

static void what_is_wrong_is_named(void **state)
{
	(void)state;
	assert_refused("flow=1", "flow");
	assert_taken("flows=4\nonly=4");
	assert_refused("only=5", "only");
	assert_refused("flows=3", "only");
	assert_refused("cpus=2", "cpus");
	assert_refused("input=recorded", "only");
	assert_taken("reset");
	assert_refused("flows", "flows");
	assert_refused("flows=", "flows");
	assert_refused("flows=-1", "flows");
	assert_refused("flows=0x10", "flows");
	assert_refused("flows=1 ", "flows");
	assert_refused("flows=99999999999999999999999999999999", "flows");
	assert_refused("proto=sctp", "proto");
	assert_refused("dev=a234567890123456", "dev");
	assert_refused("src=10.0.0", "src");
	assert_refused("src=10.0.0.1/24", "src");
	assert_refused("dst=::g", "dst");
	assert_refused("=1", "");
	assert_refused("a_key_that_is_much_longer_than_any=1", "a_key_that_is_much_long");
	assert_refused("src=1111111111111111111111111111111111111111111111111111111", "src");
}

static void one_wrong_line_spoils_all(void **state)
{
	(void)state;
	assert_refused("flows=5\nsize=100\nseed=x\n", "seed");
}

static void keys_must_fit_each_other(void **state)
{
	(void)state;
	assert_refused("src=fd00::1", "src");
	assert_taken("family=6\nsrc=fd00::1");
	assert_refused("family=4", "src");
	assert_taken("family=4\nsrc=");
	assert_refused("family=5", "family");
	assert_refused("size=9001", "size");
	assert_refused("gso=499", "gso");
	assert_taken("size=65000\ngso=1400");
	assert_refused("gso=0", "size");
	assert_taken("layout=frags\nsize=60");
	assert_int_equal(conf.layout, FB_LAYOUT_FRAGS);
	assert_refused("gso=0", "layout");
	assert_taken("gso=0\nlayout=linear");
	assert_refused("layout=frags", "layout");
	assert_refused("sport=15537\nflows=50000", "sport");
	assert_taken("sport=15536\nflows=50000");
	assert_refused("sport=65535\nflows=2", "sport");
	assert_taken("sport=1024\nflows=4\ncpus=4");
	assert_refused("cpus=5", "cpus");
	assert_refused("inject=napi", "cpus");
	assert_taken("cpus=1\ninject=napi\nsport=1024\nflows=50000");
	assert_refused("expect_sport=60000", "expect_sport");
	assert_taken("expect_sport=0");
	assert_taken("expect_sport=");
	assert_int_equal(conf.expect_sport, FB_PORT_AS_SENT);
}

static void recording_has_its_conditions(void **state)
{
	(void)state;
	assert_int_equal(conf.record, 0);
	assert_int_equal(conf.input, FB_INPUT_BUILT);
	assert_taken("flows=4\nrecord=5000");
	assert_int_equal(conf.record, 5000);
	assert_refused("input=recorded", "record");
	assert_refused("cpus=2", "cpus");
	assert_refused("gso=1400", "record");
	assert_taken("record=0\ninput=recorded");
	assert_int_equal(conf.input, FB_INPUT_RECORDED);
	assert_refused("record=1", "record");
	assert_refused("cpus=2", "cpus");
	assert_refused("gso=1400", "input");
	assert_refused("input=tape", "input");
	assert_taken("input=built\ncpus=2\ngso=1400");
}

static void waiting_is_on_or_off(void **state)
{
	(void)state;
	assert_int_equal(conf.wait, 0);
	assert_taken("wait=1");
	assert_int_equal(conf.wait, 1);
	assert_refused("wait=2", "wait");
	/* The clock of each generator would hold the packets of the other ones. */
	assert_refused("flows=2\ncpus=2", "cpus");
	assert_string_equal(error.reason, "too many for wait");
	assert_taken("wait=0\nflows=2\ncpus=2");
	assert_refused("wait=1", "cpus");
}

static void probes_are_on_unless_asked(void **state)
{
	(void)state;
	assert_int_equal(conf.probes, 1);
	assert_taken("probes=0");
	assert_int_equal(conf.probes, 0);
	assert_refused("probes=2", "probes");
	assert_taken("reset");
	assert_int_equal(conf.probes, 1);
}

static void at_most_two_hooks_accept(void **state)
{
	(void)state;
	assert_int_equal(conf.hooks, 0);
	assert_taken("hooks=2");
	assert_int_equal(conf.hooks, FB_HOOKS_MAX);
	assert_refused("hooks=3", "hooks");
	assert_taken("end=ingress\nhooks=1");
	assert_int_equal(conf.hooks, 1);
}

static void addresses_have_defaults_of_the_family(void **state)
{
	struct fb_addr addr;

	(void)state;
	fb_benchconf_addr(&conf, &conf.dst, &addr);
	assert_memory_equal(addr.byte, "\x0a\x00\x02\x02", 4);
	assert_taken("family=6");
	fb_benchconf_addr(&conf, &conf.src, &addr);
	assert_int_equal(addr.family, 6);
	assert_memory_equal(addr.byte, "\xfd\x00\x00\x01\0\0\0\0\0\0\0\0\0\0\0\x02", 16);
	assert_taken("src=fd00:9::1");
	fb_benchconf_addr(&conf, &conf.expect_src, &addr);
	assert_int_equal(addr.byte[3], 9);
	fb_benchconf_addr(&conf, &conf.expect_dst, &addr);
	assert_int_equal(addr.byte[3], 2);
}

/* Random text must be survived; the sanitizers watch. */
static void nonsense_is_survived(void **state)
{
	static const char pieces[][12] = { "flows", "=",   "1",	 "\n",	   "reset", "src",
					   "::",    "10.", "-1", "expect", "\x80",  "vlan=4095" };
	char text[128];
	unsigned int i, j;

	(void)state;
	srand(1);
	for (i = 0; i < 20000; i++) {
		text[0] = '\0';
		for (j = (unsigned int)rand() % 10; j; j--)
			strcat(text, pieces[(unsigned int)rand() % 12]);
		if (fb_benchconf_parse(&conf, text, &error))
			assert_true(memchr(error.key, '\0', sizeof(error.key)) != NULL);
	}
}

static void transmitted_packets_are_plain(void **state)
{
	(void)state;
	assert_refused("end=xdp", "end");
	assert_taken("inject=xmit\nend=xdp\nsize=3000");
	assert_refused("size=3001", "size");
	assert_refused("vlan=1", "vlan");
	assert_refused("gso=1000\nsize=2000", "gso");
	assert_refused("flows=2\ncpus=2", "cpus");
	assert_refused("input=recorded", "input");
	assert_refused("inject=single", "end");
	assert_taken("end=sink\ninject=single");
}

static void streams_have_their_conditions(void **state)
{
	(void)state;
	assert_refused("stream=2", "stream");
	assert_refused("stream=1", "stream");
	assert_refused("stream=1\nproto=tcp\ninject=xmit", "stream");
	assert_taken("stream=1\nproto=tcp\ninject=napi\nsize=1000");
	assert_int_equal(conf.stream, 1);
	assert_refused("size=1001", "size");
	assert_refused("order=random", "order");
	assert_refused("gso=500", "gso");
	assert_refused("input=recorded", "input");
	assert_refused("proto=udp", "stream");
	assert_taken("stream=0\ngso=500");
}

static void packets_of_a_nic_have_their_conditions(void **state)
{
	(void)state;
	assert_int_equal(conf.skb, FB_SKB_PLAIN);
	assert_refused("skb=virtio", "skb");
	assert_refused("skb=nic\ngso=1000", "skb");
	assert_refused("skb=nic\ninject=xmit", "skb");
	assert_refused("skb=nic\ninput=recorded", "skb");
	assert_string_equal(error.reason, "nic is not for recorded ones");
	assert_taken("skb=nic\nproto=tcp\nstream=1\ninject=napi\nrecord=10");
	assert_int_equal(conf.skb, FB_SKB_NIC);
	assert_refused("inject=xmit\nstream=0", "skb");
	assert_taken("skb=plain\ninject=xmit\nstream=0");
}

static void sums_have_their_conditions(void **state)
{
	(void)state;
	assert_int_equal(conf.csum, FB_CSUM_UNNECESSARY);
	assert_refused("csum=none", "csum");
	assert_refused("csum=complete\ngso=1000", "csum");
	assert_refused("csum=complete\ninject=napi", "csum");
	assert_refused("csum=complete\ninject=list", "csum");
	assert_refused("csum=complete\ninput=recorded", "csum");
	assert_string_equal(error.reason, "complete is not for recorded ones");
	assert_taken("csum=complete\nskb=nic\nsize=1500\nvlan=10");
	assert_int_equal(conf.csum, FB_CSUM_COMPLETE);
	assert_refused("inject=list", "csum");
	assert_taken("csum=unnecessary\ninject=list");
}

static void headers_in_front_of_ip_have_their_conditions(void **state)
{
	(void)state;
	assert_int_equal(conf.inner_vlan, 0);
	assert_int_equal(conf.pppoe, 0);
	assert_refused("inner_vlan=4095", "inner_vlan");
	assert_refused("pppoe=65536", "pppoe");
	assert_refused("inner_vlan=20\npppoe=7", "pppoe");
	assert_refused("inner_vlan=20\ngso=1000", "inner_vlan");
	assert_refused("pppoe=7\ninject=xmit", "pppoe");
	assert_refused("pppoe=7\ninput=recorded", "pppoe");
	assert_string_equal(error.reason, "not of recorded ones");
	assert_taken("vlan=10\ninner_vlan=20\ncsum=complete");
	assert_int_equal(conf.inner_vlan, 20);
	assert_taken("inner_vlan=0\npppoe=7");
	assert_int_equal(conf.pppoe, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(defaults_are_valid, fresh),
		cmocka_unit_test_setup(each_kind_is_taken, fresh),
		cmocka_unit_test_setup(what_is_not_named_stays, fresh),
		cmocka_unit_test_setup(reset_is_a_line_among_others, fresh),
		cmocka_unit_test_setup(bounds_hold, fresh),
		cmocka_unit_test_setup(what_is_wrong_is_named, fresh),
		cmocka_unit_test_setup(one_wrong_line_spoils_all, fresh),
		cmocka_unit_test_setup(keys_must_fit_each_other, fresh),
		cmocka_unit_test_setup(recording_has_its_conditions, fresh),
		cmocka_unit_test_setup(streams_have_their_conditions, fresh),
		cmocka_unit_test_setup(sums_have_their_conditions, fresh),
		cmocka_unit_test_setup(headers_in_front_of_ip_have_their_conditions, fresh),
		cmocka_unit_test_setup(waiting_is_on_or_off, fresh),
		cmocka_unit_test_setup(probes_are_on_unless_asked, fresh),
		cmocka_unit_test_setup(at_most_two_hooks_accept, fresh),
		cmocka_unit_test_setup(addresses_have_defaults_of_the_family, fresh),
		cmocka_unit_test_setup(nonsense_is_survived, fresh),
		cmocka_unit_test_setup(transmitted_packets_are_plain, fresh),
		cmocka_unit_test_setup(packets_of_a_nic_have_their_conditions, fresh),
	};

	return cmocka_run_group_tests_name("benchconf", tests, NULL, NULL);
}
