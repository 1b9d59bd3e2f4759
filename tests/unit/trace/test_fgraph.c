// SPDX-License-Identifier: GPL-2.0
/* The dialects of function_graph text, and text that is not a trace. */
#include "unit.h"

#include <errno.h>

#define MAX 32

static struct fb_fg_event ev[MAX];
static struct fb_error error;

static int events(const char *text)
{
	return unit_events(text, strlen(text), ev, MAX, &error);
}

static void plain_lines(void **state)
{
	(void)state;
	assert_int_equal(events("# tracer: function_graph\n"
				"#\n"
				"# CPU  DURATION                  FUNCTION CALLS\n"
				"# |     |   |                     |   |   |   |\n"
				" 6)               |  udp_sendmsg() {\n"
				" 6)   0.083 us    |    sock_tx_timestamp();\n"
				" 6) + 78.524 us   |  }\n"),
			 3);
	assert_int_equal(ev[0].kind, FB_FG_ENTRY);
	assert_int_equal(ev[0].cpu, 6);
	assert_int_equal(ev[0].line, 5);
	assert_int_equal(ev[0].dur_ns, -1);
	assert_true(unit_is(&ev[0].name, "udp_sendmsg"));
	assert_int_equal(ev[1].kind, FB_FG_LEAF);
	assert_int_equal(ev[1].dur_ns, 83);
	assert_int_equal(ev[2].kind, FB_FG_EXIT);
	assert_int_equal(ev[2].dur_ns, 78524);
	assert_int_equal(ev[2].line, 7);
	assert_int_equal(ev[2].name.len, 0);
}

static void every_mark_of_a_long_call(void **state)
{
	static const char marks[] = "+!#*@$";
	char line[80];
	size_t i;

	(void)state;
	for (i = 0; marks[i]; i++) {
		snprintf(line, sizeof(line), " 0) %c 1234.567 us |  }\n", marks[i]);
		assert_int_equal(events(line), 1);
		assert_int_equal(ev[0].dur_ns, 1234567);
	}
	/* Long durations lose the digits after the point, then the point. */
	assert_int_equal(events(" 0) $ 12345678 us |  }\n 0) # 123456.7 us |  }\n"), 2);
	assert_int_equal(ev[0].dur_ns, 12345678000);
	assert_int_equal(ev[1].dur_ns, 123456700);
}

static void modules_suffixes_and_tails(void **state)
{
	(void)state;
	assert_int_equal(events(" 0)   0.1 us  |  init_conntrack.isra.49 [nf_conntrack]() {\n"
				" 0)   0.1 us  |  } /* get_unique_tuple [nf_nat] */\n"
				" 0)   0.1 us  |  vp_notify [virtio-pci]();\n"
				" 0)   0.1 us  |  } /* wake_up */\n"),
			 4);
	assert_true(unit_is(&ev[0].name, "init_conntrack.isra.49"));
	assert_true(unit_is(&ev[0].module, "nf_conntrack"));
	assert_true(unit_is(&ev[1].name, "get_unique_tuple"));
	assert_true(unit_is(&ev[1].module, "nf_nat"));
	assert_true(unit_is(&ev[2].module, "virtio-pci"));
	assert_true(unit_is(&ev[3].name, "wake_up"));
}

