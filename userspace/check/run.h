/* SPDX-License-Identifier: GPL-2.0 */
/* The checks that lie in tests/validate, and running one. */
#ifndef FB_CHECK_RUN_H
#define FB_CHECK_RUN_H

#include "check/check.h"

/**
 * struct fb_checks - the checks there are
 * @check: in the order of their names; owned
 * @nr: how many
 */
struct fb_checks {
	struct fb_check *check;
	unsigned int nr;
};

/**
 * fb_checks_load - read the heads of all checks
 * @cs: receives them; fb_checks_free() it
 * @release: of the running kernel
 *
 * Return: 0 or a negative errno, which has been reported.
 */
int fb_checks_load(struct fb_checks *cs, const char *release);

/** fb_checks_free - what fb_checks_load() has made */
void fb_checks_free(struct fb_checks *cs);

/**
 * fb_checks_meant - is a check meant by a word of the user's?
 * @c: the check
 * @word: its name, or the first part of it up to a "-" ("kept" is meant by "kept-mtu")
 */
bool fb_checks_meant(const struct fb_check *c, const char *word);

/**
 * fb_check_run - run a check to its end, and judge it
 * @c: the check, as it was loaded
 *
 * Its script makes the lab that it wants and takes it down again; it ends after
 * FB_CHECK_LIMIT seconds at the latest.
 */
void fb_check_run(struct fb_check *c);

#define FB_CHECK_LIMIT "300"

/**
 * fb_checks_write - the results as JSON, schema flowbench.validate/1
 * @cs: checks
 * @ran: of each, whether it was run
 * @strict: as for fb_check_good()
 * @release: of the kernel
 * @path: the file, or "-" for standard output
 *
 * Return: 0 or a negative errno.
 */
int fb_checks_write(const struct fb_checks *cs, const bool *ran, bool strict, const char *release,
		    const char *path);

#endif /* FB_CHECKRUN_H */
