/* SPDX-License-Identifier: GPL-2.0 */
/* A report of KernelCI that is being put together (schema kcidb 5.3, kcidb_io/schema/v05_03.py of kcidb-io). */
#ifndef FB_EXPORT_KCIDB_REPORT_H
#define FB_EXPORT_KCIDB_REPORT_H

#include <jansson.h>
#include <stdbool.h>

/**
 * struct fb_kcidb - a report
 * @origin: who reports
 * @checkouts: kernels by release
 * @builds: kernels by their image
 * @tests: what was found
 * @issues: what is known to be wrong
 * @incidents: where it was seen
 * @build: id of what is tested now
 * @environment: of what is tested now
 * @run: of this document, within all ids
 */
struct fb_kcidb {
	const char *origin;
	json_t *checkouts;
	json_t *builds;
	json_t *tests;
	json_t *issues;
	json_t *incidents;
	json_t *build;
	json_t *environment;
	char run[17];
};

/**
 * struct fb_kcidb_test - what one test is about
 * @path: words with dots between them
 * @status: "PASS", "FAIL", …; "DONE" for a number
 * @comment: for a person, or NULL
 * @misc: what else there is, or NULL
 */
struct fb_kcidb_test {
	char path[256];
	const char *status;
	json_t *comment;
	json_t *misc;
};

/**
 * fb_kcidb_kernel - the kernel that what follows was measured on, once for all results of it
 * @r: the report
 * @doc: has a fingerprint, or a member "kernel"
 *
 * Return: 0, -EINVAL if @doc does not say which kernel it is of, or -ENOMEM.
 */
int fb_kcidb_kernel(struct fb_kcidb *r, const json_t *doc);

/** fb_kcidb_begin - begin a test: its path is "flowbench", @first, and @second and @third where they are not NULL */
void fb_kcidb_begin(struct fb_kcidb_test *t, const char *first, const char *second,
		    const char *third);

/** fb_kcidb_put - add a test, with the members of @more, which is taken over and may be NULL */
void fb_kcidb_put(struct fb_kcidb *r, struct fb_kcidb_test *t, json_t *more);

/**
 * fb_kcidb_known - say of a test that was put that its failure is known: an incident of an issue
 * @r: the report
 * @t: the test
 * @what: what is wrong
 */
void fb_kcidb_known(struct fb_kcidb *r, const struct fb_kcidb_test *t, const char *what);

/**
 * fb_kcidb_outcome - the status of a check's outcome, NULL for another word; with @strict, a skipped
 * check is MISS (pure)
 */
const char *fb_kcidb_outcome(const char *name, bool strict);

/** fb_kcidb_text - the text of a member, or NULL where it is empty or none */
json_t *fb_kcidb_text(const json_t *js, const char *key);

#endif
