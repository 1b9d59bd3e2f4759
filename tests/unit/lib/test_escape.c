// SPDX-License-Identifier: GPL-2.0
/* A name with any bytes must be written in a readable form. */
#include "unit_out.h"

#include "lib/escape.h"
#include "unit_files.h"

/* Checks what @put writes for a text of @len bytes. */
static void check(void (*put)(struct fb_out *out, const char *text, size_t len), const char *text,
		  size_t len, const char *wanted)
{
	struct unit_out o;
	char *written;

	put(unit_out_begin(&o), text, len);
	written = unit_out_end(&o);
	assert_string_equal(written, wanted);
	free(written);
}

#define check_text(put, text, wanted) check(put, text, sizeof(text) - 1, wanted)

static void utf8(void **state)
{
	static const char *const good[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80" };
	static const char *const bad[] = { "\x80",
					   "\xc3",
					   "\xc0\xaf",
					   "\xe0\x80\xaf",
					   "\xed\xa0\x80",
					   "\xf4\x90\x80\x80",
					   "\xf8\x88\x80\x80\x80",
					   "\xe2\x82" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_int_equal(unit_utf8(good[i], good[i] + strlen(good[i])), strlen(good[i]));
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(unit_utf8(bad[i], bad[i] + strlen(bad[i])), 0);
}

/* Control characters, broken UTF-8, line separators, and marks that turn the direction of text. */
static const char hostile[] =
	"\x1b[2J\x7f\xc2\x80\xc2\x9b\xff\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\n\t";

static void shown(void **state)
{
	static const char plain[] = "caf\xc3\xa9 \xe2\x82\xac\xc2\xa0\xf0\x9f\x98\x80~";
	char text[] = "a\x1b\xc2\x9b"
		      "b\xe2\x80\xae\xe2";

	(void)state;
	assert_ptr_equal(fb_shown(plain), plain);
	assert_string_equal(fb_shown(NULL), "");
	assert_string_equal(fb_shown(hostile), "?[2J??????????");
	assert_string_equal(fb_shown_n("a\0b\x1b", 3), "a?b");
	fb_make_shown(text);
	assert_string_equal(text, "a??b??");
	check_text(fb_put_shown, "a\n\xc3\xa9\x9b", "a?\xc3\xa9?");
	check_text(fb_put_shown, hostile, "?[2J??????????");
}

/* No format carries them raw, to a terminal that a program's output may come to. */
static void formats_of_programs(void **state)
{
	(void)state;
	check_text(fb_put_json, "\xc2\x9b\xe2\x80\xae\xd8\x9c", "\"\\u009b\\u202e\\u061c\"");
	check_text(fb_put_xml, "\xc2\x9b\xe2\x80\xae\t", "&#155;&#8238;\t");
	check_text(fb_put_csv, "\x1b\xc2\x9b\n", "\"\xef\xbf\xbd\xef\xbf\xbd\n\"");
	check_text(fb_put_folded, "\x1b\xc2\x9b", "\\x1b\\xc2\\x9b");
}

static void json(void **state)
{
	(void)state;
	check_text(fb_put_json, "ip_rcv", "\"ip_rcv\"");
	check_text(fb_put_json, "a\"b\\c\n\x01\x7f", "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\"");
	check_text(fb_put_json, "a\0b", "\"a\\u0000b\"");
	check_text(fb_put_json, "\xff\xc3\xa9", "\"\\ufffd\xc3\xa9\"");
}

static void xml(void **state)
{
	(void)state;
	check_text(fb_put_xml, "<a href=\"x\" b='y'>&",
		   "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
	check_text(fb_put_xml, "a\x01\x0b\rb\0c",
		   "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
		   "b\xef\xbf\xbd"
		   "c");
	check_text(fb_put_xml, "\xff\xef\xbf\xbf]]>", "\xef\xbf\xbd\xef\xbf\xbd]]&gt;");
}

static void csv(void **state)
{
	(void)state;
	check_text(fb_put_csv, "ip_rcv", "ip_rcv");
	check_text(fb_put_csv, "", "");
	check_text(fb_put_csv, "a,b", "\"a,b\"");
	check_text(fb_put_csv, "say \"so\"", "\"say \"\"so\"\"\"");
	check_text(fb_put_csv, "a\r\nb", "\"a\r\nb\"");
	check_text(fb_put_csv, "\xff", "\xef\xbf\xbd");
}

static void folded(void **state)
{
	(void)state;
	check_text(fb_put_folded, "ip_rcv.isra.0", "ip_rcv.isra.0");
	check_text(fb_put_folded, "a;b c\\d\n\x7f", "a\\x3bb\\x20c\\x5cd\\x0a\\x7f");
	check_text(fb_put_folded, "\xc3\xa9\xff", "\xc3\xa9\xef\xbf\xbd");
}

/* What stands outside of strings stays as it is. */
static void a_part_of_a_document(void **state)
{
	static const char part[] = "{\n \"a\xc2\x9b\x7f\": \"\xe2\x80\xae\xc3\xa9\xe2\x82\xac\"\n}";
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_non_null(f);
	assert_int_equal(fb_write_json_text(f, part, strlen(part)), 0);
	assert_int_equal(fclose(f), 0);
	assert_string_equal(text, "{\n \"a\\u009b\\u007f\": \"\\u202e\xc3\xa9\xe2\x82\xac\"\n}");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_of_a_document),
		cmocka_unit_test(utf8),
		cmocka_unit_test(shown),
		cmocka_unit_test(formats_of_programs),
		cmocka_unit_test(json),
		cmocka_unit_test(xml),
		cmocka_unit_test(csv),
		cmocka_unit_test(folded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
