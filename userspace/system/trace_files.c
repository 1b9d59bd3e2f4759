// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/trace_files.h"

#define IN_USE(file, held)   { file, FB_TRACE_IN_USE, FB_TRACE_WORD, held }
#define IN_USE_LIST(file)    { file, FB_TRACE_IN_USE, FB_TRACE_LIST, NULL }
#define PARTIAL(file, held)  { file, FB_TRACE_PARTIAL, FB_TRACE_WORD, held }
#define PARTIAL_LIST(file)   { file, FB_TRACE_PARTIAL, FB_TRACE_LIST, NULL }
#define PARTIAL_MASK(file)   { file, FB_TRACE_PARTIAL, FB_TRACE_MASK, NULL }
#define LAYOUT(file, wanted) { file, FB_TRACE_LAYOUT, FB_TRACE_WORD, wanted }

/*
 * The layout is that of the published traces: CPU, duration with marks, names without a suffix,
 * interrupts in their place. Files that a kernel lacks are skipped.
 */
static const struct fb_trace_file files[] = {
	IN_USE("current_tracer", "nop"),
	IN_USE_LIST("set_event"),
	PARTIAL_LIST("set_ftrace_filter"),
	PARTIAL_LIST("set_ftrace_notrace"),
	PARTIAL_LIST("set_ftrace_pid"),
	PARTIAL_LIST("set_ftrace_notrace_pid"),
	PARTIAL_LIST("set_graph_function"),
	PARTIAL_LIST("set_graph_notrace"),
	PARTIAL_LIST("set_event_pid"),
	PARTIAL_LIST("set_event_notrace_pid"),
	PARTIAL("max_graph_depth", "0"),
	PARTIAL("tracing_thresh", "0"),
	PARTIAL_MASK("tracing_cpumask"),
	LAYOUT("trace_clock", "local"),
	LAYOUT("options/funcgraph-cpu", "1"),
	LAYOUT("options/funcgraph-overhead", "1"),
	LAYOUT("options/funcgraph-duration", "1"),
	LAYOUT("options/funcgraph-irqs", "1"),
	LAYOUT("options/funcgraph-proc", "0"),
	LAYOUT("options/funcgraph-abstime", "0"),
	LAYOUT("options/funcgraph-tail", "0"),
	LAYOUT("options/funcgraph-overrun", "0"),
	LAYOUT("options/funcgraph-retval", "0"),
	LAYOUT("options/funcgraph-retval-hex", "0"),
	LAYOUT("options/funcgraph-retaddr", "0"),
	LAYOUT("options/funcgraph-args", "0"),
	LAYOUT("options/sleep-time", "1"),
	LAYOUT("options/graph-time", "1"),
	LAYOUT("options/context-info", "1"),
	LAYOUT("options/latency-format", "0"),
	LAYOUT("options/fields", "0"),
	LAYOUT("options/stacktrace", "0"),
	LAYOUT("options/userstacktrace", "0"),
	LAYOUT("options/overwrite", "0"),
};

const struct fb_trace_file *fb_trace_file(size_t i)
{
	return i < sizeof(files) / sizeof(files[0]) ? &files[i] : NULL;
}

static void copy(char value[FB_TRACE_VALUE_MAX], const char *from, size_t len)
{
	snprintf(value, FB_TRACE_VALUE_MAX, "%.*s", (int)len, from);
}

void fb_trace_value(const char *text, char value[FB_TRACE_VALUE_MAX])
{
	static const char expanded[] = "(expanded: ";
	const char *at;

	if (*text == '#' || !strncmp(text, "no pid", 6)) {
		copy(value, "", 0);
		return;
	}
	at = strstr(text, expanded);
	if (at) {
		at += strlen(expanded);
		copy(value, at, strcspn(at, ")"));
		return;
	}
	at = strchr(text, '[');
	if (at) {
		copy(value, at + 1, strcspn(at + 1, "]"));
		return;
	}
	copy(value, text, strcspn(text, " *\n"));
}

static bool list_is_set(const char *text, char shown[FB_TRACE_VALUE_MAX])
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (len && *text != '#' && strncmp(text, "no pid", 6)) {
			copy(shown, text, len);
			return true;
		}
		text += len + (text[len] == '\n');
	}
	return false;
}

/* Writes all CPUs as the kernel prints them: "f", "3ff", "ff,ffffffff". */
static void all_cpus(unsigned int cpus, char mask[FB_TRACE_VALUE_MAX])
{
	unsigned int digits = (cpus + 3) / 4, i;
	size_t n = 0;

	for (i = digits; i > 0 && n + 2 < FB_TRACE_VALUE_MAX; i--) {
		unsigned int bits = i == digits && cpus % 4 ? cpus % 4 : 4;

		mask[n++] = "0137f"[bits];
		if (i > 1 && i % 8 == 1)
			mask[n++] = ',';
	}
	mask[n] = '\0';
}

/* Returns false if each of the CPUs is in the mask. The mask may have more bits than there are CPUs. */
static bool mask_is_set(const char *text, unsigned int cpus)
{
	size_t at = strcspn(text, "\n");
	unsigned int cpu = 0;

	while (at-- > 0 && cpu < cpus) {
		char digit[2] = { text[at], '\0' };
		unsigned long bits = strtoul(digit, NULL, 16);
		unsigned int i;

		if (text[at] == ',')
			continue;
		for (i = 0; i < 4 && cpu < cpus; i++, cpu++)
			if (!(bits >> i & 1))
				return true;
	}
	return cpu < cpus;
}

bool fb_trace_is_set(const struct fb_trace_file *f, const char *text, unsigned int cpus,
		     char shown[FB_TRACE_VALUE_MAX])
{
	if (f->form == FB_TRACE_LIST)
		return list_is_set(text, shown);
	fb_trace_value(text, shown);
	if (f->form == FB_TRACE_MASK)
		return mask_is_set(shown, cpus);
	return strcmp(shown, f->value) != 0;
}

/*
 * A line "schedule:traceoff:unlimited" of set_ftrace_filter is a command of a function. "echo >"
 * leaves it; "!schedule:traceoff" removes it, or "!schedule:traceoff:0" if it has a count.
 */
static bool command_to_remove(const char *line, char word[FB_TRACE_VALUE_MAX])
{
	const char *last = strrchr(line, ':');

	if (!last)
		return false;
	if (!strncmp(last, ":unlimited", 10))
		snprintf(word, FB_TRACE_VALUE_MAX, "'!%.*s'", (int)(last - line), line);
	else if (!strncmp(last, ":count=", 7))
		snprintf(word, FB_TRACE_VALUE_MAX, "'!%.*s:0'", (int)(last - line), line);
	else
		return false;
	return true;
}

void fb_trace_clear_with(const struct fb_trace_file *f, const char *shown, unsigned int cpus,
			 const char *dir, char *command, size_t size)
{
	char word[FB_TRACE_VALUE_MAX] = "";
	const char *to = ">";

	if (f->form == FB_TRACE_MASK)
		all_cpus(cpus, word);
	else if (f->form == FB_TRACE_WORD)
		copy(word, f->value, strlen(f->value));
	else if (command_to_remove(shown, word))
		to = ">>";
	snprintf(command, size, "echo %s%s%s %s/%s", word, *word ? " " : "", to, dir, f->name);
}

unsigned long fb_trace_entries(const char *stats)
{
	static const char key[] = "entries: ";
	const char *at = strstr(stats, key);

	return at ? strtoul(at + strlen(key), NULL, 10) : 0;
}
