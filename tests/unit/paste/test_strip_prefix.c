// SPDX-License-Identifier: GPL-2.0
/* What logs, editors, comments, terminals and web pages put before and into lines, in front of every form of trace. */
#include "unit.h"

#include <errno.h>

#include "paste/strip_markup.h"
#include "paste/strip_prefix.h"

#define LINES 24
#define ROOM  8192

/* Each form of a trace, with all that may stand between its calls. */
static const char *const forms[][LINES] = {
	{ "# tracer: function_graph",
	  "#",
	  "# CPU  DURATION                  FUNCTION CALLS",
	  "# |     |   |                     |   |   |   |",
	  " 1)               |  ring_poll() {",
	  " 1)   ==========> |",
	  " 1)               |    ring_irq() {",
	  " 1)   1.500 us    |    }",
	  " 1)   <========== |",
	  " 1)               |    /* sched_wakeup: comm=a pid=1 */",
	  " ------------------------------------------",
	  " 1)  ringd-210  =>    <idle>-0   ",
	  " ------------------------------------------",
	  "",
	  " 1)   0.700 us    |  ring_idle();",
	  " 0) ! 100.250 us  |  ring_other();",
	  " ------------------------------------------",
	  " 1)   <idle>-0   =>  ringd-210  ",
	  " ------------------------------------------",
	  "",
	  " 1) # 1234.000 us |  } /* ring_poll */" },
	{ "# tracer: function_graph", "#",
	  "   11.000001 |   1)  ringd-210  |  ..... |               |  ring_poll() {",
	  "   11.000002 |   1)  ringd-210  |  d.h1. |   0.500 us    |    ring_room();",
	  "   11.000003 |   1)  ringd-210  |  d..1. |               |    ring_pull [ringdrv]() {",
	  "   11.000004 |   1)  ringd-210  |  d..1. | + 12.250 us   |      ring_copy();",
	  "   11.000005 |   1)  ringd-210  |  ..... | + 14.000 us   |    }",
	  "   11.000006 |   1)  ringd-210  |  ..... | + 16.000 us   |  }" },
	{ "# tracer: function_graph", "               |  ring_poll() {", "   ==========> |",
	  "   0.250 us    |    ring_irq();", "   <========== |", "   ...",
	  "   0.500 us    |    ring_room();", "               |    ring_pull() {",
	  " + 12.250 us   |      ring_copy();", " + 14.000 us   |    }", " # 1600.000 us |  }" },
	{ "# tracer: function_graph", "   11.722067 |     ringd-210     | ring_poll() {",
	  "   11.722067 |     ringd-210     |   ring_room();",
	  "   11.722068 |     ringd-210     |   ring_pull() {",
	  "   11.722069 |     ringd-210     |     ring_copy();",
	  "   11.722070 |     ringd-210     |   }", "   11.722070 |     ringd-210     | }" },
	{ "       ringd-210   [001]    11.000001: funcgraph_entry:                   |  ring_poll() {",
	  "       ringd-210   [001]    11.000002: funcgraph_entry:        0.500 us   |    ring_room();",
	  "       ringd-210   [001]    11.000003: sched_waking: comm=a pid=1",
	  "       ringd-210   [001]    11.000006: funcgraph_exit:       + 16.000 us  |  }" },
	{ "       ringd-210    1d..1.  11.000001: funcgraph_entry:                   |  ring_poll() {",
	  "       ringd-210    1d..1.  11.000002: funcgraph_entry:        0.500 us   |    ring_room();",
	  "       ringd-210    1d..1.  11.000006: funcgraph_exit:       + 16.000 us  |  }" },
	{ " 1)               |  ring_poll(skb=0xffff88, n=3) { /* <-ring_irq+0x3c/0x90 */",
	  " 1)   0.110 us    |    ring_room(q=0xffff); /* <-ring_poll+0x1e/0x70 ret=0x10 */",
	  " 1)   2.300 us    |  } /* ring_poll ret=-11 */", " (Overruns: 0)" },
};

