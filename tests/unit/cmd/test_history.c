// SPDX-License-Identifier: GPL-2.0
/* flowbench history: folders of kernels, what moved between them, and what is exported of it. */
#define _GNU_SOURCE
#include "unit_cmd.h"

#include "unit_bench.h"
#include "unit_results.h"

static const char *const aliases = "";

/* Of definition 2 if @hook is taken off own. */
static void prices_less(const char *dir, const char *kernel, const char *qemu, double gross,
			double other, double hook)
{
	struct unit_bench_point pt = { .path = "flowtable",
				       .error = "null",
				       .packets = 100,
				       .rounds = 1,
				       .gross = gross,
				       .chance = 5,
				       .own = 500,
				       .hook = hook };
	char *text, path[FB_PATH_MAX];
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	fputs("{\"schema\": \"flowbench.bench/2\", \"mode\": \"insn\", ", f);
	unit_bench_settings(f, 1, 100);
	fprintf(f,
		"\"fingerprint\": {\"kernel\": \"%s-amd64\", \"kernel_sha256\": \"%x\", \"qemu\": \"%s\","
		" \"seed\": \"1\"%s}, ",
		kernel, kernel[strlen(kernel) - 1], qemu, hook > 0 ? ", \"prices\": \"2\"" : "");
	if (hook > 0)
		unit_bench_hooks(f, hook, 5, 100);
	fputs("\"points\": [", f);
	unit_bench_point(f, &pt);
	if (other > 0) {
		fputs(", ", f);
		pt.path = "nat";
		pt.gross = other;
		pt.chance = 0;
		unit_bench_point(f, &pt);
	}
	fputs("]}", f);
	fclose(f);
	snprintf(path, sizeof(path), "history/%s/prices/1/bench.json", kernel);
	unit_put(dir, path, text);
	free(text);
}

static void prices(const char *dir, const char *kernel, const char *qemu, double gross,
		   double other)
{
	prices_less(dir, kernel, qemu, gross, other, 0);
}

static void calls(const char *dir, const char *kernel, const char *call)
{
	char path[FB_PATH_MAX], text[1024];

	snprintf(path, sizeof(path), "history/%s/calls/s/p1.trace", kernel);
	snprintf(text, sizeof(text),
		 "# kernel=%s\n 0)               |  ip_rcv() {\n 0)   1.250 us    |    %s();\n"
		 " 0)   9.500 us    |  }\n",
		 kernel, call);
	unit_put(dir, path, text);
	snprintf(path, sizeof(path), "history/%s/calls/results.json", kernel);
	snprintf(text, sizeof(text),
		 UNIT_RESULTS("s", "", "%s", UNIT_PHASE("p1", "s/p1.trace", "")), kernel);
	unit_put(dir, path, text);
}

/* @outcome of one of two checks; the other one passes. */
static void checks(const char *dir, const char *kernel, const char *outcome)
{
	char path[FB_PATH_MAX], text[2048];
	bool held = !strcmp(outcome, "passed");

	snprintf(path, sizeof(path), "history/%s/checks/validate.json", kernel);
	snprintf(text, sizeof(text),
		 UNIT_VALIDATE("%s", UNIT_CHECK("kept-ttl", "passed", "1", "true") ", " UNIT_CHECK(
					     "ends-fin4", "%s", "%s", "%s")),
		 kernel, kernel, outcome, held ? "1" : "0", held ? "true" : "false");
	unit_put(dir, path, text);
}

static char *folder(const char *dir)
{
	static char path[FB_PATH_MAX];

	setenv("FLOWBENCH_ROOT", dir, 1);
	unit_put(dir, "userspace/data/aliases", aliases);
	assert_int_equal(fb_join(path, dir, "history"), 0);
	return path;
}

/* Three kernels: the second costs less than the first, by more than the spread of 5; the third as much as the second. */
static char *three(const char *dir)
{
	prices(dir, "6.12.95", "7.2", 1600, 3000);
	prices(dir, "6.12.107", "7.2", 1586, 3000);
	prices(dir, "7.2.6", "10.0", 1582, 0);
	calls(dir, "6.12.95", "nf_old");
	calls(dir, "6.12.107", "nf_old");
	calls(dir, "7.2.6", "nf_new");
	checks(dir, "6.12.95", "known");
	checks(dir, "6.12.107", "passed");
	return folder(dir);
}

