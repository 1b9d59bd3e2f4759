// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "history/history_print.h"
#include "history/release.h"
#include "json/json.h"
#include "json/json_schema.h"
#include "lib/print.h"

/* So many functions of a price, calls and checks are named. */
#define FUNCTIONS_SHOWN 5
#define CALLS_SHOWN	6
#define CHECKS_SHOWN	12

static double spread(const json_t *js)
{
	const json_t *both = json_object_get(js, "spread");

	return fmax(json_number_value(json_array_get(both, 0)),
		    json_number_value(json_array_get(both, 1)));
}

/* --- moves ---------------------------------------------------------------------------------------*/

static void print_functions(const json_t *price, FILE *to)
{
	const json_t *list = json_object_get(price, "functions"), *fn;
	const char *cause = fb_json_text(price, "cause", "not found");
	bool code = !strcmp(cause, "code");
	unsigned int shown = 0, more = 0;
	size_t i;

	if (!strcmp(cause, "not found")) {
		fputs("      where: not found (no profile)\n", to);
		return;
	}
	for (i = 0; (fn = json_array_get(list, i)); i++) {
		if (code && strcmp(fb_json_text(fn, "code", ""), "differs"))
			continue;
		if (shown == FUNCTIONS_SHOWN) {
			more++;
			continue;
		}
		shown++;
		fb_print(to, "      %+10.2f  %s\n", fb_json_real(fn, "delta"),
			 fb_json_text(fn, "function", "?"));
	}
	if (more)
		fb_print(to, "      and %u more function%s\n", more, more == 1 ? "" : "s");
	if (!code)
		fputs("      the code of these is the same: moved by data or by chance\n", to);
}

static void print_prices(const json_t *move, const char *unit, FILE *to)
{
	const json_t *list = json_object_get(move, "prices"), *js, *code;
	double delta;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		if (!json_is_true(json_object_get(js, "moved")))
			continue;
		delta = fb_json_real(js, "delta");
		fb_print(to, "  %-18s %+10.2f %s (spread %.2f)", fb_json_text(js, "path", "?"),
			 delta, unit, spread(js));
		code = json_object_get(js, "code");
		if (code && (fabs(fb_json_real(code, "delta") - delta) >= 0.005 ||
			     fabs(delta) <= spread(js)))
			fb_print(to, ", by code %+.2f (spread %.2f)", fb_json_real(code, "delta"),
				 spread(code));
		fputc('\n', to);
		print_functions(js, to);
	}
}

static void print_change(const json_t *js, FILE *to)
{
	const char *class = fb_json_text(js, "change", "?");
	const char *reason = fb_json_text(js, "reason", NULL);
	bool hidden = json_is_false(json_object_get(js, "traceable"));

	fb_print(to, "    %c %5d  %s", !strcmp(class, "removed") ? '-' : '+',
		 (int)fb_json_count(js, "calls"), fb_json_text(js, "function", "?"));
	fb_print(to, " < %s", fb_json_text(js, "caller", "?"));
	if (reason)
		fb_print(to, "  (%s)", reason);
	else if (hidden)
		fputs("  (the other kernel cannot trace it)", to);
	fputc('\n', to);
}

static void print_class(const json_t *changes, const char *class, FILE *to)
{
	unsigned int shown = 0, more = 0;
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(changes, i)); i++) {
		if (strcmp(fb_json_text(js, "change", ""), class))
			continue;
		if (shown++ < CALLS_SHOWN)
			print_change(js, to);
		else
			more += (unsigned int)fb_json_count(js, "calls");
	}
	if (more)
		fb_print(to, "    and %u more calls %s\n", more, class);
}

static int total(const json_t *calls, const char *class)
{
	return (int)fb_json_count(json_object_get(calls, "total"), class);
}

static void print_calls(const json_t *move, FILE *to)
{
	const json_t *calls = json_object_get(move, "calls");
	const json_t *changes = json_object_get(calls, "changes");

	if (!json_array_size(changes))
		return;
	fb_print(to, "  calls: %d removed, %d added, %d renamed, %d moved, %d the same\n",
		 total(calls, "removed"), total(calls, "added"), total(calls, "renamed"),
		 total(calls, "moved"), total(calls, "same"));
	print_class(changes, "removed", to);
	print_class(changes, "added", to);
}

static void print_checks(const json_t *move, FILE *to)
{
	const json_t *list = json_object_get(move, "checks"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		if (i == CHECKS_SHOWN) {
			fb_print(to, "  and %zu more checks with another outcome\n",
				 json_array_size(list) - i);
			return;
		}
		fb_print(to, "  check %s: %s -> %s\n", fb_json_text(js, "name", "?"),
			 fb_json_text(js, "from", "?"), fb_json_text(js, "to", "?"));
	}
}

static void print_compilers(const json_t *move, FILE *to)
{
	const json_t *two = json_object_get(move, "compilers");

	if (two)
		fb_print(to, "  compiler: %s -> %s\n", json_string_value(json_array_get(two, 0)),
			 json_string_value(json_array_get(two, 1)));
}

/* "  prices: not compared: a: seed 1 is in it twice" */
static void print_texts(json_t *parts, const char *what, FILE *to)
{
	void *it;

	for (it = json_object_iter(parts); it; it = json_object_iter_next(parts, it))
		fb_print(to, "  %s: %s: %s\n", json_object_iter_key(it), what,
			 json_string_value(json_object_iter_value(it)));
}

