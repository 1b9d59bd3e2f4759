// SPDX-License-Identifier: GPL-2.0
/* The schema of profile.json, with what `flowbench profile` adds of lines and streams. */
#include <string.h>

#include "bench/bench_schema.h"
#include "profile/profile.h"
#include "json/json.h"
#include "json/json_fingerprint.h"

static const char *const units[] = { "insn", NULL };
static const char *const per[] = { "packet", "byte", NULL };
static const char *const states[] = { "cold", "warm", NULL };
static const char *const protos[] = { "tcp", "udp", NULL };

static const struct fb_json_field real[] = {
	{ FB_JSON("number", REAL) },
	{ NULL },
};

static const struct fb_json_field count[] = {
	{ FB_JSON("number", COUNT) },
	{ NULL },
};

static const struct fb_json_field text[] = {
	{ FB_JSON("text", TEXT) },
	{ NULL },
};

static const struct fb_json_field round_fields[] = {
	{ FB_JSON("round", COUNT), .low = 1 },
	{ FB_JSON("insn", COUNT) },
	{ FB_JSON("repeats", COUNT), .optional = true },
	{ FB_JSON("windows", COUNT) },
	{ FB_JSON("per_packet", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("sections", MAP), .low = 1, .of = real },
	{ NULL },
};

/* What is taken off own. */
static const struct fb_json_field hook_fields[] = {
	{ FB_JSON("per_packet", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("sections", MAP), .low = 1, .of = real },
	{ NULL },
};

/* A name, or its number in "names": earlier versions had the name itself. */
static int name_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	(void)doc;
	if (json_is_string(js) || (json_is_integer(js) && json_integer_value(js) >= 0))
		return 0;
	return fb_json_bad(at, "", error, "expected a name or its number");
}

static const struct fb_json_field name[] = {
	{ FB_JSON("name", ANY), .agree = name_agrees },
	{ NULL },
};

static const struct fb_json_field stack[] = {
	{ FB_JSON("names", LIST), .low = 1, .of = name },
	{ FB_JSON("insn", COUNT) },
	{ NULL },
};

static const struct fb_json_field stacks[] = {
	{ FB_JSON("stack", TUPLE), .of = stack },
	{ NULL },
};

static const struct fb_json_field function[] = {
	{ FB_JSON("name", ANY), .agree = name_agrees },
	{ FB_JSON("section", TEXT), .low = 1 },
	{ FB_JSON("insn", COUNT) },
	{ NULL },
};

static const struct fb_json_field functions[] = {
	{ FB_JSON("function", TUPLE), .of = function },
	{ NULL },
};

static const struct fb_json_field repeat[] = {
	{ FB_JSON("name", ANY), .agree = name_agrees },
	{ FB_JSON("repeats", COUNT) },
	{ NULL },
};

static const struct fb_json_field repeats[] = {
	{ FB_JSON("function", TUPLE), .of = repeat },
	{ NULL },
};

static const struct fb_json_field path_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("packets", COUNT), .low = 1 },
	{ FB_JSON("insn", COUNT) },
	{ FB_JSON("per_packet", REAL) },
	{ FB_JSON("sections", MAP), .low = 1, .of = real },
	{ FB_JSON("gross", OBJECT), .of = round_fields },
	{ FB_JSON("own", OBJECT), .of = round_fields },
	{ FB_JSON("hook", OBJECT), .of = hook_fields, .optional = true },
	{ FB_JSON("lost", COUNT), .optional = true },
	{ FB_JSON("names", LIST), .of = text },
	{ FB_JSON("stacks", LIST), .low = 1, .of = stacks },
	{ FB_JSON("functions", LIST), .of = functions },
	{ FB_JSON("repeats", LIST), .of = repeats, .optional = true },
	{ NULL },
};

static int check_name(const struct fb_json_at *at, const char *below, const json_t *js, size_t nr,
		      struct fb_error *error)
{
	if (json_is_integer(js) ? json_integer_value(js) < (json_int_t)nr : !nr)
		return 0;
	return fb_json_bad(at, below, error,
			   "expected the number of one of %zu names, found %s%lld", nr,
			   json_is_integer(js) ? "" : "a text in place of ",
			   (long long)json_integer_value(js));
}

static int check_stack(const struct fb_json_at *at, const json_t *js, size_t number, size_t nr,
		       struct fb_error *error)
{
	const json_t *list = json_array_get(js, 0), *one;
	char below[48];
	int ret = 0;
	size_t i;

	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		snprintf(below, sizeof(below), "stacks[%zu][0][%zu]", number, i);
		ret = check_name(at, below, one, nr, error);
	}
	return ret;
}