static void a_line_a_kernel(void **state)
{
	char *dir = three(*state);

	unit_put(*state, "history/7.3/skipped", "no headers\n");
	unit_put(*state, "history/7.2.6/checks.failed", "the machine was lost\nmore\n");
	unit_ends(0, fb_cmd_history, "history", dir);
	/* 95 before 107, and the folder of no kernel is left out. */
	unit_has(unit_out, "kernel                  flowtable            nat  checks      calls\n"
			   "6.12.95                 1100.0 ~5      2500.0 ~0  1+1/2          2\n"
			   "6.12.107               *1086.0 ~5      2500.0 ~0  2+0/2          2\n"
			   "7.2.6                   1082.0 ~5              -  -              2\n"
			   "7.3                             -              -  -              -\n");
	unit_has(unit_out, "\n7.2.6              checks: the machine was lost\n");
	unit_has(unit_out, "\n7.3                prices: no headers\n");
	unit_has(unit_out, "\n6.12.95 -> 6.12.107\n"
			   "  flowtable              -14.00 insn (spread 5.00)\n"
			   "      where: not found (no profile)\n"
			   "  check ends-fin4: known -> passed\n");
	/* -4 is less than the spread; the machine was another one, and that is said. */
	unit_has(unit_out,
		 "\n6.12.107 -> 7.2.6\n"
		 "  calls: 1 removed, 1 added, 0 renamed, 0 moved, 1 the same\n"
		 "    -     1  nf_old < ip_rcv\n"
		 "    +     1  nf_new < ip_rcv\n"
		 "  prices: compared in part: 7.2.6 has no price of nat as 6.12.107 has it\n"
		 "  not measured on the same machine: other qemu\n");
}

static void between_two(void **state)
{
	char *dir = three(*state);

	unit_ends(1, fb_cmd_history, "history", "--between", "6.12.95", "7.2.6", dir);
	unit_has(unit_out,
		 "\n6.12.95 -> 7.2.6\n  flowtable              -18.00 insn (spread 5.00)\n");
	/* A name may be cut short where one kernel only is meant. */
	unit_ends(1, fb_cmd_history, "history", "--between", "6.12.95", "7", dir);
	unit_ends(0, fb_cmd_history, "history", "--between", "7.2.6", "7.2", dir);
	unit_has(unit_out, "\n7.2.6 -> 7.2.6: nothing moved\n");
	unit_refuses(2, "not one kernel '6.12' in this history; there is: 6.12.95 6.12.107 7.2.6",
		     fb_cmd_history, "history", "--between", "6.12", "7.2", dir);
	unit_refuses(2, "not one kernel '6.1'", fb_cmd_history, "history", "--between", "6.1",
		     "7.2", dir);
	unit_refuses(2, "--between needs two kernels", fb_cmd_history, "history", "--between",
		     "7.2");
}

/* Prices of an older definition are not shown beside newer ones, and nothing is said to have moved by them. */
static void prices_of_two_definitions(void **state)
{
	char *dir = folder(*state);

	prices_less(*state, "6.12.95", "7.2", 1600, 0, 0);
	prices_less(*state, "6.12.107", "7.2", 1600, 0, 104);
	prices_less(*state, "7.2.6", "7.2", 1600, 0, 104);
	unit_ends(2, fb_cmd_history, "history", dir);
	unit_has(unit_out, "6.12.95                         -  ");
	unit_has(unit_out, "6.12.107                1204.0 ~5  ");
	unit_has(
		unit_out,
		"\n6.12.95            prices: prices of definition 1, and others have definition 2: "
		"measure it again ('make history')\n");
	unit_ends(2, fb_cmd_history, "history", "--between", "6.12.95", "7.2.6", dir);
	unit_has_not(unit_out, "nothing moved");
	unit_has(unit_err, "definition 1");
	unit_ends(0, fb_cmd_history, "history", "--between", "6.12.107", "7.2.6", dir);
}

