// SPDX-License-Identifier: GPL-2.0
/* The input lines of flowbench traffic, and the content that it sends. */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "lib/pattern.h"
#include "lib/words.h"

static struct fb_error error;

static void words_and_keys(void **state)
{
	char line[] = "  tcp\ta  src=fd00::1 server mss=0x58 rest\r";
	uint64_t n = 7;
	struct fb_words w;

	(void)state;
	assert_int_equal(fb_words_split(&w, line, &error), 0);
	assert_string_equal(fb_words_next(&w, "NAME", &error), "tcp");
	assert_string_equal(fb_words_value(&w, "src"), "fd00::1");
	assert_null(fb_words_value(&w, "src"));
	/* A key is neither the end nor the beginning of another key. */
	assert_null(fb_words_value(&w, "rc"));
	assert_null(fb_words_value(&w, "ms"));
	assert_string_equal(fb_words_next(&w, "NAME", &error), "a");
	assert_string_equal(fb_words_next(&w, "NAME", &error), "server");
	assert_int_equal(fb_words_number(&w, "mss", 88, 99, &n, &error), 0);
	assert_int_equal(n, 88);
	assert_int_equal(fb_words_number(&w, "mss", 88, 99, &n, &error), 0);
	assert_int_equal(fb_words_end(&w, &error), -EINVAL);
	assert_non_null(strstr(error.text, "'rest'"));
	assert_int_equal(fb_words_end(&w, &error), 0);
	assert_null(fb_words_next(&w, "PORT", &error));
	assert_string_equal(error.text, "PORT is missing");
}

static void the_same_key_twice(void **state)
{
	char line[] = "x a=1 a=2";
	struct fb_words w;

	(void)state;
	assert_int_equal(fb_words_split(&w, line, &error), 0);
	fb_words_next(&w, "x", &error);
	assert_string_equal(fb_words_value(&w, "a"), "1");
	assert_int_equal(fb_words_end(&w, &error), -EINVAL);
	assert_non_null(strstr(error.text, "'a=2'"));
}

static void too_many_words(void **state)
{
	char line[2 * (FB_WORDS_MAX + 1) + 1];
	struct fb_words w;
	int i;

	(void)state;
	for (i = 0; i <= FB_WORDS_MAX; i++)
		memcpy(line + 2 * i, "x ", 3);
	assert_int_equal(fb_words_split(&w, line, &error), -E2BIG);
	for (i = 0; i < FB_WORDS_MAX; i++)
		memcpy(line + 2 * i, "x ", 3);
	assert_int_equal(fb_words_split(&w, line, &error), 0);
	for (i = 0; i < FB_WORDS_MAX; i++)
		assert_non_null(fb_words_rest(&w));
	assert_null(fb_words_rest(&w));
}

static void numbers(void **state)
{
	static const char *const wrong[] = { "",   " 1", "-1", "+1", "1 ",
					     "1k", "x",	 "0x", "a",  "18446744073709551616" };
	uint64_t n;
	size_t i;

	(void)state;
	assert_int_equal(fb_number("18446744073709551615", 0, UINT64_MAX, &n), 0);
	assert_true(n == UINT64_MAX);
	assert_int_equal(fb_number("0x1f", 0, 31, &n), 0);
	assert_int_equal(n, 31);
	assert_int_equal(fb_number("010", 0, 31, &n), 0);
	assert_int_equal(n, 10);
	assert_int_equal(fb_number("32", 0, 31, &n), -EINVAL);
	assert_int_equal(fb_number("3", 4, 31, &n), -EINVAL);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (!fb_number(wrong[i], 0, UINT64_MAX, &n))
			fail_msg("'%s' is a number", wrong[i]);
}

