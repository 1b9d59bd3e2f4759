// SPDX-License-Identifier: GPL-2.0
/* Where a packet was dropped: the call that dropped it, the hook, and the last decision before. */
#include "unit.h"

#include "reproduce/drop.h"

/* Returns what is printed of the drops of a text; the caller frees it. */
static char *drops_of(const char *trace)
{
	struct fb_tree *tree = unit_tree(trace);
	struct fb_evidence *ev;
	struct fb_drops drops;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct fb_out out;

	assert_non_null(f);
	assert_int_equal(fb_evidence_new(tree, &ev), 0);
	fb_drops_find(tree, ev, &drops);
	fb_out_begin(&out, f);
	fb_drops_print(tree, &drops, "dropped", &out);
	fb_out_flush(&out);
	fclose(f);
	fb_evidence_free(ev);
	fb_tree_free(tree);
	return text;
}

static void is(const char *trace, const char *want)
{
	char *text = drops_of(trace);

	assert_string_equal(text, want);
	free(text);
}

static void by_a_rule(void **state)
{
	(void)state;
	is(" 9)               |  ip_forward() {\n"
	   " 9)               |    nf_hook_slow() {\n"
	   " 9)   1.000 us    |      nft_do_chain_inet [nf_tables]();\n"
	   " 9)               |      iptable_filter_hook [iptable_filter]() {\n"
	   " 9)   1.000 us    |        ipt_do_table [ip_tables]();\n"
	   " 9)   2.000 us    |      }\n"
	   " 9)               |      kfree_skb() {\n"
	   " 9)   1.000 us    |        skb_release_all();\n"
	   " 9)   2.000 us    |      }\n"
	   " 9)   9.000 us    |    }\n"
	   " 9)   9.500 us    |  }\n",
	   "dropped   nf_hook_slow() of line 2 drops the packet, at the hook forward; last before: "
	   "iptable_filter_hook() of line 4, the table filter of iptables-legacy\n");
}

/* The hooks of old kernels are called by nf_iterate(), and its caller frees the packet. */
static void by_a_rule_of_an_old_kernel(void **state)
{
	(void)state;
	is(" 9)               |  ip_local_deliver() {\n"
	   " 9)               |    nf_hook_slow() {\n"
	   " 9)   2.000 us    |      nf_iterate();\n"
	   " 9)   1.000 us    |      kfree_skb();\n"
	   " 9)   9.000 us    |    }\n"
	   " 9)   9.500 us    |  }\n",
	   "dropped   nf_hook_slow() of line 2 drops the packet, at the hook input; last before: "
	   "nf_iterate() of line 3\n");
}

static void the_value_that_was_returned(void **state)
{
	(void)state;
	is(" 0)               |  ip_rcv() {\n"
	   " 0)               |    nf_hook_slow() {\n"
	   " 0)   1.000 us    |      nft_do_chain_ipv4 [nf_tables](); /* = 0x0 */\n"
	   " 0)   1.000 us    |      sk_skb_reason_drop();\n"
	   " 0)   9.000 us    |    } /* = 0xffffffff */\n"
	   " 0)   9.500 us    |  }\n",
	   "dropped   nf_hook_slow() of line 2 drops the packet, at the hook prerouting; last before: "
	   "nft_do_chain_ipv4() of line 3, a chain of nftables, returned 0x0 (drop)\n");
	is(" 0)               |  ip_rcv_finish() {\n"
	   " 0)   1.000 us    |    ip_route_input_noref(); /* = -18 */\n"
	   " 0)   1.000 us    |    kfree_skb_reason();\n"
	   " 0)   9.500 us    |  }\n",
	   "dropped   ip_rcv_finish() of line 1 drops the packet; last before: ip_route_input_noref() of line 2, routing, "
	   "returned -18\n");
}

/* Locks and the like are between the decision and the drop. */
static void what_decides_nothing(void **state)
{
	(void)state;
	is(" 0)               |  tcp_v4_rcv() {\n"
	   " 0)   1.000 us    |    sk_filter_trim_cap();\n"
	   " 0)   1.000 us    |    _raw_spin_unlock();\n"
	   " 0)   1.000 us    |    rcu_read_unlock();\n"
	   " 0)   1.000 us    |    kfree_skb();\n"
	   " 0)   9.500 us    |  }\n",
	   "dropped   tcp_v4_rcv() of line 1 drops the packet; last before: sk_filter_trim_cap() of line 2, the socket's "
	   "filter\n");
	is(" 0)               |  ip_forward() {\n"
	   " 0)   1.000 us    |    kfree_skb();\n"
	   " 0)   9.500 us    |  }\n",
	   "dropped   ip_forward() of line 1 drops the packet\n");
}

/* A raw socket's packet meets the hook of what this host sends without ip_local_out(). */
static void of_a_raw_socket(void **state)
{
	(void)state;
	is(" 9)               |  raw_sendmsg() {\n"
	   " 9)               |    nf_hook_slow() {\n"
	   " 9)   1.000 us    |      iptable_filter_hook();\n"
	   " 9)   1.000 us    |      kfree_skb();\n"
	   " 9)   9.000 us    |    }\n"
	   " 9)   9.500 us    |  }\n",
	   "dropped   nf_hook_slow() of line 2 drops the packet, at the hook output; last before: "
	   "iptable_filter_hook() of line 3, the table filter of iptables-legacy\n");
}

/* A packet that is freed need not have been dropped. */
static void what_is_no_drop(void **state)
{
	(void)state;
	is(" 0)               |  igb_poll() {\n"
	   " 0)   1.000 us    |    kfree_skb();\n"
	   " 0)   1.000 us    |    consume_skb();\n"
	   " 0)   9.500 us    |  }\n"
	   " 0)   1.000 us    |  kfree_skb();\n",
	   "");
}

static void several(void **state)
{
	char text[4096] = "", *got;
	int i;

	(void)state;
	for (i = 0; i < 3; i++)
		strcat(text, " 0)               |  ip_forward() {\n"
			     " 0)   1.000 us    |    kfree_skb();\n"
			     " 0)   9.500 us    |  }\n");
	is(text, "dropped   ip_forward() of line 1 drops the packet (and 2 more there)\n");
	text[0] = '\0';
	for (i = 0; i < 6; i++)
		sprintf(text + strlen(text),
			" 0)               |  ip_forward() {\n"
			" 0)   1.000 us    |    decide_%d();\n"
			" 0)   1.000 us    |    kfree_skb();\n"
			" 0)   9.500 us    |  }\n",
			i);
	got = drops_of(text);
	assert_non_null(strstr(got, "decide_3"));
	assert_null(strstr(got, "decide_4"));
	assert_non_null(strstr(got, "dropped   2 packets more, elsewhere\n"));
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_a_rule),
		cmocka_unit_test(by_a_rule_of_an_old_kernel),
		cmocka_unit_test(the_value_that_was_returned),
		cmocka_unit_test(what_decides_nothing),
		cmocka_unit_test(of_a_raw_socket),
		cmocka_unit_test(what_is_no_drop),
		cmocka_unit_test(several),
	};

	return cmocka_run_group_tests_name("drop", tests, NULL, NULL);
}