/* Two kernels with the same profile: nothing moved, in any function. */
static void with_profiles(void **state)
{
	static const char *const names[] = { "bench.json", "kallsyms", "profile.record" };
	static const char *const kernels[] = { "a", "b" };
	char from[FB_PATH_MAX], to[FB_PATH_MAX], *dir = folder(*state), *text;
	unsigned int i, k;
	size_t len;
	FILE *f;

	for (i = 0; i < 2; i++) {
		for (k = 0; k < 3; k++) {
			snprintf(from, sizeof(from), FIXTURES "/profile/%s", names[k]);
			snprintf(to, sizeof(to), "history/%s/prices/1/%s", kernels[i], names[k]);
			unit_put(*state, to, "");
			assert_int_equal(fb_read_file(from, 1 << 24, &text, &len), 0);
			snprintf(to, sizeof(to), "%s/%s/prices/1/%s", dir, kernels[i], names[k]);
			f = fopen(to, "w");
			assert_non_null(f);
			assert_int_equal(fwrite(text, 1, len, f), len);
			fclose(f);
			free(text);
		}
	}
	unit_ends(0, fb_cmd_history, "history", "--between", "a", "b", dir);
	unit_has(unit_out, "\na -> b: nothing moved\n");
	/* With a profile that is cut short it is not known. */
	unit_put(*state, "history/b/prices/1/profile.record", "FBPROF2\n");
	unit_ends(2, fb_cmd_history, "history", "--between", "a", "b", dir);
	unit_has(unit_out, "  prices: not compared: the profile beside ");
	unit_has_not(unit_out, "nothing moved");
}

/* The same prices by another compiler: no move, but said. */
static void another_compiler(void **state)
{
	static const char *const compilers[] = { "gcc-14 (Debian 14.2.0-19) 14.2.0",
						 "gcc-16 (Debian 16.2.0-4) 16.2.0" };
	char name[64], path[FB_PATH_MAX], *dir = folder(*state);
	json_t *js = json_load_file(FIXTURES "/profile/bench.json", 0, NULL);
	unsigned int i;

	assert_non_null(js);
	for (i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "history/%c/prices/1/bench.json", 'a' + (int)i);
		unit_put(*state, name, "");
		assert_int_equal(fb_join(path, *state, name), 0);
		json_object_set_new(js, "compiler", json_string(compilers[i]));
		assert_int_equal(json_dump_file(js, path, 0), 0);
	}
	json_decref(js);
	unit_ends(0, fb_cmd_history, "history", "--between", "a", "b", dir);
	unit_has(
		unit_out,
		"\na -> b: nothing moved\n"
		"  compiler: gcc-14 (Debian 14.2.0-19) 14.2.0 -> gcc-16 (Debian 16.2.0-4) 16.2.0\n");
	unit_ends(0, fb_cmd_history, "history", "--between", "b", "b", dir);
	assert_null(strstr(unit_out, "compiler"));
}

static const json_t *named(const json_t *doc, const char *list, size_t i)
{
	const json_t *js = json_array_get(json_object_get(doc, list), i);

	assert_non_null(js);
	return js;
}

static void as_json(void **state)
{
	char *dir = three(*state), path[FB_PATH_MAX], *text;
	const json_t *price;
	json_t *js;

	assert_int_equal(fb_join(path, *state, "history.json"), 0);
	unit_ends(0, fb_cmd_history, "history", "--json", path, dir);
	text = unit_read(path);
	js = unit_json(text);
	free(text);
	assert_string_equal(json_string_value(json_object_get(js, "schema")),
			    "flowbench.history/1");
	assert_int_equal(json_array_size(json_object_get(js, "paths")), 2);
	assert_int_equal(json_array_size(json_object_get(js, "releases")), 3);
	assert_int_equal(json_array_size(json_object_get(js, "moves")), 2);
	price = named(named(js, "releases", 0), "prices", 0);
	assert_true(json_number_value(json_object_get(price, "net")) == 1100);
	assert_true(json_number_value(json_object_get(price, "min")) == 1100);
	assert_true(json_number_value(json_object_get(price, "max")) == 1105);
	price = named(named(js, "moves", 0), "prices", 0);
	assert_true(json_is_true(json_object_get(price, "moved")));
	assert_string_equal(json_string_value(json_object_get(price, "cause")), "not found");
	price = named(named(js, "moves", 1), "prices", 0);
	assert_true(json_is_false(json_object_get(price, "moved")));
	json_decref(js);
	unit_ends(2, fb_cmd_history, "history", "--json", "/nowhere/x", dir);
	unit_has(unit_err, "/nowhere/x: No such file");
}

