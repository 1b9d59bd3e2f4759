// SPDX-License-Identifier: GPL-2.0
/* flowbench bench and calibrate with a simulated module and a tracefs of plain files; the lab is a script. */
#include "unit_module.h"

#include <tracefs.h>

#include "price/prices.h"

/* /run is a file system of the test. */
#define TRACING "/run/tracing"

static bool there;

static const char lab[] = "#!/bin/sh\n"
			  "echo \"$@\" >>\"$FLOWBENCH_ROOT/lab.log\"\n"
			  "[ \"$1\" != env ] || echo NS_GATEWAY=fb-unit-client\n"
			  "[ ! -e \"$FLOWBENCH_ROOT/lab-fails-$1\" ]\n";

static const char slow[] = "title    = slow way\n"
			   "prove    = hook ip_forward = all\n"
			   "prove    = nft forwarded = all\n";
static const char fast[] = "title    = fast way\nreplaces = slow\nwith = fast.nft\n"
			   "config = family=4\nverify = expect_ttl=63\n"
			   "prove    = hook nf_flow_offload_ip_hook NF_STOLEN = all\n"
			   "prove    = hook ip_forward = once\n"
			   "prove    = dev lo tx = none\n"
			   "prove    = nft forwarded = all\n";
static const char kept[] = "title    = what was recorded\nrecord = turn.ip\n"
			   "prove    = hook ip_forward = all\n"
			   "prove    = nft forwarded = all\n";

static int set_up(void **state)
{
	(void)state;
	there = !unit_net();
	return 0;
}

static char *script(const char *dir, const char *name, const char *text)
{
	char *path = unit_put(dir, name, text);

	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

/* Makes the test's own data and tools. */
static void begin(const char *dir)
{
	static char path[FB_PATH_MAX * 2];

	if (!there)
		unit_skip(unit_lack);
	setenv("FLOWBENCH_ROOT", dir, 1);
	script(dir, "netns-lab/lab", lab);
	script(dir, "bin/ip", "#!/bin/sh\necho \"$@\" >>\"$FLOWBENCH_ROOT/ip.log\"\n");
	unit_put(dir, "userspace/data/paths/slow", slow);
	unit_put(dir, "userspace/data/paths/fast", fast);
	snprintf(path, sizeof(path), "%s/bin:/usr/bin:/bin", dir);
	setenv("PATH", path, 1);
	made_anew();
}

static char *log_of(const char *dir, const char *name)
{
	char path[FB_PATH_MAX];

	assert_int_equal(fb_join(path, dir, name), 0);
	return unit_read(path);
}

static void each_path_is_proved_and_priced(void **state)
{
	char *text;

	begin(*state);
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "3", "--packets", "100");
	/*
	 * In ns: half of 2000 cycles, and of the clock's 100 in each round of 100 packets. Of the generator's 500, the
	 * first hook at ingress has 50 more than the second.
	 */
	unit_has(
		unit_out,
		"\nslow               ns       1000   226     775     775     775    21  -                -   2/2     60       1     1    1");
	unit_has(
		unit_out,
		"\nfast               ns       1000   226     775     775     775    21  slow          1.00   4/4     60       1     1    1");
	unit_has(unit_out,
		 "own is less the hook at ingress, which paths have not got: 25 ns a packet.\n");
	/* Once for both paths: with none, one and two hooks. */
	assert_int_equal(made.hook_rounds, 3 * FB_HOOK_LEAST_NS);
	assert_int_equal(made.accepting, 0);
	assert_int_equal(made.hook_packets, 100);
	assert_int_equal(made_on(), 0);
	/* Rounds of all flows, and of each of the seven alone. */
	assert_int_equal(made.alone, 0xff);
	assert_int_equal(made.only, 0);
	text = log_of(*state, "lab.log");
	unit_has(text, "up bench --id ");
	unit_has(text, "--with fast.nft --flows 7\n");
	unit_has(text, "down bench --id ");
	free(text);
}

