// SPDX-License-Identifier: GPL-2.0
/* What a trace is said to be: by its calls, where they stand, and what is not said because nothing proves it. */
#include "unit.h"

#include <ctype.h>
#include <errno.h>
#include <unistd.h>

#include "lib/version.h"
#include "reproduce/reading.h"

#ifndef FB_TOP
#error FB_TOP is the top folder of the sources
#endif

static struct fb_reading r;
static struct fb_tree *tree;

static void read_text(const char *text)
{
	fb_tree_free(tree);
	tree = unit_tree(text);
	assert_int_equal(fb_reading_make(tree, &r), 0);
}

/* Frees the tree of the last text, so that a leak is one of the code's. */
static int forget(void **state)
{
	(void)state;
	fb_tree_free(tree);
	tree = NULL;
	return 0;
}

/* Returns what is printed of the last text; the caller frees it. */
static char *printed(void)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct fb_out out;

	assert_non_null(f);
	fb_out_begin(&out, f);
	fb_reading_print(&r, "t", &out);
	fb_out_flush(&out);
	fclose(f);
	return text;
}

static void says(const char *what)
{
	char *text = printed();

	if (!strstr(text, what))
		fail_msg("'%s' is not in:\n%s", what, text);
	free(text);
}

static void says_not(const char *what)
{
	char *text = printed();

	if (strstr(text, what))
		fail_msg("'%s' is in:\n%s", what, text);
	free(text);
}

static void forwarded(void **state)
{
	(void)state;
	read_text(" 0)               |  ip_rcv() {\n"
		  " 0)               |    nf_hook_slow() {\n"
		  " 0)   1.000 us    |      iptable_mangle_hook [iptable_mangle]();\n"
		  " 0)   2.000 us    |    }\n"
		  " 0)               |    ip_rcv_finish() {\n"
		  " 0)   1.000 us    |      tcp_v4_early_demux();\n"
		  " 0)   1.000 us    |      ip_forward();\n"
		  " 0)   3.000 us    |    }\n"
		  " 0)   6.000 us    |  }\n");
	assert_int_equal(r.kind, FB_READING_PATH);
	assert_true(fb_reading_fits(
		&r, "forward ipv4 tcp iptables iptables-mangle !nft !receive !send"));
	assert_true(fb_reading_fits(&r, "nft|iptables"));
	assert_false(fb_reading_fits(&r, "nft|ipvs"));
	assert_false(fb_reading_fits(&r, "!forward"));
	says("t: a packet is forwarded\n");
	says("path      a packet is forwarded: ip_forward (line 7)\n");
	says("unknown   the devices; addresses");
	assert_null(r.own);
}

/* A word that hangs on where the call stands. */
static void where_a_call_stands(void **state)
{
	(void)state;
	/* No program sends the outer packet of a tunnel, and its UDP is the tunnel's. */
	read_text(" 0)               |  ip_forward() {\n"
		  " 0)               |    vxlan_xmit [vxlan]() {\n"
		  " 0)               |      iptunnel_xmit() {\n"
		  " 0)   1.000 us    |        ip_local_out();\n"
		  " 0)   2.000 us    |      }\n"
		  " 0)   3.000 us    |    }\n"
		  " 0)   4.000 us    |  }\n");
	assert_true(fb_reading_fits(&r, "forward vxlan-out !send !udp"));
	read_text(" 0)               |  ip_local_deliver() {\n"
		  " 0)               |    udp_rcv() {\n"
		  " 0)   1.000 us    |      vxlan_rcv [vxlan]();\n"
		  " 0)   2.000 us    |    }\n"
		  " 0)   3.000 us    |  }\n");
	assert_true(fb_reading_fits(&r, "decapsulate vxlan-in udp-outer !udp !receive"));
	read_text(" 0)               |  ip_local_deliver() {\n"
		  " 0)   2.000 us    |    udp_rcv();\n"
		  " 0)   3.000 us    |  }\n");
	assert_true(fb_reading_fits(&r, "receive udp !decapsulate !udp-outer"));
}

