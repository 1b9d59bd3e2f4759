// SPDX-License-Identifier: GPL-2.0
/* What the moves of history.json must agree in with the kernels that they are between. */
#include <stdio.h>
#include <string.h>

#include "profile/profile.h"
#include "history/history_agree.h"
#include "json/json.h"

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
	const json_t *one = json_object_get(a, key), *two = json_object_get(b, key);

	return one == two || (one && two && json_equal(one, two));
}

static bool has_point(const json_t *prices, const json_t *like)
{
	const json_t *one;
	const char *key;
	unsigned int k;
	size_t i;

	for (i = 0; (one = json_array_get(prices, i)); i++) {
		for (k = 0; (key = fb_profile_setting(k)) && is_same(one, like, key); k++)
			;
		if (!key && is_same(one, like, "path"))
			return true;
	}
	return false;
}

static bool is_left_out(const json_t *move, const char *part)
{
	return json_object_get(json_object_get(move, "none"), part);
}

/* There is a price for each point that both kernels have, unless it is said why not. */
static int check_prices(const struct fb_json_at *at, const char *below, const json_t *move,
			const json_t *from, const json_t *to, struct fb_error *error)
{
	const json_t *a = json_object_get(from, "prices"), *b = json_object_get(to, "prices");
	const json_t *list = json_object_get(move, "prices"), *one;
	size_t i, nr = 0;

	for (i = 0; (one = json_array_get(a, i)); i++)
		nr += has_point(b, one);
	for (i = 0; (one = json_array_get(list, i)); i++)
		if (!has_point(a, one) || !has_point(b, one))
			return fb_json_bad(at, below, error,
					   "prices[%zu]: expected a point that both kernels have",
					   i);
	if (json_array_size(list) == nr || is_left_out(move, "prices"))
		return 0;
	return fb_json_bad(at, below, error,
			   "prices: expected %zu, which both kernels have, found %zu", nr,
			   json_array_size(list));
}

static const char *outcome_of(const json_t *rel, const char *name)
{
	const json_t *list = json_object_get(json_object_get(rel, "checks"), "list"), *one;
	size_t i;

	for (i = 0; (one = json_array_get(list, i)); i++)
		if (!strcmp(fb_json_text(one, "name", ""), name))
			return fb_json_text(one, "outcome", "");
	return NULL;
}

/* A check is in a move if its outcome is another one. */
static int check_checks(const struct fb_json_at *at, const char *below, const json_t *move,
			const json_t *from, const json_t *to, struct fb_error *error)
{
	const json_t *list = json_object_get(json_object_get(from, "checks"), "list"), *one;
	const char *name, *other, *now;
	size_t i, nr = 0;

	for (i = 0; (one = json_array_get(list, i)); i++) {
		other = outcome_of(to, fb_json_text(one, "name", ""));
		nr += other && strcmp(other, fb_json_text(one, "outcome", ""));
	}
	list = json_object_get(move, "checks");
	for (i = 0; (one = json_array_get(list, i)); i++) {
		name = fb_json_text(one, "name", "");
		other = outcome_of(from, name);
		now = outcome_of(to, name);
		if (!other || strcmp(other, fb_json_text(one, "from", "")) || !now ||
		    strcmp(now, fb_json_text(one, "to", "")))
			return fb_json_bad(
				at, below, error,
				"checks[%zu]: expected what became of %.60s on both kernels", i,
				name);
	}
	if (json_array_size(list) == nr)
		return 0;
	return fb_json_bad(at, below, error, "checks: expected %zu with another outcome, found %zu",
			   nr, json_array_size(list));
}

static int check_calls(const struct fb_json_at *at, const char *below, const json_t *move,
		       const json_t *from, const json_t *to, struct fb_error *error)
{
	bool both = json_object_get(from, "calls") && json_object_get(to, "calls");

	if (!json_object_get(move, "calls") == !both || is_left_out(move, "calls"))
		return 0;
	return fb_json_bad(at, below, error, "calls: expected %s, as %s kernels have calls",
			   both ? "an object" : "none", both ? "both" : "not both");
}

static int check_move(const struct fb_json_at *at, const char *below, const json_t *move,
		      const json_t *from, const json_t *to, struct fb_error *error)
{
	const char *a = fb_json_text(from, "name", ""), *b = fb_json_text(to, "name", "");
	int ret;

	if (!move || strcmp(fb_json_text(move, "from", ""), a) ||
	    strcmp(fb_json_text(move, "to", ""), b))
		return fb_json_bad(at, below, error, "expected the move from %.40s to %.40s", a, b);
	ret = check_prices(at, below, move, from, to, error);
	if (!ret)
		ret = check_calls(at, below, move, from, to, error);
	return ret ? ret : check_checks(at, below, move, from, to, error);
}

static bool has_any(const json_t *rel)
{
	return json_object_get(rel, "prices") || json_object_get(rel, "calls") ||
	       json_object_get(rel, "checks");
}

/* There is a move from each kernel that has results to the next one that has. */
int fb_history_moves_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			   struct fb_error *error)
{
	const json_t *list = json_object_get(js, "releases"), *all = json_object_get(js, "moves");
	const json_t *rel, *before = NULL;
	size_t i, nr = 0;
	char below[32];
	int ret = 0;

	(void)doc;
	for (i = 0; !ret && (rel = json_array_get(list, i)); i++) {
		if (!has_any(rel))
			continue;
		snprintf(below, sizeof(below), "moves[%zu]", nr);
		if (before)
			ret = check_move(at, below, json_array_get(all, nr++), before, rel, error);
		before = rel;
	}
	if (ret || json_array_size(all) == nr)
		return ret;
	return fb_json_bad(at, "moves", error, "expected %zu, found %zu", nr, json_array_size(all));
}
