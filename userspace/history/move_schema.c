// SPDX-License-Identifier: GPL-2.0
/* The schema of one move. */
#include <string.h>

#include "bench/bench_schema.h"
#include "check/checks_schema.h"
#include "history/move_schema.h"
#include "json/json.h"

static const char *const causes[] = { "code", "data", "not found", NULL };
static const char *const changes_words[] = { "removed", "added", "renamed", "moved", NULL };

static const struct fb_json_field text[] = {
	{ FB_JSON("text", TEXT) },
	{ NULL },
};

static const struct fb_json_field spread[] = {
	{ FB_JSON("from", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("to", REAL), .low = 0, .high = 1e15 },
	{ NULL },
};

static const struct fb_json_field code[] = {
	{ FB_JSON("delta", REAL) },
	{ FB_JSON("spread", TUPLE), .of = spread },
	{ NULL },
};

static const struct fb_json_field price_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("delta", REAL) },
	{ FB_JSON("spread", TUPLE), .of = spread },
	{ FB_JSON("code", OBJECT), .of = code, .optional = true },
	{ FB_JSON("moved", FLAG) },
	{ FB_JSON("cause", WORD), .words = causes, .optional = true },
	{ FB_JSON("functions", LIST), .of = fb_compare_functions },
	{ NULL },
};

static int price_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	(void)doc;
	if (!json_is_true(json_object_get(js, "moved")) == !json_object_get(js, "cause"))
		return 0;
	return fb_json_bad(at, "cause", error,
			   "expected one of a price that moved, and of no other");
}

static const struct fb_json_field prices[] = {
	{ FB_JSON("price", OBJECT), .of = price_fields, .agree = price_agrees },
	{ NULL },
};

static const struct fb_json_field total[] = {
	{ FB_JSON("a", COUNT) },
	{ FB_JSON("b", COUNT) },
	{ FB_JSON("same", COUNT) },
	{ FB_JSON("renamed", COUNT) },
	{ FB_JSON("moved", COUNT) },
	{ FB_JSON("removed", COUNT) },
	{ FB_JSON("added", COUNT) },
	{ FB_JSON("removed_untraceable", COUNT), .optional = true },
	{ FB_JSON("added_untraceable", COUNT), .optional = true },
	{ FB_JSON("unproven", COUNT), .optional = true },
	{ NULL },
};

static const struct fb_json_field change_fields[] = {
	{ FB_JSON("change", WORD), .words = changes_words },
	{ FB_JSON("function", TEXT), .low = 1 },
	{ FB_JSON("caller", TEXT) },
	{ FB_JSON("calls", COUNT), .low = 1 },
	{ FB_JSON("to", TEXT), .optional = true },
	{ FB_JSON("to_caller", TEXT), .optional = true },
	{ FB_JSON("traceable", FLAG), .optional = true },
	{ FB_JSON("reason", TEXT), .optional = true },
	{ NULL },
};

static const struct fb_json_field changes[] = {
	{ FB_JSON("change", OBJECT), .of = change_fields },
	{ NULL },
};

static const struct fb_json_field calls[] = {
	{ FB_JSON("total", OBJECT), .of = total },
	{ FB_JSON("changes", LIST), .of = changes },
	{ NULL },
};

static const struct fb_json_field check_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("from", WORD), .words = fb_check_outcomes },
	{ FB_JSON("to", WORD), .words = fb_check_outcomes },
	{ NULL },
};

static const struct fb_json_field checks[] = {
	{ FB_JSON("check", OBJECT), .of = check_fields },
	{ NULL },
};

static const struct fb_json_field compilers[] = {
	{ FB_JSON("from", TEXT), .low = 1 },
	{ FB_JSON("to", TEXT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("from", TEXT), .low = 1 },
	{ FB_JSON("to", TEXT), .low = 1 },
	{ FB_JSON("machine", LIST), .of = text, .optional = true },
	{ FB_JSON("compilers", TUPLE), .of = compilers, .optional = true },
	{ FB_JSON("moved", FLAG) },
	{ FB_JSON("prices", LIST), .of = prices },
	{ FB_JSON("calls", OBJECT), .of = calls, .optional = true },
	{ FB_JSON("checks", LIST), .of = checks },
	{ FB_JSON("none", MAP), .of = text },
	{ FB_JSON("lone", MAP), .of = text, .optional = true },
	{ NULL },
};

/* Something moved if a price, a call or a check did. */
static int moved_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const json_t *list = json_object_get(js, "prices"), *one;
	bool moved = json_array_size(json_object_get(js, "checks")) ||
		     json_array_size(json_object_get(json_object_get(js, "calls"), "changes"));
	size_t i;

	(void)doc;
	for (i = 0; (one = json_array_get(list, i)); i++)
		moved = moved || json_is_true(json_object_get(one, "moved"));
	if (moved == json_is_true(json_object_get(js, "moved")))
		return 0;
	return fb_json_bad(at, "moved", error, "expected %s, as prices, calls and checks have it",
			   moved ? "true" : "false");
}

const struct fb_json_field fb_move_field = { FB_JSON("move", OBJECT), .of = fields,
					     .agree = moved_agrees };
