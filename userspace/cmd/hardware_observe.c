// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/hardware_observe.h"
#include "flowbench_uapi.h"
#include "hardware/rule_words.h"
#include "lib/message.h"
#include "lib/now.h"
#include "lib/print.h"
#include "process/interrupt.h"
#include "system/debugfs.h"

#define OBSERVED FB_DIR_HARDWARE "/" FB_FILE_HW_OBSERVED

/* The module keeps 256 questions. */
#define TURN_MS 100

/* What has been printed. */
struct observed {
	uint32_t last;
	uint64_t unseen;
	char *counters;
};

/* Prints a question, unless it was printed before. */
static int print_question(struct observed *o, char *line)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	int ret = fb_hw_rule_parse(line, &rule, &error);

	if (ret) {
		fb_print_error(OBSERVED ": %s", fb_error_text(&error, ret));
		return ret;
	}
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

	if (ret)
		return ret;
	line = strtok_r(text, "\n", &rest);
	if (!line) {
		free(text);
		return -ENODATA;
	}
	free(o->counters);
	o->counters = strdup(line);
	while (!ret && (line = strtok_r(NULL, "\n", &rest)))
		ret = print_question(o, line);
	if (fflush(stdout) && !ret)
		ret = -errno;
	free(text);
	return ret;
}

/* Returns one of the counters of the first line. */
static unsigned long long counter(const struct observed *o, const char *key)
{
	const char *at = o->counters ? strstr(o->counters, key) : NULL;

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void print_sum(const struct observed *o)
{
	fb_print(stdout,
		 "%llu rules given, of which no device took %llu; %llu given up; asked for "
		 "statistics %llu times\n",
		 counter(o, "given="), counter(o, "refused="), counter(o, "destroy="),
		 counter(o, "stats="));
	if (o->unseen + counter(o, "missed="))
		fb_print_note("%llu questions got lost",
			      (unsigned long long)o->unseen + counter(o, "missed="));
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
	else if (ret)
		fb_print_error(OBSERVED ": %s", strerror(-ret));
	else
		print_sum(&o);
	fb_benchfs_write(OBSERVED, FB_HW_OFF);
	free(o.counters);
	return ret;
}
