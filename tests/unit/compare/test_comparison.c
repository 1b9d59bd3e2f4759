// SPDX-License-Identifier: GPL-2.0
/* Comparing results: reading, refusing, judging, printing. */
#define _GNU_SOURCE
#include "unit.h"

#include <errno.h>
#include <math.h>

#include "compare/comparison_print.h"
#include "unit_bench.h"

/*
 * A bench.json with one path and four samples of two rounds each: three cost what the test says, and
 * one more by what chance adds. A test sets its parts.
 */
struct doc {
	const char *schema;
	const char *mode;
	const char *kernel;
	const char *sum;
	const char *cpu;
	const char *path;
	const char *error;
	int seed;
	int packets;
	int arrived;
	int rounds;
	double gross;
	double own;
	double chance;
	double hook;
	double hook_cost;
	const char *prices;
};

static const struct doc plain = { "flowbench.bench/2",
				  "insn",
				  "6.12",
				  "aa",
				  "max",
				  "flowtable",
				  "null",
				  1,
				  100,
				  100,
				  2,
				  1000,
				  500,
				  5,
				  0,
				  0,
				  NULL };

static char *text_of(const struct doc *d)
{
	struct unit_bench_point pt = { .path = d->path,
				       .error = d->error,
				       .ns = !strcmp(d->mode, "ns"),
				       .packets = 100,
				       .rounds = 2,
				       .gross = d->gross,
				       .chance = d->chance,
				       .slower = 9,
				       .own = d->own,
				       .hook = d->hook,
				       .arrived = d->arrived };
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	fprintf(f, "{\"schema\": \"%s\", \"mode\": \"%s\", ", d->schema, d->mode);
	unit_bench_settings(f, d->rounds, d->packets);
	fprintf(f,
		"\"fingerprint\": {\"kernel\": \"%s\", \"kernel_sha256\": \"%s\", \"cpu\": \"%s\", "
		"\"seed\": \"%d\"%s}, ",
		d->kernel, d->sum, d->cpu, d->seed, d->prices ? d->prices : "");
	if (d->hook_cost > 0)
		unit_bench_hooks(f, d->hook_cost, 5, d->packets);
	fputs("\"points\": [", f);
	unit_bench_point(f, &pt);
	fputs("]}", f);
	fclose(f);
	return text;
}

static int read_doc(const struct doc *d, struct fb_boot *boot, struct fb_error *error)
{
	char *text = text_of(d);
	int ret = fb_boot_read(text, "b.json", boot, error);

	free(text);
	return ret;
}

static void refused(const struct doc *d, const char *says)
{
	struct fb_boot boot;
	struct fb_error error = { "" };

	assert_int_equal(read_doc(d, &boot, &error), FB_JSON_REFUSED);
	if (!strstr(error.text, says) || !strstr(error.text, "b.json"))
		fail_msg("'%s' does not say '%s'", error.text, says);
	fb_boot_free(&boot);
}

static void a_boot_is_read(void **state)
{
	struct fb_boot boot;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(read_doc(&plain, &boot, &error), 0);
	assert_true(boot.insn);
	assert_int_equal(boot.nr, 1);
	/* A sample's price is that of its cheapest round: the other one has an interrupt in it. */
	assert_true(boot.price[0].gross == 1000 && boot.price[0].own == 500);
	assert_int_equal(boot.price[0].nr, 4);
	assert_true(boot.price[0].sample[2] == 1000 && boot.price[0].sample[3] == 1005);
	assert_string_equal(fb_fingerprint_get(&boot.fp, "seed"), "1");
	fb_boot_free(&boot);
}

