// SPDX-License-Identifier: GPL-2.0
/*
 * flowbench run and trace with a tracefs of plain files and a lab that is a script. During the traffic, the recorded
 * trace of tests/fixtures/run appears.
 */
#include "unit_net.h"
#include "unit_session.h"

#include <tracefs.h>

#include "system/lab.h"
#include "traffic/programs.h"
#include "why/summary_json.h"
#include "unit_files.h"

#define RECORD	FIXTURES "/run/record.trace"
#define DEBUGFS "/sys/kernel/debug"
/* /run is a file system of the test. libtracefs keeps the first path that it was given. */
#define TRACING "/run/tracing"

static bool there;
static int traffic_status;
static unsigned int traffic_runs;

static int set_up(void **state)
{
	(void)state;
	there = !unit_net() && !unit_mount(DEBUGFS);
	return 0;
}

/* libtracefs's own function looks where tracefs is mounted, whatever path it was given. */
bool tracefs_file_exists(struct tracefs_instance *instance, const char *name)
{
	char path[FB_PATH_MAX];

	(void)instance;
	assert_int_equal(fb_join(path, TRACING, name), 0);
	return !access(path, F_OK);
}

/* Returns the fixture's trace, with this test's namespace in place of the gateway's. */
static char *recorded(void)
{
	char *text = unit_read(RECORD), *at, number[16];
	unsigned long inode;

	assert_int_equal(fb_netns_inode("fb-unit-client", &inode), 0);
	snprintf(number, sizeof(number), "%10lu", inode);
	for (at = text; (at = strstr(at, "ns=4026532290")); at += 13)
		memcpy(at + 3, number, 10);
	return text;
}

static void file_is(const char *dir, const char *name, const char *wanted)
{
	char *text = unit_read(unit_path(dir, name));

	assert_string_equal(text, wanted);
	free(text);
}

/* Replaces the function of userspace/traffic/programs.c. */
int fb_traffic_run(const char *spec, struct fb_error *error)
{
	char *text = recorded();

	assert_string_equal(spec, "as was recorded");
	traffic_runs++;
	/* Once more for the reasons: nothing is recorded then. */
	if (question.opened) {
		file_is(TRACING, "current_tracer", "nop");
		free(text);
		return traffic_status ? fb_error(error, traffic_status, "nobody answers") : 0;
	}
	file_is(TRACING, "current_tracer", "function_graph");
	file_is(TRACING, "set_graph_function", "net_rx_action");
	file_is(TRACING, "options/funcgraph-irqs", "1");
	file_is(TRACING, "options/funcgraph-retval", "1");
	unit_put(TRACING, "trace", text);
	free(text);
	return traffic_status ? fb_error(error, traffic_status, "nobody answers") : 0;
}

static const char lab[] =
	"#!/bin/sh\n"
	"[ \"$1\" != env ] || printf 'NS=fb-unit-client\\nDEV=wan0\\nNIC=virtio\\n'\n"
	"[ ! -e \"$FLOWBENCH_ROOT/lab-fails-$1\" ]\n";
static const char scenario[] =
	"title = what was recorded\ntopology = made\nnetns = $NS\n"
	"traffic = as was recorded\ngraph = net_rx_action\n"
	"[p5a]\npath = local\nlabel = in\npacket = dev=$DEV proto=esp\n"
	"root = net_rx_action\nexpect = xfrm_input > esp_input\nrefuse = ip_forward\n"
	"[p5b]\npath = fast\nlabel = out\npacket = dev=$DEV proto=tcp flags=A\n"
	"root = net_rx_action\nexpect = nf_flow_offload_ip_hook > neigh_xmit\n"
	"refuse = nf_conntrack_in\n";

