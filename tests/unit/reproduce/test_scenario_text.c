// SPDX-License-Identifier: GPL-2.0
/* The scenario that is made of a trace: it parses, its files exist, and no text of the trace is in it. */
#include "unit.h"

#include <errno.h>
#include <unistd.h>

#include "reproduce/scenario_text.h"
#include "scenario/scenario.h"

/* Returns the scenario of a trace, or NULL if there is none; the caller frees it. */
static char *made_of(const char *trace, int want)
{
	struct fb_tree *tree = unit_tree(trace);
	struct fb_reading *r = calloc(1, sizeof(*r));
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct fb_out out;

	assert_non_null(f);
	assert_non_null(r);
	assert_int_equal(fb_reading_make(tree, r), 0);
	fb_out_begin(&out, f);
	assert_int_equal(fb_scenario_put(r, &out), want);
	fb_out_flush(&out);
	fclose(f);
	free(r);
	fb_tree_free(tree);
	return text;
}

/* It is a scenario, and each of its files is one of the topology's. */
static void is_whole(const char *text)
{
	struct fb_error error = { "" };
	struct fb_scenario sc;
	char path[512], *file, *rest;

	if (fb_scenario_parse(text, &sc, &error))
		fail_msg("%s:\n%s", error.text, text);
	assert_memory_equal(sc.topology, "path", 4);
	snprintf(path, sizeof(path), FB_TOP "/netns-lab/topologies/%s.sh", sc.topology);
	if (access(path, R_OK))
		fail_msg("no file %s", path);
	assert_null(sc.documented);
	for (rest = sc.with; (file = strsep(&rest, ","));) {
		snprintf(path, sizeof(path), FB_TOP "/netns-lab/topologies/path/with/%s", file);
		if (access(path, R_OK))
			fail_msg("no file %s", path);
	}
	fb_scenario_free(&sc);
}

static void has(const char *trace, const char *const *lines)
{
	char *text = made_of(trace, 0);

	is_whole(text);
	for (; *lines; lines++)
		if (!strstr(text, *lines))
			fail_msg("no '%s' in:\n%s", *lines, text);
	free(text);
}

#define HAS(trace, ...) has(trace, (const char *const[]){ __VA_ARGS__, NULL })

static void ways(void **state)
{
	(void)state;
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  tcp_v4_early_demux();\n",
	    "traffic    = tcp-request client=$NS_CLIENT server=$NS_SERVER ",
	    "packet     = dev=$DEV_IN proto=tcp flags=PA\n", "expect     = ip_forward\n");
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  tcp_v4_early_demux();\n"
	    " 0)   1.000 us    |  init_conntrack();\n",
	    "flags=S\n");
	HAS(" 0)   1.000 us    |  icmp_rcv();\n",
	    "traffic    = one-packet client=$NS_CLIENT to=$ADDR_GATEWAY_IN proto=icmp port=9000\n");
	HAS(" 0)   1.000 us    |  udp_sendmsg();\n",
	    "traffic    = udp-send client=$NS_GATEWAY server=$NS_SERVER ", "packet     = none\n",
	    "graph      = udp_sendmsg\n", "root       = udp_sendmsg\n");
	HAS(" 0)   1.000 us    |  raw_sendmsg();\n",
	    "traffic    = one-packet client=$NS_GATEWAY to=$ADDR_SERVER proto=icmp ",
	    "root       = raw_sendmsg\n", "the raw socket: ICMP stands in\n");
	HAS(" 0)   1.000 us    |  tcp_sendmsg();\n 0)   1.000 us    |  loopback_xmit();\n",
	    "from=$ADDR_LO to=$ADDR_LO", "expect     = loopback_xmit\n");
	HAS(" 0)               |  br_handle_frame() {\n 0)   1.000 us    |    br_forward();\n"
	    " 0)   1.000 us    |    br_nf_pre_routing();\n 0)   9.000 us    |  }\n",
	    "with       = bridge.ip,bridge-nf.sysctl\n", "expect     = br_nf_pre_routing\n",
	    "which the trace does not tell: UDP stands in\n");
}