/* Sections, and stacks, sum to what they are sections and stacks of. */
static int check_sums(const struct fb_json_at *at, const json_t *js, json_int_t in_stacks,
		      struct fb_error *error)
{
	const json_t *gross = json_object_get(js, "gross");
	double packets = (double)fb_json_count(js, "packets");
	double net = fb_json_real(gross, "per_packet") -
		     fb_json_real(json_object_get(js, "own"), "per_packet") +
		     fb_json_real(json_object_get(js, "hook"), "per_packet");

	if (fb_json_count(js, "insn") != fb_json_count(gross, "insn"))
		return fb_json_bad(at, "insn", error, "expected gross.insn, %lld, found %lld",
				   (long long)fb_json_count(gross, "insn"),
				   (long long)fb_json_count(js, "insn"));
	if (in_stacks > fb_json_count(js, "insn"))
		return fb_json_bad(at, "stacks", error,
				   "expected %lld instructions at most, as insn has it, found %lld",
				   (long long)fb_json_count(js, "insn"), (long long)in_stacks);
	if (!fb_json_close_to(fb_json_real(gross, "per_packet") * packets,
			      (double)fb_json_count(gross, "insn")))
		return fb_json_bad(at, "gross.per_packet", error,
				   "expected insn by packets, found %.10g",
				   fb_json_real(gross, "per_packet"));
	if (fb_json_close_to(net, fb_json_real(js, "per_packet")))
		return 0;
	return fb_json_bad(at, "per_packet", error, "expected gross less own, %.10g, found %.10g",
			   net, fb_json_real(js, "per_packet"));
}

/* Those of the functions sum to those of the round. Earlier versions had none. */
static int check_repeats(const struct fb_json_at *at, const json_t *js, size_t nr,
			 struct fb_error *error)
{
	const json_t *list = json_object_get(js, "repeats"), *one;
	json_int_t all = fb_json_count(json_object_get(js, "gross"), "repeats"), sum = 0, of;
	char below[32];
	int ret = 0;
	size_t i;

	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		snprintf(below, sizeof(below), "repeats[%zu][0]", i);
		ret = check_name(at, below, json_array_get(one, 0), nr, error);
		of = json_integer_value(json_array_get(one, 1));
		if (!ret && (of > all - sum))
			return fb_json_bad(at, "repeats", error,
					   "expected %lld in all, as gross.repeats has it",
					   (long long)all);
		sum += of;
	}
	if (ret || sum == all)
		return ret;
	return fb_json_bad(at, "repeats", error, "expected %lld in all, found %lld", (long long)all,
			   (long long)sum);
}

static int path_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	size_t nr = json_array_size(json_object_get(js, "names")), i;
	const json_t *list = json_object_get(js, "stacks"), *one;
	json_int_t sum = 0;
	char below[32];
	int ret = 0;

	(void)doc;
	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		ret = check_stack(at, one, i, nr, error);
		if (!ret &&
		    __builtin_add_overflow(sum, json_integer_value(json_array_get(one, 1)), &sum))
			ret = fb_json_bad(at, "stacks", error, "too many instructions");
	}
	list = json_object_get(js, "functions");
	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		snprintf(below, sizeof(below), "functions[%zu][0]", i);
		ret = check_name(at, below, json_array_get(one, 0), nr, error);
	}
	if (!ret)
		ret = check_repeats(at, js, nr, error);
	return ret ? ret : check_sums(at, js, sum, error);
}

static const struct fb_json_field paths[] = {
	{ FB_JSON("path", OBJECT), .of = path_fields, .agree = path_agrees },
	{ NULL },
};

/* --- lines ----------------------------------------------------------------------------------------*/

/* [name, number, number, …] */
static int row_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		      struct fb_error *error)
{
	size_t i, nr = json_array_size(js);

	(void)doc;
	if (nr < 2 || !json_is_string(json_array_get(js, 0)))
		return fb_json_bad(at, "", error, "expected a name and numbers");
	for (i = 1; i < nr; i++)
		if (!json_is_number(json_array_get(js, i)))
			return fb_json_bad(at, "", error, "expected a name and numbers");
	return 0;
}

static const struct fb_json_field rows[] = {
	{ FB_JSON("row", LIST), .agree = row_agrees },
	{ NULL },
};

/* [number of a stack, how many, …] */
static int pairs_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	(void)doc;
	if (json_array_size(js) % 2 == 0)
		return 0;
	return fb_json_bad(at, "", error,
			   "expected pairs of a stack and a count, found %zu numbers",
			   json_array_size(js));
}

static const struct fb_json_field weight_fields[] = {
	{ FB_JSON("name", TEXT), .low = 1 },
	{ FB_JSON("per_packet", REAL) },
	{ FB_JSON("sections", MAP), .low = 1, .of = real },
	{ FB_JSON("stacks", LIST), .of = count, .agree = pairs_agree },
	{ NULL },
};

static const struct fb_json_field weights[] = {
	{ FB_JSON("weight", OBJECT), .of = weight_fields },
	{ NULL },
};