/* A function that two drivers have proves a driver only where the trace names its module. */
static void drivers_by_module(void **state)
{
	(void)state;
	read_text(" 0)   1.000 us    |  e1000_clean_rx_irq();\n 0)   1.000 us    |  ip_rcv();\n");
	assert_true(fb_reading_fits(&r, "e1000-or-e1000e !e1000 !e1000e"));
	read_text(
		" 0)   1.000 us    |  e1000_clean_rx_irq [e1000e]();\n 0)   1.000 us    |  ip_rcv();\n");
	assert_true(fb_reading_fits(&r, "e1000e !e1000 !e1000-or-e1000e"));
	read_text(" 0)   1.000 us    |  start_xmit();\n 0)   1.000 us    |  ip_rcv();\n");
	assert_true(fb_reading_fits(&r, "!virtio_net"));
	read_text(
		" 0)   1.000 us    |  start_xmit [virtio_net]();\n 0)   1.000 us    |  ip_rcv();\n");
	assert_true(fb_reading_fits(&r, "virtio_net"));
	read_text(" 0)   1.000 us    |  tcp_packet [other]();\n 0)   1.000 us    |  ip_rcv();\n");
	assert_true(fb_reading_fits(&r, "!tcp"));
}

/* br_netfilter's hook at prerouting sees each IP packet, and so says nothing of a bridge. */
static void what_says_less(void **state)
{
	(void)state;
	read_text(
		" 0)   1.000 us    |  ip_sabotage_in [br_netfilter]();\n 0)   1.000 us    |  ip_forward();\n");
	assert_true(fb_reading_fits(&r, "br_netfilter-loaded !br_netfilter !bridge"));
	read_text(
		" 0)   1.000 us    |  ip_sabotage_in [br_netfilter]();\n 0)   1.000 us    |  br_nf_pre_routing();\n");
	assert_true(fb_reading_fits(&r, "br_netfilter !br_netfilter-loaded"));
}

static void parts_have_alternatives(void **state)
{
	(void)state;
	read_text(" 0)   1.000 us    |  ip_rcv();\n");
	assert_int_equal(r.kind, FB_READING_PART);
	says("t: a part of a packet's path: a packet that is forwarded, or one that is for this host\n");
	read_text(" 0)   1.000 us    |  ip_output();\n");
	says("a packet that is forwarded, or one that this host sends\n");
	read_text(" 0)   1.000 us    |  __netif_receive_skb_core();\n");
	says("or one that is bridged\n");
	read_text(" 0)   1.000 us    |  nf_hook_slow();\n");
	says("a packet that is received, forwarded, bridged or sent\n");
	read_text(" 0)   1.000 us    |  br_handle_frame();\n");
	says("or one for the bridge's own device\n");
	/* GRO is before a bridge, and says nothing of where the packet goes. */
	read_text(" 0)               |  napi_gro_receive() {\n"
		  " 0)   1.000 us    |    inet_gro_receive();\n"
		  " 0)   2.000 us    |  }\n");
	assert_true(fb_reading_fits(&r, "ipv4"));
	says("a packet that is forwarded, one that is for this host, or one that is bridged\n");
}

/* Calls that are no part of a path, and are done for packets, are not said to be none. */
static void work_on_packets(void **state)
{
	(void)state;
	read_text(" 0)   1.000 us    |  e1000_xmit_frame [e1000]();\n");
	assert_int_equal(r.kind, FB_READING_PART);
	says("t: a part of a packet's path: a device's driver, which sends or receives packets, or looks");
	read_text(" 0)   1.000 us    |  wg_packet_encrypt_worker [wireguard]();\n");
	says("a tunnel's work: on a packet, or on a route");
	read_text(" 0)   1.000 us    |  destroy_conntrack [nf_conntrack]();\n");
	says("netfilter's work: on a packet, or for a program or a timer");
	read_text(" 0)   1.000 us    |  tcp_ack();\n");
	says("a protocol's work: on a packet, or for a program");
	read_text(" 0)   1.000 us    |  ip_route_output_flow();\n");
	says("IP's work: on a packet, or on a route");
	read_text(" 0)   1.000 us    |  tcp_recvmsg();\n");
	assert_int_equal(r.kind, FB_READING_NONE);
	read_text(" 0)               |  handle_tx [vhost_net]() {\n"
		  " 0)   1.000 us    |    vhost_signal [vhost]();\n"
		  " 0)   2.000 us    |  }\n");
	says("t: no packet's path, but vhost's, which carries packets between");
}

