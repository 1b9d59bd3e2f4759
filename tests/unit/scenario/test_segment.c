// SPDX-License-Identifier: GPL-2.0
/* The segmenter: order of packets, batches, cut lines, chains of calls. */
#include "unit.h"

#include <errno.h>

#include "scenario/segment.h"

static const char scenario_text[] = "title = t\ntopology = t\ndocumented = d\nnetns = n\n"
				    "traffic = x\ngraph = softirq\n"
				    "[p1]\nlabel = l\npath = slow\npacket = dev=lan0 flags=S\n"
				    "root = softirq\nexpect = fwd > out|xmit\nrefuse = fast\n"
				    "[p2]\nlabel = l\npath = fast\npacket = dev=lan0 flags=A\n"
				    "root = softirq\nbatch = p1\n";

/* One softirq with two of the phase's packets, one of another namespace, one of another device. */
static const char trace_text[] =
	" 0)               |  softirq() {\n"
	" 0)               |    poll() {\n"
	" 0)               |      /* packet: ns=7 dev=lan0 proto=tcp flags=S */\n"
	" 0)               |      fwd.isra.0() {\n"
	" 0)   1.000 us    |        xmit();\n"
	" 0)   2.000 us    |      }\n"
	" 0)               |      fwd() {\n"
	" 0)               |        /* packet: ns=7 dev=lan0 proto=tcp flags=A */\n"
	" 0)   1.000 us    |        out();\n"
	" 0)   2.000 us    |      }\n"
	" 0)   5.000 us    |    }\n"
	" 0)               |    poll() {\n"
	" 0)               |      /* packet: ns=8 dev=lan0 proto=tcp flags=A */\n"
	" 0)   1.000 us    |      fast();\n"
	" 0)   3.000 us    |    }\n"
	" 0) + 10.000 us   |  }\n";

struct fixture {
	struct fb_scenario sc;
	struct fb_tree *tree;
	struct fb_segment seg[FB_PHASES_MAX];
};

static void load(struct fixture *f, const char *scenario, const char *trace)
{
	struct fb_fgraph *fg;
	struct fb_error error = { "" };

	assert_int_equal(fb_scenario_parse(scenario, &f->sc, &error), 0);
	assert_int_equal(fb_fgraph_open_text(trace, strlen(trace), &fg), 0);
	assert_int_equal(fb_tree_parse(fg, &f->tree, &error), 0);
	fb_fgraph_close(fg);
}

static void unload(struct fixture *f)
{
	fb_scenario_free(&f->sc);
	fb_tree_free(f->tree);
}

static void finds_a_batch_and_cuts_others(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	load(&f, scenario_text, trace_text);
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), 0);
	assert_int_equal(f.tree->node[f.seg[0].mark].line, 3);
	assert_int_equal(f.tree->node[f.seg[1].mark].line, 8);
	assert_int_equal(f.seg[1].lead, 0);
	assert_int_equal(f.seg[0].root, f.seg[1].root);
	/* The second poll belongs to another namespace. */
	assert_int_equal(f.seg[0].nr_cut, 1);
	assert_int_equal(f.seg[0].cut[0].first, 12);
	assert_int_equal(f.seg[0].cut[0].last, 15);
	assert_int_equal(f.seg[0].lines, 12);
	assert_int_equal(f.seg[0].dur_ns, 7000);
	unload(&f);
}

static void a_packet_of_another_namespace_is_not_ours(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	load(&f, scenario_text, trace_text);
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 8, 1, f.seg, &error), -ENODATA);
	assert_non_null(strstr(error.text, "phase p1"));
	unload(&f);
}

static void a_mark_is_matched_by_whole_words(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	/* flags=A must not be found in flags=AP, nor ns=7 in ns=77 */
	load(&f, scenario_text,
	     " 0)               |  softirq() {\n"
	     " 0)               |    /* packet: ns=7 dev=lan0 flags=S */\n"
	     " 0)               |    /* packet: ns=7 dev=lan0 flags=AP */\n"
	     " 0)               |    /* packet: ns=77 dev=lan0 flags=A */\n"
	     " 0)   1.000 us    |  }\n");
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), -ENODATA);
	assert_non_null(strstr(error.text, "phase p2"));
	unload(&f);
}

