// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text_lines.h"
#include "lib/words.h"
#include "model/machine.h"

#define NR(a)	   (sizeof(a) / sizeof((a)[0]))

#define LINE	   (1u << FB_REC_LINE_SHIFT)
#define PAGE_SHIFT 12
#define LARGE	   21

/* The values of a file as they stand there. */
struct given {
	char *title;
	char *cache[FB_MACHINE_CACHES];
	char *branch;
	char *target;
	char *returns;
	char *width;
	char *price[FB_MACHINE_PRICES];
};

#define AT(member) offsetof(struct given, member)

static const struct fb_text_key keys[] = {
	{ "title", AT(title), false },
	{ "l1i", AT(cache[FB_MACHINE_L1I]), false },
	{ "l1d", AT(cache[FB_MACHINE_L1D]), false },
	{ "l2", AT(cache[FB_MACHINE_L2]), false },
	{ "llc", AT(cache[FB_MACHINE_LLC]), true },
	{ "itlb", AT(cache[FB_MACHINE_ITLB]), false },
	{ "dtlb", AT(cache[FB_MACHINE_DTLB]), false },
	{ "itlb-large", AT(cache[FB_MACHINE_ITLB_LARGE]), true },
	{ "dtlb-large", AT(cache[FB_MACHINE_DTLB_LARGE]), true },
	{ "stlb", AT(cache[FB_MACHINE_STLB]), false },
	{ "branch", AT(branch), false },
	{ "target", AT(target), false },
	{ "returns", AT(returns), false },
	{ "width", AT(width), false },
	{ "l2-cycles", AT(price[FB_PRICE_L2]), false },
	{ "llc-cycles", AT(price[FB_PRICE_LLC]), true },
	{ "memory-cycles", AT(price[FB_PRICE_MEMORY]), false },
	{ "stlb-cycles", AT(price[FB_PRICE_STLB]), false },
	{ "walk-cycles", AT(price[FB_PRICE_WALK]), false },
	{ "wrong-cycles", AT(price[FB_PRICE_WRONG]), false },
};

/* More cycles than anything takes. */
#define CYCLES 10000

static const char *const events[FB_MACHINE_EVENTS] = {
	[FB_MISS_L1I] = "l1i",	      [FB_MISS_L1D] = "l1d",	    [FB_MISS_L2] = "l2",
	[FB_MISS_LLC] = "llc",	      [FB_MISS_ITLB] = "itlb",	    [FB_MISS_DTLB] = "dtlb",
	[FB_MISS_STLB] = "stlb",      [FB_WRONG_BRANCH] = "branch", [FB_WRONG_TARGET] = "target",
	[FB_WRONG_RETURN] = "return",
};

const char *fb_machine_event_name(enum fb_machine_event event)
{
	return events[event];
}

/* A number, which K or M may follow. */
static int size_of(const char *text, uint64_t *size)
{
	char digits[16] = "";
	size_t len = strspn(text, "0123456789");
	unsigned int shift = 0;

	if (len >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, text, len);
	if (!strcmp(text + len, "K"))
		shift = 10;
	else if (!strcmp(text + len, "M"))
		shift = 20;
	else if (text[len])
		return -EINVAL;
	if (fb_number(digits, 1, 1u << 30, size))
		return -EINVAL;
	*size <<= shift;
	return 0;
}

/* "32K 8" of lines, "64 4" of pages. */
static int make_cache(struct fb_cache *c, const char *key, const char *text, unsigned int unit,
		      struct fb_error *error)
{
	char first[16], second[16];
	uint64_t size, ways;
	int ret;

	if (sscanf(text, "%15s %15s", first, second) != 2 || size_of(first, &size) ||
	    fb_number(second, 1, FB_CACHE_WAYS, &ways) || size % (ways * unit) || size >> 31)
		return fb_error(error, -EINVAL, "%s: '%.40s' is not a size and a number of ways",
				key, text);
	ret = fb_cache_make(c, (uint32_t)(size / ways / unit), (uint32_t)ways);
	return ret == -EINVAL ? fb_error(error, ret,
					 "%s: %.40s: the number of its sets is not a power of two",
					 key, text)
			      : ret;
}

