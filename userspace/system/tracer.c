// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tracefs.h>
#include <unistd.h>

#include "flowbench_uapi.h"
#include "system/trace_check.h"
#include "system/trace_files.h"
#include "system/tracer.h"
#include "file/paths.h"
#include "file/staged.h"

#define FUNCTIONS_MAX (64u * 1024 * 1024)

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

int fb_functions_write(const struct fb_nameset *fn, const char *path, struct fb_error *error)
{
	struct fb_staged file;
	int ret = fb_staged_open(&file, path, error);
	size_t i;

	if (ret)
		return ret;
	for (i = 0; i < fn->nr; i++)
		fprintf(file.f, "%s\n", fn->name[i]);
	return fb_staged_end(&file, 0, error);
}

int fb_tracer_check(struct fb_error *error)
{
	if (geteuid())
		return fb_error(error, -EPERM, "not root: function_graph needs it (sudo)");
	if (!tracefs_tracing_dir())
		return fb_error(
			error, -ENOSYS,
			"no tracefs: mount -t tracefs tracefs /sys/kernel/tracing, or a kernel with CONFIG_FTRACE; kernel lockdown hides it too");
	if (!tracefs_tracer_available(NULL, "function_graph"))
		return fb_error(
			error, -ENOSYS,
			"this kernel has no function_graph (CONFIG_FUNCTION_GRAPH_TRACER): use another, or the VM (make run)");
	return 0;
}

int fb_tracer_users(size_t *at, struct fb_error *error)
{
	const char *dir = tracefs_tracing_dir();

	return dir ? fb_trace_check(dir, at, error) : 0;
}

static int set_roots(struct fb_trace_undo *undo, const char *graph, const struct fb_nameset *fn,
		     struct fb_error *error)
{
	const char *p = graph;
	int nr = 0, ret;

	ret = fb_trace_save(undo, "set_graph_function", error);
	if (ret)
		return ret;
	while (*p) {
		size_t len = strcspn(p, " ");
		char name[256];

		if (len && len < sizeof(name) && fb_nameset_has_whole(fn, p, len)) {
			memcpy(name, p, len);
			name[len] = '\0';
			ret = fb_trace_write(undo->dir, "set_graph_function", true, name);
			if (ret)
				return fb_error_errno(error, ret, "cannot start a graph at %.100s",
						      name);
			nr++;
		}
		p += len + (p[len] == ' ');
	}
	if (nr)
		return 0;
	return fb_error(error, -ENOENT, "this kernel can trace none of: %.150s", graph);
}

/* The module attaches to the packet path in a work item. Reading its version waits for that. */
static int settle(struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	int ret;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", FB_DEBUGFS_DIR, FB_FILE_VERSION);
	ret = fb_read_file(path, 4096, &text, NULL);
	if (ret)
		fb_error_errno(error, ret, "%s", path);
	else
		free(text);
	return ret;
}

/* "X" stands for CPUs with buffers of different sizes. */
static int set_buffer(struct fb_trace_undo *undo, size_t buffer_kb, struct fb_error *error)
{
	static const char file[] = "buffer_size_kb";
	char text[4096], one[64], kb[24];
	unsigned int cpu;
	int ret;

	snprintf(kb, sizeof(kb), "%zu", buffer_kb);
	ret = fb_trace_read(undo->dir, file, text);
	if (ret || *text != 'X')
		return fb_trace_set(undo, file, kb, error);
	for (cpu = 0; !ret; cpu++) {
		snprintf(one, sizeof(one), "per_cpu/cpu%u/%s", cpu, file);
		ret = fb_trace_save(undo, one, error);
	}
	if (ret != -ENOENT)
		return ret;
	fb_error_clear(error);
	ret = fb_trace_write(undo->dir, file, false, kb);
	return ret ? fb_error_errno(error, ret, "cannot write '%s' to %s", kb, file) : 0;
}

