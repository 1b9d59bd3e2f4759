// SPDX-License-Identifier: GPL-2.0
/* The program flowbench: a table of commands. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "lib/err.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *what;
} commands[] = {
	{ "list", fb_cmd_list, "show the scenarios, or the phases of one" },
	{ "run", fb_cmd_run, "run a scenario, cut its trace into phases, prove each path" },
	{ "trace", fb_cmd_trace, "record a command's packets" },
	{ "traffic", fb_cmd_traffic, "send and capture in a lab, by commands from standard input" },
	{ "parse", fb_cmd_parse, "read function_graph text, show it as a call tree" },
	{ "bench", fb_cmd_bench, "price every path, prove it, account for each round" },
	{ "profile", fb_cmd_profile, "where the instructions of a packet's price are spent" },
	{ "calibrate", fb_cmd_calibrate, "what each way of measuring costs on this kernel" },
	{ "fidelity", fb_cmd_fidelity, "compare a run with the documented trace" },
	{ "diff", fb_cmd_diff, "what is different between two recorded runs" },
	{ "matrix", fb_cmd_matrix, "the table of all scenarios on all kernels" },
	{ "compare", fb_cmd_compare, "what a packet costs on two kernels, and whether it differs" },
	{ "export", fb_cmd_export, "a recording for Perfetto, flame graphs, tables, KernelCI" },
	{ "validate", fb_cmd_validate, "does the flowtable do what it should, and only that" },
	{ "top", fb_cmd_top, "live: the fast path's share, rates and durations by hook" },
	{ "report", fb_cmd_report, "one page of HTML out of what runs have left" },
	{ "version", fb_cmd_version, "versions and fingerprint" },
};

#define NR (sizeof(commands) / sizeof(commands[0]))

static void usage(FILE *to)
{
	size_t i;

	fputs("Usage: flowbench COMMAND [OPTIONS]\n"
	      "What the kernel spends on a forwarded packet, and whether it took the fast path.\n\n",
	      to);
	for (i = 0; i < NR; i++)
		fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].what);
	fputs("\nCOMMAND --help says more, flowbench(8) most; --version is the program's.\n"
	      "Exit status: 0 done, 1 failed or different, 2 usage.\n"
	      "Example: flowbench list\n",
	      to);
}

static int run(int argc, char **argv)
{
	size_t i;

	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		usage(stdout);
		return 0;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("flowbench " FB_MODULE_VERSION);
		return 0;
	}
	for (i = 0; i < NR && strcmp(argv[1], commands[i].name); i++)
		;
	if (i == NR) {
		fb_err("unknown command '%s' (flowbench --help shows them)", argv[1]);
		return 2;
	}
	return commands[i].run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int ret;

	if (argc < 2) {
		usage(stderr);
		return 2;
	}
	ret = run(argc, argv);
	/* A full disk behind standard output is a failure, not a short result. */
	if (fflush(stdout) || ferror(stdout)) {
		fb_err("standard output: %s", strerror(errno));
		return 1;
	}
	return ret;
}