static void exported(void **state)
{
	char *dir = three(*state), path[FB_PATH_MAX];
	json_t *js, *test;
	size_t i, numbers = 0;

	assert_int_equal(fb_join(path, *state, "history.json"), 0);
	unit_ends(0, fb_cmd_history, "history", "--json", path, dir);
	unit_ends(0, fb_cmd_export, "export", "-f", "csv", path);
	unit_has(
		unit_out,
		"name,kernel,path,size,segments,flows,batch,cpus,unit,net,gross,own,min,max,samples,delta,moved\r\n"
		"6.12.95,6.12.95-amd64,flowtable,60,,1,1,1,insn,1100,1600,500,1100,1105,4,,\r\n");
	unit_has(
		unit_out,
		"\n6.12.107,6.12.107-amd64,flowtable,60,,1,1,1,insn,1086,1586,500,1086,1091,4,-14,yes\r\n"
		"6.12.107,6.12.107-amd64,nat,60,,1,1,1,insn,2500,3000,500,2500,2500,4,0,no\r\n");
	unit_ends(0, fb_cmd_export, "export", "-f", "kcidb", path);
	js = unit_json(unit_out);
	json_array_foreach(json_object_get(js, "tests"), i, test)
		numbers += json_object_get(test, "number") != NULL;
	assert_int_equal(numbers, 5);
	assert_int_equal(json_array_size(json_object_get(js, "tests")), 9);
	assert_int_equal(json_array_size(json_object_get(js, "checkouts")), 3);
	assert_int_equal(json_array_size(json_object_get(js, "issues")), 1);
	test = json_array_get(json_object_get(js, "incidents"), 0);
	assert_string_equal(json_string_value(json_object_get(test, "issue_id")),
			    "flowbench:flowbench.validate.ends-fin4");
	json_decref(js);
	unit_refuses(1, "prices, not a trace: --format csv and kcidb write them", fb_cmd_export,
		     "export", "-f", "chrome", path);
}

/* A comparison has the same forms. */
static void a_comparison_exported(void **state)
{
	static const char compared[] =
		"{\"schema\": \"flowbench.compare/2\", \"mode\": \"insn\", \"a\": {\"name\": \"6.12\","
		" \"boots\": 5, \"fingerprint\": {\"kernel\": \"6.12.107\"}}, \"b\": {\"name\": \"fix, 2\","
		" \"boots\": 5, \"fingerprint\": {\"kernel\": \"6.12.117\"}}, \"verdict\": \"difference\","
		" \"points\": [{\"path\": \"nat\", \"size\": 60, \"segments\": 45, \"flows\": 1, \"batch\": 1, \"cpus\": 1,"
		" \"a\": {\"gross\": 1000.5, \"own\": 0.5}, \"b\": {\"gross\": 998.5, \"own\": 0.5}, \"delta\": -2.0,"
		" \"percent\": -0.2, \"spread\": [0.0, 0.0], \"p\": 0.01, \"verdict\": \"difference\"}]}";
	char path[FB_PATH_MAX];
	const json_t *test;
	json_t *js;

	folder(*state);
	unit_put(*state, "compare.json", compared);
	assert_int_equal(fb_join(path, *state, "compare.json"), 0);
	unit_ends(0, fb_cmd_export, "export", "-f", "csv", path);
	assert_string_equal(
		unit_out,
		"a,b,path,size,segments,flows,batch,cpus,unit,gross_a,gross_b,delta,verdict\r\n"
		"6.12,\"fix, 2\",nat,60,45,1,1,1,insn,1000.5,998.5,-2,difference\r\n");
	unit_ends(0, fb_cmd_export, "export", "-f", "kcidb", path);
	js = unit_json(unit_out);
	test = json_array_get(json_object_get(js, "tests"), 0);
	assert_string_equal(json_string_value(json_object_get(test, "status")), "DONE");
	assert_string_equal(json_string_value(json_object_get(test, "path")),
			    "flowbench.compare.nat.size60-segments45-flows1-batch1-cpus1");
	assert_true(json_number_value(json_object_get(json_object_get(test, "number"), "value")) ==
		    -2);
	json_decref(js);
}

