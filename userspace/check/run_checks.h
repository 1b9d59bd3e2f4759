/* SPDX-License-Identifier: GPL-2.0 */
/* Loads the checks of userspace/data/checks, and runs one. */
#ifndef FB_CHECK_RUN_CHECKS_H
#define FB_CHECK_RUN_CHECKS_H

#include "check/check.h"

/**
 * struct fb_checks - all checks
 * @check: the checks in the order of their names; owned
 * @nr: number of checks
 * @known: the series whose lines hold, as the kernel's own was not tried; else ""
 */
struct fb_checks {
	struct fb_check *check;
	unsigned int nr;
	char known[FB_CHECK_SERIES];
};

/**
 * fb_checks_load - read the heads of all checks
 * @cs: receives the checks; the caller calls fb_checks_free()
 * @release: release of the running kernel
 *
 * Return: 0 or a negative errno, after it was printed.
 */
int fb_checks_load(struct fb_checks *cs, const char *release);

/** fb_checks_free - free what fb_checks_load() allocated */
void fb_checks_free(struct fb_checks *cs);

/**
 * fb_checks_meant - return true if a word of the user selects the check
 * @c: the check
 * @word: a name, or its first part up to a "-": "kept" selects "kept-mtu"
 */
bool fb_checks_meant(const struct fb_check *c, const char *word);

/**
 * fb_check_run - run a check, and judge it
 * @c: the check, as fb_checks_load() read it
 *
 * The script of the check builds its lab and removes it. It is killed after FB_CHECK_LIMIT seconds.
 */
void fb_check_run(struct fb_check *c);

#define FB_CHECK_LIMIT "300"

/**
 * fb_checks_write - write the results as JSON, schema flowbench.validate/1
 * @cs: the checks
 * @ran: for each check, true if it was run
 * @strict: as for fb_check_good()
 * @release: release of the kernel
 * @path: file to write, or "-" for standard output
 *
 * Return: 0 or a negative errno.
 */
int fb_checks_write(const struct fb_checks *cs, const bool *ran, bool strict, const char *release,
		    const char *path);

#endif /* FB_CHECKRUN_H */
