// SPDX-License-Identifier: GPL-2.0
/*
 * The normal form of call trees, which is the format of documented traces. The input is two texts
 * with a NUL byte between them. Each must be written as it was read, and both are compared.
 */
#include "fuzz.h"

#include <errno.h>

#include "match/call_diff.h"
#include "match/changes.h"
#include "match/calls_json.h"
#include "match/fidelity.h"
#include "tests/unit/unit_normal.h"

static const char table[] = "renamed a -> b : r\nuntraceable c<a : r\nincidental d : r\n"
			    "removed e before=6.1 : r\nadded f since=6.1 : r\n";

static char *written(const struct fb_normal *n)
{
	struct fuzz_out out;

	fuzz_out_begin(&out);
	unit_normal_write(n, out.f);
	fuzz_out_end(&out);
	return out.text;
}

static void check_tree(const struct fb_normal *n)
{
	uint32_t at, calls = 0;

	fuzz_must(n->nr >= 1 && n->node[0].kind == FB_NODE_TOP && n->node[0].end == n->nr);
	for (at = 1; at < n->nr; at++) {
		const struct fb_normal_node *node = &n->node[at];

		fuzz_must(node->parent < at && node->end > at && node->end <= n->nr);
		fuzz_must(node->end <= n->node[node->parent].end);
		fuzz_must(node->depth == n->node[node->parent].depth + 1);
		calls += node->kind == FB_NODE_CALL;
	}
	fuzz_must(calls == n->calls);
}

/* Returns NULL if the text is not a normal form. */
static struct fb_normal *read_one(const char *text)
{
	struct fb_normal *n = NULL, *again = NULL;
	struct fb_error error = { "" };
	char *one, *two;
	json_t *js;
	int ret = fb_normal_read(text, strlen(text), &n, &error);

	fuzz_must(!ret == !!n && (!ret || *error.text));
	if (!n)
		return NULL;
	check_tree(n);
	one = written(n);
	fuzz_must(!fb_normal_read(one, strlen(one), &again, &error));
	two = written(again);
	fuzz_must(!strcmp(one, two) && again->nr == n->nr);
	js = fb_calls_json(n);
	fuzz_must(js);
	json_decref(js);
	fb_normal_free(again);
	free(one);
	free(two);
	return n;
}

/* Counts the calls with a name: calls without one are not compared. */
static uint32_t named(const struct fb_normal *n)
{
	uint32_t at, nr = 0;

	for (at = 1; at < n->nr; at++)
		nr += n->node[at].kind == FB_NODE_CALL && n->node[at].name;
	return nr;
}

static void compare(const struct fb_normal *a, const struct fb_normal *b,
		    const struct fb_aliases *al)
{
	struct fb_fid_in fin = { .doc = a, .live = b, .aliases = al, .at = { .version = 6 << 24 } };
	struct fb_calldiff_in in = { .side = { { .calls = a }, { .calls = b } }, .aliases = al };
	struct fb_changes list = { .nr = 0 };
	struct fb_fidelity fi;
	struct fb_calldiff d;
	uint32_t sum = 0;
	unsigned int i;

	if (!fb_fidelity_compare(&fin, &fi)) {
		for (i = FB_FID_MATCHED; i < FB_FID_CLASSES; i++)
			sum += fi.count[i];
		fuzz_must(fi.nr == named(a) && sum == fi.nr && fi.extra <= named(b));
		(void)fb_fidelity_percent(&fi);
		fb_fidelity_free(&fi);
	}
	if (fb_calldiff_compare(&in, &d))
		return;
	fuzz_must(d.nr[0] == named(a) && d.nr[1] == named(b));
	fuzz_must(a != b || fb_calldiff_same(&d));
	fuzz_must(!fb_changes_collect(&list, &in, &d));
	fb_changes_group(&list);
	fb_changes_free(&list);
	fb_calldiff_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *first = fuzz_part(&data, &size), *second = fuzz_text(data, size);
	struct fb_error error = { "" };
	struct fb_normal *a = read_one(first), *b = read_one(second);
	struct fb_aliases al;

	fuzz_must(!fb_aliases_parse(table, "table", &al, &error));
	if (a)
		compare(a, b ? b : a, &al);
	fb_aliases_free(&al);
	fb_normal_free(a);
	fb_normal_free(b);
	free(first);
	free(second);
	return 0;
}