static void rules(void **state)
{
	(void)state;
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  nft_do_chain_inet();\n"
	    " 0)   1.000 us    |  nf_nat_inet_fn();\n 0)   1.000 us    |  nf_conntrack_in();\n",
	    "with       = filter-inet.nft,nat.nft\n");
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  iptable_raw_hook();\n"
	    " 0)   1.000 us    |  iptable_mangle_hook();\n 0)   1.000 us    |  iptable_filter_hook();\n"
	    " 0)   1.000 us    |  nf_conntrack_in();\n",
	    "with       = raw.iptables,mangle.iptables,filter.iptables,conntrack.nft\n");
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  ipt_do_table();\n",
	    "with       = filter.iptables\n");
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  ip_vs_in [ip_vs]();\n"
	    " 0)   1.000 us    |  igb_poll();\n",
	    "with       = pass.ipvs\n", "# The lab has not got the NIC's driver: veth stands in\n");
}

/* IPv6 has its addresses, its calls, and its files. */
static void six(void **state)
{
	(void)state;
	HAS(" 0)   1.000 us    |  ip6_forward();\n 0)   1.000 us    |  tcp_v6_rcv();\n"
	    " 0)   1.000 us    |  nft_do_chain_ipv6();\n 0)   1.000 us    |  nf_conntrack_in();\n",
	    "with       = ipv6.sysctl,filter6.nft,conntrack6.nft\n",
	    "from=$ADDR6_CLIENT to=$ADDR6_SERVER", "expect     = ip6_forward\n");
	HAS(" 0)   1.000 us    |  icmpv6_rcv();\n 0)   1.000 us    |  ip6t_do_table();\n",
	    "with       = ipv6.sysctl,filter.ip6tables\n",
	    "one-packet client=$NS_CLIENT to=$ADDR6_GATEWAY_IN proto=icmp port=9000\n",
	    "proto=icmp6\n", "expect     = ip6t_do_table\n");
	HAS(" 0)   1.000 us    |  udpv6_sendmsg();\n 0)   1.000 us    |  ip_vs_in();\n",
	    "graph      = udpv6_sendmsg\n", "expect     = ip6_output|ip6_finish_output\n",
	    "# The lab has not got IPVS and rules of ip6tables-nft\n");
	HAS(" 0)               |  ip6_forward() {\n"
	    " 0)               |    nf_hook_slow() {\n"
	    " 0)   1.000 us    |      nft_do_chain_ipv6();\n"
	    " 0)   1.000 us    |      kfree_skb();\n"
	    " 0)   2.000 us    |    }\n"
	    " 0)   9.000 us    |  }\n",
	    "drop-forward6.nft\n");
	/* Where both families are seen, it is IPv4's. */
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  ip6_forward();\n",
	    "from=$ADDR_CLIENT");
}

/* What the lab's NICs are, and which way a packet of such a NIC goes. */
static void nics(void **state)
{
	(void)state;
	HAS(" 0)   1.000 us    |  e1000_clean_rx_irq [e1000e]();\n 0)   1.000 us    |  tcp_v4_rcv();\n",
	    "topology   = path-e1000e\n", "to=$ADDR_GATEWAY_IN");
	HAS(" 0)   1.000 us    |  e1000_xmit_frame [e1000]();\n 0)   1.000 us    |  udp_sendmsg();\n",
	    "topology   = path-e1000\n",
	    "client=$NS_GATEWAY server=$NS_CLIENT from=$ADDR_GATEWAY_IN to=$ADDR_CLIENT");
	HAS(" 0)   1.000 us    |  e1000_xmit_frame();\n 0)   1.000 us    |  udp_sendmsg();\n",
	    "topology   = path-e1000\n", "does not tell the kind: an e1000 stands in\n");
	/* A program writes the packet of a tap. */
	HAS(" 0)               |  tun_get_user() {\n"
	    " 0)   1.000 us    |    do_xdp_generic();\n"
	    " 0)   1.000 us    |    ip_forward();\n"
	    " 0)   9.000 us    |  }\n",
	    "topology   = path-tun\n", "with       = generic.xdp-filter\n",
	    "graph      = tun_get_user tun_chr_write_iter\n",
	    "root       = tun_get_user tun_chr_write_iter\n",
	    "expect     = do_xdp_generic|netif_receive_generic_xdp\n");
}

