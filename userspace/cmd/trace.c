// SPDX-License-Identifier: GPL-2.0
/* flowbench trace: record a command's packets under function_graph, and find each one's tree. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "lib/message.h"
#include "system/lab.h"
#include "system/preflight.h"
#include "system/tracer.h"
#include "process/child.h"
#include "process/interrupt.h"
#include "file/paths.h"
#include "lib/print.h"
#include "file/staged.h"
#include "scenario/packet_file.h"
#include "scenario/packets.h"

#define BUFFER_MB     24
#define BUFFER_MB_MAX 4096
#define ROOTS	      "__do_softirq handle_softirqs"

struct options {
	const char *root;
	const char *netns;
	const char *dev;
	const char *split;
	const char *output;
	unsigned long buffer_mb;
	char **command;
};

static const struct fb_option options[] = {
	{ "root", FB_TEXT(root), .arg = "'FUNCTION …'", .help = "where a tree starts",
	  .usual = ROOTS,
	  .more = "Of a function that sends, as udp_sendmsg, each call is a tree." },
	{ "netns", FB_TEXT(netns), .arg = "NS", .names = FB_NAMES_NETNS,
	  .help = "only packets received in this network namespace" },
	{ "dev", FB_TEXT(dev), .arg = "DEV", .names = FB_NAMES_DEVICE,
	  .help = "only packets received from this device" },
	{ "split", FB_FOLDER(split),
	  .help = "a file for each tree, DIR/1.trace and so on; flowbench diff compares two such "
		  "folders" },
	{ "output", .letter = 'o', FB_FILE(output), .help = "where the whole trace goes",
	  .usual = "flowbench.trace" },
	{ "buffer", FB_NUMBER(buffer_mb, 1, BUFFER_MB_MAX), .arg = "MB",
	  .help = "ring buffer of each CPU", .usual = "24" },
	FB_QUIET("no progress"),
	FB_VERBOSE,
	{ NULL },
};

/* Return: COMMAND's exit status, or a negative errno after an error was said. */
static int record(const struct options *o, const struct fb_nameset *fn)
{
	const struct fb_tracer_config cfg = {
		.graph = o->root ? o->root : ROOTS,
		.buffer_kb = o->buffer_mb * 1024,
	};
	int ret, status = 0, off;
	struct fb_tracer tracer;
	struct fb_error error = { "" };

	ret = fb_tracer_setup(&tracer, &cfg, fn, &error);
	if (ret == -ENOENT)
		fb_print_error(
			"%s (no such function, inlined, or its module is not loaded: see available_filter_functions)",
			error.text);
	if (!ret)
		ret = fb_tracer_on();
	if (!ret) {
		status = fb_child_run(o->command, NULL);
		off = fb_tracer_off(status < 0 ? NULL : &error);
		ret = status < 0 ? status : off;
		if (status == 127)
			fb_print_error("%s: cannot be run", o->command[0]);
	}
	if (!ret)
		ret = fb_tracer_save(o->output, &error);
	off = fb_tracer_teardown(&tracer, ret ? NULL : &error);
	if (!ret)
		ret = off;
	if (ret == -EOVERFLOW)
		fb_print_error("%s: try --buffer %lu, or a --root that is called less", error.text,
			       o->buffer_mb * 4);
	else if (ret && ret != -ENOENT)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret ? ret : status;
}

/*
 *    nr  line  calls  traced us  batch  packet
 *     1   120    532     1240.0    1/2  dev=lan0 len=60 proto=tcp …
 */
static void print_table(const struct fb_tree *tree, const struct fb_packets *list)
{
	unsigned int i, k;

	puts("  nr     line  calls  traced us  batch  packet");
	for (i = 0; i < list->nr; i++) {
		const struct fb_packet_tree *p = &list->packet[i];
		unsigned int position = 1;
		char batch[24] = "-";

		for (k = 0; k < i; k++)
			position += list->packet[k].root == p->root;
		if (p->batch > 1)
			snprintf(batch, sizeof(batch), "%u/%u", position, p->batch);
		fb_print(stdout, "%4u %8llu %6u %10.1f %6s  %s%s\n", i + 1,
			 (unsigned long long)tree->node[p->root].line, p->calls,
			 p->dur_ns < 0 ? 0.0 : (double)p->dur_ns / 1000, batch,
			 p->mark ? fb_packet_words(fb_node_text(tree, p->mark)) : "(none) ",
			 p->mark ? "" : fb_node_name(tree, p->root));
	}
}

