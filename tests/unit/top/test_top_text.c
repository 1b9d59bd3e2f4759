// SPDX-License-Identifier: GPL-2.0
/* flowbench top: an interval as lines and as JSON. */
#include "unit_top.h"

#include <jansson.h>
#include <math.h>

#include "top/top_json.h"
#include "top/top_plain.h"

static const struct fb_top_view view = { .kernel = "6.12.0", .mode = "icount", .unit = "insn" };

static void order(void **state)
{
	struct two *t = two();
	unsigned int at[4];

	(void)state;
	bucket(t, hook(t, "a", 0, 1), 10, 0, 1);
	bucket(t, hook(t, "b", 0, 9), 5, 0, 9);
	bucket(t, hook(t, "c", 0, 1), 20, 0, 1);
	bucket(t, hook(t, "d", 0, 2), 3, 0, 2);
	diff(t);
	fb_top_order(&t->st, FB_TOP_BY_PATH, at);
	assert_true(at[0] == 0 && at[1] == 1 && at[2] == 2 && at[3] == 3);
	fb_top_order(&t->st, FB_TOP_BY_CALLS, at);
	assert_true(at[0] == 1 && at[1] == 3 && at[2] == 0 && at[3] == 2);
	fb_top_order(&t->st, FB_TOP_BY_P99, at);
	assert_true(at[0] == 2 && at[1] == 0 && at[2] == 1 && at[3] == 3);
	free_two(t);
}

static void shares_as_text(void **state)
{
	static const struct {
		double share;
		const char *text;
	} rows[] = {
		{ 0, "0.0 %" },	   { 1, "100.0 %" }, { 0.99999, "99.9 %" },
		{ 0.5, "50.0 %" }, { NAN, "-" },
	};
	char line[FB_TOP_LINE];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fb_top_stat st = { .fast_share = rows[i].share };

		fb_top_line_share(line, &st);
		assert_string_equal(line, rows[i].text);
	}
}

static void rows_fit(void **state)
{
	struct two *t = a_gateway(30, 12, 10);
	char line[FB_TOP_LINE];

	(void)state;
	t->b.at = t->a.at + SECOND;
	diff(t);
	fb_top_line_columns(line, &view);
	assert_in_range(strlen(line), 60, 80);
	fb_top_line_hook(line, &t->st.hook[0], 80);
	assert_string_equal(line,
			    "nf_flow_offload_ip_hook   flow     42.0        -        -        -"
			    " STOLEN 71.4%");
	fb_top_line_hook(line, &t->st.hook[0], 120);
	assert_non_null(strstr(line, " NF_STOLEN 71.4%  NF_ACCEPT 28.6%"));
	fb_top_line_hook(line, &t->st.hook[0], 20);
	assert_null(strstr(line, "STOLEN"));
	/* The largest numbers must fit in their columns. */
	t->st.hook[0].per_second = 1e18;
	t->st.hook[0].latency = (struct fb_top_latency){
		.calls = 1, .p50 = 99999999, .p99 = 1ULL << 40, .max = 99998
	};
	fb_top_line_hook(line, &t->st.hook[0], 80);
	assert_string_equal(line,
			    "nf_flow_offload_ip_hook   flow  1.0e+18   100.0M  1099.5G    99998"
			    " STOLEN 71.4%");
	free_two(t);
}

static void notes_fit(void **state)
{
	static const struct fb_top_view native = { .kernel = "6.12.0", .unit = "ns" };
	unsigned int i;

	(void)state;
	for (i = 0; fb_top_line_note(&view, i); i++) {
		assert_in_range(strlen(fb_top_line_note(&view, i)), 1, 80);
		assert_in_range(strlen(fb_top_line_note(&native, i)), 1, 80);
	}
	assert_int_equal(i, 2);
	assert_null(strstr(fb_top_line_note(&native, 0), "instructions"));
}

static void what_has_no_figures(void **state)
{
	struct fb_top_rate r = { .name = "neigh_xmit", .path = "out", .state = FB_TOP_UNAVAILABLE };
	char line[FB_TOP_LINE];

	(void)state;
	snprintf(r.reason, sizeof(r.reason), "not found: x");
	fb_top_line_hook(line, &r, 80);
	assert_non_null(strstr(line, "unavailable: not found: x"));
	r.state = FB_TOP_OFF;
	fb_top_line_hook(line, &r, 80);
	assert_non_null(strstr(line, "somebody switched it off"));
	r.state = FB_TOP_ON;
	r.what = FB_TOP_RESET;
	fb_top_line_hook(line, &r, 80);
	assert_non_null(strstr(line, "set the counters back"));
	r.what = FB_TOP_FRESH;
	fb_top_line_hook(line, &r, 80);
	assert_non_null(strstr(line, "new in this interval"));
}

