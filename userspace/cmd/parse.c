// SPDX-License-Identifier: GPL-2.0
/* flowbench parse: function_graph text, or a trace.dat, as a call tree. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "file/paths.h"
#include "file/staged.h"
#include "lib/message.h"
#include "lib/now.h"
#include "lib/print.h"
#include "reproduce/drop.h"
#include "trace/call_tree.h"
#include "tree/phases.h"
#include "tree/print_calls.h"

/* Bytes of the key of a head, with its NUL. */
#define KEY_SIZE 64

enum form {
	FORM_SUMMARY,
	FORM_TREE,
	FORM_NORMAL,
	FORM_JSON,
	FORM_BENCH,
};

struct options {
	int form;
	const char *file;
	const char *phase;
	const char *out;
	struct fb_option_values set;
};

static const struct fb_option options[] = {
	{ "tree", FB_PICK(form, FORM_TREE), .alone = "form",
	  .help = "draw the call tree with durations in us" },
	{ "normal", FB_PICK(form, FORM_NORMAL), .alone = "form",
	  .help = "write the project's normal form, which diff can compare" },
	{ "json", FB_PICK(form, FORM_JSON), .alone = "form",
	  .help = "write it as JSON, durations in ns" },
	{ "bench", FB_PICK(form, FORM_BENCH), .alone = "form",
	  .help = "read as fast as it goes; print MB/s of one core, and memory" },
	{ "phase", FB_TEXT(phase), .arg = "NAME", .names = FB_NAMES_PHASE,
	  .with = "tree normal json",
	  .help = "only this phase (p1, ...), where headings tell phases apart" },
	{ "set", FB_TEXTS(set), .arg = "KEY=VALUE", .with = "normal",
	  .help = "a head line (kernel=5.10); may be given again" },
	{ "out", FB_FOLDER(out), .with = "normal", .help = "a file DIR/PHASE.txt a phase" },
	{ NULL },
};

static double cpu_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* "14754012 events, 999.6 MB, 1.312 s of one core (1.401 s by the clock): 762 MB/s, peak memory 1.9 MB" */
static int bench(const char *path)
{
	struct fb_fgraph *fg;
	struct fb_fg_event ev = { .line = 0 };
	unsigned long long events = 0;
	struct rusage use;
	double took, cpu, mb;
	int ret;

	ret = fb_fgraph_open(path, &fg);
	if (ret) {
		fb_print_error("%s: %s", path, strerror(-ret));
		return 1;
	}
	took = fb_now_seconds();
	cpu = cpu_seconds();
	while ((ret = fb_fgraph_next(fg, &ev)) > 0)
		events++;
	took = fb_now_seconds() - took;
	cpu = cpu_seconds() - cpu;
	if (ret) {
		fb_print_error("%s: %s", path, fb_error_text(fb_fgraph_error(fg), ret));
	} else if (!events) {
		fb_print_error("%s: no function_graph line", path);
		ret = -ENODATA;
	} else {
		mb = (double)fb_fgraph_bytes(fg) / 1e6;
		getrusage(RUSAGE_SELF, &use);
		fb_print(
			stdout,
			"%llu events, %.1f MB, %.3f s of one core (%.3f s by the clock): %.0f MB/s, "
			"peak memory %.1f MB\n",
			events, mb, cpu, took, mb / cpu, (double)use.ru_maxrss * 1024 / 1e6);
	}
	fb_fgraph_close(fg);
	return ret ? 1 : 0;
}

/* One phase in normal form, to a file of its own in the folder that was asked for. */
static int write_normal(const struct options *o, const struct fb_tree *tree,
			const struct fb_phase *phase, struct fb_out *out)
{
	struct fb_error error = { "" };
	char path[FB_PATH_MAX];
	struct fb_staged file;
	int ret;

	if (!o->out) {
		fb_print_normal(tree, phase, out);
		return 0;
	}
	ret = fb_mkdirs(o->out);
	if (!ret &&
	    snprintf(path, sizeof(path), "%s/%s.txt", o->out, phase->name) >= (int)sizeof(path))
		ret = -ENAMETOOLONG;
	if (ret)
		fb_error_errno(&error, ret, "%s", o->out);
	else
		ret = fb_staged_former(path, FB_NORMAL_MAGIC, &error);
	if (!ret)
		ret = fb_staged_open(&file, path, &error);
	if (!ret) {
		fb_out_begin(out, file.f);
		fb_print_normal(tree, phase, out);
		fb_out_flush(out);
		ret = fb_staged_end(&file, 0, &error);
	}
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret ? 1 : 0;
}

/* Puts the key of "KEY=VALUE" into @key. */
static int key_of(const char *text, char key[KEY_SIZE])
{
	size_t len = strcspn(text, "=");

	if (!text[len] || len >= KEY_SIZE)
		return -EINVAL;
	memcpy(key, text, len);
	key[len] = '\0';
	return 0;
}

/* Heads: where it came from, what the file itself says in "# key=value", what the user says. */
static int set_heads(const struct options *o, struct fb_normal *n, const char *start, size_t len)
{
	const char *base = strrchr(o->file, '/');
	char key[KEY_SIZE], *source;
	unsigned int i;
	size_t stem;
	int ret;

	base = base ? base + 1 : o->file;
	stem = strcspn(base, ".");
	source = strndup(base, stem ? stem : strlen(base));
	if (!source)
		return -ENOMEM;
	ret = fb_normal_set(n, "source", source);
	free(source);
	if (!ret)
		ret = fb_normal_read_heads(n, start, len);
	for (i = 0; !ret && i < o->set.nr; i++) {
		ret = key_of(o->set.text[i], key);
		if (!ret)
			ret = fb_normal_set(n, key, strchr(o->set.text[i], '=') + 1);
	}
	return ret;
}

