// SPDX-License-Identifier: GPL-2.0
/* Commands that read files and print: list, version, profile, export, report. */
#include "unit_cmd.h"

#include "profile/profile.h"

#define RUN	FIXTURES "/run"
#define PROFILE FIXTURES "/profile"

static void scenarios_are_listed(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_list, "list");
	unit_has(
		unit_out,
		"esp-gateway      a gateway forwards TCP through an nftables flowtable into an ESP tunnel\n"
		"                 phases: p1 p2a p2b p3 p4 p5a p5b p8\n");
	unit_ends(0, fb_cmd_list, "list", "esp-gateway");
	unit_has(unit_out, "\np1   |IP|TCP SYN| forward, encrypt");
	unit_has(unit_out, "     packet  dev=$DEV_GW_LAN proto=tcp flags=S\n"
			   "     expect  nf_flow_offload_ip_hook\n");
	unit_has(unit_out, "     refuse  neigh_xmit|nf_flow_queue_xmit\n");
	unit_refuses(2, "nowhere", fb_cmd_list, "list", "nowhere");
	unit_refuses(2, "../aliases", fb_cmd_list, "list", "../aliases");
}

static void paths_are_listed_behind_what_they_replace(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_list, "list", "--paths");
	unit_has(unit_out, "forward           IPv4 forwarding, no connection");
	/* What leaves a module loaded comes last. */
	assert_true(strstr(unit_out, "\nbridge-nf  ") > strstr(unit_out, "\nvxlan  "));
	assert_true(strstr(unit_out, "\nconntrack  ") > strstr(unit_out, "forward  "));
	assert_true(strstr(unit_out, "\nflowtable-esp  ") > strstr(unit_out, "\nesp  "));
}

static void data_that_is_wrong_is_said(void **state)
{
	setenv("FLOWBENCH_ROOT", *state, 1);
	unit_refuses(1, "no scenarios", fb_cmd_list, "list");
	unit_put(*state, "userspace/data/scenarios/odd", "title = x\ncolour = blue\n");
	unit_refuses(1, "scenarios/odd: line 2", fb_cmd_list, "list");
	unit_put(*state, "userspace/data/paths/odd", "title = x\ncolour = blue\n");
	unit_refuses(1, "userspace/data/paths/odd", fb_cmd_list, "list", "--paths");
}

static void versions_and_fingerprint(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_version, "version");
	assert_int_equal(strncmp(unit_out, "flowbench 0.", 12), 0);
	unit_has(unit_out, "\nmachine=");
	unit_has(unit_out, "\nkernel=");
	unit_has(unit_out, "\nprogram_sha256=");
}

static void where_instructions_are_spent(void **state)
{
	char json[FB_PATH_MAX], *text;
	json_t *js;

	assert_int_equal(fb_join(json, *state, "p.json"), 0);
	unit_ends(0, fb_cmd_profile, "profile", "--json", json, PROFILE);
	unit_has(
		unit_out,
		"conntrack            4052.5   590.0   3462.5    386.0       0.0     924.5   382.0   951.0     0.0     0.0     0.0    819.0     0.0      0.0\n");
	unit_has(unit_out, "other of flowtable: 0.0 (0.0 %)\n");
	text = unit_read(json);
	js = unit_json(text);
	assert_string_equal(json_string_value(json_object_get(js, "schema")),
			    "flowbench.profile/1");
	json_decref(js);
	free(text);
	unit_refuses(2, "DIR is missing", fb_cmd_profile, "profile");
	unit_refuses(1, "/nowhere/kallsyms", fb_cmd_profile, "profile", "/nowhere");
	unit_refuses(1, "/nowhere: No such file", fb_cmd_profile, "profile", "--sections",
		     "/nowhere", PROFILE);
	unit_ends(1, fb_cmd_profile, "profile", "--json", "/nowhere/p.json", PROFILE);
	unit_has(unit_err, "/nowhere/p.json: No such file");
}

