// SPDX-License-Identifier: GPL-2.0
/* Results for KernelCI, stacks of a profile, and wrong input. */
#include "unit_export.h"
#include "unit_results.h"

#include "json/json_schema.h"

#include <ctype.h>

/* The members that schema kcidb 5.3 allows in an object. */
static const char checkout_members[] = " id origin comment ";
static const char build_members[] = " id checkout_id origin architecture misc ";
static const char test_members[] =
	" id build_id origin environment path comment status number duration misc ";
static const char number_members[] = " value unit ";
static const char environment_members[] = " comment misc ";

static void members(json_t *js, const char *allowed)
{
	char word[40];
	void *it;

	assert_true(json_is_object(js));
	for (it = json_object_iter(js); it; it = json_object_iter_next(js, it)) {
		snprintf(word, sizeof(word), " %s ", json_object_iter_key(it));
		if (!strstr(allowed, word))
			fail_msg("member %s", json_object_iter_key(it));
		/* "At the same time, no properties can be null." */
		assert_false(json_is_null(json_object_iter_value(it)));
	}
}

/* [a-z0-9_]+:.* */
static void good_id(const char *id, const char *origin)
{
	assert_memory_equal(id, origin, strlen(origin));
	assert_int_equal(id[strlen(origin)], ':');
	assert_true(strlen(id) > strlen(origin) + 1);
}

static const json_t *by_id(const json_t *list, const char *id)
{
	const json_t *js, *found = NULL;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		if (strcmp(unit_text(js, "id"), id))
			continue;
		/* An id must be unique among all objects of its kind. */
		assert_null(found);
		found = js;
	}
	return found;
}

static void good_test(const json_t *doc, json_t *js, const char *origin)
{
	static const char states[] = " FAIL ERROR MISS PASS DONE SKIP ";
	const json_t *builds = json_object_get(doc, "builds");
	const char *p;
	char word[16];

	members(js, test_members);
	good_id(unit_text(js, "id"), origin);
	assert_non_null(by_id(json_object_get(doc, "tests"), unit_text(js, "id")));
	assert_non_null(by_id(builds, unit_text(js, "build_id")));
	assert_string_equal(unit_text(js, "origin"), origin);
	snprintf(word, sizeof(word), " %s ", unit_text(js, "status"));
	assert_non_null(strstr(states, word));
	for (p = unit_text(js, "path"); *p; p++)
		assert_true(isalnum((unsigned char)*p) || strchr(".-_", *p));
	assert_memory_equal(unit_text(js, "path"), "flowbench.", 10);
	members(json_object_get(js, "environment"), environment_members);
	assert_true(json_is_object(json_object_get(js, "misc")) || !json_object_get(js, "misc"));
	if (json_object_get(js, "number")) {
		members(json_object_get(js, "number"), number_members);
		assert_true(
			json_is_number(json_object_get(json_object_get(js, "number"), "value")));
	}
	if (json_object_get(js, "duration"))
		assert_true(json_is_number(json_object_get(js, "duration")));
}

static json_t *report(const char *input, const char *origin)
{
	const struct fb_export_in in = { .format = &fb_export_kcidb,
					 .input = input,
					 .origin = origin };
	struct fb_walk_sums sums;
	char *text;
	struct fb_error error = { "" };
	json_t *doc, *js;
	size_t i;
	int ret;

	text = unit_export(&in, &sums, &ret, &error);
	if (ret)
		fail_msg("%s", error.text);
	doc = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	assert_non_null(doc);
	members(doc, " version checkouts builds tests issues incidents ");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(doc, "version"), "major")), 5);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(doc, "version"), "minor")), 3);
	for (i = 0; (js = json_array_get(json_object_get(doc, "checkouts"), i)); i++) {
		members(js, checkout_members);
		good_id(unit_text(js, "id"), origin);
	}
	for (i = 0; (js = json_array_get(json_object_get(doc, "builds"), i)); i++) {
		members(js, build_members);
		good_id(unit_text(js, "id"), origin);
		assert_non_null(
			by_id(json_object_get(doc, "checkouts"), unit_text(js, "checkout_id")));
	}
	for (i = 0; (js = json_array_get(json_object_get(doc, "tests"), i)); i++)
		good_test(doc, js, origin);
	return doc;
}

/* Returns the status of the only test with this path. */
static const char *status(const json_t *doc, const char *path)
{
	const char *found = NULL;
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(json_object_get(doc, "tests"), i)); i++) {
		if (strcmp(unit_text(js, "path"), path))
			continue;
		assert_null(found);
		found = unit_text(js, "status");
	}
	return found ? found : "(none)";
}

