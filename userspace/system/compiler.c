// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "system/compiler.h"
#include "file/paths.h"

/* Debian's cross compilers and its own have one version. */
static const char *const triplets[] = { "x86_64-linux-gnu-", "aarch64-linux-gnu-" };

/* Behind a parenthesis: up to the comma outside of inner ones, or to where it is closed. */
static size_t length(const char *text)
{
	size_t len;
	int depth = 0;

	for (len = 0; text[len]; len++) {
		if (!depth && (text[len] == ',' || text[len] == ')'))
			return len;
		depth += (text[len] == '(') - (text[len] == ')');
	}
	return 0;
}

void fb_compiler_of(const char *banner, char out[FB_COMPILER_MAX])
{
	const char *at = strstr(banner, ") (");
	size_t len, i;

	out[0] = '\0';
	if (strncmp(banner, "Linux version ", strlen("Linux version ")) || !at)
		return;
	at += strlen(") (");
	for (i = 0; i < sizeof(triplets) / sizeof(triplets[0]); i++)
		if (!strncmp(at, triplets[i], strlen(triplets[i])))
			at += strlen(triplets[i]);
	len = length(at);
	if (len >= FB_COMPILER_MAX)
		return;
	memcpy(out, at, len);
	out[len] = '\0';
}

void fb_compiler_read(char out[FB_COMPILER_MAX])
{
	char *text;

	out[0] = '\0';
	if (fb_read_file("/proc/version", 4096, &text, NULL))
		return;
	fb_compiler_of(text, out);
	free(text);
}