static void begin(const char *dir)
{
	if (!there)
		unit_skip(unit_lack);
	traffic_status = 0;
	traffic_runs = 0;
	question = (struct made_question){ .opened = 0 };
	setenv("FLOWBENCH_ROOT", dir, 1);
	assert_int_equal(unit_remove_tree(TRACING), 0);
	unit_put(TRACING, "available_tracers", "function_graph function nop\n");
	unit_put(
		TRACING, "available_filter_functions",
		"net_rx_action\nneigh_xmit\nnf_flow_offload_ip_hook [nf_flow_table]\nudp_sendmsg\n");
	unit_put(TRACING, "current_tracer", "nop");
	unit_put(TRACING, "tracing_on", "1");
	unit_put(TRACING, "buffer_size_kb", "1408");
	unit_put(TRACING, "set_graph_function", "");
	unit_put(TRACING, "trace", "what was before\n");
	unit_put(TRACING, "options/funcgraph-irqs", "0");
	unit_put(TRACING, "options/funcgraph-retval", "0");
	unit_put(TRACING, "options/overwrite", "1");
	unit_put(TRACING, "events/flowbench/packet/enable", "0");
	unit_put(TRACING, "per_cpu/cpu0/stats", "entries: 0\noverrun: 0\ndropped events: 0\n");
	tracefs_set_tracing_dir((char[]){ TRACING });
	unit_put(DEBUGFS, "flowbench/version", "1\n");
	assert_int_equal(chmod(unit_put(dir, "netns-lab/lab", lab), 0755), 0);
	unit_put(dir, "userspace/data/scenarios/made", scenario);
}

/* The tracer's files must be as in a kernel that does not trace. */
static void all_is_as_before(void)
{
	file_is(TRACING, "current_tracer", "nop");
	file_is(TRACING, "set_graph_function", "");
	file_is(TRACING, "events/flowbench/packet/enable", "0");
	file_is(TRACING, "options/overwrite", "1");
	file_is(TRACING, "options/funcgraph-irqs", "0");
	file_is(TRACING, "options/funcgraph-retval", "0");
	file_is(TRACING, "tracing_on", "1");
	file_is(TRACING, "buffer_size_kb", "1408");
	file_is(TRACING, "trace", "");
}

static void each_phase_is_cut_and_proved(void **state)
{
	json_t *js, *phase, *doc;
	char *text;
	size_t i;

	begin(*state);
	unit_ends(0, fb_cmd_run, "run", "--out", unit_path(*state, "out/r"), "made");
	unit_has(unit_out, "p5a    local        286    ");
	unit_has(unit_out, "  2/2    in\n");
	unit_has(unit_out, "p5b    fast         135    ");
	all_is_as_before();
	file_is(*state, "out/r/functions",
		"neigh_xmit\nnet_rx_action\nnf_flow_offload_ip_hook\nudp_sendmsg\n");
	text = unit_read(unit_path(*state, "out/r/results.json"));
	js = unit_json(text);
	free(text);
	assert_string_equal(json_string_value(json_object_get(json_object_get(js, "lab"), "nic")),
			    "virtio");
	/* The calls must be those in the fixture's results. */
	doc = json_load_file(FIXTURES "/run/results.json", 0, NULL);
	json_array_foreach(json_object_get(js, "phases"), i, phase)
	{
		json_t *then = json_array_get(json_object_get(doc, "phases"), i);

		assert_true(json_equal(json_object_get(phase, "lines"),
				       json_object_get(then, "lines")));
		assert_true(json_equal(json_object_get(phase, "total"),
				       json_object_get(then, "total")));
		assert_true(
			json_equal(json_object_get(phase, "cut"), json_object_get(then, "cut")));
	}
	assert_int_equal(i, 2);
	json_decref(doc);
	json_decref(js);
	text = unit_read(unit_path(*state, "out/r/made/p5b.trace"));
	unit_has(text, "# phase=p5b\n# label=out\n# packet=packet: ns=");
	unit_has(text, "neigh_xmit");
	free(text);
}

static void reasons_are_asked_last(void **state)
{
	char *text, *plain;
	json_t *js;

	begin(*state);
	unit_ends(0, fb_cmd_run, "run", "--out", unit_path(*state, "out/plain"), "made");
	assert_int_equal(question.opened, 0);
	assert_int_equal(traffic_runs, 1);
	assert_int_equal(access(unit_path(*state, "out/plain/why.json"), F_OK), -1);
	unit_has_not(unit_out, "connections: ");
	begin(*state);
	unit_put(*state, "fingerprint", "machine=vm\nkernel=6.12.0\n");
	unit_ends(0, fb_cmd_run, "run", "--why", "--out", unit_path(*state, "out/r"), "made");
	assert_int_equal(traffic_runs, 2);
	assert_int_equal(question.opened, 1);
	assert_int_equal(question.closed, 1);
	/* The gateway's namespace, as the lab names it. */
	unit_has(unit_out, "connections: 5 tracked, 0 offloaded; ");
	unit_has(strstr(unit_out, "p5b"), "device wg0");
	js = json_load_file(unit_path(*state, "out/r/why.json"), 0, NULL);
	assert_int_equal(fb_json_check(js, &fb_why_schema, NULL), 0);
	assert_string_equal(json_string_value(json_object_get(js, "scenario")), "made");
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(js, "fingerprint"), "kernel")),
		"6.12.0");
	json_decref(js);
	/* What is recorded is the same with and without it. */
	text = unit_read(unit_path(*state, "out/r/record.trace"));
	plain = unit_read(unit_path(*state, "out/plain/record.trace"));
	assert_string_equal(text, plain);
	free(text);
	free(plain);
	all_is_as_before();
}

