// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdbool.h>
#include <string.h>

#include "line/fgraph_line.h"
#include "line/report_line.h"
#include "paste/foreign_tools.h"
#include "line/str.h"

#define SIZE(a)	   (sizeof(a) / sizeof((a)[0]))

#define SET_TRACER "set current_tracer to function_graph"
#define SET_GRAPH  "set options/display-graph, or " SET_TRACER

static const char of_function[] = "text of the function tracer: " SET_TRACER;
static const char of_latency[] = "text of a latency tracer: " SET_GRAPH;
static const char of_events[] = "trace events only, no call: " SET_TRACER;
static const char of_samples[] =
	"samples of perf script, no calls with times: record with 'perf ftrace'";
static const char of_words[] = "words: keep only the trace's lines";
static const char of_patch[] = "a patch: apply it, and give the file";

static bool has(const char *p, const char *end, const char *what)
{
	return memmem(p, (size_t)(end - p), what, strlen(what));
}

static const char *digits(const char *p, const char *end)
{
	while (p < end && fb_is_digit(*p))
		p++;
	return p;
}

/* --- lines that have a form, but no word of their own --------------------- */

/* "ip_rcv;tcp_v4_rcv 1234" */
static bool is_folded(const char *p, const char *end)
{
	const char *last = memrchr(p, ' ', (size_t)(end - p));

	return last && memchr(p, ';', (size_t)(last - p)) && end > last + 1 &&
	       digits(last + 1, end) == end && !memchr(p, '|', (size_t)(end - p)) &&
	       !memchr(p, '(', (size_t)(end - p));
}

/* "  8,0    1        1     0.000000000   697  G   W 223490 + 8 [kjournald]" */
static bool is_blktrace(const char *p, const char *end)
{
	const char *q = digits(p, end);

	return q > p && q < end && *q == ',' && digits(q + 1, end) > q + 1 &&
	       (has(q, end, " + ") || has(q, end, "["));
}

/* "ls-1234  [000]": trace-cmd and the kernel write so */
static bool names_task(const char *p, const char *bracket)
{
	while (bracket > p && bracket[-1] != '[')
		bracket--;
	return bracket > p && fb_fg_has_id(fb_piece(p, bracket - 1));
}

/* "ls  1234 [000]  12.345678:", "ls 1234 12.345678:": a task without a dash before its number */
static bool is_perf_script(const char *p, const char *end)
{
	const char *colon, *q;

	for (colon = p; (colon = memchr(colon, ':', (size_t)(end - colon))); colon++) {
		for (q = colon; q > p && fb_is_digit(q[-1]); q--)
			;
		if (colon - q < 3 || q < p + 2 || q[-1] != '.' || !fb_is_digit(q[-2]))
			continue;
		for (q--; q > p && fb_is_digit(q[-1]); q--)
			;
		while (q > p && q[-1] == ' ')
			q--;
		if (q > p && q[-1] == ']')
			return !names_task(p, q);
		return q > p && fb_is_digit(q[-1]);
	}
	return false;
}

/* "bash-1   0d..2   12us+: schedule <-do_exit" */
static bool is_latency(const char *p, const char *end)
{
	return has(p, end, " <-") && (has(p, end, "us") || has(p, end, ": "));
}

/* "ffffffff8103a1b0 tcp_v4_rcv+0x40 ([kernel.kallsyms])" */
static bool is_sample(const char *p, const char *end)
{
	return has(p, end, " ([kernel") || has(p, end, " ([unknown])") || has(p, end, " (inlined)");
}

/* "openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3" */
static bool is_strace(const char *p, const char *end)
{
	const char *open = memchr(p, '(', (size_t)(end - p));

	return open && has(open, end, ") ") && has(open, end, "= ") &&
	       !memchr(p, '|', (size_t)(end - p)) && !memchr(p, ';', (size_t)(end - p));
}

/* "[ 1234] | main() {", "0.123 us [ 1234] |   getpid();" */
static bool is_uftrace(const char *p, const char *end)
{
	const char *open = memchr(p, '[', (size_t)(end - p)), *q;

	if (!open || open - p > 12)
		return false;
	q = digits(fb_fg_blanks(open + 1, end), end);
	return end - q > 2 && q[0] == ']' && q[1] == ' ' && q[2] == '|';
}

/* "Hello, this is what I see:" */
static bool is_prose(const char *p, const char *end)
{
	size_t letters = 0;
	const char *q;

	for (q = p; q < end; q++) {
		letters += (*q >= 'a' && *q <= 'z') || (*q >= 'A' && *q <= 'Z') || *q == ' ' ||
			   (unsigned char)*q >= 0x80;
		if (*q == '|' || *q == ';' || *q == '{' || *q == '}' || *q == '\0')
			return false;
	}
	return letters * 10 > (size_t)(end - p) * 7;
}

