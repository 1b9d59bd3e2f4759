/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of tracefs that decide what a recording holds, and how it is printed. Pure: no I/O.
 *
 * One more file is one more entry of the table in trace_files.c.
 */
#ifndef FB_SYSTEM_TRACE_FILES_H
#define FB_SYSTEM_TRACE_FILES_H

#include <stdbool.h>
#include <stddef.h>

/** FB_TRACE_VALUE_MAX - room for a value, with its NUL */
#define FB_TRACE_VALUE_MAX 128

/**
 * enum fb_trace_rule - what a user's value in a file means
 * @FB_TRACE_IN_USE: somebody is tracing: refuse to record
 * @FB_TRACE_PARTIAL: parts of the recording would be missing: refuse to record
 * @FB_TRACE_LAYOUT: it only changes what the text looks like: set ours, and give the user's back
 */
enum fb_trace_rule {
	FB_TRACE_IN_USE,
	FB_TRACE_PARTIAL,
	FB_TRACE_LAYOUT,
};

/**
 * enum fb_trace_form - how a file shows what it holds
 * @FB_TRACE_WORD: one value
 * @FB_TRACE_LIST: one entry a line; a line that begins with '#', or "no pid", stands for none
 * @FB_TRACE_MASK: CPUs in hexadecimal digits
 */
enum fb_trace_form {
	FB_TRACE_WORD,
	FB_TRACE_LIST,
	FB_TRACE_MASK,
};

/**
 * struct fb_trace_file - a file of tracefs
 * @name: its path below the tracefs folder
 * @rule: what a user's value means
 * @form: how the file shows its value
 * @value: of a word: what it holds unless a user has set it (FB_TRACE_LAYOUT: what we set); else NULL
 */
struct fb_trace_file {
	const char *name;
	enum fb_trace_rule rule;
	enum fb_trace_form form;
	const char *value;
};

/** fb_trace_file - returns entry @i of the table, or NULL behind the last one */
const struct fb_trace_file *fb_trace_file(size_t i);

/**
 * fb_trace_value - find the value in a file's text, in the form in which it can be written back
 * @text: what was read
 * @value: receives the value; "" for an empty list
 *
 * Takes M of "7 (expanded: M)", C of "[C] D E" and 1 of "1*".
 */
void fb_trace_value(const char *text, char value[FB_TRACE_VALUE_MAX]);

/**
 * fb_trace_is_set - whether a user has set a file
 * @f: the file
 * @text: what was read from it
 * @cpus: number of CPUs
 * @shown: receives the user's value; of a list its first line
 */
bool fb_trace_is_set(const struct fb_trace_file *f, const char *text, unsigned int cpus,
		     char shown[FB_TRACE_VALUE_MAX]);

/**
 * fb_trace_clear_with - the shell command that clears a file
 * @f: the file
 * @shown: what fb_trace_is_set() has shown
 * @cpus: number of CPUs
 * @dir: the tracefs folder
 * @command: receives "echo 0 > /sys/kernel/tracing/max_graph_depth" and similar
 * @size: bytes of @command
 */
void fb_trace_clear_with(const struct fb_trace_file *f, const char *shown, unsigned int cpus,
			 const char *dir, char *command, size_t size);

/** fb_trace_entries - returns the number of entries in the text of per_cpu/cpuN/stats */
unsigned long fb_trace_entries(const char *stats);

#endif
