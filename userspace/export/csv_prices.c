// SPDX-License-Identifier: GPL-2.0
/* Rows as RFC 4180 has them. A number that is not known is an empty field. */
#include <stdio.h>
#include <string.h>

#include "export/csv_prices.h"
#include "history/history_json.h"
#include "json/json.h"
#include "lib/escape.h"

static const char *const settings[] = { "size", "segments", "flows", "batch", "cpus" };

static void put_text(struct fb_out *out, const char *text)
{
	fb_put_csv(out, text, strlen(text));
	fb_out_char(out, ',');
}

static void put_number(struct fb_out *out, const json_t *js, const char *key)
{
	const json_t *v = json_object_get(js, key);
	char text[40] = "";

	if (json_is_integer(v))
		snprintf(text, sizeof(text), "%lld", (long long)json_integer_value(v));
	else if (json_is_real(v))
		snprintf(text, sizeof(text), "%.10g", json_real_value(v));
	fb_out_text(out, text);
	fb_out_char(out, ',');
}

/* Path and settings of a price. */
static void put_point(struct fb_out *out, const json_t *price, const char *unit)
{
	size_t i;

	put_text(out, fb_json_text(price, "path", ""));
	for (i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		put_number(out, price, settings[i]);
	put_text(out, unit);
}

static const json_t *move_to(const json_t *doc, const char *name)
{
	const json_t *list = json_object_get(doc, "moves"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!strcmp(fb_json_text(js, "to", ""), name))
			return js;
	return NULL;
}

/* Only superpackets have segments. */
static bool same_setting(const json_t *a, const json_t *b, const char *key)
{
	const json_t *one = json_object_get(a, key), *two = json_object_get(b, key);

	return one || two ? json_equal(one, two) : true;
}

static const json_t *same_point(const json_t *list, const json_t *like)
{
	const json_t *js;
	size_t i, k;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		bool same = json_equal(json_object_get(js, "path"), json_object_get(like, "path"));

		for (k = 0; k < sizeof(settings) / sizeof(settings[0]); k++)
			same = same && same_setting(js, like, settings[k]);
		if (same)
			return js;
	}
	return NULL;
}

static void put_release(struct fb_out *out, const json_t *doc, const json_t *rel)
{
	static const char *const numbers[] = { "net", "gross", "own", "min", "max", "samples" };
	const char *name = fb_json_text(rel, "name", "");
	const json_t *prices = json_object_get(rel, "prices"), *price, *moved;
	size_t i, k;

	for (i = 0; (price = json_array_get(prices, i)); i++) {
		moved = same_point(json_object_get(move_to(doc, name), "prices"), price);
		put_text(out, name);
		put_text(out, fb_json_text(rel, "kernel", ""));
		put_point(out, price, fb_json_text(doc, "mode", ""));
		for (k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++)
			put_number(out, price, numbers[k]);
		put_number(out, moved, "delta");
		if (moved)
			fb_out_text(out,
				    json_is_true(json_object_get(moved, "moved")) ? "yes" : "no");
		fb_out_text(out, "\r\n");
	}
}

static void put_compared(struct fb_out *out, const json_t *doc)
{
	const json_t *points = json_object_get(doc, "points"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(points, i)); i++) {
		put_text(out, fb_json_text(json_object_get(doc, "a"), "name", ""));
		put_text(out, fb_json_text(json_object_get(doc, "b"), "name", ""));
		put_point(out, js, fb_json_text(doc, "mode", ""));
		put_number(out, json_object_get(js, "a"), "gross");
		put_number(out, json_object_get(js, "b"), "gross");
		put_number(out, js, "delta");
		fb_out_text(out, fb_json_text(js, "verdict", ""));
		fb_out_text(out, "\r\n");
	}
}

int fb_csv_prices(struct fb_export *ex, const json_t *doc)
{
	const json_t *releases = json_object_get(doc, "releases"), *rel;
	size_t i;

	if (strcmp(fb_json_text(doc, "schema", ""), FB_HISTORY_SCHEMA)) {
		fb_out_text(
			ex->out,
			"a,b,path,size,segments,flows,batch,cpus,unit,gross_a,gross_b,delta,verdict\r\n");
		put_compared(ex->out, doc);
		return 0;
	}
	fb_out_text(
		ex->out,
		"name,kernel,path,size,segments,flows,batch,cpus,unit,net,gross,own,min,max,samples,delta,moved\r\n");
	for (i = 0; (rel = json_array_get(releases, i)); i++)
		put_release(ex->out, doc, rel);
	return 0;
}