/* What stands before a line ("%d": its number) and behind it, and which count says so. */
static const struct dress {
	const char *before;
	const char *behind;
	size_t count;
} dresses[] = {
#define COUNT(what) offsetof(struct fb_fg_seen, what)
	{ "%d:", "", COUNT(numbered) },
	{ "%d-", "", COUNT(numbered) },
	{ "a/t.txt:", "", COUNT(numbered) },
	{ "a/t.txt:%d:", "", COUNT(numbered) },
	{ "%6d  ", "", COUNT(numbered) },
	{ "%6d\t", "", COUNT(numbered) },
	{ "%4d | ", "", COUNT(numbered) },
	{ " * ", "", COUNT(commented) },
	{ "// ", "", COUNT(commented) },
	{ ";", "", COUNT(commented) },
	{ "# ", "", COUNT(commented) },
	{ "+", "", COUNT(patched) },
	{ "-", "", COUNT(patched) },
	{ "> ", "", COUNT(quoted) },
	{ "anna> ", "", COUNT(quoted) },
	{ "[   77.%06d] ", "", COUNT(logged) },
	{ "<6>[   77.%06d] ", "", COUNT(logged) },
	{ "[   77.%06d][    T1] ", "", COUNT(logged) },
	{ "[   77.%06d <    0.000001>] ", "", COUNT(logged) },
	{ "[   77.%06d] (2)[1:init] ", "", COUNT(logged) },
	{ "[  +0.%06d] ", "", COUNT(logged) },
	{ "[Thu Nov 26 01:02:03 2026] ", "", COUNT(logged) },
	{ "[Nov26 01:02] ", "", COUNT(logged) },
	{ "Nov 26 01:02:03 gw kernel: [   77.%06d] ", "", COUNT(logged) },
	{ "Nov 26 01:02:03 gw kernel: ", "", COUNT(logged) },
	{ "Nov 26 01:02:03 ", "", COUNT(logged) },
	{ "2026-11-26T01:02:03.%06d+0000 gw kernel: ", "", COUNT(logged) },
	{ "2026-11-26T01:02:03,%06d+00:00 ", "", COUNT(logged) },
	{ "2026-11-26 01:02:03 ", "", COUNT(logged) },
	{ "[2026-11-26 01:02:03] ", "", COUNT(logged) },
	{ "01:02:03.004 ", "", COUNT(logged) },
	{ "11-26 01:02:03.004   123   123 I ftrace  : ", "", COUNT(logged) },
	{ "kern  :info  : [   77.%06d] ", "", COUNT(logged) },
	{ "1790000000.%06d ", "", COUNT(logged) },
	{ "\x1b[0;36m", "\x1b[0m", COUNT(cleaned) },
	{ "", "$", COUNT(cleaned) },
	{ "\xe2\x80\x8b", "", COUNT(cleaned) },
	{ "\r", "", COUNT(cleaned) },
	{ "", "\r\r", COUNT(cleaned) },
};

/* Each call with its depth, name, times and task, and what stands between calls. */
static void draw(const char *text, char *to, struct fb_fg_seen *seen)
{
	struct fb_tree *tree = unit_tree(text);
	size_t len = 0;
	uint32_t at, up;
	int depth;

	for (at = 1; at < tree->nr; at++) {
		const char *name = fb_node_name(tree, at);

		for (up = at, depth = 0; tree->node[up].parent; up = tree->node[up].parent)
			depth++;
		len += (size_t)snprintf(to + len, ROOM - len, "%d cpu%d %s %s %lld\n", depth,
					tree->node[at].cpu, name ? name : "-",
					fb_node_text(tree, at) ? fb_node_text(tree, at) : "",
					(long long)tree->node[at].dur_ns);
		assert_true(len < ROOM);
	}
	*seen = tree->seen;
	fb_tree_free(tree);
}

static void join(const char *const lines[LINES], const char *before, const char *behind, char *to)
{
	size_t len = 0;
	int i;

	for (i = 0; i < LINES && lines[i]; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
		len += (size_t)snprintf(to + len, ROOM - len, before, i + 1);
#pragma GCC diagnostic pop
		len += (size_t)snprintf(to + len, ROOM - len, "%s%s\n", lines[i], behind);
		assert_true(len < ROOM);
	}
}

