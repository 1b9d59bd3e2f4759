// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flowbench_uapi.h"
#include "lib/message.h"
#include "flow/flow_worker.h"
#include "price/prices.h"
#include "process/interrupt.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"

#define WORKER	 "flow_offload_work_handler"

#define COUNTERS FB_DIR_HARDWARE "/" FB_FILE_HW_COUNTERS

/* Without a call for so long, the worker has nothing to do. It is given work while packets are sent, not later. */
#define QUIET_MS 20
/* A table of 10,000 flows is given to hardware in half a second of the emulated guest. */
#define MOST_MS 20000

/* The kernel's queues of work for hardware, which sysfs has */
static const char *const queues[] = { "nf_ft_offload_add", "nf_ft_offload_del",
				      "nf_ft_offload_stats" };

bool fb_flow_in_hardware(const struct fb_bench_path *path)
{
	return path->with && strstr(path->with, ".hardware");
}

/* One piece of work at once. 5.10 has one queue, whose limit cannot be set. */
static void set_active(bool one)
{
	static unsigned int before[sizeof(queues) / sizeof(queues[0])];
	char path[96];
	unsigned int i;
	FILE *f;

	for (i = 0; i < sizeof(queues) / sizeof(queues[0]); i++) {
		snprintf(path, sizeof(path), "/sys/devices/virtual/workqueue/%s/max_active",
			 queues[i]);
		f = fopen(path, "r+");
		if (!f)
			continue;
		if (one && fscanf(f, "%u", &before[i]) != 1)
			before[i] = 0;
		rewind(f);
		/* What was not limited here is not set back. */
		if (before[i])
			fprintf(f, "%u\n", one ? 1U : before[i]);
		if (!one)
			before[i] = 0;
		fclose(f);
	}
}

/*
 * What the hook counts of a call is all that ran until it returned. So that it is the worker alone, this process runs only where
 * nobody else wants to (SCHED_IDLE), and the queues do one thing at a time.
 */
int fb_flow_worker_switch(bool on)
{
	const struct sched_param none = { .sched_priority = 0 };
	int ret = fb_hook_switch(WORKER, on);

	if (ret && on)
		fb_print_error("hook " WORKER ": %s", strerror(-ret));
	if (!ret && sched_setscheduler(0, on ? SCHED_IDLE : SCHED_OTHER, &none)) {
		ret = -errno;
		fb_print_error("sched_setscheduler: %s", strerror(-ret));
	}
	if (!ret || !on)
		set_active(on);
	return ret;
}

static int read_spent(uint64_t *spent)
{
	char *text, *found;
	int ret = fb_benchfs_read(COUNTERS, &text);

	if (ret) {
		fb_print_error(COUNTERS ": %s", strerror(-ret));
		return ret;
	}
	found = strstr(text, "\nspent=");
	*spent = found ? strtoull(found + 7, NULL, 10) : 0;
	free(text);
	if (found)
		return 0;
	fb_print_error(COUNTERS " has no spent=");
	return -EPROTO;
}

/* Waits until no call comes for a while. */
static int settle(uint64_t *calls)
{
	struct timespec wait = { .tv_nsec = QUIET_MS * 1000000 };
	uint64_t before = UINT64_MAX;
	unsigned int i;
	int ret = 0;

	*calls = 0;
	for (i = 0; !ret && *calls != before; i++) {
		if (fb_interrupted())
			return -EINTR;
		if (i == MOST_MS / QUIET_MS) {
			fb_print_error(WORKER ": still at work after %d s", MOST_MS / 1000);
			return -ETIMEDOUT;
		}
		before = *calls;
		nanosleep(&wait, NULL);
		ret = fb_hook_calls(WORKER, calls, NULL);
		/* The first turn has nothing before it. */
		if (!i)
			before = UINT64_MAX;
	}
	return ret;
}

int fb_flow_worker_mark(struct fb_flow_mark *mark)
{
	int ret = settle(&mark->calls);

	if (!ret)
		ret = fb_hook_calls(WORKER, &mark->calls, &mark->sum);
	return ret ? ret : read_spent(&mark->spent);
}

int fb_flow_worker_since(const struct fb_flow_mark *mark, bool reset, uint64_t calls,
			 uint64_t *cost)
{
	const struct fb_flow_mark none = { .spent = mark->spent }, *before = reset ? &none : mark;
	struct fb_flow_mark now;
	int ret = fb_flow_worker_mark(&now);

	if (ret)
		return ret;
	if (now.calls - before->calls != calls) {
		fb_print_error(WORKER ": %" PRIu64 " calls, not %" PRIu64,
			       now.calls - before->calls, calls);
		return -EPROTO;
	}
	now.sum -= before->sum;
	now.spent -= before->spent;
	if (now.sum < (double)now.spent) {
		fb_print_error(WORKER ": took %.0f, of which hardware took %" PRIu64, now.sum,
			       now.spent);
		return -EPROTO;
	}
	*cost = (uint64_t)now.sum - now.spent;
	return 0;
}