static void reasons_that_cannot_be_had(void **state)
{
	begin(*state);
	question.refused = -EBUSY;
	unit_refuses(1, "flowbench: run: another one is running\n", fb_cmd_run, "run", "--why",
		     "--out", unit_path(*state, "out/r"), "made");
	assert_int_equal(access(unit_path(*state, "out/r"), F_OK), -1);
	begin(*state);
	question.broken = -EINTR;
	unit_refuses(1, "flowbench: run: the ruleset changed\n", fb_cmd_run, "run", "--why",
		     "--out", unit_path(*state, "out/r"), "made");
	assert_int_equal(question.closed, 1);
}

static void a_path_that_is_not_proved(void **state)
{
	char text[2048];

	begin(*state);
	snprintf(text, sizeof(text),
		 "%sexpect = ip_forward > ip_output\nrefuse = neigh_xmit\n"
		 "returns = nf_flow_offload_ip_hook 2 NF_STOLEN\n",
		 scenario);
	unit_put(*state, "userspace/data/scenarios/made", text);
	unit_ends(1, fb_cmd_run, "run", "--out", unit_path(*state, "out/r"), "made");
	unit_has(unit_err, "made/p5b: 'ip_forward > ip_output' does not stand in the trace\n");
	unit_has(unit_err, "made/p5b: 'neigh_xmit' stands in the trace and must not\n");
	unit_has(
		unit_err,
		"made/p5b: nothing says what was returned: 'nf_flow_offload_ip_hook 2 NF_STOLEN'\n");
	unit_has(unit_out, "  2/5    out\n");
	/* There must be a result all the same. */
	assert_int_equal(access(unit_path(*state, "out/r/results.json"), F_OK), 0);
}

static void a_phase_that_does_not_come(void **state)
{
	char text[2048], *kept;

	begin(*state);
	snprintf(
		text, sizeof(text),
		"%s[p6]\npath = slow\nlabel = none\npacket = dev=$DEV proto=udp\nroot = net_rx_action\nexpect = ip_forward\n",
		scenario);
	unit_put(*state, "userspace/data/scenarios/made", text);
	unit_refuses(1, "p6", fb_cmd_run, "run", "--out", unit_path(*state, "out/r"), "made");
	assert_int_equal(access(unit_path(*state, "out/r"), F_OK), -1);
	assert_int_equal(rmdir(unit_path(*state, "out")), 0);
	/* With --keep, the files written so far must stay. */
	unit_ends(1, fb_cmd_run, "run", "--keep", "--out", unit_path(*state, "out/r"), "made");
	kept = strstr(unit_err, "what there is of the run is in ");
	assert_non_null(kept);
	kept += strlen("what there is of the run is in ");
	kept[strcspn(kept, "\n")] = '\0';
	unit_has(kept, "out/r.");
	assert_int_equal(access(unit_path(kept, "record.trace"), F_OK), 0);
}

static void a_folder_of_the_user_stays(void **state)
{
	char out[FB_PATH_MAX];

	begin(*state);
	strcpy(out, unit_path(*state, "out"));
	unit_put(out, "notes", "mine");
	unit_refuses(1, "/out: not a result", fb_cmd_run, "run", "--out", out, "made");
	assert_int_equal(traffic_runs, 0);
	file_is(*state, "out/notes", "mine");
	/* The name that it had until the end is not touched, either. */
	unit_put(*state, "r.partial/notes", "mine");
	unit_ends(0, fb_cmd_run, "run", "--out", unit_path(*state, "r"), "made");
	file_is(*state, "r.partial/notes", "mine");
	unit_ends(0, fb_cmd_run, "run", "--out", unit_path(*state, "r/"), "made");
	assert_int_equal(access(unit_path(*state, "r/results.json"), F_OK), 0);
}