/* Within the clock of the first round, another task ran. */
static void a_round_that_slept_is_refused(void **state)
{
	static const char other[] = "\"other\": 0";
	struct fb_error error = { "" };
	char *text = text_of(&plain), *at = strstr(text, other), *slept;
	struct fb_boot boot;

	(void)state;
	assert_non_null(at);
	*at = '\0';
	at += strlen(other);
	assert_true(asprintf(&slept, "%s%s, \"switches\": 1, \"waits\": 0%s", text, other, at) > 0);
	assert_int_equal(fb_boot_read(slept, "b.json", &boot, &error), FB_JSON_REFUSED);
	assert_non_null(strstr(error.text, "points[0].rounds.own[0]: the round is not a sample: "));
	fb_boot_free(&boot);
	/* Rounds of a path that waits for its packets let others run. */
	strstr(slept, "\"waits\": 0")[strlen("\"waits\": ")] = '1';
	assert_int_equal(fb_boot_read(slept, "b.json", &boot, &error), 0);
	fb_boot_free(&boot);
	free(slept);
	free(text);
}

#define PRICES_2 ", \"prices\": \"2\""

/* A document of definition 2. */
static struct doc of_two(void)
{
	struct doc d = plain;

	d.prices = PRICES_2;
	d.hook = 104;
	d.hook_cost = 104;
	return d;
}

static void the_hook_is_no_part_of_own(void **state)
{
	struct fb_boot boot;
	struct fb_error error = { "" };
	struct doc d = of_two();

	(void)state;
	if (read_doc(&d, &boot, &error))
		fail_msg("%s", error.text);
	assert_true(boot.price[0].gross == 1000 && boot.price[0].own == 396);
	fb_boot_free(&boot);
	d.mode = "turns";
	if (read_doc(&d, &boot, &error))
		fail_msg("%s", error.text);
	fb_boot_free(&boot);
	d.mode = "insn";
	d.hook = 0;
	refused(&d, "points[0].hook: expected what is taken off own, found nothing");
	d.hook = 94;
	refused(&d, "points[0].hook: expected the cost of one of hooks, found 94");
	d.hook_cost = 0;
	refused(&d, "points[0].hook: expected the cost of one of hooks, found 94");
	d.prices = NULL;
	refused(&d, "points[0].hook: expected nothing to be taken off own, found 94");
}

static void a_hook_that_does_not_add_up(void **state)
{
	static const struct {
		const char *from;
		const char *to;
		const char *says;
	} rows[] = {
		{ "\"cost\": 104", "\"cost\": 94",
		  "hooks[0].cost: expected 104, as its rounds have it" },
		{ "\"cycles\": 111400", "\"cycles\": 100900",
		  "hooks[0].rounds: a packet costs 1000 without a hook, 1009 with one, 1124 with two" },
		{ "\"arrived\": 100", "\"arrived\": 99",
		  "hooks[0].rounds.none[0]: the round does not close" },
		{ "\"two\"", "\"too\"", "hooks[0].rounds.two: " },
	};
	struct fb_error error = { "" };
	struct doc d = of_two();
	struct fb_boot boot;
	char *text, *at;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text = text_of(&d);
		at = strstr(text, rows[i].from);
		assert_non_null(at);
		memcpy(at, rows[i].to, strlen(rows[i].to));
		memset(at + strlen(rows[i].to), ' ', strlen(rows[i].from) - strlen(rows[i].to));
		if (fb_boot_read(text, "b.json", &boot, &error) != FB_JSON_REFUSED ||
		    !strstr(error.text, rows[i].says))
			fail_msg("'%s' does not say '%s'", error.text, rows[i].says);
		fb_boot_free(&boot);
		free(text);
	}
}

