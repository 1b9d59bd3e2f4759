// SPDX-License-Identifier: GPL-2.0
/* flowbench parse: each output format, and the input that it refuses. */
#include "unit_cmd.h"

#define RECORD	  FIXTURES "/run/record.trace"
#define INTERRUPT FIXTURES "/interrupt.txt"

static const char headed[] = "# kernel=5.10.1\n"
			     "### Packet 1 ### send (first) ###\n"
			     " 0)               |  ip_rcv() {\n"
			     " 0)   1.250 us    |    nf_hook_slow [nf_tables]();\n"
			     " 0)   2.500 us    |  }\n"
			     "### Packet 2 ### send (second) ###\n"
			     " 0)   0.125 us    |  ip_forward();\n";

static void a_summary_counts_what_is_there(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_parse, "parse", RECORD);
	unit_has(unit_out,
		 ": 493 calls, 3 marks, 0 interrupts, 3 cut heads, 4 cut tails, 0 events lost");
	unit_has(unit_out, "\n  p1      493 calls    3650.970 us traced");
	unit_ends(0, fb_cmd_parse, "parse", INTERRUPT);
	unit_has(unit_out, ", 1 interrupts, 4 cut heads, 0 cut tails,");
	unit_has(unit_out,
		 "\n  2 lines where indentation and braces disagree, the first: line 10\n");
}

static void the_summary_says_where_a_packet_was_dropped(void **state)
{
	char *path = unit_put(
		*state, "drop.txt",
		" 0)               |  ip_forward() {\n"
		" 0)               |    nf_hook_slow() {\n"
		" 0)   1.000 us    |      iptable_filter_hook [iptable_filter](); /* = 0x0 */\n"
		" 0)   1.000 us    |      kfree_skb();\n"
		" 0)   2.000 us    |    }\n"
		" 0)   3.000 us    |  }\n");

	unit_ends(0, fb_cmd_parse, "parse", path);
	unit_has(unit_out,
		 "\n  dropped nf_hook_slow() of line 2 drops the packet, at the hook forward; "
		 "last before: iptable_filter_hook() of line 3, the table filter of "
		 "iptables-legacy, returned 0x0 (drop)\n");
	unit_ends(0, fb_cmd_parse, "parse", RECORD);
	unit_has_not(unit_out, "dropped");
}

static void a_tree_is_drawn(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_parse, "parse", "--tree", INTERRUPT);
	unit_has(unit_out, "p1\n      37.774  ? (head cut off)\n");
	unit_has(unit_out, "\n                (interrupt)\n       6.815      do_IRQ\n");
	unit_has(unit_out, "\n       0.063    local_bh_enable\n");
	unit_ends(0, fb_cmd_parse, "parse", "--tree", RECORD);
	unit_has(unit_out, "/* packet: ns=");
	unit_has(unit_out, " (tail cut off)\n");
	unit_ends(0, fb_cmd_parse, "parse", "--tree", FIXTURES "/perf-ftrace-retval.txt");
	unit_has(unit_out, " = 0");
}

static void json_has_each_call_with_its_depth(void **state)
{
	json_t *js, *calls, *last;

	(void)state;
	unit_ends(0, fb_cmd_parse, "parse", "--json", INTERRUPT);
	js = unit_json(unit_out);
	assert_string_equal(json_string_value(json_object_get(js, "schema")), "flowbench.calls/1");
	calls = json_object_get(json_array_get(json_object_get(js, "phases"), 0), "calls");
	assert_int_equal(json_array_size(calls), 13);
	last = json_array_get(calls, 12);
	assert_string_equal(json_string_value(json_object_get(last, "name")), "local_bh_enable");
	assert_int_equal(json_integer_value(json_object_get(last, "dur_ns")), 63);
	assert_int_equal(json_integer_value(json_object_get(last, "depth")), 2);
	assert_string_equal(json_string_value(json_object_get(json_array_get(calls, 4), "kind")),
			    "interrupt");
	json_decref(js);
}

