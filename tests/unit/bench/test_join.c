// SPDX-License-Identifier: GPL-2.0
/* Several bench.json as one. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/join.h"

#define POINT(path, net, more)                                                                   \
	"{\"path\":\"" path "\",\"size\":60,\"flows\":1,\"batch\":1,\"cpus\":1," more            \
	"\"gross\":{\"median\":600.0,\"min\":590.0,\"max\":610.0},"                              \
	"\"own\":{\"median\":100.0,\"min\":100.0,\"max\":100.0},\"net\":" net ",\"later\":0.0,"  \
	"\"proofs\":[{\"proof\":\"hook f = all\",\"counted\":9,\"wanted\":9,\"holds\":\"yes\"}," \
	"{\"proof\":\"nft n = none\",\"counted\":0,\"wanted\":0,\"holds\":\"yes\"}],"            \
	"\"samples\":[{\"lab\":1,\"tuple\":1,\"price\":600.0}],"                                 \
	"\"rounds\":{\"own\":[{\"switches\":1}],\"gross\":[{\"arrived\":0,\"other\":90,"         \
	"\"switches\":2,\"probed\":1}]}}"
#define DOC(command, packets, points)                                                     \
	"{\"schema\":\"" FB_BENCH_SCHEMA "\",\"mode\":\"insn\",\"settings\":{\"labs\":3," \
	"\"packets\":" packets                                                            \
	",\"sizes\":[]},\"fingerprint\":{\"kernel\":\"k\",\"command\":\"" command         \
	"\"},\"points\":[" points "]}"

static const char path_text[] = "title = t\n%sprove = hook f = all\nprove = nft n = none\n";

static struct fb_bench bench;

/* A bench with the paths slow and fast, which replaces slow. */
static int set_up(void **state)
{
	struct fb_error error = { "" };
	char text[200];

	(void)state;
	memset(&bench, 0, sizeof(bench));
	bench.path = calloc(2, sizeof(*bench.path));
	bench.nr_paths = 2;
	snprintf(text, sizeof(text), path_text, "");
	if (fb_bench_path_parse("slow", text, &bench.path[0], &error))
		return -1;
	snprintf(text, sizeof(text), path_text, "replaces = slow\n");
	return fb_bench_path_parse("fast", text, &bench.path[1], &error);
}

static int tear_down(void **state)
{
	(void)state;
	fb_bench_free(&bench);
	return 0;
}

/* Joins two texts; the caller frees the result. */
static int join(const char *one, const char *two, json_t **joined, struct fb_error *error)
{
	static const char *const files[] = { "one.json", "two.json" };
	json_t *docs[] = { json_loads(one, 0, NULL), json_loads(two, 0, NULL) };
	int ret;

	assert_non_null(docs[0]);
	assert_non_null(docs[1]);
	ret = fb_bench_join(&bench, docs, files, 2, joined, error);
	json_decref(docs[0]);
	json_decref(docs[1]);
	return ret;
}

static void paths_of_two_boots(void **state)
{
	struct fb_error error = { "" };
	const json_t *points;
	json_t *joined;

	(void)state;
	assert_int_equal(join(DOC("a", "100", POINT("fast", "250.0", "")),
			      DOC("b", "100", POINT("slow", "500.0", "")), &joined, &error),
			 0);
	assert_int_equal(bench.nr_points, 2);
	/* In the order of the paths, not of the files. */
	assert_string_equal(bench.point[0].path->name, "slow");
	assert_true(bench.insn && bench.point[1].net == 250 && bench.want.packets == 100);
	assert_true(fb_bench_ratio(&bench, &bench.point[1]) == 2);
	/* What ran beside the packets, in the rounds of all kinds. */
	assert_true(bench.point[0].gross[0].switches == 3 && bench.point[0].gross[0].probed);
	assert_string_equal(fb_fingerprint_get(&bench.fp, "command"), "2 boots, the first: a");
	points = json_object_get(joined, "points");
	assert_int_equal(json_array_size(points), 2);
	assert_true(json_number_value(json_object_get(json_array_get(points, 1), "ratio")) == 2);
	json_decref(joined);
}

/* As the command had them: the file of slow comes first. */
static void one_boot_keeps_its_order(void **state)
{
	json_t *doc = json_loads(DOC("a", "100",
				     POINT("fast", "250.0", "") "," POINT("slow", "500.0", "")),
				 0, NULL);
	static const char *const file[] = { "one.json" };
	struct fb_error error = { "" };
	json_t *joined;

	(void)state;
	assert_int_equal(fb_bench_join(&bench, &doc, file, 1, &joined, &error), 0);
	assert_string_equal(bench.point[0].path->name, "fast");
	assert_string_equal(bench.point[1].path->name, "slow");
	assert_true(fb_bench_ratio(&bench, &bench.point[0]) == 2);
	json_decref(doc);
	json_decref(joined);
}

static void superpackets_have_packets_of_their_own(void **state)
{
	struct fb_error error = { "" };
	json_t *joined;

	(void)state;
	assert_int_equal(
		join(DOC("a", "100", POINT("slow", "500.0", "\"segments\":9,\"packets\":10,")),
		     DOC("b", "100", ""), &joined, &error),
		0);
	assert_int_equal(bench.point[0].segments, 9);
	assert_int_equal(bench.point[0].gross[0].packets, 10);
	assert_string_equal(fb_bench_arrives(&bench.point[0]), "cut");
	json_decref(joined);
}

static void what_does_not_belong_together(void **state)
{
	static const struct {
		const char *two;
		const char *why;
	} bad[] = {
		{ DOC("b", "10", ""), "two.json: another settings than one.json" },
		{ "{\"schema\":\"x\"}", "two.json: not a " FB_BENCH_SCHEMA },
		{ DOC("b\",\"seed\":\"2", "100", ""),
		  "two.json: another fingerprint than one.json" },
		{ DOC("b\",\"prices\":\"2", "100", ""),
		  "two.json has prices of definition 2, one.json of definition 1: "
		  "not the same thing was measured; measure both with one flowbench" },
		{ DOC("b", "100", POINT("other", "1.0", "")),
		  "points of paths without a file in userspace/data/paths: 1" },
	};
	struct fb_error why = { "" };
	json_t *joined;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(join(DOC("a", "100", POINT("slow", "1.0", "")), bad[i].two,
				      &joined, &why),
				 -EINVAL);
		assert_string_equal(why.text, bad[i].why);
		assert_null(joined);
		tear_down(NULL);
		assert_int_equal(set_up(NULL), 0);
	}
}

static void a_path_that_has_changed(void **state)
{
	struct fb_error error = { "" };
	json_t *joined;

	(void)state;
	bench.path[0].proof[1].text[0] = 'N';
	assert_int_equal(join(DOC("a", "100", POINT("slow", "1.0", "")), DOC("b", "100", ""),
			      &joined, &error),
			 -EINVAL);
	assert_string_equal(error.text,
			    "slow: the path is another one now: no proof 'nft n = none'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(paths_of_two_boots, set_up, tear_down),
		cmocka_unit_test_setup_teardown(one_boot_keeps_its_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(superpackets_have_packets_of_their_own, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(what_does_not_belong_together, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_path_that_has_changed, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
