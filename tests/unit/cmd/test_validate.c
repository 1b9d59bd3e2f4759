// SPDX-License-Identifier: GPL-2.0
/* flowbench validate with simulated checks, and with plain files in place of debugfs. */
#include "unit_net.h"

#include "system/debugfs.h"
#include "scenario/return_hooks.h"

#define DEBUGFS "/sys/kernel/debug"

static bool there;

static int set_up(void **state)
{
	(void)state;
	there = !unit_unshare() && !unit_mount(DEBUGFS);
	return 0;
}

/* Replaces the script that runs a check: prints the lines of the check's file. */
static const char run[] =
	"#!/bin/bash\nsed -n 's/^#! //p' \"$FLOWBENCH_ROOT/userspace/data/checks/$1.sh\"\n"
	"exit \"$(sed -n 's/^#? //p' \"$FLOWBENCH_ROOT/userspace/data/checks/$1.sh\")\"\n";

static void begin(const char *dir)
{
	if (!there)
		unit_skip(unit_lack);
	setenv("FLOWBENCH_ROOT", dir, 1);
	unit_put(
		DEBUGFS, "flowbench/hooks",
		"ip_forward ip_forward on fprobe 5 verdict 0 -\nnf_hook_slow - off - 0 verdict 0 -\n");
	unit_put(dir, "userspace/data/checks/run", run);
	unit_put(dir, "userspace/data/checks/lib.sh", "");
	unit_put(dir, "userspace/data/checks/tried", "5.10 6.1\n");
	unit_put(
		dir, "userspace/data/checks/taken-udp.sh",
		"# proves: a flow is taken\n# SPDX\n"
		"#! claim\thook\tfast\t=\t10\t10\n#! claim\tnft\tforwarded\t=\t0\t0\n#! end\n#? 0\n");
	unit_put(
		dir, "userspace/data/checks/taken-tcp.sh",
		"# proves: and so is this\n# SPDX\n"
		"#! claim\thook\tfast\t=\t10\t9\n#! claim\tnft\tforwarded\t=\t0\t1\n#! end\n#? 0\n");
	unit_put(dir, "userspace/data/checks/kept-vlan.sh",
		 "# proves: it is kept\n# SPDX\n#! skip\tno module 8021q\n#? 0\n");
	unit_put(dir, "userspace/data/checks/kept-new.sh",
		 "# proves: it is kept\n# SPDX\n# since: 99.1 nobody has it\n#! end\n#? 0\n");
	unit_put(dir, "userspace/data/checks/ends-odd.sh",
		 "# proves: it ends\n# SPDX\n#! what is this\n#? 0\n");
}

static void one_file_for_both(void **state)
{
	char *path, again[FB_PATH_MAX + 16];

	begin(*state);
	path = unit_put(*state, "there", "old");
	snprintf(again, sizeof(again), "%s/./there", (const char *)*state);
	unit_refuses(2, "--json and --tap are one file, ", fb_cmd_validate, "validate", "--json",
		     path, "--tap", again);
	unlink(path);
	unit_refuses(2, "--json and --tap are one file, ", fb_cmd_validate, "validate", "--json",
		     path, "--tap", again);
}

static void checks_are_listed_by_family(void **state)
{
	begin(*state);
	unit_ends(0, fb_cmd_validate, "validate", "--list");
	unit_has(unit_out, "ends-odd                     it ends\nkept-new ");
	unit_ends(0, fb_cmd_validate, "validate", "--list", "taken", "kept-vlan");
	assert_string_equal(unit_out, "kept-vlan                    it is kept\n"
				      "taken-tcp                    and so is this\n"
				      "taken-udp                    a flow is taken\n");
	/* Two machines share the checks: each check runs on one of them. */
	unit_ends(0, fb_cmd_validate, "validate", "--list", "--part", "2/2", "taken");
	assert_string_equal(unit_out, "taken-udp                    a flow is taken\n");
	unit_refuses(2, "no check 'tak'", fb_cmd_validate, "validate", "--list", "tak");
	unit_refuses(2, "--part: '3/2' is not K/N", fb_cmd_validate, "validate", "--part", "3/2");
	/* Of 4294967293 parts the first one is one check. */
	unit_refuses(2, "--part: '1/-3' is not K/N", fb_cmd_validate, "validate", "--part", "1/-3");
	unit_refuses(2, "--part: ' 1/+3' is not K/N", fb_cmd_validate, "validate", "--part",
		     " 1/+3");
}