static const struct fb_json_field modelled_fields[] = {
	{ FB_JSON("machine", TEXT), .low = 1 },
	{ FB_JSON("state", WORD), .words = states },
	{ FB_JSON("per_packet", MAP), .low = 1, .of = real },
	{ FB_JSON("functions", LIST), .of = rows },
	{ NULL },
};

static const struct fb_json_field modelled[] = {
	{ FB_JSON("machine", OBJECT), .of = modelled_fields },
	{ NULL },
};

static const struct fb_json_field line_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("packets", COUNT), .low = 1 },
	{ FB_JSON("per_packet", MAP), .low = 1, .of = real },
	{ FB_JSON("functions", LIST), .of = rows },
	{ FB_JSON("modelled", LIST), .of = modelled },
	{ FB_JSON("weights", LIST), .of = weights },
	{ NULL },
};

static const struct fb_json_field lines[] = {
	{ FB_JSON("path", OBJECT), .of = line_fields },
	{ NULL },
};

/* --- streams --------------------------------------------------------------------------------------*/

static const struct fb_json_field gap[] = {
	{ FB_JSON("function", TEXT), .low = 1 },
	{ FB_JSON("streams", REAL) },
	{ FB_JSON("generator", REAL) },
	{ NULL },
};

static const struct fb_json_field gaps[] = {
	{ FB_JSON("function", TUPLE), .of = gap },
	{ NULL },
};

static const struct fb_json_field stream_fields[] = {
	{ FB_JSON("path", TEXT), .low = 1 },
	{ FB_JSON("replaces", TEXT), .low = 1 },
	{ FB_JSON("proto", WORD), .words = protos },
	{ FB_JSON("streams", COUNT), .low = 1 },
	{ FB_JSON("per", WORD), .words = per },
	{ FB_JSON("insn", REAL) },
	{ FB_JSON("generator", REAL) },
	{ FB_JSON("functions", LIST), .of = gaps },
	{ NULL },
};

static const struct fb_json_field streams[] = {
	{ FB_JSON("stream", OBJECT), .of = stream_fields },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON_FINGERPRINT },
	{ FB_JSON("unit", WORD), .words = units },
	{ FB_JSON("sections", LIST), .low = 1, .of = text },
	{ FB_JSON("paths", LIST), .low = 1, .of = paths },
	{ FB_JSON("streams", LIST), .of = streams, .optional = true },
	{ FB_JSON("lines", LIST), .of = lines, .optional = true },
	{ NULL },
};

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
	const json_t *one = json_object_get(a, key), *two = json_object_get(b, key);

	return one == two || (one && two && json_equal(one, two));
}

/* The path that a line of "lines" is of. */
static const json_t *path_of(const json_t *doc, const json_t *line)
{
	const json_t *list = json_object_get(doc, "paths"), *one;
	const char *key;
	unsigned int k;
	size_t i;

	for (i = 0; (one = json_array_get(list, i)); i++) {
		if (!is_same(one, line, "path") || !is_same(one, line, "packets"))
			continue;
		for (k = 0; (key = fb_profile_setting(k)) && is_same(one, line, key); k++)
			;
		if (!key)
			return one;
	}
	return NULL;
}

static int check_weight(const struct fb_json_at *at, size_t line, size_t weight, const json_t *js,
			size_t nr, struct fb_error *error)
{
	const json_t *list = json_object_get(js, "stacks");
	char below[64];
	size_t i;

	for (i = 0; i < json_array_size(list); i += 2) {
		if (json_integer_value(json_array_get(list, i)) < (json_int_t)nr)
			continue;
		snprintf(below, sizeof(below), "lines[%zu].weights[%zu].stacks[%zu]", line, weight,
			 i);
		return fb_json_bad(at, below, error,
				   "expected one of the %zu stacks of %.60s, found %lld", nr,
				   fb_json_text(js, "name", ""),
				   (long long)json_integer_value(json_array_get(list, i)));
	}
	return 0;
}

/* Lines are of a path, and weigh its stacks. */
static int lines_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	const json_t *list = json_object_get(js, "lines"), *line, *weight, *path;
	char below[32];
	size_t i, k;
	int ret = 0;

	for (i = 0; !ret && (line = json_array_get(list, i)); i++) {
		path = path_of(doc, line);
		snprintf(below, sizeof(below), "lines[%zu].path", i);
		if (!path)
			return fb_json_bad(at, below, error,
					   "expected one of paths, found \"%.60s\"",
					   fb_json_text(line, "path", ""));
		for (k = 0; !ret && (weight = json_array_get(json_object_get(line, "weights"), k));
		     k++)
			ret = check_weight(at, i, k, weight,
					   json_array_size(json_object_get(path, "stacks")), error);
	}
	return ret;
}

static const struct fb_json_field whole = { FB_JSON("profile.json", OBJECT), .of = fields,
					    .agree = lines_agree };

const struct fb_json_schema fb_profile_schema = { FB_PROFILE_SCHEMA, &whole };