static void a_profile_of_which_a_part_is_missing(void **state)
{
	char *sections = unit_put(*state, "sections", "[x\n"), *dir;

	unit_refuses(1, "sections:1", fb_cmd_profile, "profile", "--sections", sections, PROFILE);
	unit_copy(PROFILE "/kallsyms", *state, "p/kallsyms");
	dir = unit_put(*state, "p/bench.json", "{ \"points\": \n");
	*strrchr(dir, '/') = '\0';
	unit_refuses(2, "/bench.json: line 2: ", fb_cmd_profile, "profile", dir);
	unit_copy(PROFILE "/bench.json", *state, "p/bench.json");
	unit_refuses(1, "profile.record: No such file", fb_cmd_profile, "profile", dir);
	unit_put(*state, "p/profile.record", "not a record\n");
	unit_refuses(1, "not", fb_cmd_profile, "profile", dir);
}

/* Neither is read at all. */
static void a_record_without_end(void **state)
{
	char *dir = unit_path(*state, "p"), *record = unit_path(dir, "profile.record");

	unit_copy(PROFILE "/kallsyms", *state, "p/kallsyms");
	unit_copy(PROFILE "/bench.json", *state, "p/bench.json");
	unit_put(*state, "p/profile.record", "FBPROF2\n");
	assert_int_equal(truncate(record, (off_t)FB_PROFILE_RECORD_MAX + 1), 0);
	unit_refuses(1, "p/profile.record: expected 2048 MiB at most", fb_cmd_profile, "profile",
		     dir);
	assert_int_equal(unlink(record), 0);
	assert_int_equal(mkfifo(record, 0600), 0);
	unit_refuses(1, "p/profile.record: expected a regular file", fb_cmd_profile, "profile",
		     dir);
}

static void what_was_recorded_in_other_forms(void **state)
{
	char out[FB_PATH_MAX], *text;

	assert_int_equal(fb_join(out, *state, "o"), 0);
	unit_ends(0, fb_cmd_export, "export", "--format", "folded", "--phase", "p5b", "-q", RUN);
	unit_has(unit_out, "net_rx_action;process_backlog;");
	assert_string_equal(unit_err, "");
	unit_ends(0, fb_cmd_export, "export", "-f", "csv", "--root", "neigh_xmit", "-o", out, RUN);
	assert_string_equal(unit_out, "");
	text = unit_read(out);
	unit_has(text, "neigh_resolve_output");
	unit_has_not(text, "ip_rcv");
	free(text);
	/* Oddities in the calls are reported, but not with -q. */
	unit_ends(0, fb_cmd_export, "export", "-v", "-f", "ftrace", RUN "/record.trace");
	unit_has(unit_err, "calls without a duration");
	unit_has(unit_err, "calls whose opening line is not in the text: 3");
	unit_ends(0, fb_cmd_export, "export", "-q", "-f", "ftrace", RUN "/record.trace");
	assert_string_equal(unit_err, "");
}

static void what_cannot_be_exported(void **state)
{
	char out[FB_PATH_MAX];

	assert_int_equal(fb_join(out, *state, "o"), 0);
	unit_refuses(2, "--format: 'png': expected one of chrome, ", fb_cmd_export, "export",
		     "--format", "png", RUN);
	unit_refuses(2, "--format FORMAT is missing", fb_cmd_export, "export", RUN);
	unit_refuses(2, "INPUT is missing", fb_cmd_export, "export", "--format", "csv");
	unit_refuses(2, "--phase and --root are for calls", fb_cmd_export, "export", "--format",
		     "kcidb", "--phase", "p8", RUN);
	unit_refuses(2, "--path needs --format=folded or svg", fb_cmd_export, "export", "--format",
		     "csv", "--path", "esp", RUN);
	unit_refuses(2, "--origin: 'A:b' has other characters than a-z, 0-9 and _", fb_cmd_export,
		     "export", "--format", "kcidb", "--origin", "A:b", RUN);
	unit_refuses(1, "a trace, and --path and --weight are of profile.json", fb_cmd_export,
		     "export", "--format", "svg", "--path", "esp", RUN);
	unit_refuses(1, "prices have no calls: --phase and --root choose calls", fb_cmd_export,
		     "export", "--format", "folded", "--root", "ip_rcv", FIXTURES "/bench.json");
	unit_refuses(1, "/nowhere", fb_cmd_export, "export", "--format", "csv", "/nowhere");
	unit_refuses(1, "/nowhere/o: No such file", fb_cmd_export, "export", "--format", "csv",
		     "-o", "/nowhere/o", RUN);
	unit_refuses(1, "p7", fb_cmd_export, "export", "--format", "csv", "--phase", "p7", "-o",
		     out, RUN);
	assert_int_equal(access(out, F_OK), -1);
}

