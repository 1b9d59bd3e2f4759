/* SPDX-License-Identifier: GPL-2.0 */
/* The module's files for rounds and hooks. */
#ifndef FB_SYSTEM_DEBUGFS_H
#define FB_SYSTEM_DEBUGFS_H

#include "system/round_result.h"

/** fb_benchfs_there - returns 0 if the module has files for rounds, else a negative errno */
int fb_benchfs_there(void);

/**
 * fb_bench_preflight - check whether rounds can run on this machine
 *
 * Prints what is missing. Return: 0 or a negative errno.
 */
int fb_bench_preflight(void);

/**
 * fb_benchfs_write - write a text to one of the module's files in one write()
 * @name: below debugfs's flowbench ("bench/config")
 * @text: what to write
 *
 * Return: 0 or the module's negative errno; -ENOENT if the module is unloaded or being unloaded.
 */
int fb_benchfs_write(const char *name, const char *text);

/**
 * fb_benchfs_read - read one of the module's files
 * @name: below debugfs's flowbench ("bench/result")
 * @text: receives it; the caller frees it
 *
 * Return: 0 or a negative errno; -ENOENT if the module is unloaded or being unloaded.
 */
int fb_benchfs_read(const char *name, char **text);

/**
 * fb_benchfs_config - set some keys of the configuration
 * @words: "key=value key=value"; may be empty
 *
 * Says what is wrong. Return: 0 or a negative errno.
 */
int fb_benchfs_config(const char *words);

/**
 * fb_benchfs_run - run a warm-up or a round, and read its result
 * @what: "warmup" or "round"
 * @r: receives the result
 *
 * Prints what went wrong. Does not check whether the sums close.
 * Return: 0 or a negative errno.
 */
int fb_benchfs_run(const char *what, struct fb_bench_result *r);

#endif