static void as_json_with_all_that_can_be_measured(void **state)
{
	char json[FB_PATH_MAX], *text;
	json_t *js, *point, *span, *hook;

	begin(*state);
	assert_int_equal(fb_join(json, *state, "b.json"), 0);
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "3", "--packets", "100", "--latency",
		  "--hooks", "--verify", "--size", "60", "--batch", "1,8", "--flows", "2", "--json",
		  json, "slow", "fast");
	unit_has(unit_out, "3/3");
	text = unit_read(json);
	js = unit_json(text);
	free(text);
	assert_string_equal(json_string_value(json_object_get(js, "mode")), "ns");
	assert_int_equal(json_array_size(json_object_get(js, "points")), 4);
	assert_string_equal(json_string_value(json_object_get(json_object_get(js, "fingerprint"),
							      FB_PRICES_KEY)),
			    FB_PRICES);
	hook = json_array_get(json_object_get(js, "hooks"), 0);
	assert_true(json_real_value(json_object_get(hook, "cost")) == 25);
	assert_int_equal(json_array_size(json_object_get(json_object_get(hook, "rounds"), "two")),
			 FB_HOOK_LEAST_NS);
	point = json_array_get(json_object_get(js, "points"), 3);
	assert_int_equal(json_integer_value(json_object_get(point, "batch")), 8);
	assert_int_equal(json_integer_value(json_object_get(point, "memory")), 2000);
	assert_true(json_real_value(json_object_get(point, "hook")) == 25);
	/* Of two flows a round has both: one sample a lab. */
	assert_int_equal(json_array_size(json_object_get(json_object_get(point, "rounds"), "own")),
			 9);
	assert_int_equal(json_array_size(json_object_get(point, "samples")), 3);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(point, "latency"), "packets")),
		100);
	assert_true(json_real_value(json_object_get(json_object_get(point, "latency"), "cost")) ==
		    10);
	/* One hook adds 50 cycles of half a ns to a packet. The hook itself measured 64 ticks. */
	assert_int_equal(json_array_size(json_object_get(point, "spans")), 4);
	span = json_array_get(json_object_get(point, "spans"), 1);
	assert_string_equal(json_string_value(json_object_get(span, "function")), "ip_forward");
	assert_true(json_real_value(json_object_get(span, "measuring")) == 25);
	assert_true(json_real_value(json_object_get(span, "inside")) == 64);
	assert_int_equal(json_array_size(json_object_get(point, "proofs")), 5);
	json_decref(js);
	/* What is written is read. */
	unit_ends(0, fb_cmd_bench, "bench", json);
	unit_has(unit_out, "3/3");
}

/* Prices the path "fast" with two proofs: that of hook ip_forward as @hook says, and @proof. */
static void price_fast(void **state, int status, const char *hook, const char *proof)
{
	char text[200];

	begin(*state);
	snprintf(text, sizeof(text), "title = t\nprove = hook ip_forward = %s\nprove = %s\n", hook,
		 proof);
	unit_put(*state, "userspace/data/paths/fast", text);
	unit_ends(status, fb_cmd_bench, "bench", "--rounds", "3", "fast");
}

static void a_path_that_is_not_proved(void **state)
{
	begin(*state);
	made.hook[0].lacks = true;
	made.hook[1].lacks = true;
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "slow");
	unit_has(unit_err, "slow: not proved: too little can be counted on this kernel");
	price_fast(state, 1, "none", "nft forwarded = all");
	unit_has(unit_err, "fast: not proved: 'hook ip_forward = none' counted 1000, not 0\n");
	price_fast(state, 1, "all", "nft nobody = all");
	unit_has(unit_err, "fast: nothing is called 'nobody'");
	price_fast(state, 1, "all", "dev none0 tx = none");
	unit_has(unit_err, "fast: nothing is called 'none0'");
}

/* c0 is a veth, whose driver tells the number of its peer. */
static void a_statistic_of_a_driver(void **state)
{
	price_fast(state, 0, "all", "stat c0 peer_ifindex = none");
	unit_has(unit_out, "   2/2 ");
	price_fast(state, 1, "all", "stat c0 nothing = none");
	unit_has(unit_err, "fast: 'stat c0 nothing = none' cannot be counted\n");
	price_fast(state, 1, "all", "stat none0 x = none");
	unit_has(unit_err, "statistics of none0 cannot be read: No such device\n");
	unit_has(unit_err, "fast: 'stat none0 x = none' cannot be counted\n");
}

