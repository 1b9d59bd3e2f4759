// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tracefs.h>
#include <unistd.h>

#include "flowbench_uapi.h"
#include "kernel/tracer.h"
#include "lib/paths.h"

#define FUNCTIONS_MAX (64u * 1024 * 1024)

/*
 * Options for the text form of the published traces: CPU, duration with marks, names without a
 * suffix, interrupts in their place. Options that a kernel lacks are skipped.
 */
static const struct {
	const char *name;
	const char *value;
} graph_options[] = {
	{ "options/funcgraph-cpu", "1" },      { "options/funcgraph-overhead", "1" },
	{ "options/funcgraph-duration", "1" }, { "options/funcgraph-irqs", "1" },
	{ "options/funcgraph-proc", "0" },     { "options/funcgraph-abstime", "0" },
	{ "options/funcgraph-tail", "0" },     { "options/funcgraph-overrun", "0" },
	{ "options/funcgraph-retval", "0" },   { "options/funcgraph-args", "0" },
	{ "options/sleep-time", "1" },	       { "options/graph-time", "1" },
	{ "options/context-info", "1" },       { "options/latency-format", "0" },
	{ "options/overwrite", "0" },
};

int fb_functions_read(struct fb_nameset *fn)
{
	char *path = tracefs_get_tracing_file("available_filter_functions"), *text;
	size_t len;
	int ret;

	memset(fn, 0, sizeof(*fn));
	if (!path)
		return -ENOENT;
	ret = fb_read_file(path, FUNCTIONS_MAX, &text, &len);
	tracefs_put_tracing_file(path);
	if (ret)
		return ret;
	ret = fb_nameset_parse_whole(text, len, fn);
	free(text);
	if (ret || fn->nr)
		return ret;
	fb_nameset_free(fn);
	return -ENODATA;
}

int fb_functions_write(const struct fb_nameset *fn, const char *path)
{
	FILE *f = fopen(path, "we");
	size_t i;

	if (!f)
		return -errno;
	for (i = 0; i < fn->nr; i++)
		fprintf(f, "%s\n", fn->name[i]);
	return fb_close_checked(f);
}

int fb_tracer_check(struct fb_why *why)
{
	char *tracer;
	int ret = 0;

	if (geteuid())
		return fb_why(why, -EPERM, "not root: function_graph needs it (sudo)");
	if (!tracefs_tracing_dir())
		return fb_why(
			why, -ENOSYS,
			"no tracefs: mount -t tracefs tracefs /sys/kernel/tracing, or a kernel with CONFIG_FTRACE; kernel lockdown hides it too");
	if (!tracefs_tracer_available(NULL, "function_graph"))
		return fb_why(
			why, -ENOSYS,
			"this kernel has no function_graph (CONFIG_FUNCTION_GRAPH_TRACER): use another, or the VM (make run)");
	tracer = tracefs_instance_file_read(NULL, "current_tracer", NULL);
	if (!tracer || strncmp(tracer, "nop", 3)) {
		if (tracer)
			tracer[strcspn(tracer, "\n")] = '\0';
		ret = fb_why(why, -EBUSY,
			     "tracer '%.40s' is in use: echo nop > current_tracer when it may go",
			     tracer ? tracer : "?");
	}
	free(tracer);
	return ret;
}

static int set_file(const char *file, const char *value, struct fb_why *why)
{
	if (tracefs_instance_file_write(NULL, file, value) >= 0)
		return 0;
	return fb_why(why, errno ? -errno : -EIO, "cannot write '%.60s' to %.60s: %m", value, file);
}

static int set_roots(const char *graph, const struct fb_nameset *fn, struct fb_why *why)
{
	const char *p = graph;
	int nr = 0;

	tracefs_instance_file_clear(NULL, "set_graph_function");
	while (*p) {
		size_t len = strcspn(p, " ");
		char name[256];

		if (len && len < sizeof(name) && fb_nameset_has_whole(fn, p, len)) {
			memcpy(name, p, len);
			name[len] = '\0';
			if (tracefs_instance_file_append(NULL, "set_graph_function", name) < 0)
				return fb_why(why, -errno, "cannot start a graph at %.100s: %m",
					      name);
			nr++;
		}
		p += len + (p[len] == ' ');
	}
	if (nr)
		return 0;
	return fb_why(why, -ENOENT, "this kernel can trace none of: %.150s", graph);
}