static void what_cannot_be_read(void **state)
{
	char *dir = folder(*state);

	char far[FB_PATH_MAX + 2];

	unit_refuses(2, "/history: No such file or directory", fb_cmd_history, "history", dir);
	unit_put(*state, "history/file", "");
	unit_refuses(2, "no kernel in it; 'make history' fills it", fb_cmd_history, "history", dir);
	memset(far, 'x', sizeof(far) - 1);
	far[sizeof(far) - 1] = '\0';
	unit_refuses(2, "File name too long", fb_cmd_history, "history", far);
	unit_put(*state, "history/6.12/prices/1/bench.json", "{\"schema\"");
	unit_put(*state, "history/6.12/checks/validate.json", "{\"schema\": \"other\"}");
	unit_put(*state, "history/6.12/calls/x", "");
	unit_ends(2, fb_cmd_history, "history", dir);
	unit_has(unit_err, "parts that cannot be read: 3");
	unit_has(unit_out, "\n6.12               prices: ");
	unit_has(unit_out, "bench.json: line 1: ");
	unit_has(unit_out,
		 "validate.json: schema: expected \"flowbench.validate/1\", found \"other\"\n");
	unit_has(unit_out, "\n6.12               calls: ");
	unit_refuses(2, "one folder at most", fb_cmd_history, "history", dir, "b");
}

/* "Nothing moved" is said of what was compared, and of nothing else. */
static void what_was_not_compared(void **state)
{
	char *dir = folder(*state);

	prices(*state, "6.1", "7.2", 1600, 0);
	unit_put(*state, "history/6.2/skipped", "no headers\n");
	unit_refuses(2, "6.3", fb_cmd_history, "history", "--between", "6.1", "6.3", dir);
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_has(unit_err, "prices of 6.2: no headers");
	unit_has_not(unit_out, "nothing moved");
	unit_ends(2, fb_cmd_history, "history", "--between", "6.2", "6.2", dir);
	unit_has(unit_err, "nothing was measured of them");
	/* The same prices, of another machine. */
	prices(*state, "6.3", "10.0", 1600, 0);
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.3", dir);
	unit_has(unit_err, "were not measured on the same machine: another qemu (--across");
	unit_has_not(unit_out, "nothing moved");
	unit_ends(0, fb_cmd_history, "history", "--between", "--across", "6.1", "6.3", dir);
	/* A part that one side lacks; but what moved has moved. */
	calls(*state, "6.3", "nf_new");
	unit_ends(2, fb_cmd_history, "history", "--between", "--across", "6.1", "6.3", dir);
	unit_has(unit_err, "calls of 6.1: not measured");
	prices(*state, "6.3", "7.2", 1700, 0);
	unit_ends(1, fb_cmd_history, "history", "--between", "6.1", "6.3", dir);
	/* One that cannot be read may hold anything. */
	unit_put(*state, "history/6.1/calls/results.json", "{");
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.3", dir);
	unit_has(unit_err, "calls of 6.1: ");
}

