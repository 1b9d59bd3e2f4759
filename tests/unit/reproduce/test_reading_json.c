// SPDX-License-Identifier: GPL-2.0
/* The document of a reading: it agrees with its schema, and has what the text says. */
#include "unit.h"

#include "json/json.h"
#include "reproduce/reading_json.h"

/* Returns the document of a trace, checked against the schema; the caller releases it. */
static json_t *document(const char *trace)
{
	struct fb_tree *tree = unit_tree(trace);
	struct fb_reading *r = calloc(1, sizeof(*r));
	struct fb_error error = { "" };
	json_t *doc;

	assert_non_null(r);
	assert_int_equal(fb_reading_make(tree, r), 0);
	doc = fb_reading_json(r);
	assert_non_null(doc);
	if (fb_json_check(doc, &fb_reading_schema, &error))
		fail_msg("%s", error.text);
	free(r);
	fb_tree_free(tree);
	return doc;
}

static const char *member(const json_t *js, const char *key)
{
	return fb_json_text(js, key, "none");
}

static void a_path(void **state)
{
	json_t *doc = document(" 0)               |  ip_forward() {\n"
			       " 0)               |    nf_hook_slow() {\n"
			       " 0)   1.000 us    |      iptable_filter_hook(); /* = 0x0 */\n"
			       " 0)   1.000 us    |      kfree_skb();\n"
			       " 0)   2.000 us    |    }\n"
			       " 0)   9.000 us    |  }\n");
	json_t *word = json_array_get(json_object_get(doc, "words"), 0);
	json_t *call = json_array_get(json_object_get(word, "calls"), 0);
	json_t *drop = json_array_get(json_object_get(doc, "drops"), 0);
	json_t *before = json_object_get(json_object_get(doc, "kernel"), "before");

	(void)state;
	assert_string_equal(member(doc, "schema"), "flowbench.reproduce/1");
	assert_string_equal(member(doc, "kind"), "path");
	assert_string_equal(member(word, "word"), "forward");
	assert_string_equal(member(word, "group"), "path");
	assert_string_equal(member(word, "says"), "a packet is forwarded");
	assert_string_equal(member(call, "call"), "ip_forward");
	assert_int_equal(json_integer_value(json_object_get(call, "line")), 1);
	assert_string_equal(member(json_object_get(drop, "by"), "call"), "nf_hook_slow");
	assert_string_equal(member(json_object_get(drop, "decision"), "call"),
			    "iptable_filter_hook");
	assert_string_equal(member(drop, "hook"), "forward");
	assert_string_equal(member(before, "version"), "5.16");
	assert_int_equal(json_integer_value(json_object_get(before, "line")), 3);
	assert_true(json_is_null(json_object_get(doc, "aside")));
	assert_string_equal(json_string_value(json_array_get(json_object_get(doc, "lab_lacks"), 0)),
			    "the protocol, which the trace does not tell: UDP stands in");
	json_decref(doc);
}

static void a_part_and_none(void **state)
{
	json_t *doc = document(" 0)   1.000 us    |  ip_rcv();\n");

	(void)state;
	assert_string_equal(member(doc, "kind"), "part");
	assert_string_equal(member(doc, "either"),
			    "a packet that is forwarded, or one that is for this host");
	assert_int_equal(json_array_size(json_object_get(doc, "lab_lacks")), 0);
	json_decref(doc);
	doc = document(" 0)   1.000 us    |  vfs_read();\n");
	assert_string_equal(member(doc, "kind"), "none");
	assert_true(json_is_null(json_object_get(doc, "either")));
	json_decref(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path),
		cmocka_unit_test(a_part_and_none),
	};

	return cmocka_run_group_tests_name("reading_json", tests, NULL, NULL);
}
