// SPDX-License-Identifier: GPL-2.0
/* flowbench top: the figures of the interval between two readings. */
#include "unit_top.h"

#include <math.h>

#include "file/paths.h"
#include "top/hooks.h"

static void rates(void **state)
{
	struct two *t = two();
	const struct fb_top_rate *r;
	unsigned int i = hook(t, "ip_forward", 100, 107);

	(void)state;
	value(t, i, "0", 100, 104);
	value(t, i, "-EPERM", 0, 3);
	value(t, i, "1", 5, 5);
	t->now[i].missed = 2;
	r = diff(t);
	assert_int_equal(t->st.ns, 2 * SECOND);
	assert_int_equal(r->calls, 7);
	assert_true(r->per_second == 3.5);
	assert_int_equal(r->missed, 2);
	assert_int_equal(t->st.missed, 2);
	assert_string_equal(r->path, "slow");
	assert_int_equal(r->nr_values, 2);
	assert_string_equal(r->value[0].name, "0");
	assert_int_equal(r->value[1].n, 3);
	assert_true(fabs(r->value[1].share - 3.0 / 7) < 1e-12);
	/* The calls are exact, whatever the interval is. */
	t->b.at = t->a.at + 1234567891;
	r = diff(t);
	assert_int_equal(llround(r->per_second * (double)t->st.ns / 1e9), 7);
	free_two(t);
}

/* A counter that overflows goes on from zero. That is not a reset. */
static void counters_wrap(void **state)
{
	struct two *t = two();
	const struct fb_top_rate *r;
	unsigned int i = hook(t, "ip_forward", UINT64_MAX - 4, 3);

	(void)state;
	value(t, i, "0", UINT64_MAX - 4, 3);
	bucket(t, i, 40, UINT64_MAX, 2);
	t->before[i].hist.sum = UINT64_MAX - 10;
	t->now[i].hist.sum = 109;
	r = diff(t);
	assert_int_equal(r->what, FB_TOP_COUNTED);
	assert_int_equal(r->calls, 8);
	assert_int_equal(r->value[0].n, 8);
	assert_int_equal(r->latency.calls, 3);
	assert_true(r->latency.mean == 40);
	free_two(t);
}

static void is_reset(struct two *t)
{
	const struct fb_top_rate *r = diff(t);

	assert_int_equal(r->what, FB_TOP_RESET);
	assert_int_equal(r->calls, 0);
	assert_int_equal(r->missed, 0);
	assert_int_equal(r->nr_values, 0);
	assert_int_equal(r->latency.calls, 0);
	assert_true(isnan(r->per_second));
	assert_true(isnan(t->st.fast_share));
	assert_false(t->st.way[FB_TOP_SLOW].known);
	free_two(t);
}

/* If one of a hook's counters has decreased, none of them is valid. */
static void counters_that_went_back(void **state)
{
	struct two *t = two();

	(void)state;
	hook(t, "ip_forward", 100, 3);
	is_reset(t);

	t = two();
	value(t, hook(t, "ip_forward", 100, 200), "0", 100, 3);
	is_reset(t);

	t = two();
	value(t, hook(t, "ip_forward", 100, 200), "0", 100, 0);
	is_reset(t);

	t = two();
	bucket(t, hook(t, "ip_forward", 100, 200), 40, 100, 99);
	is_reset(t);

	t = two();
	hook(t, "ip_forward", 100, 200);
	t->before[0].hist.max = 9;
	t->now[0].hist.max = 8;
	is_reset(t);

	t = two();
	hook(t, "ip_forward", 100, 200);
	t->before[0].missed = 1;
	is_reset(t);
}

static void no_interval(void **state)
{
	struct two *t = two();
	const struct fb_top_rate *r;

	(void)state;
	hook(t, "ip_forward", 1, 3);
	t->b.at = t->a.at;
	r = diff(t);
	assert_int_equal(t->st.ns, 0);
	assert_int_equal(r->calls, 2);
	assert_true(isnan(r->per_second));
	assert_true(isnan(t->st.way[FB_TOP_SLOW].per_second));
	/* An interval that ends before it begins is refused, too. */
	t->b.at = t->a.at - 1;
	diff(t);
	assert_int_equal(t->st.ns, 0);
	free_two(t);
}

