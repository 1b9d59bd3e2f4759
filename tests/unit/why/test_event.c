// SPDX-License-Identifier: GPL-2.0
/* Events of the module, as text, and the packets that they are about. */
#include "unit.h"

#include <errno.h>

#include "why/collect.h"
#include "why/counts.h"
#include "why/event.h"

#define PACKET                                                                                                \
	"  <idle>-0 [000] ..s1. 12.5: why_packet: id=256 ns=7 dev=in0 ifindex=3 len=114 mac=14 seg=0 segs=0 " \
	"pkt=host encap=- ttl=64 ihl=20 thl=32 opt=0 frag=0 total=100 bad=- secpath=0 proto=tcp 10.0.1.2:4000>10.0.2.2:80 flags=FA seq=1 ack=2"
#define REST                                                                                                     \
	"ns=7 dev=in0 ifindex=3 len=114 mac=14 seg=0 segs=0 pkt=host encap=- ttl=64 ihl=20 thl=32 opt=0 frag=0 " \
	"total=100 bad=- secpath=0 proto=tcp 10.0.1.2:4000>10.0.2.2:80 flags=A seq=1 ack=2"
/* The next packet of the same CPU. */
#define ANOTHER "why_packet: id=65792 " REST
#define CT                                                                                                                \
	"why_ct: id=256 mark=0x2a ctinfo=reply status=0x400e tcp=ESTABLISHED helper=1 seqadj=0 timeout=9 proto=tcp orig=" \
	"10.0.2.2:80>10.0.1.2:4000 reply=10.0.1.2:4000>10.0.2.2:80"
#define TEARDOWN                                                                                         \
	"why_teardown: ns=7 by=nf_flow_offload_ip_hook status=0x400e tcp=CLOSE timeout=3 left=-2 proto=" \
	"tcp orig=10.0.2.2:80>10.0.1.2:4000 reply=10.0.1.2:4000>10.0.2.2:80"

#define GONE                                                                                          \
	"why_gone: ns=7 by=nf_flow_offload_work_gc status=0xe tcp=CLOSE timeout=3 left=-2 proto=tcp " \
	"orig=10.0.2.2:80>10.0.1.2:4000 reply=10.0.1.2:4000>10.0.2.2:80"

static struct fb_why_event event_of(const char *text)
{
	struct fb_error error = { "" };
	struct fb_why_event e;
	char line[1024];

	snprintf(line, sizeof(line), "%s", text);
	assert_int_equal(fb_why_event_read(line, &e, &error), 1);
	assert_string_equal(error.text, "");
	return e;
}

static void packet(void **state)
{
	struct fb_why_event e = event_of(PACKET);

	(void)state;
	assert_int_equal(e.stage, FB_WHY_PACKET);
	assert_int_equal(e.id, 256);
	assert_int_equal(e.packet.ns, 7);
	assert_string_equal(e.packet.dev, "in0");
	assert_int_equal(e.packet.l3, 114);
	assert_int_equal(e.packet.version, 4);
	assert_string_equal(e.packet.tuple, "10.0.1.2:4000>10.0.2.2:80");
	assert_string_equal(e.packet.flags, "FA");
	assert_int_equal(e.packet.thl, 32);
	assert_string_equal(e.packet.bad, "-");
	assert_false(e.packet.options || e.packet.fragment || e.packet.secpath);
}