static void kcidb_of_a_run(void **state)
{
	json_t *doc = report(RUN, "flowbench"), *again = report(RUN "/results.json", "my_ci");

	(void)state;
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b"), "PASS");
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b.expect-1"), "PASS");
	/* That run had two calls without a reason. */
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b.fidelity"), "FAIL");
	assert_int_equal(json_array_size(json_object_get(doc, "tests")), 9);
	assert_int_equal(json_array_size(json_object_get(doc, "builds")), 1);
	assert_int_equal(json_array_size(json_object_get(again, "tests")), 9);
	json_decref(doc);
	json_decref(again);
}

/* One expectation does not hold, and each missing call has a reason. */
static void kcidb_of_failures(void **state)
{
	json_t *doc = json_load_file(RUN "/results.json", 0, NULL), *js;
	char path[64], *text;

	(void)state;
	js = json_array_get(json_object_get(doc, "phases"), 0);
	json_object_set_new(js, "name", json_string("p5 a/\xc3\xa9."));
	js = json_array_get(json_object_get(doc, "phases"), 1);
	js = json_array_get(json_object_get(js, "expect"), 0);
	json_object_set_new(js, "holds", json_false());
	js = json_object_get(json_object_get(doc, "fidelity"), "phases");
	json_object_set_new(json_array_get(js, 0), "missing", json_integer(0));
	json_object_set_new(json_array_get(js, 0), "untraceable", json_integer(33));
	text = json_dumps(doc, 0);
	unit_file(path, text, strlen(text));
	free(text);
	json_decref(doc);
	doc = report(path, "flowbench");
	unlink(path);
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b"), "FAIL");
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b.expect-1"), "FAIL");
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5b.expect-2"), "PASS");
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5_a____"), "PASS");
	assert_string_equal(status(doc, "flowbench.esp-gateway.p5a.fidelity"), "PASS");
	json_decref(doc);
}

static void kcidb_of_checks_and_prices(void **state)
{
	json_t *doc = report(FIXTURES "validate.json", "flowbench");

	(void)state;
	assert_string_equal(status(doc, "flowbench.validate.ends-syn"), "PASS");
	assert_string_equal(status(doc, "flowbench.validate.security-plain-tcp4"), "FAIL");
	assert_string_equal(status(doc, "flowbench.validate.taken-wildcard"), "SKIP");
	json_decref(doc);
	doc = report(FIXTURES "bench.json", "flowbench");
	assert_string_equal(status(doc, "flowbench.bench.flowtable.size60-flows1-batch1-cpus1"),
			    "PASS");
	assert_int_equal(json_array_size(json_object_get(doc, "tests")), 2);
	json_decref(doc);
	/* A folder with both documents, of one kernel and one build. */
	doc = report(FIXTURES, "flowbench");
	assert_int_equal(json_array_size(json_object_get(doc, "tests")), 5);
	assert_int_equal(json_array_size(json_object_get(doc, "checkouts")), 1);
	json_decref(doc);
}

#define SETTINGS "\"packets\": 10, \"size\": 60, \"flows\": 1, \"batch\": 1, \"cpus\": 1, "
#define ROUND(insn, per_packet)                                                               \
	"{\"round\": 1, \"insn\": " insn ", \"windows\": 1, \"per_packet\": " per_packet ", " \
	"\"sections\": {\"other\": 1}}"
#define PATH(name, insn, per_packet, names, stacks)                                                \
	"{\"path\": \"" name "\", " SETTINGS "\"insn\": " insn ", \"per_packet\": " per_packet     \
	", \"sections\": {\"other\": 1}, \"gross\": " ROUND(insn, per_packet) ", \"own\": " ROUND( \
		"0", "0") ", \"names\": [" names "], \"stacks\": [" stacks "], "                   \
			  "\"functions\": []}"
#define WEIGHT(name, stacks)                                                         \
	"{\"name\": \"" name "\", \"per_packet\": 1, \"sections\": {\"other\": 1}, " \
	"\"stacks\": [" stacks "]}"
#define PROFILE(paths, weights)                                                       \
	"{\"schema\": \"flowbench.profile/1\", \"unit\": \"insn\", \"fingerprint\": " \
	"{\"kernel\": \"6.12\"}, \"sections\": [\"other\"], \"paths\": [" paths "], " \
	"\"lines\": [{\"path\": \"one\", " SETTINGS "\"per_packet\": {\"insn\": 3}, " \
	"\"functions\": [], \"modelled\": [], \"weights\": [" weights "]}]}"
#define ONE PATH("one", "30", "3", "\"a\", \"b\"", "[[0], 10], [[0, 1], 20]")

static const char profile[] =
	PROFILE(ONE ", " PATH("two", "7", "0.7", "", "[[\"c\", \"d\"], 7]"),
		WEIGHT("data", "1, 6") ", " WEIGHT("small/warm/l1d", "0, 1") ", " WEIGHT(
			"small/cold/l1d", "0, 2, 1, 3"));