static void latest_is_a_link(void **state)
{
	char target[FB_PATH_MAX] = "", was[FB_PATH_MAX];

	begin(*state);
	assert_non_null(getcwd(was, sizeof(was)));
	assert_int_equal(chdir(*state), 0);
	unit_ends(0, fb_cmd_run, "run", "made");
	assert_true(readlink("out/latest", target, sizeof(target)) > 0);
	assert_int_equal(strncmp(target, "made-", 5), 0);
	assert_int_equal(access("out/latest/results.json", F_OK), 0);
	assert_int_equal(unlink("out/latest"), 0);
	unit_put(*state, "out/latest", "mine");
	begin(*state);
	unit_refuses(1, "out/latest is not a link", fb_cmd_run, "run", "made");
	assert_int_equal(traffic_runs, 0);
	file_is(*state, "out/latest", "mine");
	assert_int_equal(chdir(was), 0);
}

static void what_goes_wrong_is_said_and_undone(void **state)
{
	char out[FB_PATH_MAX];

	begin(*state);
	strcpy(out, unit_path(*state, "out/r"));
	unit_put(*state, "lab-fails-up", "");
	unit_refuses(1, "the lab made did not come up", fb_cmd_run, "run", "--out", out, "made");
	unlink(unit_put(*state, "lab-fails-up", ""));
	traffic_status = -ETIMEDOUT;
	unit_refuses(1, "nobody answers", fb_cmd_run, "run", "--out", out, "made");
	all_is_as_before();
	traffic_status = 0;
	unit_put(TRACING, "per_cpu/cpu0/stats", "entries: 0\noverrun: 7\ndropped events: 1\n");
	unit_refuses(1, "the kernel lost 8 events", fb_cmd_run, "run", "--out", out, "made");
	all_is_as_before();
	unit_put(TRACING, "per_cpu/cpu0/stats", "entries: 0\n");
	unit_put(TRACING, "available_filter_functions", "other\n");
	unit_refuses(1, "this kernel can trace none of: net_rx_action", fb_cmd_run, "run", "--out",
		     out, "made");
	unit_put(*state, "userspace/data/scenarios/made", strstr(scenario, "[p5b]"));
	unit_refuses(2, "made", fb_cmd_run, "run", "--out", out, "made");
	unit_refuses(2, "SCENARIO is missing", fb_cmd_run, "run");
	unit_refuses(2, "--nic: 'e1000': expected one of veth, virtio, igb", fb_cmd_run, "run",
		     "--nic", "e1000", "made");
}

static void a_kernel_that_cannot(void **state)
{
	begin(*state);
	unit_put(TRACING, "current_tracer", "function\n");
	unit_refuses(1, "current_tracer holds 'function': somebody is tracing", fb_cmd_run, "run",
		     "made");
	unit_put(TRACING, "available_tracers", "nop\n");
	unit_refuses(1, "this kernel has no function_graph", fb_cmd_run, "run", "made");
	unlink(unit_put(TRACING, "events/flowbench/packet/enable", ""));
	unit_ends(1, fb_cmd_trace, "trace", "--", "true");
	unit_has(unit_err, "not loaded");
	unit_has(unit_err, "this kernel has no function_graph");
}

