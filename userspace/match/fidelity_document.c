// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json/json.h"
#include "match/fidelity.h"
#include "match/fidelity_document.h"

/* Half of the last digit that is written. */
#define PERCENT 0.01

static const char *const schemas[] = { FB_FIDELITY_SCHEMA, NULL };

static const struct fb_json_field text[] = {
	{ FB_JSON("text", TEXT) },
	{ NULL },
};

/* --- calls ----------------------------------------------------------------------------------------*/

int fb_calls_number_in(const struct fb_json_at *at, const char *below, const json_t *js, size_t nr,
		       const char *of, struct fb_error *error)
{
	if (!json_is_integer(js) || json_integer_value(js) < (json_int_t)nr)
		return 0;
	return fb_json_bad(at, below, error, "expected the number of one of %zu %s, found %lld", nr,
			   of, (long long)json_integer_value(js));
}

static const struct fb_json_field row[] = {
	{ FB_JSON("depth", COUNT), .high = 65535 }, { FB_JSON("name", COUNT) },
	{ FB_JSON("class", COUNT), .null = true },  { FB_JSON("live", COUNT), .null = true },
	{ FB_JSON("reason", COUNT), .null = true }, { NULL },
};

static const struct fb_json_field rows[] = {
	{ FB_JSON("row", TUPLE), .of = row },
	{ NULL },
};

static const struct fb_json_field calls[] = {
	{ FB_JSON("names", LIST), .of = text },	  { FB_JSON("classes", LIST), .of = text },
	{ FB_JSON("reasons", LIST), .of = text }, { FB_JSON("live", TEXT) },
	{ FB_JSON("rows", LIST), .of = rows },	  { NULL },
};

static int calls_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		       struct fb_error *error)
{
	static const struct {
		size_t column;
		const char *list;
	} numbers[] = { { 1, "names" }, { 2, "classes" }, { 4, "reasons" } };
	const json_t *list = json_object_get(js, "rows"), *one;
	char below[48];
	size_t i, k;
	int ret = 0;

	(void)doc;
	for (i = 0; !ret && (one = json_array_get(list, i)); i++)
		for (k = 0; !ret && k < sizeof(numbers) / sizeof(numbers[0]); k++) {
			snprintf(below, sizeof(below), "rows[%zu][%zu]", i, numbers[k].column);
			ret = fb_calls_number_in(
				at, below, json_array_get(one, numbers[k].column),
				json_array_size(json_object_get(js, numbers[k].list)),
				numbers[k].list, error);
		}
	return ret;
}

/* --- counts ---------------------------------------------------------------------------------------*/

static const struct fb_json_field counts[] = {
	{ FB_JSON("documented", COUNT) },
	{ FB_JSON("matched", COUNT) },
	{ FB_JSON("renamed", COUNT) },
	{ FB_JSON("untraceable", COUNT) },
	{ FB_JSON("removed", COUNT) },
	{ FB_JSON("never", COUNT) },
	{ FB_JSON("incidental", COUNT) },
	{ FB_JSON("environment", COUNT), .optional = true },
	{ FB_JSON("missing", COUNT) },
	{ FB_JSON("in_incidental_subtrees", COUNT), .optional = true },
	{ FB_JSON("traceable", COUNT), .optional = true },
	{ FB_JSON("reached", COUNT), .optional = true },
	{ FB_JSON("incidental_matched", COUNT), .optional = true },
	{ FB_JSON("extra", COUNT) },
	{ FB_JSON("added", COUNT) },
	{ FB_JSON("unproven", COUNT), .optional = true },
	{ FB_JSON("percent", REAL), .low = 0, .high = 100 },
	{ FB_JSON("reproduced", COUNT), .optional = true },
	{ NULL },
};

static const struct fb_json_field counts_field = { FB_JSON("counts", OBJECT), .of = counts };

/* Each documented call is of one class. */
static int counts_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	json_int_t all = fb_json_count(js, "documented"), sum = 0, of;
	double percent;
	int i;

	(void)doc;
	for (i = FB_FID_MATCHED; i < FB_FID_CLASSES; i++)
		if (__builtin_add_overflow(
			    sum, fb_json_count(js, fb_fid_class_name((enum fb_fid_class)i)), &sum))
			return fb_json_bad(at, "", error, "too many calls");
	if (sum != all)
		return fb_json_bad(at, "documented", error,
				   "expected %lld, as the classes sum to, found %lld",
				   (long long)sum, (long long)all);
	of = all - fb_json_count(js, "incidental");
	percent = of ? 100.0 * (double)fb_json_count(js, "matched") / (double)of : 100;
	if (fabs(percent - fb_json_real(js, "percent")) <= PERCENT)
		return 0;
	return fb_json_bad(at, "percent", error, "expected %.2f, found %.2f", percent,
			   fb_json_real(js, "percent"));
}

static const struct fb_json_field phase_fields[] = {
	{ FB_JSON("phase", TEXT), .low = 1 },
	{ FB_JSON("documented", COUNT) },
	{ FB_JSON("absent", FLAG), .optional = true },
	{ FB_JSON("calls", OBJECT), .of = calls, .agree = calls_agree, .optional = true },
	{ NULL },
};

static bool is_absent(const json_t *phase)
{
	return json_is_true(json_object_get(phase, "absent"));
}

static int phase_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	int ret = is_absent(js) ? 0 : fb_json_check_at(at, js, &counts_field, doc, error);

	return ret || is_absent(js) ? ret : counts_agree(at, js, doc, error);
}

static const struct fb_json_field phases[] = {
	{ FB_JSON("phase", OBJECT), .of = phase_fields, .agree = phase_agrees },
	{ NULL },
};

static const struct fb_json_field missing_fields[] = {
	{ FB_JSON("function", TEXT), .low = 1 },
	{ FB_JSON("caller", TEXT), .low = 1 },
	{ FB_JSON("calls", COUNT), .low = 1 },
	{ FB_JSON("traceable", FLAG), .optional = true },
	{ NULL },
};

static const struct fb_json_field missing[] = {
	{ FB_JSON("call", OBJECT), .of = missing_fields },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("schema", WORD), .words = schemas },
	{ FB_JSON("documented", TEXT), .low = 1 },
	{ FB_JSON("kernel", TEXT) },
	{ FB_JSON("ok", FLAG) },
	{ FB_JSON("phases", LIST), .low = 1, .of = phases, .unique = "phase" },
	{ FB_JSON("total", OBJECT), .of = counts, .agree = counts_agree },
	{ FB_JSON("missing", LIST), .of = missing },
	{ FB_JSON("wrong", LIST), .of = text },
	{ NULL },
};

/* What is missing, wrong or absent is not in order. */
static int whole_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const json_t *list = json_object_get(js, "phases"), *one;
	bool bad = fb_json_count(json_object_get(js, "total"), "missing") ||
		   json_array_size(json_object_get(js, "wrong"));
	size_t i;

	(void)doc;
	for (i = 0; (one = json_array_get(list, i)); i++)
		bad = bad || is_absent(one) || fb_json_count(one, "missing");
	if (!bad || !json_is_true(json_object_get(js, "ok")))
		return 0;
	return fb_json_bad(
		at, "ok", error,
		"expected false of a run with calls missing, phases absent or wrong aliases");
}

const struct fb_json_field fb_fidelity_field = { FB_JSON("fidelity", OBJECT), .of = fields,
						 .agree = whole_agrees };
