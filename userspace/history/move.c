// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparison.h"
#include "compare/attribution_load.h"
#include "compare/attribution_print.h"
#include "history/lone.h"
#include "history/move.h"
#include "json/json.h"
#include "match/diff_print.h"

/* Within which two times are the same; it is not used for a verdict here. */
#define MARGIN 0.01

/* Less is how a count is divided by a round's packets. */
#define ZERO 0.005

/* --- prices --------------------------------------------------------------------------------------*/

static bool is_moved(double delta, double spread_a, double spread_b)
{
	return fabs(delta) > ZERO && fabs(delta) > fmax(spread_a, spread_b);
}

/* What functions with other code take together; true if that has moved. */
static bool put_code(const struct fb_comparison *c, const struct fb_compared *pt, json_t *js)
{
	struct fb_clusters a, b;
	double delta, sa, sb;

	if (!c->where || !fb_attribution_of(c->where, NULL, pt->at, &a, &b) ||
	    fb_cluster_shift(&a, &b, &delta))
		return false;
	sa = fb_cluster_spread(&a);
	sb = fb_cluster_spread(&b);
	json_object_set_new(js, "code",
			    json_pack("{s:f, s:[f, f]}", "delta", delta, "spread", sa, sb));
	return is_moved(delta, sa, sb);
}

/* Of a price that has moved. */
static const char *cause_of(const json_t *functions)
{
	const json_t *fn;
	size_t i;

	for (i = 0; (fn = json_array_get(functions, i)); i++)
		if (!strcmp(fb_json_text(fn, "code", ""), "differs"))
			return "code";
	return json_array_size(functions) ? "data" : "not found";
}

static json_t *price_of(const struct fb_comparison *c, const struct fb_compared *pt)
{
	json_t *js, *functions = c->where ? fb_attribution_json(c, pt) : json_array();
	bool moved;

	js = fb_price_point(&pt->a);
	json_object_update_new(js, json_pack("{s:f, s:[f, f]}", "delta", pt->delta, "spread",
					     pt->spread[0], pt->spread[1]));
	moved = put_code(c, pt, js) || is_moved(pt->delta, pt->spread[0], pt->spread[1]);
	json_object_set_new(js, "moved", json_boolean(moved));
	if (moved)
		json_object_set_new(js, "cause", json_string(cause_of(functions)));
	json_object_set_new(js, "functions", functions);
	return js;
}

/* Without profiles it is not said where a difference comes from. */
static int load_where(const struct fb_side *a, const struct fb_side *b,
		      struct fb_attribution *where, bool *there, struct fb_error *error)
{
	int ret = a->boot[0].insn ? fb_attribution_load(a, b, where, error) : -ENOENT;

	*there = !ret;
	return ret == -ENOENT ? 0 : ret;
}

static int put_prices(const struct fb_release *a, const struct fb_release *b, json_t *list,
		      struct fb_error *error)
{
	struct fb_attribution where = { .nr = 0 };
	struct fb_comparison c = { .nr = 0 };
	unsigned int i;
	bool there = false;
	int ret;

	if (!fb_side_comparable(&a->prices, &b->prices, true, error))
		return -EINVAL;
	ret = load_where(&a->prices, &b->prices, &where, &there, error);
	if (!ret) {
		ret = fb_compare(&a->prices, &b->prices, true, MARGIN, there ? &where : NULL, &c);
		if (ret)
			*error = c.why;
	}
	for (i = 0; !ret && i < c.nr; i++)
		if (!c.point[i].lone)
			json_array_append_new(list, price_of(&c, &c.point[i]));
	fb_compare_free(&c);
	fb_attribution_free(&where);
	return ret;
}

/* --- calls and checks ----------------------------------------------------------------------------*/

/* What has changed in the calls, or NULL with @ret set. */
static json_t *calls_of(const struct fb_release *a, const struct fb_release *b,
			const struct fb_aliases *aliases, int *ret, struct fb_error *error)
{
	struct fb_diff_report rep = { .rec = { a->calls, b->calls }, .aliases = *aliases };
	json_t *js = NULL;

	*ret = fb_diff_report_fill(&rep, error);
	if (!*ret) {
		js = fb_diff_sum_json(&rep);
		*ret = js ? 0 : -ENOMEM;
	}
	fb_diff_report_drop(&rep);
	return js;
}

static const json_t *check_of(const json_t *doc, const char *name)
{
	const json_t *list = json_object_get(doc, "checks"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!strcmp(fb_json_text(js, "name", ""), name))
			return js;
	return NULL;
}

/* Checks that ran on both, with another outcome. */
static json_t *checks_of(const json_t *a, const json_t *b)
{
	const json_t *list = json_object_get(a, "checks"), *js, *other;
	json_t *out = json_array();
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		const char *name = fb_json_text(js, "name", ""),
			   *from = fb_json_text(js, "outcome", "?");
		const char *to;

		other = check_of(b, name);
		to = fb_json_text(other, "outcome", from);
		if (strcmp(from, to))
			json_array_append_new(out, json_pack("{s:s, s:s, s:s}", "name", name,
							     "from", from, "to", to));
	}
	return out;
}

/* --- all of it -----------------------------------------------------------------------------------*/

/* What another kernel brings along, and what the history chooses. */
static const char *const follows[] = { "kernel",	 "kernel_sha256", "kernel_build",
				       "modules_sha256", "module_sha256", "idle_sha256",
				       "seed",		 "command" };

