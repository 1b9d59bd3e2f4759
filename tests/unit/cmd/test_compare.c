// SPDX-License-Identifier: GPL-2.0
/* flowbench compare: documents of boots on disk, and the verdict on them. */
#include "unit_cmd.h"

#define ROUNDS 2

/* Returns rounds of 1000 packets. The fixture has no rounds. */
static json_t *rounds(const char *end, int cycles)
{
	static const char *const ends[] = { "arrived", "returned", "dropped", "kept", "other" };
	json_t *list = json_array(), *one;
	size_t i, k;

	for (i = 0; i < ROUNDS; i++) {
		one = json_pack("{s:i, s:i, s:i}", "cycles", cycles, "ns", cycles, "injected",
				1000);
		for (k = 0; k < sizeof(ends) / sizeof(ends[0]); k++)
			json_object_set_new(one, ends[k],
					    json_integer(strcmp(ends[k], end) ? 0 : 1000));
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *stat_of(double price)
{
	return json_pack("{s:f, s:f, s:f, s:f, s:f}", "median", price, "min", price, "max", price,
			 "low95", price, "high95", price);
}

/* Gives a point of the fixture another price, and the rounds that have it. */
static void set_price(json_t *point, double own, double gross)
{
	json_object_set_new(point, "own", stat_of(own));
	json_object_set_new(point, "gross", stat_of(gross));
	json_object_set_new(point, "net", json_real(gross - own));
	json_object_set_new(json_array_get(json_object_get(point, "samples"), 0), "price",
			    json_real(gross));
	json_object_set_new(point, "rounds",
			    json_pack("{s:o, s:o}", "own", rounds("returned", (int)(own * 1000)),
				      "gross", rounds("arrived", (int)(gross * 1000))));
}

/* Makes DIR/NAME: @nr boots of the fixture, each with its own seed, with @more instructions more a packet. */
static char *boots(const char *dir, const char *name, unsigned int nr, int more)
{
	static char paths[2][FB_PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % 2], file[160], seed[16], *text;
	json_t *doc, *point;
	size_t p;
	unsigned int i;

	for (i = 1; i <= nr; i++) {
		doc = json_load_file(FIXTURES "/bench.json", 0, NULL);
		assert_non_null(doc);
		snprintf(seed, sizeof(seed), "%u", i);
		json_object_set_new(json_object_get(doc, "fingerprint"), "seed", json_string(seed));
		json_object_set_new(json_object_get(doc, "settings"), "rounds",
				    json_integer(ROUNDS));
		json_array_foreach(json_object_get(doc, "points"), p, point)
			set_price(point, 500, 2000 + more);
		text = json_dumps(doc, 0);
		snprintf(file, sizeof(file), "%s/seed%u/bench.json", name, i);
		unit_put(dir, file, text);
		free(text);
		json_decref(doc);
	}
	assert_int_equal(fb_join(path, dir, name), 0);
	return path;
}

static void the_same_is_no_difference(void **state)
{
	char *a = boots(*state, "a", 5, 0), *b = boots(*state, "b", 5, 0);

	unit_ends(0, fb_cmd_compare, "compare", a, b);
	unit_has(unit_out, "verdict: no difference");
	unit_has(unit_out, "+0.00");
}

static void a_difference_is_told_to_the_instruction(void **state)
{
	char *a = boots(*state, "a", 5, 0), *b = boots(*state, "b", 5, 129);
	json_t *js;

	unit_ends(1, fb_cmd_compare, "compare", "--names", "old,new", a, b);
	unit_has(unit_out, "A  old: ");
	unit_has(unit_out, "B  new: ");
	unit_has(unit_out, "+129.00");
	unit_has(unit_out, "verdict: difference: ");
	unit_ends(1, fb_cmd_compare, "compare", "--json", b, a);
	js = unit_json(unit_out);
	assert_string_equal(json_string_value(json_object_get(js, "schema")),
			    "flowbench.compare/2");
	json_decref(js);
	unit_has(unit_out, "-129.0");
}

static void too_few_boots_say_nothing(void **state)
{
	char *a = boots(*state, "a", 4, 0), *b = boots(*state, "b", 4, 129);

	unit_ends(2, fb_cmd_compare, "compare", a, b);
	unit_has(unit_out, "verdict: ");
	unit_has_not(unit_out, "verdict: difference");
	unit_has_not(unit_out, "verdict: no difference");
}

static void what_cannot_be_compared(void **state)
{
	char *a = boots(*state, "a", 5, 0), *odd, *text, *at, file[FB_PATH_MAX], none[FB_PATH_MAX];

	assert_int_equal(fb_join(none, *state, "none"), 0);
	assert_int_equal(fb_mkdirs(none), 0);
	unit_refuses(2, "no bench.json in it", fb_cmd_compare, "compare", a, none);
	unit_refuses(2, "/nowhere", fb_cmd_compare, "compare", a, "/nowhere");
	odd = unit_put(*state, "odd.json", "{\"schema\": \"flowbench.bench/2\"");
	unit_refuses(2, "odd.json: line 1", fb_cmd_compare, "compare", odd, a);
	odd = unit_put(*state, "odd.json", "{\"schema\": \"flowbench.other/1\"}");
	unit_refuses(2, "schema: expected \"flowbench.bench/2\", found \"flowbench.other/1\"",
		     fb_cmd_compare, "compare", odd, a);
	odd = unit_put(*state, "odd.json", "{\"schema\": \"flowbench.bench/2\"}");
	unit_refuses(2, "odd.json: mode: expected one of \"insn\" \"turns\" \"ns\", found nothing",
		     fb_cmd_compare, "compare", odd, a);
	/* A round with a missing packet. */
	assert_int_equal(fb_join(file, a, "seed1/bench.json"), 0);
	text = unit_read(file);
	at = strstr(text, "\"arrived\": 1000");
	assert_non_null(at);
	at[14] = '9';
	odd = unit_put(*state, "odd.json", text);
	unit_refuses(2, "points[0].rounds.gross[0]: ", fb_cmd_compare, "compare", odd, a);
	at[14] = '0';
	/* Another machine is accepted only if the user asks for that. */
	at = strstr(text, "\"qemu\": \"7");
	assert_non_null(at);
	at[9] = '8';
	odd = unit_put(*state, "odd.json", text);
	unit_refuses(2, "--across", fb_cmd_compare, "compare", odd, file);
	unit_ends(2, fb_cmd_compare, "compare", "--across", odd, file);
	unit_has(unit_out, "verdict: ");
	free(text);
}

static void options_that_cannot_be(void **state)
{
	(void)state;
	unit_refuses(2, "2 arguments are wanted: A B (flowbench compare --help)", fb_cmd_compare,
		     "compare", "a");
	unit_refuses(2, "'60' is not a percentage", fb_cmd_compare, "compare", "--margin", "60",
		     "a", "b");
	unit_refuses(2, "',b' is not two names", fb_cmd_compare, "compare", "--names", ",b", "a",
		     "b");
	unit_refuses(2, "--margin: ' 1' is not a percentage", fb_cmd_compare, "compare", "--margin",
		     " 1", "a", "b");
	unit_refuses(2, "'x' is not two names", fb_cmd_compare, "compare", "--names", "x", "a",
		     "b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(the_same_is_no_difference),
		UNIT_IN_FOLDER(a_difference_is_told_to_the_instruction),
		UNIT_IN_FOLDER(too_few_boots_say_nothing),
		UNIT_IN_FOLDER(what_cannot_be_compared),
		UNIT_IN_FOLDER(options_that_cannot_be),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