static void the_normal_form_has_the_heads_that_were_set(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_parse, "parse", "--normal", "--set", "kernel=5.10", "--set", "who=me",
		  FIXTURES "/perf-tools.txt");
	assert_int_equal(strncmp(unit_out,
				 "# flowbench.calls/1\n# phase=p1\n# source=perf-tools\n"
				 "# kernel=5.10\n# who=me\nudp_sendmsg 78524\n",
				 86),
			 0);
	unit_refuses(2, "--set wants KEY=VALUE, not 'kernel'", fb_cmd_parse, "parse", "--normal",
		     "--set", "kernel", RECORD);
	unit_refuses(2, "--set wants KEY=VALUE, not '=5.10'", fb_cmd_parse, "parse", "--normal",
		     "--set", "=5.10", RECORD);
	unit_refuses(2, "--set wants KEY=VALUE, not 'a b=c'", fb_cmd_parse, "parse", "--normal",
		     "--set", "a b=c", RECORD);
	unit_refuses(2, "--set wants KEY=VALUE, not 'who=a?b'", fb_cmd_parse, "parse", "--normal",
		     "--set", "who=a\nb", RECORD);
	unit_refuses(2, "--set: the key of 'who=you' is given twice", fb_cmd_parse, "parse",
		     "--normal", "--set", "who=me", "--set", "who=you", RECORD);
}

static void a_file_a_phase(void **state)
{
	char *dir = *state, *in = unit_put(dir, "two.txt", headed), out[FB_PATH_MAX], *text;
	char path[FB_PATH_MAX];

	assert_int_equal(fb_join(out, dir, "new/folder"), 0);
	unit_ends(0, fb_cmd_parse, "parse", "--normal", "--out", out, in);
	assert_string_equal(unit_out, "");
	assert_int_equal(fb_join(path, out, "p1.txt"), 0);
	text = unit_read(path);
	unit_has(text, "# kernel=5.10.1\n");
	unit_has(text, "ip_rcv 2500\n  nf_hook_slow [nf_tables] 1250\n");
	unit_has_not(text, "ip_forward");
	free(text);
	assert_int_equal(fb_join(path, out, "p2.txt"), 0);
	text = unit_read(path);
	unit_has(text, "ip_forward 125\n");
	free(text);
	unit_refuses(2, "--out needs --normal", fb_cmd_parse, "parse", "--out", out, in);
	/* A file exists in place of the output folder. */
	unit_refuses(1, "Not a directory", fb_cmd_parse, "parse", "--normal", "--out", path, in);
}

static void only_the_phase_that_was_asked_for(void **state)
{
	char *in = unit_put(*state, "two.txt", headed);

	unit_ends(0, fb_cmd_parse, "parse", "--tree", "--phase", "p2", in);
	unit_has(unit_out, "       0.125  ip_forward\n");
	unit_has_not(unit_out, "ip_rcv");
	unit_ends(0, fb_cmd_parse, "parse", "--json", "--phase", "p2", in);
	unit_has(unit_out, "\"name\": \"ip_forward\"");
	unit_has_not(unit_out, "ip_rcv");
	unit_ends(0, fb_cmd_parse, "parse", "--tree", in);
	unit_has(unit_out, "       1.250    nf_hook_slow [nf_tables]\n");
	unit_has(unit_out, "p2: send (second)\n");
	unit_refuses(2, "no phase 'p3' in it (p1 to p2)", fb_cmd_parse, "parse", "--tree",
		     "--phase", "p3", in);
}

static void reading_is_timed(void **state)
{
	char *empty = unit_put(*state, "empty", "# no trace\n");

	unit_ends(0, fb_cmd_parse, "parse", "--bench", RECORD);
	assert_int_equal(strncmp(unit_out, "725 events, 0.0 MB, ", 20), 0);
	unit_refuses(1, "no function_graph line", fb_cmd_parse, "parse", "--bench", empty);
	unit_refuses(1, "No such file", fb_cmd_parse, "parse", "--bench", "/nowhere/at/all");
}

static void what_cannot_be_read_is_said(void **state)
{
	(void)state;
	unit_refuses(1, "/nowhere/at/all", fb_cmd_parse, "parse", "/nowhere/at/all");
	unit_refuses(2, "FILE is missing", fb_cmd_parse, "parse");
	unit_refuses(2, "unexpected argument '" RECORD "'", fb_cmd_parse, "parse", RECORD, RECORD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_summary_counts_what_is_there),
		UNIT_IN_FOLDER(the_summary_says_where_a_packet_was_dropped),
		cmocka_unit_test(a_tree_is_drawn),
		cmocka_unit_test(json_has_each_call_with_its_depth),
		cmocka_unit_test(the_normal_form_has_the_heads_that_were_set),
		UNIT_IN_FOLDER(a_file_a_phase),
		UNIT_IN_FOLDER(only_the_phase_that_was_asked_for),
		UNIT_IN_FOLDER(reading_is_timed),
		cmocka_unit_test(what_cannot_be_read_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
