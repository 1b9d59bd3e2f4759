// SPDX-License-Identifier: GPL-2.0
/* What main() does with every command: its options are read by its table, then it runs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "lib/message.h"

static int run_nothing(void *given, int nr, char **operands)
{
	(void)given;
	(void)nr;
	(void)operands;
	return FB_STATUS_DONE;
}

/* Reads the options, and calls @run with them. */
static int read_and_run(const struct fb_command *cmd, int argc, char **argv,
			int (*run)(void *given, int nr, char **operands))
{
	struct fb_error error = { "" };
	int ret, first, nr = 0;
	void *options;

	fb_set_command(cmd->name);
	options = calloc(1, cmd->size + 1);
	if (!options) {
		fb_print_error("%s", strerror(ENOMEM));
		return FB_STATUS_FAILED;
	}
	if (cmd->usual)
		memcpy(options, cmd->usual, cmd->size);
	first = fb_options_read(cmd, argc, argv, options, &nr, &error);
	if (first > 0) {
		ret = run(options, nr, argv + first);
	} else if (!first) {
		fb_help_print(cmd, stdout);
		ret = FB_STATUS_DONE;
	} else {
		fb_print_usage_error("%s", fb_error_text(&error, first));
		ret = FB_STATUS_USAGE;
	}
	free(options);
	return ret;
}

int fb_command_main(const struct fb_command *cmd, int argc, char **argv)
{
	return read_and_run(cmd, argc, argv, cmd->run);
}

int fb_command_check(const struct fb_command *cmd, int argc, char **argv)
{
	return read_and_run(cmd, argc, argv, cmd->check ? cmd->check : run_nothing);
}
