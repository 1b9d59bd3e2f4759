// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "lib/fields.h"

static int read_unsigned(const struct fb_field *f, const char *value, void *to,
			 struct fb_error *error)
{
	bool is_long = f->size == sizeof(uint64_t);
	uint64_t most = f->type == FB_FIELD_BOOL ? 1 : is_long ? UINT64_MAX : UINT32_MAX, number;

	if (fb_number(value, 0, most, &number))
		return is_long ? fb_error(error, -EINVAL, "'%s=%.40s': expected a number", f->key,
					  value)
			       : fb_error(error, -EINVAL, "'%s=%.40s': expected a number up to %u",
					  f->key, value, (unsigned int)most);
	if (f->type == FB_FIELD_BOOL)
		*(bool *)to = number;
	else if (is_long)
		*(uint64_t *)to = number;
	else
		*(uint32_t *)to = (uint32_t)number;
	return 0;
}

static int read_signed(const struct fb_field *f, const char *value, void *to,
		       struct fb_error *error)
{
	int64_t n = f->none;

	if (strcmp(value, "-") && fb_signed(value, INT32_MIN, INT32_MAX, &n))
		return fb_error(error, -EINVAL, "'%s=%.40s': expected a number", f->key, value);
	*(int *)to = (int)n;
	return 0;
}

static int read_text(const struct fb_field *f, const char *value, char *to, struct fb_error *error)
{
	if (strlen(value) >= f->size)
		return fb_error(error, -EINVAL, "'%s=%.40s…' is too long", f->key, value);
	strcpy(to, value);
	if (f->edit)
		f->edit(to);
	return 0;
}

static int read_value(const struct fb_field *f, const char *value, void *to, struct fb_error *error)
{
	switch (f->type) {
	case FB_FIELD_SIGNED:
		return read_signed(f, value, to, error);
	case FB_FIELD_TEXT:
		return read_text(f, value, to, error);
	case FB_FIELD_IS:
		*(bool *)to = !strcmp(value, f->word);
		return 0;
	default:
		return read_unsigned(f, value, to, error);
	}
}

static bool is_last(const struct fb_field *f, const char *value)
{
	return (f->last[0] && !strcmp(value, f->last[0])) ||
	       (f->last[1] && !strcmp(value, f->last[1]));
}

int fb_fields_read(struct fb_words *w, const struct fb_field *field, void *to,
		   struct fb_error *error)
{
	for (; field->key; field++) {
		const char *value = fb_words_value(w, field->key);
		int ret;

		if (!value && field->optional)
			continue;
		if (!value)
			return fb_error(error, -EINVAL, "no '%s='", field->key);
		ret = read_value(field, value, (char *)to + field->offset, error);
		if (ret || is_last(field, value))
			return ret;
	}
	return 0;
}
