// SPDX-License-Identifier: GPL-2.0
/* Why a packet was not taken: what the kernel did and what the state says, and the reason. */
#include "unit.h"

#include <errno.h>

#include "state/connections.h"
#include "why/judge.h"
#include "why/summary_print.h"

#define INET "nf_flow_offload_inet_hook"
#define CONN (FB_CT_CONFIRMED | FB_CT_SEEN_REPLY | FB_CT_ASSURED)

static const char *hooks;
static struct fb_why_sample s;
static struct fb_packet_state f;
static struct fb_why_answer answer;

/* A packet of an offloaded UDP connection that could have been taken. */
static void begin(void)
{
	hooks = INET;
	s = (struct fb_why_sample){
		.seen = 1U << FB_WHY_PACKET | 1U << FB_WHY_CT | 1U << FB_WHY_FORWARD,
		.packet = { .dev = "in0",
			    .l3 = 100,
			    .to = "host",
			    .encap = "-",
			    .bad = "-",
			    .ttl = 64,
			    .ihl = 20,
			    .version = 4,
			    .proto = "udp",
			    .tuple = "10.0.1.2:4000>10.0.2.2:80" },
		.ct = { .ctinfo = "established", .status = CONN | FB_CT_OFFLOAD, .tcp = "-" },
		.forward = { .dev = "out0", .mtu = 1500 },
	};
	f = (struct fb_packet_state){ .flowtables = 1,
				      .in_flowtable = true,
				      .in_family = true,
				      .out_known = true,
				      .out = "out0",
				      .mtu = 1500,
				      .reply_device = "in0",
				      .reply_listed = true,
				      .same_device = true,

				      .flow_add = true,
				      .tracked = true,
				      .status = CONN };
}

static void is(enum fb_reason_id id, const char *detail)
{
	fb_why_judge(&s, hooks, &f, &answer);
	if (answer.id != id)
		fail_msg("%s (%s), not %s", fb_reason(answer.id)->name, answer.detail,
			 fb_reason(id)->name);
	assert_string_equal(answer.detail, detail);
	begin();
}

static void the_device(void **state)
{
	(void)state;
	begin();
	hooks = "-", f.flowtables = 0, f.in_flowtable = false;
	is(FB_REASON_NO_FLOWTABLE, "");
	hooks = "-", f.in_flowtable = false;
	is(FB_REASON_DEVICE, "in0");
	hooks = "-";
	is(FB_REASON_UNKNOWN, "the kernel: device; the state: the device is in a flowtable");
	hooks = "nf_flow_offload_ipv6_hook", f.in_family = false;
	is(FB_REASON_FAMILY, "in0");
	hooks = "nf_flow_offload_ip_hook", s.packet.options = true;
	is(FB_REASON_OPTIONS, "");
}

static void the_header(void **state)
{
	(void)state;
	begin();
	s.packet.fragment = true, s.packet.ttl = 1;
	is(FB_REASON_FRAGMENT, "");
	s.packet.options = true;
	is(FB_REASON_OPTIONS, "");
	s.packet.options = true, s.packet.version = 6;
	is(FB_REASON_EXTENSION, "");
	s.packet.ttl = 1;
	is(FB_REASON_TTL, "");
	strcpy(s.packet.proto, "icmp");
	is(FB_REASON_PROTOCOL, "icmp");
	strcpy(s.packet.proto, "icmp"), strcpy(s.ct.ctinfo, "related");
	is(FB_REASON_RELATED, "icmp");
	strcpy(s.packet.to, "otherhost"), strcpy(s.packet.bad, "checksum");
	is(FB_REASON_OTHER_HOST, "otherhost");
	strcpy(s.packet.bad, "checksum"), s.packet.fragment = true, s.seen = 1U << FB_WHY_PACKET;
	is(FB_REASON_MALFORMED, "a wrong checksum");
	/* IP took the packet, whatever was seen in its header. */
	strcpy(s.packet.bad, "length"), s.packet.fragment = true;
	is(FB_REASON_FRAGMENT, "");
	strcpy(s.packet.proto, "17");
	is(FB_REASON_MALFORMED, "TCP or UDP, cut off");
}

