// SPDX-License-Identifier: GPL-2.0
/* Text of other tools and tracers: refused by its name. */
#include "unit.h"

#include <errno.h>

static const struct {
	const char *text;
	const char *why;
} others[] = {
	{ "# tracer: function\n#\n     ringd-210   [001] d..1.    11.000001: ring_room <-ring_poll\n",
	  "no call in it: text of the function tracer" },
	{ "     ringd-210   [001] d..1.    11.000001: ring_room <-ring_poll\n",
	  "no call in it: text of the function tracer" },
	{ "     ringd-210     0d..1.   12us : ring_room <-ring_poll\n",
	  "text of a latency tracer" },
	{ "# tracer: irqsoff\n#\n     ringd-210     0d..1.   12us!: ring_room\n",
	  "text of a latency tracer" },
	{ "# tracer: nop\n#\n", "no function_graph line: trace events only" },
	{ "# tracer: blk\n#\n", "no function_graph line: text of another tracer" },
	{ "     ringd-210   [001] .....    11.000001: sched_waking: comm=a pid=1\n",
	  "no call in it: trace events only" },
	{ "# event histogram\n#\n\n{ pid:        178 } hitcount:          2\n",
	  "histogram of a trigger" },
	{ "{ pid:        178 } hitcount:          2\n", "histogram of a trigger" },
	{ "#   DURATION     |      COUNT | GRAPH        |\n     0 - 1    us |   0 |    |\n",
	  "histogram of perf ftrace latency" },
	{ " Total (us)   Avg (us)   Max (us)      Count   Function\n", "perf ftrace profile" },
	{ "# Overhead  Command  Symbol\n    33.33%  ringd  [k] ring_poll\n",
	  "a table of perf report" },
	{ "\n Performance counter stats for 'true':\n", "counters of perf stat" },
	{ "ringd   210 [001]    11.000001:     250000 cpu-clock: \n\tffff ring_poll+0x1 ([kernel.kallsyms])\n",
	  "samples of perf script" },
	{ "ringd   210    11.000001:     250000 cpu-clock: \n", "samples of perf script" },
	{ "\tffffffff81000000 ring_poll+0x1 ([kernel.kallsyms])\n", "samples of perf script" },
	{ "     0.062 ( 0.002 ms): ringd/178 brk()    = 0x5555\n", "text of perf trace" },
	{ "  Task         |   Runtime ms  | Switches |\n", "a table of perf sched" },
	{ "ring_poll;ring_pull;ring_copy 1234\n", "folded stacks" },
	{ "Attaching 3 probes...\n", "output of bpftrace" },
	{ "@calls[ring_poll]: 12\n", "a map of bpftrace" },
	{ "@[\n    ring_poll+1\n]: 83\n", "a map of bpftrace" },
	{ "FUNC                              COUNT\n", "counts of funccount" },
	{ "  Function                Hit    Time            Avg             s^2\n",
	  "function profiler" },
	{ "        Depth    Size   Location    (49 entries)\n", "text of the stack tracer" },
	{ "  8,0    1        1     0.000000000   697  G   W 223490 + 8 [ringd]\n",
	  "text of blktrace" },
	{ "openat(AT_FDCWD, \"/etc/ring\", O_RDONLY) = 3\n", "text of strace" },
	{ "   0.123 us [  1234] |   getpid();\n", "text of uftrace" },
	{ "            [  1234] | main() {\n", "text of uftrace" },
	{ "[12:34:56.1] (+0.000001) gw sched_switch: { cpu_id = 0 }, { prev = 1 }\n",
	  "text of LTTng" },
	{ "{\"traceEvents\": [{\"ph\": \"X\"}]}\n", "JSON" },
	{ "diff --git a/ring.c b/ring.c\n", "a patch: apply it" },
	{ "Call Trace:\n", "the stack of an oops" },
	{ "CPU[000]           ring_poll() {                    -\n", "the tracer of Linux 2.6.28" },
	{ "Hello, the trace below shows what I mean:\n", "words: keep only the trace's lines" },
	{ " 1)   0.500 us    |  a();\nSo the copy is slow.\n",
	  "line 2: not function_graph text: words" },
	{ " 1)   0.500 us    |  a();\n-- \nAnna\n", "line 2: not function_graph text: words" },
	{ " 1)   0,500 us    |  a();\n", "a comma in the duration" },
	{ " 1)               |  ring_po\n", "its end is missing" },
	{ " 1)   0.500 us    |  ring_room\xe2\x80\xa6\n", "its end is missing" },
	{ "    3.405346 |   0)    cat-141     |  dN.2. |   8.150 us    |   3.65 0.05\n",
	  "a command's output" },
	{ "xyz: 1)   0.500 us    |  a();\n", "other text before the columns" },
	{ "ring_poll() {\n", "a call without columns" },
	{ "  ringd-210  [000]  1485.266106: funcgraph_entry: |  ring_poll()\n{\n", "wrapped" },
	{ "  ringd-210  [000]  1485.266106:\nfuncgraph_entry:\n   ring_poll() {\n",
	  "line 1: wrapped" },
	{ "/*              */             ring_poll() {\n", "columns in C comments" },
	{ "/*   1.094 us   */               ring_room();\n", "columns in C comments" },
	{ "/*   5.990 us   */             }\n", "columns in C comments" },
	{ "# tracer: function_graph\r#\r 1)   0.500 us    |  a();\r", "carriage returns" },
	{ "\xfe\xff"
	  "a",
	  "UTF-16" },
};

static void each_is_named(void **state)
{
	static struct fb_fg_event ev[4];
	struct fb_fgraph *fg;
	struct fb_tree *tree;
	struct fb_error error;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		const char *text = others[i].text;

		error = (struct fb_error){ "" };
		assert_int_equal(fb_fgraph_open_text(text, strlen(text), &fg), 0);
		if (!fb_tree_parse(fg, &tree, &error))
			fail_msg("read: %s", text);
		if (!strstr(error.text, others[i].why))
			fail_msg("%swanted '%s', got '%s'", text, others[i].why, error.text);
		fb_fgraph_close(fg);
	}
	/* What has been read is not called anything else. */
	assert_int_equal(unit_events("# tracer: function\n 1)   0.500 us    |  a();\n", 45, ev, 4,
				     &error),
			 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