void fb_move_print(const json_t *js, const char *unit, bool open, FILE *to)
{
	const json_t *machine = json_object_get(js, "machine"), *v;
	json_t *none = json_object_get(js, "none");
	size_t i;

	fb_print(to, "\n%s -> %s%s\n", fb_json_text(js, "from", "?"), fb_json_text(js, "to", "?"),
		 json_is_true(json_object_get(js, "moved")) ? ""
		 : open					    ? ": no move was found"
							    : ": nothing moved");
	print_compilers(js, to);
	print_prices(js, unit, to);
	print_calls(js, to);
	print_checks(js, to);
	print_texts(none, "not compared", to);
	print_texts(json_object_get(js, "lone"), "compared in part", to);
	if (!json_array_size(machine))
		return;
	fputs("  not measured on the same machine: other", to);
	for (i = 0; (v = json_array_get(machine, i)); i++)
		fb_print(to, "%s %s", i ? "," : "", json_string_value(v));
	fputc('\n', to);
}

/* --- the table -----------------------------------------------------------------------------------*/

static const json_t *named(const json_t *list, const char *key, const char *name)
{
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!strcmp(fb_json_text(js, key, ""), name))
			return js;
	return NULL;
}

static int column_of(const char *path)
{
	int len = (int)strlen(path);

	return len < 14 ? 14 : len;
}

static void print_heads(const json_t *doc, FILE *to)
{
	const json_t *paths = json_object_get(doc, "paths"), *path;
	size_t i;

	fb_print(to, "%-18s", "kernel");
	for (i = 0; (path = json_array_get(paths, i)); i++)
		fb_print(to, " %*s", column_of(json_string_value(path)), json_string_value(path));
	fputs("  checks      calls\n", to);
}

/* "*1568.0 ~10": moved from the kernel above, by more than the spread of the samples, in all or by its code alone. */
static void print_price(const json_t *rel, const json_t *move, const char *path, FILE *to)
{
	const json_t *js = named(json_object_get(rel, "prices"), "path", path);
	const json_t *moved = named(json_object_get(move, "prices"), "path", path);
	char text[48];

	if (!js) {
		fb_print(to, " %*s", column_of(path), "-");
		return;
	}
	snprintf(text, sizeof(text), "%s%.1f ~%.0f",
		 json_is_true(json_object_get(moved, "moved")) ? "*" : "", fb_json_real(js, "net"),
		 fb_json_real(js, "max") - fb_json_real(js, "min"));
	fb_print(to, " %*s", column_of(path), text);
}

/* "31+8/40": passed and known to fail, of all. */
static void print_sums(const json_t *rel, FILE *to)
{
	const json_t *checks = json_object_get(rel, "checks"),
		     *calls = json_object_get(rel, "calls");
	char text[48] = "-";

	if (checks)
		snprintf(text, sizeof(text), "%d+%d/%zu", (int)fb_json_count(checks, "passed"),
			 (int)fb_json_count(checks, "known"),
			 json_array_size(json_object_get(checks, "list")));
	fb_print(to, "  %-9s", text);
	snprintf(text, sizeof(text), calls ? "%d" : "-", (int)fb_json_count(calls, "total"));
	fb_print(to, " %6s\n", text);
}

static void print_none(const json_t *rel, FILE *to)
{
	json_t *none = json_object_get(rel, "none");
	void *it;

	for (it = json_object_iter(none); it; it = json_object_iter_next(none, it)) {
		const char *why = json_string_value(json_object_iter_value(it));

		if (strcmp(why, FB_NOT_MEASURED))
			fb_print(to, "%-18s %s: %s\n", fb_json_text(rel, "name", "?"),
				 json_object_iter_key(it), why);
	}
}

void fb_history_print(const json_t *doc, FILE *to)
{
	const json_t *releases = json_object_get(doc, "releases"), *rel, *path;
	const json_t *paths = json_object_get(doc, "paths"), *moves = json_object_get(doc, "moves");
	const char *unit = fb_json_text(doc, "mode", "insn");
	const json_t *move;
	size_t i, k;

	print_heads(doc, to);
	for (i = 0; (rel = json_array_get(releases, i)); i++) {
		const char *name = fb_json_text(rel, "name", "?");

		fb_print(to, "%-18s", name);
		move = named(moves, "to", name);
		for (k = 0; (path = json_array_get(paths, k)); k++)
			print_price(rel, move, json_string_value(path), to);
		print_sums(rel, to);
	}
	fb_print(
		to,
		"prices: net, %s a packet, the median sample; ~ the greatest sample less the least; * moved from the line above\n"
		"by more than the samples' spread, in all or by its code alone. checks: passed, and known to fail, of those that\n"
		"ran. calls: of the scenario.\n",
		unit);
	for (i = 0; (rel = json_array_get(releases, i)); i++)
		print_none(rel, to);
	for (i = 0; (move = json_array_get(moves, i)); i++)
		fb_move_print(move, unit,
			      json_object_size(json_object_get(move, "none")) ||
				      json_object_size(json_object_get(move, "lone")),
			      to);
}
