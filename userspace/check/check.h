/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A check of `flowbench validate`: the head of its file, and its outcome. Pure: no I/O.
 *
 * The head of the file of a check:
 *
 *	# proves: an established IPv4 TCP flow is forwarded by the flowtable in both directions
 *	# needs: nft_flow_offload 8021q
 *	# since: 5.13 before, a flowtable did not support VLAN tags
 *	# fails: 6.12 what that kernel does instead
 *	# differs: 5.10 what is right there
 *	# slow: all what a gateway's operator should know: it is slow, and nothing says so
 *	# danger: all likewise: what gets through, or goes wrong; and what closes it
 *	# topology: router
 *	# why: fragment ttl=10
 *
 * "why" holds reasons of `flowbench why`; userspace/data/checks/why.sh reads it.
 *
 * In "fails", "differs", "slow" and "danger", "6.12" means all kernels of that series; "6.12.117"
 * means this one and the later ones of its series; "all" means every kernel. For a kernel of a
 * series that was not tried (userspace/data/checks/tried), the lines of the newest older series
 * that was tried hold. A line of the kernel's own series goes before those, and "-" in place of
 * the text means that they do not hold: "# fails: 7.3 -".
 *
 * A file may be several checks (check/variant.h).
 *
 * The records that a check prints, with tabs between the fields:
 *
 *	claim	hook	packets on the fast path	>=	99	198
 *	note	text
 *	skip	why the check cannot run here
 *	lacks	the feature that this kernel lacks
 *	fails	what goes wrong with hardware (--offload), as "fails" of a head; "-": nothing does
 *	end
 */
#ifndef FB_CHECK_CHECK_H
#define FB_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "check/variant.h"
#include "lib/error.h"

#define FB_CHECK_NAME	64
#define FB_CHECK_TEXT	240
#define FB_CHECK_WORD	80
#define FB_CHECK_CLAIMS 96
#define FB_CHECK_NOTES	32
#define FB_CHECK_SERIES 16

/** enum fb_check_outcome - what became of a check */
enum fb_check_outcome {
	FB_CHECK_FAILED, /* a claim does not hold, or the check ended early */
	FB_CHECK_PASSED, /* all claims hold, from at least two sources besides log and sum */
	FB_CHECK_KNOWN, /* fails; the head of its file says so for this kernel */
	FB_CHECK_FIXED, /* passes; the head of its file says that this kernel fails */
	FB_CHECK_LACKS, /* this kernel lacks the tested feature */
	FB_CHECK_SKIPPED /* the check cannot run here */
};

/** struct fb_claim - an expected and a counted value */
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
 * @name: name of its file without .sh, or as fb_variant_name() makes it of that
 * @proves: what it proves, from the first line of its file
 * @topology: the topology that the lab builds for it
 * @needs: kernel modules, with blanks between them
 * @differs: behaviour that is right on this kernel only, or ""
 * @fails: known error of this kernel, or ""
 * @slow: what is silently slow on this kernel, for an operator, or ""
 * @danger: what is dangerous on this kernel, for an operator, or ""
 * @lacks: the feature that this kernel lacks, or ""
 * @claim: claims in the order of the records
 * @nr_claims: number of claims
 * @note: notes in the order of the records
 * @nr_notes: number of notes
 * @outcome: set by fb_check_judge()
 * @why: why it did not pass, one line; empty if it passed
 * @ended: true if the record "end" came
 * @skip: why it cannot run, from its record, or ""
 * @seconds: run time
 */
struct fb_check {
	char name[FB_CHECK_NAME];
	char proves[FB_CHECK_TEXT];
	char topology[FB_CHECK_TEXT];
	char needs[FB_CHECK_TEXT];
	char differs[FB_CHECK_TEXT];
	char fails[FB_CHECK_TEXT];
	char slow[FB_CHECK_TEXT];
	char danger[FB_CHECK_TEXT];
	char lacks[FB_CHECK_TEXT];
	struct fb_claim claim[FB_CHECK_CLAIMS];
	unsigned int nr_claims;
	char note[FB_CHECK_NOTES][FB_CHECK_TEXT];
	unsigned int nr_notes;
	enum fb_check_outcome outcome;
	struct fb_error why;
	bool ended;
	char skip[FB_CHECK_TEXT];
	double seconds;
};

/**
 * fb_check_head - parse the head of a check's file
 * @c: receives the head; its former content is overwritten
 * @name: name of the check
 * @v: which check of the file it is; NULL if the file is one check
 * @text: content of the file
 * @release: release of the running kernel, "6.12.107+deb13-amd64"
 * @known: the series whose lines hold for it (fb_check_known()); NULL or "": its own
 * @error: receives one line that says what is wrong
 *
 * Return: 0, or -EINVAL with @error set.
 */
int fb_check_head(struct fb_check *c, const char *name, const struct fb_variant *v,
		  const char *text, const char *release, const char *known, struct fb_error *error);

/**
 * fb_check_known - find the series whose lines hold for a kernel that was not tried
 * @tried: the series that were tried, with blanks or newlines between: "5.10 6.1 6.12 7.2"
 * @release: release of the running kernel
 * @known: receives the newest of them that is older; "" if the kernel's own series is one of them,
 *	or all are newer
 */
void fb_check_known(const char *tried, const char *release, char known[FB_CHECK_SERIES]);

/**
 * fb_check_record - parse one record that a check printed
 * @c: the check
 * @line: the record without its newline
 *
 * Return: 0, -EINVAL if the line is not a record, or -E2BIG for too many claims or notes.
 */
int fb_check_record(struct fb_check *c, const char *line);

/**
 * fb_claim_holds - compare a counted with an expected value
 * @op: "=", "!=", "<", "<=", ">" or ">="
 * @wanted: a whole number; with "=" and "!=" also any text
 * @counted: likewise
 * @held: receives true if the claim holds
 *
 * Return: 0, or -EINVAL for an unknown operator, or if texts are to be ordered.
 */
int fb_claim_holds(const char *op, const char *wanted, const char *counted, bool *held);

/**
 * fb_check_judge - set the outcome of a check, whether it has run or not
 * @c: the check
 * @status: exit status of its script, negative errno if it could not be run
 */
void fb_check_judge(struct fb_check *c, int status);

/** fb_check_good - whether the outcome is as expected; with @strict, a skip is not */
bool fb_check_good(const struct fb_check *c, bool strict);

/** fb_check_outcome_name - return "passed", "failed", "known", "fixed", "lacks" or "skipped" */
const char *fb_check_outcome_name(enum fb_check_outcome outcome);

/**
 * fb_check_print - print a check as KTAP: claims and notes as diagnostic lines, then the test line
 * @c: the check, judged
 * @nr: its number
 * @strict: as for fb_check_good()
 * @f: where to
 */
void fb_check_print(const struct fb_check *c, unsigned int nr, bool strict, FILE *f);

#endif /* FB_CHECK_H */
