/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The alias table: why a documented call cannot be seen under its name on some kernel. One line
 * an entry, which a user can edit; userspace/data/aliases explains the form at its top. Pure: no I/O.
 */
#ifndef FB_MATCH_ALIAS_H
#define FB_MATCH_ALIAS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/name_set.h"
#include "lib/error.h"

/**
 * enum fb_alias_kind - what an entry says of a call
 * @FB_ALIAS_RENAMED: it has another name
 * @FB_ALIAS_UNTRACEABLE: it is inlined, static and folded, or not built in
 * @FB_ALIAS_REMOVED: it is gone, or no longer called from there
 * @FB_ALIAS_MOVED: it is still called from there, but earlier or later
 * @FB_ALIAS_NEVER: it was never in a mainline kernel
 * @FB_ALIAS_INCIDENTAL: it, and all below it, depends on timing or on first use
 * @FB_ALIAS_ENVIRONMENT: it, and all below it, wants hardware that the lab cannot give
 * @FB_ALIAS_ADDED: it is new: it may show where nothing is documented
 */
enum fb_alias_kind {
	FB_ALIAS_RENAMED,
	FB_ALIAS_UNTRACEABLE,
	FB_ALIAS_REMOVED,
	FB_ALIAS_MOVED,
	FB_ALIAS_NEVER,
	FB_ALIAS_INCIDENTAL,
	FB_ALIAS_ENVIRONMENT,
	FB_ALIAS_ADDED,
	FB_ALIAS_KINDS,
};

/**
 * struct fb_alias - one entry
 * @kind: what it says
 * @subtree: 1 if it holds for all that the call called, too
 * @name: the function, without compiler suffix
 * @parent: only where this function called it (the nearest call around it), or NULL
 * @to: RENAMED: the new name
 * @trace: only in this documented trace, or NULL
 * @unless: not for a kernel whose release holds this word or, of "a,b", one of them; or NULL
 * @arch: only for kernels of this architecture, as Debian calls it, or NULL
 * @without: UNTRACEABLE: of kernels that are built without this option, or NULL. Where the function
 *	can be traced the kernel has it, and the entry says nothing.
 * @since: from this kernel version on (fb_version_parse()), 0 for all
 * @before: up to, but not with, this kernel version, 0 for all
 * @reason: one line for people
 * @line: line in the table
 */
struct fb_alias {
	enum fb_alias_kind kind;
	int subtree;
	const char *name;
	const char *parent;
	const char *to;
	const char *trace;
	const char *unless;
	const char *arch;
	const char *without;
	uint32_t since;
	uint32_t before;
	const char *reason;
	unsigned int line;
};

/**
 * struct fb_aliases - the table
 * @entry: the entries in the order of the file
 * @nr: how many
 * @by_name: their indices, sorted by the names and then by the indices
 * @by_to: indices of the RENAMED entries, sorted by the new names and then by the indices
 * @nr_to: how many
 * @text: owned
 */
struct fb_aliases {
	struct fb_alias *entry;
	uint32_t nr;
	uint32_t *by_name;
	uint32_t *by_to;
	uint32_t nr_to;
	char *text;
};

/**
 * struct fb_alias_at - what entries are looked up for
 * @trace: name of the documented trace
 * @version: the kernel that was traced
 * @release: its release in full, or NULL
 */
struct fb_alias_at {
	const char *trace;
	uint32_t version;
	const char *release;
};

/**
 * fb_aliases_parse - read the table
 * @text: the file's content, ended by NUL; not changed
 * @file: its name, for messages
 * @al: receives the table; fb_aliases_free() it after success
 * @error: receives "file:line: what is wrong"
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_aliases_parse(const char *text, const char *file, struct fb_aliases *al,
		     struct fb_error *error);

/** fb_aliases_free - free what fb_aliases_parse() has put into @al */
void fb_aliases_free(struct fb_aliases *al);

/** fb_alias_holds - 1 if an entry is for this trace and kernel, else 0 */
int fb_alias_holds(const struct fb_alias *a, const struct fb_alias_at *at);

/**
 * fb_alias_of - walk through the entries for a function, in the order of the file
 * @al: the table
 * @name: the function; a compiler suffix is left out of account
 * @pos: the place of the walk; begin with FB_ALIAS_BEGIN
 *
 * Return: the next entry, or NULL.
 */
const struct fb_alias *fb_alias_of(const struct fb_aliases *al, const char *name, uint32_t *pos);

/** fb_alias_to - the same for the RENAMED entries that give a function the name @to */
const struct fb_alias *fb_alias_to(const struct fb_aliases *al, const char *to, uint32_t *pos);

/** FB_ALIAS_BEGIN - the place before the first entry */
#define FB_ALIAS_BEGIN UINT32_MAX

/**
 * fb_alias_find - the first entry of a kind that holds for a call
 * @al: the table
 * @kind: which kind
 * @name: the function; a compiler suffix is left out of account
 * @parent: the function around it, or NULL
 * @at: trace and kernel
 *
 * Return: the entry, or NULL.
 */
const struct fb_alias *fb_alias_find(const struct fb_aliases *al, enum fb_alias_kind kind,
				     const char *name, const char *parent,
				     const struct fb_alias_at *at);

/**
 * fb_alias_renames - does an entry say that @name is called @to on this kernel
 *
 * Return: the entry, or NULL.
 */
const struct fb_alias *fb_alias_renames(const struct fb_aliases *al, const char *name,
					const char *parent, const char *to,
					const struct fb_alias_at *at);

/**
 * fb_alias_wrong - does the kernel's list of functions contradict an entry
 * @a: the entry
 * @functions: all that can be traced there
 * @at: trace and kernel
 * @error: receives what is wrong
 *
 * Wrong is "untraceable" of a function that can be traced, unless the entry is for one caller
 * only, into which it may be inlined, or for kernels without an option; and "renamed" to a function
 * that cannot be traced.
 * Entries for other kernels and traces are not wrong.
 * Return: 1 if it is wrong, else 0.
 */
int fb_alias_wrong(const struct fb_alias *a, const struct fb_nameset *functions,
		   const struct fb_alias_at *at, struct fb_error *error);

/** fb_alias_kind_name - "renamed", "untraceable", ... */
const char *fb_alias_kind_name(enum fb_alias_kind kind);

#endif
