// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/paths.h"
#include "json/json.h"
#include "json/json_schema.h"

#define TEXT_MOST  65536.0
#define REAL_MOST  1e15
#define PLACE_SIZE 256

/* As many digits as the writers keep, less those that a sum of rounded numbers loses. */
#define CLOSE 1e-9

/* --- what is said ----------------------------------------------------------------------------------*/

/* Writes "points[3].rounds" behind what is in @to. */
static void put_place(const struct fb_json_at *at, char to[PLACE_SIZE])
{
	size_t used;

	if (!at || (!at->up && !at->key))
		return;
	put_place(at->up, to);
	used = strlen(to);
	if (at->key)
		snprintf(to + used, PLACE_SIZE - used, "%s%.60s", used ? "." : "", at->key);
	else
		snprintf(to + used, PLACE_SIZE - used, "[%zu]", at->index);
}

int fb_json_bad(const struct fb_json_at *at, const char *below, struct fb_error *error,
		const char *fmt, ...)
{
	char place[PLACE_SIZE] = "", text[FB_ERROR_SIZE];
	size_t used;
	va_list args;

	put_place(at, place);
	used = strlen(place);
	snprintf(place + used, PLACE_SIZE - used, "%s%s",
		 used && *below && *below != '[' ? "." : "", below);
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return fb_error(error, FB_JSON_REFUSED, "%s%s%s", place, *place ? ": " : "", text);
}

/* "a text", "-1", "nothing": what was found in place of what was expected. */
static void describe(const json_t *js, char to[80])
{
	if (!js)
		snprintf(to, 80, "nothing");
	else if (json_is_string(js))
		snprintf(to, 80, "\"%.40s\"%s", json_string_value(js),
			 json_string_length(js) > 40 ? "..." : "");
	else if (json_is_integer(js))
		snprintf(to, 80, "%lld", (long long)json_integer_value(js));
	else if (json_is_real(js))
		snprintf(to, 80, "%.10g", json_real_value(js));
	else if (json_is_array(js))
		snprintf(to, 80, "a list of %zu", json_array_size(js));
	else if (json_is_object(js))
		snprintf(to, 80, "an object of %zu members", json_object_size(js));
	else
		snprintf(to, 80, "%s",
			 json_is_null(js)   ? "null"
			 : json_is_true(js) ? "true"
					    : "false");
}

static double least_of(const struct fb_json_field *f)
{
	return f->type == FB_JSON_REAL && f->low == 0 && f->high == 0 ? -REAL_MOST : f->low;
}

static double most_of(const struct fb_json_field *f)
{
	if (f->high != 0)
		return f->high;
	switch (f->type) {
	case FB_JSON_COUNT:
		return FB_JSON_MOST;
	case FB_JSON_REAL:
		return REAL_MOST;
	case FB_JSON_TEXT:
		return TEXT_MOST;
	default:
		return INFINITY;
	}
}

static void put_words(const struct fb_json_field *f, char to[PLACE_SIZE])
{
	size_t i, used;

	snprintf(to, PLACE_SIZE, "one of");
	for (i = 0; f->words[i]; i++) {
		used = strlen(to);
		snprintf(to + used, PLACE_SIZE - used, " \"%s\"", f->words[i]);
	}
}

static size_t size_of(const struct fb_json_field *f)
{
	size_t nr = 0;

	while (f[nr].name)
		nr++;
	return nr;
}

/* "a whole number from 0", "a list of at least 1" */
static void expect(const struct fb_json_field *f, char to[PLACE_SIZE])
{
	static const char *const types[] = {
		[FB_JSON_ANY] = "a value",	  [FB_JSON_COUNT] = "a whole number",
		[FB_JSON_REAL] = "a number",	  [FB_JSON_TEXT] = "a text",
		[FB_JSON_FLAG] = "true or false", [FB_JSON_OBJECT] = "an object",
		[FB_JSON_MAP] = "an object",	  [FB_JSON_LIST] = "a list",
	};
	double low = least_of(f), high = most_of(f);
	const char *of = f->type == FB_JSON_COUNT || f->type == FB_JSON_REAL ? "" : "of ";

	if (f->type == FB_JSON_WORD)
		put_words(f, to);
	else if (f->type == FB_JSON_TUPLE)
		snprintf(to, PLACE_SIZE, "a list of %zu", size_of(f->of));
	else if (f->type == FB_JSON_ANY || f->type == FB_JSON_FLAG || f->type == FB_JSON_OBJECT)
		snprintf(to, PLACE_SIZE, "%s", types[f->type]);
	else if (isinf(high))
		snprintf(to, PLACE_SIZE, low > 0 ? "%s of at least %.0f" : "%s", types[f->type],
			 low);
	else
		snprintf(to, PLACE_SIZE, "%s %sfrom %.16g to %.16g%s", types[f->type], of, low,
			 high, f->type == FB_JSON_TEXT ? " bytes" : "");
}

