/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands. Each takes its own name as argv[0] and returns an exit status: 0 done,
 * 1 failed or different, 2 wrong usage. Each answers --help on standard output.
 */
#ifndef FB_CMD_CMD_H
#define FB_CMD_CMD_H

int fb_cmd_bench(int argc, char **argv);
int fb_cmd_calibrate(int argc, char **argv);
int fb_cmd_compare(int argc, char **argv);
int fb_cmd_diff(int argc, char **argv);
int fb_cmd_export(int argc, char **argv);
int fb_cmd_fidelity(int argc, char **argv);
int fb_cmd_list(int argc, char **argv);
int fb_cmd_matrix(int argc, char **argv);
int fb_cmd_parse(int argc, char **argv);
int fb_cmd_profile(int argc, char **argv);
int fb_cmd_report(int argc, char **argv);
int fb_cmd_run(int argc, char **argv);
int fb_cmd_top(int argc, char **argv);
int fb_cmd_trace(int argc, char **argv);
int fb_cmd_traffic(int argc, char **argv);
int fb_cmd_validate(int argc, char **argv);
int fb_cmd_version(int argc, char **argv);

#endif