static int make_caches(struct fb_machine *m, const struct given *g, struct fb_error *error)
{
	const struct fb_text_key *key;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < NR(keys); i++) {
		key = &keys[i];
		if (key->offset < AT(cache) || key->offset >= AT(cache) + sizeof(g->cache))
			continue;
		unsigned int which = (unsigned int)((key->offset - AT(cache)) / sizeof(char *));

		ret = g->cache[which] ? make_cache(&m->cache[which], key->name, g->cache[which],
						   which <= FB_MACHINE_LLC ? LINE : 1, error)
				      : fb_cache_make(&m->cache[which], 0, 0);
	}
	return ret;
}

/* Which power of two it is. */
static int bits_of(const char *key, const char *text, unsigned int *bits, struct fb_error *error)
{
	uint64_t size;

	if (size_of(text, &size) || size & (size - 1) || size > 1u << FB_BRANCH_BITS)
		return fb_error(error, -EINVAL, "%s: '%.40s': expected a power of two up to 1M",
				key, text);
	for (*bits = 0; size >> *bits > 1;)
		++*bits;
	return 0;
}

static int make_branch(struct fb_machine *m, const struct given *g, struct fb_error *error)
{
	unsigned int bits, targets = 0;
	uint64_t returns;
	int ret = bits_of("branch", g->branch, &bits, error);

	if (!ret)
		ret = bits_of("target", g->target, &targets, error);
	if (!ret && fb_number(g->returns, 1, FB_BRANCH_STACK, &returns))
		ret = fb_error(error, -EINVAL, "returns: '%.40s': expected 1 to %d", g->returns,
			       FB_BRANCH_STACK);
	return ret ? ret : fb_branch_make(&m->branch, bits, targets, (unsigned int)returns);
}

static int read_number(const char *key, const char *text, unsigned int *to, struct fb_error *error)
{
	uint64_t number;

	if (fb_number(text, 1, CYCLES, &number))
		return fb_error(error, -EINVAL, "%s: '%.40s': expected 1 to %d", key, text, CYCLES);
	*to = (unsigned int)number;
	return 0;
}

static int read_prices(struct fb_machine *m, const struct given *g, struct fb_error *error)
{
	const struct fb_text_key *key;
	unsigned int i;
	int ret = read_number("width", g->width, &m->width, error);

	for (i = 0; !ret && i < NR(keys); i++) {
		key = &keys[i];
		if (key->offset < AT(price) || key->offset >= AT(price) + sizeof(g->price))
			continue;
		unsigned int which = (unsigned int)((key->offset - AT(price)) / sizeof(char *));

		if (g->price[which])
			ret = read_number(key->name, g->price[which], &m->price[which], error);
	}
	if (!ret && g->cache[FB_MACHINE_LLC] && !g->price[FB_PRICE_LLC])
		ret = fb_error(error, -EINVAL, "'llc-cycles' is missing");
	return ret;
}

static int read_keys(const char *text, struct given *g, struct fb_error *error)
{
	char *whole = strdup(text), *row, *key, *value;
	struct fb_text_lines t = { .rest = whole, .why = error };
	int ret = whole ? 0 : -ENOMEM;
	const char *missing;

	while (!ret && (row = fb_text_next(&t))) {
		ret = fb_text_pair(&t, row, &key, &value);
		if (!ret)
			ret = fb_text_set(&t, g, keys, NR(keys), key, value);
	}
	free(whole);
	missing = ret ? NULL : fb_text_missing(g, keys, NR(keys));
	return missing ? fb_error(error, -EINVAL, "'%s' is missing", missing) : ret;
}

int fb_machine_parse(const char *name, const char *text, struct fb_machine *m,
		     struct fb_error *error)
{
	struct given g = { .title = NULL };
	int ret;

