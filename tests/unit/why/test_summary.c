// SPDX-License-Identifier: GPL-2.0
/* The sums of an interval, and the rules that packets met. */
#include "unit.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netinet/in.h>

#include "why/rule_trace.h"
#include "why/summary_print.h"

static void add(struct fb_why_summary *s, enum fb_reason_id id, const char *detail,
		const char *tuple)
{
	struct fb_why_answer answer = { .id = id };
	struct fb_why_sample sample = { .packet = { .proto = "udp" } };

	snprintf(answer.detail, sizeof(answer.detail), "%s", detail);
	snprintf(sample.packet.tuple, sizeof(sample.packet.tuple), "%s", tuple);
	assert_int_equal(fb_why_summary_add(s, &sample, &answer), 0);
}

static void packets_and_connections(void **state)
{
	struct fb_why_device then = { .ifindex = 3, .in = 100, .behind = 10, .sampled = 10 };
	struct fb_why_device now[] = { { .ifindex = 3, .in = 300, .behind = 18, .sampled = 14 },
				       { .ifindex = 4, .in = 5, .behind = 0 } };
	struct fb_why_counts before = { .device = &then, .nr = 1, .forward = 4 };
	struct fb_why_counts after = { .device = now, .nr = 2, .forward = 12, .local = 1 };
	struct fb_why_summary s = { .seconds = 2 };
	char *text = NULL;
	size_t size;
	FILE *f;

	(void)state;
	add(&s, FB_REASON_TTL, "", "10.0.0.1:1>10.0.0.2:2");
	add(&s, FB_REASON_DEVICE, "wg0", "10.0.0.1:1>10.0.0.2:2");
	add(&s, FB_REASON_DEVICE, "wg0", "10.0.0.2:2>10.0.0.1:1");
	add(&s, FB_REASON_DEVICE, "wg1", "10.0.0.1:1>10.0.0.3:2");
	fb_why_summary_end(&s, &before, &after, 4);
	assert_int_equal(s.fast, 192 + 5);
	assert_int_equal(s.slow, 8);
	assert_int_equal(s.local, 1);
	assert_int_equal(s.passed, 8);
	assert_int_equal(s.nr, 3);
	/* Eight packets were left alone, four of them were looked at. */
	assert_int_equal(s.row[0].answer.id, FB_REASON_DEVICE);
	assert_int_equal(s.row[0].packets, 4);
	assert_int_equal(s.row[0].sampled, 2);
	assert_int_equal(s.row[0].connections, 1);
	f = open_memstream(&text, &size);
	fb_why_print(&s, 120, f);
	fclose(f);
	assert_non_null(
		strstr(text, "of 205 packets forwarded in 2.0 s, 96.1 % took the fast path\n"));
	assert_non_null(strstr(text, "~        2.0            1  device wg0 is in no flowtable"));
	assert_non_null(strstr(text, "~ estimated: 1 of 2.0 packets was looked at\n"));
	free(text);
	fb_why_summary_free(&s);
}

static void put_verdict(struct nlmsghdr *nlh, uint32_t code)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, NFTA_TRACE_VERDICT);

	mnl_attr_put_u32(nlh, NFTA_VERDICT_CODE, htonl(code));
	mnl_attr_nest_end(nlh, nest);
}

/* A report of a rule's verdict on packet 7, or of a policy. */
static void report(struct fb_rule_traces *t, const char *chain, uint64_t handle, uint32_t code,
		   bool headers)
{
	static const uint8_t ip[20] = { 0x45, [9] = IPPROTO_UDP, [12] = 10, 0, 1, 2, 10, 0, 2, 2 };
	static const uint8_t udp[8] = { 4000 >> 8, 4000 & 255, 0, 80 };
	char buffer[1024];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buffer);
	struct nfgenmsg *msg = mnl_nlmsg_put_extra_header(nlh, sizeof(*msg));

	msg->nfgen_family = NFPROTO_INET;
	mnl_attr_put_u32(nlh, NFTA_TRACE_ID, htonl(7));
	mnl_attr_put_strz(nlh, NFTA_TRACE_TABLE, "fw");
	mnl_attr_put_strz(nlh, NFTA_TRACE_CHAIN, chain);
	mnl_attr_put_u32(nlh, NFTA_TRACE_TYPE,
			 htonl(handle ? NFT_TRACETYPE_RULE : NFT_TRACETYPE_POLICY));
	if (handle) {
		mnl_attr_put_u64(nlh, NFTA_TRACE_RULE_HANDLE, htobe64(handle));
		put_verdict(nlh, code);
	} else {
		mnl_attr_put_u32(nlh, NFTA_TRACE_POLICY, htonl(code));
	}
	if (headers) {
		mnl_attr_put(nlh, NFTA_TRACE_NETWORK_HEADER, sizeof(ip), ip);
		mnl_attr_put(nlh, NFTA_TRACE_TRANSPORT_HEADER, sizeof(udp), udp);
	}
	assert_int_equal(fb_rule_trace_message(t, nlh), 0);
}

static void rules(void **state)
{
	static struct fb_rule_traces t;
	const struct fb_rule_trace *trace;

	(void)state;
	/* Without headers it is not known which packet it is. */
	report(&t, "forward", 5, NF_ACCEPT, false);
	assert_null(fb_rule_trace_find(&t, "10.0.1.2:4000>10.0.2.2:80"));
	report(&t, "forward", 5, (uint32_t)NFT_CONTINUE, true);
	assert_null(fb_rule_trace_find(&t, "10.0.1.2:4000>10.0.2.2:80"));
	report(&t, "forward", 6, NF_ACCEPT, false);
	report(&t, "post", 0, NF_DROP, false);
	trace = fb_rule_trace_find(&t, "10.0.1.2:4000>10.0.2.2:80");
	assert_non_null(trace);
	assert_int_equal(trace->nr, 2);
	assert_int_equal(trace->verdict[0].handle, 6);
	assert_string_equal(trace->verdict[0].chain, "forward");
	assert_false(trace->verdict[0].drop);
	assert_int_equal(trace->verdict[1].handle, 0);
	assert_true(trace->verdict[1].drop);
	assert_null(fb_rule_trace_find(&t, "10.0.1.2:4000>10.0.2.2:81"));
	fb_rule_traces_reset(&t);
	assert_null(fb_rule_trace_find(&t, "10.0.1.2:4000>10.0.2.2:80"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_and_connections),
		cmocka_unit_test(rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