static void half_a_boot_is_refused(void **state)
{
	struct fb_boot boot;
	struct doc d = plain;
	struct fb_error error = { "" };
	char *text;

	(void)state;
	d.schema = "flowbench.bench/1";
	refused(&d, "schema: expected \"flowbench.bench/2\", found \"flowbench.bench/1\"");
	d = plain;
	d.error = "\"not proved: 'ct'\"";
	refused(&d, "flowtable: not proved: 'ct'");
	d = plain;
	d.rounds = 3;
	refused(&d, "points[0].rounds.own: expected 3 rounds, found 2");
	d = plain;
	d.arrived = 99;
	refused(&d, "points[0].rounds.gross[0]: the round does not close: ");
	d = plain;
	d.packets = 0;
	refused(&d, "settings.packets: expected ");
	d = plain;
	d.gross = -9;
	refused(&d, "points[0].gross.median: expected ");

	text = text_of(&plain);
	text[strlen(text) / 2] = '\0';
	assert_int_equal(fb_boot_read(text, "b.json", &boot, &error), FB_JSON_REFUSED);
	assert_non_null(strstr(error.text, "b.json: line 1: "));
	fb_boot_free(&boot);
	free(text);
	assert_int_equal(fb_boot_read("{}", "b.json", &boot, &error), FB_JSON_REFUSED);
	fb_boot_free(&boot);
	assert_int_equal(fb_boot_read("[]", "b.json", &boot, &error), FB_JSON_REFUSED);
	fb_boot_free(&boot);
}

/* Makes a side of @nr boots with seeds from 1 on. Each boot costs @step more than the previous one. */
static void side_of(struct fb_side *s, const struct doc *like, unsigned int nr, double step)
{
	struct fb_error error = { "" };
	unsigned int i;

	*s = (struct fb_side){ .name = "side" };
	s->boot = calloc(nr, sizeof(*s->boot));
	assert_non_null(s->boot);
	for (i = 0; i < nr; i++) {
		struct doc d = *like;

		d.seed = (int)i + 1;
		d.gross += step * i;
		if (read_doc(&d, &s->boot[i], &error))
			fail_msg("%s", error.text);
		s->nr++;
	}
}

static void may_be_compared(const struct doc *b, unsigned int nr, bool across, const char *says)
{
	struct fb_side one, two;
	struct fb_error error = { "" };

	side_of(&one, &plain, 5, 0);
	side_of(&two, b, nr, 0);
	assert_int_equal(fb_side_comparable(&one, &two, across, &error), !says);
	if (says && !strstr(error.text, says))
		fail_msg("'%s' does not say '%s'", error.text, says);
	fb_side_free(&one);
	fb_side_free(&two);
}

static void fingerprints(void **state)
{
	struct fb_side s;
	struct doc d = plain;
	struct fb_error error = { "" };

	(void)state;
	may_be_compared(&plain, 5, false, NULL);
	/* A patched kernel has the same release and another checksum. */
	d.sum = "bb";
	may_be_compared(&d, 5, false, NULL);
	d.kernel = "6.1";
	may_be_compared(&d, 5, false, "differ in 'kernel': 6.12 and 6.1 (--across");
	may_be_compared(&d, 5, true, NULL);
	d = plain;
	d.cpu = "qemu64";
	may_be_compared(&d, 5, false, "differ in 'cpu'");
	may_be_compared(&d, 5, true, NULL);
	/* The seeds of the sides are no pairs. */
	may_be_compared(&plain, 4, false, NULL);
	d = plain;
	d.mode = "ns";
	may_be_compared(&d, 5, true, "in ns");
	d.mode = "turns";
	may_be_compared(&d, 5, true, "in turns of instructions");

	/* Prices of two definitions are never compared. */
	d = of_two();
	may_be_compared(&d, 5, true,
			"b.json has prices of definition 1, b.json of definition 2: not the same");
	may_be_compared(&d, 5, false, "definition 2");

	/* Within a side no fingerprint may differ, and no machine may be in it twice. */
	side_of(&s, &plain, 5, 0);
	s.boot[3].fp.pair[3].value = "1";
	assert_false(fb_side_comparable(&s, &s, true, &error));
	assert_non_null(strstr(error.text, "seed 1 is in it twice"));
	s.boot[3].fp.pair[1].value = "other";
	assert_false(fb_side_comparable(&s, &s, true, &error));
	assert_non_null(strstr(error.text, "kernel_sha256"));
	fb_side_free(&s);
}