static void return_values_in_every_spelling(void **state)
{
	(void)state;
	assert_int_equal(
		events("  0)   0.2 us    |    idle_cpu(); /* = 0x0 */\n"
		       "  0)   0.2 us    |    free_mem(); /* = -255 */\n"
		       "  0)   0.7 us    |    } /* sockfd_lookup_light = 0xffff8de84145a100 */\n"
		       "  0)   0.2 us    |    a(); /* ret=0x1 */\n"
		       "  0)   0.2 us    |    b(); /* <-c+0x8/0x20 ret=-22 */\n"
		       "  0)   0.2 us    |    } /* d ret=0x7 */\n"
		       "  0)               |  e(x=0x1, y=(void *)0x2) { /* <-f+0x1/0x2 */\n"),
		7);
	assert_true(unit_is(&ev[0].retval, "0x0"));
	assert_true(unit_is(&ev[1].retval, "-255"));
	assert_true(unit_is(&ev[2].name, "sockfd_lookup_light"));
	assert_true(unit_is(&ev[2].retval, "0xffff8de84145a100"));
	assert_true(unit_is(&ev[3].retval, "0x1"));
	assert_true(unit_is(&ev[4].retval, "-22"));
	assert_true(unit_is(&ev[4].name, "b"));
	assert_true(unit_is(&ev[5].name, "d"));
	assert_true(unit_is(&ev[5].retval, "0x7"));
	assert_int_equal(ev[6].kind, FB_FG_ENTRY);
	assert_true(unit_is(&ev[6].name, "e"));
}

/* The text after a brace is a comment. An odd comment is ignored. */
static void odd_comments_say_nothing(void **state)
{
	(void)state;
	assert_int_equal(events("  0)   0.2 us    |    } /* f [0 */\n"
				"  0)   0.2 us    |    } /* f [a b] */\n"
				"  0)   0.2 us    |    f(); /* = < */\n"
				"  0)   0.2 us    |    f(); /* = (nil) */\n"),
			 4);
	assert_true(unit_is(&ev[0].name, "f"));
	assert_int_equal(ev[0].module.len, 0);
	assert_int_equal(ev[1].module.len, 0);
	assert_int_equal(ev[2].retval.len, 0);
	assert_int_equal(ev[3].retval.len, 0);
}

static void flattened_with_headings(void **state)
{
	(void)state;
	assert_int_equal(
		events("### Packet 1 ### |IP| forward, send 0) | a() { 0) 0.5 us | b [m](); "
		       "0) + 11.5 us | } /* a */ ### Packet 3: ip_forward() 0) | c() {"),
		6);
	assert_int_equal(ev[0].kind, FB_FG_HEADING);
	assert_true(unit_is(&ev[0].text, "### Packet 1 ### |IP| forward, send"));
	assert_int_equal(ev[1].kind, FB_FG_ENTRY);
	assert_int_equal(ev[2].dur_ns, 500);
	assert_int_equal(ev[3].kind, FB_FG_EXIT);
	assert_int_equal(ev[3].dur_ns, 11500);
	assert_int_equal(ev[4].kind, FB_FG_HEADING);
	assert_true(unit_is(&ev[4].text, "### Packet 3: ip_forward()"));
	assert_true(unit_is(&ev[5].name, "c"));
	assert_int_equal(ev[5].line, 1);
}

static void interrupts(void **state)
{
	(void)state;
	assert_int_equal(events(" 7)   ==========> |\n"
				" 7)               |  do_IRQ() {\n"
				" 7)   6.815 us    |  }\n"
				" 7)   <========== |\n"
				" 1)  bash-12      |   ==========> |\n"),
			 5);
	assert_int_equal(ev[0].kind, FB_FG_IRQ_IN);
	assert_int_equal(ev[0].cpu, 7);
	assert_int_equal(ev[3].kind, FB_FG_IRQ_OUT);
	assert_int_equal(ev[4].kind, FB_FG_IRQ_IN);
	assert_int_equal(ev[4].cpu, 1);
}