static void a_path_that_was_left_meanwhile(void **state)
{
	begin(*state);
	/* One round for the proof, three with end=ingress, three with end=sink; the eighth is the second proof. */
	made.until = 7;
	unit_put(
		*state, "userspace/data/paths/slow",
		"title = t\nprove = hook ip_forward = all\nprove = ct = none\nprove = dev lo tx = none\n");
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "slow");
	unit_has(unit_err, "slow: proved before its rounds, and 2 of 3 after them\n");
}

static void packets_that_are_not_as_they_should_be(void **state)
{
	begin(*state);
	made.bad = 7;
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "--verify", "slow");
	unit_has(unit_err, "slow: 993 of 1000 packets are as they should be: ttl is 64, not 63\n");
}

/* Those before and after the priced ones, which are proved. */
static void two_rounds_have_probes(void **state)
{
	begin(*state);
	unit_ends(0, fb_cmd_bench, "bench", "--labs", "1", "--rounds", "3", "slow");
	assert_int_equal(made.probed, 2);
	assert_true(made.rounds > 2);
	assert_null(strstr(unit_out, "probed"));
}

static void a_round_that_slept(void **state)
{
	unsigned int rounds;

	begin(*state);
	unit_ends(0, fb_cmd_bench, "bench", "--labs", "1", "--rounds", "3", "slow");
	rounds = made.rounds;
	begin(*state);
	made.sleeps = 3;
	unit_ends(0, fb_cmd_bench, "bench", "--labs", "1", "--rounds", "3", "slow");
	assert_int_equal(made.rounds, rounds + 3);
	begin(*state);
	made.sleeps = 4;
	unit_ends(1, fb_cmd_bench, "bench", "--labs", "1", "--rounds", "3", "slow");
	unit_has(
		unit_out,
		"slow: baseline round 1 is not a sample: the generator slept, or another task ran, 1 times within the clock");
}

static void a_round_that_does_not_close(void **state)
{
	begin(*state);
	made.lose = 2;
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "slow");
	unit_has(unit_out,
		 "proof round does not close: arrived 998 of 1000 (dropped 2: NO_ROUTE, kept 0)");
}

/* Then nothing has a price. */
static void a_hook_that_makes_no_sense(void **state)
{
	begin(*state);
	made.hook_loses = 2;
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "slow", "fast");
	unit_has(
		unit_err,
		"hook at ingress: measured round 1 does not close: arrived 998 of 1000 (dropped 2: NO_ROUTE, kept 0)\n");
	unit_has(unit_err, "slow: no price without that of the hook at ingress\n");
	unit_has(unit_err, "fast: no price without that of the hook at ingress\n");
	assert_int_equal(made.rounds, 0);
	begin(*state);
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "3", "--packets", "5k", "slow");
	assert_int_equal(made.hook_packets, FB_HOOK_PACKETS);
	begin(*state);
	made.own = 40;
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "3", "slow");
	unit_has(
		unit_out,
		"* slow: the generator costs 20.05 a packet, no more than the hook at ingress, 25\n");
}

static void flows_that_are_not_answered(void **state)
{
	begin(*state);
	made.unanswered = 1;
	unit_ends(1, fb_cmd_bench, "bench", "--flows", "3", "slow");
	unit_has(unit_err, "slow: warm-up: none, 2 of 3 flows were answered");
	assert_int_equal(made.rounds, 0);
}

static void packets_that_were_recorded(void **state)
{
	char *text;

	begin(*state);
	unit_put(*state, "userspace/data/paths/kept", kept);
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "2", "--batch", "1,8", "kept");
	text = log_of(*state, "ip.log");
	unit_has(text, "-batch ");
	unit_has(text, "topologies/bench/with/turn.ip");
	free(text);
	assert_string_equal(made.input, "recorded");
	/* Each combination gets its own lab. */
	text = log_of(*state, "lab.log");
	assert_non_null(strstr(strstr(text, "up bench") + 1, "up bench"));
	free(text);
	script(*state, "bin/ip", "#!/bin/sh\nexit 1\n");
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "2", "kept");
	unit_has(unit_err, "kept: turn.ip cannot be applied");
}

