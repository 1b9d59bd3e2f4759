/* SPDX-License-Identifier: GPL-2.0 */
/* Two simulated readings of hooks, for tests of the interval between them. */
#ifndef FB_TOPUNIT_H
#define FB_TOPUNIT_H

#include "unit.h"

#include "top/hook_rates.h"

#define SECOND 1000000000ULL

/* Two readings of up to four hooks, and the interval between them. */
struct two {
	struct fb_top_count before[4];
	struct fb_top_count now[4];
	struct fb_top_value values_before[4][3];
	struct fb_top_value values_now[4][3];
	struct fb_top_sample a;
	struct fb_top_sample b;
	struct fb_top_stat st;
};

static inline struct two *two(void)
{
	struct two *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->a.hook = t->before;
	t->b.hook = t->now;
	t->a.at = 5 * SECOND;
	t->b.at = 7 * SECOND;
	return t;
}

static inline void free_two(struct two *t)
{
	fb_top_stat_free(&t->st);
	free(t);
}

/* Adds a hook that is on in both readings. */
static inline unsigned int hook(struct two *t, const char *name, uint64_t before, uint64_t now)
{
	unsigned int i = t->a.nr;

	assert_in_range(i, 0, 3);
	snprintf(t->before[i].name, sizeof(t->before[i].name), "%s", name);
	snprintf(t->now[i].name, sizeof(t->now[i].name), "%s", name);
	t->before[i].calls = before;
	t->now[i].calls = now;
	t->before[i].value = t->values_before[i];
	t->now[i].value = t->values_now[i];
	t->a.nr = t->b.nr = i + 1;
	return i;
}

static inline void value(struct two *t, unsigned int i, const char *name, uint64_t before,
			 uint64_t now)
{
	struct fb_top_value *v;

	if (before) {
		v = &t->before[i].value[t->before[i].nr_values++];
		snprintf(v->name, sizeof(v->name), "%s", name);
		v->n = before;
	}
	if (now) {
		v = &t->now[i].value[t->now[i].nr_values++];
		snprintf(v->name, sizeof(v->name), "%s", name);
		v->n = now;
	}
}

static inline void bucket(struct two *t, unsigned int i, uint64_t ticks, uint64_t before,
			  uint64_t now)
{
	t->before[i].hist.bucket[fb_hist_index(ticks)] = before;
	t->now[i].hist.bucket[fb_hist_index(ticks)] = now;
	t->now[i].hist.max = UINT32_MAX;
	t->before[i].hist.max = UINT32_MAX;
}

static inline const struct fb_top_rate *diff(struct two *t)
{
	fb_top_stat_free(&t->st);
	assert_int_equal(fb_top_diff(&t->a, &t->b, &t->st), 0);
	return t->st.hook;
}

static inline struct two *a_gateway(uint64_t stolen, uint64_t accepted, uint64_t forwarded)
{
	struct two *t = two();
	unsigned int i;

	i = hook(t, "nf_flow_offload_ip_hook", 0, stolen + accepted);
	value(t, i, "NF_STOLEN", 0, stolen);
	value(t, i, "NF_ACCEPT", 0, accepted);
	i = hook(t, "ip_forward", 0, forwarded);
	value(t, i, "0", 0, forwarded);
	return t;
}

#endif