/* The words of the event packet: a module of today, and an older one, whose texts are in published traces. */
static void protocols(void **state)
{
	static const struct {
		const char *words, *proto, *tuple, *flags;
		unsigned int version;
	} cases[] = {
		{ "ethertype=0x0800 proto=tcp 10.0.1.2:4000>10.0.2.2:80 flags=FA seq=1 ack=2 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=6",
		  "tcp", "10.0.1.2:4000>10.0.2.2:80", "FA", 4 },
		{ "ethertype=0x86dd proto=udp [fd00::1]:53>[fd00::2]:54321 flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=17",
		  "udp", "[fd00::1]:53>[fd00::2]:54321", "", 6 },
		{ "ethertype=0x0800 proto=icmp 10.0.1.2:0>10.0.2.2:0 flags=- seq=0 ack=0 spi=0x00000000 type=8 code=0 fragoff=0 ipproto=1",
		  "icmp", "10.0.1.2>10.0.2.2", "", 4 },
		{ "ethertype=0x86dd proto=ip [fd00::1]:0>[fd00:0:0:1::2:0]:0 flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0 fragoff=8 ipproto=17",
		  "17", "fd00::1>fd00:0:0:1::2:0", "", 6 },
		{ "ethertype=0x0806 proto=eth 0.0.0.0:0>0.0.0.0:0 flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=0",
		  "eth", "", "", 0 },
		{ "proto=icmp6 fd00::1>fd00:1:2:3:4:5:6:0 type=128 code=0", "icmp6",
		  "fd00::1>fd00:1:2:3:4:5:6:0", "", 6 },
		{ "proto=17 10.0.1.2>10.0.2.2 frag=808", "17", "10.0.1.2>10.0.2.2", "", 4 },
		{ "proto=esp 10.0.1.2>10.0.2.2 spi=0xc1234567 seq=7", "esp", "10.0.1.2>10.0.2.2",
		  "", 4 },
		{ "proto=eth 0x0806", "eth", "", "", 0 },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_why_event e;
		char text[1024];

		snprintf(
			text, sizeof(text),
			"why_packet: id=256 ns=7 dev=in0 ifindex=3 len=114 mac=14 seg=0 segs=0 pkt=host "
			"encap=- ttl=64 ihl=20 thl=0 opt=0 frag=0 total=100 bad=- secpath=0 %s",
			cases[i].words);
		e = event_of(text);
		assert_string_equal(e.packet.proto, cases[i].proto);
		assert_string_equal(e.packet.tuple, cases[i].tuple);
		assert_string_equal(e.packet.flags, cases[i].flags);
		assert_int_equal(e.packet.version, cases[i].version);
		assert_false(e.packet.fragment);
	}
}

static void other_stages(void **state)
{
	struct fb_why_event e = event_of(CT);

	(void)state;
	assert_string_equal(e.ct.ctinfo, "reply");
	assert_int_equal(e.ct.mark, 42);
	assert_int_equal(e.ct.status, 0x400e);
	assert_true(e.ct.helper);
	assert_string_equal(e.ct.tuple, "10.0.2.2:80>10.0.1.2:4000");
	e = event_of("why_add: id=3 verdict=break before=0 after=0 route=- add=-17");
	assert_false(e.add.added);
	assert_int_equal(e.add.route, 1);
	assert_int_equal(e.add.add, -17);
	e = event_of("why_add: id=3 verdict=ok before=0 after=1 route=0 add=0");
	assert_true(e.add.added);
	e = event_of("why_add: id=3 verdict=break before=0 after=0 route=0 add=1");
	assert_int_equal(e.add.route, 0);
	assert_int_equal(e.add.add, 1);
	e = event_of(
		"why_ct: id=3 mark=0x0 ctinfo=new status=0x0 tcp=- helper=0 seqadj=0 timeout=30 "
		"proto=icmp orig=10.0.1.2:0>10.0.2.2:0 reply=10.0.2.2:0>10.0.1.2:0");
	assert_string_equal(e.ct.tuple, "10.0.1.2>10.0.2.2");
	e = event_of(
		"why_forward: id=3 out=out0 ifindex=4 mtu=1420 mark=0x1f xfrm=1 len=100 status=0xe tcp=-");
	assert_string_equal(e.forward.dev, "out0");
	assert_int_equal(e.forward.mtu, 1420);
	assert_int_equal(e.forward.mark, 31);
	assert_true(e.forward.xfrm);
	e = event_of("why_local: id=3");
	assert_int_equal(e.stage, FB_WHY_LOCAL);
	e = event_of(TEARDOWN);
	assert_string_equal(e.teardown.by, "nf_flow_offload_ip_hook");
	assert_int_equal(e.teardown.left, -2);
}

static void what_is_wrong(void **state)
{
	static const struct {
		const char *line;
		int ret;
		const char *says;
	} cases[] = {
		{ "packet: ns=1 dev=in0", 0, "" },
		{ "", 0, "" },
		{ "why_local: ", -EINVAL, "no 'id='" },
		{ "why_forward: id=1 out=a-name-that-no-device-has ifindex=1 mtu=1 xfrm=0", -EINVAL,
		  "too long" },
		{ "why_forward: id=1 out=a ifindex=x mtu=1 xfrm=0", -EINVAL, "'ifindex=x'" },
		{ "why_forward: id=1 out=a ifindex=1 mtu=1 mark=0x0 xfrm=2", -EINVAL, "'xfrm=2'" },
		{ "why_packet: id=1 ns=1 dev=a ifindex=1 len=10 mac=14 seg=0", -EINVAL,
		  "no 'pkt='" },
		{ "why_add: id=1 verdict=ok before=0 route=zero add=-", -EINVAL, "'route=zero'" },
	};
	struct fb_why_event e;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_error error = { "" };
		char line[256];

		snprintf(line, sizeof(line), "%s", cases[i].line);
		assert_int_equal(fb_why_event_read(line, &e, &error), cases[i].ret);
		assert_non_null(strstr(error.text, cases[i].says));
	}
}