static int wrong(const struct fb_json_at *at, const json_t *js, const struct fb_json_field *f,
		 struct fb_error *error)
{
	char expected[PLACE_SIZE], found[80];

	expect(f, expected);
	describe(js, found);
	return fb_json_bad(at, "", error, "expected %s%s, found %s", expected,
			   f->null ? " or null" : "", found);
}

/* --- the walk ---------------------------------------------------------------------------------------*/

static bool is_within(const struct fb_json_field *f, double n)
{
	return n >= least_of(f) && n <= most_of(f);
}

static bool is_word(const struct fb_json_field *f, const char *text)
{
	size_t i;

	for (i = 0; text && f->words[i]; i++)
		if (!strcmp(f->words[i], text))
			return true;
	return false;
}

/* Whether the value is as the field says, but for what is below it. */
static bool is_one(const json_t *js, const struct fb_json_field *f)
{
	switch (f->type) {
	case FB_JSON_COUNT:
		/* Not as a real number: that of 2^53 + 1 is 2^53. */
		return json_is_integer(js) && json_integer_value(js) >= (json_int_t)f->low &&
		       json_integer_value(js) <= (json_int_t)most_of(f);
	case FB_JSON_REAL:
		return json_is_number(js) && is_within(f, json_number_value(js));
	case FB_JSON_TEXT:
		return json_is_string(js) && is_within(f, (double)json_string_length(js)) &&
		       strlen(json_string_value(js)) == json_string_length(js);
	case FB_JSON_WORD:
		return is_word(f, json_string_value(js));
	case FB_JSON_FLAG:
		return json_is_boolean(js);
	case FB_JSON_OBJECT:
		return json_is_object(js);
	case FB_JSON_MAP:
		return json_is_object(js) && is_within(f, (double)json_object_size(js));
	case FB_JSON_LIST:
		return json_is_array(js) && is_within(f, (double)json_array_size(js));
	case FB_JSON_TUPLE:
		return json_is_array(js) && json_array_size(js) == size_of(f->of);
	default:
		return js != NULL;
	}
}

static int check_members(const struct fb_json_at *at, const json_t *js,
			 const struct fb_json_field *f, const json_t *doc, struct fb_error *error)
{
	int ret = 0;

	for (; f && !ret && f->name; f++) {
		const struct fb_json_at below = { at, f->name, 0 };
		const json_t *member = json_object_get(js, f->name);

		if (member || !f->optional)
			ret = fb_json_check_at(&below, member, f, doc, error);
	}
	return ret;
}

static int check_map(const struct fb_json_at *at, const json_t *js, const struct fb_json_field *f,
		     const json_t *doc, struct fb_error *error)
{
	json_t *object = (json_t *)js;
	int ret = 0;
	void *it;

	for (it = json_object_iter(object); f && !ret && it;
	     it = json_object_iter_next(object, it)) {
		const struct fb_json_at below = { at, json_object_iter_key(it), 0 };

		ret = fb_json_check_at(&below, json_object_iter_value(it), f, doc, error);
	}
	return ret;
}

/* @step: 0 if all elements are alike, else 1. */
static int check_elements(const struct fb_json_at *at, const json_t *js,
			  const struct fb_json_field *f, size_t step, const json_t *doc,
			  struct fb_error *error)
{
	size_t i, nr = json_array_size(js);
	int ret = 0;

	for (i = 0; f && !ret && i < nr; i++) {
		const struct fb_json_at below = { at, NULL, i };

		ret = fb_json_check_at(&below, json_array_get(js, i), f + step * i, doc, error);
	}
	return ret;
}

/* The values of @keys, as a JSON array without the members that are missing; the caller frees it. */
static char *values_of(const json_t *js, const char *keys)
{
	json_t *values = json_array();
	char key[64], *text;

	for (; values && *keys; keys += strcspn(keys, " "), keys += strspn(keys, " ")) {
		snprintf(key, sizeof(key), "%.*s", (int)strcspn(keys, " "), keys);
		json_array_append_new(values, json_object_get(js, key)
						      ? json_incref(json_object_get(js, key))
						      : json_null());
	}
	text = json_dumps(values, JSON_COMPACT);
	json_decref(values);
	return text;
}

