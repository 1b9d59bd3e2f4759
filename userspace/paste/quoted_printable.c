// SPDX-License-Identifier: GPL-2.0
#include "paste/quoted_printable.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t fb_quoted_printable(const char *p, const char *end, char *to)
{
	char *start = to;

	while (p < end) {
		if (*p == '=' && end - p > 2 && hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
			*to++ = (char)(hex_digit(p[1]) << 4 | hex_digit(p[2]));
			p += 3;
		} else {
			*to++ = *p++;
		}
	}
	return (size_t)(to - start);
}