static void lost_events_and_other_tasks(void **state)
{
	(void)state;
	assert_int_equal(events("CPU:2 [LOST 54 EVENTS]\n"
				"CPU:3 [LOST EVENTS]\n"
				"CPU:3 [LOST 9999999999999 EVENTS]\n"
				"CPU:0 [2831 EVENTS DROPPED]\n"
				"CPU:1 [EVENTS DROPPED]\n"
				" ------------------------------------------\n"
				" 0)  foo-12   =>  bar baz-13\n"
				" ------------------------------------------\n"
				"\n"
				" 0)  1.5 us  |  a();\n"),
			 7);
	assert_int_equal(ev[0].kind, FB_FG_LOST);
	assert_int_equal(ev[0].cpu, 2);
	assert_int_equal(ev[0].lost, 54);
	assert_int_equal(ev[1].lost, 1);
	/* No kernel loses so many events. Sums must stay within the range of JSON numbers. */
	assert_int_equal(ev[2].lost, 1);
	assert_int_equal(ev[3].kind, FB_FG_LOST);
	assert_int_equal(ev[3].lost, 2831);
	assert_int_equal(ev[4].cpu, 1);
	assert_int_equal(ev[4].lost, 1);
	assert_int_equal(ev[5].kind, FB_FG_SWITCH);
	assert_true(unit_is(&ev[5].name, "foo-12"));
	assert_true(unit_is(&ev[5].text, "bar baz-13"));
	assert_int_equal(ev[6].line, 10);
}

/* A task may set any name. */
static void tasks_with_odd_names(void **state)
{
	(void)state;
	assert_int_equal(events(" 0)  |x-12   =>  bar-13\n"
				" 0)   1.5 us  |  a();-12   =>  |-13\n"
				" 0)  a-1 | 2.5 us | } /* b-3 => -4\n"),
			 3);
	assert_int_equal(ev[0].kind, FB_FG_SWITCH);
	assert_true(unit_is(&ev[0].name, "|x-12"));
	assert_true(unit_is(&ev[0].text, "bar-13"));
	assert_int_equal(ev[1].kind, FB_FG_SWITCH);
	assert_true(unit_is(&ev[1].name, "1.5 us  |  a();-12"));
	assert_true(unit_is(&ev[1].text, "|-13"));
	/* The fields of the rejected reading must be reset. */
	assert_int_equal(ev[1].dur_ns, -1);
	assert_int_equal(ev[2].kind, FB_FG_SWITCH);
	assert_int_equal(ev[2].module.len, 0);
	assert_int_equal(ev[2].dur_ns, -1);
}

/* '#' marks a call of more than a millisecond. It also begins a comment. */
static void a_long_call_is_no_comment(void **state)
{
	(void)state;
	assert_int_equal(events("# tracer: function_graph\n"
				"               |  a() {\n"
				"# 1234.567 us  |    b();\n"
				"# 12.5 us in all\n"
				"# 12.5 us | in all\n"
				"# |     |   |                     |   |   |   |\n"
				" # 2345.678 us |  }\n"),
			 3);
	assert_int_equal(ev[1].kind, FB_FG_LEAF);
	assert_int_equal(ev[1].dur_ns, 1234567);
	assert_true(unit_is(&ev[1].name, "b"));
	assert_int_equal(ev[2].kind, FB_FG_EXIT);
	assert_int_equal(ev[2].dur_ns, 2345678);
}

static void every_column_that_a_setting_adds(void **state)
{
	static const char *const lines[] = {
		" 1)  kworker/0:1-45  |   0.500 us    |  a();\n",
		" 1)   <idle>-0    |  d.h1. |   0.500 us    |  a();\n",
		" 123.456789 |   1)   0.500 us    |  a();\n",
		" 123.456789 |   1)  tmux: server-7 |  .... |   0.500 us    |  a();\n",
		" 123.456789 |   1)  foo-7 |  ..... |       12 us |   0.500 us    |  a();\n",
		".456789 |   1)  foo-7  |  ..... |   0.500 us    |  a();\n",
		"   0.500 us    |  a();\n",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (events(lines[i]) != 1)
			fail_msg("%s: %s", lines[i], error.text);
		assert_int_equal(ev[0].kind, FB_FG_LEAF);
		assert_int_equal(ev[0].dur_ns, 500);
		assert_int_equal(ev[0].cpu, i < 6 ? 1 : -1);
		assert_true(unit_is(&ev[0].name, "a"));
	}
	/* Without the duration column there is no '|'. */
	assert_int_equal(events(" 1)  a() {\n 1)    b();\n 1)  }\n"), 3);
	assert_int_equal(ev[2].kind, FB_FG_EXIT);
	assert_int_equal(ev[2].dur_ns, -1);
}