/* A price, a phase or a check that only one side has: whichever side that is. */
static void compared_in_part(void **state)
{
	char *dir = folder(*state);

	prices(*state, "6.1", "7.2", 1600, 3000);
	prices(*state, "6.2", "7.2", 1600, 0);
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_has(unit_err, "prices: compared in part: 6.2 has no price of nat as 6.1 has it");
	unit_has(unit_out, "6.1 -> 6.2: no move was found\n  prices: compared in part: ");
	unit_ends(2, fb_cmd_history, "history", "--between", "6.2", "6.1", dir);
	unit_ends(0, fb_cmd_history, "history", dir);
	unit_has(unit_out, "6.1 -> 6.2: no move was found\n  prices: compared in part: ");
	prices(*state, "6.2", "7.2", 1600, 3000);
	unit_ends(0, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	checks(*state, "6.1", "passed");
	unit_put(*state, "history/6.2/checks/validate.json",
		 UNIT_VALIDATE("6.2", UNIT_CHECK("kept-ttl", "passed", "1", "true")));
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_has(unit_err, "checks: compared in part: 6.2 has no check ends-fin4");
	unit_ends(2, fb_cmd_history, "history", "--between", "6.2", "6.1", dir);
	checks(*state, "6.2", "passed");
	calls(*state, "6.1", "nf_old");
	calls(*state, "6.2", "nf_old");
	unit_ends(0, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_put(*state, "history/6.2/calls/s/p2.trace", " 0)   1.250 us    |  ip_rcv();\n");
	unit_put(*state, "history/6.2/calls/results.json",
		 UNIT_RESULTS("s", "", "6.2",
			      UNIT_PHASE("p1", "s/p1.trace", "") ", " UNIT_PHASE("p2", "s/p2.trace",
										 "")));
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_has(unit_err, "calls: compared in part: 6.1 has no phase p2");
}

/* Other settings, or another mode. */
static void measured_otherwise(void **state)
{
	char *dir = folder(*state), *path, *text, *at;

	prices(*state, "6.1", "7.2", 1600, 0);
	prices(*state, "6.2", "7.2", 1600, 0);
	unit_ends(0, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	assert_true(asprintf(&path, "%s/6.2/prices/1/bench.json", dir) > 0);
	text = unit_read(path);
	free(path);
	at = strstr(text, "\"mode\": \"insn\"");
	assert_non_null(at);
	memcpy(at, "\"mode\": \"ns\"  ", 14);
	unit_put(*state, "history/6.2/prices/1/bench.json", text);
	free(text);
	unit_ends(2, fb_cmd_history, "history", "--between", "6.1", "6.2", dir);
	unit_has(unit_err, "prices: not compared: ");
	unit_has_not(unit_out, "nothing moved");
}

static void folders_without_results(void **state)
{
	char *dir = folder(*state);

	unit_put(*state, "history/src/main.c", "");
	unit_put(*state, "history/doc/x/README", "");
	unit_refuses(2, "no folder in it has the results of a kernel", fb_cmd_history, "history",
		     dir);
	unit_refuses(2, "no folder in it has", fb_cmd_history, "history", "--between", "src", "doc",
		     dir);
	unit_put(*state, "history/doc/skipped", "no headers\n");
	unit_ends(0, fb_cmd_history, "history", dir);
}

/* An outcome that no check has is not a skip. */
static void unknown_outcomes(void **state)
{
	char *path;

	folder(*state);
	path = unit_put(*state, "validate.json",
			UNIT_VALIDATE("6.12", UNIT_CHECK("a", "odd", "1", "true")));
	unit_refuses(2, "validate.json: checks[0].outcome: expected one of \"failed\" \"passed\" ",
		     fb_cmd_export, "export", "-f", "kcidb", path);
	path = unit_put(*state, "validate.json",
			UNIT_VALIDATE("6.12", UNIT_CHECK("a", "passed", "0", "true")));
	unit_refuses(2, "checks[0].claims[0].held: expected ", fb_cmd_export, "export", "-f",
		     "kcidb", path);
	path = unit_put(*state, "validate.json",
			UNIT_VALIDATE("6.12", UNIT_CHECK("a", "passed", "0", "false")));
	unit_refuses(2, "checks[0].claims[0].held: expected true of a check that passed",
		     fb_cmd_export, "export", "-f", "kcidb", path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(a_line_a_kernel),
		UNIT_IN_FOLDER(between_two),
		UNIT_IN_FOLDER(prices_of_two_definitions),
		UNIT_IN_FOLDER(with_profiles),
		UNIT_IN_FOLDER(another_compiler),
		UNIT_IN_FOLDER(as_json),
		UNIT_IN_FOLDER(exported),
		UNIT_IN_FOLDER(what_cannot_be_read),
		UNIT_IN_FOLDER(what_was_not_compared),
		UNIT_IN_FOLDER(compared_in_part),
		UNIT_IN_FOLDER(measured_otherwise),
		UNIT_IN_FOLDER(folders_without_results),
		UNIT_IN_FOLDER(unknown_outcomes),
		UNIT_IN_FOLDER(a_comparison_exported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