/* Rules of iptables-nft, by a match that only those call. */
static void rules_of_iptables_nft(void **state)
{
	(void)state;
	HAS(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  nft_match_eval();\n"
	    " 0)   1.000 us    |  nft_do_chain();\n",
	    "with       = filter.iptables-nft\n", "expect     = nft_do_chain\n");
}

static void a_drop(void **state)
{
	(void)state;
	HAS(" 0)               |  ip_forward() {\n"
	    " 0)               |    nf_hook_slow() {\n"
	    " 0)   1.000 us    |      iptable_filter_hook();\n"
	    " 0)   1.000 us    |      kfree_skb();\n"
	    " 0)   2.000 us    |    }\n"
	    " 0)   9.000 us    |  }\n",
	    "with       = filter.iptables,drop-forward.iptables\n", "traffic    = one-packet ");
	HAS(" 0)               |  __ip_local_out() {\n"
	    " 0)               |    nf_hook_slow() {\n"
	    " 0)   1.000 us    |      nft_do_chain_ipv4();\n"
	    " 0)   1.000 us    |      kfree_skb();\n"
	    " 0)   2.000 us    |    }\n"
	    " 0)   9.000 us    |  }\n",
	    "drop-output.nft\n");
}

static void no_lab(void **state)
{
	(void)state;
	free(made_of(" 0)   1.000 us    |  ip_rcv();\n", -ENOENT));
	free(made_of(" 0)   1.000 us    |  arp_rcv();\n", -ENOENT));
	free(made_of(" 0)   1.000 us    |  vfs_read();\n", -ENOENT));
}

/* Each word alone makes a scenario that is whole, or none. */
static void each_word(void **state)
{
	static struct fb_reading r;
	char *text = NULL;
	size_t len = 0, made = 0;
	struct fb_out out;
	int i, k, ret;
	FILE *f;

	(void)state;
	for (i = 0; fb_words[i].name; i++) {
		for (k = 0; fb_words[k].name; k++) {
			memset(&r, 0, sizeof(r));
			r.word[i].nr = r.word[k].nr = 1;
			f = open_memstream(&text, &len);
			assert_non_null(f);
			fb_out_begin(&out, f);
			ret = fb_scenario_put(&r, &out);
			fb_out_flush(&out);
			fclose(f);
			if (!ret)
				is_whole(text);
			made += !ret;
			free(text);
		}
	}
	assert_true(made > 300);
}

/* What a shell, nft, a path or a format would obey is in no scenario. */
static void hostile_text(void **state)
{
	char *plain = made_of(" 0)   1.000 us    |  ip_forward();\n 0)   1.000 us    |  f();\n", 0);
	char *hostile =
		made_of(" 0)   1.000 us    |  ip_forward(); /* $(reboot) */\n"
			" 0)   1.000 us    |  a<../../etc/passwd>::`id`(); /* ;flush ruleset */\n"
			" 0)               |  /* %n%s $NS_CLIENT */\n",
			0);

	(void)state;
	assert_string_equal(hostile, plain);
	free(plain);
	free(hostile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ways),
		cmocka_unit_test(rules),
		cmocka_unit_test(six),
		cmocka_unit_test(nics),
		cmocka_unit_test(rules_of_iptables_nft),
		cmocka_unit_test(a_drop),
		cmocka_unit_test(no_lab),
		cmocka_unit_test(each_word),
		cmocka_unit_test(hostile_text),
	};

	return cmocka_run_group_tests_name("scenario_text", tests, NULL, NULL);
}
