// SPDX-License-Identifier: GPL-2.0
/* The dialects of function_graph text, and text that is not a trace. */
#include "unit.h"

#include <errno.h>
#include <inttypes.h>

#define MAX 32

static struct fb_fg_event ev[MAX];
static struct fb_error error;

static int events(const char *text)
{
	return unit_events(text, strlen(text), ev, MAX, &error);
}

/* Of a text, the events that it is read as: see describe(). */
static const struct {
	const char *what;
	const char *text;
	const char *events;
} texts[] = {
	{ "plain lines",
	  "# tracer: function_graph\n"
	  "#\n"
	  "# CPU  DURATION                  FUNCTION CALLS\n"
	  "# |     |   |                     |   |   |   |\n"
	  " 6)               |  udp_sendmsg() {\n"
	  " 6)   0.083 us    |    sock_tx_timestamp();\n"
	  " 6) + 78.524 us   |  }\n",
	  "5 entry cpu=6 name=udp_sendmsg\n"
	  "6 leaf cpu=6 level=1 ns=83 name=sock_tx_timestamp\n"
	  "7 exit cpu=6 ns=78524\n" },
	{ "every mark of a long call",
	  " 0) + 1234.567 us |  }\n"
	  " 0) ! 1234.567 us |  }\n"
	  " 0) # 1234.567 us |  }\n"
	  " 0) * 1234.567 us |  }\n"
	  " 0) @ 1234.567 us |  }\n"
	  " 0) $ 1234.567 us |  }\n",
	  "1 exit cpu=0 ns=1234567\n"
	  "2 exit cpu=0 ns=1234567\n"
	  "3 exit cpu=0 ns=1234567\n"
	  "4 exit cpu=0 ns=1234567\n"
	  "5 exit cpu=0 ns=1234567\n"
	  "6 exit cpu=0 ns=1234567\n" },
	{ "long durations lose the digits after the point, then the point",
	  " 0) $ 12345678 us |  }\n"
	  " 0) # 123456.7 us |  }\n",
	  "1 exit cpu=0 ns=12345678000\n"
	  "2 exit cpu=0 ns=123456700\n" },
	{ "modules, suffixes and names behind braces",
	  " 0)   0.1 us  |  init_conntrack.isra.49 [nf_conntrack]() {\n"
	  " 0)   0.1 us  |  } /* get_unique_tuple [nf_nat] */\n"
	  " 0)   0.1 us  |  vp_notify [virtio-pci]();\n"
	  " 0)   0.1 us  |  } /* wake_up */\n",
	  "1 entry cpu=0 ns=100 name=init_conntrack.isra.49 module=nf_conntrack\n"
	  "2 exit cpu=0 ns=100 name=get_unique_tuple module=nf_nat\n"
	  "3 leaf cpu=0 ns=100 name=vp_notify module=virtio-pci\n"
	  "4 exit cpu=0 ns=100 name=wake_up\n" },
	{ "return values in every spelling",
	  "  0)   0.2 us    |    idle_cpu(); /* = 0x0 */\n"
	  "  0)   0.2 us    |    free_mem(); /* = -255 */\n"
	  "  0)   0.7 us    |    } /* sockfd_lookup_light = 0xffff8de84145a100 */\n"
	  "  0)   0.2 us    |    a(); /* ret=0x1 */\n"
	  "  0)   0.2 us    |    b(); /* <-c+0x8/0x20 ret=-22 */\n"
	  "  0)   0.2 us    |    } /* d ret=0x7 */\n"
	  "  0)               |  e(x=0x1, y=(void *)0x2) { /* <-f+0x1/0x2 */\n",
	  "1 leaf cpu=0 level=1 ns=200 name=idle_cpu retval=0x0\n"
	  "2 leaf cpu=0 level=1 ns=200 name=free_mem retval=-255\n"
	  "3 exit cpu=0 level=1 ns=700 name=sockfd_lookup_light retval=0xffff8de84145a100\n"
	  "4 leaf cpu=0 level=1 ns=200 name=a retval=0x1\n"
	  "5 leaf cpu=0 level=1 ns=200 name=b retval=-22 caller=c+0x8/0x20\n"
	  "6 exit cpu=0 level=1 ns=200 name=d retval=0x7\n"
	  "7 entry cpu=0 name=e args=x=0x1, y=(void *)0x2 caller=f+0x1/0x2\n" },
	{ "an odd comment behind a call is ignored",
	  "  0)   0.2 us    |    } /* f [0 */\n"
	  "  0)   0.2 us    |    } /* f [a b] */\n"
	  "  0)   0.2 us    |    f(); /* = < */\n"
	  "  0)   0.2 us    |    f(); /* = (nil) */\n",
	  "1 exit cpu=0 level=1 ns=200 name=f\n"
	  "2 exit cpu=0 level=1 ns=200 name=f\n"
	  "3 leaf cpu=0 level=1 ns=200 name=f\n"
	  "4 leaf cpu=0 level=1 ns=200 name=f\n" },
	{ "flattened with headings",
	  "### Packet 1 ### |IP| forward, send 0) | a() { 0) 0.5 us | b [m](); "
	  "0) + 11.5 us | } /* a */ ### Packet 3: ip_forward() 0) | c() {",
	  "1 heading text=### Packet 1 ### |IP| forward, send\n"
	  "1 entry cpu=0 name=a\n"
	  "1 leaf cpu=0 ns=500 name=b module=m\n"
	  "1 exit cpu=0 ns=11500 name=a\n"
	  "1 heading cpu=0 text=### Packet 3: ip_forward()\n"
	  "1 entry cpu=0 name=c\n" },
	{ "interrupts",
	  " 7)   ==========> |\n"
	  " 7)               |  do_IRQ() {\n"
	  " 7)   6.815 us    |  }\n"
	  " 7)   <========== |\n"
	  " 1)  bash-12      |   ==========> |\n",
	  "1 irq-in cpu=7\n"
	  "2 entry cpu=7 name=do_IRQ\n"
	  "3 exit cpu=7 ns=6815\n"
	  "4 irq-out cpu=7\n"
	  "5 irq-in cpu=1 task=bash-12\n" },
	/* Sums must stay within the range of JSON numbers: no kernel loses as many as the third says. */
	{ "lost events and other tasks",
	  "CPU:2 [LOST 54 EVENTS]\n"
	  "CPU:3 [LOST EVENTS]\n"
	  "CPU:3 [LOST 9999999999999 EVENTS]\n"
	  "CPU:0 [2831 EVENTS DROPPED]\n"
	  "CPU:1 [EVENTS DROPPED]\n"
	  " ------------------------------------------\n"
	  " 0)  foo-12   =>  bar baz-13\n"
	  " ------------------------------------------\n"
	  "\n"
	  " 0)  1.5 us  |  a();\n",
	  "1 lost cpu=2 lost=54\n"
	  "2 lost cpu=3 lost=1\n"
	  "3 lost cpu=3 lost=1\n"
	  "4 lost cpu=0 lost=2831\n"
	  "5 lost cpu=1 lost=1\n"
	  "7 switch cpu=0 name=foo-12 text=bar baz-13\n"
	  "10 leaf cpu=0 ns=1500 name=a\n" },
	{ "tasks with odd names: the fields of the rejected reading are reset",
	  " 0)  |x-12   =>  bar-13\n"
	  " 0)   1.5 us  |  a();-12   =>  |-13\n"
	  " 0)  a-1 | 2.5 us | } /* b-3 => -4\n",
	  "1 switch cpu=0 name=|x-12 text=bar-13\n"
	  "2 switch cpu=0 name=1.5 us  |  a();-12 text=|-13\n"
	  "3 switch cpu=0 name=a-1 | 2.5 us | } /* b-3 text=-4\n" },
	{ "# marks a call of more than a millisecond, and begins a comment",
	  "# tracer: function_graph\n"
	  "               |  a() {\n"
	  "# 1234.567 us  |    b();\n"
	  "# 12.5 us in all\n"
	  "# 12.5 us | in all\n"
	  "# |     |   |                     |   |   |   |\n"
	  " # 2345.678 us |  }\n",
	  "2 entry name=a\n"
	  "3 leaf level=1 ns=1234567 name=b\n"
	  "7 exit ns=2345678\n" },
	{ "column: a task", " 1)  kworker/0:1-45  |   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a task=kworker/0:1-45\n" },
	{ "column: a task and flags", " 1)   <idle>-0    |  d.h1. |   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a task=<idle>-0\n" },
	{ "column: a time", " 123.456789 |   1)   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a at=123456789000\n" },
	{ "column: a time, a task and flags",
	  " 123.456789 |   1)  tmux: server-7 |  .... |   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a task=tmux: server-7 at=123456789000\n" },
	{ "column: a time, a task, flags and a time since the start",
	  " 123.456789 |   1)  foo-7 |  ..... |       12 us |   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a task=foo-7 at=123456789000\n" },
	{ "column: half a time", ".456789 |   1)  foo-7  |  ..... |   0.500 us    |  a();\n",
	  "1 leaf cpu=1 ns=500 name=a task=foo-7\n" },
	{ "column: no CPU", "   0.500 us    |  a();\n", "1 leaf ns=500 name=a\n" },
	{ "no duration column, so no |", " 1)  a() {\n 1)    b();\n 1)  }\n",
	  "1 entry cpu=1 level=2 name=a\n"
	  "2 leaf cpu=1 level=3 name=b\n"
	  "3 exit cpu=1 level=2\n" },
	{ "comments keep their text",
	  " 0)               |  /* packet: dev=lan0 10.0.1.2:40000>10.0.3.2:5001 */\n"
	  " 0)               |  /* mark: a | b */ c */\n",
	  "1 comment cpu=0 text=packet: dev=lan0 10.0.1.2:40000>10.0.3.2:5001\n"
	  "2 comment cpu=0 text=mark: a | b */ c\n" },
	{ "CRLF, prompts and no last newline",
	  "[root@TENCENT64_site ~/perf-tools/bin]# ./funcgraph udp_sendmsg\r\n"
	  "Tracing \"udp_sendmsg\"... Ctrl-C to end.\r\n"
	  "sh # perf ftrace -C 0 -G __sys_sendto\r\n"
	  "  4)   0.093 us    |    a();\r\n"
	  "\r\n"
	  "Ending tracing...\r\n"
	  "  4) ! 127.599 us  |  }",
	  "4 leaf cpu=4 level=1 ns=93 name=a\n"
	  "7 exit cpu=4 ns=127599\n" },
	{ "times, tasks and arguments",
	  "  500.000100 |   0)   2.000 us    |  a(x=0x1, y=2);\n"
	  "         12 us |   0)   sh-50        |  d..1 |   0.250 us    |    b();\n"
	  "   a task-7     [003] d..2.   102.000109: funcgraph_exit:   9.000 us   |  } "
	  "/* c */ (ret=-11)\n"
	  "   a task-7     [003]  102.5: sched_wakeup: comm=x\n"
	  "   a task-7     [003]  1025: funcgraph_entry:  0.3 us   |  d();\n"
	  " 0)   3.500 us    |  } (Overruns: 2)\n"
	  " 0)   3.500 us    |  e();   <== this one\n",
	  "1 leaf cpu=0 ns=2000 name=a args=x=0x1, y=2 at=500000100000\n"
	  "2 leaf cpu=0 level=1 ns=250 name=b task=sh-50 at=12000\n"
	  "3 exit cpu=3 ns=9000 name=c retval=-11 task=a task-7 at=102000109000\n"
	  "4 comment cpu=3 text=sched_wakeup: comm=x task=a task-7 at=102500000000\n"
	  "5 leaf cpu=3 ns=300 name=d task=a task-7 at=-2\n"
	  "6 exit cpu=0 ns=3500 overruns=2\n"
	  "7 leaf cpu=0 ns=3500 name=e\n"
	  "7 comment cpu=0 text=<== this one\n" },
};

