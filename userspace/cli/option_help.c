// SPDX-License-Identifier: GPL-2.0
/* A command's --help, from its tables. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option.h"

#define WIDTH 80
/* Lines of a terminal. A longer help does without the line between its head and the options. */
#define HELP_LINES 24
/* The texts of options begin at this column at the latest. */
#define COLUMN_MAX 32

/* Characters of the first @len bytes of UTF-8. */
static int width(const char *text, size_t len)
{
	int n = 0;

	while (len--)
		n += (*text++ & 0xc0) != 0x80;
	return n;
}

/* Prints a text in lines of at most 80 characters. @column characters of the first line are printed already. */
static void wrap(FILE *f, const char *text, int indent, int column)
{
	bool first = true;

	for (;;) {
		size_t len = strcspn(text, " \n");
		int w = width(text, len);

		if (!first && column + 1 + w > WIDTH) {
			fprintf(f, "\n%*s", indent, "");
			column = indent;
		} else if (!first) {
			fputc(' ', f);
			column++;
		}
		fwrite(text, 1, len, f);
		column += w;
		first = false;
		text += len;
		if (*text == '\n') {
			fprintf(f, "\n%*s", text[1] ? indent : 0, "");
			column = indent;
			first = true;
		}
		if (!*text++)
			break;
	}
	fputc('\n', f);
}

/* "LIST", or "veth|virtio|igb" */
static void print_arg(const struct fb_option *o, FILE *f)
{
	size_t i;

	if (o->arg) {
		fputs(o->arg, f);
		return;
	}
	for (i = 0; o->values[i].name; i++)
		fprintf(f, "%s%s", i ? "|" : "", o->values[i].name);
}

/* "Usage: flowbench export --format FORMAT [OPTIONS] INPUT" */
static void print_usage(const struct fb_command *cmd, FILE *f)
{
	bool others = false;
	const struct fb_option *o;

	fprintf(f, "Usage: flowbench %s", cmd->name);
	for (o = cmd->options; o && o->name; o++) {
		others |= !o->needed;
		if (!o->needed)
			continue;
		fprintf(f, " --%s ", o->name);
		print_arg(o, f);
	}
	fprintf(f, "%s%s%s\n", others ? " [OPTIONS]" : "", cmd->operands ? " " : "",
		cmd->operands ? cmd->operands : "");
}

/* "  -o, --output FILE"; returns its characters. */
static int print_option(const struct fb_option *o, FILE *f)
{
	char text[160] = "";
	FILE *to = fmemopen(text, sizeof(text) - 1, "w");

	if (!to)
		return 0;
	if (o->letter)
		fprintf(to, "-%c, ", o->letter);
	fprintf(to, "--%s", o->name);
	if (fb_option_takes(o)) {
		fputc(' ', to);
		print_arg(o, to);
	}
	fclose(to);
	if (f)
		fprintf(f, "  %s", text);
	return 2 + width(text, strlen(text));
}

static void print_values(const struct fb_value *values, FILE *f)
{
	int longest = 0;
	size_t i;

	for (i = 0; values[i].name; i++)
		if ((int)strlen(values[i].name) > longest)
			longest = (int)strlen(values[i].name);
	for (i = 0; values[i].name; i++) {
		fprintf(f, "    %-*s  ", longest, values[i].name);
		wrap(f, values[i].help, longest + 6, longest + 6);
	}
}

/* "what it does (default: 5; with --json)" */
static void option_text(const struct fb_option *o, char *text, size_t size)
{
	char with[FB_RULES_SIZE];
	bool needs = fb_rules_with(o, with);
	const char *between = o->usual && needs ? "; " : "";

	snprintf(text, size, "%s%s%s%s%s%s%s%s", o->help, o->usual || needs ? " (" : "",
		 o->usual ? "default: " : "", o->usual ? o->usual : "", between,
		 needs ? "with " : "", with, o->usual || needs ? ")" : "");
}

static void print_options(const struct fb_option *options, FILE *f)
{
	const struct fb_option *o;
	char text[FB_RULES_SIZE];
	int column = 0;

	for (o = options; o->name; o++) {
		int w = print_option(o, NULL) + 2;

		if (w > column && w <= COLUMN_MAX)
			column = w;
	}
	for (o = options; o->name; o++) {
		int w = print_option(o, f);

		if (w + 2 > column) {
			fputc('\n', f);
			w = 0;
		}
		fprintf(f, "%*s", column - w, "");
		option_text(o, text, sizeof(text));
		wrap(f, text, column, column);
		if (o->values && o->values[0].help)
			print_values(o->values, f);
	}
}

static void print_help(const struct fb_command *cmd, bool blank, FILE *f)
{
	print_usage(cmd, f);
	wrap(f, cmd->about, 0, 0);
	if (cmd->options) {
		if (blank)
			fputc('\n', f);
		print_options(cmd->options, f);
	}
	fputc('\n', f);
	if (cmd->language)
		fputs(cmd->language, f);
	if (cmd->notes)
		wrap(f, cmd->notes, 0, 0);
	fputs("Exit status: ", f);
	wrap(f, cmd->status, 0, 13);
	fprintf(f, "Example: %s\n", cmd->example);
}

/* True if @text has more lines than a terminal of the usual size. */
static bool is_long(const char *text)
{
	unsigned int lines = 0;

	for (; (text = strchr(text, '\n')); text++)
		lines++;
	return lines > HELP_LINES;
}

void fb_help_print(const struct fb_command *cmd, FILE *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *memory = open_memstream(&text, &len);

	if (memory) {
		print_help(cmd, true, memory);
		fclose(memory);
	}
	print_help(cmd, !text || !is_long(text), f);
	free(text);
}
