// SPDX-License-Identifier: GPL-2.0
/* flowbench fidelity and matrix: runs on disk against documented traces, in each output format. */
#include "unit_cmd.h"

#include "unit_results.h"

#define RUN FIXTURES "/run"

static const char documented[] =
	"# flowbench.calls/1\n# phase=p1\n"
	"ip_rcv 9\n  kept 1\n  old_name 1\n  inlined 1\n  lost 1\n  dst 3\n    lost 1\n    chance 1\n";
static const char live[] = "# kernel=6.12.1\n"
			   " 0)               |  ip_rcv() {\n"
			   " 0)   1.250 us    |    kept();\n"
			   " 0)   1.250 us    |    new_name();\n"
			   " 0)               |    dst() {\n"
			   " 0)   1.250 us    |      fresh();\n"
			   " 0)   1.250 us    |    }\n"
			   " 0)   9.500 us    |  }\n";
static const char table[] = "renamed old_name -> new_name since=6.1 : it has a better name\n"
			    "untraceable inlined : inlined into its caller\n"
			    "incidental chance : it depends\n";
static const char results[] =
	UNIT_RESULTS("s", "\"documented\": \"t\", ", "6.12.1",
		     UNIT_PHASE("p1", "s/p1.trace", UNIT_EXPECT("true") ", " UNIT_EXPECT("false")));

/* Makes the test's own data below @dir, where the program looks for its data, and a run of it in run/. */
static void data(const char *dir, const char *aliases)
{
	setenv("FLOWBENCH_ROOT", dir, 1);
	unit_put(dir, "userspace/data/documented/t/p1.txt", documented);
	unit_put(dir, "userspace/data/aliases", aliases);
}

static char *run(const char *dir, const char *name, const char *trace)
{
	char at[FB_PATH_MAX], *path;

	snprintf(at, sizeof(at), "%s/s/p1.trace", name);
	unit_put(dir, at, trace);
	snprintf(at, sizeof(at), "%s/functions", name);
	unit_put(dir, at, "ip_rcv\nkept\nnew_name\ndst\nfresh\nlost\nchance\n");
	snprintf(at, sizeof(at), "%s/results.json", name);
	path = unit_put(dir, at, results);
	*strrchr(path, '/') = '\0';
	return path;
}

static void a_run_against_its_documented_trace(void **state)
{
	(void)state;
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", RUN);
	unit_has(unit_out, "flowtable-esp-gateway on 5.10.0-32-amd64, in calls\n");
	unit_has(unit_out, "p1            532 the run has no trace of this phase\n");
	unit_has(unit_out, "is not checked\n");
	unit_ends(0, fb_cmd_fidelity, "fidelity", "--run", RUN, "--phase", "p5b");
	unit_has(
		unit_out,
		"p5b            52      50       1           1       0     0          0           0       0    96.2%\n");
	unit_has_not(unit_out, "\nall ");
}

static void each_kind_of_call(void **state)
{
	char *dir;

	data(*state, table);
	dir = run(*state, "run", live);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir);
	unit_has(unit_out, "t on 6.12.1, in calls\n");
	unit_has(
		unit_out,
		"p1              8       3       1           1       0     0          1           0       2    42.9%\n");
	unit_has(unit_out, "reproduced or not: 1 (12.5 %)\ncalls beyond the documented: 1,");
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--missing");
	assert_string_equal(
		unit_out,
		"    1  lost < dst  traceable here\n    1  lost < ip_rcv  traceable here\n");
}

static void side_by_side(void **state)
{
	char *dir;

	data(*state, table);
	dir = run(*state, "run", live);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--tree");
	unit_has(unit_out, " p1           reproduced\n");
	unit_has(unit_out, " renamed       new_name\n");
	unit_has(unit_out, " untraceable  inlined into its caller\n");
	unit_has(unit_out, " missing ");
	unit_has(unit_out, " +              fresh\n");
}

