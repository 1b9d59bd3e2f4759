// SPDX-License-Identifier: GPL-2.0
/*
 * Which functions a difference is in. Boots are made of tests/fixtures/profile, a run of 6.12 with two
 * packets a round, in which blocks of one function are made longer.
 */
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "compare/attribution.h"
#include "file/paths.h"

#define FIXTURE FB_TOP "/tests/fixtures/profile/"
#define BOOTS	5

static struct fb_error error;

/* One boot's profile: the fixture, to be changed. */
struct boot {
	char *data;
	struct fb_profile_record rec;
	struct fb_symbols syms;
	json_t *bench;
};

static char *text_of(const char *name, size_t *len)
{
	char path[FB_PATH_MAX], *text;

	assert_int_equal(fb_join(path, FIXTURE, name), 0);
	if (fb_read_file(path, 1 << 24, &text, len))
		fail_msg("%s cannot be read", path);
	return text;
}

static void boot(struct boot *b)
{
	size_t len;
	char *text;

	b->data = text_of("profile.record", &len);
	if (fb_profile_record_parse(b->data, len, &b->rec, &error))
		fail_msg("%s", error.text);
	text = text_of("kallsyms", &len);
	if (fb_symbols_parse(text, len, &b->syms, &error))
		fail_msg("%s", error.text);
	free(text);
	text = text_of("bench.json", &len);
	b->bench = json_loads(text, 0, NULL);
	assert_non_null(b->bench);
	free(text);
}

static void halt(struct boot *b)
{
	fb_profile_record_free(&b->rec);
	fb_symbols_free(&b->syms);
	json_decref(b->bench);
	free(b->data);
}

/* Adds @more to the number at @key. */
static void add_to(json_t *js, const char *key, json_int_t more)
{
	json_object_set_new(js, key,
			    json_integer(json_integer_value(json_object_get(js, key)) + more));
}

/* The clock agrees: each round has as many instructions as its blocks. */
static void set_clock(struct boot *b, uint32_t serial, json_int_t more)
{
	json_t *points = json_object_get(b->bench, "points"), *point, *kind, *round;
	struct fb_record_round *r = &b->rec.round[serial - 1];
	const char *name;
	size_t i, k;

	r->head.insns += (uint64_t)more;
	json_array_foreach(points, i, point)
		json_object_foreach(json_object_get(point, "rounds"), name, kind)
			json_array_foreach(kind, k, round) if (json_integer_value(json_object_get(
								       round, "serial")) == serial)
				add_to(round, "cycles", more);
}

/* Each block of the function @name has @more instructions more. Return: how many of them it has. */
static unsigned int lengthen(struct boot *b, const char *name, uint32_t more)
{
	struct fb_rec_block *block = (struct fb_rec_block *)b->rec.block;
	unsigned int nr = 0;
	uint64_t offset, k;
	json_int_t sum;
	uint32_t i;
	int fn;

	for (i = 0; i < b->rec.nr_blocks; i++) {
		fn = fb_symbols_find(&b->syms, block[i].vaddr, &offset);
		assert_true(fn >= 0);
		if (strcmp(b->syms.function[fn].name, name))
			continue;
		block[i].insns += more;
		nr++;
		block[i].end |= 0x100;
	}
	for (i = 0; i < b->rec.nr_rounds; i++) {
		const struct fb_record_round *r = &b->rec.round[i];

		for (sum = 0, k = 0; r->seq && k < r->head.nr; k++) {
			bool clock = k && !r->seq[k - 1];

			if (r->seq[k] && !clock && block[r->seq[k] - 1].end & 0x100)
				sum += more;
		}
		set_clock(b, i + 1, sum);
	}
	for (i = 0; i < b->rec.nr_blocks; i++)
		block[i].end &= 0xff;
	return nr;
}

/* What ran of each block: nops, or other code in those of @name. */
static void code(struct boot *b, const char *name)
{
	const struct fb_rec_block *block = b->rec.block;
	uint64_t offset, len;
	unsigned char *at;
	uint32_t i;
	int fn;

	for (i = 0; i < b->rec.nr_blocks; i++) {
		fn = fb_symbols_find(&b->syms, block[i].vaddr, &offset);
		len = block[i].next - block[i].vaddr;
		at = (unsigned char *)b->rec.code[i];
		memset(at, name && !strcmp(b->syms.function[fn].name, name) ? 0xf8 : 0x90, len);
		memset(at + len, FB_REC_BEGINS, len);
	}
}

static struct fb_attribution where;
static struct fb_price price[4];

