// SPDX-License-Identifier: GPL-2.0
/* A reason that is not true for a kernel is reported. */
#include "unit.h"

#include "lib/version.h"
#include "match/fidelity_check.h"

#define MAGIC "# flowbench.calls/1\n"

static struct fb_error error;

/* Returns 1 if a run on 6.12 contradicts the only entry of a table. */
static int refuted(const char *entry, const char *doc, const char *live, const char *can)
{
	struct fb_fid_in in = { .at = { .trace = "t", .version = fb_version_parse("6.12") } };
	struct fb_normal *d = unit_normal(doc), *l = unit_normal(live);
	struct fb_nameset functions = { .nr = 0 };
	struct fb_aliases al;
	struct fb_fidelity fi;
	struct fb_fid_pair pair = { .doc = d, .live = l, .fi = &fi };
	struct fb_error parse = { "" };
	int ret;

	if (fb_aliases_parse(entry, "aliases", &al, &parse))
		fail_msg("%s", parse.text);
	assert_int_equal(al.nr, 1);
	if (can)
		assert_int_equal(fb_nameset_parse(can, strlen(can), &functions), 0);
	in.doc = d;
	in.live = l;
	in.aliases = &al;
	in.functions = can ? &functions : NULL;
	assert_int_equal(fb_fidelity_compare(&in, &fi), 0);
	fb_error_clear(&error);
	ret = fb_fidelity_refutes(&al.entry[0], &in.at, in.functions, &pair, 1, &error);
	assert_int_equal(ret, !fb_error_empty(&error));
	fb_fidelity_free(&fi);
	fb_nameset_free(&functions);
	fb_aliases_free(&al);
	fb_normal_free(d);
	fb_normal_free(l);
	return ret;
}

static void untraceable(void **state)
{
	static const char doc[] = MAGIC "a 1\n  b 1\n";

	(void)state;
	assert_int_equal(refuted("untraceable b : x\n", doc, MAGIC "a 1\n", "a\n"), 0);
	assert_int_equal(refuted("untraceable b : x\n", doc, MAGIC "a 1\n", "a\nb\n"), 1);
	/* A function that is inlined into one caller may be traceable elsewhere. It is not seen in this caller. */
	assert_int_equal(refuted("untraceable b<a : x\n", doc, MAGIC "a 1\n", "a\nb\n"), 0);
	assert_int_equal(refuted("untraceable b<a : x\n", doc, doc, "a\nb\n"), 1);
	/* An entry for another kernel, or for a call that is not documented, is not judged. */
	assert_int_equal(refuted("untraceable b before=6.12 : x\n", doc, MAGIC "a 1\n", "a\nb\n"),
			 0);
	assert_int_equal(refuted("untraceable c : x\n", doc, MAGIC "a 1\n", "a\nb\nc\n"), 0);
}

static void renamed(void **state)
{
	static const char doc[] = MAGIC "a 1\n  b 1\n";

	(void)state;
	assert_int_equal(refuted("renamed b -> c : x\n", doc, MAGIC "a 1\n  c 1\n", "a\nc\n"), 0);
	assert_int_equal(refuted("renamed b -> c : x\n", doc, MAGIC "a 1\n", "a\n"), 1);
	assert_non_null(strstr(error.text, "cannot be traced"));
	assert_int_equal(refuted("renamed b -> c : x\n", doc, MAGIC "a 1\n", "a\nc\n"), 1);
	assert_non_null(strstr(error.text, "is not called"));
	/* All calls that the entry could explain are matched: it cannot be judged. */
	assert_int_equal(refuted("renamed b -> c : x\n", doc, doc, "a\nb\nc\n"), 0);
}

static void removed(void **state)
{
	static const char doc[] = MAGIC "a 1\n  b 1\n  b 1\nd 1\n";

	(void)state;
	assert_int_equal(refuted("removed b : x\n", doc, MAGIC "a 1\nd 1\n", "a\nb\nd\n"), 0);
	assert_int_equal(refuted("removed b : x\n", doc, MAGIC "a 1\n  b 1\nd 1\n", NULL), 0);
	/* All its calls are matched: the entry explains no call. */
	assert_int_equal(refuted("removed b : x\n", doc, doc, NULL), 0);
	assert_int_equal(refuted("removed b : x\n", doc, MAGIC "a 1\nd 1\n  b 1\n  b 1\n", NULL),
			 1);
	/* The function is called as often, but not from this caller. */
	assert_int_equal(refuted("removed b<a : x\n", doc, MAGIC "a 1\nd 1\n  b 1\n  b 1\n", NULL),
			 0);
}

static void moved(void **state)
{
	static const char doc[] = MAGIC "a 1\n  b 1\n  d 1\n";

	(void)state;
	assert_int_equal(refuted("moved b<a : x\n", doc, MAGIC "a 1\n  d 1\n  b 1\n", NULL), 0);
	assert_int_equal(refuted("moved b<a : x\n", doc, MAGIC "a 1\n  d 1\n", NULL), 1);
	assert_int_equal(refuted("moved b<a : x\n", doc, MAGIC "a 1\n  d 1\n    b 1\n", NULL), 1);
}

static void incidental(void **state)
{
	static const char doc[] = MAGIC "a 1\n  b 1\n";

	(void)state;
	assert_int_equal(refuted("incidental b : x\n", doc, MAGIC "a 1\n", "a\nb\n"), 0);
	assert_int_equal(refuted("incidental b : x\n", doc, doc, "a\nb\n"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(untraceable), cmocka_unit_test(renamed),
		cmocka_unit_test(removed),     cmocka_unit_test(moved),
		cmocka_unit_test(incidental),
	};

	return cmocka_run_group_tests_name("fidcheck", tests, NULL, NULL);
}