/* The fingerprint in a bench.json of the path slow. */
static char *kind_of_packets(const char *dir, char *skb)
{
	char json[FB_PATH_MAX], *text, *kind;
	json_t *js;

	assert_int_equal(fb_join(json, dir, "b.json"), 0);
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "2", "--skb", skb, "--json", json, "slow");
	text = unit_read(json);
	js = unit_json(text);
	free(text);
	kind = strdup(
		json_string_value(json_object_get(json_object_get(js, "fingerprint"), "skb")));
	json_decref(js);
	return kind;
}

static void packets_of_a_nic(void **state)
{
	char *kind;

	begin(*state);
	kind = kind_of_packets(*state, "plain");
	assert_string_equal(kind, "plain");
	free(kind);
	assert_string_equal(made.skb, "");
	kind = kind_of_packets(*state, "nic");
	assert_string_equal(kind, "nic");
	free(kind);
	assert_string_equal(made.skb, "nic");
	made.rounds = 0;
	unit_put(*state, "userspace/data/paths/kept", kept);
	unit_put(*state, "userspace/data/paths/sent",
		 "title = t\nconfig = inject=xmit\nprove = hook ip_forward = all\n"
		 "prove = nft forwarded = all\n");
	unit_put(*state, "userspace/data/paths/large",
		 "title = t\nsegments = 45\nprove = hook ip_forward = all\n"
		 "prove = nft forwarded = all\n");
	unit_ends(0, fb_cmd_bench, "bench", "--skb", "nic", "kept", "sent", "large");
	unit_has(unit_err, "kept: left out of --skb nic");
	unit_has(unit_err, "sent: left out of --skb nic");
	unit_has(unit_err, "large: left out of --skb nic");
	assert_int_equal(made.rounds, 0);
}

static void a_lab_that_does_not_come_up(void **state)
{
	begin(*state);
	unit_put(*state, "lab-fails-up", "");
	unit_ends(1, fb_cmd_bench, "bench", "slow");
	unit_has(unit_err, "hook at ingress: the lab did not come up\n");
	unit_has(unit_err, "slow: no price without that of the hook at ingress\n");
	begin(*state);
	unlink(unit_put(*state, "lab-fails-up", ""));
	unit_put(*state, "lab-fails-down", "");
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "2", "slow");
	unit_has(unit_err, "hook at ingress: the lab did not go down\n");
	unlink(unit_put(*state, "lab-fails-down", ""));
	script(*state, "netns-lab/lab",
	       "#!/bin/sh\n[ \"$1\" != env ] || echo NS_GATEWAY=fb-unit-none\n");
	unit_ends(1, fb_cmd_bench, "bench", "slow");
	unit_has(unit_err, "hook at ingress: the lab's namespace: No such file");
	unlink(script(*state, "netns-lab/lab", ""));
	unit_ends(1, fb_cmd_bench, "bench", "slow");
	unit_has(unit_err, "netns-lab/lab: cannot be run");
}

static int check(int argc, char **argv)
{
	return fb_command_check(&fb_cmd_bench, argc, argv);
}

