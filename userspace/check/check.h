/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A check of `flowbench validate`: what its file says of it, and what became of it. Pure: no I/O.
 *
 * The head of a check's file:
 *
 *	# proves: an established IPv4 TCP flow is forwarded by the flowtable in both directions
 *	# needs: nft_flow_offload 8021q
 *	# since: 5.13 before, a flowtable did not support VLAN tags
 *	# fails: 6.12 what that kernel does instead
 *	# differs: 5.10 what is right there
 *	# topology: router
 *
 * Versions of "fails" and "differs" are those of a line, "6.12"; "6.12.117" is that line from there on.
 *
 * What it prints, fields split by tabs:
 *
 *	claim	hook	packets on the fast path	>=	99	198
 *	note	text
 *	skip	why it cannot run here
 *	lacks	what this kernel has not got
 *	end
 */
#ifndef FB_CHECK_CHECK_H
#define FB_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/why.h"

#define FB_CHECK_NAME	64
#define FB_CHECK_TEXT	240
#define FB_CHECK_WORD	80
#define FB_CHECK_CLAIMS 64
#define FB_CHECK_NOTES	32

/** enum fb_check_outcome - what became of a check */
enum fb_check_outcome {
	FB_CHECK_FAILED, /* a claim does not hold, or the check did not come to its end */
	FB_CHECK_PASSED, /* every claim holds, out of two sources at least; log and sum are none */
	FB_CHECK_KNOWN, /* fails as its file says that this kernel does */
	FB_CHECK_FIXED, /* passes, though its file says that this kernel fails */
	FB_CHECK_LACKS, /* this kernel has not got what it is about */
	FB_CHECK_SKIPPED /* it cannot be run here */
};

/** struct fb_claim - something that was expected, and what was counted */
struct fb_claim {
	char source[16];
	char what[FB_CHECK_TEXT];
	char op[4];
	char wanted[FB_CHECK_WORD];
	char counted[FB_CHECK_WORD];
	bool held;
};

/**
 * struct fb_check - one check
 * @name: of its file, without .sh
 * @proves: its first line
 * @topology: what the lab builds for it
 * @needs: kernel modules, by blanks
 * @differs: what is right on this kernel though it is not on others, or ""
 * @fails: what this kernel is known to do wrong, or ""
 * @lacks: why this kernel cannot have it, or ""
 * @claim: in the order they were made
 * @note: likewise
 * @outcome: set by fb_check_judge()
 * @why: one line, unless it passed
 * @ended: it came to its end
 * @skip: it said why it cannot run
 * @seconds: how long it took
 */
struct fb_check {
	char name[FB_CHECK_NAME];
	char proves[FB_CHECK_TEXT];
	char topology[FB_CHECK_TEXT];
	char needs[FB_CHECK_TEXT];
	char differs[FB_CHECK_TEXT];
	char fails[FB_CHECK_TEXT];
	char lacks[FB_CHECK_TEXT];
	struct fb_claim claim[FB_CHECK_CLAIMS];
	unsigned int nr_claims;
	char note[FB_CHECK_NOTES][FB_CHECK_TEXT];
	unsigned int nr_notes;
	enum fb_check_outcome outcome;
	struct fb_why why;
	bool ended;
	char skip[FB_CHECK_TEXT];
	double seconds;
};

/**
 * fb_check_head - read what a check's file says of it
 * @c: receives it; what was in it is forgotten
 * @name: of the file, without .sh
 * @text: the file
 * @release: of the running kernel, "6.12.107+deb13-amd64"
 * @why: receives one line that says what is wrong
 *
 * Return: 0, or -EINVAL with @why set.
 */
int fb_check_head(struct fb_check *c, const char *name, const char *text, const char *release,
		  struct fb_why *why);

/**
 * fb_check_record - take in one line of what a check prints
 * @c: the check
 * @line: without the newline
 *
 * Return: 0, -EINVAL for a line that is none of the five, or -E2BIG for too many.
 */
int fb_check_record(struct fb_check *c, const char *line);

/**
 * fb_claim_holds - does what was counted agree with what was expected?
 * @op: "=", "!=", "<", "<=", ">" or ">="
 * @wanted: a whole number, or for the first two any words
 * @counted: likewise
 * @held: receives the answer
 *
 * Return: 0, or -EINVAL for another sign, or for order among what are no numbers.
 */
int fb_claim_holds(const char *op, const char *wanted, const char *counted, bool *held);

/**
 * fb_check_judge - the outcome of a check that has run, or has not
 * @c: the check
 * @status: exit status of its script, negative errno if it could not be run
 */
void fb_check_judge(struct fb_check *c, int status);

/** fb_check_good - is this what was expected? @strict: a check that cannot run is none */
bool fb_check_good(const struct fb_check *c, bool strict);

/** fb_check_outcome_name - "passed", "failed", "known", "fixed", "lacks", "skipped" */
const char *fb_check_outcome_name(enum fb_check_outcome outcome);

/**
 * fb_check_print - the check as KTAP: its claims and notes as diagnostic lines, then its line
 * @c: the check, judged
 * @nr: its number
 * @strict: as for fb_check_good()
 * @f: where to
 */
void fb_check_print(const struct fb_check *c, unsigned int nr, bool strict, FILE *f);

#endif /* FB_CHECK_H */
