// SPDX-License-Identifier: GPL-2.0
/* Which IPsec policy a packet meets. */
#include "unit.h"

#include <arpa/inet.h>

#include "state/policies.h"

static union fb_address address(int family, const char *text)
{
	union fb_address a = { .v6 = { { { 0 } } } };

	assert_int_equal(inet_pton(family, text, &a), 1);
	return a;
}

static struct fb_policy policy(enum fb_policy_dir dir, const char *src, unsigned int src_len,
			       const char *dst, unsigned int dst_len)
{
	int family = strchr(src, ':') ? AF_INET6 : AF_INET;

	return (struct fb_policy){
		.dir = dir,
		.family = (uint8_t)family,
		.src = address(family, src),
		.src_len = (uint8_t)src_len,
		.dst = address(family, dst),
		.dst_len = (uint8_t)dst_len,
		.transforms = 1,
	};
}

static struct fb_policy_for packet(const char *src, const char *dst, uint8_t proto, uint16_t sport,
				   uint16_t dport)
{
	int family = strchr(src, ':') ? AF_INET6 : AF_INET;

	return (struct fb_policy_for){
		.tuple = { .family = (uint8_t)family,
			   .proto = proto,
			   .sport = sport,
			   .dport = dport,
			   .src = address(family, src),
			   .dst = address(family, dst) },
	};
}

static void prefixes(void **state)
{
	static const struct {
		const char *net;
		unsigned int len;
		const char *dst;
		bool fits;
	} cases[] = {
		{ "10.9.0.0", 16, "10.9.255.1", true },	    { "10.9.0.0", 16, "10.10.0.1", false },
		{ "10.9.0.0", 17, "10.9.127.255", true },   { "10.9.0.0", 17, "10.9.128.0", false },
		{ "10.9.0.1", 32, "10.9.0.1", true },	    { "10.9.0.1", 32, "10.9.0.0", false },
		{ "0.0.0.0", 0, "203.0.113.9", true },	    { "128.0.0.0", 1, "203.0.113.9", true },
		{ "128.0.0.0", 1, "127.0.0.1", false },	    { "fd00:9::", 64, "fd00:9::1", true },
		{ "fd00:9::", 64, "fd00:9:0:1::1", false }, { "fd00:9::", 127, "fd00:9::1", true },
		{ "fd00:9::1", 128, "fd00:9::", false },    { "::", 0, "10.0.0.1", false },
		{ "0.0.0.0", 0, "fd00:9::1", false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool v6 = strchr(cases[i].net, ':'), to6 = strchr(cases[i].dst, ':');
		struct fb_policy p =
			policy(FB_POLICY_OUT, v6 ? "::" : "0.0.0.0", 0, cases[i].net, cases[i].len);
		struct fb_policy_for t =
			packet(to6 ? "fd00:1::2" : "10.0.1.2", cases[i].dst, IPPROTO_UDP, 1, 2);

		if (fb_policy_fits(&p, &t) != cases[i].fits)
			fail_msg("%s/%u and %s", cases[i].net, cases[i].len, cases[i].dst);
	}
}

static void ports_and_protocols(void **state)
{
	struct fb_policy p = policy(FB_POLICY_OUT, "0.0.0.0", 0, "0.0.0.0", 0);
	struct fb_policy_for web = packet("10.0.1.2", "10.9.0.1", IPPROTO_TCP, 40000, 80);
	struct fb_policy_for dns = packet("10.0.1.2", "10.9.0.1", IPPROTO_UDP, 40000, 53);
	struct fb_policy_for ping = packet("10.0.1.2", "10.9.0.1", IPPROTO_ICMP, 7, 8 << 8);

	(void)state;
	p.proto = IPPROTO_TCP;
	assert_true(fb_policy_fits(&p, &web));
	assert_false(fb_policy_fits(&p, &dns));
	p.dport = 80;
	p.dport_mask = 0xffff;
	assert_true(fb_policy_fits(&p, &web));
	web.tuple.dport = 81;
	assert_false(fb_policy_fits(&p, &web));
	p.dport_mask = 0xfffe;
	assert_true(fb_policy_fits(&p, &web));
	p.sport = 1;
	p.sport_mask = 0xffff;
	assert_false(fb_policy_fits(&p, &web));
	/* The ports of a selector for ICMP are type and code; the identifier does not matter. */
	p = policy(FB_POLICY_OUT, "0.0.0.0", 0, "0.0.0.0", 0);
	p.proto = IPPROTO_ICMP;
	p.sport = 8;
	p.sport_mask = 0xffff;
	p.dport_mask = 0xffff;
	assert_true(fb_policy_fits(&p, &ping));
	ping.tuple.dport = 0;
	assert_false(fb_policy_fits(&p, &ping));
}

static void mark_device_and_interface(void **state)
{
	struct fb_policy p = policy(FB_POLICY_OUT, "0.0.0.0", 0, "0.0.0.0", 0);
	struct fb_policy_for t = packet("10.0.1.2", "10.9.0.1", IPPROTO_TCP, 40000, 80);

	(void)state;
	p.mark = 0x10;
	p.mark_mask = 0xf0;
	assert_false(fb_policy_fits(&p, &t));
	t.mark = 0x1f;
	assert_true(fb_policy_fits(&p, &t));
	p.ifindex = 3;
	assert_false(fb_policy_fits(&p, &t));
	t.ifindex = 3;
	assert_true(fb_policy_fits(&p, &t));
	p.if_id = 9;
	assert_false(fb_policy_fits(&p, &t));
	t.if_id = 9;
	assert_true(fb_policy_fits(&p, &t));
	/* A packet of an xfrm interface does not meet a policy without one. */
	p.if_id = 0;
	assert_false(fb_policy_fits(&p, &t));
}

static void the_first_policy_counts(void **state)
{
	struct fb_policy list[4] = {
		policy(FB_POLICY_OUT, "10.0.0.0", 8, "10.9.0.0", 16),
		policy(FB_POLICY_OUT, "10.0.1.0", 24, "10.9.0.0", 16),
		policy(FB_POLICY_OUT, "10.0.1.0", 24, "10.9.0.0", 16),
		policy(FB_POLICY_FWD, "10.9.0.0", 16, "10.0.0.0", 8),
	};
	struct fb_policies ps = { .policy = list, .nr = 4 };
	struct fb_policy_for out = packet("10.0.1.2", "10.9.0.1", IPPROTO_TCP, 1, 2);
	struct fb_policy_for in = packet("10.9.0.1", "10.0.1.2", IPPROTO_TCP, 2, 1);

	(void)state;
	list[0].priority = 200;
	list[1].priority = 100;
	list[2].priority = 100;
	list[2].blocks = true;
	assert_ptr_equal(fb_policy_find(&ps, FB_POLICY_OUT, &out), &list[1]);
	assert_null(fb_policy_find(&ps, FB_POLICY_FWD, &out));
	assert_null(fb_policy_find(&ps, FB_POLICY_OUT, &in));
	assert_ptr_equal(fb_policy_find(&ps, FB_POLICY_FWD, &in), &list[3]);
	assert_null(fb_policy_find(&ps, FB_POLICY_IN, &in));
	list[0].priority = 50;
	assert_ptr_equal(fb_policy_find(&ps, FB_POLICY_OUT, &out), &list[0]);
	ps.nr = 0;
	assert_null(fb_policy_find(&ps, FB_POLICY_OUT, &out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prefixes),
		cmocka_unit_test(ports_and_protocols),
		cmocka_unit_test(mark_device_and_interface),
		cmocka_unit_test(the_first_policy_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
