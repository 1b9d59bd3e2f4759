// SPDX-License-Identifier: GPL-2.0
#include "json/json.h"
#include "reproduce/reading_json.h"
#include "reproduce/scenario_text.h"

static const char *const kinds[] = {
	[FB_READING_NONE] = "none",
	[FB_READING_PART] = "part",
	[FB_READING_PATH] = "path",
	NULL,
};

static const char *const groups[] = {
	[FB_WORD_PATH] = "path",	[FB_WORD_PART] = "part",
	[FB_WORD_FAMILY] = "family",	[FB_WORD_PROTOCOL] = "protocol",
	[FB_WORD_FILTER] = "netfilter", [FB_WORD_TUNNEL] = "tunnel",
	[FB_WORD_DEVICE] = "device",	[FB_WORD_DETAIL] = "detail",
	[FB_WORD_OTHER] = "other",	[FB_WORD_GROUPS] = NULL,
};

static const struct fb_json_field call[] = {
	{ FB_JSON("call", TEXT), .low = 1 },
	{ FB_JSON("line", COUNT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field calls[] = {
	{ FB_JSON("call", OBJECT), .of = call },
	{ NULL },
};

static const struct fb_json_field word[] = {
	{ FB_JSON("word", TEXT), .low = 1 },
	{ FB_JSON("group", WORD), .words = groups },
	{ FB_JSON("says", TEXT), .low = 1 },
	{ FB_JSON("calls", LIST), .low = 1, .of = calls },
	{ NULL },
};

static const struct fb_json_field words[] = {
	{ FB_JSON("word", OBJECT), .of = word },
	{ NULL },
};

static const struct fb_json_field drop[] = {
	{ FB_JSON("by", OBJECT), .of = call },
	{ FB_JSON("decision", OBJECT), .of = call, .null = true },
	{ FB_JSON("hook", TEXT), .null = true },
	{ FB_JSON("table", TEXT), .null = true },
	{ FB_JSON("returned", TEXT), .null = true },
	{ FB_JSON("packets", COUNT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field drops[] = {
	{ FB_JSON("drop", OBJECT), .of = drop },
	{ NULL },
};

static const struct fb_json_field bound[] = {
	{ FB_JSON("version", TEXT), .low = 1 },
	{ FB_JSON("call", TEXT), .low = 1 },
	{ FB_JSON("line", COUNT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field kernel[] = {
	{ FB_JSON("since", OBJECT), .of = bound, .null = true },
	{ FB_JSON("before", OBJECT), .of = bound, .null = true },
	{ NULL },
};

static const struct fb_json_field lacks[] = {
	{ FB_JSON("lack", TEXT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("kind", WORD), .words = kinds },
	{ FB_JSON("either", TEXT), .null = true },
	{ FB_JSON("words", LIST), .of = words },
	{ FB_JSON("aside", OBJECT), .of = call, .null = true },
	{ FB_JSON("drops", LIST), .of = drops },
	{ FB_JSON("drops_elsewhere", COUNT) },
	{ FB_JSON("kernel", OBJECT), .of = kernel },
	{ FB_JSON("lab_lacks", LIST), .of = lacks },
	{ FB_JSON("scenario", TEXT), .null = true },
	{ NULL },
};

static const struct fb_json_field whole = { FB_JSON("reproduce.json", OBJECT), .of = fields };

const struct fb_json_schema fb_reading_schema = { FB_READING_SCHEMA, &whole };

static json_t *text_or_null(const char *text)
{
	return text ? fb_json_string(text) : json_null();
}

/* {"call": "ip_forward", "line": 7}; null for no call */
static json_t *call_json(const struct fb_tree *tree, uint32_t at)
{
	if (!at)
		return json_null();
	return json_pack("{s:o, s:I}", "call", fb_json_string(fb_node_name(tree, at)), "line",
			 (json_int_t)tree->node[at].line);
}

static json_t *words_json(const struct fb_reading *r)
{
	json_t *list = json_array();
	int i;

	for (i = 0; list && fb_words[i].name; i++) {
		json_t *proof;
		unsigned int k;

		if (!r->word[i].nr)
			continue;
		proof = json_array();
		for (k = 0; k < r->word[i].nr; k++)
			json_array_append_new(proof, call_json(r->tree, r->word[i].call[k]));
		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:s, s:o}", "word", fb_words[i].name,
						"group", groups[fb_words[i].group], "says",
						fb_words[i].says, "calls", proof));
	}
	return list;
}

static json_t *drops_json(const struct fb_reading *r)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; list && i < r->drops.nr; i++) {
		const struct fb_drop *d = &r->drops.drop[i];
		const char *value = d->decision ? fb_node_retval(r->tree, d->decision) : NULL;

		json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:I}", "by",
						      call_json(r->tree, d->by), "decision",
						      call_json(r->tree, d->decision), "hook",
						      text_or_null(d->hook), "table",
						      text_or_null(d->table), "returned",
						      text_or_null(value), "packets",
						      (json_int_t)d->packets));
	}
	return list;
}

static json_t *bound_json(const struct fb_reading *r, const struct fb_function_age *age,
			  uint32_t at)
{
	if (!age)
		return json_null();
	return json_pack("{s:s, s:o, s:I}", "version", age->since ? age->since : age->before,
			 "call", fb_json_string(fb_node_name(r->tree, at)), "line",
			 (json_int_t)r->tree->node[at].line);
}

static json_t *lacks_json(const struct fb_reading *r)
{
	json_t *list = json_array();
	const char *lack;
	size_t at = 0;

	while (list && (lack = fb_scenario_lack(r, &at)))
		json_array_append_new(list, json_string(lack));
	return list;
}

json_t *fb_reading_json(const struct fb_reading *r)
{
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:{s:o, s:o}, s:o, s:o}", "schema",
			 FB_READING_SCHEMA, "kind", kinds[r->kind], "either",
			 text_or_null(r->either), "words", words_json(r), "aside",
			 call_json(r->tree, r->aside), "drops", drops_json(r), "drops_elsewhere",
			 (json_int_t)r->drops.more, "kernel", "since",
			 bound_json(r, r->since, r->since_call), "before",
			 bound_json(r, r->before, r->before_call), "lab_lacks", lacks_json(r),
			 "scenario", text_or_null(r->own));
}
