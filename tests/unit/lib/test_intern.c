// SPDX-License-Identifier: GPL-2.0
/* Each name is kept once. Its address must not change when more names are added. */
#include "unit.h"

#include <stdio.h>

#include "lib/intern.h"

#define MANY 20000

static void same_bytes_same_address(void **state)
{
	struct fb_intern *in = fb_intern_new();
	const char *name;

	(void)state;
	assert_non_null(in);
	name = fb_intern(in, "ip_forward_finish", 10);
	assert_string_equal(name, "ip_forward");
	assert_ptr_equal(fb_intern(in, "ip_forward", 10), name);
	assert_ptr_not_equal(fb_intern(in, "ip_forward_finish", 17), name);
	fb_intern_free(in);
}

/* A name may have any bytes, or be empty. */
static void any_bytes(void **state)
{
	struct fb_intern *in = fb_intern_new();
	const char *none, *nul;

	(void)state;
	assert_non_null(in);
	none = fb_intern(in, "x", 0);
	nul = fb_intern(in, "\0a", 2);
	assert_string_equal(none, "");
	assert_memory_equal(nul, "\0a", 3);
	assert_ptr_not_equal(none, nul);
	assert_ptr_not_equal(fb_intern(in, "\0b", 2), nul);
	assert_ptr_equal(fb_intern(in, "", 0), none);
	assert_ptr_equal(fb_intern(in, "\0a", 2), nul);
	fb_intern_free(in);
}

/* More names than the first allocation holds. */
static void many(void **state)
{
	static const char *name[MANY];
	struct fb_intern *in = fb_intern_new();
	char text[16];
	int i, len;

	(void)state;
	assert_non_null(in);
	for (i = 0; i < MANY; i++) {
		len = snprintf(text, sizeof(text), "f%d", i);
		name[i] = fb_intern(in, text, (size_t)len);
		assert_string_equal(name[i], text);
	}
	for (i = 0; i < MANY; i++) {
		len = snprintf(text, sizeof(text), "f%d", i);
		assert_ptr_equal(fb_intern(in, text, (size_t)len), name[i]);
	}
	fb_intern_free(in);
	fb_intern_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_bytes_same_address),
		cmocka_unit_test(any_bytes),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
