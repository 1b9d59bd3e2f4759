// SPDX-License-Identifier: GPL-2.0
/* The compiler in a kernel's banner: of Debian's kernels, of clang, and of other text. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "system/compiler.h"

static void is(const char *banner, const char *want)
{
	char out[FB_COMPILER_MAX];

	fb_compiler_of(banner, out);
	assert_string_equal(out, want);
}

static void a_compiler_is_named(void **state)
{
	(void)state;
	is("Linux version 6.12.117+deb13-amd64 (debian-kernel@lists.debian.org) "
	   "(x86_64-linux-gnu-gcc-14 (Debian 14.2.0-19) 14.2.0, GNU ld (GNU Binutils for Debian) 2.44) #1 SMP",
	   "gcc-14 (Debian 14.2.0-19) 14.2.0");
	is("Linux version 6.12.117+deb13-arm64 (debian-kernel@lists.debian.org) "
	   "(aarch64-linux-gnu-gcc-14 (Debian 14.2.0-19) 14.2.0, GNU ld (GNU Binutils for Debian) 2.44) #1 SMP",
	   "gcc-14 (Debian 14.2.0-19) 14.2.0");
	is("Linux version 5.10.0-30-amd64 (debian-kernel@lists.debian.org) "
	   "(gcc-10 (Debian 10.2.1-6) 10.2.1 20210110, GNU ld 2.35.2) #1 SMP",
	   "gcc-10 (Debian 10.2.1-6) 10.2.1 20210110");
	is("Linux version 6.12.0 (me@here) (clang version 19.1.7 (3+b1), LLD 19.1.7) #2",
	   "clang version 19.1.7 (3+b1)");
	is("Linux version 3.0 (me@here) (gcc version 4.6.1) #1", "gcc version 4.6.1");
}

static void what_is_no_banner_has_none(void **state)
{
	char banner[2 * FB_COMPILER_MAX] = "Linux version 6 (x) (";

	(void)state;
	is("", "");
	is("Linux version 6.12", "");
	is("FreeBSD (x) (gcc 14, ld)", "");
	is("Linux version 6 (x) (gcc (14", "");
	is("Linux version 6 (x) (", "");
	memset(banner + strlen(banner), 'c', FB_COMPILER_MAX);
	strcat(banner, ",");
	is(banner, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compiler_is_named),
		cmocka_unit_test(what_is_no_banner_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
