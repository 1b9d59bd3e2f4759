// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench_schema.h"
#include "check/checks_schema.h"
#include "history/history_json.h"
#include "history/history_schema.h"
#include "history/history_agree.h"
#include "history/move_schema.h"
#include "json/json.h"
#include "json/json_fingerprint.h"

static const char *const modes[] = { "insn", "turns", "ns", NULL };

static const struct fb_json_field text[] = {
	{ FB_JSON("text", TEXT) },
	{ NULL },
};

static const struct fb_json_field price_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("boots", COUNT), .low = 1 },
	{ FB_JSON("samples", COUNT), .low = 1 },
	{ FB_JSON("gross", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("own", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("net", REAL) },
	{ FB_JSON("min", REAL) },
	{ FB_JSON("max", REAL) },
	{ NULL },
};

static int price_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	double net = fb_json_real(js, "gross") - fb_json_real(js, "own");

	(void)doc;
	/* Ten digits are kept of each. */
	if (fabs(net - fb_json_real(js, "net")) > 1e-8 * (1 + fb_json_real(js, "gross")))
		return fb_json_bad(at, "net", error, "expected gross less own, %.10g, found %.10g",
				   net, fb_json_real(js, "net"));
	if (fb_json_real(js, "min") > fb_json_real(js, "net") ||
	    fb_json_real(js, "net") > fb_json_real(js, "max"))
		return fb_json_bad(at, "net", error,
				   "expected a price from min to max, found %.10g",
				   fb_json_real(js, "net"));
	return 0;
}

static const struct fb_json_field prices[] = {
	{ FB_JSON("price", OBJECT), .of = price_fields, .agree = price_agrees },
	{ NULL },
};

static const struct fb_json_field phase_fields[] = {
	{ FB_JSON("phase", TEXT), .low = 1 },
	{ FB_JSON("calls", COUNT) },
	{ NULL },
};

static const struct fb_json_field phases[] = {
	{ FB_JSON("phase", OBJECT), .of = phase_fields },
	{ NULL },
};

static const struct fb_json_field calls[] = {
	{ FB_JSON("scenario", TEXT) },
	{ FB_JSON("total", COUNT) },
	{ FB_JSON("phases", LIST), .low = 1, .of = phases, .unique = "phase" },
	{ NULL },
};

static int calls_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	const json_t *list = json_object_get(js, "phases"), *one;
	json_int_t sum = 0;
	size_t i;

	(void)doc;
	for (i = 0; (one = json_array_get(list, i)); i++)
		if (__builtin_add_overflow(sum, fb_json_count(one, "calls"), &sum))
			return fb_json_bad(at, "phases", error, "too many calls");
	if (sum == fb_json_count(js, "total"))
		return 0;
	return fb_json_bad(at, "total", error, "expected %lld, as the phases sum to, found %lld",
			   (long long)sum, (long long)fb_json_count(js, "total"));
}

static const struct fb_json_field outcome_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("outcome", WORD), .words = fb_check_outcomes },
	{ NULL },
};

static const struct fb_json_field outcomes[] = {
	{ FB_JSON("check", OBJECT), .of = outcome_fields },
	{ NULL },
};

/* An outcome that no check has is not counted. */
static const struct fb_json_field checks[] = {
	{ FB_JSON("passed", COUNT), .optional = true },
	{ FB_JSON("failed", COUNT), .optional = true },
	{ FB_JSON("known", COUNT), .optional = true },
	{ FB_JSON("fixed", COUNT), .optional = true },
	{ FB_JSON("lacks", COUNT), .optional = true },
	{ FB_JSON("skipped", COUNT), .optional = true },
	{ FB_JSON("list", LIST), .of = outcomes, .unique = "name" },
	{ NULL },
};

static int checks_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const json_t *list = json_object_get(js, "list"), *one;
	json_int_t nr;
	size_t i, k;

	(void)doc;
	for (k = 0; fb_check_outcomes[k]; k++) {
		for (i = 0, nr = 0; (one = json_array_get(list, i)); i++)
			nr += !strcmp(fb_json_text(one, "outcome", ""), fb_check_outcomes[k]);
		if (nr != fb_json_count(js, fb_check_outcomes[k]))
			return fb_json_bad(at, fb_check_outcomes[k], error,
					   "expected %lld, as the list has it, found %lld",
					   (long long)nr,
					   (long long)fb_json_count(js, fb_check_outcomes[k]));
	}
	return 0;
}

static const struct fb_json_field release_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("kernel", TEXT) },
	{ FB_JSON_FINGERPRINT, .optional = true },
	{ FB_JSON("prices", LIST), .low = 1, .of = prices, .unique = FB_POINT_KEYS,
	  .optional = true },
	{ FB_JSON("compiler", TEXT), .low = 1, .optional = true },
	{ FB_JSON("calls", OBJECT), .of = calls, .agree = calls_agree, .optional = true },
	{ FB_JSON("checks", OBJECT), .of = checks, .agree = checks_agree, .optional = true },
	{ FB_JSON("none", MAP), .of = text },
	{ NULL },
};

static const struct fb_json_field print_fields[] = {
	{ FB_JSON_FINGERPRINT },
	{ NULL },
};

static const struct fb_json_field print = { FB_JSON("release", OBJECT), .of = print_fields };

/* A part is there, or it is said why it is not. */
static int release_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error)
{
	static const char *const parts[] = { "prices", "calls", "checks" };
	const json_t *none = json_object_get(js, "none");
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!json_object_get(js, parts[i]) == !json_object_get(none, parts[i]))
			return fb_json_bad(
				at, parts[i], error,
				"expected either this part, or in \"none\" why it is missing");
	return json_object_get(js, "prices") ? fb_json_check_at(at, js, &print, doc, error) : 0;
}

static const struct fb_json_field releases[] = {
	{ FB_JSON("release", OBJECT), .of = release_fields, .agree = release_agrees },
	{ NULL },
};

static int move_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	return fb_json_check_at(at, js, &fb_move_field, doc, error);
}

static const struct fb_json_field moves[] = {
	{ FB_JSON("move", OBJECT), .agree = move_agrees },
	{ NULL },
};

static const struct fb_json_field paths[] = {
	{ FB_JSON("path", TEXT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("mode", WORD), .words = modes },
	{ FB_JSON("paths", LIST), .of = paths },
	{ FB_JSON("releases", LIST), .low = 1, .of = releases, .unique = "name" },
	{ FB_JSON("moves", LIST), .of = moves },
	{ NULL },
};

static const struct fb_json_field whole = { FB_JSON("history.json", OBJECT), .of = fields,
					    .agree = fb_history_moves_agree };

const struct fb_json_schema fb_history_schema = { FB_HISTORY_SCHEMA, &whole };