static void a_block(void **state)
{
	struct two *t = a_gateway(30, 12, 10);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_non_null(f);
	t->b.at = t->a.at + 2 * SECOND;
	t->b.flows =
		(struct fb_top_flows){ .known = true, .offloaded = 2, .hardware = 1, .tracked = 3 };
	diff(t);
	fb_top_plain(&view, &t->st, f);
	fclose(f);
	assert_string_equal(
		text,
		"1970-01-01T00:00:00Z  2.000 s  6.12.0\n"
		"fast path 75.0 %: fast 15.0/s, slow 5.0/s, passed on 6.0/s\n"
		"flows: 2 offloaded of 3 tracked, 1 in hardware; calls missed: 0\n"
		"hook                      path  calls/s p50 insn p99 insn max insn returned\n"
		"nf_flow_offload_ip_hook   flow     21.0        -        -        - NF_STOLEN 71.4%"
		"  NF_ACCEPT 28.6%\n"
		"ip_forward                slow      5.0        -        -        - 0 100.0%\n\n");
	free(text);
	free_two(t);
}

static json_t *as_json_of(const struct fb_top_view *v, const struct fb_top_stat *st)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	json_t *doc;

	assert_non_null(f);
	assert_int_equal(fb_top_json(v, st, f), 0);
	fclose(f);
	/* The output must be one line. */
	assert_ptr_equal(strchr(text, '\n'), text + size - 1);
	doc = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(doc);
	free(text);
	return doc;
}

static json_t *as_json(const struct fb_top_stat *st)
{
	return as_json_of(&view, st);
}

/* The member "why" is there if it was asked: the answer, or null with the reason. */
static void reasons(void **state)
{
	struct two *t = a_gateway(30, 12, 10);
	struct fb_top_view v = view;
	json_t *doc, *answer = json_pack("{s:s}", "schema", "flowbench.why/1");
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	diff(t);
	doc = as_json_of(&v, &t->st);
	assert_null(json_object_get(doc, "why"));
	assert_null(json_object_get(doc, "why_error"));
	json_decref(doc);
	v.asked = true;
	v.answer = answer;
	doc = as_json_of(&v, &t->st);
	assert_true(json_equal(json_object_get(doc, "why"), answer));
	assert_null(json_object_get(doc, "why_error"));
	json_decref(doc);
	v.answer = NULL;
	v.why = "another is running";
	doc = as_json_of(&v, &t->st);
	assert_true(json_is_null(json_object_get(doc, "why")));
	assert_string_equal(json_string_value(json_object_get(doc, "why_error")),
			    "another is running");
	json_decref(doc);
	v.why = "connections: 2 tracked\n";
	fb_top_plain(&v, &t->st, f);
	fclose(f);
	assert_string_equal(strstr(text, "connections"), "connections: 2 tracked\n\n");
	free(text);
	json_decref(answer);
	free_two(t);
}

static void json(void **state)
{
	struct two *t = a_gateway(30, 12, 10);
	json_t *doc, *first;

	(void)state;
	bucket(t, 0, 10, 0, 42);
	t->now[0].hist.sum = 420;
	t->b.flows = (struct fb_top_flows){ .known = true, .offloaded = 1, .tracked = 3 };
	diff(t);
	doc = as_json(&t->st);
	assert_string_equal(json_string_value(json_object_get(doc, "schema")), "flowbench.top/1");
	assert_string_equal(json_string_value(json_object_get(doc, "unit")), "insn");
	assert_true(json_real_value(json_object_get(doc, "fast_share")) == 0.75);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(doc, "flows"), "offloaded")), 1);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(doc, "flows"), "hardware")), 0);
	assert_true(json_is_null(json_object_get(doc, "netns")));
	assert_int_equal(json_array_size(json_object_get(doc, "hooks")), 2);
	first = json_array_get(json_object_get(doc, "hooks"), 0);
	assert_int_equal(json_integer_value(json_object_get(first, "calls")), 42);
	assert_true(json_real_value(json_object_get(first, "per_second")) == 21);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(first, "latency"), "p99")), 10);
	json_decref(doc);
	/* An unknown value must be null, not left out. */
	t->now[0].calls = 0;
	t->before[0].calls = 9;
	t->b.flows.known = false;
	t->b.at = t->a.at;
	diff(t);
	doc = as_json(&t->st);
	assert_true(json_is_null(json_object_get(doc, "fast_share")));
	assert_true(json_is_null(json_object_get(doc, "flows")));
	assert_true(json_is_null(json_object_get(json_object_get(doc, "paths"), "fast")));
	first = json_array_get(json_object_get(doc, "hooks"), 0);
	assert_true(json_is_true(json_object_get(first, "reset")));
	assert_true(json_is_null(json_object_get(first, "calls")));
	assert_true(json_is_null(json_object_get(first, "per_second")));
	json_decref(doc);
	free_two(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order),
		cmocka_unit_test(shares_as_text),
		cmocka_unit_test(rows_fit),
		cmocka_unit_test(notes_fit),
		cmocka_unit_test(what_has_no_figures),
		cmocka_unit_test(a_block),
		cmocka_unit_test(json),
		cmocka_unit_test(reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
