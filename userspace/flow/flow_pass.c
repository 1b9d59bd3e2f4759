// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <time.h>

#include "lib/message.h"
#include "flow/flow_pass.h"
#include "process/interrupt.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"
#include "system/sysctl.h"

/* A pass begins a second after the end of the one before, and a timer of a second may be 32 ms late. */
#define PASS_MS 1150
#define POLL_MS 10
#define PASSES	30

static const char *const timeouts[] = {
	"/proc/sys/net/netfilter/nf_flowtable_udp_timeout",
	"/proc/sys/net/netfilter/nf_flowtable_tcp_timeout",
};

static void sleep_ms(long ms)
{
	struct timespec wait = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&wait, NULL);
}

int fb_flow_timeouts(unsigned int seconds)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < sizeof(timeouts) / sizeof(timeouts[0]); i++)
		ret = fb_sysctl_set(timeouts[i], seconds);
	return ret;
}

int fb_flow_wait_pass(void)
{
	uint64_t calls = 0;
	unsigned int i;
	int ret;

	ret = fb_benchfs_write("reset", "1");
	for (i = 0; !ret && !calls; i++) {
		if (fb_interrupted())
			return -EINTR;
		if (i == PASSES * 1000 / POLL_MS) {
			fb_print_error("no pass of %s for %d s", FB_FLOW_PASS, PASSES);
			return -ETIMEDOUT;
		}
		sleep_ms(POLL_MS);
		ret = fb_hook_calls(FB_FLOW_PASS, &calls, NULL);
	}
	return ret;
}

int fb_flow_price_pass(uint64_t *cost)
{
	uint64_t calls = 0;
	double sum = 0;
	int ret;

	ret = fb_benchfs_write("reset", "1");
	if (!ret)
		sleep_ms(PASS_MS);
	if (!ret)
		ret = fb_hook_calls(FB_FLOW_PASS, &calls, &sum);
	if (!ret && calls != 1) {
		fb_print_error("%s: %" PRIu64 " passes in %d ms, not 1", FB_FLOW_PASS, calls,
			       PASS_MS);
		return -EPROTO;
	}
	*cost = (uint64_t)sum;
	return ret;
}
