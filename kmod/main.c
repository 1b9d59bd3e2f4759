// SPDX-License-Identifier: GPL-2.0
/*
 * flowbench: counts and times what the kernel does with a forwarded packet. This
 * file starts and stops the parts of the module.
 */
#include <linux/init.h>
#include <linux/module.h>

#include "flowbench.h"

static int __init fb_init(void)
{
	int err;

	err = fb_hooks_setup();
	if (err)
		return err;

	err = fb_ingress_setup();
	if (err)
		goto hooks_teardown;

	err = fb_bench_setup();
	if (err)
		goto ingress_teardown;

	err = fb_why_setup();
	if (err)
		goto bench_teardown;

	err = fb_hw_setup();
	if (err)
		goto why_teardown;

	err = fb_debugfs_setup();
	if (err)
		goto hw_teardown;
	return 0;

hw_teardown:
	fb_hw_teardown();
why_teardown:
	fb_why_teardown();
bench_teardown:
	fb_bench_teardown();
ingress_teardown:
	fb_ingress_teardown();
hooks_teardown:
	fb_hooks_teardown();
	return err;
}

static void __exit fb_exit(void)
{
	fb_debugfs_teardown();
	fb_hw_teardown();
	fb_why_teardown();
	fb_bench_teardown();
	fb_ingress_teardown();
	fb_hooks_teardown();
}

module_init(fb_init);
module_exit(fb_exit);

MODULE_AUTHOR("flowbench developers");
MODULE_DESCRIPTION("Hooks and packet marks around flowtable and IPsec forwarding");
MODULE_VERSION(FB_MODULE_VERSION);
MODULE_LICENSE("GPL");