/* Returns a command during which the simulated kernel records. */
static char *command(const char *dir)
{
	char text[FB_PATH_MAX * 2], *trace = recorded(), *path;

	unit_put(dir, "recorded", trace);
	free(trace);
	snprintf(text, sizeof(text),
		 "#!/bin/sh\ncp '%s/recorded' " TRACING "/trace\nexit ${1:-0}\n", dir);
	path = unit_put(dir, "command", text);
	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

static void a_commands_packets(void **state)
{
	char *sh, *out, *split, *text;

	begin(*state);
	sh = command(*state);
	out = unit_path(*state, "all.trace");
	split = unit_path(*state, "trees");
	unit_ends(0, fb_cmd_trace, "trace", "--root", "net_rx_action", "--netns", "fb-unit-client",
		  "-o", out, "--split", split, "--", sh);
	unit_has(unit_out, "  nr     line  calls  traced us  batch  packet\n");
	unit_has(unit_out, "dev=wan0 ifindex=4 len=96 proto=esp");
	unit_has_not(unit_out, "dev=eth0");
	unit_has(unit_err, "and 1 other packets");
	unit_has(unit_err, "2 trees in ");
	text = unit_read(unit_path(*state, "trees/2.trace"));
	unit_has(text, "neigh_xmit");
	free(text);
	assert_int_equal(access(unit_path(*state, "trees/functions"), F_OK), 0);
	all_is_as_before();
	/* The status must be the command's, and the trace must be kept. */
	unit_ends(3, fb_cmd_trace, "trace", "--root", "net_rx_action", "-o",
		  unit_path(*state, "b.trace"), "--", sh, "3");
	unit_has(unit_out, "dev=eth0");
}

/* Nothing is recorded if its files could not be written. */
static void traces_of_the_user_stay(void **state)
{
	char *sh, split[FB_PATH_MAX];

	begin(*state);
	sh = command(*state);
	strcpy(split, unit_path(*state, "trees"));
	unit_put(split, "7.trace", "mine\n");
	unit_refuses(1, "trees/7.trace was not written by flowbench trace --split", fb_cmd_trace,
		     "trace", "--root", "net_rx_action", "-o", unit_path(*state, "all"), "--split",
		     split, "--", sh);
	file_is(*state, "trees/7.trace", "mine\n");
	unit_put(*state, "others/functions", "mine\n");
	unit_refuses(1, "others/functions was not written by flowbench trace --split", fb_cmd_trace,
		     "trace", "--root", "net_rx_action", "-o", unit_path(*state, "all"), "--split",
		     unit_path(*state, "others"), "--", sh);
	unit_refuses(1, "/no/where: No such file", fb_cmd_trace, "trace", "-o", "/no/where", "--",
		     sh);
	assert_int_equal(mkfifo(unit_path(*state, "fifo"), 0600), 0);
	unit_refuses(1, "/fifo: give the name of a file", fb_cmd_trace, "trace", "-o",
		     unit_path(*state, "fifo"), "--", sh);
	file_is(TRACING, "trace", "what was before\n");
}

static void a_command_without_packets(void **state)
{
	char *sh, *out;

	begin(*state);
	sh = command(*state);
	out = unit_path(*state, "all.trace");
	unit_ends(1, fb_cmd_trace, "trace", "--root", "net_rx_action", "--dev", "lan7", "-o", out,
		  "--", sh);
	unit_has(unit_err, "no packet was received from lan7");
	unit_has(unit_err, "received were: ");
	unit_ends(1, fb_cmd_trace, "trace", "--root", "udp_sendmsg", "-o", out, "--", sh);
	unit_has(unit_err, "no packet was received while the command ran");
	unit_has(unit_err, "3 packets are in no call of: udp_sendmsg");
	unit_refuses(1, "this kernel can trace none of: tcp_ack (no such function", fb_cmd_trace,
		     "trace", "--root", "tcp_ack", "-o", out, "--", sh);
	unit_ends(127, fb_cmd_trace, "trace", "--root", "net_rx_action", "-o", out, "--",
		  "/no/such/command");
	unit_has(unit_err, "/no/such/command: cannot be run");
	unit_refuses(1, "network namespace none: No such file", fb_cmd_trace, "trace", "--netns",
		     "none", "--", "true");
	unit_refuses(2, "--buffer: '5000'", fb_cmd_trace, "trace", "--buffer", "5000", "--",
		     "true");
	unit_refuses(2, "no command to run", fb_cmd_trace, "trace");
	unit_put(TRACING, "per_cpu/cpu0/stats", "x\noverrun: 7\n");
	unit_refuses(1, "try --buffer 96", fb_cmd_trace, "trace", "--root", "net_rx_action", "-o",
		     out, "--", sh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(each_phase_is_cut_and_proved),
		UNIT_IN_FOLDER(reasons_are_asked_last),
		UNIT_IN_FOLDER(reasons_that_cannot_be_had),
		UNIT_IN_FOLDER(a_path_that_is_not_proved),
		UNIT_IN_FOLDER(a_phase_that_does_not_come),
		UNIT_IN_FOLDER(a_folder_of_the_user_stays),
		UNIT_IN_FOLDER(latest_is_a_link),
		UNIT_IN_FOLDER(what_goes_wrong_is_said_and_undone),
		UNIT_IN_FOLDER(a_kernel_that_cannot),
		UNIT_IN_FOLDER(a_commands_packets),
		UNIT_IN_FOLDER(traces_of_the_user_stay),
		UNIT_IN_FOLDER(a_command_without_packets),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