static void a_batch_in_two_softirqs_is_an_error(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	load(&f, scenario_text,
	     " 0)               |  softirq() {\n"
	     " 0)               |    /* packet: ns=7 dev=lan0 flags=S */\n"
	     " 0)   1.000 us    |  }\n"
	     " 0)               |  softirq() {\n"
	     " 0)               |    /* packet: ns=7 dev=lan0 flags=A */\n"
	     " 0)   1.000 us    |  }\n");
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), -ENODATA);
	assert_non_null(strstr(error.text, "one batch"));
	/* On a device without batches, the second packet has a tree of its own. */
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 0, f.seg, &error), 0);
	assert_int_equal(f.seg[1].lead, 1);
	assert_int_equal(f.seg[1].position, 1);
	assert_int_not_equal(f.seg[0].root, f.seg[1].root);
	unload(&f);
}

static void chains_hold_or_not(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	load(&f, scenario_text, trace_text);
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "fwd > out|xmit"), 1);
	/* The second packet of a batch must have taken this path as well. */
	assert_int_equal(fb_segment_expect(f.tree, &f.seg[1], "fwd > out|xmit"), 1);
	assert_int_equal(fb_segment_expect(f.tree, &f.seg[1], "fwd > out"), 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "2 x fwd > out|xmit"), 1);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "2 x fwd > out"), 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "3 x fwd"), 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "softirq > poll > fwd > xmit"), 1);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "xmit > fwd"), 0);
	/* The call is in the lines that were cut. */
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "fast"), 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, ""), -EINVAL);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "a > > b"), -EINVAL);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "2 fwd"), -EINVAL);
	unload(&f);
}

static void bad(const char *text, const char *says)
{
	struct fb_scenario sc;
	struct fb_error error = { "" };

	assert_int_equal(fb_scenario_parse(text, &sc, &error), -EINVAL);
	if (!strstr(error.text, says))
		fail_msg("'%s' does not say '%s'", error.text, says);
}

static void a_bad_scenario_is_named(void **state)
{
	(void)state;
	bad("", "'title' is missing");
	bad("rot = 1\n", "line 1: unknown key 'rot'");
	bad("title = a\ntitle = b\n", "line 2: 'title'");
	bad("title\n", "line 1: not 'key = value'");
	bad("[p 1]\n", "a to z");
	bad("[p1\n", "written [name]");
	bad("title =\n", "has no value");
	bad("title = t\ntopology = t\ndocumented = d\nnetns = n\ntraffic = x\ngraph = g\n"
	    "[p1]\nlabel = l\npath = x\npacket = p\nroot = r\nbatch = p9\n",
	    "no phase 'p9' before it");
	bad("title = t\ntopology = t\ndocumented = d\nnetns = n\ntraffic = x\ngraph = g\n"
	    "processors = two\n",
	    "processors: 'two': expected a number");
}

static const char *value(void *ctx, const char *name, size_t len)
{
	(void)ctx;
	return len == 3 && !memcmp(name, "DEV", 3) ? "lan0" : NULL;
}

static void names_become_values(void **state)
{
	static const char text[] = "title = t\ntopology = t\ndocumented = d\nnetns = n\n"
				   "traffic = x\ngraph = g\n[p1]\nlabel = l\npath = x\n"
				   "packet = dev=$DEV proto=tcp\nroot = r\n";
	struct fb_scenario sc;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_scenario_parse(text, &sc, &error), 0);
	assert_int_equal(fb_scenario_expand(&sc, value, NULL, &error), 0);
	assert_string_equal(sc.phase[0].packet, "dev=lan0 proto=tcp");
	free(sc.netns);
	sc.netns = strdup("$NOWHERE");
	assert_int_equal(fb_scenario_expand(&sc, value, NULL, &error), -EINVAL);
	assert_non_null(strstr(error.text, "$NOWHERE"));
	fb_scenario_free(&sc);
}

/* A send whose softirq handles a packet of another namespace and one of the phase. */
static const char send_text[] =
	" 0)               |  send() {\n"
	" 0)   1.000 us    |    send();\n"
	" 0)               |    xmit() {\n"
	" 0)               |      net_rx_action() {\n"
	" 0)               |        poll() {\n"
	" 0)   1.000 us    |          clean();\n"
	" 0)   2.000 us    |        }\n"
	" 0)               |        poll() {\n"
	" 0)               |          /* packet: ns=8 dev=eth0 proto=udp */\n"
	" 0)   1.000 us    |          receive();\n"
	" 0)   3.000 us    |        }\n"
	" 0)   6.000 us    |      }\n"
	" 0)   7.000 us    |    }\n"
	" 0) + 10.000 us   |  }\n"
	" 0)   4.000 us    |  send();\n";