static void what_calls_returned(void **state)
{
	static const char doc[] = "# flowbench.calls/1\n# phase=p1\n"
				  "ip_rcv 9 = 0x1\n  kept 1 = -22\n  old_name 1 = 0x3\n"
				  "  dst 1 = 0xffff888100000000\n  fresh 1\n  lost 1 = 0x5\n"
				  "  chance 1 = 0x6\n";
	static const char said[] = "# kernel=6.12.1\n"
				   " 0)               |  ip_rcv() {\n"
				   " 0)   1.250 us    |    kept(); /* = -22 */\n"
				   " 0)   1.250 us    |    new_name(); /* = 0x3 */\n"
				   " 0)   1.250 us    |    dst(); /* = 0xff11000000000000 */\n"
				   " 0)   1.250 us    |    fresh(); /* = 0x4 */\n"
				   " 0)   1.250 us    |    lost();\n"
				   " 0)   1.250 us    |    chance(); /* = 0xffff888100000000 */\n"
				   " 0)   9.500 us    |  } /* ip_rcv = 0x1 */\n";
	char *dir;

	data(*state, table);
	unit_put(*state, "userspace/data/documented/t/p1.txt", doc);
	dir = run(*state, "run", said);
	unit_ends(0, fb_cmd_fidelity, "fidelity", "--run", dir, "--returns");
	unit_has(unit_out, "t on 6.12.1, return values of matched calls\n");
	/* Phases of another name, or without a document, are not listed. */
	unit_has(unit_out, "\np1              5      2         1       1       1\n");
	unit_has(unit_out, "\np1                    0x6 0xffff888100000000  chance < ip_rcv\n");
	unit_has_not(unit_out, "kept");
	unit_put(*state, "run/s/p1.trace", "# kernel=6.12.1\n 0)   1.250 us    |  ip_rcv();\n");
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--returns");
	unit_has(unit_out, "\np1              1      0         0       0       1\n");
}

static void as_json(void **state)
{
	json_t *js, *total;
	char *dir;

	data(*state, table);
	dir = run(*state, "run", live);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--json");
	js = unit_json(unit_out);
	assert_string_equal(json_string_value(json_object_get(js, "kernel")), "6.12.1");
	total = json_object_get(js, "total");
	assert_int_equal(json_integer_value(json_object_get(total, "matched")), 3);
	assert_int_equal(json_integer_value(json_object_get(total, "missing")), 2);
	json_decref(js);
}

/* Two calls of 6,000 have changed places, and one has another name. */
static void a_large_trace_says_what_is_not_proven(void **state)
{
	static char doc[6000 * 16], live_text[6000 * 48];
	size_t d = (size_t)sprintf(doc, "# flowbench.calls/1\n"), l = 0;
	unsigned int i;
	char *dir;

	for (i = 1; i <= 6000; i++) {
		unsigned int is = i == 100 ? 5000 : i == 5000 ? 100 : i;

		d += (size_t)sprintf(doc + d, "f%u 1\n", i);
		l += (size_t)sprintf(live_text + l, " 0)   0.100 us    |  %s%u();\n",
				     i == 777 ? "new" : "f", is);
	}
	data(*state, "renamed f777 -> new777 : it has a better name\n");
	unit_put(*state, "userspace/data/documented/t/p1.txt", doc);
	dir = run(*state, "run", live_text);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir);
	unit_has(unit_out,
		 "too many calls to compare as a whole: up to 2 of the calls that are not "
		 "matched may be matched by a better mapping\n");
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--json");
	unit_has(unit_out, "\"unproven\": 2");
	unit_has(unit_out, "\"renamed\": 1");
}

static void a_table_that_the_run_refutes(void **state)
{
	char *dir;

	data(*state,
	     "untraceable lost : it is not\nremoved lost : both\n"
	     "renamed old_name -> new_name : better\nuntraceable inlined : so\nincidental chance : it\n");
	dir = run(*state, "run", live);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir);
	unit_has(unit_out, "error: aliases, ");
	unit_has(unit_out, "lost");
}

