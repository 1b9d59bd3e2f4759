// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "hardware/observed.h"
#include "lib/fields.h"
#include "lib/words.h"

#define OBSERVED   FB_DIR_HARDWARE "/" FB_FILE_HW_OBSERVED

#define AT(member) FB_FIELD_AT(struct fb_hw_sums, member)

static const struct fb_field fields[] = {
	{ "given", FB_FIELD_UNSIGNED, AT(given) },
	{ "refused", FB_FIELD_UNSIGNED, AT(refused) },
	{ "destroy", FB_FIELD_UNSIGNED, AT(destroy) },
	{ "stats", FB_FIELD_UNSIGNED, AT(stats) },
	{ "silent", FB_FIELD_UNSIGNED, AT(silent) },
	{ "open", FB_FIELD_UNSIGNED, AT(open) },
	{ "missed", FB_FIELD_UNSIGNED, AT(missed) },
	{ NULL },
};

static int read_sums(struct fb_hw_sums *sums, char *line, struct fb_error *error)
{
	struct fb_words w;
	int ret = fb_words_split(&w, line, error);

	return ret ? ret : fb_fields_read(&w, fields, sums, error);
}

static int read_question(struct fb_hw_observed *o, char *line, fb_hw_question_fn *each, void *data,
			 struct fb_error *error)
{
	struct fb_hw_rule rule;
	int ret = fb_hw_rule_parse(line, &rule, error);

	if (ret || rule.id <= o->last)
		return ret;
	o->unseen += rule.id - o->last - 1;
	o->last = rule.id;
	return each(&rule, data);
}

int fb_hw_observed_text(struct fb_hw_observed *o, char *text, fb_hw_question_fn *each, void *data,
			struct fb_error *error)
{
	char *rest = NULL, *line = strtok_r(text, "\n", &rest);
	int ret;

	if (!line)
		return fb_error(error, -ENODATA, "somebody has switched it off");
	ret = read_sums(&o->sums, line, error);
	while (!ret && (line = strtok_r(NULL, "\n", &rest)))
		ret = read_question(o, line, each, data, error);
	return ret;
}
