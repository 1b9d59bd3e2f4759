// SPDX-License-Identifier: GPL-2.0
/* flowbench trace: record function_graph, with the module's marks, while a command runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "cmd.h"
#include "err.h"
#include "interrupt.h"
#include "preflight.h"
#include "tracer.h"

#define BUFFER_KB (24 * 1024)

static const char help[] =
	"Usage: flowbench trace [OPTIONS] -- COMMAND [ARGUMENTS]\n"
	"Record the kernel's call graph, with a mark for each received packet, while COMMAND runs.\n"
	"Needs root and the flowbench module.\n"
	"\n"
	"  --root 'FUNCTION …'  where graphs start (default: __do_softirq handle_softirqs)\n"
	"  -o, --output FILE    where the trace goes (default: flowbench.trace)\n"
	"\n"
	"Exit status: that of COMMAND, 1 if nothing could be recorded, 2 usage.\n"
	"Example: flowbench trace --root ip_rcv -- ping -c 1 127.0.0.1\n";

static int record(const char *root, const char *output, char **command)
{
	const struct fb_tracer_config cfg = { .graph = root, .buffer_kb = BUFFER_KB };
	int ret, status = 0, off;
	struct fb_functions fn;
	char why[240] = "";

	ret = fb_functions_read(&fn);
	if (ret) {
		fb_err("available_filter_functions: %s", strerror(-ret));
		return 1;
	}
	ret = fb_tracer_setup(&cfg, &fn, why);
	if (!ret)
		ret = fb_tracer_on();
	if (!ret) {
		status = fb_child_run(command, NULL);
		off = fb_tracer_off();
		ret = status < 0 ? status : off;
		if (status == 127)
			fb_err("%s: cannot be run", command[0]);
	}
	if (!ret)
		ret = fb_tracer_save(output, why);
	fb_tracer_teardown();
	fb_functions_free(&fn);
	if (ret) {
		fb_err("%s", why[0] ? why : strerror(-ret));
		return 1;
	}
	fb_progress("trace in %s", output);
	return status;
}

int fb_cmd_trace(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "output", required_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	const char *root = "__do_softirq handle_softirqs";
	const char *output = "flowbench.trace";
	int c;

	while ((c = getopt_long(argc, argv, "+o:h", longs, NULL)) != -1) {
		switch (c) {
		case 'r':
			root = optarg;
			break;
		case 'o':
			output = optarg;
			break;
		case 'h':
			fputs(help, stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (optind == argc) {
		fb_err("trace: no command to run (flowbench trace --help)");
		return 2;
	}
	if (fb_preflight())
		return 1;
	fb_interrupt_catch();
	return record(root, output, argv + optind);
}
