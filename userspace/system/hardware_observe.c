// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "flowbench_uapi.h"
#include "system/debugfs.h"
#include "system/hardware_observe.h"

#define OBSERVED FB_DIR_HARDWARE "/" FB_FILE_HW_OBSERVED

int fb_hw_observe_read(struct fb_hw_observed *o, fb_hw_question_fn *each, void *data,
		       struct fb_error *error)
{
	char *text = NULL;
	int ret = fb_benchfs_read(OBSERVED, &text);

	if (ret)
		return fb_error_errno(error, ret, OBSERVED);
	ret = fb_hw_observed_text(o, text, each, data, error);
	free(text);
	return ret && ret != -ENODATA ? fb_error_prefix(error, ret, OBSERVED) : ret;
}

int fb_hw_observe_on(struct fb_error *error)
{
	int ret = fb_benchfs_write(OBSERVED, FB_HW_ON);

	if (ret == -EBUSY)
		return fb_error(error, ret,
				"somebody observes already: echo off >/sys/kernel/debug/%s",
				FB_DEBUGFS_DIR "/" OBSERVED);
	if (ret == -ENOENT)
		return fb_error(error, ret,
				"module flowbench is not loaded, or nf_flow_table is not, which "
				"comes with the first flowtable");
	return ret ? fb_error_errno(error, ret, OBSERVED) : 0;
}

void fb_hw_observe_off(void)
{
	fb_benchfs_write(OBSERVED, FB_HW_OFF);
}
