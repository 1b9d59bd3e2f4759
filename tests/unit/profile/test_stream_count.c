// SPDX-License-Identifier: GPL-2.0
/*
 * Real streams, counted block by block, beside the generator. The paths are those of tests/fixtures/profile: conntrack,
 * and flowtable, which replaces it. Both streams run one block of the kernel; what is left of them is user space.
 */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "profile/stream_count.h"
#include "file/paths.h"

#define FIXTURE FB_TOP "/tests/fixtures/profile/"

static struct fb_error error;

struct run {
	struct fb_profile p;
	struct fb_streams streams;
	struct fb_profile_record rec;
	json_t *bench;
	char *data;
	uint32_t seq[2][FB_REC_COUNT_NUMBERS];
};

static char *text_of(const char *name, size_t *len)
{
	char path[FB_PATH_MAX], *text;

	assert_int_equal(fb_join(path, FIXTURE, name), 0);
	if (fb_read_file(path, 1 << 24, &text, len))
		fail_msg("%s cannot be read", path);
	return text;
}

/* One more round: block 1 ran @times, and user space ran @user instructions. Return: its serial number. */
static uint32_t add_round(struct run *run, unsigned int which, uint64_t times, uint64_t user)
{
	uint32_t *seq = run->seq[which];
	struct fb_record_round *round;

	round = realloc(run->rec.round, (run->rec.nr_rounds + 2) * sizeof(*round));
	assert_non_null(round);
	run->rec.round = round;
	round += run->rec.nr_rounds;
	memset(round, 0, sizeof(*round));
	seq[0] = 1;
	seq[1] = (uint32_t)times;
	seq[2] = (uint32_t)(times >> 32);
	round->seq = seq;
	round->head.nr = FB_REC_COUNT_NUMBERS;
	round->head.serial = ++run->rec.nr_rounds;
	round->head.flags = FB_REC_COUNTED;
	round->head.insns = times * run->rec.block[0].insns + user;
	return round->head.serial;
}

static void add_row(json_t *streams, const char *path, json_int_t packets, uint32_t serial,
		    double busy)
{
	json_array_append_new(streams, json_pack("{s:s, s:s, s:i, s:I, s:I, s:I, s:f}", "path",
						 path, "proto", "tcp", "streams", 1, "packets",
						 packets, "bytes", packets * 100, "serial",
						 (json_int_t)serial, "busy_seconds", busy));
}

static double seconds(const struct run *run, uint32_t serial)
{
	return (double)run->rec.round[serial - 1].head.insns / 1e9;
}

/* 10 packets each; the block ran 5G times by conntrack, more than 32 bits hold, and 10 times less by flowtable. */
#define TIMES 5000000000ULL

static void load(struct run *run)
{
	json_t *streams = json_array();
	uint32_t serial;
	size_t len;
	char *text;

	memset(run, 0, sizeof(*run));
	run->data = text_of("profile.record", &len);
	assert_int_equal(fb_profile_record_parse(run->data, len, &run->rec, &error), 0);
	text = text_of("bench.json", &len);
	run->bench = json_loads(text, 0, NULL);
	free(text);
	run->p.bench = run->bench;
	text = text_of("kallsyms", &len);
	assert_int_equal(fb_symbols_parse(text, len, &run->p.syms, &error), 0);
	free(text);
	if (fb_read_file(FB_TOP "/userspace/data/sections", 1 << 20, &text, &len))
		fail_msg("no sections");
	assert_int_equal(fb_sections_parse(text, len, "sections", &run->p.rules, &error), 0);
	free(text);
	serial = add_round(run, 0, TIMES, 1000);
	add_row(streams, "conntrack", 10, serial, seconds(run, serial));
	serial = add_round(run, 1, TIMES - 10, 3000);
	add_row(streams, "flowtable", 10, serial, seconds(run, serial));
	json_object_set_new(run->bench, "streams", streams);
}

static void unload(struct run *run)
{
	fb_streams_free(&run->streams);
	fb_profile_free(&run->p);
	fb_profile_record_free(&run->rec);
	json_decref(run->bench);
	free(run->data);
}

static int build(struct run *run)
{
	int ret = fb_profile_build(&run->p, &run->rec, &error);

	return ret ? ret : fb_streams_build(&run->streams, &run->p, &run->rec, &error);
}

