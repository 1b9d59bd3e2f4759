// SPDX-License-Identifier: GPL-2.0
#include "unit.h"

#include <errno.h>
#include <netinet/in.h>

#include "net/protocol.h"

static void names(void **state)
{
	uint8_t number, read;
	unsigned int named = 0;

	(void)state;
	for (number = 0; number < 255; number++) {
		const char *name = fb_protocol_name(number);

		if (!name)
			continue;
		named++;
		assert_int_equal(fb_protocol_parse(name, &read), 0);
		assert_int_equal(read, number);
	}
	assert_int_equal(named, 8);
	assert_string_equal(fb_protocol_name(IPPROTO_ICMPV6), "icmpv6");
	/* conntrack has no name for it. */
	assert_null(fb_protocol_name(IPPROTO_IPIP));
}

static void parse(void **state)
{
	uint8_t number = 7;

	(void)state;
	assert_int_equal(fb_protocol_parse("TCP", &number), -EINVAL);
	assert_int_equal(fb_protocol_parse("256", &number), -EINVAL);
	assert_int_equal(fb_protocol_parse("", &number), -EINVAL);
	assert_int_equal(number, 7);
	assert_int_equal(fb_protocol_parse("255", &number), 0);
	assert_int_equal(number, 255);
	assert_int_equal(fb_protocol_parse("icmp6", &number), 0);
	assert_int_equal(number, IPPROTO_ICMPV6);
	assert_int_equal(fb_protocol_parse("ipip", &number), 0);
	assert_int_equal(number, IPPROTO_IPIP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(parse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
