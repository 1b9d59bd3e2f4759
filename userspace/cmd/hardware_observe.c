// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>

#include "cmd/hardware_observe.h"
#include "hardware/rule_words.h"
#include "lib/message.h"
#include "lib/now.h"
#include "lib/print.h"
#include "process/interrupt.h"
#include "system/hardware_observe.h"

/* The module keeps 256 questions. */
#define TURN_MS 100

static int print_question(const struct fb_hw_rule *rule, void *data)
{
	(void)data;
	fb_hw_rule_print(rule, stdout);
	return 0;
}

static int print_new(struct fb_hw_observed *o, struct fb_error *error)
{
	int ret = fb_hw_observe_read(o, print_question, NULL, error);

	if (fflush(stdout) && !ret)
		ret = fb_error_errno(error, -errno, "standard output");
	return ret;
}

static void print_sum(const struct fb_hw_observed *o)
{
	const struct fb_hw_sums *s = &o->sums;

	fb_print(stdout,
		 "%llu rules given, of which no device took %llu; %llu given up; asked for "
		 "statistics %llu times, %llu of them in vain\n",
		 (unsigned long long)s->given, (unsigned long long)s->refused,
		 (unsigned long long)s->destroy, (unsigned long long)s->stats,
		 (unsigned long long)s->silent);
	if (s->open)
		fb_print_note("%llu questions have no answer yet", (unsigned long long)s->open);
	if (o->unseen + s->missed)
		fb_print_note("%llu questions got lost",
			      (unsigned long long)(o->unseen + s->missed));
}

int fb_hardware_observe(double seconds)
{
	double until = fb_now_seconds() + (seconds > 0 ? seconds : INFINITY);
	struct fb_hw_observed o = { .last = 0 };
	struct fb_error error = { "" };
	int ret;

	fb_interrupt_catch();
	ret = fb_hw_observe_on(&error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	while (!ret && fb_now_seconds() < until && !fb_interrupted()) {
		poll(NULL, 0, TURN_MS);
		ret = print_new(&o, &error);
	}
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	else
		print_sum(&o);
	fb_hw_observe_off();
	return ret;
}
