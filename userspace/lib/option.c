// SPDX-License-Identifier: GPL-2.0
/* Reading a command line by a table of options. getopt_long() takes the words apart. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "lib/err.h"
#include "lib/option.h"
#include "lib/words.h"

/* What getopt_long() returns for --help, and for option i of the table; letters are smaller. */
#define HELP  256
#define FIRST 257

bool fb_option_takes(const struct fb_option *o)
{
	switch (o->kind) {
	case FB_OPTION_FLAG:
	case FB_OPTION_PICK:
	case FB_OPTION_QUIET:
	case FB_OPTION_VERBOSE:
		return false;
	default:
		return true;
	}
}

const struct fb_option *fb_option_find(const struct fb_command *cmd, const char *name)
{
	const struct fb_option *o;

	for (o = cmd->options; o && o->name; o++)
		if (!strcmp(o->name, name))
			return o;
	return NULL;
}

const struct fb_option *fb_option_letter(const struct fb_command *cmd, char letter)
{
	const struct fb_option *o;

	for (o = cmd->options; o && o->name; o++)
		if (letter && o->letter == letter)
			return o;
	return NULL;
}

static int read_word(const struct fb_option *o, const char *text, const char **to)
{
	char all[200] = "";
	size_t i, len = 0;

	for (i = 0; o->values[i].name; i++) {
		if (!strcmp(o->values[i].name, text)) {
			*to = text;
			return 0;
		}
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s", i ? ", " : "",
					o->values[i].name);
		if (len >= sizeof(all))
			len = sizeof(all) - 1;
	}
	fb_err_usage(i > 1 ? "--%s: '%s' is none of %s" : "--%s: '%s' is not %s", o->name, text,
		     all);
	return -EINVAL;
}

static int read_number(const struct fb_option *o, const char *text, unsigned long *to)
{
	uint64_t v;

	if (fb_number(text, (uint64_t)o->low, (uint64_t)o->high, &v)) {
		fb_err_usage("--%s: '%s' is not a number from %.0f to %.0f", o->name, text, o->low,
			     o->high);
		return -EINVAL;
	}
	*to = v;
	return 0;
}

static int read_real(const struct fb_option *o, const char *text, double *to)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || *end || !(v >= o->low && v <= o->high)) {
		fb_err_usage("--%s: '%s' is not a number from %g to %g", o->name, text, o->low,
			     o->high);
		return -EINVAL;
	}
	*to = v;
	return 0;
}

static int read_again(const struct fb_option *o, const char *text, struct fb_texts *to)
{
	if (to->nr == FB_TEXTS_MAX) {
		fb_err_usage("--%s is given more than %d times", o->name, FB_TEXTS_MAX);
		return -EINVAL;
	}
	to->text[to->nr++] = text;
	return 0;
}

static int read_value(const struct fb_option *o, const char *text, char *structure)
{
	void *to = structure + o->at;

	switch (o->kind) {
	case FB_OPTION_FLAG:
		*(bool *)to = true;
		return 0;
	case FB_OPTION_PICK:
		*(int *)to = o->pick;
		return 0;
	case FB_OPTION_QUIET:
		fb_set_quiet(true);
		return 0;
	case FB_OPTION_VERBOSE:
		fb_set_verbose(true);
		return 0;
	case FB_OPTION_TEXT:
		*(const char **)to = text;
		return 0;
	case FB_OPTION_TEXTS:
		return read_again(o, text, to);
	case FB_OPTION_WORD:
		return read_word(o, text, to);
	case FB_OPTION_NUMBER:
		return read_number(o, text, to);
	case FB_OPTION_REAL:
		return read_real(o, text, to);
	case FB_OPTION_OWN:
		return o->read(o, text, to);
	}
	return -EINVAL;
}

/* The table in the form of getopt_long(); @letters has room for all of them. */
static int convert(const struct fb_command *cmd, struct option *longs, char *letters)
{
	const struct fb_option *o;
	int nr = 0;

	/* Errors are said here; options behind the first operand of `trace` belong to its command. */
	if (cmd->runs)
		*letters++ = '+';
	*letters++ = ':';
	*letters++ = 'h';
	for (o = cmd->options; o && o->name; o++, nr++) {
		int takes = fb_option_takes(o);

		longs[nr] = (struct option){ o->name, takes, NULL, FIRST + nr };
		if (!o->letter)
			continue;
		*letters++ = o->letter;
		if (takes)
			*letters++ = ':';
	}
	*letters = '\0';
	longs[nr] = (struct option){ "help", no_argument, NULL, HELP };
	longs[nr + 1] = (struct option){ NULL, 0, NULL, 0 };
	return nr;
}

/* What getopt_long() does not take: @got is ':' for a missing value, '?' for all else. */
static int refuse(const struct fb_command *cmd, int got, const char *word)
{
	const struct fb_option *o = NULL;

	if (optopt >= FIRST)
		o = &cmd->options[optopt - FIRST];
	else if (optopt && optopt != HELP)
		o = fb_option_letter(cmd, (char)optopt);
	if (got == ':' && o)
		fb_err_usage("--%s wants a value", o->name);
	else if (o || optopt == HELP)
		fb_err_usage("--%s takes no value", o ? o->name : "help");
	else if (optopt)
		fb_err_usage("unknown option '-%c'", optopt);
	else
		fb_err_usage("unknown option '%s'", word);
	return -EINVAL;
}

static int check_operands(const struct fb_command *cmd, int nr, char **operands)
{
	if (nr < cmd->least && cmd->runs)
		fb_err_usage("no command to run");
	else if (nr < cmd->least && cmd->least == 1)
		fb_err_usage("%.*s is missing", (int)strcspn(cmd->operands, "…"), cmd->operands);
	else if (nr < cmd->least)
		fb_err_usage("%d arguments are wanted: %s", cmd->least, cmd->operands);
	else if (nr > cmd->most)
		fb_err_usage("unexpected argument '%s'", operands[cmd->most]);
	else
		return 0;
	return -EINVAL;
}

static int check(const struct fb_command *cmd, const bool *given, int nr, char **operands)
{
	int i;

	for (i = 0; cmd->options && cmd->options[i].name; i++) {
		if (cmd->options[i].needed && !given[i]) {
			fb_err_usage("--%s %s is missing", cmd->options[i].name,
				     cmd->options[i].arg);
			return -EINVAL;
		}
	}
	return check_operands(cmd, nr, operands);
}

int fb_options_read(const struct fb_command *cmd, int argc, char **argv, void *to)
{
	char letters[2 * FB_OPTIONS_MAX + 4];
	struct option longs[FB_OPTIONS_MAX + 1];
	bool given[FB_OPTIONS_MAX] = { false };
	int c, i;

	convert(cmd, longs, letters);
	/* glibc: begin anew, and say nothing. */
	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (c == 'h' || c == HELP)
			return 0;
		if (c == '?' || c == ':')
			return refuse(cmd, c, argv[optind - 1]);
		i = c >= FIRST ? c - FIRST : (int)(fb_option_letter(cmd, (char)c) - cmd->options);
		given[i] = true;
		if (read_value(&cmd->options[i], optarg, to))
			return -EINVAL;
	}
	if (check(cmd, given, argc - optind, argv + optind))
		return -EINVAL;
	return optind;
}
