// SPDX-License-Identifier: GPL-2.0
/*
 * Starts and stops the generator's half of the module, but for its files.
 */
#include "bench.h"

int fb_bench_setup(void)
{
	int err;

	err = fb_drops_setup();
	if (err)
		return err;

	err = fb_devices_setup();
	if (err)
		return err;

	err = fb_sink_setup(fb_generator_poll);
	if (err)
		goto devices_teardown;
	return 0;

devices_teardown:
	fb_devices_teardown();
	return err;
}

/* Called after the files were removed, so no run can start. */
void fb_bench_teardown(void)
{
	fb_sink_teardown();
	fb_devices_teardown();
	fb_record_free();
}
