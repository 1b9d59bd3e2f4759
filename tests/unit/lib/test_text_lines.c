// SPDX-License-Identifier: GPL-2.0
/* Lines of a text: which of them are read, their numbers, and keys with values. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "lib/text_lines.h"

struct pair {
	char *first;
	char *second;
};

static const struct fb_text_key keys[] = {
	{ "first", offsetof(struct pair, first), false },
	{ "second", offsetof(struct pair, second), true },
};

static void comments_and_blank_lines_are_left_out(void **state)
{
	char text[] = "# head\n\n  one  \r\n\t \n\t# more\ntwo # not a comment\nthree";
	struct fb_text_lines t = { .rest = text };

	(void)state;
	assert_string_equal(fb_text_next(&t), "one");
	assert_int_equal(t.line, 3);
	assert_string_equal(fb_text_next(&t), "two # not a comment");
	assert_int_equal(t.line, 6);
	assert_string_equal(fb_text_next(&t), "three");
	assert_int_equal(t.line, 7);
	assert_null(fb_text_next(&t));
	assert_null(fb_text_next(&t));
	assert_int_equal(t.line, 7);
}

static void every_line_is_counted(void **state)
{
	char text[] = " a\n\n#b\n";
	struct fb_text_lines t = { .rest = text };

	(void)state;
	assert_int_equal(fb_text_count(text, strlen(text)), 4);
	assert_string_equal(fb_text_raw(&t), " a");
	assert_string_equal(fb_text_raw(&t), "");
	assert_string_equal(fb_text_raw(&t), "#b");
	assert_string_equal(fb_text_raw(&t), "");
	assert_null(fb_text_raw(&t));
	assert_int_equal(t.line, 4);
	assert_int_equal(fb_text_count("", 0), 1);
}

static void a_message_names_the_line(void **state)
{
	struct fb_error error = { "" };
	struct fb_text_lines t = { .line = 7, .why = &error };

	(void)state;
	assert_int_equal(fb_text_bad(&t, "no '%s'", "x"), -EINVAL);
	assert_string_equal(error.text, "line 7: no 'x'");
	t.file = "aliases";
	assert_int_equal(fb_text_bad(&t, "no '%s'", "x"), -EINVAL);
	assert_string_equal(error.text, "aliases:7: no 'x'");
	t.why = NULL;
	assert_int_equal(fb_text_bad(&t, "no"), -EINVAL);
}

static void blanks_are_cut(void **state)
{
	char both[] = " \t a b \r\n", none[] = "a", all[] = " \t", empty[] = "";

	(void)state;
	assert_string_equal(fb_text_trim(both), "a b");
	assert_string_equal(fb_text_trim(none), "a");
	assert_string_equal(fb_text_trim(all), "");
	assert_string_equal(fb_text_trim(empty), "");
}

/* What becomes of a line "key = value". */
static int set(struct pair *p, const char *line, struct fb_error *error)
{
	struct fb_text_lines t = { .line = 3, .why = error };
	char copy[80], *key, *value;
	int ret;

	snprintf(copy, sizeof(copy), "%s", line);
	ret = fb_text_pair(&t, copy, &key, &value);
	return ret ? ret : fb_text_set(&t, p, keys, 2, key, value);
}

static void keys_have_values(void **state)
{
	struct pair p = { NULL, NULL };
	struct fb_error error = { "" };

	(void)state;
	assert_string_equal(fb_text_missing(&p, keys, 2), "first");
	assert_int_equal(set(&p, "first =  a = b ", &error), 0);
	assert_string_equal(p.first, "a = b");
	assert_null(fb_text_missing(&p, keys, 2));
	assert_int_equal(set(&p, "second=c", &error), 0);
	assert_string_equal(p.second, "c");
	assert_string_equal(*fb_text_slot(&p, &keys[1]), "c");
	assert_true(fb_error_empty(&error));
	fb_text_free(&p, keys, 2);
}

static void wrong_lines_are_named(void **state)
{
	static const struct {
		const char *line;
		const char *says;
	} wrong[] = {
		{ "first", "line 3: not 'key = value': 'first'" },
		{ "first = ", "line 3: 'first' has no value" },
		{ "third = x", "line 3: unknown key 'third'" },
		{ " = x", "line 3: unknown key ''" },
		{ "first = again", "line 3: 'first' stands here twice" },
	};
	struct pair p = { NULL, NULL };
	size_t i;

	(void)state;
	assert_int_equal(set(&p, "first = a", NULL), 0);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct fb_error error = { "" };

		assert_int_equal(set(&p, wrong[i].line, &error), -EINVAL);
		assert_string_equal(error.text, wrong[i].says);
	}
	assert_string_equal(p.first, "a");
	assert_null(p.second);
	fb_text_free(&p, keys, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_and_blank_lines_are_left_out),
		cmocka_unit_test(every_line_is_counted),
		cmocka_unit_test(a_message_names_the_line),
		cmocka_unit_test(blanks_are_cut),
		cmocka_unit_test(keys_have_values),
		cmocka_unit_test(wrong_lines_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
