/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands. Each stands in a file of its own, which holds its table of options, calls what does the
 * work, and returns an exit status. To add a command NAME, add cmd/NAME.c with fb_cmd_NAME, and NAME to
 * FB_COMMANDS.
 */
#ifndef FB_CMD_CMD_H
#define FB_CMD_CMD_H

#include "cli/option.h"
#include "lib/message.h"

/* clang-format off */
/** FB_COMMANDS - every command, in the order of `flowbench --help` */
#define FB_COMMANDS(X) \
	X(list) X(run) X(trace) X(traffic) X(parse) X(reproduce) X(bench) X(profile) X(confirm) X(calibrate) X(fidelity) \
	X(diff) \
	X(matrix) X(compare) X(history) X(export) X(validate) X(top) X(why) X(hardware) X(report) X(xdp) \
	X(version)
/* clang-format on */

#define FB_COMMAND_DECLARE(name) extern const struct fb_command fb_cmd_##name;
FB_COMMANDS(FB_COMMAND_DECLARE)

/** enum fb_status - exit statuses that all commands share */
enum fb_status {
	FB_STATUS_DONE,
	FB_STATUS_FAILED,
	FB_STATUS_USAGE,
};

/** fb_usage - print that the command line is wrong, with a hint; its value is the exit status for that */
#define fb_usage(...) (fb_print_usage_error(__VA_ARGS__), FB_STATUS_USAGE)

/**
 * fb_command_main - run a command
 * @cmd: the command
 * @argc: number of words
 * @argv: its name, its options and operands
 *
 * Return: an exit status.
 */
int fb_command_main(const struct fb_command *cmd, int argc, char **argv);

/**
 * fb_command_check - say what is wrong with a command line, and do nothing
 * @cmd: the command
 * @argc: number of words
 * @argv: its name, its options and operands
 *
 * Return: FB_STATUS_DONE or FB_STATUS_USAGE.
 */
int fb_command_check(const struct fb_command *cmd, int argc, char **argv);

#endif