static void profiles(void **state)
{
	struct fb_export_in in = { .format = &fb_export_folded, .path = "one" };
	struct fb_walk_sums sums;
	char path[64], *text;
	struct fb_error error = { "" };
	int ret;

	(void)state;
	unit_file(path, profile, sizeof(profile) - 1);
	in.input = path;
	text = unit_export(&in, &sums, &ret, &error);
	assert_int_equal(ret, 0);
	assert_string_equal(text, "a 10\na;b 20\n");
	free(text);
	in.format = &fb_export_svg;
	in.path = "two";
	text = unit_export(&in, &sums, &ret, &error);
	assert_int_equal(ret, 0);
	assert_non_null(strstr(text, "two on 6.12, 10 packets"));
	assert_non_null(strstr(text, "<title>c: 7 insn, 100.00 %; itself 0<"));
	free(text);
	in.path = "three";
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENOENT);
	assert_non_null(strstr(error.text, "no path 'three' in it; --path may be: one two"));
	in.path = NULL;
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENOENT);
	unlink(path);
}

static char *weighed(const struct fb_export_format *format, const char *path, const char *weight,
		     struct fb_error *error)
{
	struct fb_export_in in = { .format = format, .path = path, .weight = weight };
	struct fb_walk_sums sums;
	char file[64], *text;
	int ret;

	*error = (struct fb_error){ "" };
	unit_file(file, profile, sizeof(profile) - 1);
	in.input = file;
	text = unit_export(&in, &sums, &ret, error);
	unlink(file);
	assert_int_equal(!ret, fb_error_empty(error));
	return text;
}

static void weights(void **state)
{
	static const char *const folded[][2] = {
		{ "insn", "a 10\na;b 20\n" },
		{ "data", "a;b 6\n" },
		{ "small/warm/l1d", "a 1\n" },
		{ "l1d", "a 2\na;b 3\n" },
	};
	static const char *const wrong[][3] = {
		{ "one", "l2",
		  "path one has no weight 'l2'; --weight may be: data small/warm/l1d" },
		{ "one", "warm/l1d", "no weight 'warm/l1d'" },
		{ "two", "data", "without the lines that a packet touches: make bench LINES=1" },
	};
	struct fb_error error;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(folded) / sizeof(folded[0]); i++) {
		text = weighed(&fb_export_folded, "one", folded[i][0], &error);
		assert_string_equal(text, folded[i][1]);
		free(text);
	}
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		free(weighed(&fb_export_folded, wrong[i][0], wrong[i][1], &error));
		if (!strstr(error.text, wrong[i][2]))
			fail_msg("%s: not '%s'", error.text, wrong[i][2]);
	}
	text = weighed(&fb_export_svg, "one", "l1d", &error);
	assert_non_null(strstr(text, "<title>b: 3 small/cold/l1d modelled, "));
	free(text);
	text = weighed(&fb_export_svg, "one", "data", &error);
	assert_non_null(strstr(text, "<title>b: 6 data counted, "));
	free(text);
}

/* Wrong input must be refused in one line that names the file, in each format. */
static void refused(const struct fb_export_format *format, const char *text, const char *wanted)
{
	struct fb_export_in in = { .format = format };
	struct fb_walk_sums sums;
	char path[64];
	struct fb_error error = { "" };
	int ret;

	unit_file(path, text, strlen(text));
	in.input = path;
	free(unit_export(&in, &sums, &ret, &error));
	unlink(path);
	assert_true(ret < 0);
	assert_memory_equal(&error, path, strlen(path));
	if (!strstr(error.text, wanted))
		fail_msg("%s: not '%s'", error.text, wanted);
	assert_null(strchr(error.text, '\n'));
}

static void bad_input(void **state)
{
	static const struct fb_export_format *const calls[] = {
		&fb_export_chrome, &fb_export_folded, &fb_export_svg,
		&fb_export_csv,	   &fb_export_json,   &fb_export_ftrace,
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		refused(calls[i], "", "no function_graph line");
		refused(calls[i], "GIF89a\n", "line 1: not function");
		refused(calls[i], " 0)   1.000 us    |  a();\n 0)   1.0\n", "line 2: not function");
		refused(calls[i], " 0)               |  /* only a mark */\n", "no call");
	}
	refused(&fb_export_csv, profile, "JSON, not a trace");
	refused(&fb_export_svg, "{\"schema\": \"x\"}",
		"schema: expected one of flowbench, found \"x\"");
	refused(&fb_export_svg, "{\"schema\": ", "");
	refused(&fb_export_folded, PROFILE(PATH("one", "30", "3", "\"a\"", "[[3], 1]"), ""),
		"paths[0].stacks[0][0][0]: expected the number of one of 1 names, found 3");
	refused(&fb_export_folded, PROFILE(ONE, WEIGHT("odd", "2, 1")),
		"lines[0].weights[0].stacks[0]: expected one of the 2 stacks of odd, found 2");
	refused(&fb_export_folded, PROFILE(ONE, WEIGHT("half", "1")),
		"lines[0].weights[0].stacks: expected pairs");
	refused(&fb_export_kcidb, "{\"schema\": \"x\"}", "");
	refused(&fb_export_kcidb, " 0)   1.000 us    |  a();\n", "");
}