/* IP has dropped the packet, or a rule in front of routing. */
static void before_routing(void **state)
{
	(void)state;
	begin();
	s.seen = 1U << FB_WHY_PACKET;
	is(FB_REASON_UNKNOWN, "dropped before it was routed");
	s.seen = 1U << FB_WHY_PACKET, strcpy(s.packet.encap, "vlan:5"),
	strcpy(s.packet.to, "otherhost");
	is(FB_REASON_ENCAPSULATION, "vlan:5");
	s.seen = 1U << FB_WHY_PACKET, f.rule = FB_WHY_RULE_DROPPED,
	strcpy(f.where, "rule 1 of ip a b");
	is(FB_REASON_DROPPED, "rule 1 of ip a b");
}

static void the_connection(void **state)
{
	(void)state;
	begin();
	strcpy(s.ct.ctinfo, "none");
	is(FB_REASON_INVALID, "");
	strcpy(s.ct.ctinfo, "none"), f.flow_add = false;
	is(FB_REASON_NO_FLOW_ADD, "");
	strcpy(s.ct.ctinfo, "untracked"), f.no_track = true;
	is(FB_REASON_UNTRACKED, "");
	strcpy(s.ct.ctinfo, "untracked");
	is(FB_REASON_UNKNOWN, "the kernel: untracked; the state: no rule with notrack");
	s.ct.status = 0;
	is(FB_REASON_NEW, "");
	s.ct.status = FB_CT_CONFIRMED;
	is(FB_REASON_NO_REPLY, "");
	s.ct.status = CONN, s.ct.helper = true, strcpy(f.helper, "ftp");
	is(FB_REASON_HELPER, "ftp");
	s.ct.status = CONN, s.ct.helper = true;
	is(FB_REASON_UNKNOWN, "the kernel: helper; the state: the connection has none");
	s.ct.status = CONN | FB_CT_SEQ_ADJUST, f.status |= FB_CT_SEQ_ADJUST;
	is(FB_REASON_SEQ_ADJUST, "");
	s.ct.status = CONN | FB_CT_SEQ_ADJUST;
	is(FB_REASON_UNKNOWN, "the kernel: seq-adjust; the state: the connection has no such mark");
	s.ct.status = CONN | FB_CT_NAT_CLASH, f.status |= FB_CT_NAT_CLASH;
	is(FB_REASON_CLASH, "");
	/* The later connection is forgotten after a second. */
	s.ct.status = CONN | FB_CT_NAT_CLASH, f.tracked = false;
	is(FB_REASON_CLASH, "");
	s.ct.status = CONN, s.packet.secpath = true;
	is(FB_REASON_FROM_ESP, "");
	s.ct.status = CONN, strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "SYN_RECV");
	is(FB_REASON_TCP_STATE, "SYN_RECV");
	s.ct.status = CONN, strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "SYN_RECV"),
	strcpy(f.tcp, "TIME_WAIT");
	is(FB_REASON_TCP_STATE, "SYN_RECV");
	s.ct.status = CONN, strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "SYN_RECV"),
	strcpy(f.tcp, "SYN_SENT");
	is(FB_REASON_UNKNOWN, "the kernel: tcp-state; the state: SYN_SENT");
	s.ct.status = CONN, strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "TIME_WAIT"),
	strcpy(f.tcp, "SYN_SENT");
	is(FB_REASON_TCP_STATE, "TIME_WAIT");
	/* The first packet of a connection that another one has announced. */
	s.ct.status = 0, strcpy(s.ct.ctinfo, "related");
	is(FB_REASON_NEW, "");
}

