// SPDX-License-Identifier: GPL-2.0
/* What the files of tracefs hold, and what that means. The texts are those of kernels 5.10 and 6.12. */
#include "unit.h"

#include "system/trace_files.h"

static const struct fb_trace_file *file(const char *name)
{
	const struct fb_trace_file *f;
	size_t i;

	for (i = 0; (f = fb_trace_file(i)); i++)
		if (!strcmp(f->name, name))
			return f;
	fail_msg("no file %s", name);
	return NULL;
}

static void value_is(const char *text, const char *wanted)
{
	char value[FB_TRACE_VALUE_MAX];

	fb_trace_value(text, value);
	assert_string_equal(value, wanted);
}

static void values_can_be_written_back(void **state)
{
	(void)state;
	value_is("1\n", "1");
	value_is("1*\n", "1");
	value_is("function_graph\n", "function_graph");
	value_is("1410\n", "1410");
	value_is("7 (expanded: 1408)\n", "1408");
	value_is("[local] global counter uptime perf mono\n", "local");
	value_is("local global [mono_raw] boot\n", "mono_raw");
	value_is("#### all functions enabled ####\n", "");
	value_is("no pid\n", "");
	value_is("", "");
}

static bool is_set(const char *name, const char *text, unsigned int cpus)
{
	char shown[FB_TRACE_VALUE_MAX];

	return fb_trace_is_set(file(name), text, cpus, shown);
}

static void what_nobody_has_set(void **state)
{
	(void)state;
	assert_false(is_set("current_tracer", "nop\n", 1));
	assert_false(is_set("set_ftrace_filter", "#### all functions enabled ####\n", 1));
	assert_false(is_set("set_graph_notrace", "#### no functions disabled ####\n", 1));
	assert_false(is_set("set_ftrace_pid", "no pid\n", 1));
	assert_false(is_set("set_event_pid", "", 1));
	assert_false(is_set("set_event", "\n", 1));
	assert_false(is_set("max_graph_depth", "0\n", 1));
}

static void what_a_user_has_set(void **state)
{
	char shown[FB_TRACE_VALUE_MAX];

	(void)state;
	assert_true(fb_trace_is_set(
		file("set_ftrace_filter"),
		"#### all functions enabled ####\nschedule:traceoff:unlimited\n", 1, shown));
	assert_string_equal(shown, "schedule:traceoff:unlimited");
	assert_true(
		fb_trace_is_set(file("set_graph_function"), "ip_rcv [nf]\nip_forward\n", 1, shown));
	assert_string_equal(shown, "ip_rcv [nf]");
	assert_true(is_set("set_ftrace_pid", "12\n", 1));
	assert_true(is_set("tracing_thresh", "100\n", 1));
	assert_true(is_set("current_tracer", "function\n", 1));
}

static void masks_must_have_each_cpu(void **state)
{
	static const struct {
		const char *text;
		unsigned int cpus;
		bool set;
	} masks[] = {
		{ "1\n", 1, false },
		{ "0\n", 1, true },
		{ "f\n", 4, false },
		{ "7\n", 4, true },
		{ "3f\n", 6, false },
		{ "ff\n", 6, false },
		{ "1f\n", 6, true },
		{ "f\n", 6, true },
		{ "ff,ffffffff\n", 40, false },
		{ "ff,fffffff7\n", 40, true },
		{ "7f,ffffffff\n", 40, true },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(masks) / sizeof(masks[0]); i++)
		if (is_set("tracing_cpumask", masks[i].text, masks[i].cpus) != masks[i].set)
			fail_msg("%u CPUs, mask %s", masks[i].cpus, masks[i].text);
}

static void clears(const char *name, const char *shown, unsigned int cpus, const char *wanted)
{
	char command[256];

	fb_trace_clear_with(file(name), shown, cpus, "/t", command, sizeof(command));
	assert_string_equal(command, wanted);
}

static void the_command_that_clears_it(void **state)
{
	(void)state;
	clears("current_tracer", "function", 1, "echo nop > /t/current_tracer");
	clears("set_graph_notrace", "ip_rcv", 1, "echo > /t/set_graph_notrace");
	clears("set_event", "sched:sched_switch", 1, "echo > /t/set_event");
	clears("max_graph_depth", "3", 1, "echo 0 > /t/max_graph_depth");
	clears("set_ftrace_filter", "ip_rcv:traceoff:unlimited", 1,
	       "echo '!ip_rcv:traceoff' >> /t/set_ftrace_filter");
	clears("set_ftrace_filter", "ip_rcv:traceoff:count=3", 1,
	       "echo '!ip_rcv:traceoff:0' >> /t/set_ftrace_filter");
	clears("tracing_cpumask", "0", 1, "echo 1 > /t/tracing_cpumask");
	clears("tracing_cpumask", "0", 6, "echo 3f > /t/tracing_cpumask");
	clears("tracing_cpumask", "0", 32, "echo ffffffff > /t/tracing_cpumask");
	clears("tracing_cpumask", "0", 35, "echo 7,ffffffff > /t/tracing_cpumask");
}

static void entries_of_a_buffer(void **state)
{
	(void)state;
	assert_int_equal(fb_trace_entries("entries: 12\noverrun: 3\n"), 12);
	assert_int_equal(fb_trace_entries(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_can_be_written_back),
		cmocka_unit_test(what_nobody_has_set),
		cmocka_unit_test(what_a_user_has_set),
		cmocka_unit_test(masks_must_have_each_cpu),
		cmocka_unit_test(the_command_that_clears_it),
		cmocka_unit_test(entries_of_a_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