/* The module attaches to the packet path in a work item. Reading its version waits for that. */
static int settle(struct fb_why *why)
{
	char path[FB_PATH_MAX], *text;
	int ret;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", FB_DEBUGFS_DIR, FB_FILE_VERSION);
	ret = fb_read_file(path, 4096, &text, NULL);
	if (ret)
		fb_why_errno(why, ret, "%s", path);
	else
		free(text);
	return ret;
}

int fb_tracer_setup(const struct fb_tracer_config *cfg, const struct fb_nameset *fn,
		    struct fb_why *why)
{
	char kb[24];
	size_t i;
	int ret;

	ret = set_file("tracing_on", "0", why);
	if (ret)
		return ret;
	snprintf(kb, sizeof(kb), "%zu", cfg->buffer_kb);
	ret = set_file("buffer_size_kb", kb, why);
	if (ret)
		return ret;
	ret = set_roots(cfg->graph, fn, why);
	if (ret)
		return ret;
	ret = set_file("current_tracer", "function_graph", why);
	if (ret)
		return ret;
	/* The tracer's own options exist only after it was selected. */
	for (i = 0; i < sizeof(graph_options) / sizeof(graph_options[0]); i++)
		if (tracefs_file_exists(NULL, graph_options[i].name))
			tracefs_instance_file_write(NULL, graph_options[i].name,
						    graph_options[i].value);
	if (cfg->retval && tracefs_file_exists(NULL, "options/funcgraph-retval"))
		tracefs_instance_file_write(NULL, "options/funcgraph-retval", "1");
	ret = set_file("events/flowbench/packet/enable", "1", why);
	if (!ret)
		ret = settle(why);
	if (ret)
		return ret;
	/* Empty the buffer last, so that it has nothing of the set-up. */
	tracefs_instance_file_clear(NULL, "trace");
	return 0;
}

int fb_tracer_on(void)
{
	return tracefs_trace_on(NULL) ? -EIO : 0;
}

int fb_tracer_off(void)
{
	return tracefs_trace_off(NULL) ? -EIO : 0;
}

/* Returns the sum of "overrun: N" and "dropped events: N" of one CPU. */
static unsigned long lost_on(int cpu)
{
	static const char *const keys[] = { "\noverrun: ", "\ndropped events: " };
	unsigned long lost = 0;
	char file[64], *text;
	size_t i;

	snprintf(file, sizeof(file), "per_cpu/cpu%d/stats", cpu);
	text = tracefs_instance_file_read(NULL, file, NULL);
	for (i = 0; text && i < 2; i++) {
		const char *p = strstr(text, keys[i]);

		if (p)
			lost += strtoul(p + strlen(keys[i]), NULL, 10);
	}
	free(text);
	return lost;
}

int fb_tracer_save(const char *path, struct fb_why *why)
{
	int cpus = (int)sysconf(_SC_NPROCESSORS_CONF);
	unsigned long lost = 0;
	char buf[65536];
	int in, cpu, ret = 0;
	FILE *out;

	for (cpu = 0; cpu < cpus; cpu++)
		lost += lost_on(cpu);
	if (lost)
		return fb_why(why, -EOVERFLOW,
			      "the kernel lost %lu events: the ring buffer was too small", lost);
	in = tracefs_instance_file_open(NULL, "trace", O_RDONLY);
	if (in < 0)
		return fb_why(why, -errno, "cannot read the trace: %m");
	out = fopen(path, "we");
	if (!out) {
		ret = -errno;
		goto out_in;
	}
	for (;;) {
		ssize_t n = read(in, buf, sizeof(buf));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			ret = -errno;
		if (n <= 0)
			break;
		if (fwrite(buf, 1, (size_t)n, out) != (size_t)n) {
			ret = errno ? -errno : -EIO;
			break;
		}
	}
	if (ret)
		fclose(out);
	else
		ret = fb_close_checked(out);
out_in:
	close(in);
	if (ret) {
		fb_why_errno(why, ret, "%s", path);
		unlink(path);
	}
	return ret;
}

void fb_tracer_teardown(void)
{
	tracefs_trace_off(NULL);
	if (tracefs_file_exists(NULL, "events/flowbench/packet/enable"))
		tracefs_instance_file_write(NULL, "events/flowbench/packet/enable", "0");
	tracefs_instance_file_write(NULL, "current_tracer", "nop");
	tracefs_instance_file_clear(NULL, "set_graph_function");
	tracefs_instance_file_write(NULL, "options/overwrite", "1");
	tracefs_instance_file_clear(NULL, "trace");
	/* 1408 KiB a CPU is the kernel's default when a tracer is first used. */
	tracefs_instance_file_write(NULL, "buffer_size_kb", "1408");
	tracefs_trace_on(NULL);
}
