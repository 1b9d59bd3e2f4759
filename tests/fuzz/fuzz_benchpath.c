// SPDX-License-Identifier: GPL-2.0
/* Files of userspace/data/paths: a path that is read, written and read again must be the same path. */
#include "fuzz.h"

#include <errno.h>

#include "price/path.h"

static const char *const wants[] = {
	[FB_WANT_ALL] = "all",	 [FB_WANT_EACH] = "each", [FB_WANT_NONE] = "none",
	[FB_WANT_ONCE] = "once", [FB_WANT_SOME] = "some",
};

static void put(FILE *f, const char *key, const char *value)
{
	if (value)
		fprintf(f, "%s = %s\n", key, value);
}

static char *written(const struct fb_bench_path *path)
{
	struct fuzz_out out;
	unsigned int i;

	fuzz_out_begin(&out);
	put(out.f, "title", path->title);
	put(out.f, "replaces", path->replaces);
	put(out.f, "with", path->with);
	put(out.f, "config", path->config);
	put(out.f, "receive", path->receive);
	put(out.f, "verify", path->verify);
	put(out.f, "record", path->record);
	put(out.f, "segments", path->segments);
	put(out.f, "own", path->own);
	put(out.f, "leaves", path->leaves);
	put(out.f, "since", path->since);
	for (i = 0; i < path->nr_proofs; i++) {
		const struct fb_proof *pr = &path->proof[i];

		fuzz_must(pr->text && pr->kind < FB_PROOF_KINDS && pr->want <= FB_WANT_SOME);
		/* The text must have the value, which the parser has trimmed. */
		fuzz_must(strstr(pr->text, wants[pr->want]));
		fprintf(out.f, "prove = %s\n", pr->text);
	}
	fuzz_out_end(&out);
	return out.text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fb_bench_path none;
	char *text = fuzz_text(data, size), *first, *second;
	struct fb_error error = { "" };
	struct fb_bench_path path, again;
	int ret = fb_bench_path_parse("fuzz", text, &path, &error);

	fuzz_must(!ret || (ret == -EINVAL && *error.text && !memcmp(&path, &none, sizeof(path))));
	if (!ret) {
		fuzz_must(path.title && path.nr_proofs >= 2);
		/* The parser separates files by commas in place of blanks. No file's name has a comma. */
		free(path.with);
		path.with = NULL;
		first = written(&path);
		fuzz_must(!fb_bench_path_parse("again", first, &again, &error));
		second = written(&again);
		fuzz_must(!strcmp(first, second));
		fb_bench_path_free(&again);
		free(first);
		free(second);
	}
	fb_bench_path_free(&path);
	free(text);
	return 0;
}