static void a_page_out_of_documents(void **state)
{
	char page[FB_PATH_MAX], *in = unit_copy(FIXTURES "/bench.json", *state, "b/bench.json"),
				*text;

	unit_ends(0, fb_cmd_report, "report", in);
	assert_int_equal(fb_join(page, *state, "b/report.html"), 0);
	unit_has(unit_err, page);
	text = unit_read(page);
	unit_has(text, "flowbench.bench/2");
	free(text);
	assert_int_equal(unlink(page), 0);
	*strrchr(in, '/') = '\0';
	unit_ends(0, fb_cmd_report, "report", "-v", in);
	assert_int_equal(access(page, F_OK), 0);
	/* A page of flowbench is replaced, a user's own only if it is named. */
	unit_ends(0, fb_cmd_report, "report", "-q", in);
	unit_put(in, "report.html", "mine");
	unit_refuses(1, "/b/report.html is not of flowbench", fb_cmd_report, "report", in);
	text = unit_read(page);
	assert_string_equal(text, "mine");
	free(text);
	unit_ends(0, fb_cmd_report, "report", "-q", "-o", page, in);
	assert_int_equal(fb_join(page, *state, "mine.html"), 0);
	unit_ends(0, fb_cmd_report, "report", "--quiet", "-o", page, in, RUN);
	assert_string_equal(unit_err, "");
	text = unit_read(page);
	unit_has(text, "flowbench.results/1");
	free(text);
}

/* A part that is refused is named, on the page and beside it, and the others are shown. */
static void a_page_of_which_a_part_is_refused(void **state)
{
	char page[FB_PATH_MAX], *in = unit_copy(FIXTURES "/bench.json", *state, "b/bench.json"),
				*text;

	unit_put(*state, "b/validate.json", "{\"schema\": \"flowbench.validate/1\"}");
	*strrchr(in, '/') = '\0';
	assert_int_equal(fb_join(page, *state, "page.html"), 0);
	unit_ends(2, fb_cmd_report, "report", "-q", "-o", page, in);
	unit_has(unit_err, "b/validate.json: kernel: expected a text of from 1 ");
	text = unit_read(page);
	unit_has(text, "data-error=\"kernel: expected a text");
	unit_has(text, "flowbench.bench/2");
	free(text);
}

static void a_page_of_nothing(void **state)
{
	char said[FB_PATH_MAX + 64];

	unit_refuses(1, "report: ", fb_cmd_report, "report", *state);
	unit_put(*state, "results.json", "{");
	snprintf(said, sizeof(said),
		 "nothing can be shown of %s/results.json: line 1: ", (const char *)*state);
	unit_refuses(2, said, fb_cmd_report, "report", *state);
	unit_refuses(1, "/nowhere/x.html: No such file", fb_cmd_report, "report", "-o",
		     "/nowhere/x.html", RUN);
	setenv("FLOWBENCH_ROOT", *state, 1);
	unit_refuses(1, "out/latest", fb_cmd_report, "report");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(scenarios_are_listed),
		UNIT_IN_FOLDER(paths_are_listed_behind_what_they_replace),
		UNIT_IN_FOLDER(data_that_is_wrong_is_said),
		UNIT_IN_FOLDER(versions_and_fingerprint),
		UNIT_IN_FOLDER(where_instructions_are_spent),
		UNIT_IN_FOLDER(a_profile_of_which_a_part_is_missing),
		UNIT_IN_FOLDER(a_record_without_end),
		UNIT_IN_FOLDER(what_was_recorded_in_other_forms),
		UNIT_IN_FOLDER(what_cannot_be_exported),
		UNIT_IN_FOLDER(a_page_out_of_documents),
		UNIT_IN_FOLDER(a_page_of_which_a_part_is_refused),
		UNIT_IN_FOLDER(a_page_of_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