/* The tracer must have been selected: some kernels have its options only then. */
static int set_layout(struct fb_trace_undo *undo, int retval, struct fb_error *error)
{
	const struct fb_trace_file *f;
	int ret = 0;
	size_t i;

	for (i = 0; (!ret || ret == -ENOENT) && (f = fb_trace_file(i)); i++)
		if (f->rule == FB_TRACE_LAYOUT)
			ret = fb_trace_set(undo, f->name, f->value, error);
	if (retval && (!ret || ret == -ENOENT))
		ret = fb_trace_set(undo, "options/funcgraph-retval", "1", error);
	if (ret && ret != -ENOENT)
		return ret;
	fb_error_clear(error);
	return 0;
}

/* Has the tracer stopped first at the end, and emptied before it may go on. */
static int stop(struct fb_trace_undo *undo, struct fb_error *error)
{
	int ret;

	ret = fb_trace_save(undo, "tracing_on", error);
	if (!ret)
		ret = fb_trace_undo_write(undo, "trace", false, "", error);
	if (!ret)
		ret = fb_trace_write(undo->dir, "tracing_on", false, "0");
	return ret ? fb_error_prefix(error, ret, "cannot stop tracing") : 0;
}

int fb_tracer_setup(struct fb_tracer *tracer, const struct fb_tracer_config *cfg,
		    const struct fb_nameset *fn, struct fb_error *error)
{
	struct fb_trace_undo *undo = &tracer->undo;
	size_t at = 0;
	int ret;

	ret = fb_trace_undo_begin(undo, tracefs_tracing_dir(), error);
	/* Once more: bringing up a lab takes a while. */
	if (!ret)
		ret = fb_trace_check(undo->dir, &at, error);
	if (!ret)
		ret = stop(undo, error);
	if (!ret)
		ret = set_buffer(undo, cfg->buffer_kb, error);
	if (!ret)
		ret = set_roots(undo, cfg->graph, fn, error);
	if (!ret)
		ret = fb_trace_set(undo, "current_tracer", "function_graph", error);
	if (!ret)
		ret = set_layout(undo, cfg->retval, error);
	if (!ret)
		ret = fb_trace_set(undo, "events/flowbench/packet/enable", "1", error);
	if (!ret)
		ret = fb_trace_undo_write(undo, "tracing_on", false, "0", error);
	if (!ret)
		ret = settle(error);
	if (ret)
		return ret;
	/* Empty the buffer last, so that it has nothing of the set-up. */
	ret = fb_trace_write(undo->dir, "trace", false, "");
	return ret ? fb_error_errno(error, ret, "cannot empty the trace") : 0;
}

int fb_tracer_on(void)
{
	return tracefs_trace_on(NULL) ? -EIO : 0;
}

int fb_tracer_off(struct fb_error *error)
{
	bool on = tracefs_trace_is_on(NULL) != 0;

	if (tracefs_trace_off(NULL))
		return fb_error(error, -EIO, "cannot stop tracing");
	if (on)
		return 0;
	return fb_error(
		error, -EBUSY,
		"somebody stopped the tracer while it recorded: the end is missing (tracing_on was 0)");
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

/* Return: 0, or a negative errno of reading; the stream keeps errors of writing. */
static int copy_trace(int in, FILE *out)
{
	char buf[65536];

	while (!ferror(out)) {
		ssize_t n = read(in, buf, sizeof(buf));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : 0;
		fwrite(buf, 1, (size_t)n, out);
	}
	return 0;
}

int fb_tracer_save(const char *path, struct fb_error *error)
{
	int cpus = (int)sysconf(_SC_NPROCESSORS_CONF);
	struct fb_staged out;
	unsigned long lost = 0;
	int in, cpu, ret;

	for (cpu = 0; cpu < cpus; cpu++)
		lost += lost_on(cpu);
	if (lost)
		return fb_error(error, -EOVERFLOW,
				"the kernel lost %lu events: the ring buffer was too small", lost);
	in = tracefs_instance_file_open(NULL, "trace", O_RDONLY);
	if (in < 0)
		return fb_error(error, -errno, "cannot read the trace: %m");
	ret = fb_staged_open(&out, path, error);
	if (!ret)
		ret = fb_staged_end(&out, copy_trace(in, out.f), error);
	close(in);
	return ret;
}

int fb_tracer_teardown(struct fb_tracer *tracer, struct fb_error *error)
{
	return fb_trace_undo_end(&tracer->undo, error);
}
