// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "export/profile_stacks.h"
#include "json/json.h"
#include "json/json_schema.h"

static const json_t *find_path(const json_t *paths, const char *path, struct fb_error *error)
{
	struct fb_error list;
	const json_t *js;
	size_t i;

	if (!path && json_array_size(paths) == 1)
		return json_array_get(paths, 0);
	for (i = 0; (js = json_array_get(paths, i)); i++)
		if (path && !strcmp(fb_json_text(js, "path", ""), path))
			return js;
	fb_error(&list, -ENOENT,
		 path ? "no path '%.64s' in it; --path may be:" : "which path? --path may be:%.0s",
		 path ? path : "");
	for (i = 0; (js = json_array_get(paths, i)); i++)
		fb_error(&list, -ENOENT, "%s %s", list.text, fb_json_text(js, "path", "?"));
	fb_error(error, -ENOENT, "%s", list.text);
	return NULL;
}

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
	const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);

	return x == y || (x && y && json_equal(x, y));
}

/* What of a packet's memory is known of the same point, or NULL. */
static const json_t *lines_of(const json_t *doc, const json_t *point)
{
	const json_t *lines = json_object_get(doc, "lines"), *js;
	const char *key;
	unsigned int k;
	size_t i;

	for (i = 0; (js = json_array_get(lines, i)); i++) {
		if (!is_same(js, point, "path") || !is_same(js, point, "packets"))
			continue;
		for (k = 0; (key = fb_profile_setting(k)) && is_same(js, point, key); k++)
			;
		if (!key)
			return js;
	}
	return NULL;
}

static bool ends_in(const char *text, const char *with)
{
	size_t len = strlen(text), end = strlen(with);

	return len >= end && !strcmp(text + len - end, with);
}

/* "data" or "desktop/warm/l1d" in full, or what stands behind a machine's "/cold/". */
static const json_t *find_weight(const json_t *weights, const char *name)
{
	const json_t *js, *cold = NULL;
	char end[64];
	size_t i;

	snprintf(end, sizeof(end), "/cold/%.50s", name);
	for (i = 0; (js = json_array_get(weights, i)); i++) {
		if (!strcmp(fb_json_text(js, "name", ""), name))
			return js;
		if (!cold && ends_in(fb_json_text(js, "name", ""), end))
			cold = js;
	}
	return cold;
}

static const json_t *weight_of(const json_t *doc, const json_t *point, const char *name,
			       struct fb_error *error)
{
	const json_t *lines = lines_of(doc, point), *js, *weights, *found;
	struct fb_error list = { "" };
	size_t i;

	if (!lines) {
		fb_error(error, -ENOENT,
			 "without the lines that a packet touches: make bench LINES=1");
		return NULL;
	}
	weights = json_object_get(lines, "weights");
	found = find_weight(weights, name);
	if (found)
		return found;
	for (i = 0; (js = json_array_get(weights, i)); i++)
		fb_error(&list, -ENOENT, "%s %s", list.text, fb_json_text(js, "name", "?"));
	fb_error(error, -ENOENT, "path %.64s has no weight '%.64s'; --weight may be:%s",
		 fb_json_text(point, "path", "?"), name, list.text);
	return NULL;
}

/* [number of a stack, how many, ...] */
static int weigh(const json_t *weight, json_int_t *value, size_t nr)
{
	const json_t *pairs = json_object_get(weight, "stacks"), *at, *n;
	size_t i;

	for (i = 0; (at = json_array_get(pairs, i)); i += 2) {
		n = json_array_get(pairs, i + 1);
		if (!json_is_integer(at) || json_integer_value(at) < 0 ||
		    json_integer_value(at) >= (json_int_t)nr || !json_is_integer(n) ||
		    json_integer_value(n) < 0)
			return -EINVAL;
		value[json_integer_value(at)] = json_integer_value(n);
	}
	return 0;
}

/* [name, ...]; where names are numbers they are indices into "names". */
static int add_stack(struct fb_flame *fl, const json_t *stack, json_int_t value,
		     const json_t *names)
{
	const json_t *js;
	const char *name[FB_FLAME_DEPTH];
	size_t i, nr = json_array_size(stack);

	if (!nr || nr > FB_FLAME_DEPTH || value < 0)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		js = json_array_get(stack, i);
		if (json_is_integer(js))
			js = json_array_get(names, (size_t)json_integer_value(js));
		name[i] = json_string_value(js);
		if (!name[i])
			return -EINVAL;
	}
	return fb_flame_stack(fl, name, (unsigned int)nr, (uint64_t)value);
}