static void the_flow(void **state)
{
	(void)state;
	begin();
	s.packet.l3 = 1501;
	is(FB_REASON_MTU, "1501 > 1500 of out0");
	s.packet.l3 = 1500;
	is(FB_REASON_MARKED, "");
	s.packet.l3 = 60000, s.packet.segment = 1473;
	is(FB_REASON_SEGMENTS, "1501 > 1500 of out0");
	s.packet.l3 = 60000, s.packet.segment = 1472;
	is(FB_REASON_MARKED, "");
	s.packet.l3 = 60000, s.packet.segment = 1449, s.packet.thl = 32,
	strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "ESTABLISHED");
	is(FB_REASON_SEGMENTS, "1501 > 1500 of out0");
	s.packet.l3 = 60000, s.packet.segment = 1460, s.packet.thl = 20,
	strcpy(s.packet.proto, "tcp"), strcpy(s.ct.tcp, "ESTABLISHED");
	is(FB_REASON_MARKED, "");
	s.packet.l3 = 1450, s.forward.mtu = 1446, s.forward.xfrm = true;
	is(FB_REASON_MTU, "1450 > 1446 of out0, without the bytes of IPsec");
	s.packet.l3 = 1450, s.forward.mtu = 1446;
	is(FB_REASON_UNKNOWN, "the kernel: mtu; the state: the route's MTU is larger");
	f.same_device = false, strcpy(f.reply_device, "in1");
	is(FB_REASON_OTHER_DEVICE, "in0; the route back leads to in1");
	f.reply_listed = false, strcpy(f.reply_device, "bond0");
	is(FB_REASON_DEVICE, "bond0");
	strcpy(s.packet.encap, "vlan:100");
	is(FB_REASON_ENCAPSULATION, "vlan:100");
}

static void the_rules(void **state)
{
	(void)state;
	begin();
	s.ct.status = CONN, f.flow_add = false;
	is(FB_REASON_NO_FLOW_ADD, "");
	s.ct.status = CONN, f.rule = FB_WHY_RULE_ACCEPTED, strcpy(f.where, "rule 2 of ip a b"),
	f.flow_behind = true;
	is(FB_REASON_RULE, "rule 2 of ip a b");
	s.ct.status = CONN, f.rule = FB_WHY_RULE_ACCEPTED, strcpy(f.flow_rule, "rule 3 of ip a b");
	is(FB_REASON_NO_MATCH, "rule 3 of ip a b");
	s.ct.status = CONN;
	is(FB_REASON_UNKNOWN, "`flow add` was not reached, and no rule was seen");
	s.ct.status = CONN, f.rules_lost = true;
	is(FB_REASON_UNKNOWN, "`flow add` was not reached, and reports of rules got lost");
	s.ct.status = CONN, f.rule = FB_WHY_RULE_DROPPED, strcpy(f.where, "rule 1 of ip a b");
	is(FB_REASON_DROPPED, "rule 1 of ip a b");
	s.ct.status = CONN, s.seen &= ~(1U << FB_WHY_FORWARD);
	is(FB_REASON_UNKNOWN, "did not come to the end of forwarding");
	s.ct.status = CONN, s.packet.l3 = 1501;
	is(FB_REASON_UNKNOWN, "`flow add` was not reached, and no rule was seen");
	s.ct.status = CONN, s.seen &= ~(1U << FB_WHY_FORWARD), s.packet.l3 = 1501;
	is(FB_REASON_MTU, "1501 > 1500 of out0");
	s.ct.status = CONN, s.seen &= ~(1U << FB_WHY_FORWARD), strcpy(f.policy, "any, index 3");
	is(FB_REASON_POLICY, "any, index 3");
	s.ct.status = 0, s.seen &= ~(1U << FB_WHY_FORWARD), strcpy(f.unrouted, "no route to ::1");
	is(FB_REASON_UNROUTED, "no route to ::1");
	/* There is none any more, and there was one for this packet. */
	s.ct.status = 0, strcpy(f.unrouted, "no route to ::1");
	is(FB_REASON_NEW, "");
	s.ct.status = CONN, strcpy(f.policy, "any, index 3"), f.flow_add = false;
	is(FB_REASON_NO_FLOW_ADD, "");
	s.ct.status = 0, s.seen &= ~(1U << FB_WHY_FORWARD), f.rule = FB_WHY_RULE_DROPPED,
	strcpy(f.where, "rule 1 of ip a b");
	is(FB_REASON_DROPPED, "rule 1 of ip a b");
	/* Its connection's flow is gone. */
	s.ct.status = 0, s.seen &= ~(1U << FB_WHY_FORWARD), f.rule = FB_WHY_RULE_DROPPED,
	strcpy(f.where, "rule 1 of ip a b"), s.was_down = true;
	is(FB_REASON_DROPPED, "rule 1 of ip a b");
	/* Why it was not on the fast path is not that a rule drops what comes by another device. */
	s.seen &= ~(1U << FB_WHY_FORWARD), f.rule = FB_WHY_RULE_DROPPED, f.same_device = false,
					   strcpy(f.reply_device, "in1");
	is(FB_REASON_OTHER_DEVICE, "in0; the route back leads to in1");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD, s.add.added = true;
	is(FB_REASON_ADDED, "");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD, s.add.before = true;
	is(FB_REASON_MEANWHILE, "");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD, s.add.add = -ENOMEM;
	is(FB_REASON_ADD_FAILED, "Cannot allocate memory");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD, f.reply_device[0] = '\0';
	is(FB_REASON_NO_ROUTE, "10.0.1.2");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD, f.reply_device[0] = '\0',
	s.packet.version = 6, strcpy(s.packet.tuple, "[fd00:1::2]:4000>[fd00:2::2]:80");
	is(FB_REASON_NO_ROUTE, "fd00:1::2");
	s.ct.status = CONN, s.seen |= 1U << FB_WHY_ADD;
	is(FB_REASON_NO_PATH, "in0");
}

