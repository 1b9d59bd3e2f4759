// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "kernel/fingerprint.h"
#include "lib/json.h"
#include "why/document.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

/* The longest word or sentence of a reason. */
#define TEXT_MAX 1024

enum kind {
	COUNT, /* an integer of 0 or more */
	AMOUNT, /* a number of 0 or more */
	TEXT,
	FLAG,
};

/* @optional: documents of earlier versions do not have it. @unknown: null where nobody has counted. */
struct member {
	const char *key;
	enum kind kind;
	bool optional;
	bool unknown;
};

static const struct member whole[] = {
	{ "seconds", AMOUNT, false, false },
	{ "state_only", FLAG, true, false },
};

static const struct member connections[] = {
	{ "tracked", COUNT, false, false },
	{ "offloaded", COUNT, false, false },
	{ "hardware", COUNT, true, false },
};

static const struct member packets[] = {
	{ "fast", COUNT, false, false },    { "slow", COUNT, false, false },
	{ "local", COUNT, false, false },   { "not_taken", COUNT, false, false },
	{ "sampled", COUNT, false, false }, { "missed", COUNT, false, false },
	{ "scale", AMOUNT, false, false },  { "fast_share", AMOUNT, true, true },
};

static const struct member reason[] = {
	{ "reason", TEXT, false, false },	{ "packets", COUNT, false, true },
	{ "sampled", COUNT, false, true },	{ "packets_per_second", AMOUNT, false, true },
	{ "connections", COUNT, false, false }, { "detail", TEXT, false, false },
	{ "what", TEXT, false, false },		{ "advice", TEXT, false, false },
	{ "proto", TEXT, false, false },	{ "example", TEXT, false, false },
};

static const char *const wanted[] = {
	[COUNT] = "no integer of 0 or more",
	[AMOUNT] = "no number of 0 or more",
	[TEXT] = "no text, or a long one",
	[FLAG] = "neither true nor false",
};

static bool is_kind(const json_t *js, enum kind kind)
{
	switch (kind) {
	case COUNT:
		return json_is_integer(js) && json_integer_value(js) >= 0;
	case AMOUNT:
		return json_is_number(js) && json_number_value(js) >= 0;
	case TEXT:
		return json_is_string(js) && json_string_length(js) <= TEXT_MAX;
	default:
		return json_is_boolean(js);
	}
}

/* @where stands in front of a member's name: "packets." */
static int check_members(const json_t *js, const struct member *member, size_t nr,
			 const char *where, struct fb_why *why)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		const json_t *value = json_object_get(js, member[i].key);

		if ((!value && member[i].optional) || (json_is_null(value) && member[i].unknown))
			continue;
		if (!value)
			return fb_why(why, -EINVAL, "no member %s%s", where, member[i].key);
		if (!is_kind(value, member[i].kind))
			return fb_why(why, -EINVAL, "%s%s is %s", where, member[i].key,
				      wanted[member[i].kind]);
	}
	return 0;
}

static int check_reasons(const json_t *list, json_int_t sampled, struct fb_why *why)
{
	json_int_t sum = 0;
	const json_t *js;
	char where[32];
	size_t i;
	int ret;

	if (!json_is_array(list))
		return fb_why(why, -EINVAL, "reasons is no list");
	for (i = 0; (js = json_array_get(list, i)); i++) {
		snprintf(where, sizeof(where), "reasons[%zu].", i);
		ret = check_members(js, reason, NR(reason), where, why);
		if (ret)
			return ret;
		if (__builtin_add_overflow(sum, json_integer_value(json_object_get(js, "sampled")),
					   &sum))
			return fb_why(why, -EINVAL, "%ssampled is too large", where);
	}
	if (sum != sampled)
		return fb_why(why, -EINVAL,
			      "%lld packets were looked at, and the reasons have %lld",
			      (long long)sampled, (long long)sum);
	return 0;
}

/* Without the module no packet is known: the member is null. Return: the packets that were looked at, or -EINVAL */
static json_int_t check_packets(const json_t *doc, struct fb_why *why)
{
	const json_t *js = json_object_get(doc, "packets");
	int ret;

	if (json_is_null(js) && json_is_true(json_object_get(doc, "state_only")))
		return 0;
	ret = check_members(js, packets, NR(packets), "packets.", why);
	if (!ret && json_number_value(json_object_get(js, "scale")) < 1)
		ret = fb_why(why, -EINVAL, "packets.scale is less than 1");
	if (!ret && json_number_value(json_object_get(js, "fast_share")) > 1)
		ret = fb_why(why, -EINVAL, "packets.fast_share is more than 1");
	return ret ? ret : json_integer_value(json_object_get(js, "sampled"));
}

int fb_why_document_check(const json_t *doc, struct fb_why *why)
{
	const char *schema = fb_json_text(doc, "schema", "");
	json_int_t sampled;
	int ret;

	if (strcmp(schema, FB_WHY_SCHEMA))
		return fb_why(why, -EINVAL, "of schema '%.60s', not " FB_WHY_SCHEMA, schema);
	ret = check_members(doc, whole, NR(whole), "", why);
	if (!ret)
		ret = check_members(json_object_get(doc, "connections"), connections,
				    NR(connections), "connections.", why);
	if (ret)
		return ret;
	sampled = check_packets(doc, why);
	return sampled < 0 ? -EINVAL : check_reasons(json_object_get(doc, "reasons"), sampled, why);
}

int fb_why_document_origin(json_t *doc, const char *scenario)
{
	struct fb_fingerprint fp;
	json_t *print = json_object();
	int ret = fb_fingerprint_read(&fp);
	size_t i;

	for (i = 0; !ret && i < fp.nr; i++)
		json_object_set_new(print, fp.pair[i].key, json_string(fp.pair[i].value));
	fb_fingerprint_free(&fp);
	if (!ret && scenario && json_object_set_new(doc, "scenario", json_string(scenario)))
		ret = -ENOMEM;
	if (!ret && json_object_set(doc, "fingerprint", print))
		ret = -ENOMEM;
	json_decref(print);
	return ret;
}

int fb_why_document_write(const json_t *doc, FILE *f)
{
	errno = 0;
	if (json_dumpf(doc, f, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) || fputc('\n', f) == EOF)
		return errno ? -errno : -EIO;
	return 0;
}
