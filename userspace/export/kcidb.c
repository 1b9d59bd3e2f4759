// SPDX-License-Identifier: GPL-2.0
/*
 * Results as a report of KernelCI: the kernel as checkout and build, and a test for each phase and what is expected of
 * it, for each check and each price. Ids are made from what was measured and on what, so that the same results are the
 * same tests. What a packet costs is a number; what function_graph says is text, and stands among the rest. A failure
 * that the kernel is known to have is an incident of an issue.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "json/json_schema.h"
#include "price/prices.h"
#include "check/checks_schema.h"
#include "export/export.h"
#include "export/kcidb_prices.h"
#include "json/json.h"
#include "match/results_schema.h"

static void put_expectation(struct fb_kcidb *r, const char *scenario, const char *phase,
			    const json_t *js, size_t nr)
{
	const char *chain = fb_json_text(js, "chain", NULL);
	char name[24];
	struct fb_kcidb_test t;

	snprintf(name, sizeof(name), "expect-%zu", nr + 1);
	fb_kcidb_begin(&t, scenario, phase, name);
	t.status = json_is_true(json_object_get(js, "holds")) ? "PASS" : "FAIL";
	t.comment = json_sprintf("%s%s%s", json_is_true(json_object_get(js, "refuse")) ? "no " : "",
				 chain ? "call of " : "",
				 chain ? chain : fb_json_text(js, "returns", "?"));
	fb_kcidb_put(r, &t, NULL);
}

static void put_phase(struct fb_kcidb *r, const char *scenario, const json_t *js)
{
	const char *phase = fb_json_text(js, "name", "?");
	const json_t *list = json_object_get(js, "expect"), *ex;
	const json_t *total = json_object_get(js, "total");
	struct fb_kcidb_test t;
	size_t i;

	fb_kcidb_begin(&t, scenario, phase, NULL);
	t.status = json_array_size(list) ? "PASS" : "DONE";
	for (i = 0; (ex = json_array_get(list, i)); i++)
		if (!json_is_true(json_object_get(ex, "holds")))
			t.status = "FAIL";
	t.comment = fb_kcidb_text(js, "label");
	t.misc = json_pack("{s:o*, s:o*, s:o*}", "path", fb_kcidb_text(js, "path"), "packet",
			   fb_kcidb_text(js, "packet"), "trace_sha256",
			   fb_kcidb_text(js, "sha256"));
	if (total && t.misc)
		json_object_set_new(t.misc, "total", json_deep_copy(total));
	fb_kcidb_put(r, &t, NULL);
	for (i = 0; (ex = json_array_get(list, i)); i++)
		put_expectation(r, scenario, phase, ex, i);
}

static void put_fidelity(struct fb_kcidb *r, const char *scenario, json_t *js)
{
	const json_t *percent = json_object_get(js, "percent");
	json_int_t missing = fb_json_count(js, "missing");
	json_t *counts = json_object();
	struct fb_kcidb_test t;
	void *it;

	fb_kcidb_begin(&t, scenario, fb_json_text(js, "phase", "all"), "fidelity");
	t.status = missing ? "FAIL" : "PASS";
	t.comment = json_sprintf("calls of the documented trace, by name; without a reason: %lld",
				 (long long)missing);
	for (it = json_object_iter(js); it; it = json_object_iter_next(js, it))
		if (json_is_number(json_object_iter_value(it)))
			json_object_set(counts, json_object_iter_key(it),
					json_object_iter_value(it));
	t.misc = counts;
	fb_kcidb_put(r, &t,
		     json_is_number(percent)
			     ? json_pack("{s:{s:O, s:s}}", "number", "value", percent, "unit", "%")
			     : NULL);
}

static int put_run(struct fb_kcidb *r, const json_t *doc)
{
	const char *scenario = fb_json_text(doc, "scenario", "?");
	const json_t *list;
	json_t *js;
	struct fb_kcidb_test t;
	size_t i;
	int ret;

	ret = fb_kcidb_kernel(r, doc);
	if (ret)
		return ret;
	fb_kcidb_begin(&t, scenario, NULL, NULL);
	if (json_object_get(doc, "skipped") || json_object_get(doc, "failed")) {
		t.status = json_object_get(doc, "skipped") ? "SKIP" : "ERROR";
		t.comment =
			fb_kcidb_text(doc, json_object_get(doc, "skipped") ? "skipped" : "failed");
		fb_kcidb_put(r, &t, NULL);
		return 0;
	}
	list = json_object_get(doc, "phases");
	for (i = 0; (js = json_array_get(list, i)); i++)
		put_phase(r, scenario, js);
	list = json_object_get(json_object_get(doc, "fidelity"), "phases");
	for (i = 0; (js = json_array_get(list, i)); i++)
		put_fidelity(r, scenario, js);
	return 0;
}

static int put_matrix(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "runs"), *js;
	size_t i;
	int ret = 0;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!ret)
			ret = put_run(r, js);
	return ret;
}

static int put_checks(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "checks"), *js, *claims;
	bool strict = json_is_true(json_object_get(doc, "strict"));
	struct fb_kcidb_test t;
	size_t i;
	int ret;

	ret = fb_kcidb_kernel(r, doc);
	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(list, i)); i++) {
		const char *how = fb_json_text(js, "outcome", "?");

		fb_kcidb_begin(&t, "validate", fb_json_text(js, "name", "?"), NULL);
		t.status = fb_kcidb_outcome(how, strict);
		if (!t.status)
			return FB_JSON_REFUSED;
		t.comment = fb_kcidb_text(js, "proves");
		claims = json_object_get(js, "claims");
		t.misc = json_pack("{s:s, s:o*, s:o*, s:o}", "outcome", how, "why",
				   fb_kcidb_text(js, "why"), "differs",
				   fb_kcidb_text(js, "differs"), "claims",
				   claims ? json_deep_copy(claims) : json_array());
		fb_kcidb_put(r, &t, json_pack("{s:f}", "duration", fb_json_real(js, "seconds")));
		if (!strcmp(how, "known"))
			fb_kcidb_known(r, &t, fb_json_text(js, "why", t.path));
	}
	return 0;
}

static void put_price(struct fb_kcidb *r, const json_t *js, const char *mode)
{
	const json_t *proofs = json_object_get(js, "proofs"), *proof;
	const json_t *net = json_object_get(js, "net");
	char point[FB_KCIDB_POINT];
	struct fb_kcidb_test t;
	size_t i;

	fb_kcidb_point(js, point);
	fb_kcidb_begin(&t, "bench", fb_json_text(js, "path", "?"), point);
	t.status = json_array_size(proofs) ? "PASS" : "DONE";
	for (i = 0; (proof = json_array_get(proofs, i)); i++)
		if (!strcmp(fb_json_text(proof, "holds", "?"), "no"))
			t.status = "FAIL";
	if (json_is_string(json_object_get(js, "error")))
		t.status = "ERROR";
	t.comment = json_is_string(json_object_get(js, "error")) ? fb_kcidb_text(js, "error")
								 : fb_kcidb_text(js, "title");
	t.misc = json_pack("{s:O*, s:O*, s:O*}", "proofs", proofs, "gross",
			   json_object_get(js, "gross"), "own", json_object_get(js, "own"));
	fb_kcidb_put(r, &t,
		     json_is_number(net) ? json_pack("{s:{s:O, s:o}}", "number", "value", net,
						     "unit", json_sprintf("%s/packet", mode))
					 : NULL);
}

static int put_bench(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "points"), *js;
	size_t i;
	int ret = fb_kcidb_kernel(r, doc);

	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(list, i)); i++)
		put_price(r, js, fb_json_text(doc, "mode", "?"));
	return 0;
}

static const struct {
	const char *schema;
	int (*put)(struct fb_kcidb *r, const json_t *doc);
} kinds[] = {
	{ FB_RESULTS_SCHEMA, put_run },		 { FB_MATRIX_SCHEMA, put_matrix },
	{ FB_VALIDATE_SCHEMA, put_checks },	 { FB_BENCH_SCHEMA, put_bench },
	{ FB_COMPARE_SCHEMA, fb_kcidb_compare }, { FB_HISTORY_SCHEMA, fb_kcidb_history },
};

static int put_document(struct fb_kcidb *r, const json_t *doc, struct fb_error *error)
{
	const char *schema = fb_json_text(doc, "schema", "(none)");
	size_t i;
	int ret;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(schema, kinds[i].schema))
			break;
	if (i == sizeof(kinds) / sizeof(kinds[0]))
		return fb_error(error, -EINVAL, "schema %.64s has no results for KernelCI", schema);
	ret = kinds[i].put(r, doc);
	if (ret == -EINVAL)
		return fb_error(error, FB_JSON_REFUSED,
				"%.64s: it does not say which kernel it is of", schema);
	if (ret == FB_JSON_REFUSED)
		fb_error(error, ret, "%.64s: expected an outcome of a check, found another word",
			 schema);
	return ret;
}

static int results(struct fb_export *ex, json_t *const *doc, unsigned int nr,
		   struct fb_error *error)
{
	struct fb_kcidb r = { .origin = ex->origin,
			      .checkouts = json_array(),
			      .builds = json_array(),
			      .tests = json_array(),
			      .issues = json_array(),
			      .incidents = json_array() };
	json_t *out;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++)
		ret = put_document(&r, doc[i], error);
	out = json_pack("{s:{s:i, s:i}, s:o, s:o, s:o, s:o, s:o}", "version", "major", 5, "minor",
			3, "checkouts", r.checkouts, "builds", r.builds, "tests", r.tests, "issues",
			r.issues, "incidents", r.incidents);
	if (!ret && !out)
		ret = -ENOMEM;
	if (!ret)
		ret = fb_json_put(out, JSON_INDENT(2) | JSON_PRESERVE_ORDER, ex->out->f);
	if (!ret)
		fputc('\n', ex->out->f);
	json_decref(out);
	json_decref(r.build);
	json_decref(r.environment);
	return ret;
}

const struct fb_export_format fb_export_kcidb = {
	.name = "kcidb",
	.results = results,
};
