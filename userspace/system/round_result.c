// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "system/round_result.h"
#include "lib/words.h"

#define NR(a)		     (sizeof(a) / sizeof((a)[0]))
#define AT(field)	     offsetof(struct fb_bench_result, field)
#define SIZE(field)	     sizeof(((struct fb_bench_result *)0)->field)
#define TEXT(field)	     #field, AT(field), SIZE(field)

#define COUNTER(name, where) { #name, offsetof(struct fb_bench_result, name), FB_ROUND_##where },

const struct fb_round_counter fb_round_counters[] = { FB_ROUND_COUNTERS(COUNTER){ .name = NULL } };

static const struct {
	const char *name;
	size_t offset;
	size_t size;
} texts[] = {
	{ TEXT(kind) },
	{ TEXT(error) },
	{ TEXT(unbalanced) },
	{ TEXT(verify_first) },
};

/* "step.3=17000", "step_ns.3=17000"; Return: 0, or a negative errno for what is neither a step nor a number. */
static int set_step(struct fb_bench_result *r, const char *number, const char *value, uint64_t *to)
{
	uint64_t step;
	int ret;

	ret = fb_number(number, 0, FB_STEPS_MAX, &step);
	if (ret)
		return ret;
	if (step > r->steps)
		r->steps = (unsigned int)step;
	return fb_number(value, 0, UINT64_MAX, &to[step]);
}

static int set(struct fb_bench_result *r, const char *key, const char *value)
{
	const struct fb_round_counter *c;
	struct fb_bench_drop *drop;
	size_t i;

	for (c = fb_round_counters; c->name; c++)
		if (!strcmp(key, c->name))
			return fb_number(value, 0, UINT64_MAX, fb_round_counter(r, c));
	for (i = 0; i < NR(texts); i++)
		if (!strcmp(key, texts[i].name))
			snprintf((char *)r + texts[i].offset, texts[i].size, "%s", value);
	if (!strncmp(key, "step.", 5))
		return set_step(r, key + 5, value, r->step);
	if (!strncmp(key, "step_ns.", 8))
		return set_step(r, key + 8, value, r->step_ns);
	if (strncmp(key, "drop.", 5) || r->nr_drops == FB_BENCH_DROPS)
		return 0;
	drop = &r->drop[r->nr_drops++];
	snprintf(drop->reason, sizeof(drop->reason), "%s", key + 5);
	return fb_number(value, 0, UINT64_MAX, &drop->n);
}

int fb_bench_result_parse(const char *text, struct fb_bench_result *r, struct fb_error *error)
{
	unsigned int line = 0;

	memset(r, 0, sizeof(*r));
	r->segments = 1;
	r->probes = 1;
	for (; *text; text += text[strcspn(text, "\n")] ? strcspn(text, "\n") + 1 : strlen(text)) {
		size_t n = strcspn(text, "\n");
		char row[320], *eq;

		line++;
		if (!n)
			continue;
		snprintf(row, sizeof(row), "%.*s", n < sizeof(row) ? (int)n : (int)sizeof(row) - 1,
			 text);
		eq = strchr(row, '=');
		if (eq)
			*eq = '\0';
		if (!eq || set(r, row, eq + 1))
			return fb_error(error, -EINVAL, "line %u: '%.60s' is not %s", line, row,
					eq ? "a number" : "key=value");
	}
	if (!r->kind[0] || !r->error[0])
		return fb_error(error, -EINVAL, "neither 'kind' nor 'error' may be missing");
	return 0;
}

bool fb_bench_result_is_cut(const struct fb_bench_result *r)
{
	return r->segments > 1 && !r->arrived && r->other;
}

/*
 * All @all packets were cut, and all of their segments have arrived. Code that segments a packet frees it,
 * and xfrm does so with kfree_skb(), which is a drop to the tracepoint. Without probes the segments alone say it.
 */
static bool cut_closes(const struct fb_bench_result *r, uint64_t all, struct fb_error *error)
{
	uint64_t cut = r->consumed + r->dropped;

	if (r->probes && cut != all)
		fb_error(error, -EPROTO,
			 "cut into segments %" PRIu64 " of %" PRIu64 " (dropped %" PRIu64
			 "%s%.40s)",
			 cut, all, r->dropped, r->nr_drops ? ": " : "",
			 r->nr_drops ? r->drop[0].reason : "");
	else if (r->other != all * r->segments)
		fb_error(error, -EPROTO,
			 "%" PRIu64 " segments arrived, not %" PRIu64 " of each of %" PRIu64
			 " packets",
			 r->other, r->segments, all);
	else if (r->sink_bytes % all || r->sink_bytes / all < r->size)
		fb_error(error, -EPROTO,
			 "%" PRIu64 " bytes arrived of %" PRIu64 " packets of %" PRIu64,
			 r->sink_bytes, all, r->size);
	else
		return true;
	return false;
}

bool fb_bench_result_closes(const struct fb_bench_result *r, uint64_t packets, bool baseline,
			    struct fb_error *error)
{
	uint64_t sum = r->arrived + r->returned + r->dropped + r->kept;
	uint64_t there = baseline ? r->returned : r->arrived, all = packets + r->primed;

	if (strcmp(r->error, "none"))
		fb_error(error, -EPROTO, "%s%s%s", r->error, r->unbalanced[0] ? ": " : "",
			 r->unbalanced);
	else if (r->injected != all)
		fb_error(error, -EPROTO, "injected %" PRIu64 " of %" PRIu64, r->injected, all);
	else if (sum != r->injected)
		fb_error(error, -EPROTO,
			 "injected %" PRIu64
			 ", and arrived, returned, dropped and kept are %" PRIu64,
			 r->injected, sum);
	else if (!baseline && fb_bench_result_is_cut(r))
		return cut_closes(r, all, error);
	else if (there != all)
		fb_error(error, -EPROTO,
			 "%s %" PRIu64 " of %" PRIu64 " (dropped %" PRIu64 "%s%.40s, kept %" PRIu64
			 ")",
			 baseline ? "returned" : "arrived", there, all, r->dropped,
			 r->nr_drops ? ": " : "", r->nr_drops ? r->drop[0].reason : "", r->kept);
	else
		return true;
	return false;
}

bool fb_bench_result_is_sample(const struct fb_bench_result *r, struct fb_error *error)
{
	if (!r->switches || r->waits)
		return true;
	fb_error(error, -EPROTO,
		 "the generator slept, or another task ran, %" PRIu64 " times within the clock",
		 r->switches);
	return false;
}
