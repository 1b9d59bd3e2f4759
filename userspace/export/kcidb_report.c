// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <sha256.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/kcidb_report.h"
#include "json/json.h"
#include "lib/version.h"

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

void fb_kcidb_begin(struct fb_kcidb_test *t, const char *first, const char *second,
		    const char *third)
{
	*t = (struct fb_kcidb_test){ .status = "DONE" };
	add_to_path(t->path, "flowbench");
	add_to_path(t->path, first);
	if (second)
		add_to_path(t->path, second);
	if (third)
		add_to_path(t->path, third);
}

json_t *fb_kcidb_text(const json_t *js, const char *key)
{
	const char *text = fb_json_text(js, key, "");

	return *text ? json_string(text) : NULL;
}

void fb_kcidb_put(struct fb_kcidb *r, struct fb_kcidb_test *t, json_t *more)
{
	json_t *js = json_pack("{s:o, s:s, s:s, s:O, s:s, s:o*, s:O, s:o*}", "id",
			       json_sprintf("%s:%s-%s", r->origin, r->run, t->path), "origin",
			       r->origin, "path", t->path, "build_id", r->build, "status",
			       t->status, "comment", t->comment, "environment", r->environment,
			       "misc", t->misc);

	if (js && more)
		json_object_update(js, more);
	json_decref(more);
	json_array_append_new(r->tests, js);
}

void fb_kcidb_known(struct fb_kcidb *r, const struct fb_kcidb_test *t, const char *what)
{
	json_t *issue = json_sprintf("%s:%s", r->origin, t->path);

	if (!has(r->issues, issue))
		json_array_append_new(
			r->issues, json_pack("{s:O, s:i, s:s, s:s, s:{s:b, s:b, s:b}}", "id", issue,
					     "version", 1, "origin", r->origin, "comment", what,
					     "culprit", "code", 1, "tool", 0, "harness", 0));
	json_array_append_new(
		r->incidents,
		json_pack("{s:o, s:s, s:O, s:i, s:o, s:b}", "id",
			  json_sprintf("%s:%s-%s-known", r->origin, r->run, t->path), "origin",
			  r->origin, "issue_id", issue, "issue_version", 1, "test_id",
			  json_sprintf("%s:%s-%s", r->origin, r->run, t->path), "present", 1));
	json_decref(issue);
}

/* As KCIDB calls it */
static const char *architecture(const char *kernel)
{
	const char *arch = fb_version_arch(kernel);

	return strcmp(arch, "amd64") ? arch : "x86_64";
}

int fb_kcidb_kernel(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *print = json_object_get(doc, "fingerprint");
	const char *kernel = fb_json_text(print, "kernel", fb_json_text(doc, "kernel", NULL));
	const char *sum = fb_json_text(print, "kernel_sha256", "unknown");
	json_t *checkout;

	if (!kernel)
		return -EINVAL;
	/* Its beginning is part of an id: what is not a sum may not be cut anywhere. */
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
						"architecture", architecture(kernel), "misc",
						json_pack("{s:s, s:s}", "release", kernel,
							  "kernel_sha256", sum)));
	json_decref(checkout);
	return 0;
}

const char *fb_kcidb_outcome(const char *name, bool strict)
{
	static const char *const statuses[][2] = {
		{ "passed", "PASS" }, { "fixed", "PASS" }, { "failed", "FAIL" },
		{ "known", "FAIL" },  { "lacks", "SKIP" },
	};
	size_t i;

	if (!strcmp(name, "skipped"))
		return strict ? "MISS" : "SKIP";
	for (i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
		if (!strcmp(name, statuses[i][0]))
			return statuses[i][1];
	return NULL;
}