/* Sides of @nr boots, each of which costs @step more than the previous one; B costs @more. */
static void judge(unsigned int nr, double step, double more, enum fb_judgement wanted,
		  const char *says)
{
	struct fb_side a, b;
	struct fb_comparison c;
	struct doc d = plain;
	char *text;
	size_t len;
	FILE *f;

	d.gross += more;
	side_of(&a, &plain, nr, step);
	side_of(&b, &d, nr, step);
	assert_int_equal(fb_compare(&a, &b, false, 0.01, NULL, &c), 0);
	assert_int_equal(c.judged, wanted);
	f = open_memstream(&text, &len);
	assert_non_null(f);
	fb_compare_print(&c, f);
	fb_compare_print_verdict(&c, false, f);
	fclose(f);
	if (!strstr(text, says))
		fail_msg("'%s' is not in:\n%s", says, text);
	assert_non_null(strstr(text, "cache and branch misses, lock contention, batching"));
	free(text);
	json_decref(fb_compare_json(&c));
	fb_compare_free(&c);
	fb_side_free(&a);
	fb_side_free(&b);
}

static void instructions_decide(void **state)
{
	(void)state;
	judge(5, 0, 0, FB_JUDGED_SAME, "\nverdict: no difference on 1 path, 5 seeds a side\n");
	judge(5, 0, 1, FB_JUDGED_DIFFERENT,
	      "\nverdict: difference: flowtable +1.00 instructions (+0.20 %)\n");
	judge(5, 0, -50, FB_JUDGED_DIFFERENT, "flowtable -50.00 instructions (-10.00 %)");
	judge(4, 0, 50, FB_JUDGED_NONE,
	      "verdict: none, 4 seeds a side, and at least 5 are needed for 1 path\n");
	/* Boots of one side are 12 apart: 1 more is what they say anyway, and 50 more is not. */
	judge(5, 3, 1, FB_JUDGED_SAME,
	      "flowtable: +1.00 is not a difference: one boot differs as much from another.");
	judge(5, 3, 50, FB_JUDGED_DIFFERENT, "flowtable +50.00 instructions");
}

/* What chance adds to one sample in four of A, it adds to three in four of B. */
static void how_far_chance_goes(void **state)
{
	struct fb_side a, b;
	struct fb_comparison c;
	struct doc d = plain;

	(void)state;
	d.gross += d.chance;
	d.chance = -d.chance;
	side_of(&a, &plain, 5, 0);
	side_of(&b, &d, 5, 0);
	assert_int_equal(fb_compare(&a, &b, false, 0.01, NULL, &c), 0);
	assert_true(c.point[0].p < 0.05 && c.point[0].b.gross - c.point[0].a.gross == 5);
	/* More than half of all differences are 5, so that this much of chance is taken for one. */
	assert_true(c.point[0].delta == 5);
	assert_int_equal(c.judged, FB_JUDGED_DIFFERENT);
	fb_compare_free(&c);
	fb_side_free(&b);
	/* One sample in four on one side only. */
	d = plain;
	d.chance = 0;
	side_of(&b, &d, 5, 0);
	assert_int_equal(fb_compare(&a, &b, false, 0.01, NULL, &c), 0);
	assert_true(c.point[0].p < 0.05 && c.point[0].delta == 0);
	assert_int_equal(c.judged, FB_JUDGED_SAME);
	fb_compare_free(&c);
	fb_side_free(&a);
	fb_side_free(&b);
}

