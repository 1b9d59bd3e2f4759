// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "export/kcidb_prices.h"
#include "json/json.h"
#include "json/json_schema.h"

static long long member_number(const json_t *js, const char *key)
{
	return (long long)fb_json_count(js, key);
}

void fb_kcidb_point(const json_t *js, char out[FB_KCIDB_POINT])
{
	char segments[32] = "";

	if (member_number(js, "segments"))
		snprintf(segments, sizeof(segments), "-segments%lld",
			 member_number(js, "segments"));
	snprintf(out, FB_KCIDB_POINT, "size%lld%s-flows%lld-batch%lld-cpus%lld",
		 member_number(js, "size"), segments, member_number(js, "flows"),
		 member_number(js, "batch"), member_number(js, "cpus"));
}

/* @value is a price of @js, a point; @misc is taken over. */
static void put_number(struct fb_kcidb *r, const char *kind, const json_t *js, const json_t *value,
		       const char *unit, json_t *misc)
{
	struct fb_kcidb_test t;
	char point[FB_KCIDB_POINT];

	fb_kcidb_point(js, point);
	fb_kcidb_begin(&t, kind, fb_json_text(js, "path", "?"), point);
	t.misc = misc;
	fb_kcidb_put(r, &t,
		     json_is_number(value) ? json_pack("{s:{s:O, s:o}}", "number", "value", value,
						       "unit", json_sprintf("%s/packet", unit))
					   : NULL);
}

int fb_kcidb_compare(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *points = json_object_get(doc, "points"), *js;
	const char *other = fb_json_text(json_object_get(doc, "a"), "name", "?");
	size_t i;
	int ret = fb_kcidb_kernel(r, json_object_get(doc, "b"));

	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(points, i)); i++)
		put_number(r, "compare", js, json_object_get(js, "delta"),
			   fb_json_text(doc, "mode", "?"),
			   json_pack("{s:s, s:O*, s:O*, s:O*, s:O*}", "to", other, "verdict",
				     json_object_get(js, "verdict"), "a", json_object_get(js, "a"),
				     "b", json_object_get(js, "b"), "p", json_object_get(js, "p")));
	return 0;
}

/* --- history -------------------------------------------------------------------------------------*/

static int put_check(struct fb_kcidb *r, const json_t *js)
{
	const char *how = fb_json_text(js, "outcome", "?");
	struct fb_kcidb_test t;

	fb_kcidb_begin(&t, "validate", fb_json_text(js, "name", "?"), NULL);
	t.status = fb_kcidb_outcome(how, false);
	if (!t.status)
		return FB_JSON_REFUSED;
	t.misc = json_pack("{s:s}", "outcome", how);
	fb_kcidb_put(r, &t, NULL);
	if (!strcmp(how, "known"))
		fb_kcidb_known(r, &t, "this kernel is known to fail it");
	return 0;
}

static int put_release(struct fb_kcidb *r, const json_t *rel, const char *unit)
{
	const json_t *prices = json_object_get(rel, "prices");
	const json_t *checks = json_object_get(json_object_get(rel, "checks"), "list"), *js;
	int ret = fb_kcidb_kernel(r, rel);
	size_t i;

	if (ret)
		return ret;
	for (i = 0; (js = json_array_get(prices, i)); i++)
		put_number(r, "history", js, json_object_get(js, "net"), unit,
			   json_pack("{s:O*, s:O*, s:O*}", "min", json_object_get(js, "min"), "max",
				     json_object_get(js, "max"), "samples",
				     json_object_get(js, "samples")));
	for (i = 0; !ret && (js = json_array_get(checks, i)); i++)
		ret = put_check(r, js);
	return ret;
}

int fb_kcidb_history(struct fb_kcidb *r, const json_t *doc)
{
	const json_t *releases = json_object_get(doc, "releases"), *rel;
	const char *unit = fb_json_text(doc, "mode", "?");
	int ret = 0;
	size_t i;

	for (i = 0; (rel = json_array_get(releases, i)); i++) {
		/* Of a kernel that could not be had nothing was measured. */
		if (!ret && (json_object_get(rel, "prices") || json_object_get(rel, "checks")))
			ret = put_release(r, rel, unit);
	}
	return ret;
}
