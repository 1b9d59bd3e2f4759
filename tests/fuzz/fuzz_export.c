// SPDX-License-Identifier: GPL-2.0
/*
 * A trace in the formats of other tools. The first byte selects the format and the options; a trace
 * follows. JSON must be valid, and ftrace text must have as many calls as were counted.
 */
#include "fuzzfile.h"

#include <errno.h>
#include <jansson.h>

#include "export/export.h"
#include "lib/escape.h"
#include "trace/call_tree.h"
#include "tests/unit/unit_files.h"

static const struct fb_export_format *const formats[] = {
	&fb_export_chrome, &fb_export_csv,  &fb_export_folded,
	&fb_export_ftrace, &fb_export_json, &fb_export_svg,
};

static void check_json(const struct fuzz_out *out)
{
	json_error_t err;
	json_t *doc = json_loadb(out->text, out->len, JSON_REJECT_DUPLICATES, &err);

	if (!doc)
		fprintf(stderr, "line %d: %s\n", err.line, err.text);
	fuzz_must(doc);
	json_decref(doc);
}

static void check_utf8(const struct fuzz_out *out)
{
	const char *p = out->text, *end = p + out->len;
	size_t len;

	for (; p < end; p += len) {
		len = unit_utf8(p, end);
		fuzz_must(len);
	}
}

/*
 * Does the text say how deep each call stands? Or is it without indentation, and no brace lacks its opening line: then
 * it is known from the braces how deep each one stands.
 */
static int has_levels(const char *path, const struct fb_walk_sums *sums)
{
	unsigned int known = 0, unknown = 0;
	struct fb_fgraph *fg;
	struct fb_fg_event ev;

	fuzz_must(!fb_fgraph_open(path, &fg));
	while (fb_fgraph_next(fg, &ev) > 0) {
		if (ev.kind != FB_FG_ENTRY && ev.kind != FB_FG_LEAF && ev.kind != FB_FG_EXIT)
			continue;
		known += ev.level != FB_FG_NO_LEVEL;
		unknown += ev.level == FB_FG_NO_LEVEL;
	}
	fb_fgraph_close(fg);
	return !unknown || (!known && !sums->heads);
}

/* The parser must read the same calls from the written text. */
static void check_ftrace(const struct fuzz_out *out, const struct fb_walk_sums *sums, int levels)
{
	struct fb_tree *tree = NULL;
	struct fb_fgraph *fg;
	struct fb_error error = { "" };

	fuzz_must(!fb_fgraph_open_text(out->text, out->len, &fg));
	fuzz_must(!fb_tree_parse(fg, &tree, &error));
	fuzz_must(!levels || tree->calls == sums->calls);
	fb_tree_free(tree);
	fb_fgraph_close(fg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fb_export_in in = { .origin = "fuzz" };
	struct fb_walk_sums sums;
	struct fuzz_out out;
	struct fb_error error = { "" };
	int ret;

	if (!size)
		return 0;
	in.format = formats[data[0] % (sizeof(formats) / sizeof(formats[0]))];
	in.root = data[0] & 64 ? "h" : NULL;
	in.phase = data[0] & 128 ? "p2" : NULL;
	in.input = fuzz_file(data + 1, size - 1);
	fuzz_out_begin(&out);
	in.f = out.f;
	ret = fb_export(&in, &sums, &error);
	fuzz_out_end(&out);
	fuzz_must(!ret || *error.text);
	if (!ret) {
		fuzz_must(sums.calls >= sums.heads);
		if (in.format == &fb_export_chrome || in.format == &fb_export_json)
			check_json(&out);
		else if (in.format == &fb_export_ftrace && !in.root && !in.phase)
			check_ftrace(&out, &sums, has_levels(in.input, &sums));
		else if (in.format == &fb_export_svg)
			check_utf8(&out);
	}
	free(out.text);
	return 0;
}
