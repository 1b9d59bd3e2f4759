// SPDX-License-Identifier: GPL-2.0
/* Call trees as JSON tables, and the writing of a table. */
#include "unit.h"

#include <errno.h>

#include "json/json.h"
#include "lib/version.h"
#include "match/calls_json.h"
#include "tree/tree_diff.h"

#define MAGIC "# flowbench.calls/1\n"

static char *text_of(json_t *js)
{
	char *text = json_dumps(js, JSON_COMPACT);

	assert_non_null(text);
	json_decref(js);
	return text;
}

static void a_row_a_call(void **state)
{
	struct fb_normal *n = unit_normal(MAGIC "ip_rcv 5120\n"
						"  * packet: dev=lan0\n"
						"  ip_rcv_core -\n"
						"  ! interrupt\n"
						"    ip_rcv 7\n"
						"ip_rcv_core 0\n");
	char *text = text_of(fb_calls_json(n));

	(void)state;
	assert_string_equal(text, "{\"names\":[\"ip_rcv\",\"ip_rcv_core\",\"==irq==\"],"
				  "\"rows\":[[0,0,5120],[1,1,null],[1,2,null],[2,0,7],[0,1,0]]}");
	free(text);
	fb_normal_free(n);
}

static void what_became_of_each_call(void **state)
{
	static const char table[] = "renamed old -> new : has a name of today\n"
				    "removed gone : is gone\n";
	struct fb_normal *doc = unit_normal(MAGIC "ip_rcv -\n"
						  "  * packet: dev=lan0\n"
						  "  gone -\n"
						  "  old -\n"
						  "  lost -\n");
	/* A mark has a node, but no row. */
	struct fb_normal *live = unit_normal(MAGIC "ip_rcv 9\n"
						   "  * packet: dev=lan0\n"
						   "  fresh 1\n"
						   "  new 2\n");
	struct fb_fid_in in = { .doc = doc, .live = live };
	struct fb_aliases aliases;
	struct fb_fidelity fi;
	struct fb_error error = { "" };
	char *text;

	(void)state;
	assert_int_equal(fb_aliases_parse(table, "aliases", &aliases, &error), 0);
	in.aliases = &aliases;
	in.at.version = fb_version_parse("6.12");
	assert_int_equal(fb_fidelity_compare(&in, &fi), 0);
	text = text_of(fb_fid_calls_json(doc, live, &fi, "p3p4"));
	assert_string_equal(
		text, "{\"names\":[\"ip_rcv\",\"gone\",\"old\",\"lost\"],"
		      "\"classes\":[\"matched\",\"removed\",\"renamed\",\"missing\"],"
		      "\"reasons\":[\"is gone\",\"has a name of today\"],\"live\":\"p3\","
		      "\"rows\":[[0,0,0,0,null],[1,1,1,null,0],[1,2,2,2,1],[1,3,3,null,null]]}");
	free(text);
	/* Without a trace, the table has only the documented calls. */
	text = text_of(fb_fid_calls_json(doc, NULL, NULL, "p1"));
	assert_non_null(strstr(text, "\"live\":\"p1\",\"rows\":[[0,0,null,null,null],"));
	free(text);
	fb_fidelity_free(&fi);
	fb_aliases_free(&aliases);
	fb_normal_free(live);
	fb_normal_free(doc);
}

static void a_row_is_a_line(void **state)
{
	json_t *js = json_pack("{s:[[i,i],[i,n]], s:[], s:{}, s:f, s:[s,s], s:[{s:b}]}", "rows", 1,
			       2, 3, "none", "empty", "real", 66.5625, "names", "a\"b", "c", "list",
			       "holds", 1);
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	assert_int_equal(fb_json_dump(js, 4, f), 0);
	fclose(f);
	assert_string_equal(text, "{\n"
				  " \"rows\": [\n"
				  "  [1, 2],\n"
				  "  [3, null]\n"
				  " ],\n"
				  " \"none\": [],\n"
				  " \"empty\": {},\n"
				  " \"real\": 66.56,\n"
				  " \"names\": [\"a\\\"b\", \"c\"],\n"
				  " \"list\": [\n"
				  "  {\n"
				  "   \"holds\": true\n"
				  "  }\n"
				  " ]\n"
				  "}\n");
	free(text);
	json_decref(js);
}

static void a_full_disk_is_said(void **state)
{
	json_t *js = json_pack("[s]", "text");
	FILE *f = fopen("/dev/full", "w");

	(void)state;
	assert_non_null(f);
	setvbuf(f, NULL, _IONBF, 0);
	assert_int_equal(fb_json_dump(js, 4, f), -ENOSPC);
	fclose(f);
	json_decref(js);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_a_call),
		cmocka_unit_test(what_became_of_each_call),
		cmocka_unit_test(a_row_is_a_line),
		cmocka_unit_test(a_full_disk_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
