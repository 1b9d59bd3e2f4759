// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/pattern.h"

#define PERIOD 1048573

static uint8_t table[PERIOD + FB_PATTERN_RUN];

static uint64_t mix(uint64_t x)
{
	return fb_hash_scatter(x + 0x9e3779b97f4a7c15ULL);
}

static void fill_table(void)
{
	size_t i;

	for (i = 0; i < PERIOD; i += sizeof(uint64_t)) {
		uint64_t x = mix(i);

		memcpy(table + i, &x, PERIOD - i < sizeof(x) ? PERIOD - i : sizeof(x));
	}
	memcpy(table + PERIOD, table, FB_PATTERN_RUN);
}

const uint8_t *fb_pattern(uint64_t seed, uint64_t pos)
{
	static bool filled;

	if (!filled)
		fill_table();
	filled = true;
	return table + (mix(seed) % PERIOD + pos % PERIOD) % PERIOD;
}

size_t fb_pattern_differs(const uint8_t *bytes, size_t len, uint64_t seed, uint64_t pos)
{
	size_t at, n, i;

	for (at = 0; at < len; at += n) {
		const uint8_t *want = fb_pattern(seed, pos + at);

		n = len - at < FB_PATTERN_RUN ? len - at : FB_PATTERN_RUN;
		if (!memcmp(bytes + at, want, n))
			continue;
		for (i = 0; bytes[at + i] == want[i]; i++)
			;
		return at + i;
	}
	return len;
}
