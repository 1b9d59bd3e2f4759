// SPDX-License-Identifier: GPL-2.0
/*
 * The readers of JSON documents: results.json, bench.json, profile.json, compare, matrix, validate, why.json.
 * The input is two documents with a NUL byte between them. Each is put into a page, reported and
 * exported: a document that its schema vouches for has a report of KernelCI, if there is a form for it. As bench.json
 * both are compared.
 */
#include "fuzzfile.h"

#include <errno.h>
#include <jansson.h>

#include "compare/comparison_print.h"
#include "price/stream_row.h"
#include "export/export.h"
#include "export/profile_stacks.h"
#include "json/json.h"
#include "report/report_page.h"
#include "why/summary_json.h"

static json_t *load(const char *text, size_t len)
{
	return json_loadb(text, len, JSON_DECODE_ANY, NULL);
}

/* The document in a page must be the same document, and must not end its element. */
static void check_page(const char *text, const json_t *doc)
{
	struct fuzz_out out;
	json_t *again;

	fuzz_out_begin(&out);
	fb_page_json(text, strlen(text), out.f);
	fuzz_out_end(&out);
	fuzz_must(!strpbrk(out.text, "<>&"));
	again = load(out.text, out.len);
	fuzz_must(again && json_equal(doc, again));
	json_decref(again);
	free(out.text);
}

static void check_dump(const json_t *doc)
{
	struct fuzz_out out;
	json_t *again;

	fuzz_out_begin(&out);
	fuzz_must(!fb_json_dump(doc, 17, out.f));
	fuzz_out_end(&out);
	again = load(out.text, out.len);
	fuzz_must(again && json_equal(doc, again));
	json_decref(again);
	free(out.text);
}

static bool export(const struct fb_export_format *format, const char *text)
{
	struct fb_export_in in = { .format = format, .origin = "fuzz" };
	struct fb_walk_sums sums;
	struct fuzz_out out;
	struct fb_error error = { "" };
	json_t *doc;
	int ret;

	in.input = fuzz_file(text, strlen(text));
	fuzz_out_begin(&out);
	in.f = out.f;
	ret = fb_export(&in, &sums, &error);
	fuzz_out_end(&out);
	fuzz_must(!ret || *error.text);
	if (!ret && (format == &fb_export_kcidb || format == &fb_export_json)) {
		doc = load(out.text, out.len);
		fuzz_must(doc);
		/* Reasons that were exported can be reported and exported again. */
		fuzz_must(format != &fb_export_json || !fb_json_check(doc, &fb_why_schema, NULL));
		json_decref(doc);
	}
	free(out.text);
	return !ret;
}

/* Results, and not a profile or reasons. */
static bool is_report(enum fb_report_kind kind)
{
	return kind == FB_REPORT_RESULTS || kind == FB_REPORT_BENCH || kind == FB_REPORT_COMPARE ||
	       kind == FB_REPORT_VALIDATE || kind == FB_REPORT_MATRIX || kind == FB_REPORT_HISTORY;
}

static void check_document(const char *text)
{
	struct fb_stream stream;
	enum fb_report_kind kind;
	json_t *doc = load(text, strlen(text));
	struct fb_error error = { "" };

	kind = fb_report_kind(text, strlen(text), &error);
	fuzz_must(doc || kind == FB_REPORT_BROKEN);
	fuzz_must((kind == FB_REPORT_BROKEN) == !!*error.text);
	if (doc) {
		check_page(text, doc);
		check_dump(doc);
		fuzz_must(export(&fb_export_kcidb, text) == is_report(kind));
		(void)fb_stream_parse(text, &stream, &error);
	}
	if (kind == FB_REPORT_PROFILE) {
		export(&fb_export_folded, text);
		export(&fb_export_svg, text);
	}
	if (kind == FB_REPORT_WHY)
		fuzz_must(export(&fb_export_json, text));
	json_decref(doc);
}

/* Boots that a side needs at least. */
#define BOOTS 5

/* Makes the boots of a side, all equal but for this document. */
static int read_side(struct fb_side *side, const char *text)
{
	struct fb_error error = { "" };
	unsigned int i;
	int ret = 0;

	*side = (struct fb_side){ .nr = 0 };
	/* A folder's name need not be UTF-8. */
	strcpy(side->name, "side\xff");
	side->boot = calloc(BOOTS, sizeof(*side->boot));
	fuzz_must(side->boot);
	for (i = 0; !ret && i < BOOTS; i++) {
		ret = fb_boot_read(text, "fuzz", &side->boot[side->nr++], &error);
		fuzz_must(!ret || (ret == FB_JSON_REFUSED && *error.text));
	}
	return ret;
}

static void compare(const struct fb_side *a, const struct fb_side *b)
{
	struct fb_comparison c;
	struct fuzz_out out;
	struct fb_error error = { "" };
	json_t *js;
	int ret;

	if (!fb_side_comparable(a, b, true, &error)) {
		fuzz_must(*error.text);
		return;
	}
	ret = fb_compare(a, b, true, 0.02, NULL, &c);
	fuzz_must(!ret || (ret == -ENOENT && *c.why.text));
	if (!ret) {
		fuzz_must(a != b || c.judged != FB_JUDGED_DIFFERENT);
		fuzz_out_begin(&out);
		fb_compare_print(&c, out.f);
		fb_compare_print_verdict(&c, a->nr % 2, out.f);
		fuzz_out_end(&out);
		free(out.text);
		js = fb_compare_json(&c);
		fuzz_must(js);
		json_decref(js);
	}
	fb_compare_free(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *first = fuzz_part(&data, &size), *second = fuzz_text(data, size);
	struct fb_side a, b = { .nr = 0 };

	check_document(first);
	if (*second)
		check_document(second);
	if (!read_side(&a, first)) {
		compare(&a, &a);
		if (*second && !read_side(&b, second))
			compare(&a, &b);
	}
	fb_side_free(&a);
	fb_side_free(&b);
	free(first);
	free(second);
	return 0;
}
