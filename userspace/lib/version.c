// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/version.h"

uint32_t fb_version_parse(const char *text)
{
	unsigned int part[3] = { 0, 0, 0 };
	int i;

	for (i = 0; i < 3; i++) {
		char *end;
		unsigned long v;

		if (!isdigit((unsigned char)*text))
			break;
		v = strtoul(text, &end, 10);
		if (v > (i == 2 ? 65535 : 255))
			return 0;
		part[i] = (unsigned int)v;
		text = end;
		if (*text != '.')
			break;
		text++;
	}
	return part[0] << 24 | part[1] << 16 | part[2];
}

uint32_t fb_version_series(const char *text)
{
	size_t major = strspn(text, "0123456789");

	if (text[major] != '.' || !isdigit((unsigned char)text[major + 1]))
		return 0;
	return fb_version_parse(text) & 0xffff0000;
}

const char *fb_version_arch(const char *release)
{
	const char *last = release ? strrchr(release, '-') : NULL;

	return last && !strcmp(last, "-arm64") ? "arm64" : "amd64";
}