static void what_is_not_there(void **state)
{
	struct fb_export_in in = { .format = &fb_export_folded, .input = RUN "/nonesuch" };
	struct fb_walk_sums sums;
	struct fb_error error = { "" };
	int ret;

	(void)state;
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENOENT);
	assert_non_null(strstr(error.text, "nonesuch: No such file"));
	in.input = FB_TOP "/tests";
	free(unit_export(&in, &sums, &ret, &error));
	assert_non_null(strstr(error.text, "results.json"));
	in.input = RUN;
	in.phase = "p9";
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENOENT);
	assert_non_null(strstr(error.text, "no phase 'p9' in it"));
	in.phase = NULL;
	in.root = "nonesuch";
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENODATA);
	assert_non_null(strstr(error.text, "no call of 'nonesuch'"));
	in.format = &fb_export_kcidb;
	in.input = FB_TOP "/tests";
	in.origin = "x";
	free(unit_export(&in, &sums, &ret, &error));
	assert_int_equal(ret, -ENOENT);
}

/* Only files in the run's folder may be read. */
static void names_that_lead_out(void **state)
{
	static const struct {
		const char *text, *said;
	} bad[] = {
		{ UNIT_RESULTS("s", "", "6.12", UNIT_PHASE("p1", "../other.trace", "")),
		  "phases[0].trace: expected a file in the run's folder, found \"../other.trace\"" },
		{ UNIT_RESULTS("s", "", "6.12", UNIT_PHASE("p1", "/etc/passwd", "")),
		  "phases[0].trace: expected a file in the run's folder" },
		{ UNIT_RESULTS("s", "", "6.12", UNIT_PHASE("p1", "", "")),
		  "phases[0].trace: expected a text of from 1 " },
		{ UNIT_RESULTS("s", "\"fingerprint\": \"t\", ", "6.12", ""),
		  "duplicate object key" },
		{ UNIT_RESULTS("s", "", "6.12", ""), "phases: expected a list of at least 1" },
		{ "{\"schema\": \"flowbench.results/1\", \"scenario\": \"s\", \"lab\": {\"nic\": \"x\"}, "
		  "\"fingerprint\": \"t\", \"phases\": []}",
		  "fingerprint: expected an object of from 1 to 48, found \"t\"" },
	};
	char dir[] = "/tmp/flowbench-run-XXXXXX", path[64];
	struct fb_export_in in = { .format = &fb_export_folded, .input = dir };
	struct fb_walk_sums sums;
	struct fb_error error = { "" };
	size_t i;
	FILE *f;
	int ret;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/results.json", dir);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		f = fopen(path, "w");
		fputs(bad[i].text, f);
		fclose(f);
		free(unit_export(&in, &sums, &ret, &error));
		assert_int_equal(ret, FB_JSON_REFUSED);
		if (!strstr(error.text, bad[i].said))
			fail_msg("%s: not '%s'", error.text, bad[i].said);
	}
	unlink(path);
	rmdir(dir);
}

static void full_disk(void **state)
{
	static const struct fb_export_format *const all[] = {
		&fb_export_chrome, &fb_export_folded, &fb_export_svg,	&fb_export_csv,
		&fb_export_json,   &fb_export_ftrace, &fb_export_kcidb,
	};
	struct fb_export_in in = { .input = RUN, .origin = "flowbench" };
	struct fb_walk_sums sums;
	struct fb_error error = { "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		in.format = all[i];
		in.f = fopen("/dev/full", "w");
		assert_non_null(in.f);
		assert_int_equal(fb_export(&in, &sums, &error), -ENOSPC);
		assert_string_equal(error.text, "");
		fclose(in.f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kcidb_of_a_run),
		cmocka_unit_test(kcidb_of_failures),
		cmocka_unit_test(kcidb_of_checks_and_prices),
		cmocka_unit_test(profiles),
		cmocka_unit_test(weights),
		cmocka_unit_test(bad_input),
		cmocka_unit_test(what_is_not_there),
		cmocka_unit_test(names_that_lead_out),
		cmocka_unit_test(full_disk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
