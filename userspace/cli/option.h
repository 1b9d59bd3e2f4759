/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command and its options, as tables. Parsing, --help, bash completion and flowbench(8) read these
 * tables and nothing else, so they cannot differ.
 *
 * Texts are plain English. The functions that print them break the lines. In the manual page, names of
 * arguments, options and files get their markup from their form: see fb_manual_print().
 */
#ifndef FB_CLI_OPTION_H
#define FB_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/error.h"

/** FB_OPTIONS_MAX - a command has fewer options than this, --help included */
#define FB_OPTIONS_MAX 32

/**
 * enum fb_option_kind - how the value of an option is read, and the type of the member that receives it
 * @FB_OPTION_FLAG: no value; a bool becomes true
 * @FB_OPTION_PICK: no value; an int becomes @pick
 * @FB_OPTION_QUIET: no value; calls fb_set_quiet(true)
 * @FB_OPTION_VERBOSE: no value; calls fb_set_verbose(true)
 * @FB_OPTION_TEXT: any text; const char *
 * @FB_OPTION_TEXTS: any text, and the option may be given again; struct fb_option_values
 * @FB_OPTION_WORD: one of @values; const char *
 * @FB_OPTION_NUMBER: a whole number from @low to @high; unsigned long
 * @FB_OPTION_REAL: a number from @low to @high; double
 * @FB_OPTION_OWN: what @read makes of it
 */
enum fb_option_kind {
	FB_OPTION_FLAG,
	FB_OPTION_PICK,
	FB_OPTION_QUIET,
	FB_OPTION_VERBOSE,
	FB_OPTION_TEXT,
	FB_OPTION_TEXTS,
	FB_OPTION_WORD,
	FB_OPTION_NUMBER,
	FB_OPTION_REAL,
	FB_OPTION_OWN,
};

/** enum fb_names - what a value names; completion offers the names that exist */
enum fb_names {
	FB_NAMES_NONE,
	FB_NAMES_FILE,
	FB_NAMES_FOLDER,
	FB_NAMES_SCENARIO,
	FB_NAMES_PHASE,
	FB_NAMES_PATH,
	FB_NAMES_CHECK,
	FB_NAMES_NETNS,
	FB_NAMES_DEVICE,
	FB_NAMES_COMMAND,
};

/** FB_OPTION_VALUES_MAX - an option is given at most this often */
#define FB_OPTION_VALUES_MAX 32

/**
 * struct fb_option_values - the values of an option that may be given again
 * @text: the values in the order of the command line
 * @nr: their number
 */
struct fb_option_values {
	const char *text[FB_OPTION_VALUES_MAX];
	unsigned int nr;
};

/**
 * struct fb_value - one word that an option takes
 * @name: the word; NULL ends a table of values
 * @help: what it means, or NULL; with it, help and manual page list the words one by one
 */
struct fb_value {
	const char *name;
	const char *help;
};

/**
 * struct fb_option - one option of a command
 * @name: its long name without dashes; NULL ends a table of options
 * @letter: its short form, or 0
 * @arg: the name of its value ("FILE"); NULL: the words of @values, or no value
 * @kind: how the value is read
 * @names: what the value names
 * @at: offset of the member that receives the value, in the command's structure
 * @pick: the int of FB_OPTION_PICK
 * @low: least number
 * @high: greatest number
 * @values: the words of FB_OPTION_WORD
 * @read: reads a value of FB_OPTION_OWN into the member @to; returns 0 or a negative errno
 * @needed: the command cannot do without it
 * @alone: the name of a group of options, of which one at most may be given
 * @with: names of options with blanks between: one of them must be given, too; "format=svg" means
 *	that value
 * @without: names of options with blanks between, none of which may be given; FB_OPERANDS and
 *	FB_COMMAND stand for the operands and for the command behind --
 * @help: what it does, one phrase that begins with a small letter
 * @usual: the value that counts when the option is not given, or NULL
 * @more: further sentences for the manual page, or NULL
 */