static void what_is_not_there_is_said(void **state)
{
	char *dir, *other;

	data(*state, table);
	dir = run(*state, "run", live);
	unit_refuses(2, "no documented trace 'u'", fb_cmd_fidelity, "fidelity", "--run", dir,
		     "--trace", "u");
	unit_refuses(2, "no documented trace '../t'", fb_cmd_fidelity, "fidelity", "--run", dir,
		     "--trace", "../t");
	unit_refuses(2, "no phase 'p9'", fb_cmd_fidelity, "fidelity", "--run", dir, "--phase",
		     "p9");
	unit_refuses(1, "'six': expected a kernel version, as 6.12.1", fb_cmd_fidelity, "fidelity",
		     "--run", dir, "--kernel", "six");
	unit_refuses(2, "/nowhere", fb_cmd_fidelity, "fidelity", "--run", dir, "--aliases",
		     "/nowhere");
	unit_refuses(1, "/nowhere/results.json", fb_cmd_fidelity, "fidelity", "--run", "/nowhere");
	/* The default of --run is the project's out/latest. */
	unit_refuses(1, "out/latest/results.json", fb_cmd_fidelity, "fidelity");
	unit_refuses(2, "unexpected argument 'x'", fb_cmd_fidelity, "fidelity", "x");
	other = unit_put(*state, "other/results.json",
			 "{\"schema\": \"flowbench.results/1\", \"documented\": \"t\"}");
	*strrchr(other, '/') = '\0';
	unit_refuses(2,
		     "results.json: scenario: expected a text of from 1 to 63 bytes, found nothing",
		     fb_cmd_fidelity, "fidelity", "--run", other);
	other = unit_put(*state, "other/results.json",
			 UNIT_RESULTS("s", "", "6.12", UNIT_PHASE("p1", "s/p1.trace", "")));
	*strrchr(other, '/') = '\0';
	unit_refuses(1, "has no documented trace", fb_cmd_fidelity, "fidelity", "--run", other);
	unit_put(*state, "run/s/p1.trace", "odd\n");
	unit_refuses(1, "p1.trace", fb_cmd_fidelity, "fidelity", "--run", dir);
}

static void a_run_needs_no_results_when_all_is_said(void **state)
{
	char *dir, results_file[FB_PATH_MAX];

	data(*state, table);
	dir = run(*state, "run", live);
	assert_int_equal(fb_join(results_file, dir, "results.json"), 0);
	unit_refuses(2, "--scenario: 'other': expected s, of which ", fb_cmd_fidelity, "fidelity",
		     "--run", dir, "--scenario", "other");
	assert_int_equal(unlink(results_file), 0);
	unit_ends(1, fb_cmd_fidelity, "fidelity", "--run", dir, "--scenario", "s", "--trace", "t");
	unit_has(unit_out, "t on 6.12.1");
}

static void a_matrix_of_runs(void **state)
{
	char path[FB_PATH_MAX], json[FB_PATH_MAX], *text;
	json_t *js, *runs;

	data(*state, table);
	run(*state, "matrix/6.12/s", live);
	run(*state, "matrix/6.1/s", live);
	unit_put(*state, "matrix/5.10/s/failed", "it did not boot\nmore\n");
	unit_put(*state, "matrix/7.2/other/skipped", "no such device\n");
	unit_put(*state, "matrix/7.2/s/notes", "");
	unit_put(*state, "matrix/7.2/third/results.json",
		 UNIT_RESULTS("third", "", "7.2", UNIT_PHASE("p1", "third/p1.trace", "")));
	assert_int_equal(fb_join(path, *state, "matrix"), 0);
	assert_int_equal(fb_join(json, *state, "matrix.json"), 0);
	unit_ends(2, fb_cmd_matrix, "matrix", "--json", json, path);
	unit_has(unit_err, "1 of 6 runs cannot be read");
	unit_has(unit_out, "\nother\n-        7.2    no such device\n");
	/* Kernels stand in the order of their versions. A folder without a run gets its reason. */
	unit_has(unit_out,
		 "\ns, documented as t\np1       5.10   it did not boot\np1       6.1    ");
	unit_has(unit_out, "/7.2/s/results.json: No such file");
	unit_has(unit_out, "    42.9%    66.7%    1/2\n");
	unit_has(unit_out, "\nthird\n-        7.2    its scenario has no documented trace\n");
	text = unit_read(json);
	js = unit_json(text);
	free(text);
	runs = json_object_get(js, "runs");
	assert_int_equal(json_array_size(runs), 6);
	assert_string_equal(json_string_value(json_object_get(json_array_get(runs, 0), "skipped")),
			    "no such device");
	assert_true(json_is_true(json_object_get(json_array_get(runs, 0), "ok")));
	assert_string_equal(json_string_value(json_object_get(json_array_get(runs, 1), "failed")),
			    "it did not boot");
	assert_true(json_is_false(json_object_get(json_array_get(runs, 2), "ok")));
	json_decref(js);
}