/* Every set of parts has its row: none is printed as "(null)". */
static void each_part_has_a_row(void **state)
{
	char text[128];
	int i;

	(void)state;
	for (i = 0; fb_words[i].name; i++) {
		if (fb_words[i].group != FB_WORD_PART)
			continue;
		snprintf(text, sizeof(text), " 0)   1.000 us    |  %.*s();\n",
			 (int)strcspn(fb_words[i].proof, " "), fb_words[i].proof);
		read_text(text);
		assert_int_equal(r.kind, FB_READING_PART);
		assert_non_null(r.either);
	}
}

static void other_work_is_none(void **state)
{
	(void)state;
	read_text(" 0)               |  vfs_read() {\n"
		  " 0)   1.000 us    |    ext4_file_read_iter();\n"
		  " 0)   2.000 us    |  }\n");
	assert_int_equal(r.kind, FB_READING_NONE);
	says("t: no packet's path, but a file system's\n");
	says_not("unknown");
	read_text(" 0)   1.000 us    |  schedule();\n");
	says("no packet's path, but the scheduler's\n");
	/* Anything may call the scheduler. */
	read_text(" 0)               |  do_thing() {\n"
		  " 0)               |    do_part() {\n"
		  " 0)   1.000 us    |      schedule();\n"
		  " 0)   2.000 us    |    }\n"
		  " 0)   3.000 us    |  }\n");
	says("t: no packet's path\ncalls     the scheduler's: schedule (line 3)\n");
	read_text(" 0)   1.000 us    |  frobnicate();\n");
	says("t: no packet's path\n");
	read_text(" 0)   1.000 us    |  tcp_recvmsg();\n");
	says("no packet's path, but a program's, which reads");
}

/* A packet that comes while a file is read is a packet, and the file is not its path. */
static void a_packet_that_interrupts(void **state)
{
	(void)state;
	read_text(" 0)               |  vfs_read() {\n"
		  " 0)   ==========> |\n"
		  " 0)               |    do_IRQ() {\n"
		  " 0)               |      __do_softirq() {\n"
		  " 0)   1.000 us    |        ip_forward();\n"
		  " 0)   2.000 us    |      }\n"
		  " 0)   3.000 us    |    }\n"
		  " 0)   <========== |\n"
		  " 0)   9.000 us    |  }\n");
	says("aside     the packet came in an interrupt of vfs_read (line 1)\n");
	read_text(" 0)               |  __do_softirq() {\n"
		  " 0)   1.000 us    |    ip_forward();\n"
		  " 0)   2.000 us    |  }\n");
	says_not("aside");
}

static void kernels_by_their_functions(void **state)
{
	(void)state;
	read_text(
		" 0)   1.000 us    |  ip_list_rcv();\n 0)   1.000 us    |  iptable_filter_hook();\n"
		" 0)   1.000 us    |  nft_do_chain();\n 0)   1.000 us    |  ip_forward();\n");
	says("kernel    4.19 or later: ip_list_rcv (line 1); before 5.16: iptable_filter_hook (line 2); of mainline");
	read_text(" 0)   1.000 us    |  kfree_skb_reason();\n 0)   1.000 us    |  nf_iterate();\n"
		  " 0)   1.000 us    |  ip_forward();\n");
	says("no version of mainline has both");
	read_text(" 0)   1.000 us    |  ip_rcv_core.isra.0();\n");
	says("kernel    4.19 or later: ip_rcv_core (line 1); of mainline");
}

/* --- the tables ------------------------------------------------------------- */

/* [at, end) is a name, with or without a module */
static bool is_name(const char *at, const char *end)
{
	const char *p = at;

	while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
		p++;
	if (p == at || p == end)
		return p > at;
	if (*p++ != '[')
		return false;
	for (at = p; p < end && (isalnum((unsigned char)*p) || *p == '_'); p++)
		;
	if (p > at && p < end && *p == '=')
		p++;
	return p > at && p + 1 == end && *p == ']';
}

/* [outer>]name{^name|!name} */
static bool is_alternative(const char *at, const char *end)
{
	const char *above = memchr(at, '>', (size_t)(end - at)), *next;

	if (above && !is_name(at, above))
		return false;
	for (at = above ? above + 1 : at; at < end; at = next + 1) {
		for (next = at; next < end && *next != '^' && *next != '!'; next++)
			;
		if (!is_name(at, next))
			return false;
	}
	return true;
}