static void hooks_that_come_and_go(void **state)
{
	struct two *t = two();
	const struct fb_top_rate *r;

	(void)state;
	hook(t, "gone", 5, 5);
	hook(t, "stays", 5, 6);
	hook(t, "late", 0, 9);
	/* The hook "gone" is not in the later reading, "late" is not in the earlier one. */
	t->b.hook = &t->now[1];
	t->a.nr = 2;
	t->b.nr = 2;
	r = diff(t);
	assert_int_equal(t->st.nr, 2);
	assert_string_equal(r[0].name, "stays");
	assert_int_equal(r[0].calls, 1);
	assert_string_equal(r[1].name, "late");
	assert_int_equal(r[1].what, FB_TOP_FRESH);
	assert_int_equal(r[1].calls, 0);
	assert_true(isnan(r[1].per_second));
	free_two(t);

	/* A hook that was switched off in the interval has counted until then. */
	t = two();
	hook(t, "ip_forward", 5, 8);
	t->now[0].state = FB_TOP_UNAVAILABLE;
	r = diff(t);
	assert_int_equal(r->calls, 3);
	assert_false(t->st.way[FB_TOP_SLOW].known);
	free_two(t);

	/* A reading without hooks is not an error. */
	t = two();
	diff(t);
	assert_int_equal(t->st.nr, 0);
	assert_true(isnan(t->st.fast_share));
	free_two(t);
}

static void a_latency(uint64_t short_ones, uint64_t long_ones, uint64_t p50, uint64_t p99)
{
	struct two *t = two();
	unsigned int i = hook(t, "ip_forward", 1, 1 + short_ones + long_ones);
	const struct fb_top_latency *l;

	bucket(t, i, 10, 7, 7 + short_ones);
	bucket(t, i, 20, 7, 7 + long_ones);
	l = &diff(t)->latency;
	if (l->p50 != p50 || l->p99 != p99)
		fail_msg("%llu and %llu: p50 %llu, p99 %llu", (unsigned long long)short_ones,
			 (unsigned long long)long_ones, (unsigned long long)l->p50,
			 (unsigned long long)l->p99);
	assert_int_equal(l->calls, short_ones + long_ones);
	free_two(t);
}

/* The call at 50 % or 99 % is the last one of its bucket, or the first one of the next bucket. */
static void percentiles_at_the_borders(void **state)
{
	(void)state;
	a_latency(1, 0, 10, 10);
	a_latency(0, 1, 20, 20);
	a_latency(1, 1, 10, 20);
	a_latency(50, 50, 10, 20);
	a_latency(49, 51, 20, 20);
	a_latency(51, 50, 10, 20);
	a_latency(50, 51, 20, 20);
	a_latency(99, 1, 10, 10);
	a_latency(98, 2, 10, 20);
	a_latency(100, 1, 10, 10);
	a_latency(9900, 100, 10, 10);
	a_latency(9899, 101, 10, 20);
	a_latency(1ULL << 61, 1ULL << 61, 10, 20);
}

static void ends_of_buckets(void **state)
{
	struct two *t = two();
	unsigned int i = hook(t, "ip_forward", 0, 1);
	const struct fb_top_latency *l;

	(void)state;
	/* 410 lies in the bucket 408 to 415. The upper bound is shown, but not more than the maximum. */
	bucket(t, i, 410, 0, 1);
	l = &diff(t)->latency;
	assert_int_equal(l->max, 415);
	t->now[i].hist.max = 411;
	t->before[i].hist.max = 0;
	l = &diff(t)->latency;
	assert_int_equal(l->max, 411);
	assert_int_equal(l->p50, 411);
	/* The file was read between two updates: the maximum is not updated yet. */
	t->now[i].hist.max = 3;
	assert_int_equal(diff(t)->latency.max, 408);
	free_two(t);

	t = two();
	i = hook(t, "ip_forward", 0, 1);
	t->now[i].hist.bucket[FB_HIST_BUCKETS - 1] = 1;
	t->now[i].hist.max = 7ULL << 40;
	assert_int_equal(diff(t)->latency.max, 7ULL << 40);
	free_two(t);

	/* A longer call of an earlier interval does not count in this one. */
	t = two();
	i = hook(t, "ip_forward", 5, 6);
	bucket(t, i, 9000, 5, 5);
	bucket(t, i, 31, 0, 1);
	assert_int_equal(diff(t)->latency.max, 31);
	free_two(t);
}

