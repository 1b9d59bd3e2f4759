// SPDX-License-Identifier: GPL-2.0
/* What a flow costs before and after its packets: to make it, to keep it, to look whether it is over. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/progress.h"
#include "price/path_lab.h"
#include "price/round.h"
#include "price/flow_setup.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"
#include "file/paths.h"
#include "lib/print.h"

#define ADD "flow_offload_add"
#define GC  "nf_flow_offload_work_gc"

/* The flowtable looks through its flows once a second. */
#define GC_SECONDS 5

/* A function that the kernel does not have was not called. */
static int switch_hook(const char *name, bool on)
{
	int ret = fb_hook_switch(name, on);

	return ret == -EOPNOTSUPP ? 0 : ret;
}

/* Bytes that are free, once what was freed just now is. */
static int free_bytes(uint64_t *bytes)
{
	char *text, *p;
	int ret;

	ret = fb_read_file("/proc/meminfo", 65536, &text, NULL);
	if (ret)
		return ret;
	p = strstr(text, "MemFree:");
	*bytes = p ? strtoull(p + 8, NULL, 10) * 1024 : 0;
	free(text);
	return 0;
}

static int mean_of(const char *name, uint64_t *calls, double *mean)
{
	struct fb_span span[FB_BENCH_SPANS];
	unsigned int i, nr;
	double sum;
	char *text;
	int ret;

	*calls = 0;
	*mean = 0;
	ret = fb_benchfs_read("hooks", &text);
	if (ret)
		return ret;
	nr = fb_count_spans(text, span, FB_BENCH_SPANS);
	free(text);
	for (i = 0; i < nr && strcmp(span[i].name, name); i++)
		;
	if (i == nr)
		return 0;
	*calls = span[i].calls;
	ret = fb_hook_sum(name, &sum);
	*mean = ret ? 0 : sum / (double)*calls;
	return ret;
}

/* From here on all that the kernel keeps of flows is counted. */
static int make_flows(struct fb_bench *b, struct fb_bench_setup *su)
{
	uint64_t before = 0, after = 0;
	struct fb_bench_result r;
	int ret;

	ret = fb_bench_configure(b, su->path, su->flows);
	if (!ret)
		ret = free_bytes(&before);
	if (!ret)
		ret = switch_hook(ADD, true);
	if (!ret)
		ret = fb_benchfs_write("reset", "1");
	if (!ret)
		ret = fb_bench_warm_up(su->path, su->flows, &r);
	if (!ret)
		ret = mean_of(ADD, &su->added, &su->add);
	switch_hook(ADD, false);
	if (!ret)
		ret = free_bytes(&after);
	if (ret)
		return ret;
	su->own_memory = r.memory;
	su->memory = before > after + r.memory ? before - after - r.memory : 0;
	return 0;
}

static int collect(struct fb_bench_setup *su)
{
	const struct timespec wait = { .tv_sec = GC_SECONDS };
	int ret;

	ret = switch_hook(GC, true);
	if (!ret)
		ret = fb_benchfs_write("reset", "1");
	if (!ret)
		nanosleep(&wait, NULL);
	if (!ret)
		ret = mean_of(GC, &su->passes, &su->gc);
	switch_hook(GC, false);
	return ret;
}

struct setup_work {
	struct fb_bench *b;
	struct fb_bench_setup *su;
};

static int in_lab(void *ctx)
{
	const struct setup_work *w = ctx;
	int ret;

	ret = make_flows(w->b, w->su);
	return ret ? ret : collect(w->su);
}

int fb_bench_set_up(struct fb_bench *b, const struct fb_bench_path *path, unsigned long flows,
		    struct fb_bench_setup *su)
{
	struct setup_work work = { .b = b, .su = su };

	*su = (struct fb_bench_setup){ .path = path, .flows = flows };
	fb_print_progress("%s, making %lu flow%s", path->name, flows, flows == 1 ? "" : "s");
	return fb_bench_in_lab(path, flows, in_lab, &work);
}

void fb_bench_print_setup(const struct fb_bench *b, const struct fb_bench_setup *su, FILE *to)
{
	char add[24] = "-", gc[24] = "-", memory[24] = "-";

	if (!su) {
		fb_print(to, "%-18s %-4s %7s %8s %10s %12s %12s\n", "path", "mode", "flows", "add",
			 "gc of 1000", "bytes a flow", "own, a flow");
		return;
	}
	if (su->added)
		snprintf(add, sizeof(add), "%.0f", su->add);
	if (su->passes && su->flows)
		snprintf(gc, sizeof(gc), "%.0f", su->gc * 1000 / (double)su->flows);
	/* The kernel takes pages: of few flows that says nothing. */
	if (su->flows >= 10000)
		snprintf(memory, sizeof(memory), "%" PRIu64, su->memory / su->flows);
	fb_print(to, "%-18s %-4s %7lu %8s %10s %12s %12" PRIu64 "\n", su->path->name,
		 fb_bench_mode(b), su->flows, add, gc, memory,
		 su->flows ? su->own_memory / su->flows : 0);
}