static void each_does_what_it_should(void **state)
{
	begin(*state);
	unit_ends(0, fb_cmd_validate, "validate", "taken-udp");
	unit_has(unit_out, "TAP version 13\n1..1\n");
	unit_has(unit_out, "ok 1 - taken-udp: a flow is taken\n");
	unit_has(unit_out,
		 "# 1 passed, 0 failed, 0 known to fail, 0 not in this kernel, 0 skipped\n");
	/* Hooks that were on before must stay on. */
	unit_ends(1, fb_cmd_validate, "validate");
	unit_has(unit_out, "not ok 1 - ends-odd");
	unit_has(unit_out, "not a record: what is this");
	unit_has(unit_out, "ok 2 - kept-new: it is kept # SKIP");
	unit_has(unit_out, "ok 3 - kept-vlan: it is kept # SKIP no module 8021q\n");
	unit_has(unit_out, "not ok 4 - taken-tcp");
	unit_has(unit_out, "hook  fast: expected = 10, counted 9\n");
	unit_has(unit_out,
		 "# 1 passed, 2 failed, 0 known to fail, 1 not in this kernel, 1 skipped\n");
}

static void a_skip_is_a_failure_where_that_is_wanted(void **state)
{
	begin(*state);
	unit_ends(0, fb_cmd_validate, "validate", "kept");
	unit_ends(1, fb_cmd_validate, "validate", "--strict", "kept");
	unit_has(unit_out, "not ok 2 - kept-vlan");
	unit_has(unit_out, "ok 1 - kept-new: it is kept # SKIP");
}

static void as_json_and_ktap_in_files(void **state)
{
	json_t *js, *check;
	char *text;

	begin(*state);
	unit_ends(1, fb_cmd_validate, "validate", "--json", "-", "taken", "kept");
	js = unit_json(unit_out);
	assert_string_equal(json_string_value(json_object_get(js, "schema")),
			    "flowbench.validate/1");
	assert_int_equal(json_array_size(json_object_get(js, "checks")), 4);
	check = json_array_get(json_object_get(js, "checks"), 2);
	assert_string_equal(json_string_value(json_object_get(check, "name")), "taken-tcp");
	assert_string_equal(json_string_value(json_object_get(check, "outcome")), "failed");
	assert_true(json_is_false(
		json_object_get(json_array_get(json_object_get(check, "claims"), 0), "held")));
	check = json_array_get(json_object_get(js, "checks"), 1);
	assert_string_equal(json_string_value(json_object_get(check, "why")), "no module 8021q");
	json_decref(js);
	unit_ends(0, fb_cmd_validate, "validate", "--tap", unit_path(*state, "tap"), "taken-udp");
	assert_string_equal(unit_out, "");
	text = unit_read(unit_path(*state, "tap"));
	unit_has(text, "ok 1 - taken-udp");
	free(text);
	unit_ends(0, fb_cmd_validate, "validate", "--json", unit_path(*state, "json"), "taken-udp");
	text = unit_read(unit_path(*state, "json"));
	json_decref(unit_json(text));
	free(text);
	/* Before the first check runs */
	unit_refuses(2, "/nowhere/x: No such file", fb_cmd_validate, "validate", "--json",
		     "/nowhere/x", "taken-udp");
	unit_refuses(2, "/nowhere/x: No such file", fb_cmd_validate, "validate", "--tap",
		     "/nowhere/x", "taken-udp");
}

static void checks_that_cannot_be_read(void **state)
{
	begin(*state);
	unit_put(*state, "userspace/data/checks/taken-bad.sh", "# SPDX\n");
	unit_refuses(2, "taken-bad.sh: ", fb_cmd_validate, "validate", "--list");
	unlink(unit_path(*state, "userspace/data/checks/tried"));
	unit_refuses(2, "userspace/data/checks/tried: No such file", fb_cmd_validate, "validate",
		     "--list");
	setenv("FLOWBENCH_ROOT", "/nowhere", 1);
	unit_refuses(2, "/nowhere/userspace/data/checks: No such file", fb_cmd_validate,
		     "validate");
}

