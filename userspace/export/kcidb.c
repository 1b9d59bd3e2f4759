// SPDX-License-Identifier: GPL-2.0
/*
 * Results as a report of KernelCI (schema kcidb 5.3): the kernel as checkout and build, and a test
 * for each phase and what is expected of it, for each check and each price. Ids are made from what
 * was measured and on what, so that the same results are the same tests. What a packet costs is a
 * number; what function_graph says is none, and stands among the rest.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "lib/json.h"

/* A report that is being put together. */
struct report {
	const char *origin;
	json_t *checkouts;
	json_t *builds;
	json_t *tests;
	json_t *build; /* id of what is tested now */
	json_t *environment;
	char run[17]; /* of this document, within all ids */
};

/* What one test is about. */
struct test {
	char path[256];
	const char *status;
	json_t *comment;
	json_t *misc;
};

static bool has(const json_t *list, const json_t *id)
{
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (json_equal(json_object_get(js, "id"), id))
			return true;
	return false;
}

static void hash(const json_t *js, char out[17])
{
	char sum[SHA256_DIGEST_STRING_LENGTH] = "";
	char *text = json_dumps(js, JSON_COMPACT | JSON_SORT_KEYS);

	if (text)
		SHA256Data((const uint8_t *)text, strlen(text), sum);
	free(text);
	snprintf(out, 17, "%.16s", sum);
}

/* A path is letters, digits, "-" and "_" between dots. */
static void add_to_path(char path[256], const char *word)
{
	size_t n = strlen(path);

	if (n && n < 255)
		path[n++] = '.';
	for (; *word && n < 255; word++)
		path[n++] = isalnum((unsigned char)*word) || *word == '-' ? *word : '_';
	path[n] = '\0';
}

static void begin_test(struct test *t, const char *first, const char *second, const char *third)
{
	*t = (struct test){ .status = "DONE" };
	add_to_path(t->path, "flowbench");
	add_to_path(t->path, first);
	if (second)
		add_to_path(t->path, second);
	if (third)
		add_to_path(t->path, third);
}

static json_t *text_of(const json_t *js, const char *key)
{
	const char *text = fb_json_text(js, key, "");

	return *text ? json_string(text) : NULL;
}

/* @more is taken over. */
static void put_test(struct report *r, struct test *t, json_t *more)
{
	json_t *js = json_pack("{s:o, s:s, s:s, s:O, s:s, s:s, s:o*, s:O, s:o*}", "id",
			       json_sprintf("%s:%s-%s", r->origin, r->run, t->path), "origin",
			       r->origin, "path", t->path, "build_id", r->build, "status",
			       t->status, "path", t->path, "comment", t->comment, "environment",
			       r->environment, "misc", t->misc);

	if (js && more)
		json_object_update(js, more);
	json_decref(more);
	json_array_append_new(r->tests, js);
}

/* The kernel that was tested, once for all results of it. */
static int begin_results(struct report *r, const json_t *doc)
{
	const json_t *print = json_object_get(doc, "fingerprint");
	const char *kernel = fb_json_text(print, "kernel", fb_json_text(doc, "kernel", NULL));
	const char *sum = fb_json_text(print, "kernel_sha256", "unknown");
	json_t *checkout;

	if (!kernel)
		return -EINVAL;
	/* Its beginning is part of an id: what is no sum may not be cut anywhere. */
	if (sum[strspn(sum, "0123456789abcdef")])
		sum = "unknown";
	hash(doc, r->run);
	json_decref(r->build);
	json_decref(r->environment);
	checkout = json_sprintf("%s:%s", r->origin, kernel);
	r->build = json_sprintf("%s:%s-%.16s", r->origin, kernel, sum);
	r->environment = json_pack("{s:o, s:o}", "comment",
				   json_sprintf("%s, %s", fb_json_text(print, "machine", "?"),
						fb_json_text(print, "mode", "?")),
				   "misc", print ? json_deep_copy(print) : json_object());
	if (!checkout || !r->build || !r->environment) {
		json_decref(checkout);
		return -ENOMEM;
	}
	if (!has(r->checkouts, checkout))
		json_array_append_new(r->checkouts, json_pack("{s:O, s:s, s:o}", "id", checkout,
							      "origin", r->origin, "comment",
							      json_sprintf("kernel %s", kernel)));
	if (!has(r->builds, r->build))
		json_array_append_new(r->builds,
				      json_pack("{s:O, s:O, s:s, s:s, s:o}", "id", r->build,
						"checkout_id", checkout, "origin", r->origin,
						"architecture", "x86_64", "misc",
						json_pack("{s:s, s:s}", "release", kernel,
							  "kernel_sha256", sum)));
	json_decref(checkout);
	return 0;
}

