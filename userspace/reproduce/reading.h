/* SPDX-License-Identifier: GPL-2.0 */
/* What a trace is: words with their proofs, the kernel's versions, drops. Pure: no I/O. */
#ifndef FB_REPRODUCE_READING_H
#define FB_REPRODUCE_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "reproduce/drop.h"
#include "reproduce/evidence.h"
#include "reproduce/kernels.h"
#include "reproduce/word.h"

/** FB_PROOFS_MAX - calls that are told for a word */
#define FB_PROOFS_MAX 3

/** struct fb_proofs - the first calls that prove a word; @nr is 0 where the word does not hold */
struct fb_proofs {
	uint32_t call[FB_PROOFS_MAX];
	unsigned int nr;
};

/**
 * enum fb_reading_kind - what is known of a packet's path
 * @FB_READING_NONE: no call is one of a packet's path
 * @FB_READING_PART: a part of a path, which several paths have
 * @FB_READING_PATH: a path
 */
enum fb_reading_kind {
	FB_READING_NONE,
	FB_READING_PART,
	FB_READING_PATH,
};

/**
 * struct fb_reading - what a trace is
 * @tree: the trace
 * @word: the proofs of each entry of fb_words
 * @kind: what is known of the path
 * @either: of a part: the paths that have it, one clause
 * @aside: the packet came in an interrupt of this outermost call, which does not belong to its path; 0: it did not
 * @since: the function that gives the least version, and its call
 * @before: the function that bounds the version above, and its call
 * @drops: where packets are dropped
 * @own: the scenario of this project that such a trace comes from, or NULL
 */
struct fb_reading {
	const struct fb_tree *tree;
	struct fb_proofs word[FB_WORD_ROWS];
	enum fb_reading_kind kind;
	const char *either;
	uint32_t aside;
	const struct fb_function_age *since, *before;
	uint32_t since_call, before_call;
	struct fb_drops drops;
	const char *own;
};

/**
 * fb_reading_make - say what a trace is
 * @tree: the trace, which must stay
 * @reading: receives it
 *
 * Return: 0 or -ENOMEM.
 */
int fb_reading_make(const struct fb_tree *tree, struct fb_reading *reading);

/** fb_reading_fits - returns true if all words of a list hold: "a|b" is one of two, "!a" must not hold */
bool fb_reading_fits(const struct fb_reading *reading, const char *words);

/** fb_reading_group - returns true if a word of this group holds */
bool fb_reading_group(const struct fb_reading *reading, enum fb_word_group group);

/** fb_reading_print - print it, a line for each word, with the calls that prove it */
void fb_reading_print(const struct fb_reading *reading, const char *file, struct fb_out *out);

#endif
