// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "json/json.h"
#include "json/json_fingerprint.h"
#include "match/results_schema.h"
#include "match/fidelity_document.h"

static const char *const units[] = { "ns", NULL };
static const char *const modes[] = { "traced", NULL };

static const struct fb_json_field text[] = {
	{ FB_JSON("text", TEXT) },
	{ NULL },
};

static const struct fb_json_field row[] = {
	{ FB_JSON("depth", COUNT), .high = 65535 },
	{ FB_JSON("name", COUNT) },
	{ FB_JSON("ns", COUNT), .null = true },
	{ NULL },
};

static const struct fb_json_field rows[] = {
	{ FB_JSON("row", TUPLE), .of = row },
	{ NULL },
};

static const struct fb_json_field calls[] = {
	{ FB_JSON("names", LIST), .of = text },
	{ FB_JSON("rows", LIST), .of = rows },
	{ NULL },
};

static int calls_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	size_t nr = json_array_size(json_object_get(js, "names")), i;
	const json_t *list = json_object_get(js, "rows"), *one;
	char below[32];
	int ret = 0;

	(void)doc;
	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		snprintf(below, sizeof(below), "rows[%zu][1]", i);
		ret = fb_calls_number_in(at, below, json_array_get(one, 1), nr, "names", error);
	}
	return ret;
}

static const struct fb_json_field expect_fields[] = {
	{ FB_JSON("chain", TEXT), .low = 1, .optional = true },
	{ FB_JSON("returns", TEXT), .low = 1, .optional = true },
	{ FB_JSON("refuse", FLAG) },
	{ FB_JSON("holds", FLAG) },
	{ NULL },
};

static int expect_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error)
{
	(void)doc;
	if (!json_object_get(js, "chain") != !json_object_get(js, "returns"))
		return 0;
	return fb_json_bad(at, "chain", error, "expected either a chain of calls or what returns");
}

static const struct fb_json_field expect[] = {
	{ FB_JSON("expectation", OBJECT), .of = expect_fields, .agree = expect_agrees },
	{ NULL },
};

static const struct fb_json_field total[] = {
	{ FB_JSON("value", COUNT) },
	{ FB_JSON("unit", WORD), .words = units },
	{ FB_JSON("mode", WORD), .words = modes },
	{ NULL },
};

/* The folder is all that is read from. */
static int trace_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const char *name = json_string_value(js);

	(void)doc;
	if (*name != '/' && !strstr(name, ".."))
		return 0;
	return fb_json_bad(at, "", error, "expected a file in the run's folder, found \"%.80s\"",
			   name);
}

static int scenario_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			   struct fb_error *error)
{
	const char *name = json_string_value(js);

	(void)doc;
	if (*name != '.' && !strchr(name, '/'))
		return 0;
	return fb_json_bad(at, "", error, "expected the name of a scenario, found \"%.60s\"", name);
}

static int sum_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		      struct fb_error *error)
{
	const char *sum = json_string_value(js);

	(void)doc;
	if (strspn(sum, "0123456789abcdef") == 64 && !sum[64])
		return 0;
	return fb_json_bad(at, "", error, "expected a checksum of 64 digits, found \"%.70s\"", sum);
}

static const struct fb_json_field phase_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("label", TEXT) },
	{ FB_JSON("path", TEXT), .low = 1 },
	{ FB_JSON("packet", TEXT) },
	{ FB_JSON("trace", TEXT), .low = 1, .agree = trace_agrees },
	{ FB_JSON("sha256", TEXT), .agree = sum_agrees },
	{ FB_JSON("root", TEXT) },
	{ FB_JSON("expect", LIST), .of = expect },
	{ FB_JSON("total", OBJECT), .of = total, .optional = true },
	{ FB_JSON("lines", COUNT) },
	{ FB_JSON("cut", COUNT) },
	{ FB_JSON("calls", OBJECT), .of = calls, .agree = calls_agree, .optional = true },
	{ FB_JSON("calls_of", TEXT), .low = 1, .optional = true },
	{ NULL },
};

static const struct fb_json_field phases[] = {
	{ FB_JSON("phase", OBJECT), .of = phase_fields },
	{ NULL },
};