int fb_json_check_unique(const struct fb_json_at *at, const json_t *js, const char *keys,
			 struct fb_error *error)
{
	json_t *seen = json_object();
	size_t i, nr = json_array_size(js);
	int ret = seen ? 0 : -ENOMEM;

	for (i = 0; !ret && i < nr; i++) {
		const struct fb_json_at below = { at, NULL, i };
		char *values = values_of(json_array_get(js, i), keys);

		if (!values)
			ret = -ENOMEM;
		else if (json_object_get(seen, values))
			ret = fb_json_bad(&below, "", error,
					  "expected %s only once, found %.100s again", keys,
					  values);
		else if (json_object_set_new(seen, values, json_true()))
			ret = -ENOMEM;
		free(values);
	}
	json_decref(seen);
	return ret;
}

static int check_below(const struct fb_json_at *at, const json_t *js, const struct fb_json_field *f,
		       const json_t *doc, struct fb_error *error)
{
	int ret;

	switch (f->type) {
	case FB_JSON_OBJECT:
		return check_members(at, js, f->of, doc, error);
	case FB_JSON_MAP:
		return check_map(at, js, f->of, doc, error);
	case FB_JSON_LIST:
		ret = check_elements(at, js, f->of, 0, doc, error);
		return ret || !f->unique ? ret : fb_json_check_unique(at, js, f->unique, error);
	case FB_JSON_TUPLE:
		return check_elements(at, js, f->of, 1, doc, error);
	default:
		return 0;
	}
}

int fb_json_check_at(const struct fb_json_at *at, const json_t *js, const struct fb_json_field *f,
		     const json_t *doc, struct fb_error *error)
{
	int ret;

	if (f->null && json_is_null(js))
		return 0;
	if (!is_one(js, f))
		return wrong(at, js, f, error);
	ret = check_below(at, js, f, doc, error);
	return ret || !f->agree ? ret : f->agree(at, js, doc, error);
}

/* Checks a document without its schema. */
static int check_part(const json_t *js, const struct fb_json_field *field, struct fb_error *error)
{
	const struct fb_json_at at = { NULL, NULL, 0 };

	return fb_json_check_at(&at, js, field, js, error);
}

int fb_json_check(const json_t *doc, const struct fb_json_schema *schema, struct fb_error *error)
{
	const char *name = json_string_value(json_object_get(doc, "schema"));

	if (!name || strcmp(name, schema->name))
		return fb_error(error, FB_JSON_REFUSED, "schema: expected \"%s\", found %s%.60s%s",
				schema->name, name ? "\"" : "", name ? name : "none",
				name ? "\"" : "");
	return check_part(doc, schema->whole, error);
}

/* --- what was checked -------------------------------------------------------------------------------*/

bool fb_json_is_schema(const json_t *doc, const char *name)
{
	size_t len = strcspn(name, "/") + 1;

	return !strncmp(fb_json_text(doc, "schema", ""), name, len);
}

json_int_t fb_json_count(const json_t *js, const char *key)
{
	return json_integer_value(json_object_get(js, key));
}

double fb_json_real(const json_t *js, const char *key)
{
	return json_number_value(json_object_get(js, key));
}

bool fb_json_close_to(double a, double b)
{
	return fabs(a - b) <= CLOSE * fmax(1, fmax(fabs(a), fabs(b)));
}

/* --- files -------------------------------------------------------------------------------------------*/

json_t *fb_json_parse(const char *text, size_t len, struct fb_error *error)
{
	json_error_t err;
	json_t *doc = json_loadb(text, len, JSON_REJECT_DUPLICATES, &err);

	if (!doc)
		fb_error(error, FB_JSON_REFUSED, "line %d: %s", err.line, err.text);
	return doc;
}

int fb_json_load(const char *path, json_t **doc, struct fb_error *error)
{
	char *text;
	size_t len;
	int ret = fb_read_file(path, FB_JSON_DOCUMENT_MAX, &text, &len);

	*doc = NULL;
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	*doc = fb_json_parse(text, len, error);
	free(text);
	return *doc ? 0 : fb_error_prefix(error, FB_JSON_REFUSED, "%s", path);
}

int fb_json_load_checked(const char *path, const struct fb_json_schema *schema, json_t **doc,
			 struct fb_error *error)
{
	int ret = fb_json_load(path, doc, error);

	if (ret)
		return ret;
	ret = fb_json_check(*doc, schema, error);
	if (!ret)
		return 0;
	json_decref(*doc);
	*doc = NULL;
	return fb_error_prefix(error, ret, "%s", path);
}