static void add(struct fb_why_collect *c, const char *text)
{
	struct fb_why_event e = event_of(text);

	assert_int_equal(fb_why_collect_add(c, &e), 0);
}

static void events_become_packets(void **state)
{
	static struct fb_why_collect c = { .ns = 7 };

	(void)state;
	add(&c, CT);
	assert_int_equal(c.nr, 0);
	add(&c, TEARDOWN);
	add(&c, PACKET);
	add(&c, CT);
	add(&c, "why_local: id=255");
	assert_int_equal(c.nr, 1);
	assert_int_equal(c.sample[0].seen, 1U << FB_WHY_PACKET | 1U << FB_WHY_CT);
	assert_true(c.sample[0].ct.helper);
	assert_true(c.sample[0].was_down);
	assert_string_equal(c.sample[0].down.by, "nf_flow_offload_ip_hook");
	/* The packet adds the flow again, so the next one has no such reason. */
	add(&c, "why_add: id=256 verdict=ok before=0 after=1 route=0 add=0");
	add(&c, PACKET);
	assert_int_equal(c.nr, 2);
	assert_false(c.sample[1].was_down);
	/* The old flow leaves its flowtable after the new one has come. */
	add(&c, GONE);
	add(&c, PACKET);
	assert_false(c.sample[2].was_down);
	/* This one was not seen to be taken down. */
	add(&c, GONE);
	add(&c, PACKET);
	assert_string_equal(c.sample[3].down.by, "nf_flow_offload_work_gc");
	/* Packets of a batch: what they meet comes when all of them have been received. */
	fb_why_collect_reset(&c);
	add(&c, PACKET);
	add(&c, ANOTHER);
	add(&c, CT);
	add(&c,
	    "why_forward: id=65792 out=out0 ifindex=4 mtu=1420 mark=0x0 xfrm=0 len=100 status=0xe tcp=-");
	assert_int_equal(c.nr, 2);
	assert_int_equal(c.sample[0].seen, 1U << FB_WHY_PACKET | 1U << FB_WHY_CT);
	assert_int_equal(c.sample[1].seen, 1U << FB_WHY_PACKET | 1U << FB_WHY_FORWARD);
	/* What got lost may be an event of the first one; the second one has come to its end. */
	fb_why_collect_lost(&c, 255);
	assert_false(c.sample[0].cut);
	fb_why_collect_lost(&c, 256);
	assert_true(c.sample[0].cut);
	assert_false(c.sample[1].cut);
	/* Two of many CPUs. */
	fb_why_collect_reset(&c);
	add(&c, "why_packet: id=65536 " REST);
	add(&c, "why_packet: id=65600 " REST);
	add(&c, "why_local: id=65536");
	add(&c, "why_local: id=65600");
	assert_int_equal(c.sample[0].seen, 1U << FB_WHY_PACKET | 1U << FB_WHY_LOCAL);
	assert_int_equal(c.sample[1].seen, 1U << FB_WHY_PACKET | 1U << FB_WHY_LOCAL);
	/* Another namespace. */
	c.ns = 8;
	add(&c, PACKET);
	assert_int_equal(c.nr, 2);
	fb_why_collect_reset(&c);
	assert_int_equal(c.nr, 0);
	fb_why_collect_free(&c);
}

static void counters(void **state)
{
	char good[] =
		"dev=in0 ifindex=3 in=120 behind=20 sampled=20 hooks=nf_flow_offload_inet_hook\n"
		"dev=out0 ifindex=4 in=1 behind=1 sampled=0 hooks=-\nforward=20 local=2\nmissed=1\n";
	char bad[] = "dev=in0 ifindex=3 in=many behind=20 sampled=20 hooks=-\n";
	struct fb_error error = { "" };
	struct fb_why_counts n;

	(void)state;
	assert_int_equal(fb_why_counts_read(good, &n, &error), 0);
	assert_int_equal(n.nr, 2);
	assert_int_equal(n.forward, 20);
	assert_int_equal(n.local, 2);
	assert_int_equal(n.missed, 1);
	assert_int_equal(fb_why_counts_device(&n, 4)->behind, 1);
	assert_null(fb_why_counts_device(&n, 5));
	fb_why_counts_free(&n);
	assert_int_equal(fb_why_counts_read(bad, &n, &error), -EINVAL);
	assert_string_equal(error.text, "'in=many': expected a number");
	fb_why_counts_free(&n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packet),
		cmocka_unit_test(protocols),
		cmocka_unit_test(other_stages),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(events_become_packets),
		cmocka_unit_test(counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
