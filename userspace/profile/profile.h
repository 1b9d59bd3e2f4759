/* SPDX-License-Identifier: GPL-2.0 */
/* Where the instructions of a packet's price are spent: a record of what ran, set beside bench.json. */
#ifndef FB_PROFILE_PROFILE_H
#define FB_PROFILE_PROFILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "profile/block_walk.h"
#include "profile/record.h"
#include "profile/sections.h"
#include "profile/symbols.h"
#include "lib/error.h"
#include "price/prices.h"

/** FB_PROFILE_SCHEMA - name and version of the form of profile.json */
#define FB_PROFILE_SCHEMA "flowbench.profile/1"

/** struct fb_record_round - a round of a record; @seq points into it, NULL if it was only counted */
struct fb_record_round {
	struct fb_rec_round head;
	const uint32_t *seq;
};

/**
 * struct fb_profile_record - the plugin's file in memory
 * @isa: whose instructions these are
 * @block: the blocks
 * @code: of each block its bytes, @next - @vaddr of them, and behind them as many of enum fb_rec_ran; all
 *	zero where the plugin has not kept them
 * @nr_blocks: how many
 * @paddr: of each block where its code lies in the guest's memory, or 0; NULL if no accesses were recorded
 * @round: the rounds; number i has serial i + 1
 * @nr_rounds: how many
 */
struct fb_profile_record {
	enum fb_rec_isa isa;
	const struct fb_rec_block *block;
	const unsigned char **code;
	uint32_t nr_blocks;
	const uint64_t *paddr;
	struct fb_record_round *round;
	uint32_t nr_rounds;
};

/** FB_PROFILE_RECORD_MAX - bytes of a record: one of all paths has some hundred megabytes */
#define FB_PROFILE_RECORD_MAX ((size_t)2 << 30)

/**
 * fb_profile_record_check - refuse what cannot be a record, before it is read
 * @path: the file, which may be compressed
 * @error: receives "PATH: what is wrong"
 *
 * A device or a pipe may have no end.
 * Return: 0 or a negative errno.
 */
int fb_profile_record_check(const char *path, struct fb_error *error);

/**
 * fb_profile_record_parse - look at the plugin's file (pure)
 * @data: its bytes, aligned to 8, which must stay
 * @len: how many
 * @rec: receives it; fb_profile_record_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_profile_record_parse(const void *data, size_t len, struct fb_profile_record *rec,
			    struct fb_error *error);

/** fb_profile_record_free - free what fb_profile_record_parse() has put into @rec */
void fb_profile_record_free(struct fb_profile_record *rec);

/**
 * struct fb_profile_round - one round, taken apart
 * @serial: which
 * @insns: in its windows: as many as the guest's clock says, less @repeats
 * @repeats: further turns of repeated string instructions
 * @windows: how often the clock was read twice
 * @packets: that it has
 * @calls: who called whom
 * @section: instructions of each section
 */
struct fb_profile_round {
	uint32_t serial;
	uint64_t insns;
	uint64_t repeats;
	uint32_t windows;
	uint64_t packets;
	struct fb_calls calls;
	uint64_t section[FB_SECTIONS];
};

/**
 * struct fb_profile_path - one path of bench.json
 * @point: what bench.json says of it, borrowed
 * @name: the path's
 * @packets: of a round
 * @gross: the round of the whole path whose price is nearest to the median sample
 * @own: that of those that ended at ingress
 * @hook: rounds of enum fb_hook_rounds, of struct fb_profile; NULL if no hook is taken off @own
 * @off: what that hook takes of @own, by section
 * @off_insns: their sum
 * @net: gross less own, from which the hook is taken off, by section; what the generator took more or less is in
 *	transmit
 */
struct fb_profile_path {
	const json_t *point;
	const char *name;
	uint64_t packets;
	struct fb_profile_round gross;
	struct fb_profile_round own;
	const struct fb_profile_round *hook;
	int64_t off[FB_SECTIONS];
	int64_t off_insns;
	int64_t net[FB_SECTIONS];
};

/** FB_PROFILE_TERMS - most rounds whose weighed sum is a packet's net: the path's, the generator's, three of the hook */
#define FB_PROFILE_TERMS 5

/** struct fb_profile_term - a round, and how often each of its packets counts in net */
struct fb_profile_term {
	const struct fb_profile_round *round;
	double weight;
};

/**
 * fb_profile_terms - the rounds whose weighed sum is a packet's net (pure)
 * @path: the path
 * @term: receives them, the path's own round first
 *
 * Net is gross less own, and the hook is part of own: of its rounds, that with one counts twice, and those with none
 * and with two are taken off.
 *
 * Return: how many.
 */
unsigned int fb_profile_terms(const struct fb_profile_path *path,
			      struct fb_profile_term term[FB_PROFILE_TERMS]);

/**
 * struct fb_profile - a profile
 * @bench: bench.json, borrowed
 * @syms: the kernel's functions
 * @rules: their sections
 * @hook: of each kind of rounds that price the hook at ingress the cheapest; not there if @hook[0].packets is 0
 * @path: the paths
 * @nr: how many
 */
struct fb_profile {
	const json_t *bench;
	struct fb_symbols syms;
	struct fb_section_rules rules;
	struct fb_profile_round hook[FB_HOOK_ROUNDS];
	struct fb_profile_path *path;
	size_t nr;
};

/**
 * fb_profile_build - set a record beside bench.json (pure)
 * @p: has @bench, @syms and @rules; receives the paths
 * @rec: the record
 * @error: receives what is wrong
 *
 * Each round of each path must be in the record, and have as many instructions and repeats as the guest's clock
 * has said, to the instruction; and the sections must sum to it.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_profile_build(struct fb_profile *p, const struct fb_profile_record *rec,
		     struct fb_error *error);

/** fb_profile_round_closes - true if a record's round has as many instructions and repeats as that of bench.json (pure) */
bool fb_profile_round_closes(const struct fb_rec_round *head, const json_t *one);

/** fb_profile_free - free paths, symbols and rules */
void fb_profile_free(struct fb_profile *p);

/**
 * fb_profile_sections - the section of each call
 * @calls: the calls
 * @syms: their functions
 * @rules: the sections of these
 * @section: receives one a call, @calls->nr of them, that of the innermost function that has one
 */
void fb_profile_sections(const struct fb_calls *calls, const struct fb_symbols *syms,
			 const struct fb_section_rules *rules, unsigned char *section);

/** struct fb_profile_self - what a function has spent itself in one section, and the repeats that are none of it */
struct fb_profile_self {
	uint32_t function;
	unsigned int section;
	uint64_t insns;
	uint64_t repeats;
};

/**
 * fb_profile_flat - what each function has spent itself, over all of its callers
 * @p: the profile
 * @calls: of one round
 * @nr: receives how many
 *
 * Return: one a function and section, the most expensive first, or NULL for want of memory; the
 * caller frees it.
 */
struct fb_profile_self *fb_profile_flat(const struct fb_profile *p, const struct fb_calls *calls,
					size_t *nr);

/** fb_profile_setting - the @i-th setting of a point that a path of profile.json has, too: "size", …; NULL behind the last */
const char *fb_profile_setting(unsigned int i);

/** fb_profile_settings - set those of a point of bench.json in @to, which may be NULL */
void fb_profile_settings(json_t *to, const json_t *point);

/** fb_profile_json - @nr profiles of one machine as one JSON document, or NULL for want of memory */
json_t *fb_profile_json(const struct fb_profile *p, size_t nr);

/** fb_profile_print - the table of @nr profiles */
void fb_profile_print(const struct fb_profile *p, size_t nr, FILE *to);

#endif