/* The line before a signature. */
static bool is_rule(const char *p, const char *end)
{
	return end - p == 2 && *p == '-';
}

/* A tool's line is told by how it begins, by what it holds, or by its form. The first that fits counts. */
static const struct {
	const char *begins;
	const char *has;
	bool (*is)(const char *p, const char *end);
	const char *says;
} others[] = {
	{ "diff --git ", NULL, NULL, of_patch },
	{ "--- a/", NULL, NULL, of_patch },
	{ "@@ -", NULL, NULL, of_patch },
	{ "{ ", "} hitcount:", NULL, "the histogram of a trigger: " SET_TRACER },
	{ "{", "\"", NULL, "JSON: flowbench reads function_graph text" },
	{ "Performance counter stats", NULL, NULL,
	  "counters of perf stat: record with 'perf ftrace'" },
	{ "Total (us)", "Avg (us)", NULL,
	  "a summary of perf ftrace profile: record with 'perf ftrace trace'" },
	{ "Function ", "Hit", NULL, "the function profiler's table: " SET_TRACER },
	{ "Depth ", "Location", NULL, "text of the stack tracer: " SET_TRACER },
	{ "FUNC ", "COUNT", NULL, "counts of funccount: trace with funcgraph instead" },
	{ "Attaching ", "probe", NULL, "output of bpftrace: " SET_TRACER },
	{ "@", "]: ", NULL, "a map of bpftrace: " SET_TRACER },
	{ "@[", NULL, NULL, "a map of bpftrace: " SET_TRACER },
	{ "CPU[", "]", NULL,
	  "text of the tracer of Linux 2.6.28, which has durations behind the calls: trace with a newer kernel" },
	{ "", "funcgraph_", NULL,
	  "a line of trace-cmd report that is cut, wrapped, or made by another tool" },
	{ "--", NULL, is_rule, of_words },
	{ "Call Trace:", NULL, NULL,
	  "the stack of an oops or a warning: keep only the trace's lines" },
	{ "RIP: ", NULL, NULL, "an oops or a warning: keep only the trace's lines" },
	{ "", "... [continued]:", NULL, "text of perf trace: record with 'perf ftrace'" },
	{ "", " Runtime ms ", NULL, "a table of perf sched: record with 'perf ftrace'" },
	{ "", " ms): ", NULL, "text of perf trace: record with 'perf ftrace'" },
	{ "", "{ cpu_id = ", NULL, "text of LTTng: " SET_TRACER },
	{ "", NULL, is_sample, of_samples },
	{ "", NULL, is_uftrace,
	  "text of uftrace: flowbench reads the kernel's function_graph text" },
	{ "", NULL, is_latency, of_latency },
	{ "", NULL, is_folded,
	  "folded stacks, made for flame graphs: give the trace that they were made of" },
	{ "", NULL, is_blktrace, "text of blktrace: " SET_TRACER },
	{ "", NULL, is_perf_script, of_samples },
	{ "", NULL, is_strace, "text of strace: " SET_TRACER },
	{ "", NULL, is_prose, of_words },
};

const char *fb_foreign_text(const char *p, const char *end)
{
	size_t i;

	while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	for (i = 0; i < SIZE(others); i++)
		if (fb_starts(p, end, others[i].begins) &&
		    (!others[i].has || has(p, end, others[i].has)) &&
		    (!others[i].is || others[i].is(p, end)))
			return others[i].says;
	return NULL;
}

const char *fb_foreign_head(const char *p, const char *end)
{
	static const struct {
		const char *has;
		const char *says;
	} heads[] = {
		{ "tracer: function_graph", NULL },
		{ "tracer: function", of_function },
		{ "tracer: nop", of_events },
		{ "tracer: irqsoff", of_latency },
		{ "tracer: preempt", of_latency },
		{ "tracer: wakeup", of_latency },
		{ "tracer: ", "text of another tracer: " SET_TRACER },
		{ "event histogram", "the histogram of a trigger: " SET_TRACER },
		{ "COUNT | GRAPH",
		  "the histogram of perf ftrace latency: record with 'perf ftrace trace'" },
		{ "Overhead ", "a table of perf report: record with 'perf ftrace'" },
		{ "perf.data header", "a table of perf report: record with 'perf ftrace'" },
		{ "DURATION     TID",
		  "text of uftrace: flowbench reads the kernel's function_graph text" },
	};
	size_t i;

	if (memchr(p, '\r', (size_t)(end - p)))
		return "its lines end in carriage returns: convert them with tr '\\r' '\\n'";
	for (i = 0; i < SIZE(heads); i++)
		if (has(p, end, heads[i].has))
			return heads[i].says;
	return NULL;
}

const char *fb_foreign_event(const char *p, const struct fb_str *text)
{
	if (fb_report_is_latency(p, text->at))
		return of_latency;
	return has(text->at, text->at + text->len, " <-") ? of_function : of_events;
}