	memset(m, 0, sizeof(*m));
	m->large = fb_rec_large(FB_REC_X86_64);
	ret = read_keys(text, &g, error);
	if (!ret)
		ret = make_caches(m, &g, error);
	if (!ret)
		ret = make_branch(m, &g, error);
	if (!ret)
		ret = read_prices(m, &g, error);
	if (!ret) {
		m->name = strdup(name);
		m->title = strdup(g.title);
		ret = m->name && m->title ? 0 : -ENOMEM;
	}
	fb_text_free(&g, keys, NR(keys));
	if (ret)
		fb_machine_free(m);
	return ret;
}

void fb_machine_free(struct fb_machine *m)
{
	unsigned int i;

	for (i = 0; i < FB_MACHINE_CACHES; i++)
		fb_cache_free(&m->cache[i]);
	fb_branch_free(&m->branch);
	free(m->name);
	free(m->title);
	memset(m, 0, sizeof(*m));
}

void fb_machine_forget(struct fb_machine *m)
{
	unsigned int i;

	for (i = 0; i < FB_MACHINE_CACHES; i++)
		fb_cache_empty(&m->cache[i]);
	fb_branch_forget(&m->branch);
}

/* A page has one key in each region: what is mapped twice is looked up twice. */
static void translate(struct fb_machine *m, enum fb_rec_region region, uint64_t line, bool code)
{
	bool large = m->large >> region & 1;
	uint64_t page = line >> ((large ? LARGE : PAGE_SHIFT) - FB_REC_LINE_SHIFT);
	uint64_t key = page | (uint64_t)(region << 1 | large) << 48;
	struct fb_cache *first = &m->cache[code ? FB_MACHINE_ITLB : FB_MACHINE_DTLB],
			*for_large =
				&m->cache[code ? FB_MACHINE_ITLB_LARGE : FB_MACHINE_DTLB_LARGE];

	if (large && for_large->sets)
		first = for_large;
	if (fb_cache_touch(first, key))
		return;
	m->event[code ? FB_MISS_ITLB : FB_MISS_DTLB]++;
	m->event[FB_MISS_STLB] += !fb_cache_touch(&m->cache[FB_MACHINE_STLB], key);
}

static void reach(struct fb_machine *m, uint64_t line, bool code)
{
	if (fb_cache_touch(&m->cache[code ? FB_MACHINE_L1I : FB_MACHINE_L1D], line))
		return;
	m->event[code ? FB_MISS_L1I : FB_MISS_L1D]++;
	if (fb_cache_touch(&m->cache[FB_MACHINE_L2], line))
		return;
	m->event[FB_MISS_L2]++;
	if (m->cache[FB_MACHINE_LLC].sets)
		m->event[FB_MISS_LLC] += !fb_cache_touch(&m->cache[FB_MACHINE_LLC], line);
}

void fb_machine_access(struct fb_machine *m, uint32_t access)
{
	translate(m, (enum fb_rec_region)fb_rec_region(access), fb_rec_line(access), false);
	reach(m, fb_rec_line(access), false);
}

void fb_machine_fetch(struct fb_machine *m, enum fb_rec_region region, uint64_t line)
{
	translate(m, region, line, true);
	reach(m, line, true);
}

double fb_machine_cycles(const struct fb_machine *m, double insns,
			 const double event[FB_MACHINE_EVENTS], double waits)
{
	bool llc = m->cache[FB_MACHINE_LLC].sets;
	double far = llc ? event[FB_MISS_LLC] : event[FB_MISS_L2], waited;

	waited = (event[FB_MISS_L1I] + event[FB_MISS_L1D] - event[FB_MISS_L2]) *
			 m->price[FB_PRICE_L2] +
		 far * m->price[FB_PRICE_MEMORY] +
		 (event[FB_MISS_ITLB] + event[FB_MISS_DTLB] - event[FB_MISS_STLB]) *
			 m->price[FB_PRICE_STLB] +
		 event[FB_MISS_STLB] * m->price[FB_PRICE_WALK] +
		 (event[FB_WRONG_BRANCH] + event[FB_WRONG_TARGET] + event[FB_WRONG_RETURN]) *
			 m->price[FB_PRICE_WRONG];
	if (llc)
		waited += (event[FB_MISS_L2] - far) * m->price[FB_PRICE_LLC];
	return insns / m->width + waits * waited;
}