static size_t read_start(const char *path, char *buf, size_t size)
{
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(buf, 1, size, f) : 0;

	if (f)
		fclose(f);
	return n;
}

/* "  dropped   nf_hook_slow() of line 2 drops the packet, …" */
static int print_drops(const struct fb_tree *tree, struct fb_out *out)
{
	struct fb_evidence *ev;
	struct fb_drops drops;
	int ret = fb_evidence_new(tree, &ev);

	if (ret)
		return ret;
	fb_drops_find(tree, ev, &drops);
	fb_drops_print(tree, &drops, "  dropped", out);
	fb_evidence_free(ev);
	return 0;
}

/* Everything about the chosen phases, in the form asked for. Return: an exit status. */
static int show(const struct options *o, const struct fb_tree *tree, const struct fb_phases *ph)
{
	unsigned int from = 0, to = ph->nr, i;
	struct fb_out out;
	int ret = 0;

	if (o->phase) {
		ret = fb_phases_find(ph, o->phase);
		if (ret < 0) {
			fb_print_error("%s: no phase '%s' in it (%s to %s)", o->file, o->phase,
				       ph->phase[0].name, ph->phase[ph->nr - 1].name);
			return FB_STATUS_USAGE;
		}
		from = (unsigned int)ret;
		to = from + 1;
		ret = 0;
	}
	fb_out_begin(&out, stdout);
	switch (o->form) {
	case FORM_SUMMARY:
		fb_print_summary(o->file, tree, ph, stdout);
		ret = print_drops(tree, &out);
		if (ret)
			fb_print_error("%s: %s", o->file, strerror(-ret));
		break;
	case FORM_TREE:
		for (i = from; i < to; i++)
			fb_print_drawing(tree, &ph->phase[i], &out);
		break;
	case FORM_NORMAL:
		for (i = from; !ret && i < to; i++)
			ret = write_normal(o, tree, &ph->phase[i], &out);
		break;
	case FORM_JSON:
		fb_print_calls_json(tree, ph->phase + from, to - from, &out);
		break;
	case FORM_BENCH:
		break;
	}
	fb_out_flush(&out);
	return ret;
}

static int parse(const struct options *o)
{
	struct fb_phases ph = { .nr = 0 };
	struct fb_tree *tree = NULL;
	struct fb_error error = { "" };
	char start[4096];
	unsigned int i;
	size_t len;
	int ret;

	ret = fb_tree_load(o->file, &tree, &error);
	if (ret) {
		fb_print_error("%s", error.text);
		return 1;
	}
	ret = fb_phases_find_all(tree, &ph);
	/* A pipe has no second beginning; its heads are lost. */
	len = ret || !strcmp(o->file, "/dev/stdin") ? 0 : read_start(o->file, start, sizeof(start));
	for (i = 0; !ret && i < ph.nr; i++)
		ret = set_heads(o, ph.phase[i].calls, start, len);
	if (ret)
		fb_print_error("%s: %s", o->file, strerror(-ret));
	else
		ret = show(o, tree, &ph);
	if (!ret) {
		fb_say_seen(NULL, &tree->seen);
		/* The summary has it. */
		if (o->form != FORM_SUMMARY)
			fb_say_odd(NULL, &tree->odd);
	}
	fb_phases_free(&ph);
	fb_tree_free(tree);
	return ret == FB_STATUS_USAGE ? ret : ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

/* Said before the trace is read. Of two values of one key, the last one would silently win. */
static int check_sets(const struct fb_option_values *set)
{
	struct fb_normal *heads = fb_normal_new();
	int ret = heads ? 0 : -ENOMEM;
	unsigned int i;
	char key[KEY_SIZE];

	for (i = 0; !ret && i < set->nr; i++) {
		ret = key_of(set->text[i], key);
		if (!ret && fb_normal_get(heads, key))
			ret = -EEXIST;
		if (!ret)
			ret = fb_normal_set(heads, key, strchr(set->text[i], '=') + 1);
		if (ret == -EEXIST)
			fb_print_usage_error("--set: the key of '%s' is given twice", set->text[i]);
		else if (ret)
			fb_print_usage_error(
				"--set wants KEY=VALUE, not '%s': KEY of letters, digits, - "
				"and _, VALUE of one line",
				set->text[i]);
	}
	fb_normal_free(heads);
	return ret;
}

static int run_parse(void *given, int nr, char **operands)
{
	struct options *o = given;

	(void)nr;
	o->file = strcmp(operands[0], "-") ? operands[0] : "/dev/stdin";
	if (check_sets(&o->set))
		return FB_STATUS_USAGE;
	return o->form == FORM_BENCH ? bench(o->file) : parse(o);
}

const struct fb_command fb_cmd_parse = {
	.name = "parse",
	.what = "read function_graph text or a trace.dat, show it as a call tree",
	.operands = "FILE",
	.operand = FB_NAMES_FILE,
	.least = 1,
	.most = 1,
	.about =
		"Read function_graph text (ftrace, perf ftrace, perf-tools, trace-cmd report, the kernel's "
		"log, a mail, flattened), or the trace.dat of trace-cmd, and say what is in it. FILE may be -.",
	.status = "0 read, 1 not function_graph, 2 usage, or no such phase.",
	.example = "flowbench parse --tree --phase p8 flowtable-esp-gateway.txt",
	.options = options,
	.size = sizeof(struct options),
	.run = run_parse,
};