static void every_form_in_every_dress(void **state)
{
	static char text[ROOM], plain[ROOM], dressed[ROOM];
	struct fb_fg_seen none = { 0 }, seen;
	size_t i, j;

	(void)state;
	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		join(forms[i], "", "", text);
		draw(text, plain, &seen);
		seen.gaps = 0;
		assert_memory_equal(&seen, &none, sizeof(seen));
		for (j = 0; j < sizeof(dresses) / sizeof(dresses[0]); j++) {
			join(forms[i], dresses[j].before, dresses[j].behind, text);
			draw(text, dressed, &seen);
			if (strcmp(plain, dressed))
				fail_msg("%s%swanted\n%sgot\n%s", text, dresses[j].before, plain,
					 dressed);
			if (!*(uint64_t *)((char *)&seen + dresses[j].count))
				fail_msg("not counted:\n%s", text);
		}
	}
}

/* Signs that are not those of every line are something else. */
static void only_some_lines(void **state)
{
	static struct fb_fg_event ev[LINES];
	static const char commented[] = " 1)   0.500 us    |  a();\n"
					"#  1)   0.500 us    |  b();\n"
					" 1)   0.500 us    |  c();\n";
	static const char patch[] = " 1)   0.500 us    |  a();\n"
				    "- 1)   0.500 us    |  b();\n"
				    "+ 1)   0.700 us    |  b();\n";
	struct fb_error error;

	(void)state;
	assert_int_equal(unit_events(commented, sizeof(commented) - 1, ev, LINES, &error), 2);
	assert_true(unit_is(&ev[1].name, "c"));
	assert_int_equal(unit_events(patch, sizeof(patch) - 1, ev, LINES, &error), -EINVAL);
	assert_non_null(strstr(error.text, "line 2: a patch that takes lines away"));
}

/* A number or a sign with anything else behind it stays. */
static void nothing_else_is_taken_off(void **state)
{
	static const char *const lines[] = {
		"12: the twelfth",
		"a.txt: words",
		"12 | words",
		"7.5",
		"word> words",
		"* words",
		"Nov was cold",
		"2026-11-26 words",
		"[T",
		"[12:34",
		"(2)[1",
		"kern : words",
		"+ words",
		"| words",
		"Nov 26 words",
		"kworker/0:1-12",
		"irq/68-dwc3-725 a",
		"1)",
		"[  x.5] ",
	};
	enum fb_prefix kind;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (fb_prefix_off(lines[i], lines[i] + strlen(lines[i]), &kind))
			fail_msg("taken off: %s", lines[i]);
}

static void cleaned(void **state)
{
	static const struct {
		const char *from;
		const char *to;
	} lines[] = {
		{ "plain", "plain" },
		{ "a\tb", "a       b" },
		{ "\xc3\xa4\tb", "\xc3\xa4       b" },
		{ "\x1b[1;31mred\x1b[m", "red" },
		{ "\x1b]8;;link\x1b\\text\x1b]8;;\a", "text" },
		{ "\x1b(Bx\x1b", "x" },
		{ "\x1b[12", "" },
		{ "ab\bc", "ac" },
		{ "\b", "" },
		{ "a\xc2\xa0"
		  "b\xe3\x80\x80"
		  "c",
		  "a b  c" },
		{ "5 \xc2\xb5s \xe2\x94\x82", "5 us |" },
		{ "\xe2\x94", "\xe2\x94" },
	};
	char to[256];
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *from = lines[i].from;
		bool other = fb_clean_line(from, from + strlen(from), to, &len);

		to[len] = '\0';
		assert_string_equal(to, lines[i].to);
		assert_int_equal(other, strcmp(from, to) != 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_in_every_dress),
		cmocka_unit_test(only_some_lines),
		cmocka_unit_test(nothing_else_is_taken_off),
		cmocka_unit_test(cleaned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