/* One instruction in code that differs, under chance that moves the whole price by forty. */
static void chance_does_not_hide_code(void **state)
{
	static const double a[] = { 15100, 15140, 15101, 15099, 15141 };
	static const double b[] = { 15141, 15101, 15100, 15142, 15102 };
	static const double was[] = { 300, 300, 300, 300, 300 }, is[] = { 301, 301, 301, 301, 301 };
	struct fb_sides s = { .a = { a, 5, 1 }, .b = { b, 5, 1 } };
	struct fb_compared pt = { .lone = 0 };

	(void)state;
	assert_int_equal(fb_compare_instructions(&s, 1, &pt), 0);
	assert_true(pt.judged == FB_JUDGED_SAME && !pt.coded && pt.code_p == 1);
	s.coded = true;
	s.code_a = (struct fb_clusters){ was, 5, 1 };
	s.code_b = (struct fb_clusters){ is, 5, 1 };
	assert_int_equal(fb_compare_instructions(&s, 1, &pt), 0);
	assert_true(pt.judged == FB_JUDGED_DIFFERENT && pt.by_code && pt.code_delta == 1);
	/* Six tests are allowed with five boots, and not seven. */
	assert_int_equal(fb_compare_seeds(6), 5);
	assert_int_equal(fb_compare_seeds(7), 6);
	assert_int_equal(fb_compare_seeds(23), 6);
	assert_int_equal(fb_compare_seeds(24), 7);
	/* A hostile document may have more points than any number of boots can tell apart. */
	assert_int_equal(fb_compare_seeds(1000000), FB_CLUSTER_EXACT / 2 + 1);
}

static void one_side_lacks_a_path(void **state)
{
	struct fb_side a, b;
	struct fb_comparison c;
	struct doc d = plain;

	(void)state;
	d.path = "conntrack";
	side_of(&a, &plain, 5, 0);
	side_of(&b, &d, 5, 0);
	assert_int_equal(fb_compare(&a, &b, false, 0.01, NULL, &c), -ENOENT);
	assert_non_null(strstr(c.why.text, "no path 'flowtable'"));
	fb_compare_free(&c);
	assert_int_equal(fb_compare(&a, &b, true, 0.01, NULL, &c), 0);
	assert_int_equal(c.judged, FB_JUDGED_NONE);
	assert_int_equal(c.nr, 2);
	assert_true(c.point[0].lone == 'a' && c.point[1].lone == 'b');
	fb_compare_free(&c);
	fb_side_free(&a);
	fb_side_free(&b);
}

static void times_are_judged(unsigned int nr, double more, enum fb_judgement wanted)
{
	struct fb_side a, b;
	struct fb_comparison c;
	struct doc d = plain;

	d.mode = "ns";
	side_of(&a, &d, nr, 0.5);
	d.gross += more;
	side_of(&b, &d, nr, 0.5);
	assert_int_equal(fb_compare(&a, &b, false, 0.01, NULL, &c), 0);
	assert_int_equal(c.judged, wanted);
	if (nr < FB_STAT_LEAST)
		assert_non_null(strstr(c.why.text, "at least 6 are needed"));
	fb_compare_free(&c);
	fb_side_free(&a);
	fb_side_free(&b);
}

static void times(void **state)
{
	(void)state;
	times_are_judged(6, 0, FB_JUDGED_SAME);
	times_are_judged(6, 20, FB_JUDGED_DIFFERENT);
	times_are_judged(5, 20, FB_JUDGED_NONE);
	times_are_judged(1, 20, FB_JUDGED_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_boot_is_read),
		cmocka_unit_test(a_round_that_slept_is_refused),
		cmocka_unit_test(the_hook_is_no_part_of_own),
		cmocka_unit_test(a_hook_that_does_not_add_up),
		cmocka_unit_test(half_a_boot_is_refused),
		cmocka_unit_test(fingerprints),
		cmocka_unit_test(instructions_decide),
		cmocka_unit_test(how_far_chance_goes),
		cmocka_unit_test(chance_does_not_hide_code),
		cmocka_unit_test(one_side_lacks_a_path),
		cmocka_unit_test(times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
