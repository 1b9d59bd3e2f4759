// SPDX-License-Identifier: GPL-2.0
/*
 * fb_print() is fprintf(), but for what texts may do to a terminal; and the printers of all
 * commands use it.
 */
#include "unit.h"

#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>

#include "file/paths.h"
#include "lib/escape.h"
#include "lib/print.h"

/* Both must print the same. */
#define ALIKE(...)                                               \
	do {                                                     \
		char *ours_ = NULL, wanted_[400];                \
		size_t size_;                                    \
		FILE *f_ = open_memstream(&ours_, &size_);       \
                                                                 \
		assert_non_null(f_);                             \
		fb_print(f_, __VA_ARGS__);                       \
		fclose(f_);                                      \
		snprintf(wanted_, sizeof(wanted_), __VA_ARGS__); \
		assert_string_equal(ours_, wanted_);             \
		free(ours_);                                     \
	} while (0)

static void formats_as_fprintf(void **state)
{
	(void)state;
	ALIKE("plain, 100 %%\n");
	ALIKE("%hu %hhx\n", (unsigned short)65535, (unsigned char)200);
	ALIKE("%d %i %u %x %c|%5d|%-5d|%05d|%+d\n", -1, 2, 3u, 255u, 'c', 42, 42, 42, 42);
	ALIKE("%ld %lu %lld %llu %zu %" PRIu64 " %" PRId64 "\n", -5L, 6UL, -7LL, 8ULL, (size_t)9,
	      UINT64_MAX, INT64_MIN);
	ALIKE("%f %.2f %8.1f|%-8.1f|%+.2f %g %e\n", 1.5, 2.345, 3.14, 2.7, 0.5, 1e-9, 12345.0);
	ALIKE("%*d|%-*d|%.*f|%*.*f\n", 6, 1, 6, 2, 3, 1.0, 9, 2, 2.5);
	ALIKE("%s|%10s|%-10s|%.3s|%*s|%.*s|%-*.*s|\n", "text", "right", "left", "cut off", 6, "ab",
	      2, "xyz", 5, 2, "pqr");
	ALIKE("%s \xe2\x80\xa6\n", "caf\xc3\xa9");
}

static void texts_do_nothing(void **state)
{
	char *said = NULL;
	size_t size;
	FILE *f = open_memstream(&said, &size);
	const char open[] = { 'o', '\033', 'k' };

	(void)state;
	assert_non_null(f);
	fb_print(f, "%s|%-6s|%.*s|%.1s\n", "a\nb\x1b[31m", "\x07", 3, open, "\xc3\xa9");
	fb_print(f, "%s|%s\n", "\xc2\x9b", getenv("FLOWBENCH_NO_SUCH"));
	fclose(f);
	assert_string_equal(said, "a?b?[31m|?     |o?k|?\n?|(none)\n");
	free(said);
}

/* Whether a call that begins at @at prints a text. */
static bool prints_text(const char *at)
{
	bool quoted = false;

	for (; *at && (quoted || *at != ';'); at++) {
		if (*at == '"')
			quoted = !quoted;
		if (*at == '\\')
			at++;
		else if (quoted && *at == '%' && at[1 + strspn(at + 1, "-.*0123456789")] == 's')
			return true;
	}
	return false;
}

static void look_through(const char *path)
{
	char *text, *at;

	assert_int_equal(fb_read_file(path, 1 << 20, &text, NULL), 0);
	for (at = text; (at = strstr(at, "printf(")); at++) {
		/* fprintf() and printf(), not snprintf() and the like */
		bool plain = at[-1] == '\t' || at[-1] == ' ' || (at[-1] == 'f' && at[-2] == '\t');

		if (plain && prints_text(at))
			fail_msg("%s prints a text without fb_print(): %.60s", path, at);
	}
	free(text);
}

/* What is printed for people goes through fb_print(); a format of a program has its own escapes. */
static void the_printers_use_it(void **state)
{
	static const char *const all[] = { "tree/*.c",	"match/*.c",   "scenario/*.c",
					   "price/*.c", "profile/*.c", "compare/*.c",
					   "model/*.c", "check/*.c",   "history/*.c",
					   "state/*.c", "why/*.c",     "top/top_plain.c",
					   "cmd/*.c" };
	/* Own words, or one line of JSON. */
	static const char *const own[] = { "cmd/main.c", "cmd/complete.c", "cmd/traffic.c" };
	char pattern[FB_PATH_MAX];
	size_t i, k, n;
	glob_t found;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		snprintf(pattern, sizeof(pattern), FB_TOP "/userspace/%s", all[i]);
		assert_int_equal(glob(pattern, 0, NULL, &found), 0);
		for (k = 0; k < found.gl_pathc; k++) {
			for (n = 0; n < sizeof(own) / sizeof(own[0]); n++)
				if (strstr(found.gl_pathv[k], own[n]))
					break;
			if (n == sizeof(own) / sizeof(own[0]))
				look_through(found.gl_pathv[k]);
		}
		globfree(&found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formats_as_fprintf),
		cmocka_unit_test(texts_do_nothing),
		cmocka_unit_test(the_printers_use_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
