/* SPDX-License-Identifier: GPL-2.0 */
/* The sections of a packet's way, and which function begins which (userspace/data/sections). Pure. */
#ifndef FB_PROFILE_SECTIONS_H
#define FB_PROFILE_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "profile/symbols.h"
#include "lib/error.h"
#include "lib/text_lines.h"

/**
 * enum fb_section - parts of a packet's way
 *
 * Other is what has no section. The generator is not a part of the way: what flowbench's own module
 * does to make a packet, and to take it back.
 */
enum fb_section {
	FB_SEC_RECEIVE,
	FB_SEC_FLOWTABLE,
	FB_SEC_CONNTRACK,
	FB_SEC_NFT,
	FB_SEC_ROUTING,
	FB_SEC_XFRM,
	FB_SEC_ESP,
	FB_SEC_TUNNEL,
	FB_SEC_TRANSMIT,
	FB_SEC_OTHER,
	FB_SEC_GENERATOR,
	FB_SECTIONS,
};

/** FB_SEC_NONE - a function without a section: it belongs to its caller's */
#define FB_SEC_NONE FB_SECTIONS

/** fb_section_name - "receive", … */
const char *fb_section_name(enum fb_section section);

struct fb_section_rule {
	const char *pattern;
	const char *module;
	enum fb_section section;
	unsigned int line;
};

/**
 * struct fb_section_rules - the file's lines
 * @rule: in their order
 * @nr: how many
 * @text: owned
 */
struct fb_section_rules {
	struct fb_section_rule *rule;
	size_t nr;
	char *text;
};

/**
 * fb_function_pattern - read "name", "na*" or "[module]"
 * @t: the text, for messages
 * @word: the word, which is written to
 * @pattern: receives the pattern of a name, or NULL
 * @module: receives that of a module, or NULL
 *
 * Return: 0, or -EINVAL with @t's why set.
 */
int fb_function_pattern(const struct fb_text_lines *t, char *word, const char **pattern,
			const char **module);

/** fb_function_fits - whether a function fits what fb_function_pattern() has read */
bool fb_function_fits(const struct fb_function *fn, const char *pattern, const char *module);

/**
 * fb_sections_parse - read the file
 * @text: lines "PATTERN SECTION", where PATTERN is a function's name, in which * stands for any
 *	letters, or [MODULE] for all of a module's, likewise; # begins a comment
 * @len: length
 * @file: its name, for @error
 * @rules: receives them; fb_sections_free() it after success
 * @error: receives what is wrong and in which line
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_sections_parse(const char *text, size_t len, const char *file,
		      struct fb_section_rules *rules, struct fb_error *error);

/** fb_sections_free - free what fb_sections_parse() has put into @rules */
void fb_sections_free(struct fb_section_rules *rules);

/** fb_section_width - characters of a section's column in a table, for "%*s" */
int fb_section_width(enum fb_section section);

/** fb_sections_of - the section that the first line that fits @fn gives it, or FB_SEC_NONE */
unsigned int fb_sections_of(const struct fb_section_rules *rules, const struct fb_function *fn);

#endif
