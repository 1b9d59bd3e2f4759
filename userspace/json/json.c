// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>

#include "file/staged.h"
#include "json/json.h"
#include "lib/escape.h"

static int append_text(const char *text, size_t len, void *to)
{
	/* Not ferror(): an error of an earlier write has no errno any more. */
	return fb_write_json_text(to, text, len) ? -1 : 0;
}

int fb_json_put(const json_t *js, size_t flags, FILE *f)
{
	errno = 0;
	if (!json_dump_callback(js, append_text, f, flags))
		return 0;
	return errno ? -errno : -EIO;
}

static bool is_plain(const json_t *js)
{
	return !json_is_array(js) && !json_is_object(js);
}

static bool is_row(const json_t *array)
{
	size_t i;

	for (i = 0; i < json_array_size(array); i++)
		if (!is_plain(json_array_get(array, i)))
			return false;
	return true;
}

static void new_line(unsigned int depth, FILE *f)
{
	fprintf(f, "\n%*s", (int)depth, "");
}

static int leaf(const json_t *js, unsigned int digits, FILE *f)
{
	return fb_json_put(js, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits), f);
}

static int dump(const json_t *js, unsigned int digits, unsigned int depth, FILE *f);

static int dump_array(const json_t *js, unsigned int digits, unsigned int depth, FILE *f)
{
	bool row = is_row(js);
	size_t i;
	int ret = 0;

	fputc('[', f);
	for (i = 0; !ret && i < json_array_size(js); i++) {
		if (i)
			fputs(row ? ", " : ",", f);
		if (!row)
			new_line(depth + 1, f);
		ret = dump(json_array_get(js, i), digits, depth + 1, f);
	}
	if (!row)
		new_line(depth, f);
	fputc(']', f);
	return ret;
}

static int dump_object(json_t *js, unsigned int digits, unsigned int depth, FILE *f)
{
	const char *key, *sep = "";
	json_t *value;
	int ret = 0;

	fputc('{', f);
	json_object_foreach(js, key, value)
	{
		json_t *name = json_string(key);

		fputs(sep, f);
		sep = ",";
		new_line(depth + 1, f);
		ret = leaf(name, digits, f);
		json_decref(name);
		fputs(": ", f);
		if (!ret)
			ret = dump(value, digits, depth + 1, f);
		if (ret)
			return ret;
	}
	if (json_object_size(js))
		new_line(depth, f);
	fputc('}', f);
	return 0;
}

static int dump(const json_t *js, unsigned int digits, unsigned int depth, FILE *f)
{
	if (json_is_array(js))
		return dump_array(js, digits, depth, f);
	/* jansson's iteration needs an object that is not const. */
	if (json_is_object(js))
		return dump_object((json_t *)js, digits, depth, f);
	return leaf(js, digits, f);
}

json_t *fb_json_string(const char *text)
{
	json_t *js = json_string(text);

	return js ? js : json_string(fb_shown(text));
}

const char *fb_json_text(const json_t *js, const char *key, const char *none)
{
	const char *text = json_string_value(json_object_get(js, key));

	return text ? text : none;
}

int fb_json_dump(const json_t *doc, unsigned int digits, FILE *f)
{
	int ret;

	errno = 0;
	ret = dump(doc, digits, 0, f);
	if (!ret && fputc('\n', f) == EOF)
		ret = -EIO;
	return ret && errno ? -errno : ret;
}

int fb_json_write(const json_t *doc, unsigned int digits, const char *path, struct fb_error *error)
{
	struct fb_staged file;
	int ret = doc ? fb_staged_open(&file, path, error)
		      : fb_error_errno(error, -ENOMEM, "%s", path);

	return ret ? ret : fb_staged_end(&file, fb_json_dump(doc, digits, file.f), error);
}
