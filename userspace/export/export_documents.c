// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/comparison_print.h"
#include "export/export_documents.h"
#include "export/profile_stacks.h"
#include "file/paths.h"
#include "history/history_json.h"
#include "json/json.h"
#include "json/json_schema.h"
#include "report/report_page.h"
#include "why/summary_json.h"

bool fb_export_is_json(const char *path)
{
	struct stat st;
	FILE *f = stat(path, &st) || !S_ISREG(st.st_mode) ? NULL : fopen(path, "re");
	int c;

	if (!f)
		return false;
	do {
		c = fgetc(f);
	} while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
	fclose(f);
	return c == '{';
}

/* Reads a document, and checks it against its schema. @error names the file. */
static int load_document(const char *path, json_t **doc, struct fb_error *error)
{
	int ret = fb_json_load(path, doc, error);

	if (ret)
		return ret;
	ret = fb_document_check(*doc, error);
	if (!ret)
		return 0;
	json_decref(*doc);
	*doc = NULL;
	return fb_error_prefix(error, ret, "%s", path);
}

/* All documents of a folder, or the one that is given. */
int fb_export_results(const struct fb_export_in *in, struct fb_export *ex, bool folder,
		      struct fb_error *error)
{
	static const char *const names[] = { "results.json", "validate.json", "bench.json",
					     "compare.json", "history.json" };
	json_t *doc[sizeof(names) / sizeof(names[0])] = { NULL };
	char path[FB_PATH_MAX];
	unsigned int nr = 0, i;
	struct stat st;
	int ret = 0;

	for (i = 0; !ret && i < (folder ? sizeof(names) / sizeof(names[0]) : 1); i++) {
		ret = folder ? fb_join(path, in->input, names[i]) : 0;
		if (!ret && folder && stat(path, &st))
			continue;
		if (!ret)
			ret = load_document(folder ? path : in->input, &doc[nr++], error);
	}
	if (!ret && !nr)
		ret = fb_error(error, -ENOENT, "%s: no document of results in it", in->input);
	if (!ret) {
		ret = in->format->results(ex, doc, nr, error);
		if (!fb_error_empty(error))
			fb_error_prefix(error, ret, "%s", in->input);
	}
	for (i = 0; i < nr; i++)
		json_decref(doc[i]);
	return ret;
}

static int export_profile(const struct fb_export_in *in, struct fb_export *ex, const json_t *doc,
			  struct fb_error *error)
{
	struct fb_export_profile pr;
	int ret;

	if (!in->format->stacks)
		return fb_error(error, -EINVAL, "JSON, not a trace (its folder is wanted)");
	ret = fb_export_profile(doc, in->path, in->weight, &pr, error);
	if (!ret)
		ret = in->format->stacks(ex, pr.stacks, &pr.look);
	fb_export_profile_free(&pr);
	return ret;
}

static int export_reasons(const struct fb_export_in *in, struct fb_export *ex, const json_t *doc,
			  struct fb_error *error)
{
	if (!in->format->reasons)
		return fb_error(error, -EINVAL, "reasons, not a trace: --format json writes them");
	return in->format->reasons(ex, doc);
}

static bool is_prices(const json_t *doc)
{
	const char *schema = fb_json_text(doc, "schema", "");

	return !strcmp(schema, FB_HISTORY_SCHEMA) || !strcmp(schema, FB_COMPARE_SCHEMA);
}

static int export_prices(const struct fb_export_in *in, struct fb_export *ex, const json_t *doc,
			 struct fb_error *error)
{
	if (!in->format->prices)
		return fb_error(error, -EINVAL,
				"prices, not a trace: --format csv and kcidb write them");
	return in->format->prices(ex, doc);
}

int fb_export_document(const struct fb_export_in *in, struct fb_export *ex, const char *path,
		       struct fb_error *error)
{
	json_t *doc;
	int ret = load_document(path, &doc, error);
	bool reasons;

	if (ret)
		return ret;
	reasons = fb_json_is_schema(doc, FB_WHY_SCHEMA);
	if (in->phase || in->root)
		ret = fb_error(error, -EINVAL, "%s have no calls: --phase and --root choose calls",
			       reasons ? "reasons" : "prices");
	else if (reasons)
		ret = export_reasons(in, ex, doc, error);
	else if (is_prices(doc))
		ret = export_prices(in, ex, doc, error);
	else
		ret = export_profile(in, ex, doc, error);
	/* What a form returns without a word is the stream's. */
	if (!fb_error_empty(error))
		fb_error_prefix(error, ret, "%s", path);
	json_decref(doc);
	return ret;
}