/* Appends " KEY=TEXT", if there is a text. */
static void add_text(FILE *to, const char *key, const struct fb_str *s)
{
	if (s->len)
		fprintf(to, " %s=%.*s", key, (int)s->len, s->at);
}

/* Appends " KEY=NUMBER", but for the number that means nothing. */
static void add_number(FILE *to, const char *key, int64_t number, int64_t nothing)
{
	if (number != nothing)
		fprintf(to, " %s=%" PRId64, key, number);
}

/* A line for each event: its line of the input, its kind, and all that it holds. */
static void describe(FILE *to, const struct fb_fg_event *e)
{
	static const char *const kinds[] = { "entry",	"leaf",	  "exit",    "comment",
					     "heading", "irq-in", "irq-out", "lost",
					     "switch",	"cut",	  "gap" };

	fprintf(to, "%" PRIu64 " %s", e->line, kinds[e->kind]);
	add_number(to, "cpu", e->cpu, -1);
	add_number(to, "level", e->level > 0 ? e->level : 0, 0);
	add_number(to, "ns", e->dur_ns, -1);
	add_text(to, "name", &e->name);
	add_text(to, "module", &e->module);
	add_text(to, "text", &e->text);
	add_text(to, "retval", &e->retval);
	add_text(to, "args", &e->args);
	add_text(to, "caller", &e->caller);
	add_text(to, "task", &e->task);
	add_number(to, "at", e->at_ns, FB_FG_NO_TIME);
	add_number(to, "overruns", (int64_t)e->overruns, 0);
	add_number(to, "lost", (int64_t)e->lost, 0);
	fputc('\n', to);
}