static void words_are_in_their_form(void **state)
{
	const char *p;
	size_t len;
	int i, k;

	(void)state;
	for (i = 0; fb_words[i].name; i++) {
		assert_in_range(fb_words[i].group, 0, FB_WORD_GROUPS - 1);
		assert_true(strlen(fb_words[i].name) < 32);
		assert_int_equal(fb_word_find(fb_words[i].name), i);
		for (p = fb_words[i].proof; *p; p += len + (p[len] == ' ')) {
			len = strcspn(p, " ");
			if (!is_alternative(p, p + len))
				fail_msg("%s: '%.*s'", fb_words[i].name, (int)len, p);
		}
		for (p = fb_words[i].unless; p && *p; p += len + (p[len] == ' ')) {
			char word[32];

			len = strcspn(p, " ");
			snprintf(word, sizeof(word), "%.*s", (int)len, p);
			k = fb_word_find(word);
			assert_true(k >= 0 && k != i);
		}
	}
	assert_in_range(i, 100, FB_WORD_ROWS);
}

static void ages_are_versions(void **state)
{
	const struct fb_function_age *age, *other;

	(void)state;
	for (age = fb_function_ages; age->name; age++) {
		assert_true(!age->since != !age->before);
		assert_true(fb_version_parse(age->since ? age->since : age->before));
		for (other = age + 1; other->name; other++)
			assert_string_not_equal(other->name, age->name);
	}
}

/* --- traces ----------------------------------------------------------------- */

static const char *folder_of(const char *variable, const char *usual)
{
	const char *dir = getenv(variable);

	if (!dir)
		dir = usual;
	if (access(dir, R_OK))
		unit_skip(
			"no traces beside the clone: set FLOWBENCH_DOCUMENTED and FLOWBENCH_TRACES");
	return dir;
}

static void read_file(const char *dir, const char *name)
{
	struct fb_error error = { "" };
	char path[512];

	fb_tree_free(tree);
	tree = NULL;
	snprintf(path, sizeof(path), "%s/%s.txt", dir, name);
	if (fb_tree_load(path, &tree, &error))
		fail_msg("%s", error.text);
	assert_int_equal(fb_reading_make(tree, &r), 0);
}

/* Reads an echo request that is answered by an e1000, through NAT and a hook that calls @rules. */
static void read_echo(const char *rules)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "ip_rcv() {\n"
		 "  nf_conntrack_in();\n"
		 "  %s();\n"
		 "  nf_nat_inet_fn();\n"
		 "  icmp_rcv() {\n"
		 "    icmp_reply() {\n"
		 "      e1000_xmit_frame [e1000]();\n"
		 "    }\n"
		 "  }\n"
		 "}\n",
		 rules);
	read_text(text);
}

/* Traces that lead to scenarios of the project, by their words alone. */
static void own_scenarios(void **state)
{
	(void)state;
	read_text("tcp_sendmsg() {\n"
		  "  ip_queue_xmit() {\n"
		  "    loopback_xmit();\n"
		  "  }\n"
		  "  ip_rcv() {\n"
		  "    tcp_v4_rcv() {\n"
		  "      tcp_send_delayed_ack();\n"
		  "    }\n"
		  "  }\n"
		  "}\n");
	assert_non_null(r.own);
	assert_string_equal(r.own, "tcp-loopback");
	read_text("e1000_clean_rx_irq [e1000e]() {\n"
		  "  ip_rcv() {\n"
		  "    nf_conntrack_in();\n"
		  "    nf_nat_inet_fn();\n"
		  "    tcp_v4_rcv() {\n"
		  "      tcp_send_delayed_ack();\n"
		  "    }\n"
		  "  }\n"
		  "}\n");
	assert_non_null(r.own);
	assert_string_equal(r.own, "tcp-e1000e");
	read_echo("nft_do_chain_inet");
	assert_non_null(r.own);
	assert_string_equal(r.own, "icmp-echo-nft");
	/* With rules of iptables there is no such scenario. */
	read_echo("iptable_filter_hook");
	assert_true(fb_reading_fits(&r, "receive reply icmp e1000 conntrack nat iptables"));
	assert_null(r.own);
}

