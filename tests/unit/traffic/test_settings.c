// SPDX-License-Identifier: GPL-2.0
/* The settings of a traffic program, and the messages about wrong ones. */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>

#include "traffic/programs.h"
#include "traffic/settings.h"

static void words_are_whole(void **state)
{
	char value[8];

	(void)state;
	assert_int_equal(fb_spec_word("x from=a to=b", "to", value, sizeof(value)), 0);
	assert_string_equal(value, "b");
	/* A key is neither the end of another word nor the program's name. */
	assert_int_equal(fb_spec_word("x upto=a", "to", value, sizeof(value)), -ENOENT);
	assert_int_equal(fb_spec_word("to=a", "to", value, sizeof(value)), -ENOENT);
	assert_int_equal(fb_spec_word("x top=a to=b", "to", value, sizeof(value)), 0);
	assert_string_equal(value, "b");
	assert_int_equal(fb_spec_word("x to=12345678", "to", value, sizeof(value)), -ENAMETOOLONG);
}

static void numbers_have_bounds(void **state)
{
	long n = 7;

	(void)state;
	assert_int_equal(fb_spec_number("x n=3", "n", 1, 5, &n), 0);
	assert_int_equal(n, 3);
	assert_int_equal(fb_spec_number("x n=6", "n", 1, 5, &n), -ERANGE);
	assert_int_equal(fb_spec_number("x n=3k", "n", 1, 5, &n), -ERANGE);
	assert_int_equal(fb_spec_number("x n=", "n", 0, 5, &n), -ERANGE);
	assert_int_equal(fb_spec_number("x", "n", 1, 5, &n), -ENOENT);
}

static void addresses(void **state)
{
	struct fb_spec_end end;

	(void)state;
	assert_int_equal(fb_spec_addr("10.4.0.1", 9000, &end), 0);
	assert_int_equal(end.len, sizeof(struct sockaddr_in));
	assert_int_equal(end.in.sin_port, htons(9000));
	assert_int_equal(end.in.sin_addr.s_addr, inet_addr("10.4.0.1"));
	assert_int_equal(fb_spec_addr("fd00::1:2", 9000, &end), 0);
	assert_int_equal(end.len, sizeof(struct sockaddr_in6));
	assert_int_equal(end.in6.sin6_family, AF_INET6);
	assert_int_equal(end.in6.sin6_port, htons(9000));
	assert_int_equal(end.in6.sin6_addr.s6_addr[0], 0xfd);
	assert_int_equal(end.in6.sin6_addr.s6_addr[15], 2);
	assert_int_equal(fb_spec_addr("10.4.0", 9000, &end), -EINVAL);
	assert_int_equal(fb_spec_addr("fd00::g", 9000, &end), -EINVAL);
}

static void says(const char *spec, const char *what)
{
	struct fb_error error = { "" };

	assert_int_equal(fb_traffic_run(spec, &error), -EINVAL);
	if (!strstr(error.text, what))
		fail_msg("'%s' does not say '%s'", error.text, what);
}

static void wrong_settings_are_named(void **state)
{
	(void)state;
	says("moon", "unknown traffic 'moon'");
	says("udp-send client=a server=b from=1.2.3.4 port=1 size=1", "'to'");
	says("udp-send client=a server=b from=1.2.3.4 to=1.2.3.5 port=1", "'size'");
	says("udp-send client=a server=b from=1.2.3.4 to=1.2.3.5 port=1 size=70000", "'size'");
	says("udp-send client=a server=b from=1.2.3.4 to=1.2.3.5 port=1 size=9 tap=2", "'tap'");
	says("udp-send client=a server=b from=1.2.3.4 to=1.2.3.5 port=1 size=9 segment=x",
	     "'segment'");
	says("tcp-request client=a server=b from=1.2.3.4 to=1.2.3.5 port=0", "'port'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_whole),
		cmocka_unit_test(numbers_have_bounds),
		cmocka_unit_test(addresses),
		cmocka_unit_test(wrong_settings_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