static void options_that_cannot_be(void **state)
{
	begin(*state);
	unit_refuses(2, "--flows", fb_cmd_bench, "bench", "--flows", "0");
	unit_refuses(2, "--flows", fb_cmd_bench, "bench", "--flows", "1,x");
	unit_refuses(2, "--rounds", fb_cmd_bench, "bench", "--rounds", "many");
	unit_refuses(2, "'curl' is not iperf3", fb_cmd_bench, "bench", "--traffic", "curl");
	unit_refuses(2, "--traffic takes one --gso", fb_cmd_bench, "bench", "--traffic", "iperf3",
		     "--gso", "1,45");
	unit_refuses(2, "--skb nic takes no --gso", fb_cmd_bench, "bench", "--skb", "nic", "--gso",
		     "45");
	unit_refuses(2, "'trex' is not pktgen", fb_cmd_bench, "bench", "--peer", "trex");
	unit_refuses(2, "2 processors want as many flows, not --flows 1", fb_cmd_bench, "bench",
		     "--cpus", "2", "--flows", "1");
	unit_refuses(2, "no path 'none'; there is: fast slow", fb_cmd_bench, "bench", "none");
	unit_refuses(2, "path 'fast' is given twice", fb_cmd_bench, "bench", "fast", "slow",
		     "fast");
	unit_refuses(2, "--flows: '1,10,1' has a number twice", fb_cmd_bench, "bench", "--flows",
		     "1,10,1");
	/* Before a machine boots, the same is asked of the host's program, which measures nothing. */
	unit_refuses(2, "unknown option '--bogus'", check, "bench", "--bogus");
	unit_refuses(2, "no path 'none'", check, "bench", "none");
	unit_refuses(2, "not --flows 1", check, "bench", "--cpus", "2", "--flows", "1");
	unit_ends(0, check, "bench", "--labs", "3", "--json", "/nowhere/b.json", "slow");
	assert_string_equal(unit_out, "");
	assert_int_equal(made.rounds, 0);
	/* A hook that was on already would add to every price. */
	made.hook[0].on = true;
	unit_ends(1, fb_cmd_bench, "bench", "slow");
	assert_int_equal(made.rounds, 0);
}

static void a_path_that_this_kernel_has_not(void **state)
{
	begin(*state);
	unit_put(
		*state, "userspace/data/paths/slow",
		"title = t\nsince = 99.1\nprove = hook ip_forward = all\nprove = nft forwarded = all\n");
	unit_ends(0, fb_cmd_bench, "bench", "slow");
	unit_has(unit_err, "slow: left out, kernels have it from 99.1 on\n");
	assert_int_equal(made.rounds, 0);
}

static void what_flows_cost(void **state)
{
	begin(*state);
	/* Neither path has a flowtable. */
	unit_ends(0, fb_cmd_bench, "bench", "--flow-prices", "1,1k", "slow", "fast");
	assert_null(strstr(unit_out, "a flow beside its packets"));
	unit_put(*state, "userspace/data/paths/offloaded",
		 "title = t\nreplaces = slow\nprove = ct OFFLOAD = all\n"
		 "prove = hook ip_forward = all\nprove = nft forwarded = all\n");
	/* This kernel lacks the hook of the garbage collector. */
	unit_ends(1, fb_cmd_bench, "bench", "--flow-prices", "1", "offloaded");
	unit_has(unit_err, "offloaded: the price of a flow: Operation not supported\n");
	assert_int_equal(made_on(), 0);
}

static const char streams[] =
	"#!/bin/sh\n"
	"case \"$*\" in *-D*) exit 0 ;; esac\n"
	"cat <<'EOF'\n"
	"{\"end\": {\"sum_sent\": {\"retransmits\": 4}, \"sum_received\": {\"bits_per_second\": 2.5e9, \"seconds\": 1}}}\n"
	"EOF\n";

static void real_streams_beside_it(void **state)
{
	char json[FB_PATH_MAX], *text;
	json_t *js, *row;

	begin(*state);
	script(*state, "bin/ip", streams);
	made.traffic = 100;
	assert_int_equal(fb_join(json, *state, "b.json"), 0);
	/* A ratio other than the one expected from the generator's packets is not a failure. */
	unit_ends(0, fb_cmd_bench, "bench", "--rounds", "2", "--traffic", "iperf3", "--json", json,
		  "slow", "fast");
	unit_has(unit_out, "slow ");
	text = unit_read(json);
	js = unit_json(text);
	free(text);
	assert_int_equal(json_array_size(json_object_get(js, "streams")), 12);
	row = json_array_get(json_object_get(js, "streams"), 2);
	assert_int_equal(json_integer_value(json_object_get(row, "streams")), 64);
	assert_int_equal(json_integer_value(json_object_get(row, "retransmits")), 4);
	assert_int_equal(json_integer_value(json_object_get(row, "fast")), 100);
	assert_int_equal(json_integer_value(json_object_get(row, "packets")), 200);
	assert_true(json_real_value(json_object_get(row, "mbits")) == 2500);
	json_decref(js);
	unit_ends(0, fb_cmd_bench, "bench", json);
	script(*state, "bin/ip", "#!/bin/sh\necho '{\"error\": \"no route\"}'\n");
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "2", "--traffic", "iperf3", "slow");
	unit_has(unit_err, "slow: iperf3: no route\n");
	script(*state, "bin/ip", "#!/bin/sh\nexit 1\n");
	unit_ends(1, fb_cmd_bench, "bench", "--rounds", "2", "--traffic", "iperf3", "slow");
	unit_has(unit_err, "slow: iperf3 cannot be started\n");
}

