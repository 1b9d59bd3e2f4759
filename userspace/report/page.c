// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "report/page.h"
#include "why/document.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const char *name;
	enum fb_report_kind kind;
} schemas[] = {
	{ "flowbench.results/1", FB_REPORT_RESULTS },
	{ "flowbench.bench/2", FB_REPORT_BENCH },
	{ "flowbench.profile/1", FB_REPORT_PROFILE },
	{ "flowbench.compare/2", FB_REPORT_COMPARE },
	{ "flowbench.validate/1", FB_REPORT_VALIDATE },
	{ "flowbench.matrix/1", FB_REPORT_MATRIX },
	{ FB_WHY_SCHEMA, FB_REPORT_WHY },
	{ "flowbench.history/1", FB_REPORT_HISTORY },
};

/* Returns true for a schema of flowbench in another version: "flowbench.bench/2". */
static bool is_later(const char *schema)
{
	size_t i;

	for (i = 0; i < NR(schemas); i++) {
		size_t len = strlen(schemas[i].name) - 1;

		if (!strncmp(schema, schemas[i].name, len))
			return true;
	}
	return false;
}

enum fb_report_kind fb_report_kind(const char *text, size_t len, struct fb_why *why)
{
	enum fb_report_kind kind = FB_REPORT_OTHER;
	json_error_t err;
	json_t *doc = json_loadb(text, len, JSON_DECODE_ANY, &err);
	const char *schema = json_string_value(json_object_get(doc, "schema"));
	size_t i;

	if (!doc) {
		fb_why(why, -EINVAL, "line %d: %s", err.line, err.text);
		return FB_REPORT_BROKEN;
	}
	for (i = 0; schema && i < NR(schemas); i++)
		if (!strcmp(schema, schemas[i].name))
			kind = schemas[i].kind;
	if (kind == FB_REPORT_OTHER && schema && is_later(schema)) {
		fb_why(why, -EINVAL, "this flowbench does not know the schema %.60s", schema);
		kind = FB_REPORT_BROKEN;
	}
	/* It may come from any gateway, and be any age. */
	if (kind == FB_REPORT_WHY && fb_why_document_check(doc, why))
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
