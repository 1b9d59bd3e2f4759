// SPDX-License-Identifier: GPL-2.0
/* What can be set of the hardware: words "key=value", and their bounds. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "hardware.h"

struct fb_hw_knobs fb_hw_knobs;

/* Words of the keys. The first one is the default. */
static const char * const fb_hw_error_names[] = {
	"EOPNOTSUPP", "ENOSPC", "EEXIST", "ENOMEM", "EIO", "EINVAL", NULL
};

static const char * const fb_hw_mode_names[] = {
	[FB_HW_FORWARD] = "forward", [FB_HW_HOLD] = "hold", [FB_HW_SHADOW] = "shadow", NULL
};

static const char * const fb_hw_as_names[] = {
	[FB_HW_AS_ANY] = "any", [FB_HW_AS_MTK] = "mtk", [FB_HW_AS_TINY] = "tiny",
	[FB_HW_AS_SLOW] = "slow", NULL
};

static const char * const fb_hw_stats_names[] = {
	[FB_HW_STATS_EXACT] = "exact", [FB_HW_STATS_DELAYED] = "delayed",
	[FB_HW_STATS_STUCK] = "stuck", NULL
};

static const int fb_hw_errnos[] = {
	-EOPNOTSUPP, -ENOSPC, -EEXIST, -ENOMEM, -EIO, -EINVAL
};

/**
 * struct fb_hw_knob - one key
 * @name: of the key
 * @offset: of its number in struct fb_hw_knobs
 * @min: least value
 * @max: greatest value
 * @usual: value of a hardware that was just switched on
 * @names: words for the numbers from 0 on, and NULL behind them; or NULL, and then it is a number
 */
struct fb_hw_knob {
	const char *name;
	size_t offset;
	unsigned int min;
	unsigned int max;
	unsigned int usual;
	const char * const *names;
};

#define FB_HW_KNOB(_name, _field, _min, _max, _usual)			\
	{								\
		.name = (_name),					\
		.offset = offsetof(struct fb_hw_knobs, _field),		\
		.min = (_min),						\
		.max = (_max),						\
		.usual = (_usual),					\
	}

#define FB_HW_WORDS(_name, _field, _names)				\
	{								\
		.name = (_name),					\
		.offset = offsetof(struct fb_hw_knobs, _field),		\
		.names = (_names),					\
	}

static const struct fb_hw_knob fb_hw_table[] = {
	FB_HW_KNOB(FB_HW_KEY_TABLE, table, FB_HW_TABLE_MIN, FB_HW_TABLE_MAX, FB_HW_TABLE_DEFAULT),
	FB_HW_KNOB(FB_HW_KEY_REFUSE, refuse, 0, FB_HW_REFUSE_MAX, 0),
	FB_HW_WORDS(FB_HW_KEY_ERROR, error, fb_hw_error_names),
	FB_HW_KNOB(FB_HW_KEY_SLEEP, sleep, 0, FB_HW_SLEEP_MAX, 0),
	FB_HW_WORDS(FB_HW_KEY_MODE, mode, fb_hw_mode_names),
	FB_HW_WORDS(FB_HW_KEY_AS, as, fb_hw_as_names),
	FB_HW_WORDS(FB_HW_KEY_STATS, stats, fb_hw_stats_names),
	FB_HW_KNOB(FB_HW_KEY_DELAY, delay, 0, FB_HW_DELAY_MAX, FB_HW_DELAY_DEFAULT),
	FB_HW_KNOB(FB_HW_KEY_FORGET, forget, 0, FB_HW_REFUSE_MAX, 0),
	FB_HW_KNOB(FB_HW_KEY_KEEP, keep, 0, FB_HW_KEEP_MAX, 0),
};

static unsigned int *fb_hw_knob_at(struct fb_hw_knobs *knobs, const struct fb_hw_knob *knob)
{
	return (unsigned int *)((char *)knobs + knob->offset);
}

/**
 * fb_hw_knobs_defaults() - set what a hardware has that was just switched on
 * @knobs: receives it
 */
void fb_hw_knobs_defaults(struct fb_hw_knobs *knobs)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fb_hw_table); i++)
		*fb_hw_knob_at(knobs, &fb_hw_table[i]) = fb_hw_table[i].usual;
}

static int fb_hw_knob_read(const struct fb_hw_knob *knob, const char *text, unsigned int *value)
{
	int i;

	if (knob->names) {
		i = match_string(knob->names, -1, text);
		if (i < 0)
			return -EINVAL;
		*value = i;
		return 0;
	}
	/* Digits only: kstrtouint() takes a sign. */
	if (!*text || strspn(text, "0123456789") != strlen(text) || kstrtouint(text, 10, value))
		return -EINVAL;
	return *value < knob->min || *value > knob->max ? -EINVAL : 0;
}

/**
 * fb_hw_knobs_set() - read one word
 * @knobs: what it is set in
 * @word: "key=value"
 *
 * Return: 0, or -EINVAL if there is no such key, or its value is out of bounds.
 */
int fb_hw_knobs_set(struct fb_hw_knobs *knobs, const char *word)
{
	const char *value = strchr(word, '=');
	unsigned int i, number;
	int err;

	if (!value)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(fb_hw_table); i++) {
		const struct fb_hw_knob *knob = &fb_hw_table[i];
		size_t len = strlen(knob->name);

		if (len != value - word || strncmp(word, knob->name, len))
			continue;
		err = fb_hw_knob_read(knob, value + 1, &number);
		if (!err)
			*fb_hw_knob_at(knobs, knob) = number;
		return err;
	}
	return -EINVAL;
}

/**
 * fb_hw_knobs_apply() - let callbacks and packets see what is set
 * @knobs: what is set
 *
 * Context: process; the control file's lock is held.
 */
void fb_hw_knobs_apply(const struct fb_hw_knobs *knobs)
{
	struct fb_hw_knobs from = *knobs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fb_hw_table); i++)
		WRITE_ONCE(*fb_hw_knob_at(&fb_hw_knobs, &fb_hw_table[i]),
			   *fb_hw_knob_at(&from, &fb_hw_table[i]));
}

/* Returns the negative errno that the knob "error" stands for. */
int fb_hw_knobs_errno(unsigned int error)
{
	return fb_hw_errnos[error];
}

/**
 * fb_hw_knobs_show() - print all keys, as they can be written again
 * @m: where to
 * @knobs: what is set
 */
void fb_hw_knobs_show(struct seq_file *m, const struct fb_hw_knobs *knobs)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fb_hw_table); i++) {
		const struct fb_hw_knob *knob = &fb_hw_table[i];
		unsigned int value = *(const unsigned int *)((const char *)knobs + knob->offset);

		if (knob->names)
			seq_printf(m, "%s=%s\n", knob->name, knob->names[value]);
		else
			seq_printf(m, "%s=%u\n", knob->name, value);
	}
}
