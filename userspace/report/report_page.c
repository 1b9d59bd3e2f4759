// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "bench/bench_schema.h"
#include "check/checks_schema.h"
#include "history/history_schema.h"
#include "json/json.h"
#include "match/results_schema.h"
#include "report/report_page.h"
#include "why/summary_json.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const struct fb_json_schema *schema;
	enum fb_report_kind kind;
} kinds[] = {
	{ &fb_results_schema, FB_REPORT_RESULTS },   { &fb_bench_schema, FB_REPORT_BENCH },
	{ &fb_profile_schema, FB_REPORT_PROFILE },   { &fb_compare_schema, FB_REPORT_COMPARE },
	{ &fb_validate_schema, FB_REPORT_VALIDATE }, { &fb_matrix_schema, FB_REPORT_MATRIX },
	{ &fb_why_schema, FB_REPORT_WHY },	     { &fb_history_schema, FB_REPORT_HISTORY },
};

/*
 * What a document says that it is, whatever its version: the check names a version that is not
 * known.
 */
static enum fb_report_kind kind_of(const json_t *doc, const struct fb_json_schema **schema)
{
	size_t i;

	for (i = 0; i < NR(kinds); i++) {
		*schema = kinds[i].schema;
		if (fb_json_is_schema(doc, (*schema)->name))
			return kinds[i].kind;
	}
	*schema = NULL;
	return FB_REPORT_OTHER;
}

int fb_document_check(const json_t *doc, struct fb_error *error)
{
	const struct fb_json_schema *schema;

	if (kind_of(doc, &schema) != FB_REPORT_OTHER)
		return fb_json_check(doc, schema, error);
	return fb_error(error, FB_JSON_REFUSED,
			"schema: expected one of flowbench, found \"%.60s\"",
			fb_json_text(doc, "schema", ""));
}

enum fb_report_kind fb_report_kind(const char *text, size_t len, struct fb_error *error)
{
	const struct fb_json_schema *schema;
	enum fb_report_kind kind;
	json_error_t err;
	json_t *doc = json_loadb(text, len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &err);

	if (!doc) {
		fb_error(error, FB_JSON_REFUSED, "line %d: %s", err.line, err.text);
		return FB_REPORT_BROKEN;
	}
	kind = kind_of(doc, &schema);
	/* It may come from any gateway, and be any age. */
	if (kind != FB_REPORT_OTHER && fb_json_check(doc, schema, error))
		kind = FB_REPORT_BROKEN;
	json_decref(doc);
	return kind;
}

/* Returns true at U+2028 or U+2029 in UTF-8: scripts take them as ends of lines, JSON does not. */
static bool is_separator(const char *s, size_t left)
{
	return left > 2 && !memcmp(s, "\xe2\x80", 2) && (s[2] == '\xa8' || s[2] == '\xa9');
}

void fb_page_json(const char *text, size_t len, FILE *f)
{
	bool quoted = false;
	size_t i;

	for (i = 0; i < len; i++) {
		char c = text[i];

		if (!quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'))
			continue;
		if (c == '"')
			quoted = !quoted;
		if (quoted && c == '\\' && i + 1 < len) {
			/* The next character is escaped: a quote there does not end the string. */
			putc_unlocked(c, f);
			putc_unlocked(text[++i], f);
		} else if (c == '<' || c == '>' || c == '&') {
			fprintf(f, "\\u%04x", c);
		} else if (is_separator(text + i, len - i)) {
			fputs(text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029", f);
			i += 2;
		} else {
			putc_unlocked(c, f);
		}
	}
}

void fb_page_text(const char *text, FILE *f)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '&':
			fputs("&amp;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		default:
			putc_unlocked(*text, f);
		}
	}
}
