// SPDX-License-Identifier: GPL-2.0
/* key=value words, read by a table of fields. */
#include "unit.h"

#include <errno.h>

#include "lib/fields.h"

struct things {
	uint32_t small;
	uint64_t large;
	int number;
	bool on, good;
	char text[8];
	uint32_t behind;
};

static void to_upper(char *text)
{
	for (; *text; text++)
		*text -= 'a' <= *text && *text <= 'z' ? 'a' - 'A' : 0;
}

#define AT(member) FB_FIELD_AT(struct things, member)

static const struct fb_field fields[] = {
	{ "small", FB_FIELD_UNSIGNED, AT(small), .optional = true },
	{ "large", FB_FIELD_UNSIGNED, AT(large), .optional = true },
	{ "number", FB_FIELD_SIGNED, AT(number), .optional = true, .none = 7 },
	{ "on", FB_FIELD_BOOL, AT(on), .optional = true },
	{ "good", FB_FIELD_IS, AT(good), .optional = true, .word = "yes" },
	{ "text", FB_FIELD_TEXT, AT(text), .edit = to_upper, .last = { "end", "stop" } },
	{ "behind", FB_FIELD_UNSIGNED, AT(behind) },
	{ NULL },
};

static int read_things(const char *text, struct things *t, struct fb_error *error)
{
	struct fb_words w;
	char line[128];

	snprintf(line, sizeof(line), "%s", text);
	memset(t, 0, sizeof(*t));
	assert_int_equal(fb_words_split(&w, line, error), 0);
	return fb_fields_read(&w, fields, t, error);
}

static void values(void **state)
{
	static const struct {
		const char *line;
		struct things want;
	} cases[] = {
		{ "text=a behind=0x10", { .text = "A", .behind = 16 } },
		{ "behind=4294967295 text=sevench", { .text = "SEVENCH", .behind = UINT32_MAX } },
		{ "large=18446744073709551615 text=end", { .large = UINT64_MAX, .text = "END" } },
		{ "small=1 number=-2 text=stop behind=x",
		  { .small = 1, .number = -2, .text = "STOP" } },
		{ "number=- on=1 good=yes text=end",
		  { .number = 7, .on = true, .good = true, .text = "END" } },
		{ "on=0 good=no text=end", { .text = "END" } },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct things *want = &cases[i].want;
		struct fb_error error = { "" };
		struct things t;

		assert_int_equal(read_things(cases[i].line, &t, &error), 0);
		assert_int_equal(t.small, want->small);
		assert_int_equal(t.large, want->large);
		assert_int_equal(t.number, want->number);
		assert_int_equal(t.on, want->on);
		assert_int_equal(t.good, want->good);
		assert_string_equal(t.text, want->text);
		assert_int_equal(t.behind, want->behind);
	}
}

static void what_is_wrong(void **state)
{
	static const struct {
		const char *line, *says;
	} cases[] = {
		{ "behind=1", "no 'text='" },
		{ "text=a", "no 'behind='" },
		{ "text=eightchr behind=1", "'text=eightchr…' is too long" },
		{ "text=a behind=4294967296",
		  "'behind=4294967296': expected a number up to 4294967295" },
		{ "text=a behind=", "'behind=': expected a number up to 4294967295" },
		{ "large=1k text=end", "'large=1k': expected a number" },
		{ "on=2 text=end", "'on=2': expected a number up to 1" },
		{ "number=2147483648 text=end", "'number=2147483648': expected a number" },
		{ "number=1x text=end", "'number=1x': expected a number" },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_error error = { "" };
		struct things t;

		assert_int_equal(read_things(cases[i].line, &t, &error), -EINVAL);
		assert_string_equal(error.text, cases[i].says);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(what_is_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