static void comments_keep_their_text(void **state)
{
	(void)state;
	assert_int_equal(
		events(" 0)               |  /* packet: dev=lan0 10.0.1.2:40000>10.0.3.2:5001 */\n"
		       " 0)               |  /* mark: a | b */ c */\n"),
		2);
	assert_int_equal(ev[0].kind, FB_FG_COMMENT);
	assert_true(unit_is(&ev[0].text, "packet: dev=lan0 10.0.1.2:40000>10.0.3.2:5001"));
	assert_true(unit_is(&ev[1].text, "mark: a | b */ c"));
}

static void crlf_prompts_and_no_last_newline(void **state)
{
	(void)state;
	assert_int_equal(
		events("[root@TENCENT64_site ~/perf-tools/bin]# ./funcgraph udp_sendmsg\r\n"
		       "Tracing \"udp_sendmsg\"... Ctrl-C to end.\r\n"
		       "sh # perf ftrace -C 0 -G __sys_sendto\r\n"
		       "  4)   0.093 us    |    a();\r\n"
		       "\r\n"
		       "Ending tracing...\r\n"
		       "  4) ! 127.599 us  |  }"),
		2);
	assert_int_equal(ev[0].kind, FB_FG_LEAF);
	assert_int_equal(ev[1].dur_ns, 127599);
	assert_int_equal(ev[1].line, 7);
}

static void anything_else_is_an_error_with_its_line(void **state)
{
	static const char *const foreign[] = {
		"int main(void)\n",
		" 0)               |  a()\n",
		" 0)   0.5 us    |  (); \n",
		" 0)   0.5 us    |  1a();\n",
		" 0)   0.5 us    |  a [mod();\n",
		" 0)   0.5 us    |  a(; \n",
		" 0)   0.5 us    |  /* open\n",
		" 0)   0.5 us    |  } /* open\n",
		" 0)   0.5 ks    |  a();\n",
		" 0) # 1234.5 ks  |  a();\n",
		" 123456789)  0.5 us | a();\n",
		"many words before a # are no shell's prompt\n",
		"CPU:x [LOST 5 EVENTS]\n",
		"CPU:2 [FOUND 5 EVENTS]\n",
		"CPU:2 [5 EVENTS LOST]\n",
		"CPU:2 [5EVENTS DROPPED]\n",
		"CPU:2 [LOST 5 EVENTS\n",
		" 0)  foo-12   =>  bar\n",
		" 0)  foo   =>  bar-13\n",
		" 0)  foo-12   =>  bar-x\n",
		" 0)  foo-12   =>  -\n",
		" 0)\n",
	};
	char text[256];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
		snprintf(text, sizeof(text), " 0)   0.5 us    |  good();\n%s", foreign[i]);
		if (events(text) != -EINVAL)
			fail_msg("taken: %s", foreign[i]);
		assert_non_null(strstr(error.text, "line 2: "));
	}
}

/* In the words of the one who has the text. */
static void what_is_refused_says_why(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} refused[] = {
		{ "  0)               |  a(b=-&gt;c) {&nbsp;\n",
		  "HTML entities: save the page as text" },
		{ "<!DOCTYPE html>\n", "HTML: save the page as text" },
		{ "  0)               |  a(skb=0xffff,\n    dev=0x12) {\n",
		  "line 1: wrapped by a mail program at column 35: join the lines" },
		{ "dev=0x12) {\n", "half a line" },
		{ "PERFILE2abcdef\n", "perf.data: give the text of 'perf script'" },
		{ "\x1f\x8b\x08\n", "compressed by gzip: unpack it" },
		{ "\xff\xfe \n", "UTF-16" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		if (events(refused[i].text) != -EINVAL)
			fail_msg("taken: %s", refused[i].text);
		if (!strstr(error.text, refused[i].why))
			fail_msg("no '%s' in '%s'", refused[i].why, error.text);
	}
}

