// SPDX-License-Identifier: GPL-2.0
/* One place for code and text: what a text is, what a long one becomes, and what stands in for none. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "lib/error.h"

static void text_and_code_in_one(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	assert_true(fb_error_empty(&error));
	assert_int_equal(fb_error(&error, -EINVAL, "line %u: no such key '%s'", 7, "rot"), -EINVAL);
	assert_string_equal(error.text, "line 7: no such key 'rot'");
	assert_false(fb_error_empty(&error));
	assert_string_equal(fb_error_text(&error, -EINVAL), error.text);
	/* The next one takes its place. */
	assert_int_equal(fb_error(&error, -ERANGE, "other"), -ERANGE);
	assert_string_equal(error.text, "other");
	fb_error_clear(&error);
	assert_true(fb_error_empty(&error));
}

static void its_own_text_may_be_an_argument(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	fb_error(&error, -EINVAL, "short");
	fb_error(&error, -EINVAL, "a longer text around %s", error.text);
	assert_string_equal(error.text, "a longer text around short");
}

static void nobody_has_to_listen(void **state)
{
	(void)state;
	assert_int_equal(fb_error(NULL, -EINVAL, "x %d", 1), -EINVAL);
	assert_int_equal(fb_error_errno(NULL, -ENOENT, "x"), -ENOENT);
	assert_int_equal(fb_error_prefix(NULL, -ENOMEM, "x"), -ENOMEM);
	assert_true(fb_error_empty(NULL));
	assert_string_equal(fb_error_text(NULL, -ENOENT), strerror(ENOENT));
	fb_error_clear(NULL);
}

static void without_a_text_the_code_speaks(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	assert_string_equal(fb_error_text(&error, -ENOMEM), strerror(ENOMEM));
	assert_int_equal(fb_error_errno(&error, -ENOENT, "%s/%d", "dir", 3), -ENOENT);
	assert_string_equal(error.text, "dir/3: No such file or directory");
	/* It says nothing of what was there before. */
	assert_int_equal(fb_error_errno(&error, -EACCES, "f"), -EACCES);
	assert_string_equal(error.text, "f: Permission denied");
}

static void who_knows_the_file_says_it(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	fb_error(&error, -EINVAL, "line 3: no");
	assert_int_equal(fb_error_prefix(&error, -EINVAL, "file %d", 1), -EINVAL);
	assert_int_equal(fb_error_prefix(&error, -EINVAL, "dir"), -EINVAL);
	assert_string_equal(error.text, "dir: file 1: line 3: no");
	fb_error_clear(&error);
	assert_int_equal(fb_error_prefix(&error, -ENOMEM, "dir"), -ENOMEM);
	assert_string_equal(error.text, "dir: Cannot allocate memory");
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
	char text[2 * FB_ERROR_SIZE];
	struct {
		struct fb_error error;
		char guard[8];
	} at = { .guard = "guard" };

	(void)state;
	fb_error(&at.error, -EINVAL, "%s", filled(text, "abc", FB_ERROR_SIZE - 1));
	assert_string_equal(at.error.text, text);
	fb_error(&at.error, -EINVAL, "%s", filled(text, "abc", sizeof(text) - 1));
	assert_int_equal(strlen(at.error.text), FB_ERROR_SIZE - 1);
	assert_memory_equal(at.error.text, text, FB_ERROR_SIZE - 1);
	assert_string_equal(at.guard, "guard");
}

/* Wherever the limit falls, only whole characters are left. */
static void it_is_cut_between_characters(void **state)
{
	static const char *const one[] = { "a", "\xc3\xa4", "\xe2\x80\xa6", "\xf0\x9f\x90\x9f" };
	char text[2 * FB_ERROR_SIZE];
	struct fb_error error;
	size_t i, before;

	(void)state;
	for (i = 0; i < sizeof(one) / sizeof(*one); i++) {
		for (before = 0; before < 5; before++) {
			size_t len = strlen(one[i]), room = FB_ERROR_SIZE - 1 - before;

			filled(text, "x", before);
			filled(text + before, one[i], (FB_ERROR_SIZE / len + 2) * len);
			fb_error(&error, -EINVAL, "%s", text);
			assert_int_equal(strlen(error.text), before + room / len * len);
			assert_memory_equal(error.text, text, strlen(error.text));
			/* In a text that is full to the last byte, nothing is cut. */
			text[before + room / len * len] = '\0';
			fb_error(&error, -EINVAL, "%s", text);
			assert_string_equal(error.text, text);
		}
	}
}

static void bytes_that_are_no_characters_do_no_harm(void **state)
{
	char text[2 * FB_ERROR_SIZE];
	struct fb_error error;

	(void)state;
	fb_error(&error, -EINVAL, "%s", filled(text, "\x80", sizeof(text) - 1));
	assert_int_equal(strlen(error.text), FB_ERROR_SIZE - 1);
	fb_error(&error, -EINVAL, "%s", filled(text, "\xff", sizeof(text) - 1));
	assert_int_equal(strlen(error.text), FB_ERROR_SIZE - 2);
}

static void the_reason_outlives_a_long_name(void **state)
{
	char text[2 * FB_ERROR_SIZE];
	struct fb_error error = { "" };

	(void)state;
	fb_error_errno(&error, -ENOENT, "%s", filled(text, "dir/", sizeof(text) - 1));
	assert_int_equal(strlen(error.text), FB_ERROR_SIZE - 1);
	assert_memory_equal(error.text, "dir/dir/", 8);
	assert_string_equal(strrchr(error.text, ':'), ": No such file or directory");
	/* Of a reason that is as long, the first half is left. */
	fb_error(&error, -EINVAL, "%s", filled(text, "r", FB_ERROR_SIZE - 1));
	fb_error_prefix(&error, -EINVAL, "%s", filled(text, "w", sizeof(text) - 1));
	assert_int_equal(strlen(error.text), FB_ERROR_SIZE - 1);
	assert_int_equal(strspn(error.text, "w"), FB_ERROR_SIZE / 2 - 3);
	assert_int_equal(strspn(strchr(error.text, ':'), ": r"), FB_ERROR_SIZE / 2 + 2);
	/* A short name leaves all room to it. */
	fb_error(&error, -EINVAL, "%s", filled(text, "r", 400));
	fb_error_prefix(&error, -EINVAL, "f");
	assert_int_equal(strlen(error.text), 403);
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
