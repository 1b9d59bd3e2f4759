// SPDX-License-Identifier: GPL-2.0
#include "unit.h"

#include "system/fingerprint.h"

static void json_and_back(void **state)
{
	json_t *js = json_pack("{s:s, s:s, s:s}", "machine", "vm", "kernel", "6.12.0", "seed", "");
	struct fb_fingerprint fp;
	json_t *again;

	(void)state;
	assert_int_equal(fb_fingerprint_from_json(&fp, js), 0);
	assert_string_equal(fb_fingerprint_get(&fp, "kernel"), "6.12.0");
	again = fb_fingerprint_json(&fp);
	assert_true(json_equal(again, js));
	json_decref(again);
	json_decref(js);
	fb_fingerprint_free(&fp);
}

static void not_utf8(void **state)
{
	struct fb_fingerprint fp = { .pair = { { "cpu", "a\xff" }, { "smp", "2" } }, .nr = 2 };
	json_t *js = fb_fingerprint_json(&fp);

	(void)state;
	assert_int_equal(json_object_size(js), 2);
	assert_non_null(json_string_value(json_object_get(js, "cpu")));
	assert_string_equal(json_string_value(json_object_get(js, "smp")), "2");
	json_decref(js);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_and_back),
		cmocka_unit_test(not_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