/* Two sides of the same boots; on B, boots from @from on are changed, and @coded has other code. */
static void compare(const char *changed, uint32_t more, unsigned int from, const char *coded)
{
	struct fb_code codes[2];
	struct boot first[2], other, *b;
	unsigned int side, i;

	where = (struct fb_attribution){ .point = price, .boots = { BOOTS, BOOTS } };
	for (side = 0; side < 2; side++) {
		for (i = 0; i < BOOTS; i++) {
			b = i ? &other : &first[side];
			boot(b);
			if (side && i >= from)
				assert_true(lengthen(b, changed, more) > 0);
			code(b, side ? coded : NULL);
			if (!where.nr_points) {
				const json_t *points = json_object_get(b->bench, "points"), *one;
				size_t p;

				json_array_foreach((json_t *)points, p, one)
				{
					price[p] =
						(struct fb_price){ .nr = 1, .batch = 1, .cpus = 1 };
					price[p].size = (unsigned long)json_integer_value(
						json_object_get(one, "size"));
					price[p].flows = (unsigned long)json_integer_value(
						json_object_get(one, "flows"));
					strcpy(price[p].path,
					       json_string_value(json_object_get(one, "path")));
					where.nr_points++;
				}
			}
			if (fb_attribution_add(&where, side, i,
					       &(struct fb_attribution_boot){ b->bench, &b->rec,
									      &b->syms },
					       &error))
				fail_msg("%s", error.text);
			if (i)
				halt(&other);
		}
		assert_int_equal(fb_code_build(&first[side].rec, &first[side].syms, &codes[side]),
				 0);
	}
	assert_int_equal(fb_attribution_judge(&where, &codes[0], &codes[1]), 0);
	for (side = 0; side < 2; side++) {
		fb_code_free(&codes[side]);
		halt(&first[side]);
	}
}

static const struct fb_attribution_function *function(const char *name)
{
	unsigned int i;

	for (i = 0; i < where.nr; i++)
		if (!strcmp(where.fn[i].name, name))
			return &where.fn[i];
	fail_msg("%s is not there", name);
	return NULL;
}

/* On the path flowtable. */
static double shift_of(const struct fb_attribution_function *fn)
{
	struct fb_clusters a, b;
	double shift = 0;

	if (!fb_attribution_of(&where, fn, 1, &a, &b))
		return NAN;
	assert_int_equal(fb_cluster_shift(&a, &b, &shift), 0);
	return shift;
}

#define FN "nf_flow_offload_ip_hook"

static void a_function_with_other_code(void **state)
{
	unsigned int i;
	double is;

	(void)state;
	compare(FN, 3, 0, FN);
	is = shift_of(function(FN));
	/* So many of its blocks ran for a packet, each with three more. */
	assert_true(is >= 3 && fmod(is, 1.5) == 0);
	assert_int_equal(function(FN)->judged, FB_CODE_DIFFERS);
	assert_true(shift_of(NULL) == is);
	for (i = 0; i < where.nr; i++) {
		if (!strcmp(where.fn[i].name, FN))
			continue;
		assert_int_equal(where.fn[i].judged, FB_CODE_SAME);
		is = shift_of(&where.fn[i]);
		/* Those that the path does not call have none. */
		assert_true(isnan(is) || is == 0);
	}
	fb_attribution_free(&where);
}

static void the_same_code_that_takes_more(void **state)
{
	(void)state;
	compare(FN, 1, 0, NULL);
	assert_true(shift_of(function(FN)) >= 1);
	assert_int_equal(function(FN)->judged, FB_CODE_SAME);
	assert_true(isnan(shift_of(NULL)));
	fb_attribution_free(&where);
	/* In two boots of five it is chance. */
	compare(FN, 1, 3, NULL);
	assert_true(shift_of(function(FN)) == 0);
	fb_attribution_free(&where);
}

static void a_round_that_does_not_close(void **state)
{
	struct boot b;

	(void)state;
	boot(&b);
	where = (struct fb_attribution){ .point = price, .nr_points = 1, .boots = { 1, 1 } };
	((struct fb_rec_round *)&b.rec
		 .round[json_integer_value(json_object_get(
				json_array_get(
					json_object_get(
						json_object_get(
							json_array_get(json_object_get(b.bench,
										       "points"),
								       0),
							"rounds"),
						"gross"),
					0),
				"serial")) -
			1]
		 .head)
		->insns++;
	assert_int_equal(fb_attribution_add(
				 &where, 0, 0,
				 &(struct fb_attribution_boot){ b.bench, &b.rec, &b.syms }, &error),
			 -EINVAL);
	assert_non_null(
		strstr(error.text, "sample 1 is not in the profile, or not as the clock says"));
	fb_attribution_free(&where);
	halt(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_with_other_code),
		cmocka_unit_test(the_same_code_that_takes_more),
		cmocka_unit_test(a_round_that_does_not_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
