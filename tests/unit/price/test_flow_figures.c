// SPDX-License-Identifier: GPL-2.0
/* What follows from the counts of flows that begin and end. */
#include "unit.h"

#include "bench/flow_table.h"
#include "price/flow_figures.h"
#include "flow/flow_price.h"
#include "system/round_result.h"

/* Three cycles of ten flows: of TCP's seven packets, the third one adds the flow. */
static struct fb_flow_price made(void)
{
	/* The clock alone, SYN, SYN and ACK, ACK, there, back, there, back; a flow. */
	static const unsigned int with[] = { 20, 5020, 4050, 5120, 1020, 1030, 1020, 1030 };
	static const unsigned int without[] = { 20, 5000, 4020, 3920, 3020, 3030, 3020, 3030 };
	struct fb_flow_price fp = { .path = "fast",
				    .against = "slow",
				    .tcp = true,
				    .table = 90,
				    .flows = 10,
				    .steps = 7,
				    .adds = 3,
				    .added = 10,
				    .ended = { 10, 10, 10 } };
	unsigned int i, k;

	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		for (k = 0; k <= fp.steps; k++) {
			fp.with[i].step[k] = with[k] * 10;
			fp.without[i].step[k] = without[k] * 10;
		}
		fp.with[i].refresh = 10060;
		fp.with[i].again = 10000;
		fp.with[i].pass = 6000;
		fp.with[i].ending = 10000;
	}
	return fp;
}

static void each_figure_is_a_difference(void **state)
{
	struct fb_flow_price fp = made();

	(void)state;
	fb_flow_figures(&fp);
	assert_true(fp.fig.clock == 20);
	/* Of the first packet and the third one, without flowtable: neither has payload. */
	assert_true(fp.fig.connection == 1080);
	/* Two packets come before the one that adds. */
	assert_true(fp.fig.before == 20 + 30);
	assert_true(fp.fig.add == 1200);
	assert_true(fp.fig.slow == 3000 && fp.fig.fast == 1000);
	assert_true(fp.fig.refresh == 6);
	/* All flows of the table, and those of the cycle. */
	assert_true(fp.fig.pass == 60);
	assert_true(fp.fig.end == 400);
	assert_true(fb_flow_total(&fp.fig) == 50 + 1200 + 400);
	fp.adds = 2;
	fb_flow_figures(&fp);
	assert_true(fp.fig.before == 20 && fp.fig.add == 30);
}

/* The worker's part is of all; asking is of each flow of the table, and no part of all. */
static void with_hardware(void **state)
{
	struct fb_flow_price fp = made();
	unsigned int i;

	(void)state;
	fp.hardware = true;
	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		fp.with[i].freeing = 7000;
		fp.with[i].asking = 8000;
		fp.with[i].work_adding = 50000;
		fp.with[i].work_asking = 90000;
		fp.with[i].work_ending = 20000;
	}
	fb_flow_figures(&fp);
	assert_true(fp.fig.end == 400 + 100);
	assert_true(fp.fig.give == 5000 && fp.fig.give_up == 2000);
	assert_true(fp.fig.ask == 900 + 20);
	assert_true(fb_flow_total(&fp.fig) == 50 + 1200 + 500 + 5000 + 2000);
	/* Nobody could be made ask. */
	fp.deleted = true;
	fb_flow_figures(&fp);
	assert_true(fp.fig.ask == 0 && fp.fig.give == 5000);
	fp.hardware = false;
	fb_flow_figures(&fp);
	assert_true(fp.fig.end == 400 && fp.fig.give == 0 && fp.fig.give_up == 0);
}

/* A timer's interrupt in one of three cycles is in no figure. */
static void the_median_counts(void **state)
{
	struct fb_flow_price fp = made();

	(void)state;
	fp.with[0].step[3] += 90000;
	fp.with[1].ending += 90000;
	fp.with[2].refresh += 90000;
	fp.without[1].step[1] += 90000;
	fb_flow_figures(&fp);
	assert_true(fp.fig.add == 1200 && fp.fig.end == 400 && fp.fig.refresh == 6);
	assert_true(fp.fig.connection == 1080);
}

static void counts_prove_it(void **state)
{
	struct fb_flow_price fp = made();

	(void)state;
	assert_true(fb_flow_proved(&fp));
	fp.added = 9;
	assert_false(fb_flow_proved(&fp));
	fp = made();
	fp.added_before = 1;
	assert_false(fb_flow_proved(&fp));
	fp = made();
	fp.ended[2] = 9;
	assert_false(fb_flow_proved(&fp));
	/* Then no later packet has taken the fast path. */
	fp = made();
	fp.adds = 6;
	assert_false(fb_flow_proved(&fp));
	fp.adds = 0;
	assert_false(fb_flow_proved(&fp));
}

