/* SPDX-License-Identifier: GPL-2.0 */
/* Functions shared by the tests of the export. */
#ifndef FB_UNITEXPORT_H
#define FB_UNITEXPORT_H

#include "unit.h"

#include <errno.h>
#include <jansson.h>
#include <unistd.h>

#include "export/export.h"

#define FIXTURES FB_TOP "/tests/fixtures/"
#define RUN	 FIXTURES "run"

/* Returns what an export writes; the caller frees it. The status is in *ret. */
static inline char *unit_export(const struct fb_export_in *what, struct fb_walk_sums *sums,
				int *ret, struct fb_error *error)
{
	struct fb_export_in in = *what;
	char *out = NULL;
	size_t len = 0;

	in.origin = in.origin ? in.origin : "flowbench";
	in.f = open_memstream(&out, &len);
	assert_non_null(in.f);
	*ret = fb_export(&in, sums, error);
	fclose(in.f);
	return out;
}

/* Likewise, but the export must succeed. */
static inline char *unit_exported(const struct fb_export_format *format, const char *input,
				  const char *phase)
{
	const struct fb_export_in in = { .format = format, .input = input, .phase = phase };
	struct fb_walk_sums sums;
	char *out;
	struct fb_error error = { "" };
	int ret;

	out = unit_export(&in, &sums, &ret, &error);
	if (ret)
		fail_msg("%s: %d %s", input, ret, error.text);
	return out;
}

static inline json_t *unit_exported_json(const struct fb_export_format *format, const char *input,
					 const char *phase)
{
	char *text = unit_exported(format, input, phase);
	json_error_t err;
	json_t *doc = json_loads(text, JSON_REJECT_DUPLICATES, &err);

	if (!doc)
		fail_msg("line %d: %s", err.line, err.text);
	free(text);
	return doc;
}

/* Makes a temporary file with this text. The caller removes it by unlink(path). */
static inline void unit_file(char path[64], const char *text, size_t len)
{
	int fd;

	snprintf(path, 64, "/tmp/flowbench-export-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

static inline const char *unit_text(const json_t *js, const char *key)
{
	const char *text = json_string_value(json_object_get(js, key));

	assert_non_null(text);
	return text;
}

#endif
