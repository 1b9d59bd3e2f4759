// SPDX-License-Identifier: GPL-2.0
/*
 * Starts and stops the generator's half of the module, but for its files.
 */
#include "bench.h"

/**
 * fb_bench_setup() - get ready; no run is active
 *
 * Return: 0 or a negative errno.
 */
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

/**
 * fb_bench_teardown() - remove the sink devices and free the recording
 *
 * The files are gone: nobody can start a run.
 */
void fb_bench_teardown(void)
{
	fb_sink_teardown();
	fb_devices_teardown();
	fb_record_free();
}