static void after_how_many_packets(void **state)
{
	(void)state;
	assert_true(fb_flow_pays_after(1650, 2000) == 1);
	assert_true(fb_flow_pays_after(4000, 2000) == 2);
	assert_true(fb_flow_pays_after(4001, 2000) == 3);
	assert_true(fb_flow_pays_after(-1, 2000) == 0);
	assert_true(fb_flow_pays_after(1, 0) == -1);
	assert_true(fb_flow_pays_after(1, -5) == -1);
}

static void few_flows_into_a_small_table(void **state)
{
	(void)state;
	assert_int_equal(fb_flow_round(1), 1);
	assert_int_equal(fb_flow_round(99), 1);
	assert_int_equal(fb_flow_round(100), 100);
	assert_int_equal(fb_flow_round(100000), 100);
}

static void what_a_packet_saves(void **state)
{
	struct fb_bench_path path[2] = { { .name = "slow" },
					 { .name = "fast", .replaces = "slow" } };
	struct fb_bench_point point[] = {
		{ .path = &path[0], .flows = 1, .net = 3400, .later = 100 },
		{ .path = &path[1], .flows = 1, .net = 1200, .later = 10 },
		{ .path = &path[0], .flows = 90, .net = 3450 },
		{ .path = &path[1], .flows = 90, .net = 1250 },
	};
	struct fb_bench b = { .insn = true, .point = point, .nr_points = 4 };
	struct fb_flow_price fp = made();

	(void)state;
	fb_flow_figures(&fp);
	/* The packets of these paths are of UDP. */
	assert_true(fb_flow_saves(&b, &fp) == 2000);
	fp.tcp = false;
	/* Points of as many flows as the table has, else the first ones. */
	assert_true(fb_flow_saves(&b, &fp) == 2200);
	fp.table = 1;
	assert_true(fb_flow_saves(&b, &fp) == 3500 - 1210);
	fp.table = 7;
	assert_true(fb_flow_saves(&b, &fp) == 3500 - 1210);
	/* A packet that hardware forwards costs nothing. */
	fp.hardware = true;
	assert_true(fb_flow_saves(&b, &fp) == 3500);
	b.nr_points = 1;
	assert_true(fb_flow_saves(&b, &fp) == 2000);
}

static void whose_flows_are_priced(void **state)
{
	char offload[] = "OFFLOAD", other[] = "UNREPLIED";
	struct fb_bench_path p = { .name = "fast",
				   .replaces = "slow",
				   .proof = { { .kind = FB_PROOF_CT, .word = offload } },
				   .nr_proofs = 1 };

	(void)state;
	assert_true(fb_flow_is_priced(&p));
	assert_true(fb_flow_is_own(&p, false) && !fb_flow_is_own(&p, true));
	p.segments = "45";
	assert_true(fb_flow_is_own(&p, true) && !fb_flow_is_own(&p, false));
	p.config = "proto=udp";
	assert_true(fb_flow_is_own(&p, false) && !fb_flow_is_own(&p, true));
	p.config = "stream=1 proto=tcp";
	assert_true(fb_flow_is_own(&p, true) && fb_flow_is_priced(&p));
	p.config = "dev=wire0 inject=xmit";
	assert_false(fb_flow_is_priced(&p));
	p.config = NULL;
	p.own = "xdp";
	assert_false(fb_flow_is_priced(&p));
	p.own = NULL;
	p.proof[0].word = other;
	assert_false(fb_flow_is_priced(&p));
	p.proof[0].word = offload;
	p.replaces = NULL;
	assert_false(fb_flow_is_priced(&p));
}

static void steps_of_a_result(void **state)
{
	struct fb_error error = { "" };
	struct fb_bench_result r;

	(void)state;
	assert_int_equal(fb_bench_result_parse("kind=warmup\nerror=none\nstep.0=5\nstep_ns.0=6\n"
					       "step.1=700\nstep_ns.1=800\n",
					       &r, &error),
			 0);
	assert_int_equal(r.steps, 1);
	assert_true(r.step[0] == 5 && r.step_ns[0] == 6 && r.step[1] == 700 && r.step_ns[1] == 800);
	assert_int_equal(fb_bench_result_parse("kind=warmup\nerror=none\nstep.9=5\n", &r, &error),
			 -EINVAL);
	assert_int_equal(fb_bench_result_parse("kind=warmup\nerror=none\nstep.x=5\n", &r, &error),
			 -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_figure_is_a_difference),
		cmocka_unit_test(with_hardware),
		cmocka_unit_test(the_median_counts),
		cmocka_unit_test(counts_prove_it),
		cmocka_unit_test(after_how_many_packets),
		cmocka_unit_test(few_flows_into_a_small_table),
		cmocka_unit_test(what_a_packet_saves),
		cmocka_unit_test(whose_flows_are_priced),
		cmocka_unit_test(steps_of_a_result),
	};

	return cmocka_run_group_tests_name("flow figures", tests, NULL, NULL);
}
