// SPDX-License-Identifier: GPL-2.0
/* flowbench calibrate: what it costs to look at a packet, by each way there is of looking. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "lib/message.h"
#include "price/path_lab.h"
#include "price/paths_load.h"
#include "price/round.h"
#include "cmd/cmd.h"
#include "system/debugfs.h"
#include "system/trace_undo.h"
#include "system/tracer.h"
#include "process/interrupt.h"
#include "lib/print.h"

#define ROUNDS 5
/* Called once for each packet of the path that is measured. */
#define PATH  "forward"
#define WHERE "ip_forward"

static const struct fb_option options[] = {
	FB_QUIET("no progress"),
	{ NULL },
};

static int latency(struct fb_trace_undo *undo)
{
	(void)undo;
	return fb_benchfs_config("latency=1");
}

static void no_latency(void)
{
	fb_benchfs_config("latency=0");
}

static int hook(struct fb_trace_undo *undo)
{
	(void)undo;
	return fb_benchfs_write("hooks", "+" WHERE);
}

static void no_hook(void)
{
	fb_benchfs_write("hooks", "-" WHERE);
}

static int packet_event(struct fb_trace_undo *undo)
{
	return fb_trace_set(undo, "events/flowbench/packet/enable", "1", NULL);
}

static int tracer(struct fb_trace_undo *undo, const char *name)
{
	int ret;

	ret = fb_trace_set(undo, "set_ftrace_filter", WHERE, NULL);
	return ret ? ret : fb_trace_set(undo, "current_tracer", name, NULL);
}

static int function(struct fb_trace_undo *undo)
{
	return tracer(undo, "function");
}

static int function_graph(struct fb_trace_undo *undo)
{
	return tracer(undo, "function_graph");
}

static int probe_event(struct fb_trace_undo *undo, const char *what)
{
	static const char file[] = "kprobe_events";
	int ret;

	ret = fb_trace_undo_write(undo, file, true, "-:fb_calibrate", NULL);
	if (!ret)
		ret = fb_trace_write(undo->dir, file, true, what);
	return ret ? ret : fb_trace_set(undo, "events/kprobes/fb_calibrate/enable", "1", NULL);
}

static int kprobe(struct fb_trace_undo *undo)
{
	return probe_event(undo, "p:fb_calibrate " WHERE);
}

static int kretprobe(struct fb_trace_undo *undo)
{
	return probe_event(undo, "r:fb_calibrate " WHERE);
}

/* A way without @off is one of tracefs: its files get their old values back. */
static const struct {
	const char *what;
	int (*on)(struct fb_trace_undo *undo);
	void (*off)(void);
} ways[] = {
	{ "latency=1: two time stamps, a histogram", latency, no_latency },
	{ "a hook", hook, no_hook },
	{ "event flowbench:packet", packet_event, NULL },
	{ "kprobe event", kprobe, NULL },
	{ "kretprobe event", kretprobe, NULL },
	{ "function tracer, one function", function, NULL },
	{ "function_graph, one function", function_graph, NULL },
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
	struct fb_error error = { "" };
	unsigned int i;
	int ret;

	ret = fb_bench_round(b, "sink", r, ROUNDS, &error);
	if (!ret && !fb_error_empty(&error)) {
		fb_print_error("%s", error.text);
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

/* What the rounds leave in the buffer goes as well. */
static int begin_trace(struct fb_trace_undo *undo)
{
	const char *dir = tracefs_tracing_dir();
	int ret;

	undo->guard = 0;
	if (!dir)
		return -EOPNOTSUPP;
	ret = fb_trace_undo_begin(undo, dir, NULL);
	return ret ? ret : fb_trace_undo_write(undo, "trace", false, "", NULL);
}

static int measure(struct calibration *cal, unsigned int i)
{
	bool traces = !ways[i].off;
	struct fb_error error = { "" };
	struct fb_trace_undo undo;
	int ret = 0, end = 0;

	cal->err[i] = traces ? begin_trace(&undo) : 0;
	if (!cal->err[i])
		cal->err[i] = ways[i].on(&undo);
	if (!cal->err[i])
		ret = median(cal->b, &cal->price[i]);
	if (traces)
		end = fb_trace_undo_end(&undo, &error);
	else
		ways[i].off();
	if (end)
		fb_print_error("%s: %s", ways[i].what, error.text);
	return ret ? ret : end;
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
	for (i = 0; !ret && i < NR; i++)
		ret = measure(cal, i);
	return ret;
}

static void print(const struct calibration *cal)
{
	const char *kernel = fb_fingerprint_get(&cal->b->fp, "kernel");
	unsigned int i;

	fb_print(stdout, "what looking at each packet adds to its price on %s, %s\n",
		 kernel ? kernel : "an unknown kernel", cal->b->insn ? "in instructions" : "in ns");
	for (i = 0; i < NR; i++) {
		if (cal->err[i])
			fb_print(stdout, "%8s  %s\n", "-", ways[i].what);
		else
			fb_print(stdout, "%8.0f  %s\n", cal->price[i] - cal->plain, ways[i].what);
	}
}

/* A filter or a tracer of a user would change what each way costs. */
static int check_users(void)
{
	struct fb_error error = { "" };
	int ret, first = 0;
	size_t at = 0;

	while ((ret = fb_tracer_users(&at, &error))) {
		fb_print_error("%s", error.text);
		first = first ? first : ret;
	}
	return first;
}

static int run_calibrate(void *given, int nr, char **operands)
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
		ret = check_users();
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
		fb_print_error("interrupted");
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
	.run = run_calibrate,
};