static void put_expectation(struct report *r, const char *scenario, const char *phase,
			    const json_t *js, size_t nr)
{
	const char *chain = fb_json_text(js, "chain", NULL);
	char name[24];
	struct test t;

	begin_test(&t, scenario, phase, NULL);
	snprintf(name, sizeof(name), "expect-%zu", nr + 1);
	add_to_path(t.path, name);
	t.status = json_is_true(json_object_get(js, "holds")) ? "PASS" : "FAIL";
	t.comment = json_sprintf("%s%s%s", json_is_true(json_object_get(js, "refuse")) ? "no " : "",
				 chain ? "call of " : "",
				 chain ? chain : fb_json_text(js, "returns", "?"));
	put_test(r, &t, NULL);
}

static void put_phase(struct report *r, const char *scenario, const json_t *js)
{
	const char *phase = fb_json_text(js, "name", "?");
	const json_t *list = json_object_get(js, "expect"), *ex;
	const json_t *total = json_object_get(js, "total");
	struct test t;
	size_t i;

	begin_test(&t, scenario, phase, NULL);
	t.status = json_array_size(list) ? "PASS" : "DONE";
	for (i = 0; (ex = json_array_get(list, i)); i++)
		if (!json_is_true(json_object_get(ex, "holds")))
			t.status = "FAIL";
	t.comment = text_of(js, "label");
	t.misc = json_pack("{s:o*, s:o*, s:o*}", "path", text_of(js, "path"), "packet",
			   text_of(js, "packet"), "trace_sha256", text_of(js, "sha256"));
	if (total && t.misc)
		json_object_set_new(t.misc, "total", json_deep_copy(total));
	put_test(r, &t, NULL);
	for (i = 0; (ex = json_array_get(list, i)); i++)
		put_expectation(r, scenario, phase, ex, i);
}

static void put_fidelity(struct report *r, const char *scenario, json_t *js)
{
	const json_t *percent = json_object_get(js, "percent");
	json_int_t missing = json_integer_value(json_object_get(js, "missing"));
	json_t *counts = json_object();
	struct test t;
	void *it;

	begin_test(&t, scenario, fb_json_text(js, "phase", "all"), "fidelity");
	t.status = missing ? "FAIL" : "PASS";
	t.comment = json_sprintf("calls of the documented trace, by name; without a reason: %lld",
				 (long long)missing);
	for (it = json_object_iter(js); it; it = json_object_iter_next(js, it))
		if (json_is_number(json_object_iter_value(it)))
			json_object_set(counts, json_object_iter_key(it),
					json_object_iter_value(it));
	t.misc = counts;
	put_test(r, &t,
		 json_is_number(percent)
			 ? json_pack("{s:{s:O, s:s}}", "number", "value", percent, "unit", "%")
			 : NULL);
}

static int put_run(struct report *r, const json_t *doc)
{
	const char *scenario = fb_json_text(doc, "scenario", "?");
	const json_t *list;
	json_t *js;
	struct test t;
	size_t i;
	int ret;

	ret = begin_results(r, doc);
	if (ret)
		return ret;
	begin_test(&t, scenario, NULL, NULL);
	if (json_object_get(doc, "skipped") || json_object_get(doc, "failed")) {
		t.status = json_object_get(doc, "skipped") ? "SKIP" : "ERROR";
		t.comment = text_of(doc, json_object_get(doc, "skipped") ? "skipped" : "failed");
		put_test(r, &t, NULL);
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

static int put_matrix(struct report *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "runs"), *js;
	size_t i;
	int ret = 0;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!ret)
			ret = put_run(r, js);
	return ret;
}

/* What a check's outcome is called there. */
static const char *outcome(const char *name, bool strict)
{
	if (!strcmp(name, "passed") || !strcmp(name, "fixed"))
		return "PASS";
	if (!strcmp(name, "failed") || !strcmp(name, "known"))
		return "FAIL";
	if (!strcmp(name, "skipped") && strict)
		return "MISS";
	return "SKIP";
}