static void make_tracefs(void)
{
	static const char *const files[][2] = {
		{ "current_tracer", "nop" },
		{ "set_ftrace_filter", "#### all functions enabled ####" },
		{ "trace", "" },
		{ "kprobe_events", "" },
		{ "events/kprobes/fb_calibrate/enable", "0" },
		{ "events/flowbench/packet/enable", "0" },
	};
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		unit_put(TRACING, files[i][0], files[i][1]);
	tracefs_set_tracing_dir((char[]){ TRACING });
}

static void tracefs_is(const char *name, const char *wanted)
{
	char path[FB_PATH_MAX], *text;

	assert_int_equal(fb_join(path, TRACING, name), 0);
	text = unit_read(path);
	assert_string_equal(text, wanted);
	free(text);
}

static void what_looking_costs(void **state)
{
	begin(*state);
	make_tracefs();
	unit_put(*state, "userspace/data/paths/forward", slow);
	unit_ends(0, fb_cmd_calibrate, "calibrate", "-q");
	/* 20 and 50 cycles, of half a ns each. */
	unit_has(unit_out, "      10  latency=1: two time stamps, a histogram\n"
			   "      25  a hook\n");
	unit_has(unit_out, "       0  function_graph, one function\n");
	tracefs_is("current_tracer", "nop");
	tracefs_is("set_ftrace_filter", "");
	tracefs_is("kprobe_events", "p:fb_calibrate ip_forward-:fb_calibrate"
				    "r:fb_calibrate ip_forward-:fb_calibrate");
	tracefs_is("events/kprobes/fb_calibrate/enable", "0");
	tracefs_is("events/flowbench/packet/enable", "0");
	made.lose = 1;
	unit_ends(1, fb_cmd_calibrate, "calibrate");
	unit_has(unit_err, "measured round 1 does not close");
	unit_put(TRACING, "set_ftrace_filter", "ip_rcv\n");
	unit_refuses(1, "set_ftrace_filter holds 'ip_rcv'", fb_cmd_calibrate, "calibrate");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(each_path_is_proved_and_priced),
		UNIT_IN_FOLDER(as_json_with_all_that_can_be_measured),
		UNIT_IN_FOLDER(a_path_that_is_not_proved),
		UNIT_IN_FOLDER(a_statistic_of_a_driver),
		UNIT_IN_FOLDER(a_path_that_was_left_meanwhile),
		UNIT_IN_FOLDER(packets_that_are_not_as_they_should_be),
		UNIT_IN_FOLDER(two_rounds_have_probes),
		UNIT_IN_FOLDER(a_round_that_slept),
		UNIT_IN_FOLDER(a_round_that_does_not_close),
		UNIT_IN_FOLDER(a_hook_that_makes_no_sense),
		UNIT_IN_FOLDER(flows_that_are_not_answered),
		UNIT_IN_FOLDER(packets_that_were_recorded),
		UNIT_IN_FOLDER(packets_of_a_nic),
		UNIT_IN_FOLDER(a_lab_that_does_not_come_up),
		UNIT_IN_FOLDER(options_that_cannot_be),
		UNIT_IN_FOLDER(a_path_that_this_kernel_has_not),
		UNIT_IN_FOLDER(what_flows_cost),
		UNIT_IN_FOLDER(real_streams_beside_it),
		UNIT_IN_FOLDER(what_looking_costs),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