static void texts_and_their_events(void **state)
{
	char *got;
	size_t size, i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		int nr = events(texts[i].text), k;
		FILE *to = open_memstream(&got, &size);

		assert_non_null(to);
		if (nr < 0)
			fprintf(to, "%s\n", error.text);
		for (k = 0; k < nr; k++)
			describe(to, &ev[k]);
		fclose(to);
		if (strcmp(got, texts[i].events))
			fail_msg("%s: got\n%s", texts[i].what, got);
		free(got);
	}
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
		if (events(text) != -EINVAL || !strstr(error.text, "line 2: "))
			fail_msg("%s: '%s'", foreign[i], error.text);
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
		if (events(refused[i].text) != -EINVAL || !strstr(error.text, refused[i].why))
			fail_msg("%s: no '%s' in '%s'", refused[i].text, refused[i].why,
				 error.text);
	}
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
		cmocka_unit_test(texts_and_their_events),
		cmocka_unit_test(anything_else_is_an_error_with_its_line),
		cmocka_unit_test(what_is_refused_says_why),
		cmocka_unit_test(nul_bytes_and_binary),
		cmocka_unit_test(every_cut_of_a_line),
		cmocka_unit_test(lines_longer_than_the_window),
		cmocka_unit_test(durations_of_146_years_are_too_many),
		cmocka_unit_test(files_that_cannot_be_read),
	};

	return cmocka_run_group_tests_name("fgraph", tests, NULL, NULL);
}
