// SPDX-License-Identifier: GPL-2.0
/* The normal form: the written text is read back, and other text is refused. */
#include "unit.h"
#include "unit_normal.h"

#include <errno.h>

static char *written(const struct fb_normal *n)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	unit_normal_write(n, f);
	fclose(f);
	return text;
}

static const char sample[] = "# flowbench.calls/1\n"
			     "# source=sockmap-redirect\n"
			     "# phase=p1\n"
			     "__sys_sendto 194533 = 0x7\n"
			     "  sockfd_lookup_light 726 = -255\n"
			     "    __fdget.isra.0 240\n"
			     "  * packet: dev=lan0\n"
			     "  ! interrupt\n"
			     "    do_IRQ 6815\n"
			     "  esp_output_tail [esp4] - <\n"
			     "< second 12\n"
			     "< ? 12\n";

static void round_trip(void **state)
{
	struct fb_normal *n = unit_normal(sample);
	char *text = written(n);

	(void)state;
	assert_string_equal(text, sample);
	assert_int_equal(n->nr, 10);
	assert_int_equal(n->calls, 7);
	assert_string_equal(fb_normal_get(n, "source"), "sockmap-redirect");
	assert_null(fb_normal_get(n, "kernel"));
	assert_int_equal(n->node[1].end, 8);
	assert_int_equal(n->node[1].dur_ns, 194533);
	assert_string_equal(fb_normal_more(n, 1)->retval, "0x7");
	assert_int_equal(n->node[3].parent, 2);
	assert_int_equal(n->node[4].kind, FB_NODE_MARK);
	assert_string_equal(fb_normal_more(n, 4)->text, "packet: dev=lan0");
	assert_int_equal(n->node[6].parent, 5);
	assert_string_equal(fb_normal_more(n, 7)->module, "esp4");
	assert_int_equal(n->node[7].dur_ns, -1);
	assert_int_equal(n->node[7].flags, FB_NODE_TAIL_CUT);
	assert_int_equal(n->node[8].flags, FB_NODE_HEAD_CUT);
	assert_int_equal(n->node[8].parent, 0);
	assert_null(n->node[9].name);
	free(text);
	fb_normal_free(n);
}

static void from_a_call_forest(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a() {\n"
					 " 1)               |  x() {\n"
					 " 0)   ==========> |\n"
					 " 0)   0.1 us      |    b [m](); /* = 0x1 */\n"
					 " 0)   <========== |\n"
					 " 1)   0.7 us      |  }\n"
					 " 0)   |  /* mark: m */\n"
					 " 0)   0.5 us      |  }\n");
	struct fb_normal *n = fb_normal_new();
	char *text;

	(void)state;
	assert_non_null(n);
	assert_int_equal(fb_normal_add_tree(n, tree, 0), 0);
	text = written(n);
	assert_string_equal(text, "# flowbench.calls/1\n"
				  "a 500\n"
				  "  ! interrupt\n"
				  "    b [m] 100 = 0x1\n"
				  "  * mark: m\n"
				  "x 700\n");
	free(text);
	fb_normal_free(n);

	/* Writing one subtree only. */
	n = fb_normal_new();
	assert_non_null(n);
	assert_int_equal(fb_normal_add_tree(n, tree, 2), 0);
	text = written(n);
	assert_string_equal(text, "# flowbench.calls/1\nx 700\n");
	free(text);
	fb_normal_free(n);
	fb_tree_free(tree);
}

static void not_the_form(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} bad[] = {
		{ "", "line 1: " },
		{ "a 1\n", "line 1: " },
		{ "# flowbench.calls/2\na 1\n", "line 1: " },
		{ "# flowbench.calls/1\n", "no call" },
		{ "# flowbench.calls/1\n* only a mark\n", "no call" },
		{ "# flowbench.calls/1\na\n", "line 2: " },
		{ "# flowbench.calls/1\na 1\n b 1\n", "line 3: " },
		{ "# flowbench.calls/1\na 1\n    b 1\n", "line 3: " },
		{ "# flowbench.calls/1\n  a 1\n", "line 2: " },
		{ "# flowbench.calls/1\na 1x\n", "line 2: " },
		{ "# flowbench.calls/1\na +1\n", "line 2: " },
		{ "# flowbench.calls/1\na 99999999999999999999\n", "line 2: " },
		{ "# flowbench.calls/1\na [m 1\n", "line 2: " },
		{ "# flowbench.calls/1\na [] 1\n", "line 2: " },
		{ "# flowbench.calls/1\na 1 0x1\n", "line 2: " },
		{ "# flowbench.calls/1\na 1 = \n", "line 2: " },
	};
	struct fb_normal *n;
	struct fb_error why = { "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (fb_normal_read(bad[i].text, strlen(bad[i].text), &n, &why) != -EINVAL)
			fail_msg("taken: %s", bad[i].text);
		if (!strstr(why.text, bad[i].why))
			fail_msg("%s: %s", bad[i].text, why.text);
		assert_null(n);
	}
	assert_int_equal(fb_normal_read("# flowbench.calls/1\na\0 1\n", 24, &n, &why), -EINVAL);
}

static void crlf_and_no_last_newline(void **state)
{
	struct fb_normal *n = unit_normal("# flowbench.calls/1\r\na 1\r\n  b 2");

	(void)state;
	assert_int_equal(n->calls, 2);
	assert_int_equal(n->node[2].dur_ns, 2);
	fb_normal_free(n);
}

static void heads(void **state)
{
	static const char raw[] = "# kernel=6.12.57+deb13-amd64\n"
				  "# tracer: function_graph\n"
				  "# label=a=b c\r\n"
				  " 0)  0.1 us | f();\n"
				  "# late=1\n";
	struct fb_normal *n = fb_normal_new();

	(void)state;
	assert_non_null(n);
	assert_int_equal(fb_normal_read_heads(n, raw, sizeof(raw) - 1), 0);
	assert_int_equal(n->nr_heads, 2);
	assert_string_equal(fb_normal_get(n, "kernel"), "6.12.57+deb13-amd64");
	assert_string_equal(fb_normal_get(n, "label"), "a=b c");
	assert_int_equal(fb_normal_set(n, "kernel", "5.10"), 0);
	assert_int_equal(n->nr_heads, 2);
	assert_string_equal(fb_normal_get(n, "kernel"), "5.10");
	assert_int_equal(fb_normal_set(n, "two words", "x"), -EINVAL);
	assert_int_equal(fb_normal_set(n, "", "x"), -EINVAL);
	assert_int_equal(fb_normal_set(n, "key", "two\nlines"), -EINVAL);
	fb_normal_free(n);
}

static void control_characters_do_not_survive(void **state)
{
	struct fb_normal *n = unit_normal("# flowbench.calls/1\na 1\n* \033[31m\tx\xc3\xa9\n");

	(void)state;
	assert_string_equal(fb_normal_more(n, 2)->text, "?[31m?x??");
	fb_normal_free(n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),	cmocka_unit_test(from_a_call_forest),
		cmocka_unit_test(not_the_form), cmocka_unit_test(crlf_and_no_last_newline),
		cmocka_unit_test(heads),	cmocka_unit_test(control_characters_do_not_survive),
	};

	return cmocka_run_group_tests_name("normal", tests, NULL, NULL);
}