static int fidelity_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			   struct fb_error *error)
{
	return fb_json_check_at(at, js, &fb_fidelity_field, doc, error);
}

static const struct fb_json_field lab[] = {
	{ FB_JSON("nic", TEXT), .low = 1 },
	{ FB_JSON("esp", TEXT), .optional = true },
	{ FB_JSON("nat", TEXT), .optional = true },
	{ FB_JSON("start", TEXT), .optional = true },
	{ NULL },
};

static const struct fb_json_field results_fields[] = {
	{ FB_JSON("scenario", TEXT), .low = 1, .high = 63, .agree = scenario_agrees },
	{ FB_JSON("documented", TEXT), .low = 1, .optional = true },
	{ FB_JSON("lab", OBJECT), .of = lab },
	{ FB_JSON_FINGERPRINT },
	{ FB_JSON("phases", LIST), .low = 1, .of = phases, .unique = "name" },
	{ FB_JSON("fidelity", OBJECT), .agree = fidelity_agrees, .optional = true },
	{ NULL },
};

static const struct fb_json_field results = { FB_JSON("results.json", OBJECT),
					      .of = results_fields };

const struct fb_json_schema fb_results_schema = { FB_RESULTS_SCHEMA, &results };

/* --- the matrix -----------------------------------------------------------------------------------*/

static const struct fb_json_field run_fields[] = {
	{ FB_JSON("kernel", TEXT), .low = 1 },
	{ FB_JSON("scenario", TEXT), .low = 1 },
	{ FB_JSON("ok", FLAG) },
	{ FB_JSON("skipped", TEXT), .optional = true },
	{ FB_JSON("failed", TEXT), .optional = true },
	{ FB_JSON("fidelity", OBJECT), .agree = fidelity_agrees, .optional = true },
	{ NULL },
};

static const struct fb_json_field measured_fields[] = {
	{ FB_JSON("fidelity", OBJECT) },
	{ FB_JSON_FINGERPRINT },
	{ FB_JSON("phases", LIST), .low = 1, .of = phases, .unique = "name" },
	{ NULL },
};

static const struct fb_json_field measured = { FB_JSON("run", OBJECT), .of = measured_fields };

/* Returns true if an expectation of a phase does not hold. */
static bool is_unproved(const json_t *run)
{
	const json_t *list = json_object_get(run, "phases"), *expected, *phase, *one;
	size_t i, k;

	for (i = 0; (phase = json_array_get(list, i)); i++) {
		expected = json_object_get(phase, "expect");
		for (k = 0; (one = json_array_get(expected, k)); k++)
			if (!json_is_true(json_object_get(one, "holds")))
				return true;
	}
	return false;
}

static int run_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		      struct fb_error *error)
{
	bool skipped = json_object_get(js, "skipped"), failed = json_object_get(js, "failed");
	bool ok = json_is_true(json_object_get(js, "ok"));
	int ret;

	if (failed || skipped)
		return ok == !failed ? 0
				     : fb_json_bad(at, "ok", error, "expected %s of a run that %s",
						   failed ? "false" : "true",
						   failed ? "failed" : "was skipped");
	ret = fb_json_check_at(at, js, &measured, doc, error);
	if (ret || !ok)
		return ret;
	if (!json_is_true(json_object_get(json_object_get(js, "fidelity"), "ok")) ||
	    is_unproved(js))
		return fb_json_bad(
			at, "ok", error,
			"expected false of a run with calls missing or phases not proved");
	return 0;
}

static const struct fb_json_field runs[] = {
	{ FB_JSON("run", OBJECT), .of = run_fields, .agree = run_agrees },
	{ NULL },
};

static const struct fb_json_field matrix_fields[] = {
	{ FB_JSON("runs", LIST), .low = 1, .of = runs, .unique = "kernel scenario" },
	{ NULL },
};

static const struct fb_json_field matrix = { FB_JSON("matrix", OBJECT), .of = matrix_fields };

const struct fb_json_schema fb_matrix_schema = { FB_MATRIX_SCHEMA, &matrix };