struct fb_option {
	const char *name;
	char letter;
	const char *arg;
	enum fb_option_kind kind;
	enum fb_names names;
	size_t at;
	int pick;
	double low;
	double high;
	const struct fb_value *values;
	int (*read)(const struct fb_option *option, const char *text, void *to,
		    struct fb_error *error);
	bool needed;
	const char *alone;
	const char *with;
	const char *without;
	const char *help;
	const char *usual;
	const char *more;
};

/* The offset of a member of the command's `struct options`; an error of the compiler if its type is not @type. */
#define FB_OPTION_AT(type, member) \
	.at = _Generic(((struct options *)NULL)->member, type: offsetof(struct options, member))

#define FB_FLAG(member)	       .kind = FB_OPTION_FLAG, FB_OPTION_AT(bool, member)
#define FB_PICK(member, value) .kind = FB_OPTION_PICK, FB_OPTION_AT(int, member), .pick = (value)
#define FB_TEXT(member)	       .kind = FB_OPTION_TEXT, FB_OPTION_AT(const char *, member)
#define FB_TEXTS(member)       .kind = FB_OPTION_TEXTS, FB_OPTION_AT(struct fb_option_values, member)
#define FB_WORD(member, ...)                                        \
	.kind = FB_OPTION_WORD, FB_OPTION_AT(const char *, member), \
	.values = (const struct fb_value[])                         \
	{                                                           \
		__VA_ARGS__,                                        \
		{                                                   \
			NULL, NULL                                  \
		}                                                   \
	}
#define FB_NUMBER(member, least, most)                                                 \
	.kind = FB_OPTION_NUMBER, FB_OPTION_AT(unsigned long, member), .low = (least), \
	.high = (most)
#define FB_REAL(member, least, most) \
	.kind = FB_OPTION_REAL, FB_OPTION_AT(double, member), .low = (least), .high = (most)
#define FB_OWN(function, member) \
	.kind = FB_OPTION_OWN, .read = (function), .at = offsetof(struct options, member)
#define FB_FILE(member)	  FB_TEXT(member), .arg = "FILE", .names = FB_NAMES_FILE
#define FB_FOLDER(member) FB_TEXT(member), .arg = "DIR", .names = FB_NAMES_FOLDER
#define FB_QUIET(text)             \
	{ .name = "quiet",         \
	  .letter = 'q',           \
	  .kind = FB_OPTION_QUIET, \
	  .alone = FB_LOUDNESS,    \
	  .help = (text) }
#define FB_VERBOSE                   \
	{ .name = "verbose",         \
	  .letter = 'v',             \
	  .kind = FB_OPTION_VERBOSE, \
	  .alone = FB_LOUDNESS,      \
	  .help = "show progress where there is no terminal, too" }

/** FB_LOUDNESS - the group of --quiet and --verbose */
#define FB_LOUDNESS "loudness"

/** FB_OPERANDS - in @without of an option: the operands; FB_COMMAND: the command behind -- */
#define FB_OPERANDS "OPERANDS"
#define FB_COMMAND  "COMMAND"

/** enum fb_runs - whether another command, with options of its own, stands behind -- */
enum fb_runs {
	FB_RUNS_NONE,
	FB_RUNS_MAY,
	FB_RUNS_MUST,
};

/* How a command says that: FB_RUNS(FB_RUNS_MAY, member) */
#define FB_RUNS(which, member) .runs = (which), .command = offsetof(struct options, member)

