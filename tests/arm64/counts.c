// SPDX-License-Identifier: GPL-2.0
/*
 * counts: what the processor's PMU (INST_RETIRED) and its clock (CNTVCT_EL0) say of some windows of code, "KIND N CLOCK PMU" a line.
 * A plugin of QEMU counts the same windows (FB_MARK_ALL). For arm64, as root.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "price/mark.h"

/* Arm ARM, D17.11: an instruction was executed, and not squashed. */
#define INST_RETIRED 0x08

/* config1 of armv8_pmuv3: user space may read the counter. */
#define RDPMC 2

#define PMU "/sys/bus/event_source/devices/armv8_pmuv3/type"

/* Blocks begin here, so that the plugin's window has the same edges each time. */
#define EDGE() __asm__ volatile("b 1f\n1:\tb 2f\n2:" : : : "memory")

static int pmu_type(void)
{
	FILE *f = fopen(PMU, "re");
	int type = -1;

	if (f && fscanf(f, "%d", &type) != 1)
		type = -1;
	if (f)
		fclose(f);
	return type;
}

static bool allow(void)
{
	FILE *f = fopen("/proc/sys/kernel/perf_user_access", "we");
	bool done = f && fputs("1\n", f) > 0;

	return f && !fclose(f) && done;
}

/* Opens the event for this task; Return: whether its counter is the first one, which count() reads. */
static bool open_counter(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .config = INST_RETIRED, .config1 = RDPMC };
	const struct perf_event_mmap_page *page;
	int type = pmu_type(), fd;

	if (type < 0 || !allow())
		return false;
	attr.type = (uint32_t)type;
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0)
		return false;
	page = mmap(NULL, (size_t)getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	return page != MAP_FAILED && page->cap_user_rdpmc && page->index == 1;
}

static uint64_t now(void)
{
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
	return ticks;
}

/* 32 bits, which wrap */
static uint32_t count(void)
{
	uint64_t n;

	__asm__ volatile("mrs %0, pmevcntr0_el0\n\tisb" : "=r"(n) : : "memory");
	return (uint32_t)n;
}

static void run(bool calls, uint64_t n)
{
	uint64_t i;

	for (i = 0; i < n; i++)
		if (calls)
			syscall(SYS_getppid);
		else
			__asm__ volatile("nop" : : : "memory");
}

/* The same code around each window */
__attribute__((noinline, noclone)) static void window(bool calls, uint64_t n, uint64_t *clock, uint32_t *pmu)
{
	uint64_t begin = now();
	uint32_t first = count();

	fb_mark(FB_MARK_ALL);
	EDGE();
	run(calls, n);
	EDGE();
	fb_mark(FB_MARK_END);
	*pmu = count() - first;
	*clock = now() - begin;
}

/* The event is of this task, so that no other task may run in a window. Interrupts may. */
static bool run_alone(void)
{
	struct sched_param param = { .sched_priority = 1 };

	return !sched_setscheduler(0, SCHED_FIFO, &param);
}

int main(void)
{
	static const uint64_t sizes[] = { 0, 1, 10, 1000, 100000, 4000000 };
	uint64_t clock;
	uint32_t pmu;
	unsigned int i;

	if (!run_alone() || !open_counter()) {
		fprintf(stderr, "counts: no counter of armv8_pmuv3 that user space may read: %s\n", strerror(errno));
		return 1;
	}
	/* The first one is cold: its pages are mapped in it. */
	window(false, 1, &clock, &pmu);
	window(true, 1, &clock, &pmu);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		window(false, sizes[i], &clock, &pmu);
		printf("nops %llu %llu %u\n", (unsigned long long)sizes[i], (unsigned long long)clock, pmu);
		window(true, sizes[i] / 100, &clock, &pmu);
		printf("calls %llu %llu %u\n", (unsigned long long)sizes[i] / 100, (unsigned long long)clock, pmu);
	}
	return 0;
}