static void down(const char *by, int left)
{
	s.was_down = true;
	s.down.left = left;
	snprintf(s.down.by, sizeof(s.down.by), "%s", by);
}

static void the_end(void **state)
{
	(void)state;
	begin();
	down("nf_flow_offload_ip_hook", 20);
	is(FB_REASON_STALE, "");
	down("nf_flow_offload_ip_hook", 20), strcpy(s.packet.flags, "FA");
	is(FB_REASON_FIN, "");
	down("nf_flow_offload_ip_hook", 20), strcpy(s.packet.proto, "tcp"),
		strcpy(s.ct.tcp, "LAST_ACK");
	is(FB_REASON_FIN, "");
	down("nf_flow_offload_ip_hook", 20), strcpy(s.packet.flags, "R");
	is(FB_REASON_RST, "");
	down("nf_flow_offload_ip_hook", 20), strcpy(s.packet.flags, "S");
	is(FB_REASON_SYN, "");
	down("nf_flow_table_do_cleanup", 20), f.out_down = true;
	is(FB_REASON_DEVICE_DOWN, "out0");
	down("nf_flow_offload_ip_hook", 20), f.in_down = true;
	is(FB_REASON_DEVICE_DOWN, "in0");
	down("nf_flow_offload_gc_step", 3);
	is(FB_REASON_DELETED, "");
	down("nf_flow_offload_work_gc", 3), f.out_down = true;
	is(FB_REASON_DEVICE_DOWN, "out0");
	down("nf_flow_offload_work_gc", 0);
	is(FB_REASON_EXPIRED, "");
	down("nf_flow_table_do_cleanup", 20);
	is(FB_REASON_FLUSHED, "nobody was seen doing it");
	/* A packet without a route: only where a device went down did its flow go with it. */
	down("nf_flow_table_do_cleanup", 20), f.out_known = false;
	is(FB_REASON_FLUSHED, "nobody was seen doing it");
	down("nf_flow_table_do_cleanup", 20), f.out_known = false, f.any_down = true;
	is(FB_REASON_DEVICE_DOWN, "of its route");
	down("nf_flow_table_do_cleanup", 20), strcpy(f.deleter, "by nft, process 812, at 12:03:44");
	is(FB_REASON_FLUSHED, "by nft, process 812, at 12:03:44");
}

static void every_reason_has_words(void **state)
{
	struct fb_why_texts texts;
	unsigned int i, k;

	(void)state;
	for (i = 0; i < FB_REASONS; i++) {
		struct fb_why_answer a = { .id = i, .detail = "DETAIL" };

		for (k = 0; k < i; k++)
			assert_string_not_equal(fb_reason(i)->name, fb_reason(k)->name);
		fb_why_texts_of(&a, &texts);
		assert_true(strlen(texts.what) > 3);
		assert_null(strstr(texts.what, "%"));
		assert_null(strstr(texts.advice, "%"));
		assert_true(texts.advice[0]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_device),	  cmocka_unit_test(the_header),
		cmocka_unit_test(before_routing), cmocka_unit_test(the_connection),
		cmocka_unit_test(the_flow),	  cmocka_unit_test(the_rules),
		cmocka_unit_test(the_end),	  cmocka_unit_test(every_reason_has_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