/* Each documented trace, without its name, leads to its own scenario. */
static void documented_traces(void **state)
{
	static const struct {
		const char *trace, *scenario, *words;
	} known[] = {
		{ "flowtable-esp-gateway", "esp-gateway",
		  "forward decapsulate ipv4 tcp conntrack new-connection nft flowtable flowtable-fast flowtable-add esp-out "
		  "esp-in virtio_net !send !receive !nat !iptables !udp !bridge" },
		{ "sockmap-redirect", "sockmap-redirect",
		  "sockmap tcp !send !receive !ipv4 !ipv6 !conntrack" },
		{ "udp-fragment-igb", "udp-fragment-igb",
		  "send ipv4 udp fragment nat iptables igb conntrack new-connection !vxlan-out !receive !forward !tcp" },
		{ "vxlan-nat-igb", "vxlan-nat-igb",
		  "send ipv4 udp udp-outer vxlan-out nat iptables igb gso !fragment !outer-new !receive !forward !tcp" },
		{ "vxlan-nat-ixgbe-cold", "vxlan-nat-cold",
		  "send ipv4 udp vxlan-out nat iptables ixgbe outer-new neighbour-unknown !igb !forward !tcp" },
	};
	const char *dir = folder_of("FLOWBENCH_DOCUMENTED", FB_TOP "/../shared/documented-traces");
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		read_file(dir, known[i].trace);
		assert_int_equal(r.kind, FB_READING_PATH);
		if (!r.own || strcmp(r.own, known[i].scenario) ||
		    !fb_reading_fits(&r, known[i].words)) {
			char *text = printed();

			fail_msg("%s: %s\n%s", known[i].trace, known[i].words, text);
		}
		assert_int_equal(r.drops.nr, 0);
		assert_int_equal(r.aside, 0);
	}
}

/* Texts of invented functions: what is a packet's path among them, and what is not. */
static void small_traces(void **state)
{
	static const struct {
		const char *trace;
		enum fb_reading_kind kind;
		const char *words;
	} known[] = {
		{ "absolute-time", FB_READING_NONE, "" },
		{ "deeper-between", FB_READING_NONE, "" },
		{ "dmesg-prefix", FB_READING_NONE, "" },
		{ "elided", FB_READING_NONE, "" },
		{ "exits-only", FB_READING_NONE, "files" },
		{ "exits-only-proc", FB_READING_NONE, "" },
		{ "exits-shorter", FB_READING_NONE, "memory" },
		{ "interrupt-in-entry", FB_READING_PART, "ipv4 part-receive !part-send" },
		{ "no-cpu-no-duration", FB_READING_NONE, "files" },
		{ "overruns", FB_READING_NONE, "process" },
		{ "trace-cmd-report", FB_READING_PATH, "send tcp !ipv4 !ipv6 !forward" },
		{ "trace-cmd-report-raw", FB_READING_NONE, "" },
	};
	const char *dir = folder_of("FLOWBENCH_TRACES", FB_TOP "/../shared/traces");
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		read_file(dir, known[i].trace);
		if (r.kind != known[i].kind || !fb_reading_fits(&r, known[i].words))
			fail_msg("%s: %d", known[i].trace, r.kind);
		assert_null(r.own);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(forwarded, forget),
		cmocka_unit_test_teardown(where_a_call_stands, forget),
		cmocka_unit_test_teardown(drivers_by_module, forget),
		cmocka_unit_test_teardown(what_says_less, forget),
		cmocka_unit_test_teardown(parts_have_alternatives, forget),
		cmocka_unit_test_teardown(each_part_has_a_row, forget),
		cmocka_unit_test_teardown(work_on_packets, forget),
		cmocka_unit_test_teardown(other_work_is_none, forget),
		cmocka_unit_test_teardown(a_packet_that_interrupts, forget),
		cmocka_unit_test_teardown(kernels_by_their_functions, forget),
		cmocka_unit_test(words_are_in_their_form),
		cmocka_unit_test(ages_are_versions),
		cmocka_unit_test_teardown(own_scenarios, forget),
		cmocka_unit_test_teardown(documented_traces, forget),
		cmocka_unit_test_teardown(small_traces, forget),
	};

	return cmocka_run_group_tests_name("reading", tests, NULL, NULL);
}
