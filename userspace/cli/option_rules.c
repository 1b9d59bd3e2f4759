// SPDX-License-Identifier: GPL-2.0
/* Which options may be given together, by the tables; and how help and manual say so. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "cli/option.h"

/* Takes the next word off the list *@at: its name, and what stands behind "=", or NULL. */
static bool next_word(const char **at, const char **name, size_t *len, const char **value,
		      size_t *value_len)
{
	const char *p = *at ? *at + strspn(*at, " ") : "";
	size_t whole = strcspn(p, " ");

	if (!whole)
		return false;
	*name = p;
	*len = strcspn(p, " =");
	*value = *len < whole ? p + *len + 1 : NULL;
	*value_len = *value ? whole - *len - 1 : 0;
	*at = p + whole;
	return true;
}

static bool is(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && !strncmp(word, name, len);
}

static bool lists(const char *list, const char *name)
{
	const char *word, *value;
	size_t len, n;

	while (next_word(&list, &word, &len, &value, &n))
		if (is(word, len, name))
			return true;
	return false;
}

bool fb_options_exclude(const struct fb_option *a, const struct fb_option *b)
{
	return (a->alone && b->alone && !strcmp(a->alone, b->alone)) ||
	       lists(a->without, b->name) || lists(b->without, a->name);
}

/* "SCENARIO" of "[SCENARIO]" */
static int operand_name(const struct fb_command *cmd, const char **name)
{
	int len = 0;

	*name = cmd->operands ? cmd->operands + strspn(cmd->operands, "[") : "operands";
	while (isalnum((unsigned char)(*name)[len]))
		len++;
	return len;
}

static int check_without(const struct fb_command *cmd, int i, const struct fb_given *given,
			 struct fb_error *error)
{
	const struct fb_option *o = cmd->options;
	const char *name;
	int k, len;

	for (k = i + 1; o[k].name; k++)
		if (given->text[k] && fb_options_exclude(&o[i], &o[k]))
			return fb_error(error, -EINVAL, "--%s and --%s: not both", o[i].name,
					o[k].name);
	len = operand_name(cmd, &name);
	if (given->operands && lists(o[i].without, FB_OPERANDS))
		return fb_error(error, -EINVAL, "--%s and %.*s: not both", o[i].name, len, name);
	if (given->command && lists(o[i].without, FB_COMMAND))
		return fb_error(error, -EINVAL, "--%s and COMMAND: not both", o[i].name);
	return 0;
}

/* Whether one of those that the option needs is given. */
static bool has_one(const struct fb_command *cmd, const char *list, const struct fb_given *given)
{
	const char *word, *value;
	size_t len, n;
	int i;

	while (next_word(&list, &word, &len, &value, &n))
		for (i = 0; cmd->options[i].name; i++)
			if (given->text[i] && is(word, len, cmd->options[i].name) &&
			    (!value || is(value, n, given->text[i])))
				return true;
	return false;
}

int fb_rules_check(const struct fb_command *cmd, const struct fb_given *given,
		   struct fb_error *error)
{
	const struct fb_option *o = cmd->options;
	char text[FB_RULES_SIZE];
	int i, ret;

	for (i = 0; o && o[i].name; i++) {
		if (!given->text[i])
			continue;
		ret = check_without(cmd, i, given, error);
		if (ret)
			return ret;
	}
	for (i = 0; o && o[i].name; i++)
		if (given->text[i] && fb_rules_with(&o[i], text) && !has_one(cmd, o[i].with, given))
			return fb_error(error, -EINVAL, "--%s needs %s", o[i].name, text);
	return 0;
}

/* A text that is made of parts; what has no room is left out. */
struct parts {
	char *text;
	size_t used;
};

static void add_part(struct parts *p, const char *part, size_t len)
{
	size_t room = FB_RULES_SIZE - 1 - p->used;

	len = len < room ? len : room;
	memcpy(p->text + p->used, part, len);
	p->used += len;
	p->text[p->used] = '\0';
}

static void add_text(struct parts *p, const char *part)
{
	add_part(p, part, strlen(part));
}

static void add_option(struct parts *p, const char *name, size_t len)
{
	add_text(p, "--");
	add_part(p, name, len);
}

bool fb_rules_with(const struct fb_option *option, char text[FB_RULES_SIZE])
{
	const char *list = option->with, *word, *value, *shown = NULL;
	struct parts p = { .text = text };
	size_t len, n;

	*text = '\0';
	while (next_word(&list, &word, &len, &value, &n)) {
		bool last = !list[strspn(list, " ")];
		/* "--format folded or svg" */
		bool same = shown && value && !strncmp(word, shown, len + 1);

		if (p.used)
			add_text(&p, last ? " or " : ", ");
		if (!same)
			add_option(&p, word, len);
		if (value && !same)
			add_text(&p, "=");
		if (value)
			add_part(&p, value, n);
		shown = word;
	}
	return p.used > 0;
}

/* "At most one of --tree, --json.", at the first one of the group */
static void add_group(struct parts *p, const struct fb_command *cmd, const struct fb_option *first)
{
	const struct fb_option *o;

	for (o = cmd->options; o != first; o++)
		if (o->alone && !strcmp(o->alone, first->alone))
			return;
	add_text(p, p->used ? " At most one of " : "At most one of ");
	for (o = first; o->name; o++) {
		if (!o->alone || strcmp(o->alone, first->alone))
			continue;
		add_text(p, o == first ? "" : ", ");
		add_option(p, o->name, strlen(o->name));
	}
	add_text(p, ".");
}

/* "Not --gso, --json with --setup." */
static void add_without(struct parts *p, const struct fb_command *cmd, const struct fb_option *o)
{
	const char *list = o->without, *word, *value, *name;
	int before = 0, operand = operand_name(cmd, &name);
	size_t len, n;

	add_text(p, p->used ? " Not " : "Not ");
	for (; next_word(&list, &word, &len, &value, &n); before++) {
		add_text(p, before ? ", " : "");
		if (is(word, len, FB_OPERANDS))
			add_part(p, name, (size_t)operand);
		else if (is(word, len, FB_COMMAND))
			add_text(p, FB_COMMAND);
		else
			add_option(p, word, len);
	}
	add_text(p, " with ");
	add_option(p, o->name, strlen(o->name));
	add_text(p, ".");
}

void fb_rules_text(const struct fb_command *cmd, char text[FB_RULES_SIZE])
{
	struct parts p = { .text = text };
	const struct fb_option *o;

	*text = '\0';
	for (o = cmd->options; o && o->name; o++) {
		/* That --quiet is not --verbose needs no word. */
		if (o->alone && strcmp(o->alone, FB_LOUDNESS))
			add_group(&p, cmd, o);
		if (o->without)
			add_without(&p, cmd, o);
	}
}
