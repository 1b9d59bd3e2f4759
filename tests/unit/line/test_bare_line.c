// SPDX-License-Identifier: GPL-2.0
/* Trees that have indentation only: what is one, and what stays another text. */
#include "unit.h"

#include <errno.h>

#include "line/bare_line.h"

static bool is_tree(const char *text)
{
	return fb_bare_is_tree(text, strlen(text));
}

static void trees(void **state)
{
	(void)state;
	assert_true(is_tree("a() {\n  b();\n}\n"));
	assert_true(is_tree("a() {\r\n  b();\r\n}\r\n"));
	assert_true(is_tree("    a() {\n      b() {\n      }\n    }"));
	assert_true(is_tree("a [mod]() {\n\tb();\n}\n"));
	assert_true(is_tree("# a ping\na() {\n  ...\n  b();   **** here\n}   // done\n"));
	/* Its end is missing. */
	assert_true(is_tree("a() {\n    b() {\n        c() {\n"));
}

static void what_is_not_one(void **state)
{
	static const char *const texts[] = {
		"",
		"\n\n",
		"a();\nb();\n",
		"a() {\nb();\n}\n",
		"  a();\n    b();\n",
		"static int a(void) {\n  b();\n}\n",
		"a() {\n  b(skb);\n}\n",
		"a() {\n  if (x) {\n    b();\n  }\n}\n",
		"main() {\n  b();\n}\n",
		"a() {\n  return;\n}\n",
		"a() {\n  echo hello\n}\n",
		"a() {\n  b();\n}\nHello, this is it.\n",
		"Hello:\na() {\n  b();\n}\n",
		" 0)   1.000 us    |  a();\n 0)   1.000 us    |    b();\n",
		"a() {\n  b(); c();\n}\n",
		"a() {\n  | b();\n}\n",
		"a() {\n  b() then\n}\n",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (is_tree(texts[i]))
			fail_msg("%zu is a tree:\n%s", i, texts[i]);
	assert_false(fb_bare_is_tree("a() {\n  b();\0\n}\n", 17));
	assert_false(fb_bare_is_tree("a() {\n  b(); **\0*\n}\n", 20));
}

/* The tree that is read, with its levels, and no time in it. */
static void events(void **state)
{
	static const char text[] = "a() {\n\tb();\n\tc() {  **** here\n\t\td();\n\t}\n}\n";
	struct fb_fg_event ev[16];
	struct fb_error error;
	int i, nr = unit_events(text, sizeof(text) - 1, ev, 16, &error);

	(void)state;
	assert_int_equal(nr, 7);
	assert_int_equal(ev[0].level, 0);
	assert_int_equal(ev[1].level, 1);
	assert_int_equal(ev[2].level, 1);
	assert_int_equal(ev[3].kind, FB_FG_COMMENT);
	assert_int_equal(ev[4].level, 2);
	assert_int_equal(ev[6].kind, FB_FG_EXIT);
	for (i = 0; i < nr; i++)
		assert_int_equal(ev[i].dur_ns, -1);
}

/* What does not belong to the tree behind the window that was looked at is refused, as in any text. */
static void a_line_that_comes_later(void **state)
{
	size_t room = 600000, len = 0;
	char *text = malloc(room + 64);
	struct fb_fgraph *fg;
	struct fb_fg_event ev;
	int ret;

	(void)state;
	assert_non_null(text);
	while (len < room)
		len += (size_t)sprintf(text + len, "a() {\n  b();\n}\n");
	len += (size_t)sprintf(text + len, "and so on, for ever\n");
	assert_int_equal(fb_fgraph_open_text(text, len, &fg), 0);
	while ((ret = fb_fgraph_next(fg, &ev)) > 0)
		;
	assert_int_equal(ret, -EINVAL);
	assert_non_null(strstr(fb_fgraph_error(fg)->text, "not function_graph text"));
	fb_fgraph_close(fg);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees),
		cmocka_unit_test(what_is_not_one),
		cmocka_unit_test(events),
		cmocka_unit_test(a_line_that_comes_later),
	};

	return cmocka_run_group_tests_name("bare_line", tests, NULL, NULL);
}
