// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/debugfs.h"
#include "system/hardware_observe.h"
#include "why/hardware.h"

#define REFUSED FB_DIR_HARDWARE "/" FB_FILE_HW_REFUSED

void fb_why_hw_begin(struct fb_why_hardware *h)
{
	if (h->watches)
		return;
	fb_error_clear(&h->why_not);
	h->watches = !fb_hw_observe_on(&h->why_not);
}

static int add_question(const struct fb_hw_rule *rule, void *data)
{
	return fb_why_hw_add(data, rule);
}

int fb_why_hw_read(struct fb_why_hardware *h, struct fb_error *error)
{
	int ret;

	if (!h->watches)
		return 0;
	ret = fb_hw_observe_read(&h->observed, add_question, &h->flows, error);
	/* Somebody has switched it off. */
	if (ret == -ENODATA) {
		h->why_not = *error;
		h->watches = false;
		fb_error_clear(error);
		return 0;
	}
	return ret;
}

/* The model says with which error it refused a rule; the kernel forgets that. Without the model, the text is empty. */
static int read_refusals(struct fb_why_hardware *h, struct fb_error *error)
{
	char *text = NULL, *line, *rest = NULL;
	struct fb_hw_rule rule;
	int ret = fb_benchfs_read(REFUSED, &text);

	if (ret)
		return fb_error_errno(error, ret, REFUSED);
	for (line = strtok_r(text, "\n", &rest); line && !ret; line = strtok_r(NULL, "\n", &rest)) {
		ret = fb_hw_rule_parse(line, &rule, error);
		if (!ret)
			ret = fb_why_hw_add(&h->flows, &rule);
	}
	free(text);
	return ret;
}

int fb_why_hw_answer(struct fb_why_hardware *h, struct fb_error *error)
{
	int ret = fb_why_hw_read(h, error);

	if (!ret && h->watches && h->observed.sums.refused)
		ret = read_refusals(h, error);
	h->flows.lost += h->observed.unseen + h->observed.sums.missed;
	h->flows.open = h->observed.sums.open;
	if (!ret)
		fb_why_hw_sort(&h->flows);
	return ret;
}

void fb_why_hw_end(struct fb_why_hardware *h)
{
	if (h->watches)
		fb_hw_observe_off();
	h->watches = false;
	fb_why_hw_flows_free(&h->flows);
}
