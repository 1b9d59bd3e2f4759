// SPDX-License-Identifier: GPL-2.0
/* Reading a command line by a table of options. getopt_long() takes the words apart. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option.h"
#include "cli/progress.h"
#include "lib/message.h"
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

static int read_word(const struct fb_option *o, const char *text, const char **to,
		     struct fb_error *error)
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
	return fb_error(error, -EINVAL,
			i > 1 ? "--%s: '%s': expected one of %s" : "--%s: '%s' is not %s", o->name,
			text, all);
}

static int read_number(const struct fb_option *o, const char *text, unsigned long *to,
		       struct fb_error *error)
{
	uint64_t v;

	if (fb_number(text, (uint64_t)o->low, (uint64_t)o->high, &v))
		return fb_error(error, -EINVAL, "--%s: '%s' is not a number from %.0f to %.0f",
				o->name, text, o->low, o->high);
	*to = v;
	return 0;
}

static int read_real(const struct fb_option *o, const char *text, double *to,
		     struct fb_error *error)
{
	double v;

	if (fb_real(text, o->low, o->high, &v))
		return fb_error(error, -EINVAL, "--%s: '%s' is not a number from %g to %g", o->name,
				text, o->low, o->high);
	*to = v;
	return 0;
}

/* An empty name would be another file or folder than the one that was meant. */
static int read_text(const struct fb_option *o, const char *text, const char **to,
		     struct fb_error *error)
{
	if (!*text)
		return fb_error(error, -EINVAL, "--%s: the value is empty", o->name);
	*to = text;
	return 0;
}

static int read_again(const struct fb_option *o, const char *text, struct fb_option_values *to,
		      struct fb_error *error)
{
	if (to->nr == FB_OPTION_VALUES_MAX)
		return fb_error(error, -EINVAL, "--%s is given more than %d times", o->name,
				FB_OPTION_VALUES_MAX);
	return read_text(o, text, &to->text[to->nr++], error);
}

static int read_value(const struct fb_option *o, const char *text, char *structure,
		      struct fb_error *error)
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
		return read_text(o, text, to, error);
	case FB_OPTION_TEXTS:
		return read_again(o, text, to, error);
	case FB_OPTION_WORD:
		return read_word(o, text, to, error);
	case FB_OPTION_NUMBER:
		return read_number(o, text, to, error);
	case FB_OPTION_REAL:
		return read_real(o, text, to, error);
	case FB_OPTION_OWN:
		return o->read(o, text, to, error);
	}
	return -EINVAL;
}

/* The table in the form of getopt_long(); @letters has room for all of them. */
static void convert(const struct fb_command *cmd, struct option *longs, char *letters)
{
	const struct fb_option *o;
	int nr = 0;

	/*
	 * Errors are reported by refuse(). With '-', an operand is returned where it stands, and
	 * "--" ends all.
	 */
	if (cmd->runs)
		*letters++ = '-';
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
}

/* What getopt_long() does not take: @got is ':' for a missing value, '?' for all else. */
static int refuse(const struct fb_command *cmd, int got, const char *word, struct fb_error *error)
{
	const struct fb_option *o = NULL;

	if (optopt >= FIRST)
		o = &cmd->options[optopt - FIRST];
	else if (optopt && optopt != HELP)
		o = fb_option_letter(cmd, (char)optopt);
	if (got == ':' && o)
		return fb_error(error, -EINVAL, "--%s wants a value", o->name);
	if (o || optopt == HELP)
		return fb_error(error, -EINVAL, "--%s takes no value", o ? o->name : "help");
	if (optopt)
		return fb_error(error, -EINVAL, "unknown option '-%c'", optopt);
	return fb_error(error, -EINVAL, "unknown option '%s'", word);
}

static int check_operands(const struct fb_command *cmd, int nr, char **operands,
			  struct fb_error *error)
{
	int i;

	for (i = 0; i < nr; i++)
		if (!*operands[i])
			return fb_error(error, -EINVAL, "argument %d is empty", i + 1);
	if (nr < cmd->least && cmd->least == 1)
		return fb_error(error, -EINVAL, "%.*s is missing",
				(int)strcspn(cmd->operands, "… "), cmd->operands);
	if (nr < cmd->least)
		return fb_error(error, -EINVAL, "%d arguments are wanted: %s", cmd->least,
				cmd->operands);
	if (nr > cmd->most)
		return fb_error(error, -EINVAL, "unexpected argument '%s'%s", operands[cmd->most],
				cmd->runs ? ": a command to run stands behind --" : "");
	return 0;
}

static int check_needed(const struct fb_command *cmd, const struct fb_given *given,
			struct fb_error *error)
{
	int i;

	for (i = 0; cmd->options && cmd->options[i].name; i++)
		if (cmd->options[i].needed && !given->text[i])
			return fb_error(error, -EINVAL, "--%s %s is missing", cmd->options[i].name,
					cmd->options[i].arg);
	return 0;
}

/* Keeps what was typed. One value would silently replace another one. */
static int take_value(const struct fb_option *o, const char **was, const char *text,
		      struct fb_error *error)
{
	if (*was && o->kind != FB_OPTION_TEXTS && strcmp(*was, text))
		return fb_error(error, -EINVAL, "--%s is given twice: '%s' and '%s'", o->name, *was,
				text);
	*was = text;
	return 0;
}

/* What stands behind "--" is another command; @dashes: whether that was there. */
static int take_command(const struct fb_command *cmd, char **rest, bool dashes, void *to,
			struct fb_given *given, struct fb_error *error)
{
	given->command = *rest != NULL;
	if (!given->command && (dashes || cmd->runs == FB_RUNS_MUST))
		return fb_error(error, -EINVAL, "no command to run%s",
				dashes ? " behind --" : ": -- COMMAND");
	if (given->command)
		*(char ***)((char *)to + cmd->command) = rest;
	return 0;
}

int fb_options_read(const struct fb_command *cmd, int argc, char **argv, void *to, int *nr,
		    struct fb_error *error)
{
	int c, i, ret, first, operands = 0, before = 1;
	char letters[2 * FB_OPTIONS_MAX + 4];
	struct option longs[FB_OPTIONS_MAX + 1];
	struct fb_given given = { .operands = false };

	convert(cmd, longs, letters);
	/* glibc: begin with the first word, and print nothing. */
	optind = 0;
	opterr = 0;
	for (; (c = getopt_long(argc, argv, letters, longs, NULL)) != -1; before = optind) {
		if (c == 'h' || c == HELP)
			return 0;
		if (c == '?' || c == ':')
			return refuse(cmd, c, argv[optind - 1], error);
		/* An operand of a command that runs another: it goes to the front. */
		if (c == 1) {
			argv[1 + operands++] = optarg;
			continue;
		}
		i = c >= FIRST ? c - FIRST : (int)(fb_option_letter(cmd, (char)c) - cmd->options);
		ret = take_value(&cmd->options[i], &given.text[i], optarg ? optarg : "", error);
		if (!ret)
			ret = read_value(&cmd->options[i], optarg, to, error);
		if (ret)
			return ret;
	}
	first = cmd->runs ? 1 : optind;
	*nr = cmd->runs ? operands : argc - optind;
	given.operands = *nr > 0;
	ret = check_operands(cmd, *nr, argv + first, error);
	if (!ret && cmd->runs)
		ret = take_command(cmd, argv + optind, optind > before, to, &given, error);
	if (!ret)
		ret = check_needed(cmd, &given, error);
	if (!ret)
		ret = fb_rules_check(cmd, &given, error);
	return ret ? ret : first;
}