/* What each stack weighs: its own instructions, or @weight. NULL for want of memory, or if there is none with @error. */
static json_int_t *values_of(const json_t *point, const json_t *weight, struct fb_error *error)
{
	const json_t *stacks = json_object_get(point, "stacks"), *own;
	size_t nr = json_array_size(stacks), i;
	json_int_t *value = calloc(nr + 1, sizeof(*value));

	if (value && weight && weigh(weight, value, nr)) {
		fb_error(error, -EINVAL, "invalid stacks of weight %.64s",
			 fb_json_text(weight, "name", "?"));
		free(value);
		return NULL;
	}
	for (i = 0; value && !weight && i < nr; i++) {
		own = json_array_get(json_array_get(stacks, i), 1);
		value[i] = json_is_integer(own) ? json_integer_value(own) : -1;
	}
	return value;
}

static int add_stacks(struct fb_flame *fl, const json_t *point, const json_t *weight,
		      struct fb_error *error)
{
	const json_t *stacks = json_object_get(point, "stacks"), *row;
	json_int_t *value = values_of(point, weight, error);
	int ret = value ? 0 : fb_error_empty(error) ? -ENOMEM : -EINVAL;
	size_t i;

	for (i = 0; !ret && (row = json_array_get(stacks, i)); i++) {
		/* Without instructions there is no stack; without weight none is drawn. */
		if (weight && !value[i])
			continue;
		ret = add_stack(fl, json_array_get(row, 0), value[i],
				json_object_get(point, "names"));
		if (ret == -EINVAL)
			fb_error(error, ret, "invalid stack %zu of path %.64s", i,
				 fb_json_text(point, "path", "?"));
	}
	free(value);
	return ret;
}

static void name_unit(struct fb_export_profile *pr, const json_t *doc, const json_t *weight)
{
	const char *name = weight ? fb_json_text(weight, "name", "?") : NULL;

	if (!name)
		snprintf(pr->unit, sizeof(pr->unit), "%s", fb_json_text(doc, "unit", "insn"));
	else
		snprintf(pr->unit, sizeof(pr->unit), "%.50s %s", name,
			 strchr(name, '/') ? "modelled" : "counted");
}

int fb_export_profile(const json_t *doc, const char *path, const char *weight,
		      struct fb_export_profile *pr, struct fb_error *error)
{
	const json_t *js, *by = NULL;
	json_int_t flows;
	char of[40] = "";
	int ret;

	*pr = (struct fb_export_profile){ .stacks = NULL };
	if (!fb_json_is_schema(doc, FB_PROFILE_SCHEMA))
		return fb_error(error, -EINVAL, "not of schema " FB_PROFILE_SCHEMA);
	js = find_path(json_object_get(doc, "paths"), path, error);
	if (!js)
		return -ENOENT;
	if (weight && strcmp(weight, "insn")) {
		by = weight_of(doc, js, weight, error);
		if (!by)
			return -ENOENT;
	}
	pr->stacks = fb_flame_new(NULL);
	if (!pr->stacks)
		return -ENOMEM;
	ret = add_stacks(pr->stacks, js, by, error);
	if (ret)
		return ret;
	name_unit(pr, doc, by);
	flows = fb_json_count(js, "flows");
	if (flows > 1)
		snprintf(of, sizeof(of), ", %lld flows", (long long)flows);
	snprintf(pr->title, sizeof(pr->title), "%s on %s, %lld packets%s",
		 fb_json_text(js, "path", "?"),
		 fb_json_text(json_object_get(doc, "fingerprint"), "kernel", "an unknown kernel"),
		 (long long)fb_json_count(js, "packets"), of);
	pr->look = (struct fb_flame_look){ .title = pr->title, .unit = pr->unit };
	return 0;
}

void fb_export_profile_free(struct fb_export_profile *pr)
{
	fb_flame_free(pr->stacks);
	pr->stacks = NULL;
}