static const char send_scenario[] = "title = t\ntopology = t\ndocumented = d\nnetns = n\n"
				    "traffic = x\ngraph = send\nstart = cold\nprocessors = 2\n"
				    "[p1]\nlabel = l\npath = local\npacket = none\nroot = send\n"
				    "expect = xmit > clean\nrefuse(igb) = receive\n"
				    "[p2]\nlabel = l\npath = local\npacket = none\nroot = send\n";

static void a_call_of_the_traffics_own_is_a_phase(void **state)
{
	struct fixture f;
	struct fb_error error = { "" };

	(void)state;
	load(&f, send_scenario, send_text);
	assert_string_equal(f.sc.start, "cold");
	assert_int_equal(fb_scenario_processors(&f.sc), 2);
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), 0);
	/* The next root is the next outermost call, not the call within the first one. */
	assert_int_equal(f.tree->node[f.seg[0].root].line, 1);
	assert_int_equal(f.tree->node[f.seg[1].root].line, 15);
	/* Only the softirq's calls for the other packet are cut. */
	assert_int_equal(f.seg[0].nr_cut, 1);
	assert_int_equal(f.seg[0].cut[0].first, 8);
	assert_int_equal(f.seg[0].cut[0].last, 11);
	assert_int_equal(f.seg[1].nr_cut, 0);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, f.sc.phase[0].expect[0].text), 1);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "receive"), 0);
	unload(&f);
	/* What the sender sends to itself belongs to its call, and what comes with it does not. */
	load(&f, send_scenario,
	     " 0)               |  send() {\n"
	     " 0)               |    net_rx_action() {\n"
	     " 0)               |      poll() {\n"
	     " 0)               |        /* packet: ns=7 dev=lo proto=tcp flags=PA */\n"
	     " 0)   1.000 us    |        receive();\n"
	     " 0)   2.000 us    |      }\n"
	     " 0)               |      poll() {\n"
	     " 0)               |        /* packet: ns=7 dev=lo0 proto=tcp flags=PA */\n"
	     " 0)   1.000 us    |        receive();\n"
	     " 0)   2.000 us    |      }\n"
	     " 0)   5.000 us    |    }\n"
	     " 0)   6.000 us    |  }\n"
	     " 0)   4.000 us    |  send();\n");
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), 0);
	assert_int_equal(f.seg[0].nr_cut, 1);
	assert_int_equal(f.seg[0].cut[0].first, 7);
	assert_int_equal(fb_segment_expect(f.tree, f.seg, "net_rx_action > receive"), 1);
	unload(&f);
	load(&f, send_scenario, " 0)   4.000 us    |  send();\n");
	assert_int_equal(fb_segment_find(f.tree, &f.sc, 7, 1, f.seg, &error), -ENODATA);
	assert_non_null(strstr(error.text, "phase p2: no call of 'send'"));
	unload(&f);
}

static void an_expectation_can_be_one_nics(void **state)
{
	struct fb_scenario sc;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_scenario_parse(send_scenario, &sc, &error), 0);
	assert_int_equal(sc.phase[0].nr_expect, 2);
	assert_null(sc.phase[0].expect[0].nic);
	assert_int_equal(sc.phase[0].expect[0].refuse, 0);
	assert_int_equal(fb_expect_shown(&sc.phase[0].expect[0], "veth"), 1);
	assert_string_equal(sc.phase[0].expect[1].nic, "igb");
	assert_int_equal(sc.phase[0].expect[1].refuse, 1);
	assert_int_equal(fb_expect_shown(&sc.phase[0].expect[1], "veth"), 0);
	assert_int_equal(fb_expect_shown(&sc.phase[0].expect[1], "igb"), 1);
	fb_scenario_free(&sc);
	bad("[p1]\nexpect() = a\n", "'expect()' is not expect(NIC)");
	bad("[p1]\nexpect(igb = a\n", "line 2");
	bad("[p1]\nexpect(i)b) = a\n", "line 2");
	bad("[p1]\nexpect(igb) =\n", "has no value");
	bad("[p1]\nexpected = a\n", "unknown key 'expected'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_a_batch_and_cuts_others),
		cmocka_unit_test(a_packet_of_another_namespace_is_not_ours),
		cmocka_unit_test(a_mark_is_matched_by_whole_words),
		cmocka_unit_test(a_batch_in_two_softirqs_is_an_error),
		cmocka_unit_test(chains_hold_or_not),
		cmocka_unit_test(a_bad_scenario_is_named),
		cmocka_unit_test(names_become_values),
		cmocka_unit_test(a_call_of_the_traffics_own_is_a_phase),
		cmocka_unit_test(an_expectation_can_be_one_nics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