static void a_file_of_two_checks(void **state)
{
	begin(*state);
	unit_put(*state, "userspace/data/checks/taken-b46-x.sh",
		 "# proves: IPv$V is taken\n# SPDX\n# for: 4 6\n");
	unit_put(*state, "userspace/data/checks/taken-b46.sh",
		 "# proves4: IPv4 is taken\n# proves6: IPv6, too\n# for: 4 6\n");
	unit_ends(0, fb_cmd_validate, "validate", "--list", "taken");
	/* In the order of files NAME.sh */
	assert_string_equal(unit_out, "taken-b4-x                   IPv4 is taken\n"
				      "taken-b4                     IPv4 is taken\n"
				      "taken-b6-x                   IPv6 is taken\n"
				      "taken-b6                     IPv6, too\n"
				      "taken-tcp                    and so is this\n"
				      "taken-udp                    a flow is taken\n");
	unit_ends(0, fb_cmd_validate, "validate", "--list", "taken-b6");
	assert_string_equal(unit_out, "taken-b6-x                   IPv6 is taken\n"
				      "taken-b6                     IPv6, too\n");
	unit_refuses(2, "no check 'taken-b46'", fb_cmd_validate, "validate", "taken-b46");
	unit_put(*state, "userspace/data/checks/taken-b6.sh", "# proves: IPv6 again\n");
	unit_refuses(2, "two files are the check 'taken-b6'", fb_cmd_validate, "validate",
		     "--list");
	unit_put(*state, "userspace/data/checks/kept-c46.sh", "# proves: y\n# for: 4, 6\n");
	unit_refuses(2, "kept-c46.sh: line 2: expected '# for: 4 6', found '# for: 4, 6'",
		     fb_cmd_validate, "validate", "--list");
}

static void without_the_module(void **state)
{
	begin(*state);
	unlink(DEBUGFS "/flowbench/hooks");
	unit_refuses(2, "module flowbench is not loaded", fb_cmd_validate, "validate");
	assert_int_equal(fb_benchfs_there(), -ENOENT);
	setenv("FLOWBENCH_ROOT", FB_TOP, 1);
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "1");
	unit_refuses(1, "module flowbench is not loaded", fb_cmd_top, "top", "--once");
}

static void files_of_the_module(void **state)
{
	struct fb_bench_result r;
	char *text;

	begin(*state);
	unit_put(DEBUGFS, "flowbench/bench/run", "");
	unit_put(DEBUGFS, "flowbench/bench/config", "");
	unit_put(DEBUGFS, "flowbench/bench/result", "kind=round\nerror=none\ncycles=77\n");
	assert_int_equal(fb_benchfs_there(), 0);
	assert_int_equal(fb_bench_preflight(), -EBUSY);
	unit_put(DEBUGFS, "flowbench/hooks", "nf_hook_slow - off - 0 verdict 0 -\n");
	assert_int_equal(fb_bench_preflight(), 0);
	/* One key a line, in one write(). */
	assert_int_equal(fb_benchfs_config("dev=in0 sink=out0\tflows=4"), 0);
	assert_int_equal(fb_benchfs_read("bench/config", &text), 0);
	assert_string_equal(text, "dev=in0\nsink=out0\nflows=4\n");
	free(text);
	assert_int_equal(fb_benchfs_config(" \t"), 0);
	assert_int_equal(fb_benchfs_run("round", &r), 0);
	assert_int_equal(r.cycles, 77);
	assert_int_equal(fb_benchfs_read("bench/run", &text), 0);
	assert_string_equal(text, "round");
	free(text);
	unit_put(DEBUGFS, "flowbench/bench/result", "nonsense\n");
	assert_int_equal(fb_benchfs_run("round", &r), -EINVAL);
	unlink(DEBUGFS "/flowbench/bench/result");
	assert_int_equal(fb_benchfs_run("round", &r), -ENOENT);
	assert_int_equal(fb_benchfs_write("none", "1"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(one_file_for_both),
		UNIT_IN_FOLDER(checks_are_listed_by_family),
		UNIT_IN_FOLDER(each_does_what_it_should),
		UNIT_IN_FOLDER(a_skip_is_a_failure_where_that_is_wanted),
		UNIT_IN_FOLDER(as_json_and_ktap_in_files),
		UNIT_IN_FOLDER(checks_that_cannot_be_read),
		UNIT_IN_FOLDER(a_file_of_two_checks),
		UNIT_IN_FOLDER(without_the_module),
		UNIT_IN_FOLDER(files_of_the_module),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
