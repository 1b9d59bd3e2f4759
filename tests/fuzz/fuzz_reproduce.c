// SPDX-License-Identifier: GPL-2.0
/*
 * What a trace is said to be. Each word that holds has a call for its proof, and that call is one that the table names;
 * a trace without a path's word has no scenario, and any other scenario parses and names files of the lab only; the text that is printed has nothing that a terminal obeys.
 */
#include "fuzz.h"

#include <errno.h>

#include "lib/stem.h"
#include "reproduce/reading.h"
#include "reproduce/reading_json.h"
#include "reproduce/scenario_text.h"
#include "scenario/scenario.h"
#include "trace/call_tree.h"

/* Is the stem of @name one of the names of @proof? */
static int names(const char *proof, const char *name)
{
	size_t len = fb_stem(name), n;

	for (; *proof; proof += n + strspn(proof + n, " >^![]=")) {
		n = strcspn(proof, " >^![]=");
		if (n == len && !memcmp(proof, name, n))
			return 1;
	}
	return 0;
}

static void check_words(const struct fb_reading *r, const struct fb_tree *tree)
{
	unsigned int k;
	bool path = false, part = false, work = false;
	int i;

	for (i = 0; fb_words[i].name; i++) {
		fuzz_must(r->word[i].nr <= FB_PROOFS_MAX);
		for (k = 0; k < r->word[i].nr; k++) {
			fuzz_must(r->word[i].call[k] && r->word[i].call[k] < tree->nr);
			fuzz_must(names(fb_words[i].proof, fb_node_name(tree, r->word[i].call[k])));
		}
		path |= fb_words[i].group == FB_WORD_PATH && r->word[i].nr;
		part |= fb_words[i].group == FB_WORD_PART && r->word[i].nr;
		work |= fb_words[i].group >= FB_WORD_FAMILY &&
			fb_words[i].group <= FB_WORD_DEVICE && r->word[i].nr;
	}
	if (path || part)
		fuzz_must(r->kind == (path ? FB_READING_PATH : FB_READING_PART));
	else
		fuzz_must(r->kind == FB_READING_NONE || (r->kind == FB_READING_PART && work));
	fuzz_must(!!r->either == (r->kind == FB_READING_PART));
	fuzz_must(!r->own || r->kind);
	fuzz_must(r->drops.nr <= FB_DROPS_MAX && (!r->drops.more || r->drops.nr == FB_DROPS_MAX));
}

static void check_print(const struct fb_reading *r)
{
	char *text = NULL;
	size_t len = 0, i;
	FILE *f = open_memstream(&text, &len);
	struct fb_out out;

	fuzz_must(f);
	fb_out_begin(&out, f);
	fb_reading_print(r, "trace", &out);
	fb_out_flush(&out);
	fclose(f);
	for (i = 0; i < len; i++)
		fuzz_must(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
	fuzz_must(!strstr(text, "(null)"));
	free(text);
}

static void check_scenario(const struct fb_reading *r)
{
	struct fb_error error = { "" };
	struct fb_scenario sc;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct fb_out out;
	int ret;

	fuzz_must(f);
	fb_out_begin(&out, f);
	ret = fb_scenario_put(r, &out);
	fb_out_flush(&out);
	fclose(f);
	fuzz_must(!ret || (ret == -ENOENT && !len));
	fuzz_must(ret || r->kind == FB_READING_PATH);
	if (!ret) {
		fuzz_must(!fb_scenario_parse(text, &sc, &error));
		fuzz_must(!sc.with || strspn(sc.with, "abcdefghijklmnopqrstuvwxyz0123456789-.,") ==
					      strlen(sc.with));
		fb_scenario_free(&sc);
	}
	free(text);
}

static void check_document(const struct fb_reading *r)
{
	struct fb_error error = { "" };
	json_t *doc = fb_reading_json(r);

	fuzz_must(doc && !fb_json_check(doc, &fb_reading_schema, &error));
	json_decref(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct fb_error error = { "" };
	struct fb_tree *tree;
	struct fb_fgraph *fg;
	struct fb_reading r;

	fuzz_must(!fb_fgraph_open_text(text, size, &fg));
	if (!fb_tree_parse(fg, &tree, &error)) {
		fuzz_must(!fb_reading_make(tree, &r));
		check_words(&r, tree);
		check_print(&r);
		check_scenario(&r);
		check_document(&r);
		fb_tree_free(tree);
	}
	fb_fgraph_close(fg);
	free(text);
	return 0;
}