/**
 * struct fb_command - one command of the program
 * @name: what is typed
 * @what: what it does, for the list of all commands
 * @operands: what follows the options, as the first line of the help shows it ("[PATH…]"), or NULL
 * @operand: what each of them names
 * @least: how many are needed, without those behind -- if the command @runs another
 * @most: how many are allowed
 * @runs: whether another command stands behind --; no word before -- is part of it
 * @command: offset of the member that receives it, a char ** that ends with NULL
 * @about: what it does, in sentences
 * @language: lines for the help and the manual page that are not broken anew, or NULL
 * @notes: what else there is to know, in sentences, or NULL; a newline begins a paragraph
 * @more: further sentences for the manual page, or NULL
 * @status: its exit statuses, "0 done, 1 failed, 2 usage"
 * @example: a command line
 * @options: its options; NULL if it has none
 * @size: bytes of the structure that receives their values, 0 if it has none
 * @usual: that structure before the first option is read; NULL: all zero
 * @check: looks at operands and values as far as no machine has to be asked, or NULL; as @run
 * @run: does it; @given is that structure; returns an exit status
 */
struct fb_command {
	const char *name;
	const char *what;
	const char *operands;
	enum fb_names operand;
	int least;
	int most;
	enum fb_runs runs;
	size_t command;
	const char *about;
	const char *language;
	const char *notes;
	const char *more;
	const char *status;
	const char *example;
	const struct fb_option *options;
	size_t size;
	const void *usual;
	int (*check)(void *given, int nr, char **operands);
	int (*run)(void *given, int nr, char **operands);
};

/**
 * fb_options_read - read a command line by the command's tables
 * @cmd: the command
 * @argc: number of words, the command's name included
 * @argv: the words, then NULL; operands are moved
 * @to: the structure that receives the values, or NULL if the command has none
 * @nr: receives the number of operands
 * @error: receives what is wrong
 *
 * An option that takes one value may be given again with the same value only.
 * Return: the index of the first operand in @argv; 0 if help is wanted; -EINVAL.
 */
int fb_options_read(const struct fb_command *cmd, int argc, char **argv, void *to, int *nr,
		    struct fb_error *error);

/** fb_option_find - the option of that long name (without dashes), or NULL */
const struct fb_option *fb_option_find(const struct fb_command *cmd, const char *name);

/** fb_option_letter - the option of that letter, or NULL */
const struct fb_option *fb_option_letter(const struct fb_command *cmd, char letter);

/** fb_option_takes - whether the option wants a value */
bool fb_option_takes(const struct fb_option *option);

/**
 * struct fb_given - which options a command line has
 * @text: the value of each option of the table as it was typed, "" if it takes none; NULL: not
 *	given
 * @operands: whether there are operands
 * @command: whether there is a command behind --
 */
struct fb_given {
	const char *text[FB_OPTIONS_MAX];
	bool operands;
	bool command;
};

/** fb_options_exclude - whether the two options cannot be given together */
bool fb_options_exclude(const struct fb_option *a, const struct fb_option *b);

/**
 * fb_rules_check - whether options may be given together, by @alone, @with and @without
 * @cmd: their command
 * @given: which there are
 * @error: receives what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int fb_rules_check(const struct fb_command *cmd, const struct fb_given *given,
		   struct fb_error *error);

/** FB_RULES_SIZE - bytes of the texts of fb_rules_with() and fb_rules_text() */
#define FB_RULES_SIZE 800

/**
 * fb_rules_with - write what the option needs, "--tree, --normal or --json"; returns whether it
 * needs any
 */
bool fb_rules_with(const struct fb_option *option, char text[FB_RULES_SIZE]);

/** fb_rules_text - write which options of the command exclude each other, in sentences, or "" */
void fb_rules_text(const struct fb_command *cmd, char text[FB_RULES_SIZE]);

/** fb_help_print - print the command's --help */
void fb_help_print(const struct fb_command *cmd, FILE *f);

/**
 * fb_manual_print - print the command's section of flowbench(8), in mdoc
 * @cmd: the command
 * @f: where to
 *
 * A word of the form --name becomes an option, the name of an argument or operand of the command becomes
 * an argument, a word with a slash or the ending of a file becomes a path, and `text in backticks` is quoted.
 */
void fb_manual_print(const struct fb_command *cmd, FILE *f);

#endif