static int put_checks(struct report *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "checks"), *js, *claims;
	bool strict = json_is_true(json_object_get(doc, "strict"));
	struct test t;
	size_t i;
	int ret;

	ret = begin_results(r, doc);
	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(list, i)); i++) {
		const char *how = fb_json_text(js, "outcome", "?");

		begin_test(&t, "validate", fb_json_text(js, "name", "?"), NULL);
		t.status = outcome(how, strict);
		t.comment = text_of(js, "proves");
		claims = json_object_get(js, "claims");
		t.misc = json_pack("{s:s, s:o*, s:o*, s:o}", "outcome", how, "why",
				   text_of(js, "why"), "differs", text_of(js, "differs"), "claims",
				   claims ? json_deep_copy(claims) : json_array());
		put_test(r, &t,
			 json_pack("{s:f}", "duration",
				   json_number_value(json_object_get(js, "seconds"))));
	}
	return 0;
}

static void put_price(struct report *r, const json_t *js, const char *mode)
{
	const json_t *proofs = json_object_get(js, "proofs"), *proof;
	const json_t *net = json_object_get(js, "net");
	char point[96];
	struct test t;
	size_t i;

	snprintf(point, sizeof(point), "size%lld-flows%lld-batch%lld-cpus%lld",
		 (long long)json_integer_value(json_object_get(js, "size")),
		 (long long)json_integer_value(json_object_get(js, "flows")),
		 (long long)json_integer_value(json_object_get(js, "batch")),
		 (long long)json_integer_value(json_object_get(js, "cpus")));
	begin_test(&t, "bench", fb_json_text(js, "path", "?"), point);
	t.status = json_array_size(proofs) ? "PASS" : "DONE";
	for (i = 0; (proof = json_array_get(proofs, i)); i++)
		if (!strcmp(fb_json_text(proof, "holds", "?"), "no"))
			t.status = "FAIL";
	if (json_is_string(json_object_get(js, "error")))
		t.status = "ERROR";
	t.comment = json_is_string(json_object_get(js, "error")) ? text_of(js, "error")
								 : text_of(js, "title");
	t.misc = json_pack("{s:O*, s:O*, s:O*}", "proofs", proofs, "gross",
			   json_object_get(js, "gross"), "own", json_object_get(js, "own"));
	put_test(r, &t,
		 json_is_number(net) ? json_pack("{s:{s:O, s:o}}", "number", "value", net, "unit",
						 json_sprintf("%s/packet", mode))
				     : NULL);
}

static int put_bench(struct report *r, const json_t *doc)
{
	const json_t *list = json_object_get(doc, "points"), *js;
	size_t i;
	int ret = begin_results(r, doc);

	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(list, i)); i++)
		put_price(r, js, fb_json_text(doc, "mode", "?"));
	return 0;
}

static const struct {
	const char *schema;
	int (*put)(struct report *r, const json_t *doc);
} kinds[] = {
	{ "flowbench.results/1", put_run },
	{ "flowbench.matrix/1", put_matrix },
	{ "flowbench.validate/1", put_checks },
	{ "flowbench.bench/2", put_bench },
};

static int put_document(struct report *r, const json_t *doc, struct fb_why *why)
{
	const char *schema = fb_json_text(doc, "schema", "(none)");
	size_t i;
	int ret;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(schema, kinds[i].schema))
			break;
	if (i == sizeof(kinds) / sizeof(kinds[0]))
		return fb_why(why, -EINVAL, "schema %.64s has no results for KernelCI", schema);
	ret = kinds[i].put(r, doc);
	if (ret == -EINVAL)
		fb_why(why, ret, "%.64s: it does not say which kernel it is of", schema);
	return ret;
}

static int results(struct fb_export *ex, json_t *const *doc, unsigned int nr, struct fb_why *why)
{
	struct report r = { .origin = ex->origin,
			    .checkouts = json_array(),
			    .builds = json_array(),
			    .tests = json_array() };
	json_t *out;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++)
		ret = put_document(&r, doc[i], why);
	out = json_pack("{s:{s:i, s:i}, s:o, s:o, s:o}", "version", "major", 5, "minor", 3,
			"checkouts", r.checkouts, "builds", r.builds, "tests", r.tests);
	if (!ret && !out)
		ret = -ENOMEM;
	if (!ret && json_dumpf(out, ex->out->f, JSON_INDENT(2) | JSON_PRESERVE_ORDER))
		ret = errno ? -errno : -EIO;
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