/* Why there is nothing to show, and what might be meant instead. */
static void say_nothing(const struct options *o, const struct fb_tree *tree,
			const struct fb_packets *list)
{
	char seen[200];

	if (o->netns || o->dev)
		fb_print_error("no packet was received%s%s%s%s", o->netns ? " in namespace " : "",
			       o->netns ? o->netns : "", o->dev ? " from " : "",
			       o->dev ? o->dev : "");
	else
		fb_print_error("no packet was received while the command ran");
	if (list->others) {
		fb_packet_devices(tree, seen);
		fb_print_error("received were: %s", seen);
	}
	if (list->rootless)
		fb_print_error("%u packets are in no call of: %s", list->rootless,
			       o->root ? o->root : ROOTS);
	if (list->silent && (o->netns || o->dev))
		fb_print_error(
			"%u calls of '%s' are without any packet: nothing says whose they are, so --netns and --dev leave them out",
			list->silent, o->root ? o->root : ROOTS);
}

static int print_trace(const struct options *o, const struct fb_nameset *fn,
		       const struct fb_tree *tree, unsigned long netns)
{
	const struct fb_packets_in in = {
		.tree = tree,
		.roots = o->root ? o->root : ROOTS,
		.netns = netns,
		.dev = o->dev,
		.calls = o->root != NULL,
	};
	struct fb_packets list;
	struct fb_error error = { "" };
	int ret;

	ret = fb_packets_find(&in, &list);
	if (!ret && !list.nr) {
		say_nothing(o, tree, &list);
		fb_packets_free(&list);
		return 1;
	}
	if (!ret) {
		print_table(tree, &list);
		if (list.others)
			fb_print_note("and %u other packets", list.others);
		if (list.rootless)
			fb_print_note("and %u packets in no call of: %s", list.rootless, in.roots);
		if (o->split)
			ret = fb_packets_write(tree, &list, o->output, o->split, &error);
	}
	if (!ret && o->split) {
		char path[FB_PATH_MAX];

		ret = fb_join(path, o->split, "functions");
		if (!ret)
			ret = fb_functions_write(fn, path, &error);
		if (!ret)
			fb_print_note("%u trees in %s", list.nr, o->split);
	}
	fb_packets_free(&list);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret ? 1 : 0;
}

/* Asks before anything is recorded whether the files can be written. */
static int check_outputs(const struct options *o)
{
	struct fb_error error = { "" };
	int ret = fb_staged_check(o->output, &error), fd;

	if (!ret)
		ret = fb_error(&error, -EINVAL,
			       "%s: give the name of a file, from which the trace is read again",
			       o->output);
	if (ret > 0 && o->split) {
		fd = fb_packets_check(o->split, &error);
		if (fd >= 0)
			close(fd);
		else
			ret = fd;
	}
	if (ret < 0)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret < 0 ? ret : 0;
}

static int trace(const struct options *o)
{
	struct fb_nameset fn = { .nr = 0 };
	struct fb_tree *tree = NULL;
	unsigned long netns = 0;
	int ret, status;
	struct fb_error error = { "" };

	if (o->netns) {
		ret = fb_netns_inode(o->netns, &netns);
		if (ret) {
			fb_print_error("network namespace %s: %s ('ip netns' shows them)", o->netns,
				       strerror(-ret));
			return 1;
		}
	}
	if (check_outputs(o))
		return 1;
	ret = fb_functions_read(&fn);
	if (ret) {
		fb_print_error("available_filter_functions: %s", strerror(-ret));
		return 1;
	}
	status = record(o, &fn);
	if (status >= 0) {
		fb_print_note("trace in %s", o->output);
		ret = fb_tree_load(o->output, &tree, &error);
		if (ret == -ENODATA)
			fb_print_error(
				"nothing was recorded: '%s' was not called while the command ran",
				o->root ? o->root : ROOTS);
		else if (ret)
			fb_print_error("%s", error.text);
		if (!ret) {
			fb_say_seen(NULL, &tree->seen);
			fb_say_odd(NULL, &tree->odd);
		}
		ret = ret ? 1 : print_trace(o, &fn, tree, netns);
		fb_tree_free(tree);
	}
	fb_nameset_free(&fn);
	return status < 0 ? 1 : status ? status : ret;
}

static int run_trace(void *given, int nr, char **operands)
{
	(void)nr;
	(void)operands;
	if (fb_preflight())
		return FB_STATUS_FAILED;
	fb_interrupt_catch();
	return trace(given);
}

static const struct options usual = { .output = "flowbench.trace", .buffer_mb = BUFFER_MB };

const struct fb_command fb_cmd_trace = {
	.name = "trace",
	.what = "record a command's packets",
	.operands = "-- COMMAND [ARGUMENTS]",
	FB_RUNS(FB_RUNS_MUST, command),
	.about =
		"Record the kernel's call graph while COMMAND runs, and find the tree of each packet "
		"that was received meanwhile. Needs root and the flowbench module.",
	.status = "that of COMMAND, 1 if nothing was found, 2 usage.",
	.example = "flowbench trace --dev eth0 --split trees -- ping -c 1 192.0.2.1",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_trace,
};
