// SPDX-License-Identifier: GPL-2.0
/* flowbench calibrate: what it costs to look at a packet, by each way there is of looking. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "bench/lab.h"
#include "bench/load.h"
#include "bench/round.h"
#include "cmd/cmd.h"
#include "kernel/debugfs.h"
#include "lib/err.h"
#include "lib/interrupt.h"

#define ROUNDS 5
/* Called once for each packet of the path that is measured. */
#define PATH  "forward"
#define WHERE "ip_forward"

static const struct fb_option options[] = {
	FB_QUIET("no progress"),
	{ NULL },
};

static int trace(const char *file, const char *text)
{
	return tracefs_instance_file_write(NULL, file, text) < 0 ? -EOPNOTSUPP : 0;
}

static int trace_append(const char *file, const char *text)
{
	return tracefs_instance_file_append(NULL, file, text) < 0 ? -EOPNOTSUPP : 0;
}

static int latency(bool on)
{
	return fb_benchfs_config(on ? "latency=1" : "latency=0");
}

static int hook(bool on)
{
	return fb_benchfs_write("hooks", on ? "+" WHERE : "-" WHERE);
}

static int packet_event(bool on)
{
	return trace("events/flowbench/packet/enable", on ? "1" : "0");
}

static int tracer(const char *name, bool on)
{
	int ret;

	if (!on) {
		trace("current_tracer", "nop");
		return trace("set_ftrace_filter", " ");
	}
	ret = trace("set_ftrace_filter", WHERE);
	return ret ? ret : trace("current_tracer", name);
}

static int function(bool on)
{
	return tracer("function", on);
}

static int function_graph(bool on)
{
	return tracer("function_graph", on);
}

static int probe_event(const char *what, bool on)
{
	int ret;

	if (!on) {
		trace("events/kprobes/fb_calibrate/enable", "0");
		return trace_append("kprobe_events", "-:fb_calibrate");
	}
	ret = trace_append("kprobe_events", what);
	return ret ? ret : trace("events/kprobes/fb_calibrate/enable", "1");
}

static int kprobe(bool on)
{
	return probe_event("p:fb_calibrate " WHERE, on);
}

static int kretprobe(bool on)
{
	return probe_event("r:fb_calibrate " WHERE, on);
}

static const struct {
	const char *what;
	int (*turn)(bool on);
} ways[] = {
	{ "latency=1: two time stamps, a histogram", latency },
	{ "a hook", hook },
	{ "event flowbench:packet", packet_event },
	{ "kprobe event", kprobe },
	{ "kretprobe event", kretprobe },
	{ "function tracer, one function", function },
	{ "function_graph, one function", function_graph },
};

#define NR (sizeof(ways) / sizeof(ways[0]))

struct calibration {
	struct fb_bench *b;
	double plain;
	double price[NR];
	int err[NR];
};

static int median(const struct fb_bench *b, double *price)
{
	struct fb_bench_result r[ROUNDS];
	struct fb_bench_stat st;
	double v[ROUNDS];
	struct fb_why why = { "" };
	unsigned int i;
	int ret;

	ret = fb_bench_round(b, "sink", r, ROUNDS, &why);
	if (!ret && !fb_why_empty(&why)) {
		fb_err("%s", why.text);
		ret = -EPROTO;
	}
	for (i = 0; !ret && i < ROUNDS; i++)
		v[i] = fb_bench_price(b, &r[i]);
	if (ret)
		return ret;
	fb_bench_stat(v, ROUNDS, &st);
	*price = st.median;
	return 0;
}

static int in_lab(void *ctx)
{
	struct calibration *cal = ctx;
	struct fb_bench_result r;
	unsigned int i;
	int ret;

	ret = fb_bench_configure(cal->b, &cal->b->path[0], 1);
	if (!ret)
		ret = fb_bench_warm_up(&cal->b->path[0], 1, &r);
	if (!ret)
		ret = median(cal->b, &cal->plain);
	for (i = 0; !ret && i < NR; i++) {
		cal->err[i] = ways[i].turn(true);
		if (!cal->err[i])
			ret = median(cal->b, &cal->price[i]);
		ways[i].turn(false);
	}
	return ret;
}

static void print(const struct calibration *cal)
{
	const char *kernel = fb_fingerprint_get(&cal->b->fp, "kernel");
	unsigned int i;

	printf("what looking at each packet adds to its price on %s, %s\n",
	       kernel ? kernel : "an unknown kernel", cal->b->insn ? "in instructions" : "in ns");
	for (i = 0; i < NR; i++) {
		if (cal->err[i])
			printf("%8s  %s\n", "-", ways[i].what);
		else
			printf("%8.0f  %s\n", cal->price[i] - cal->plain, ways[i].what);
	}
}

static int run(void *given, int nr, char **operands)
{
	struct fb_bench b = { .want = { .rounds = ROUNDS, .packets = 1000 } };
	struct calibration cal = { .b = &b };
	char *name[] = { PATH };
	const char *mode;
	int ret;

	(void)given;
	(void)nr;
	(void)operands;
	ret = fb_bench_preflight();
	if (!ret)
		ret = fb_bench_load(&b, name, 1);
	if (!ret)
		ret = fb_fingerprint_read(&b.fp);
	if (!ret) {
		mode = fb_fingerprint_get(&b.fp, "mode");
		b.insn = mode && !strcmp(mode, "icount");
		fb_interrupt_catch();
		ret = fb_bench_in_lab(&b.path[0], 1, in_lab, &cal);
	}
	if (!ret)
		print(&cal);
	else if (ret == -EINTR)
		fb_err("interrupted");
	fb_bench_free(&b);
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

const struct fb_command fb_cmd_calibrate = {
	.name = "calibrate",
	.what = "what each way of measuring costs on this kernel",
	.about =
		"Run the same rounds with and without each way of measuring, once a packet, and print "
		"what it adds to the price. Needs root and the flowbench module.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "flowbench calibrate",
	.options = options,
	.run = run,
};
