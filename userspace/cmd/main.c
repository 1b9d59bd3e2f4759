// SPDX-License-Identifier: GPL-2.0
/* The program flowbench: a table of commands. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/complete.h"
#include "flowbench_uapi.h"
#include "file/paths.h"
#include "lib/message.h"
#include "process/start.h"

/*
 * Large arrays are given back when they are freed. Left alone, glibc raises this bound to the largest array
 * that was freed, the text of a trace, and what comes later lies in holes of its heap (mallopt(3)).
 */
#define MAPPED_FROM   (128 * 1024)

#define ADDRESS(name) &fb_cmd_##name,

static const struct fb_command *const commands[] = { FB_COMMANDS(ADDRESS) };

#define NR (sizeof(commands) / sizeof(commands[0]))

/* Where a second command begins in a line of the usage. */
#define COLUMN 40

/* Prints a command, and the next one beside it if both are short. Returns how many. */
static size_t print_commands(FILE *to, size_t i)
{
	char row[2][128];
	size_t k, nr = i + 1 < NR ? 2 : 1;

	for (k = 0; k < nr; k++)
		snprintf(row[k], sizeof(row[k]), "  %-9s %s", commands[i + k]->name,
			 commands[i + k]->what);
	if (nr == 2 && strlen(row[0]) <= COLUMN && strlen(row[1]) <= COLUMN) {
		fprintf(to, "%-*s%s\n", COLUMN, row[0], row[1]);
		return 2;
	}
	fprintf(to, "%s\n", row[0]);
	return 1;
}

static void usage(FILE *to)
{
	size_t i;

	/* 24 lines fit a screen. */
	fputs("Usage: flowbench COMMAND [--help]: what a packet costs, and which path it took\n",
	      to);
	for (i = 0; i < NR;)
		i += print_commands(to, i);
	fputs("Example: flowbench list   Exit status: 0 done, 1 failed or different, 2 usage.\n",
	      to);
}

static const struct fb_command *find_command(const char *name)
{
	size_t i;

	for (i = 0; i < NR; i++)
		if (!strcmp(name, commands[i]->name))
			return commands[i];
	return NULL;
}

/* `flowbench help`, and `flowbench help COMMAND` */
static int help(int argc, char **argv)
{
	const struct fb_command *cmd = argc > 2 ? find_command(argv[2]) : NULL;

	if (argc > 3)
		return fb_usage("unexpected argument '%s'", argv[3]);
	if (argc > 2 && !cmd)
		return fb_usage("unknown command '%s'", argv[2]);
	if (cmd)
		fb_help_print(cmd, stdout);
	else
		usage(stdout);
	return FB_STATUS_DONE;
}

/* --complete, --check and --manual are for the shell, for scripts and for the build, not for users. */
static int run(int argc, char **argv)
{
	const struct fb_command *cmd = find_command(argv[1]);
	size_t i;

	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		return help(argc, argv);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		if (argc > 2)
			return fb_usage("unexpected argument '%s'", argv[2]);
		puts("flowbench " FB_MODULE_VERSION);
		return FB_STATUS_DONE;
	}
	if (!strcmp(argv[1], "--complete")) {
		fb_complete(commands, NR, argc - 2, argv + 2);
		return FB_STATUS_DONE;
	}
	if (!strcmp(argv[1], "--check")) {
		cmd = argc > 2 ? find_command(argv[2]) : NULL;
		return cmd ? fb_command_check(cmd, argc - 2, argv + 2)
			   : fb_usage("--check: expected a command line");
	}
	if (!strcmp(argv[1], "--manual")) {
		for (i = 0; i < NR; i++)
			fb_manual_print(commands[i], stdout);
		return FB_STATUS_DONE;
	}
	if (cmd)
		return fb_command_main(cmd, argc - 1, argv + 1);
	return fb_usage("unknown command '%s'", argv[1]);
}

int main(int argc, char **argv)
{
	int ret, err;

	mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
	fb_set_command(NULL);
	if (fb_start())
		return FB_STATUS_FAILED;
	if (argc < 2) {
		usage(stderr);
		return FB_STATUS_USAGE;
	}
	ret = run(argc, argv);
	/* A full disk behind standard output is a failure, not a short result. */
	err = fb_stream_error(stdout);
	if (err) {
		fb_print_error("standard output: %s", strerror(-err));
		return FB_STATUS_FAILED;
	}
	return ret;
}
