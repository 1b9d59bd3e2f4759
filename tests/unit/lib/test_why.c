// SPDX-License-Identifier: GPL-2.0
/* One place for code and text: what a text is, what a long one becomes, and what stands in for none. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "lib/why.h"

static void text_and_code_in_one(void **state)
{
	struct fb_why why = { "" };

	(void)state;
	assert_true(fb_why_empty(&why));
	assert_int_equal(fb_why(&why, -EINVAL, "line %u: no such key '%s'", 7, "rot"), -EINVAL);
	assert_string_equal(why.text, "line 7: no such key 'rot'");
	assert_false(fb_why_empty(&why));
	assert_string_equal(fb_why_text(&why, -EINVAL), why.text);
	/* The next one takes its place. */
	assert_int_equal(fb_why(&why, -ERANGE, "other"), -ERANGE);
	assert_string_equal(why.text, "other");
	fb_why_clear(&why);
	assert_true(fb_why_empty(&why));
}

static void its_own_text_may_be_an_argument(void **state)
{
	struct fb_why why = { "" };

	(void)state;
	fb_why(&why, -EINVAL, "short");
	fb_why(&why, -EINVAL, "a longer text around %s", why.text);
	assert_string_equal(why.text, "a longer text around short");
}

static void nobody_has_to_listen(void **state)
{
	(void)state;
	assert_int_equal(fb_why(NULL, -EINVAL, "x %d", 1), -EINVAL);
	assert_int_equal(fb_why_errno(NULL, -ENOENT, "x"), -ENOENT);
	assert_int_equal(fb_why_prefix(NULL, -ENOMEM, "x"), -ENOMEM);
	assert_true(fb_why_empty(NULL));
	assert_string_equal(fb_why_text(NULL, -ENOENT), strerror(ENOENT));
	fb_why_clear(NULL);
}

static void without_a_text_the_code_speaks(void **state)
{
	struct fb_why why = { "" };

	(void)state;
	assert_string_equal(fb_why_text(&why, -ENOMEM), strerror(ENOMEM));
	assert_int_equal(fb_why_errno(&why, -ENOENT, "%s/%d", "dir", 3), -ENOENT);
	assert_string_equal(why.text, "dir/3: No such file or directory");
	/* It says nothing of what was there before. */
	assert_int_equal(fb_why_errno(&why, -EACCES, "f"), -EACCES);
	assert_string_equal(why.text, "f: Permission denied");
}

static void who_knows_the_file_says_it(void **state)
{
	struct fb_why why = { "" };

	(void)state;
	fb_why(&why, -EINVAL, "line 3: no");
	assert_int_equal(fb_why_prefix(&why, -EINVAL, "file %d", 1), -EINVAL);
	assert_int_equal(fb_why_prefix(&why, -EINVAL, "dir"), -EINVAL);
	assert_string_equal(why.text, "dir: file 1: line 3: no");
	fb_why_clear(&why);
	assert_int_equal(fb_why_prefix(&why, -ENOMEM, "dir"), -ENOMEM);
	assert_string_equal(why.text, "dir: Cannot allocate memory");
}

static char *filled(char *text, const char *with, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		text[i] = with[i % strlen(with)];
	text[len] = '\0';
	return text;
}

static void a_long_text_is_cut(void **state)
{
	char text[2 * FB_WHY_SIZE];
	struct {
		struct fb_why why;
		char guard[8];
	} at = { .guard = "guard" };

	(void)state;
	fb_why(&at.why, -EINVAL, "%s", filled(text, "abc", FB_WHY_SIZE - 1));
	assert_string_equal(at.why.text, text);
	fb_why(&at.why, -EINVAL, "%s", filled(text, "abc", sizeof(text) - 1));
	assert_int_equal(strlen(at.why.text), FB_WHY_SIZE - 1);
	assert_memory_equal(at.why.text, text, FB_WHY_SIZE - 1);
	assert_string_equal(at.guard, "guard");
}

/* Wherever the limit falls, only whole characters are left. */
static void it_is_cut_between_characters(void **state)
{
	static const char *const one[] = { "a", "\xc3\xa4", "\xe2\x80\xa6", "\xf0\x9f\x90\x9f" };
	char text[2 * FB_WHY_SIZE];
	struct fb_why why;
	size_t i, before;

	(void)state;
	for (i = 0; i < sizeof(one) / sizeof(*one); i++) {
		for (before = 0; before < 5; before++) {
			size_t len = strlen(one[i]), room = FB_WHY_SIZE - 1 - before;

			filled(text, "x", before);
			filled(text + before, one[i], (FB_WHY_SIZE / len + 2) * len);
			fb_why(&why, -EINVAL, "%s", text);
			assert_int_equal(strlen(why.text), before + room / len * len);
			assert_memory_equal(why.text, text, strlen(why.text));
			/* In a text that is full to the last byte, nothing is cut. */
			text[before + room / len * len] = '\0';
			fb_why(&why, -EINVAL, "%s", text);
			assert_string_equal(why.text, text);
		}
	}
}

static void bytes_that_are_no_characters_do_no_harm(void **state)
{
	char text[2 * FB_WHY_SIZE];
	struct fb_why why;

	(void)state;
	fb_why(&why, -EINVAL, "%s", filled(text, "\x80", sizeof(text) - 1));
	assert_int_equal(strlen(why.text), FB_WHY_SIZE - 1);
	fb_why(&why, -EINVAL, "%s", filled(text, "\xff", sizeof(text) - 1));
	assert_int_equal(strlen(why.text), FB_WHY_SIZE - 2);
}

static void the_reason_outlives_a_long_name(void **state)
{
	char text[2 * FB_WHY_SIZE];
	struct fb_why why = { "" };

	(void)state;
	fb_why_errno(&why, -ENOENT, "%s", filled(text, "dir/", sizeof(text) - 1));
	assert_int_equal(strlen(why.text), FB_WHY_SIZE - 1);
	assert_memory_equal(why.text, "dir/dir/", 8);
	assert_string_equal(strrchr(why.text, ':'), ": No such file or directory");
	/* Of a reason that is as long, the first half is left. */
	fb_why(&why, -EINVAL, "%s", filled(text, "r", FB_WHY_SIZE - 1));
	fb_why_prefix(&why, -EINVAL, "%s", filled(text, "w", sizeof(text) - 1));
	assert_int_equal(strlen(why.text), FB_WHY_SIZE - 1);
	assert_int_equal(strspn(why.text, "w"), FB_WHY_SIZE / 2 - 3);
	assert_int_equal(strspn(strchr(why.text, ':'), ": r"), FB_WHY_SIZE / 2 + 2);
	/* A short name leaves all room to it. */
	fb_why(&why, -EINVAL, "%s", filled(text, "r", 400));
	fb_why_prefix(&why, -EINVAL, "f");
	assert_int_equal(strlen(why.text), 403);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_code_in_one),
		cmocka_unit_test(its_own_text_may_be_an_argument),
		cmocka_unit_test(nobody_has_to_listen),
		cmocka_unit_test(without_a_text_the_code_speaks),
		cmocka_unit_test(who_knows_the_file_says_it),
		cmocka_unit_test(a_long_text_is_cut),
		cmocka_unit_test(it_is_cut_between_characters),
		cmocka_unit_test(bytes_that_are_no_characters_do_no_harm),
		cmocka_unit_test(the_reason_outlives_a_long_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
