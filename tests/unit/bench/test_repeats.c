// SPDX-License-Identifier: GPL-2.0
/* Repeats of string instructions, taken off a bench.json. */
#include "unit.h"

#include "bench/bench_schema.h"
#include "bench/repeats.h"
#include "json/json.h"
#include "json/json_schema.h"
#include "price/prices.h"

#define ROUND(serial, cycles, arrived, returned)                                       \
	"{\"cycles\":" cycles ",\"ns\":" cycles                                        \
	",\"injected\":18,\"primed\":8,\"arrived\":" arrived ",\"returned\":" returned \
	",\"dropped\":0,\"kept\":0,\"other\":0,\"serial\":" serial "}"
#define OWN(serial, cycles)   ROUND(serial, cycles, "0", "18")
#define GROSS(serial, cycles) ROUND(serial, cycles, "18", "0")
#define LONG(serial, cycles)                                                         \
	"{\"cycles\":" cycles ",\"ns\":" cycles ",\"injected\":100,\"arrived\":100," \
	"\"returned\":0,\"dropped\":0,\"kept\":0,\"other\":0,\"serial\":" serial "}"
#define STAT(v) "{\"median\":" v ",\"min\":" v ",\"max\":" v ",\"low95\":" v ",\"high95\":" v "}"
#define PROOF(text, n) \
	"{\"proof\":\"" text "\",\"counted\":" n ",\"wanted\":" n ",\"holds\":\"yes\"}"

/* A round has 10 packets that are priced. The second round of the sample is the cheaper one by turns, the first without. */
static const char text[] =
	"{\"schema\":\"" FB_BENCH_SCHEMA
	"\",\"mode\":\"turns\",\"settings\":{\"labs\":1,\"tuples\":1,\"rounds\":2,"
	"\"packets\":10,\"flows\":[1],\"sizes\":[],\"batches\":[1],\"cpus\":[1]},\"fingerprint\":{\"kernel\":\"6.12\"},"
	"\"points\":[{\"path\":\"esp\",\"title\":\"t\",\"replaces\":null,\"error\":null,\"size\":60,\"flows\":1,\"batch\":1,"
	"\"cpus\":1,\"gross\":" STAT("200.0") ",\"own\":" STAT("50.0") ",\"net\":150.0,\"later\":10.0,\"proofs\":[" PROOF(
		"hook f = all",
		"10") "," PROOF("nft n = none",
				"0") "],\"samples\":[{\"lab\":1,\"tuple\":1,\"price\":200.0}],"
				     "\"rounds\":{\"own\":[" OWN("1", "500") "," OWN("2", "500") "],\"gross\":[" GROSS(
					     "3",
					     "2100") "," GROSS("4",
							       "2000") "],\"whole\":[" LONG("5",
											    "21000") "]}}]}";

static json_t *doc_of(void)
{
	struct fb_error error = { "" };
	json_t *doc = json_loads(text, 0, NULL);

	assert_non_null(doc);
	if (fb_json_check(doc, &fb_bench_schema, &error))
		fail_msg("%s", error.text);
	return doc;
}

static double number(const json_t *js, const char *key)
{
	return json_number_value(json_object_get(js, key));
}

/* With another value of @key in @js the document is refused; it stays as it was. */
static void refused(json_t *js, const char *key, json_t *other, const json_t *doc,
		    const char *place)
{
	json_t *was = json_incref(json_object_get(js, key));
	struct fb_error error = { "" };

	json_object_set_new(js, key, other);
	if (fb_json_check((json_t *)doc, &fb_bench_schema, &error) != FB_JSON_REFUSED ||
	    !strstr(error.text, place))
		fail_msg("%s: '%s'", place, error.text);
	json_object_set_new(js, key, was);
}

static void prices_without_repeats(void **state)
{
	struct fb_error error = { "" };
	json_t *doc = doc_of(), *point, *sample, *rounds;

	(void)state;
	assert_int_equal(
		fb_bench_count_repeats(doc, "1 100\n2 100\n3 900\n4 300\n5 9500\n", &error), 0);
	assert_int_equal(fb_json_check(doc, &fb_bench_schema, &error), 0);
	assert_string_equal(fb_json_text(doc, "mode", ""), "insn");
	assert_string_equal(fb_json_text(json_object_get(doc, "fingerprint"), "count", ""), "insn");
	point = json_array_get(json_object_get(doc, "points"), 0);
	/* Gross and own each less their own repeats: (2100 - 900) / 10 and (500 - 100) / 10. */
	assert_true(number(json_object_get(point, "gross"), "median") == 120);
	assert_true(number(json_object_get(point, "own"), "median") == 40);
	assert_true(number(point, "net") == 80);
	/* 90 less 10, of the round that is the cheapest now. */
	assert_true(number(point, "repeats") == 80);
	/* (21000 - 9500) / 100 less 120 */
	assert_true(number(point, "later") == -5);
	sample = json_array_get(json_object_get(point, "samples"), 0);
	assert_true(number(sample, "price") == 120 && number(sample, "repeats") == 90);
	rounds = json_object_get(json_object_get(point, "rounds"), "gross");
	/* What the clock said stays. */
	assert_true(number(json_array_get(rounds, 0), "cycles") == 2100 &&
		    number(json_array_get(rounds, 0), "repeats") == 900);
	/* A document whose repeats do not fit its prices, or each other, is refused. */
	refused(json_array_get(rounds, 0), "repeats", json_integer(899), doc, "samples[0].price");
	refused(sample, "repeats", json_real(89), doc, "samples[0].repeats");
	refused(point, "repeats", json_real(79), doc, "repeats");
	assert_int_equal(fb_json_check(doc, &fb_bench_schema, &error), 0);
	json_decref(doc);
}

static void what_was_not_counted_so(void **state)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ "1 100\n2 100\n3 900\n4 300\n", "esp: round 5 is not among the 4 of it" },
		{ "", "esp: round 1 is not among the 0 of it" },
		{ "1 100\n3 100\n", "line 2: expected '2 REPEATS', found '3 100'" },
		{ "1 broken\n", "line 1: expected '1 REPEATS', found '1 broken'" },
		{ "1\n", "line 1: expected" },
		{ "1 -1\n", "line 1: expected" },
		{ "1 99999999999999999999999999999999999999999999999999\n", "line 1: expected" },
		{ "1 500\n2 0\n3 0\n4 0\n5 0\n",
		  "esp: round 1: expected fewer repeats than its 500 turns, found 500" },
	};
	struct fb_error error;
	json_t *doc;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		doc = doc_of();
		error.text[0] = '\0';
		if (fb_bench_count_repeats(doc, rows[i].text, &error) != FB_JSON_REFUSED ||
		    !strstr(error.text, rows[i].why))
			fail_msg("'%s' does not say '%s'", error.text, rows[i].why);
		json_decref(doc);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prices_without_repeats),
		cmocka_unit_test(what_was_not_counted_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
