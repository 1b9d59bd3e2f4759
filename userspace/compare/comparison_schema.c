// SPDX-License-Identifier: GPL-2.0
/* The schema of compare.json. */
#include <string.h>

#include "compare/comparison_print.h"
#include "price/prices.h"
#include "bench/bench_schema.h"
#include "json/json.h"
#include "json/json_fingerprint.h"

static const char *const modes[] = { "insn", "turns", "ns", NULL };
static const char *const verdicts[] = { "none", "no difference", "difference", NULL };
static const char *const codes[] = { "unknown", "same", "differs", NULL };

static const struct fb_json_field spread[] = {
	{ FB_JSON("a", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("b", REAL), .low = 0, .high = 1e15 },
	{ NULL },
};

static const struct fb_json_field function[] = {
	{ FB_JSON("function", TEXT), .low = 1 },
	{ FB_JSON("module", TEXT), .null = true },
	{ FB_JSON("delta", REAL) },
	{ FB_JSON("code", WORD), .words = codes },
	{ NULL },
};

const struct fb_json_field fb_compare_functions[] = {
	{ FB_JSON("function", OBJECT), .of = function },
	{ NULL },
};

static const struct fb_json_field side[] = {
	{ FB_JSON("name", TEXT) },
	{ FB_JSON("boots", COUNT), .low = 1 },
	{ FB_JSON_FINGERPRINT },
	{ NULL },
};

static const struct fb_json_field price[] = {
	{ FB_JSON("gross", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("own", REAL), .low = 0, .high = 1e15 },
	{ NULL },
};

static const struct fb_json_field code[] = {
	{ FB_JSON("delta", REAL) },
	{ FB_JSON("p", REAL), .low = 0, .high = 1 },
	{ NULL },
};

static const struct fb_json_field ratio[] = {
	{ FB_JSON("median", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("low95", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("high95", REAL), .low = 0, .high = 1e15 },
	{ NULL },
};

static const struct fb_json_field point_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("a", OBJECT), .of = price, .optional = true },
	{ FB_JSON("b", OBJECT), .of = price, .optional = true },
	{ NULL },
};

/* Of a point that both sides have. */
static const struct fb_json_field both[] = {
	{ FB_JSON("delta", REAL) },
	{ FB_JSON("percent", REAL) },
	{ FB_JSON("p", REAL), .low = 0, .high = 1 },
	{ FB_JSON("verdict", WORD), .words = verdicts },
	{ NULL },
};

static const struct fb_json_field in_insn[] = {
	{ FB_JSON("spread", TUPLE), .of = spread },
	{ FB_JSON("code", OBJECT), .of = code, .optional = true },
	{ FB_JSON("functions", LIST), .of = fb_compare_functions, .optional = true },
	{ NULL },
};

static const struct fb_json_field in_ns[] = {
	{ FB_JSON("ratio", OBJECT), .of = ratio },
	{ FB_JSON("tost", REAL), .low = 0, .high = 1 },
	{ FB_JSON("needed", COUNT) },
	{ NULL },
};

static const struct fb_json_field both_field = { FB_JSON("point", OBJECT), .of = both };
static const struct fb_json_field insn_field = { FB_JSON("point", OBJECT), .of = in_insn };
static const struct fb_json_field ns_field = { FB_JSON("point", OBJECT), .of = in_ns };

static double gross_of(const json_t *point, const char *key)
{
	return fb_json_real(json_object_get(point, key), "gross");
}

/* Percent of the first side's net price. */
static int percent_agrees(const struct fb_json_at *at, const json_t *js, struct fb_error *error)
{
	double net = gross_of(js, "a") - fb_json_real(json_object_get(js, "a"), "own");
	double percent = net > 0 ? fb_json_real(js, "delta") / net * 100 : 0;

	if (fb_json_close_to(percent, fb_json_real(js, "percent")))
		return 0;
	return fb_json_bad(at, "percent", error,
			   "expected %.10g of the first side's net, found %.10g", percent,
			   fb_json_real(js, "percent"));
}

static int point_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	bool insn = fb_bench_mode_counts(fb_json_text(doc, "mode", ""));
	const json_t *a = json_object_get(js, "a"), *b = json_object_get(js, "b");
	int ret;

	if (!a && !b)
		return fb_json_bad(at, "a", error,
				   "expected a price of one side at least, found none");
	if (!a || !b)
		return json_object_get(js, "verdict")
			       ? fb_json_bad(at, "verdict", error,
					     "expected none of a point of one side")
			       : 0;
	ret = fb_json_check_at(at, js, &both_field, doc, error);
	if (!ret)
		ret = fb_json_check_at(at, js, insn ? &insn_field : &ns_field, doc, error);
	return ret ? ret : percent_agrees(at, js, error);
}

static const struct fb_json_field points[] = {
	{ FB_JSON("point", OBJECT), .of = point_fields, .agree = point_agrees },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("mode", WORD), .words = modes },
	{ FB_JSON("a", OBJECT), .of = side },
	{ FB_JSON("b", OBJECT), .of = side },
	{ FB_JSON("points", LIST), .low = 1, .of = points, .unique = FB_POINT_KEYS },
	{ FB_JSON("verdict", WORD), .words = verdicts },
	{ FB_JSON("margin", REAL), .low = 0, .high = 1, .optional = true },
	{ FB_JSON("why", TEXT), .low = 1, .optional = true },
	{ FB_JSON("lines", LIST), .of = NULL, .optional = true },
	{ NULL },
};

/* The verdict on all paths follows from those on each. */
static int verdict_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error)
{
	const json_t *list = json_object_get(js, "points"), *point;
	const char *all = fb_json_text(js, "verdict", "");
	unsigned int same = 0, different = 0, none = 0;
	size_t i;

	(void)doc;
	for (i = 0; (point = json_array_get(list, i)); i++) {
		const char *one = fb_json_text(point, "verdict", "");

		same += !strcmp(one, "no difference");
		different += !strcmp(one, "difference");
		none += !strcmp(one, "none");
	}
	if (!strcmp(all, "none"))
		return json_object_get(js, "why")
			       ? 0
			       : fb_json_bad(at, "why", error,
					     "expected why there is no verdict, found nothing");
	if (!strcmp(all, "difference") ? different : same && !different && !none)
		return 0;
	return fb_json_bad(
		at, "verdict", error,
		"expected what the points say (%u no difference, %u difference, %u none), found \"%s\"",
		same, different, none, all);
}

static const struct fb_json_field whole = { FB_JSON("compare.json", OBJECT), .of = fields,
					    .agree = verdict_agrees };

const struct fb_json_schema fb_compare_schema = { FB_COMPARE_SCHEMA, &whole };