static void the_share(void **state)
{
	struct two *t = a_gateway(0, 9, 9);

	(void)state;
	diff(t);
	assert_true(t->st.fast_share == 0);
	free_two(t);

	t = a_gateway(30, 12, 10);
	diff(t);
	assert_true(t->st.fast_share == 0.75);
	assert_int_equal(t->st.way[FB_TOP_FAST].n, 30);
	assert_int_equal(t->st.way[FB_TOP_SLOW].n, 10);
	assert_int_equal(t->st.way[FB_TOP_PASSED].n, 12);
	assert_true(t->st.way[FB_TOP_FAST].per_second == 15);
	free_two(t);

	t = a_gateway(7, 0, 0);
	diff(t);
	assert_true(t->st.fast_share == 1);
	free_two(t);

	t = a_gateway(0, 5, 0);
	diff(t);
	assert_true(isnan(t->st.fast_share));
	free_two(t);
}

/* A family with only one of its two hooks gives no share. */
static void half_a_family(void **state)
{
	struct two *t = a_gateway(30, 0, 10);
	unsigned int i;

	(void)state;
	i = hook(t, "nf_flow_offload_ipv6_hook", 0, 50);
	value(t, i, "NF_STOLEN", 0, 50);
	diff(t);
	assert_true(t->st.fast_share == 0.75);
	assert_int_equal(t->st.way[FB_TOP_FAST].n, 80);
	i = hook(t, "ip6_forward", 0, 10);
	value(t, i, "0", 0, 10);
	diff(t);
	assert_true(t->st.fast_share == 0.8);
	/* The hook of the IPv4 side is switched off. */
	t->now[1].state = FB_TOP_OFF;
	diff(t);
	assert_true(t->st.fast_share == 50.0 / 60);
	free_two(t);
}

static char *fixture(const char *name)
{
	char path[FB_PATH_MAX], *text;

	snprintf(path, sizeof(path), FB_TOP "/tests/fixtures/top/%s", name);
	assert_int_equal(fb_read_file(path, 1024 * 1024, &text, NULL), 0);
	return text;
}

static void live_reading(struct fb_top_sample *s, const char *number, uint64_t at)
{
	struct fb_top_hooks h;
	struct fb_error error = { "" };
	char name[64], *text;
	unsigned int i;

	*s = (struct fb_top_sample){ .at = at };
	snprintf(name, sizeof(name), "hooks.%s", number);
	text = fixture(name);
	assert_int_equal(fb_top_hooks_choose(&h, NULL, text, &error), 0);
	assert_int_equal(fb_top_count_hooks(s, &h, text), 0);
	free(text);
	fb_top_hooks_free(&h);
	snprintf(name, sizeof(name), "verdicts.%s", number);
	text = fixture(name);
	assert_int_equal(fb_top_count_values(s, text), 0);
	free(text);
	for (i = 0; i < s->nr; i++) {
		if (!s->hook[i].calls)
			continue;
		snprintf(name, sizeof(name), "%s.%s", s->hook[i].name, number);
		text = fixture(name);
		assert_int_equal(fb_hist_parse(text, &s->hook[i].hist), 0);
		free(text);
	}
}

/* Two readings of a gateway (6.12, emulated). Its flow was offloaded between them. */
static void a_live_run(void **state)
{
	struct fb_top_sample a, b;
	struct fb_top_stat st;
	unsigned int i, seen = 0;

	(void)state;
	live_reading(&a, "1", 0);
	live_reading(&b, "2", SECOND);
	assert_int_equal(fb_top_diff(&a, &b, &st), 0);
	for (i = 0; i < st.nr; i++) {
		const struct fb_top_rate *r = &st.hook[i];
		uint64_t sum = 0;
		unsigned int k;

		for (k = 0; k < r->nr_values; k++)
			sum += r->value[k].n;
		assert_int_equal(sum, r->calls);
		assert_int_equal(r->latency.calls, r->calls);
		assert_true(r->latency.p50 <= r->latency.p99 && r->latency.p99 <= r->latency.max);
		assert_true(!r->calls || r->latency.mean <= (double)r->latency.max);
		seen += !!r->calls;
	}
	assert_in_range(seen, 3, st.nr);
	assert_true(st.fast_share > 0.5 && st.fast_share < 1);
	fb_top_stat_free(&st);
	fb_top_sample_free(&a);
	fb_top_sample_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates),
		cmocka_unit_test(counters_wrap),
		cmocka_unit_test(counters_that_went_back),
		cmocka_unit_test(no_interval),
		cmocka_unit_test(hooks_that_come_and_go),
		cmocka_unit_test(percentiles_at_the_borders),
		cmocka_unit_test(ends_of_buckets),
		cmocka_unit_test(the_share),
		cmocka_unit_test(half_a_family),
		cmocka_unit_test(a_live_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
