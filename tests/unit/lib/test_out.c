// SPDX-License-Identifier: GPL-2.0
/* Numbers and pieces of text come out whole, wherever the buffer ends. */
#include "unit_out.h"

static void numbers(void **state)
{
	static const struct {
		int64_t value;
		const char *text;
	} of[] = {
		{ 0, "0" },
		{ 7, "7" },
		{ 10, "10" },
		{ 99, "99" },
		{ 100, "100" },
		{ 12345, "12345" },
		{ -1, "-1" },
		{ -100, "-100" },
		{ INT64_MAX, "9223372036854775807" },
		{ INT64_MIN, "-9223372036854775808" },
	};
	struct unit_out o;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		fb_out_int(unit_out_begin(&o), of[i].value);
		text = unit_out_end(&o);
		assert_string_equal(text, of[i].text);
		free(text);
	}
	fb_out_uint(unit_out_begin(&o), UINT64_MAX);
	text = unit_out_end(&o);
	assert_string_equal(text, "18446744073709551615");
	free(text);
}

static void microseconds(void **state)
{
	static const struct {
		int64_t ns;
		const char *text;
	} of[] = {
		{ 0, "0.000" },	       { 5, "0.005" },
		{ 60, "0.060" },       { 999, "0.999" },
		{ 1000, "1.000" },     { 1234567, "1234.567" },
		{ 100001, "100.001" }, { INT64_MAX, "9223372036854775.807" },
	};
	struct unit_out o;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		size_t len = fb_out_us(unit_out_begin(&o), of[i].ns, 0);

		text = unit_out_end(&o);
		assert_string_equal(text, of[i].text);
		assert_int_equal(len, strlen(of[i].text));
		free(text);
	}
	assert_int_equal(fb_out_us(unit_out_begin(&o), 12345, 8), 6);
	assert_int_equal(fb_out_us(&o.out, 12345, 6), 6);
	text = unit_out_end(&o);
	assert_string_equal(text, "  12.34512.345");
	free(text);
}

/* Every piece once at each place near the buffer's end. */
static void at_the_end(void **state)
{
	static const char wanted[] = "ab-1234567890.123";
	struct unit_out o;
	char *text;
	size_t from, i;

	(void)state;
	for (from = FB_OUT_SIZE - 24; from <= FB_OUT_SIZE; from++) {
		struct fb_out *out = unit_out_begin(&o);

		fb_out_blanks(out, from);
		fb_out_char(out, 'a');
		fb_out_text(out, "b");
		fb_out_int(out, -1);
		fb_out_printf(out, "%d", 23456);
		fb_out_us(out, 7890123, 0);
		text = unit_out_end(&o);
		for (i = 0; i < from; i++)
			assert_int_equal(text[i], ' ');
		assert_string_equal(text + from, wanted);
		free(text);
	}
}

/* A piece that no buffer holds goes straight through, behind what waits. */
static void longer_than_the_buffer(void **state)
{
	size_t len = 3 * FB_OUT_SIZE;
	char *piece = malloc(len + 1), *text;
	struct unit_out o;
	struct fb_out *out = unit_out_begin(&o);

	(void)state;
	assert_non_null(piece);
	memset(piece, 'x', len);
	piece[len] = '\0';
	fb_out_text(out, "<");
	fb_out_bytes(out, piece, len);
	fb_out_printf(out, "%s>", piece);
	text = unit_out_end(&o);
	assert_int_equal(o.len, 2 * len + 2);
	assert_int_equal(text[0], '<');
	assert_int_equal(text[len], 'x');
	assert_int_equal(text[2 * len + 1], '>');
	free(text);
	free(piece);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(microseconds),
		cmocka_unit_test(at_the_end),
		cmocka_unit_test(longer_than_the_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