/* Columns and lines that other settings and tools add. */
static void times_tasks_arguments(void **state)
{
	(void)state;
	assert_int_equal(
		events("  500.000100 |   0)   2.000 us    |  a(x=0x1, y=2);\n"
		       "         12 us |   0)   sh-50        |  d..1 |   0.250 us    |    b();\n"
		       "   a task-7     [003] d..2.   102.000109: funcgraph_exit:   9.000 us   |  } "
		       "/* c */ (ret=-11)\n"
		       "   a task-7     [003]  102.5: sched_wakeup: comm=x\n"
		       "   a task-7     [003]  1025: funcgraph_entry:  0.3 us   |  d();\n"
		       " 0)   3.500 us    |  } (Overruns: 2)\n"
		       " 0)   3.500 us    |  e();   <== this one\n"),
		8);
	assert_int_equal(ev[0].at_ns, 500000100000);
	assert_true(unit_is(&ev[0].args, "x=0x1, y=2"));
	assert_int_equal(ev[1].at_ns, 12000);
	assert_int_equal(ev[1].level, 1);
	assert_true(unit_is(&ev[1].task, "sh-50"));
	assert_int_equal(ev[2].at_ns, 102000109000);
	assert_int_equal(ev[2].cpu, 3);
	assert_true(unit_is(&ev[2].task, "a task-7"));
	assert_true(unit_is(&ev[2].name, "c"));
	assert_true(unit_is(&ev[2].retval, "-11"));
	assert_int_equal(ev[3].kind, FB_FG_COMMENT);
	assert_true(unit_is(&ev[3].text, "sched_wakeup: comm=x"));
	assert_int_equal(ev[4].at_ns, FB_FG_NO_UNIT);
	assert_int_equal(ev[5].overruns, 2);
	assert_int_equal(ev[7].kind, FB_FG_COMMENT);
	assert_true(unit_is(&ev[7].text, "<== this one"));
}

static void nul_bytes_and_binary(void **state)
{
	static const char nul[] = " 0)  0.5 us  |  a\0b();\n";
	static const char comment[] = " 0)   |  /* a\0b */\n";
	static const char heading[] = "### a\0b ###\n";
	char noise[4096];
	unsigned int i, seed = 1;

	(void)state;
	assert_int_equal(unit_events(nul, sizeof(nul) - 1, ev, MAX, &error), -EINVAL);
	assert_int_equal(unit_events(comment, sizeof(comment) - 1, ev, MAX, &error), -EINVAL);
	assert_int_equal(unit_events(heading, sizeof(heading) - 1, ev, MAX, &error), -EINVAL);
	for (i = 0; i < sizeof(noise); i++)
		noise[i] = (char)((seed = seed * 1103515245 + 12345) >> 16);
	assert_int_equal(unit_events(noise, sizeof(noise), ev, MAX, &error), -EINVAL);
	/* A message must be printable on a terminal. */
	for (i = 0; error.text[i]; i++)
		assert_in_range(error.text[i], ' ', '~');
}

/* Every prefix of good text must be read to its end or give an error, and never be read past its end. */
static void every_cut_of_a_line(void **state)
{
	static const char text[] = "1.5 |  2)  t-1 | d..1. | + 12.345 us |  a.b [c](d=(1)) { "
				   "/* <-x ret=1 */ ### h ### 0) | /* c */ 0) ==========> |";
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(text); len++) {
		char *exact = malloc(len ? len : 1);
		int ret;

		assert_non_null(exact);
		memcpy(exact, text, len);
		ret = unit_events(exact, len, ev, MAX, &error);
		free(exact);
		assert_true(ret >= 0 || ret == -EINVAL);
	}
}

