// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "system/fingerprint.h"
#include "json/json.h"
#include "json/json_fingerprint.h"
#include "why/summary_json.h"

/* The longest word or sentence of a reason. */
#define TEXT_MAX 1024

static const struct fb_json_field connections[] = {
	{ FB_JSON("tracked", COUNT) },
	{ FB_JSON("offloaded", COUNT) },
	{ FB_JSON("hardware", COUNT), .optional = true },
	{ NULL },
};

static const struct fb_json_field packets[] = {
	{ FB_JSON("fast", COUNT) },
	{ FB_JSON("slow", COUNT) },
	{ FB_JSON("local", COUNT) },
	{ FB_JSON("not_taken", COUNT) },
	{ FB_JSON("sampled", COUNT) },
	{ FB_JSON("missed", COUNT) },
	{ FB_JSON("scale", REAL), .low = 1, .high = 1e15 },
	{ FB_JSON("fast_share", REAL), .low = 0, .high = 1, .optional = true, .null = true },
	{ NULL },
};

/* Null where nobody has counted. */
static const struct fb_json_field reason[] = {
	{ FB_JSON("reason", TEXT), .high = TEXT_MAX },
	{ FB_JSON("packets", COUNT), .null = true },
	{ FB_JSON("sampled", COUNT), .null = true },
	{ FB_JSON("packets_per_second", REAL), .low = 0, .high = 1e15, .null = true },
	{ FB_JSON("connections", COUNT) },
	{ FB_JSON("detail", TEXT), .high = TEXT_MAX },
	{ FB_JSON("what", TEXT), .high = TEXT_MAX },
	{ FB_JSON("advice", TEXT), .high = TEXT_MAX },
	{ FB_JSON("proto", TEXT), .high = TEXT_MAX },
	{ FB_JSON("example", TEXT), .high = TEXT_MAX },
	{ NULL },
};

static const struct fb_json_field reasons[] = {
	{ FB_JSON("reason", OBJECT), .of = reason },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("seconds", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("state_only", FLAG), .optional = true },
	{ FB_JSON("connections", OBJECT), .of = connections },
	{ FB_JSON("packets", OBJECT), .of = packets, .null = true },
	{ FB_JSON("reasons", LIST), .of = reasons },
	{ FB_JSON_FINGERPRINT, .optional = true },
	{ NULL },
};

/*
 * Without the module no packet is known. The packets of the reasons are those that were looked
 * at.
 */
static int sums_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		      struct fb_error *error)
{
	const json_t *list = json_object_get(js, "reasons"), *all = json_object_get(js, "packets"),
		     *one;
	json_int_t sum = 0;
	size_t i;

	(void)doc;
	if (json_is_null(all) && !json_is_true(json_object_get(js, "state_only")))
		return fb_json_bad(at, "packets", error,
				   "expected an object, as state_only is not true, found null");
	for (i = 0; (one = json_array_get(list, i)); i++)
		if (__builtin_add_overflow(sum, fb_json_count(one, "sampled"), &sum))
			return fb_json_bad(at, "reasons", error, "too many packets");
	if (sum == fb_json_count(all, "sampled"))
		return 0;
	return fb_json_bad(at, "packets.sampled", error,
			   "%lld packets were looked at, and the reasons have %lld",
			   (long long)fb_json_count(all, "sampled"), (long long)sum);
}

static const struct fb_json_field whole = { FB_JSON("why.json", OBJECT), .of = fields,
					    .agree = sums_agree };

const struct fb_json_schema fb_why_schema = { FB_WHY_SCHEMA, &whole };

int fb_why_document_origin(json_t *doc, const char *scenario)
{
	struct fb_fingerprint fp;
	int ret = fb_fingerprint_read(&fp);

	if (!ret && scenario && json_object_set_new(doc, "scenario", json_string(scenario)))
		ret = -ENOMEM;
	if (!ret && json_object_set_new(doc, "fingerprint", fb_fingerprint_json(&fp)))
		ret = -ENOMEM;
	fb_fingerprint_free(&fp);
	return ret;
}

int fb_why_document_write(const json_t *doc, FILE *f)
{
	int ret = fb_json_put(doc, JSON_INDENT(1) | JSON_REAL_PRECISION(6), f);

	errno = 0;
	if (!ret && fputc('\n', f) == EOF)
		ret = errno ? -errno : -EIO;
	return ret;
}