static json_t *row(struct run *run, size_t i)
{
	return json_array_get(json_object_get(run->bench, "streams"), i);
}

static const char *function_of(struct run *run, const struct fb_stream_gap *gap)
{
	return run->p.syms.function[gap->function].name;
}

static void a_difference_has_its_functions(void **state)
{
	const struct fb_profile_path *path;
	double generator = 0, streams = 0, net;
	struct fb_stream_gap *gap;
	struct run run;
	size_t i, nr, none;

	(void)state;
	load(&run);
	if (build(&run))
		fail_msg("%s", error.text);
	assert_int_equal(run.streams.nr, 2);
	assert_int_equal(run.streams.row[1].self[FB_FN_USER], 3000);
	/* conntrack replaces a path that was not measured. */
	assert_null(fb_stream_gaps(&run.streams, &run.streams.row[0], &none));
	gap = fb_stream_gaps(&run.streams, &run.streams.row[1], &nr);
	assert_non_null(gap);
	for (i = 0; i < nr; i++) {
		streams += gap[i].streams;
		generator += gap[i].generator;
		if (gap[i].function == FB_FN_USER) {
			assert_float_equal(gap[i].streams, 200, 1e-9);
			assert_float_equal(gap[i].generator, 0, 1e-9);
		} else if (gap[i].streams != 0) {
			assert_string_equal(function_of(&run, &gap[i]), "fb_generator_round");
			assert_float_equal(gap[i].streams, -(double)run.rec.block[0].insns, 1e-3);
		}
	}
	assert_float_equal(streams, 200 - (double)run.rec.block[0].insns, 1e-3);
	/* The functions' own sum to the difference of the net prices. */
	path = run.p.path;
	net = ((double)path[1].gross.insns - (double)path[1].own.insns) / (double)path[1].packets -
	      ((double)path[0].gross.insns - (double)path[0].own.insns) / (double)path[0].packets;
	assert_float_equal(generator, net, 1e-6);
	free(gap);
	unload(&run);
}

/* Streams cut superpackets as they like: per byte, of 100 a packet here and of 1000 in the generator. */
static void superpackets_are_compared_by_the_byte(void **state)
{
	json_t *points, *point, *out = json_array();
	struct run run;
	size_t i;

	(void)state;
	load(&run);
	points = json_object_get(run.bench, "points");
	json_array_foreach(points, i, point)
	{
		json_object_set_new(point, "segments", json_integer(45));
		json_object_set_new(point, "size", json_integer(1000));
	}
	assert_int_equal(build(&run), 0);
	fb_streams_json(&run.streams, out);
	assert_int_equal(json_array_size(out), 1);
	point = json_array_get(out, 0);
	assert_string_equal(json_string_value(json_object_get(point, "per")), "byte");
	assert_string_equal(json_string_value(json_object_get(point, "replaces")), "conntrack");
	assert_float_equal(json_number_value(json_object_get(point, "insn")),
			   (200 - (double)run.rec.block[0].insns) / 100, 1e-3);
	json_decref(out);
	unload(&run);
}

static void refused(struct run *run, const char *want)
{
	assert_int_equal(build(run), -EINVAL);
	if (!strstr(error.text, want))
		fail_msg("'%s' is not in '%s'", want, error.text);
	unload(run);
}

static void what_does_not_close_is_refused(void **state)
{
	struct run run;

	(void)state;
	load(&run);
	json_object_set_new(row(&run, 1), "busy_seconds",
			    json_real(seconds(&run, run.rec.nr_rounds) * 1.04));
	refused(&run, "flowtable: a stream does not close");
	load(&run);
	json_object_set_new(row(&run, 0), "serial", json_integer(1));
	refused(&run, "conntrack: a stream is not in the record");
	load(&run);
	json_object_set_new(row(&run, 0), "serial", json_integer(run.rec.nr_rounds + 1));
	refused(&run, "conntrack: a stream is not in the record");
	load(&run);
	run.seq[0][0] = run.rec.nr_blocks + 1;
	refused(&run, "counts an invalid block");
	load(&run);
	run.seq[0][2] = UINT32_MAX;
	refused(&run, "its blocks have more instructions than it");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_difference_has_its_functions),
		cmocka_unit_test(superpackets_are_compared_by_the_byte),
		cmocka_unit_test(what_does_not_close_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
