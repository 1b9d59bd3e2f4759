// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "match/calls_json.h"
#include "tree/tree_diff.h"
#include "tree/phases.h"

/* Texts, each once: @at says where in @list. */
struct texts {
	json_t *list;
	json_t *at;
};

static bool texts_new(struct texts *t)
{
	t->list = json_array();
	t->at = json_object();
	return t->list && t->at;
}

/* The number of a text; null for none. */
static json_t *number_of(struct texts *t, const char *text)
{
	json_t *nr, *js;

	if (!text)
		return json_null();
	js = fb_json_string(text);
	text = json_string_value(js);
	nr = json_object_get(t->at, text);
	if (nr) {
		json_decref(js);
		return json_incref(nr);
	}
	nr = json_integer((json_int_t)json_array_size(t->list));
	if (json_array_append_new(t->list, js) || json_object_set(t->at, text, nr)) {
		json_decref(nr);
		return NULL;
	}
	return nr;
}

static bool has_row(const struct fb_normal_node *node)
{
	return node->kind == FB_NODE_CALL || node->kind == FB_NODE_IRQ;
}

static const char *name_of(const struct fb_normal_node *node)
{
	if (node->kind == FB_NODE_IRQ)
		return FB_CALLS_IRQ;
	return node->name ? node->name : "?";
}

json_t *fb_calls_json(const struct fb_normal *n)
{
	json_t *rows = json_array(), *out;
	struct texts names;
	uint32_t at;
	bool ok = texts_new(&names) && rows;

	for (at = 1; ok && at < n->nr; at++) {
		const struct fb_normal_node *node = &n->node[at];

		if (!has_row(node))
			continue;
		ok = !json_array_append_new(
			rows,
			json_pack("[i, o, o]", node->depth - 1, number_of(&names, name_of(node)),
				  node->dur_ns < 0 ? json_null() : json_integer(node->dur_ns)));
	}
	out = ok ? json_pack("{s:O, s:O}", "names", names.list, "rows", rows) : NULL;
	json_decref(names.list);
	json_decref(names.at);
	json_decref(rows);
	return out;
}

/* Of each node the number of its row; marks have that of the next. */
static uint32_t *rows_of(const struct fb_normal *n)
{
	uint32_t *row = calloc(n->nr, sizeof(*row)), at, nr = 0;

	for (at = 1; row && at < n->nr; at++) {
		row[at] = nr;
		nr += has_row(&n->node[at]);
	}
	return row;
}

/* "p3" of "p3p4": the rest shares its trace. */
static json_t *lead_of(const char *phase)
{
	size_t len = *phase ? 1 + strcspn(phase + 1, "p") : 0;

	return json_stringn(phase, len);
}

json_t *fb_fid_calls_json(const struct fb_normal *doc, const struct fb_normal *live,
			  const struct fb_fidelity *fi, const char *phase)
{
	uint32_t *row = live ? rows_of(live) : NULL, at;
	struct texts names, classes, reasons;
	json_t *rows = json_array(), *out;
	bool ok = texts_new(&names);

	/* All of them, that all can be freed. */
	ok = texts_new(&classes) && ok;
	ok = texts_new(&reasons) && ok && rows && (row || !live);
	for (at = 1; ok && at < doc->nr; at++) {
		const struct fb_normal_node *node = &doc->node[at];
		const struct fb_fid_call *call = live ? &fi->call[at] : NULL;
		const char *class = NULL, *reason = NULL;
		json_t *other;

		if (!has_row(node))
			continue;
		if (call && call->class != FB_FID_NONE)
			class = fb_fid_class_name((enum fb_fid_class)call->class);
		if (call && call->why)
			reason = call->why->reason;
		other = call && call->live != FB_DIFF_NONE ? json_integer(row[call->live])
							   : json_null();
		ok = !json_array_append_new(rows, json_pack("[i, o, o, o, o]", node->depth - 1,
							    number_of(&names, name_of(node)),
							    number_of(&classes, class), other,
							    number_of(&reasons, reason)));
	}
	out = ok ? json_pack("{s:O, s:O, s:O, s:o, s:O}", "names", names.list, "classes",
			     classes.list, "reasons", reasons.list, "live", lead_of(phase), "rows",
			     rows)
		 : NULL;
	json_decref(names.list);
	json_decref(names.at);
	json_decref(classes.list);
	json_decref(classes.at);
	json_decref(reasons.list);
	json_decref(reasons.at);
	json_decref(rows);
	free(row);
	return out;
}