static void lines_longer_than_the_window(void **state)
{
	char path[] = "/tmp/flowbench-unit-XXXXXX";
	int fd = mkstemp(path), i, nr = 0, ret;
	struct fb_fgraph *fg;
	FILE *f = fdopen(fd, "w");

	(void)state;
	assert_non_null(f);
	/* A line of a megabyte, then lines that cross the borders of the read window. */
	fputs(" 0)  |  /* ", f);
	for (i = 0; i < 1024 * 1024; i++)
		putc('x', f);
	fputs(" */\n", f);
	for (i = 0; i < 100000; i++)
		fprintf(f, " 0)   0.%03d us    |  f_%d();\n", i % 1000, i);
	fclose(f);
	assert_int_equal(fb_fgraph_open(path, &fg), 0);
	while ((ret = fb_fgraph_next(fg, &ev[0])) > 0) {
		char name[32];

		if (!nr) {
			assert_int_equal(ev[0].text.len, 1024 * 1024);
		} else {
			snprintf(name, sizeof(name), "f_%d", nr - 1);
			assert_true(unit_is(&ev[0].name, name));
			assert_int_equal(ev[0].dur_ns, (nr - 1) % 1000);
		}
		nr++;
	}
	fb_fgraph_close(fg);
	remove(path);
	assert_int_equal(ret, 0);
	assert_int_equal(nr, 100001);
}

/* Durations are limited, so that a sum of them cannot overflow. */
static void durations_of_146_years_are_too_many(void **state)
{
	char text[1024] = "", *end = text;
	int i;

	(void)state;
	for (i = 0; i < 5; i++)
		end += sprintf(end, " 0) 999999999999999.999 us |  f();\n");
	assert_int_equal(events(text), -EINVAL);
	assert_string_equal(error.text, "line 5: the durations are 146 years in all");
	text[strlen(text) / 5 * 4] = '\0';
	assert_int_equal(events(text), 4);
}

static void files_that_cannot_be_read(void **state)
{
	struct fb_fgraph *fg;

	(void)state;
	assert_int_equal(fb_fgraph_open("/nonexistent/trace", &fg), -ENOENT);
	assert_int_equal(fb_fgraph_open("/", &fg), 0);
	assert_int_equal(fb_fgraph_next(fg, &ev[0]), -EISDIR);
	assert_false(fb_error_empty(fb_fgraph_error(fg)));
	fb_fgraph_close(fg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_lines),
		cmocka_unit_test(every_mark_of_a_long_call),
		cmocka_unit_test(modules_suffixes_and_tails),
		cmocka_unit_test(return_values_in_every_spelling),
		cmocka_unit_test(odd_comments_say_nothing),
		cmocka_unit_test(flattened_with_headings),
		cmocka_unit_test(interrupts),
		cmocka_unit_test(lost_events_and_other_tasks),
		cmocka_unit_test(tasks_with_odd_names),
		cmocka_unit_test(a_long_call_is_no_comment),
		cmocka_unit_test(every_column_that_a_setting_adds),
		cmocka_unit_test(comments_keep_their_text),
		cmocka_unit_test(crlf_prompts_and_no_last_newline),
		cmocka_unit_test(anything_else_is_an_error_with_its_line),
		cmocka_unit_test(what_is_refused_says_why),
		cmocka_unit_test(times_tasks_arguments),
		cmocka_unit_test(nul_bytes_and_binary),
		cmocka_unit_test(every_cut_of_a_line),
		cmocka_unit_test(lines_longer_than_the_window),
		cmocka_unit_test(durations_of_146_years_are_too_many),
		cmocka_unit_test(files_that_cannot_be_read),
	};

	return cmocka_run_group_tests_name("fgraph", tests, NULL, NULL);
}
