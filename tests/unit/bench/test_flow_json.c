// SPDX-License-Identifier: GPL-2.0
/* Prices of flows in a bench.json: written, read, and refused where they do not agree. */
#include "unit.h"

#include <stdlib.h>

#include "bench/flow_json.h"
#include "bench/flow_table.h"

static const struct fb_json_field list = { FB_JSON("flow_prices", LIST), .of = fb_flow_price_fields,
					   .unique = FB_FLOW_KEYS };

static struct fb_flow_price made(void)
{
	struct fb_flow_price fp = { .path = "fast",
				    .against = "slow",
				    .table = 100000,
				    .flows = 100,
				    .steps = 6,
				    .adds = 2,
				    .added = 100,
				    .ended = { 100, 100, 100 } };
	unsigned int i, k;

	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		for (k = 0; k <= fp.steps; k++) {
			fp.with[i].step[k] = k ? 150000 : 2000;
			fp.without[i].step[k] = k ? 350000 : 2000;
		}
		fp.with[i].step[1] = 702000;
		fp.with[i].step[2] = 480000;
		fp.without[i].step[1] = 700000;
		fp.with[i].refresh = 100900;
		fp.with[i].again = 100000;
		fp.with[i].pass = 6006000;
		fp.with[i].ending = 6056000;
	}
	fb_flow_figures(&fp);
	return fp;
}

/* A list of one price; the caller's. */
static json_t *written(void)
{
	struct fb_flow_price fp = made();
	struct fb_bench b = { .insn = true, .flow = &fp, .nr_flows = 1 };

	return fb_flow_prices_json(&b);
}

/* The same, of a flowtable with hardware. */
static struct fb_flow_price in_hardware(void)
{
	struct fb_flow_price fp = made();
	unsigned int i;

	fp.hardware = true;
	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		fp.with[i].freeing = 6050000;
		fp.with[i].asking = 6070000 + i;
		fp.with[i].work_adding = 500000;
		fp.with[i].work_asking = 700000;
		fp.with[i].work_ending = 200000;
	}
	fb_flow_figures(&fp);
	return fp;
}

static int check(json_t *js, struct fb_error *error)
{
	const struct fb_json_at at = { NULL, "flow_prices", 0 };

	return fb_json_check_at(&at, js, &list, js, error);
}

static void hardware_is_read_as_written(void **state)
{
	struct fb_flow_price fp = in_hardware();
	struct fb_bench b = { .insn = true, .flow = &fp, .nr_flows = 1 }, read = { .insn = true };
	struct fb_error error = { "" };
	json_t *js = fb_flow_prices_json(&b);

	(void)state;
	assert_int_equal(check(js, &error), 0);
	assert_int_equal(fb_flow_prices_read(&read, js, "fast"), 0);
	assert_true(read.flow[0].hardware);
	assert_memory_equal(&read.flow[0].with, &fp.with, sizeof(fp.with));
	assert_memory_equal(&read.flow[0].fig, &fp.fig, sizeof(fp.fig));
	/* A figure that does not follow from the cycles is refused. */
	json_object_set_new(json_object_get(json_array_get(js, 0), "figures"), "give",
			    json_real(5001));
	assert_int_not_equal(check(js, &error), 0);
	assert_non_null(strstr(error.text, "figures.give"));
	json_decref(js);
	free(read.flow);
}

static void read_as_written(void **state)
{
	struct fb_flow_price fp = made();
	struct fb_bench b = { .insn = true };
	struct fb_error error = { "" };
	json_t *js = written();
	char *text;
	size_t len;
	FILE *f;

	(void)state;
	assert_int_equal(check(js, &error), 0);
	assert_int_equal(fb_flow_prices_read(&b, js, "other"), 0);
	assert_int_equal(b.nr_flows, 0);
	assert_int_equal(fb_flow_prices_read(&b, js, "fast"), 0);
	assert_int_equal(b.nr_flows, 1);
	assert_memory_equal(&b.flow[0].with, &fp.with, sizeof(fp.with));
	assert_memory_equal(&b.flow[0].fig, &fp.fig, sizeof(fp.fig));
	f = open_memstream(&text, &len);
	assert_non_null(f);
	fb_flow_table_print(&b, f);
	fclose(f);
	/* 20 before, 1300 to add, 500 to end; a packet saves 2000. */
	assert_non_null(strstr(
		text,
		"fast               udp    100000    3500      2     20   1300    500   1820    2000~     1       9    60\n"));
	assert_non_null(strstr(text, "the clock of a packet: 20.0 instructions"));
	free(text);
	free(b.flow);
	json_decref(js);
}

static void refused(const char *key, json_t *value, const char *why)
{
	struct fb_error error = { "" };
	json_t *js = written();

	json_object_set_new(json_array_get(js, 0), key, value);
	assert_int_equal(check(js, &error), FB_JSON_REFUSED);
	if (!strstr(error.text, why))
		fail_msg("%s, not %s", error.text, why);
	json_decref(js);
}

static void what_does_not_agree_is_refused(void **state)
{
	struct fb_error error = { "" };
	json_t *js = written(), *figures;

	(void)state;
	refused("added", json_integer(99), "expected 100 flows added by packet 2");
	refused("added_before", json_integer(1), "expected 100 flows added by packet 2");
	refused("adds", json_integer(3), "figures.before: expected what follows from the cycles");
	refused("steps", json_integer(7), "with[0].steps: expected the clock and 7 steps");
	refused("ended", json_pack("[i, i, i]", 100, 100, 1), "and all ended");
	refused("ended", json_pack("[i]", 100), "ended");
	figures = json_object_get(json_array_get(js, 0), "figures");
	json_object_set_new(figures, "end", json_real(501));
	assert_int_equal(check(js, &error), FB_JSON_REFUSED);
	assert_non_null(
		strstr(error.text, "figures.end: expected what follows from the cycles, 500"));
	json_decref(js);
	js = written();
	json_array_append(js, json_array_get(js, 0));
	assert_int_equal(check(js, &error), FB_JSON_REFUSED);
	json_decref(js);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_as_written),
		cmocka_unit_test(hardware_is_read_as_written),
		cmocka_unit_test(what_does_not_agree_is_refused),
	};

	return cmocka_run_group_tests_name("flow json", tests, NULL, NULL);
}