static bool is_following(const char *key)
{
	size_t i;

	for (i = 0; i < sizeof(follows) / sizeof(follows[0]); i++)
		if (!strcmp(key, follows[i]))
			return true;
	return false;
}

/* Adds the keys of @a that @b does not have; with @values, also those that it has with another value. */
static void add_keys(json_t *out, const struct fb_fingerprint *a, const struct fb_fingerprint *b,
		     bool values)
{
	size_t i;

	for (i = 0; i < a->nr; i++) {
		const char *value = fb_fingerprint_get(b, a->pair[i].key);

		if (!is_following(a->pair[i].key) &&
		    (!value || (values && strcmp(value, a->pair[i].value))))
			json_array_append_new(out, json_string(a->pair[i].key));
	}
}

static json_t *machine_of(const struct fb_fingerprint *a, const struct fb_fingerprint *b)
{
	json_t *out = json_array();

	add_keys(out, a, b, true);
	add_keys(out, b, a, false);
	return out;
}

/* [from, to] if the two kernels were built by different compilers, as far as is known. */
static void put_compilers(json_t *js, const struct fb_boot *a, const struct fb_boot *b)
{
	if (*a->compiler && *b->compiler && strcmp(a->compiler, b->compiler))
		json_object_set_new(js, "compilers", json_pack("[s, s]", a->compiler, b->compiler));
}

static bool has_both(const struct fb_release *a, const struct fb_release *b, enum fb_part part)
{
	return fb_error_empty(&a->why[part]) && fb_error_empty(&b->why[part]);
}

static bool any_moved(const json_t *prices)
{
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(prices, i)); i++)
		if (json_is_true(json_object_get(js, "moved")))
			return true;
	return false;
}

int fb_move_json(const struct fb_release *a, const struct fb_release *b,
		 const struct fb_aliases *aliases, json_t **js, struct fb_error *error)
{
	json_t *prices = json_array(), *calls = NULL, *checks = json_array(), *none = json_object();
	bool moved;
	int ret = 0;

	*js = json_pack("{s:o, s:o}", "from", fb_json_string(a->name), "to",
			fb_json_string(b->name));
	if (has_both(a, b, FB_PART_PRICES)) {
		json_object_set_new(*js, "machine",
				    machine_of(&a->prices.boot[0].fp, &b->prices.boot[0].fp));
		put_compilers(*js, a->prices.boot, b->prices.boot);
		ret = put_prices(a, b, prices, error);
		if (ret == -EINVAL || ret == -ENOENT) {
			json_object_set_new(none, "prices",
					    fb_json_string(fb_error_text(error, ret)));
			ret = 0;
		}
	}
	if (!ret && has_both(a, b, FB_PART_CALLS)) {
		calls = calls_of(a, b, aliases, &ret, error);
		if (ret == -ENOENT) {
			json_object_set_new(none, "calls",
					    fb_json_string(fb_error_text(error, ret)));
			ret = 0;
		}
	}
	if (!ret && has_both(a, b, FB_PART_CHECKS)) {
		json_decref(checks);
		checks = checks_of(a->checks, b->checks);
	}
	moved = any_moved(prices) || json_array_size(json_object_get(calls, "changes")) ||
		json_array_size(checks);
	json_object_set_new(*js, "moved", json_boolean(moved));
	json_object_set_new(*js, "prices", prices);
	if (calls)
		json_object_set_new(*js, "calls", calls);
	json_object_set_new(*js, "checks", checks);
	json_object_set_new(*js, "none", none);
	json_object_set_new(*js, "lone", fb_lone_json(a, b));
	if (ret) {
		json_decref(*js);
		*js = NULL;
	}
	return ret;
}

/* Of a part that neither has, nothing is said; nor is it if both were kept from it. */
static bool is_lone(const struct fb_release *a, const struct fb_release *b, enum fb_part part)
{
	return fb_error_empty(&a->why[part]) != fb_error_empty(&b->why[part]);
}

bool fb_move_open(const json_t *js, const struct fb_release *a, const struct fb_release *b,
		  bool across, struct fb_error *error)
{
	json_t *none = json_object_get(js, "none"), *lone = json_object_get(js, "lone");
	const json_t *machine = json_object_get(js, "machine");
	void *it = json_object_iter(none);
	int part;

	if (it)
		return fb_error(error, true, "%s: not compared: %s", json_object_iter_key(it),
				json_string_value(json_object_iter_value(it)));
	for (part = 0; part < FB_PARTS; part++) {
		const struct fb_release *lacks =
			fb_error_empty(&a->why[part]) || b->refused[part] ? b : a;

		if (lacks->refused[part] || is_lone(a, b, (enum fb_part)part))
			return fb_error(error, true, "%s of %s: %s",
					fb_part_name((enum fb_part)part), lacks->name,
					lacks->why[part].text);
	}
	it = json_object_iter(lone);
	if (it)
		return fb_error(error, true, "%s: compared in part: %s", json_object_iter_key(it),
				json_string_value(json_object_iter_value(it)));
	if (!fb_release_has_any(a))
		return fb_error(error, true, "%s and %s: nothing was measured of them", a->name,
				b->name);
	if (json_array_size(machine) && !across)
		return fb_error(
			error, true,
			"%s and %s were not measured on the same machine: another %s (--across compares them)",
			a->name, b->name, json_string_value(json_array_get(machine, 0)));
	return false;
}