static void numbers_with_a_sign(void **state)
{
	static const struct {
		const char *text;
		int ret;
		int64_t value;
	} numbers[] = {
		{ "-9", 0, -9 },       { "0", 0, 0 },
		{ "9", 0, 9 },	       { "-0x9", 0, -9 },
		{ "-10", -EINVAL, 0 }, { "10", -EINVAL, 0 },
		{ "-", -EINVAL, 0 },   { "--1", -EINVAL, 0 },
		{ "+1", -EINVAL, 0 },  { "- 1", -EINVAL, 0 },
		{ " 1", -EINVAL, 0 },  { "1x", -EINVAL, 0 },
		{ "", -EINVAL, 0 },    { "-9223372036854775808", -EINVAL, 0 },
	};
	int64_t n;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		int ret = fb_signed(numbers[i].text, -9, 9, &n);

		if (ret != numbers[i].ret || (!ret && n != numbers[i].value))
			fail_msg("'%s': %d, %lld", numbers[i].text, ret, (long long)n);
	}
}

static void wrong_numbers_are_named(void **state)
{
	char line[] = "x a=1k";
	uint64_t n = 7;
	struct fb_words w;

	(void)state;
	fb_words_split(&w, line, &error);
	assert_int_equal(fb_words_number(&w, "a", 0, 9, &n, &error), -EINVAL);
	assert_non_null(strstr(error.text, "'a=1k'"));
	assert_int_equal(n, 7);
}

static void addresses(void **state)
{
	static const char *const wrong[] = { "fd00::1:80", "10.0.0.1",	  "10.0.0.1:0",
					     "10.0.0.1:x", ":80",	  "[fd00::1]",
					     "[]:80",	   "[fd00::1:80", "10.0.0.1:65536" };
	union fb_sockaddr a;
	size_t i;

	(void)state;
	assert_int_equal(fb_sockaddr_pair("10.0.0.1:80", &a), 0);
	assert_int_equal(a.sa.sa_family, AF_INET);
	assert_int_equal(ntohs(a.in.sin_port), 80);
	assert_int_equal(a.in.sin_addr.s_addr, inet_addr("10.0.0.1"));
	assert_int_equal(fb_sockaddr_len(&a), sizeof(struct sockaddr_in));
	assert_int_equal(fb_sockaddr_pair("[fd00::1]:65535", &a), 0);
	assert_int_equal(a.sa.sa_family, AF_INET6);
	assert_int_equal(ntohs(a.in6.sin6_port), 65535);
	assert_int_equal(a.in6.sin6_addr.s6_addr[15], 1);
	assert_int_equal(fb_sockaddr_len(&a), sizeof(struct sockaddr_in6));
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (!fb_sockaddr_pair(wrong[i], &a))
			fail_msg("'%s' is an address and a port", wrong[i]);
}

/* Content that is moved by the length of a packet must be noticed, at the exact byte. */
static void content_belongs_to_its_place(void **state)
{
	static const size_t moves[] = { 1, 2, 8, 1460, 1448, 4096, 65536, 131072, 1 << 20 };
	static uint8_t bytes[3 * FB_PATTERN_RUN];
	uint64_t pos = 0x123456789aULL;
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof(bytes); i += n) {
		n = sizeof(bytes) - i < 1000 ? sizeof(bytes) - i : 1000;
		memcpy(bytes + i, fb_pattern(5, pos + i), n);
	}
	assert_int_equal(fb_pattern_differs(bytes, sizeof(bytes), 5, pos), sizeof(bytes));
	for (i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
		assert_in_range(fb_pattern_differs(bytes, sizeof(bytes), 5, pos + moves[i]), 0, 8);
	assert_in_range(fb_pattern_differs(bytes, sizeof(bytes), 6, pos), 0, 8);
	for (i = 0; i < sizeof(bytes); i += 4999) {
		bytes[i] ^= 1;
		assert_int_equal(fb_pattern_differs(bytes, sizeof(bytes), 5, pos), i);
		bytes[i] ^= 1;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_keys),
		cmocka_unit_test(the_same_key_twice),
		cmocka_unit_test(too_many_words),
		cmocka_unit_test(numbers),
		cmocka_unit_test(numbers_with_a_sign),
		cmocka_unit_test(wrong_numbers_are_named),
		cmocka_unit_test(addresses),
		cmocka_unit_test(content_belongs_to_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
