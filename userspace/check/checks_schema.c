// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/check.h"
#include "check/checks_schema.h"
#include "json/json.h"
#include "json/json_fingerprint.h"

const char *const fb_check_outcomes[] = { "failed", "passed",  "known", "fixed",
					  "lacks",  "skipped", NULL };

static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=", NULL };

static const struct fb_json_field claim_fields[] = {
	{ FB_JSON("source", TEXT), .low = 1 },
	{ FB_JSON("what", TEXT) },
	{ FB_JSON("op", WORD), .words = ops },
	{ FB_JSON("wanted", TEXT) },
	{ FB_JSON("counted", TEXT) },
	{ FB_JSON("held", FLAG) },
	{ NULL },
};

/* What is not UTF-8 stands in a document as "(not text)". */
static bool is_foreign(const json_t *js, const char *key)
{
	return !strcmp(fb_json_text(js, key, ""), "(not text)");
}

static int claim_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const char *op = fb_json_text(js, "op", ""), *wanted = fb_json_text(js, "wanted", "");
	const char *counted = fb_json_text(js, "counted", "");
	bool held;

	(void)doc;
	if (is_foreign(js, "wanted") || is_foreign(js, "counted"))
		return 0;
	if (fb_claim_holds(op, wanted, counted, &held))
		return fb_json_bad(
			at, "counted", error,
			"expected two numbers to compare by %s, found \"%.40s\" and \"%.40s\"", op,
			counted, wanted);
	if (held == json_is_true(json_object_get(js, "held")))
		return 0;
	return fb_json_bad(at, "held", error, "expected what \"%.40s\" %s \"%.40s\" is, found %s",
			   counted, op, wanted, held ? "false" : "true");
}

static const struct fb_json_field claims[] = {
	{ FB_JSON("claim", OBJECT), .of = claim_fields, .agree = claim_agrees },
	{ NULL },
};

static const struct fb_json_field notes[] = {
	{ FB_JSON("note", TEXT) },
	{ NULL },
};

static const struct fb_json_field check_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("proves", TEXT) },
	{ FB_JSON("outcome", WORD), .words = fb_check_outcomes },
	{ FB_JSON("seconds", REAL), .low = 0, .high = 1e9 },
	{ FB_JSON("claims", LIST), .of = claims },
	{ FB_JSON("notes", LIST), .of = notes },
	{ FB_JSON("why", TEXT), .optional = true },
	{ FB_JSON("differs", TEXT), .optional = true },
	{ FB_JSON("slow", TEXT), .optional = true },
	{ FB_JSON("danger", TEXT), .optional = true },
	{ NULL },
};

/* A check passes by claims that hold; whatever else became of it has its reason. */
static int check_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const char *outcome = fb_json_text(js, "outcome", "");
	const json_t *list = json_object_get(js, "claims"), *one;
	char below[32];
	size_t i;

	(void)doc;
	if (strcmp(outcome, "passed") && strcmp(outcome, "fixed"))
		return 0;
	if (!json_array_size(list))
		return fb_json_bad(at, "claims", error,
				   "expected claims of a check that %s, found none", outcome);
	for (i = 0; (one = json_array_get(list, i)); i++) {
		snprintf(below, sizeof(below), "claims[%zu].held", i);
		if (!json_is_true(json_object_get(one, "held")))
			return fb_json_bad(at, below, error,
					   "expected true of a check that %s, found false",
					   outcome);
	}
	return 0;
}

static const struct fb_json_field checks[] = {
	{ FB_JSON("check", OBJECT), .of = check_fields, .agree = check_agrees },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("kernel", TEXT), .low = 1 },
	{ FB_JSON("strict", FLAG) },
	{ FB_JSON_FINGERPRINT },
	{ FB_JSON("checks", LIST), .low = 1, .of = checks, .unique = "name" },
	{ NULL },
};

static const struct fb_json_field whole = { FB_JSON("validate.json", OBJECT), .of = fields };

const struct fb_json_schema fb_validate_schema = { FB_VALIDATE_SCHEMA, &whole };
