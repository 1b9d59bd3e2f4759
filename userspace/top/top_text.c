// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "top/top_text.h"

/* Bytes for a number; in the table it takes at most eight columns. */
#define CELL 24

/* In lines up to this width, verdicts are shown without "NF_". */
#define NARROW 80

/* Appends to a line; text that does not fit is cut. */
static void append(char line[FB_TOP_LINE], const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void append(char line[FB_TOP_LINE], const char *fmt, ...)
{
	size_t len = strlen(line);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line + len, FB_TOP_LINE - len, fmt, ap);
	va_end(ap);
}

/* Formats a number in at most eight columns: large ones with M or G. */
static const char *number_text(char cell[CELL], double v, int digits)
{
	if (!isfinite(v))
		snprintf(cell, CELL, "-");
	else if (v < 99999)
		snprintf(cell, CELL, "%.*f", digits, v);
	else if (v < 99999999)
		snprintf(cell, CELL, "%.0f", v);
	else if (v < 99999e6)
		snprintf(cell, CELL, "%.1fM", v / 1e6);
	else if (v < 99999e9)
		snprintf(cell, CELL, "%.1fG", v / 1e9);
	else
		snprintf(cell, CELL, "%.1e", v);
	return cell;
}

void fb_top_line_head(char line[FB_TOP_LINE], const struct fb_top_view *view,
		      const struct fb_top_stat *st)
{
	char when[32] = "";
	struct tm tm;

	if (gmtime_r(&st->time, &tm))
		strftime(when, sizeof(when), "%FT%TZ", &tm);
	line[0] = '\0';
	append(line, "%s  %.3f s  %s", when, (double)st->ns / 1e9, view->kernel);
	if (view->netns)
		append(line, "  netns %s", view->netns);
}

void fb_top_line_share(char line[FB_TOP_LINE], const struct fb_top_stat *st)
{
	double percent = 100 * st->fast_share;

	/* 100.0 % is shown only for exactly all. */
	if (percent < 100 && percent > 99.9)
		percent = 99.9;
	if (isnan(percent))
		snprintf(line, FB_TOP_LINE, "-");
	else
		snprintf(line, FB_TOP_LINE, "%.1f %%", percent);
}

void fb_top_line_ways(char line[FB_TOP_LINE], const struct fb_top_stat *st)
{
	static const char *const names[FB_TOP_WAYS] = {
		[FB_TOP_FAST] = "fast",
		[FB_TOP_SLOW] = "slow",
		[FB_TOP_PASSED] = "passed on",
	};
	unsigned int i;
	char cell[CELL];

	line[0] = '\0';
	for (i = 0; i < FB_TOP_WAYS; i++) {
		append(line, "%s%s ", i ? ", " : "", names[i]);
		if (st->way[i].known)
			append(line, "%s/s", number_text(cell, st->way[i].per_second, 1));
		else
			append(line, "-");
	}
}

void fb_top_line_flows(char line[FB_TOP_LINE], const struct fb_top_stat *st)
{
	line[0] = '\0';
	if (st->flows.known)
		append(line, "flows: %llu offloaded of %llu tracked",
		       (unsigned long long)st->flows.offloaded,
		       (unsigned long long)st->flows.tracked);
	else
		append(line, "flows: unknown");
	if (st->flows.known && st->flows.hardware)
		append(line, ", %llu in hardware", (unsigned long long)st->flows.hardware);
	append(line, "; calls missed: %llu", (unsigned long long)st->missed);
}

void fb_top_line_columns(char line[FB_TOP_LINE], const struct fb_top_view *view)
{
	snprintf(line, FB_TOP_LINE, "%-25s %-4s %8s %3s %-4s %3s %-4s %3s %-4s %s", "hook", "path",
		 "calls/s", "p50", view->unit, "p99", view->unit, "max", view->unit, "returned");
}

static void add_values(char line[FB_TOP_LINE], const struct fb_top_rate *r, size_t width)
{
	char cell[FB_HOOK_WORD + 16];
	unsigned int i;

	for (i = 0; i < r->nr_values; i++) {
		const char *name = r->value[i].name;
		double percent = 100 * r->value[i].share;

		if (width <= NARROW && !strncmp(name, "NF_", 3))
			name += 3;
		if (percent < 100 && percent > 99.9)
			percent = 99.9;
		snprintf(cell, sizeof(cell), "%s%s %.1f%%", i ? "  " : " ", name, percent);
		if (strlen(line) + strlen(cell) > width)
			break;
		append(line, "%s", cell);
	}
}

void fb_top_line_hook(char line[FB_TOP_LINE], const struct fb_top_rate *r, size_t width)
{
	const struct fb_top_latency *l = &r->latency;
	char calls[CELL], p50[CELL], p99[CELL], max[CELL];

	snprintf(line, FB_TOP_LINE, "%-25s %-4s ", r->name, r->path);
	if (r->state == FB_TOP_UNAVAILABLE && !r->calls) {
		append(line, "unavailable: %s", r->reason);
		return;
	}
	if (r->what != FB_TOP_COUNTED) {
		append(line, "%s",
		       r->what == FB_TOP_RESET ? "somebody set the counters back in this interval"
					       : "new in this interval");
		return;
	}
	if (r->state == FB_TOP_OFF && !r->calls) {
		append(line, "somebody switched it off");
		return;
	}
	append(line, "%8s", number_text(calls, r->per_second, 1));
	if (l->calls)
		append(line, " %8s %8s %8s", number_text(p50, (double)l->p50, 0),
		       number_text(p99, (double)l->p99, 0), number_text(max, (double)l->max, 0));
	else
		append(line, " %8s %8s %8s", "-", "-", "-");
	add_values(line, r, width);
	if (r->missed)
		append(line, "  missed %llu", (unsigned long long)r->missed);
}

const char *fb_top_line_note(const struct fb_top_view *view, unsigned int i)
{
	bool insn = !strcmp(view->unit, "insn");

	switch (i) {
	case 0:
		return insn ? "insn: by the kernel's clock, which counts instructions here; at most 3 % over"
			    : "ns: by the kernel's clock; at most 3 % over";
	case 1:
		return "a hook costs at each call (flowbench calibrate), also in the time of outer ones";
	default:
		return NULL;
	}
}