static void a_matrix_that_is_whole(void **state)
{
	static const char all[] = "# kernel=6.12.1\n"
				  " 0)               |  ip_rcv() {\n"
				  " 0)   1.250 us    |    kept();\n"
				  " 0)   9.500 us    |  }\n";
	static const char held[] =
		UNIT_RESULTS("s", "\"documented\": \"t\", ", "6.12.1",
			     UNIT_PHASE("p1", "s/p1.trace", UNIT_EXPECT("true")));
	char link[FB_PATH_MAX + 8], path[FB_PATH_MAX];

	data(*state, "");
	unit_put(*state, "userspace/data/documented/t/p1.txt",
		 "# flowbench.calls/1\nip_rcv 2\n  kept 1\n");
	run(*state, "matrix/6.12/s", all);
	unit_put(*state, "matrix/6.12/s/results.json", held);
	assert_int_equal(fb_join(path, *state, "matrix"), 0);
	unit_ends(0, fb_cmd_matrix, "matrix", path);
	/* A run that lies elsewhere is one of the table. */
	unit_put(*state, "elsewhere/s/failed", "it did not boot\n");
	assert_true(snprintf(link, sizeof(link), "%s/7.2", path) > 0);
	assert_int_equal(symlink("../elsewhere", link), 0);
	unit_ends(1, fb_cmd_matrix, "matrix", path);
	unit_has(unit_out, "it did not boot");
	unlink(link);
	unit_has(unit_out, "   100.0%   100.0%    1/1\n");
	/* An expectation that is not an answer is not one that holds. */
	unit_put(*state, "matrix/6.12/s/results.json",
		 UNIT_RESULTS("s", "\"documented\": \"t\", ", "6.12.1",
			      UNIT_PHASE("p1", "s/p1.trace", UNIT_EXPECT("null"))));
	unit_ends(2, fb_cmd_matrix, "matrix", path);
	unit_has(unit_out, "phases[0].expect[0].holds: expected true or false, found null");
}

/* Where each run was skipped, nothing was tried. */
static void a_matrix_of_skipped_runs(void **state)
{
	char path[FB_PATH_MAX];

	unit_put(*state, "matrix/6.12/s/skipped", "no such suite\n");
	unit_put(*state, "matrix/7.2/s/skipped", "no such suite\n");
	assert_int_equal(fb_join(path, *state, "matrix"), 0);
	unit_ends(2, fb_cmd_matrix, "matrix", path);
	unit_has(unit_err, "each run was skipped");
}

static void a_matrix_that_cannot_be_read(void **state)
{
	unit_refuses(2, "/nowhere: No such file or directory", fb_cmd_matrix, "matrix", "/nowhere");
	unit_refuses(2, "no runs in it", fb_cmd_matrix, "matrix", *state);
	setenv("FLOWBENCH_ROOT", *state, 1);
	unit_refuses(2, "unexpected argument 'b'", fb_cmd_matrix, "matrix", "a", "b");
	unit_refuses(2, "out/matrix", fb_cmd_matrix, "matrix");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(a_run_against_its_documented_trace),
		UNIT_IN_FOLDER(each_kind_of_call),
		UNIT_IN_FOLDER(side_by_side),
		UNIT_IN_FOLDER(what_calls_returned),
		UNIT_IN_FOLDER(as_json),
		UNIT_IN_FOLDER(a_large_trace_says_what_is_not_proven),
		UNIT_IN_FOLDER(a_table_that_the_run_refutes),
		UNIT_IN_FOLDER(what_is_not_there_is_said),
		UNIT_IN_FOLDER(a_run_needs_no_results_when_all_is_said),
		UNIT_IN_FOLDER(a_matrix_of_runs),
		UNIT_IN_FOLDER(a_matrix_that_is_whole),
		UNIT_IN_FOLDER(a_matrix_of_skipped_runs),
		UNIT_IN_FOLDER(a_matrix_that_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
