// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/hardware_observe.h"
#include "flowbench_uapi.h"
#include "hardware/rule_words.h"
#include "lib/fields.h"
#include "lib/message.h"
#include "lib/now.h"
#include "lib/print.h"
#include "process/interrupt.h"
#include "system/debugfs.h"

#define OBSERVED FB_DIR_HARDWARE "/" FB_FILE_HW_OBSERVED

/* The module keeps 256 questions. */
#define TURN_MS 100

/* The sums in the first line of the file. */
struct sums {
	uint64_t given;
	uint64_t refused;
	uint64_t destroy;
	uint64_t stats;
	uint64_t missed;
};

#define AT(member) FB_FIELD_AT(struct sums, member)

static const struct fb_field fields[] = {
	{ "given", FB_FIELD_UNSIGNED, AT(given) },
	{ "refused", FB_FIELD_UNSIGNED, AT(refused) },
	{ "destroy", FB_FIELD_UNSIGNED, AT(destroy) },
	{ "stats", FB_FIELD_UNSIGNED, AT(stats) },
	{ "missed", FB_FIELD_UNSIGNED, AT(missed) },
	{ NULL },
};

/* What has been printed, and the sums since. */
struct observed {
	uint32_t last;
	uint64_t unseen;
	struct sums sums;
};

static int refuse(const struct fb_error *error, int ret)
{
	if (ret)
		fb_print_error(OBSERVED ": %s", fb_error_text(error, ret));
	return ret;
}

static int read_sums(struct sums *sums, char *line)
{
	struct fb_error error = { "" };
	struct fb_words w;
	int ret = fb_words_split(&w, line, &error);

	if (!ret)
		ret = fb_fields_read(&w, fields, sums, &error);
	return refuse(&error, ret);
}

/* Prints a question, unless it was printed before. */
static int print_question(struct observed *o, char *line)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	int ret = refuse(&error, fb_hw_rule_parse(line, &rule, &error));

	if (ret)
		return ret;
	if (rule.id <= o->last)
		return 0;
	o->unseen += rule.id - o->last - 1;
	o->last = rule.id;
	fb_hw_rule_print(&rule, stdout);
	return 0;
}

static int print_new(struct observed *o)
{
	char *text = NULL, *line, *rest = NULL;
	int ret = fb_benchfs_read(OBSERVED, &text);

	if (ret) {
		fb_print_error(OBSERVED ": %s", strerror(-ret));
		return ret;
	}
	line = strtok_r(text, "\n", &rest);
	if (!line) {
		free(text);
		return -ENODATA;
	}
	ret = read_sums(&o->sums, line);
	while (!ret && (line = strtok_r(NULL, "\n", &rest)))
		ret = print_question(o, line);
	if (fflush(stdout) && !ret)
		ret = -errno;
	free(text);
	return ret;
}

static void print_sum(const struct observed *o)
{
	const struct sums *s = &o->sums;

	fb_print(stdout,
		 "%llu rules given, of which no device took %llu; %llu given up; asked for "
		 "statistics %llu times\n",
		 (unsigned long long)s->given, (unsigned long long)s->refused,
		 (unsigned long long)s->destroy, (unsigned long long)s->stats);
	if (o->unseen + s->missed)
		fb_print_note("%llu questions got lost",
			      (unsigned long long)(o->unseen + s->missed));
}

static int begin(void)
{
	int ret = fb_benchfs_write(OBSERVED, FB_HW_ON);

	if (ret == -EBUSY)
		fb_print_error(
			"somebody observes already: echo off >/sys/kernel/debug/" FB_DEBUGFS_DIR
			"/" OBSERVED);
	else if (ret == -ENOENT)
		fb_print_error(
			"module flowbench is not loaded, or nf_flow_table is not, which comes "
			"with the first flowtable");
	else if (ret)
		fb_print_error(OBSERVED ": %s", strerror(-ret));
	return ret;
}

int fb_hardware_observe(double seconds)
{
	double until = fb_now_seconds() + (seconds > 0 ? seconds : INFINITY);
	struct observed o = { .last = 0 };
	int ret;

	fb_interrupt_catch();
	ret = begin();
	if (ret)
		return ret;
	while (!ret && fb_now_seconds() < until && !fb_interrupted()) {
		poll(NULL, 0, TURN_MS);
		ret = print_new(&o);
	}
	if (ret == -ENODATA)
		fb_print_error("somebody has switched it off");
	else if (!ret)
		print_sum(&o);
	fb_benchfs_write(OBSERVED, FB_HW_OFF);
	return ret;
}
