// SPDX-License-Identifier: GPL-2.0
/* A command's section of flowbench(8), from its tables. */
#include <ctype.h>
#include <string.h>

#include "cli/option.h"

/* The lines of text are no longer than this. */
#define WIDTH 78

/* A page that is being written; @column: how many bytes its current line holds. */
struct page {
	const struct fb_command *cmd;
	FILE *f;
	size_t column;
};

static void end_line(struct page *p)
{
	if (p->column)
		fputc('\n', p->f);
	p->column = 0;
}

/* mdoc is ASCII here; a backslash begins an escape. Columns of literal lines stay where they are. */
static void put(struct page *p, const char *text, size_t len)
{
	static const char dots[] = "…";
	size_t wider = 0;

	while (len) {
		if (len >= sizeof(dots) - 1 && !memcmp(text, dots, sizeof(dots) - 1)) {
			fputs("...", p->f);
			text += sizeof(dots) - 1;
			len -= sizeof(dots) - 1;
			wider += 2;
			continue;
		}
		if (wider && len > wider && strspn(text, " ") > wider) {
			text += wider;
			len -= wider;
			wider = 0;
		}
		if (*text == '\\')
			fputs("\\e", p->f);
		else
			fputc(*text, p->f);
		text++;
		len--;
	}
}

/* Whether @text is a word of @list, which holds words with other characters between: "[DIR…]", "KEY=VALUE". */
static bool among(const char *list, const char *text, size_t len)
{
	while (list && *list) {
		size_t n = 0;

		while (isalnum((unsigned char)list[n]) || (list[n] && strchr("=/,-", list[n])))
			n++;
		if (n == len && !strncmp(list, text, len))
			return true;
		list += n ? n : 1;
	}
	return false;
}

static bool is_argument(const struct fb_command *cmd, const char *text, size_t len)
{
	const struct fb_option *o;

	if (!isupper((unsigned char)*text))
		return false;
	for (o = cmd->options; o && o->name; o++)
		if (among(o->arg, text, len))
			return true;
	return among(cmd->operands, text, len);
}

static bool is_path(const char *text, size_t len)
{
	static const char *const endings[] = { ".json", ".trace", ".html", ".record", ".partial" };
	size_t i;

	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		size_t n = strlen(endings[i]);

		if (len > n && !strncmp(text + len - n, endings[i], n))
			return true;
	}
	/* "flowbench.top/1" is the name of a form of data. */
	return len > 1 && memchr(text, '/', len) && strncmp(text, "flowbench.", 10);
}

/* The macro for a word without the punctuation around it, or NULL. */
static const char *macro_of(const struct page *p, const char *text, size_t len)
{
	if (len > 2 && !strncmp(text, "--", 2))
		return "Fl";
	if (is_argument(p->cmd, text, len))
		return "Ar";
	return is_path(text, len) ? "Pa" : NULL;
}

/* One word of a sentence; @upper: the first one of a phrase that begins with a small letter. */
static void put_word(struct page *p, const char *word, size_t len, bool upper)
{
	size_t open = *word == '(', end = len;
	const char *macro;

	while (end > open && strchr(".,;:)", word[end - 1]))
		end--;
	macro = macro_of(p, word + open, end - open);
	if (!macro) {
		if (p->column + 1 + len > WIDTH)
			end_line(p);
		if (p->column)
			fputc(' ', p->f);
		else if (*word == '.' || *word == '\'')
			fputs("\\&", p->f);
		if (upper && len) {
			fputc(toupper((unsigned char)*word), p->f);
			word++;
			len--;
		}
		put(p, word, len);
		p->column += len + 1;
		return;
	}
	end_line(p);
	fprintf(p->f, ".%s %s", macro, open ? "( " : "");
	if (!strcmp(macro, "Fl"))
		put(p, word + 1, end - 1);
	else
		put(p, word + open, end - open);
	for (; end < len; end++)
		fprintf(p->f, " %c", word[end]);
	fputc('\n', p->f);
}

/* What stands between backticks is quoted; returns its bytes, with the punctuation behind it. */
static size_t put_quoted(struct page *p, const char *text)
{
	size_t len = strcspn(text + 1, "`");
	const char *end = text + len + 2;

	end_line(p);
	fputs(".Ql ", p->f);
	put(p, text + 1, len);
	for (; strchr(".,;:)", *end) && *end; end++)
		fprintf(p->f, " %c", *end);
	fputc('\n', p->f);
	return (size_t)(end - text);
}

/* Each sentence begins a line, each line of the text a paragraph. */
static void put_text(struct page *p, const char *text, bool upper)
{
	while (text && *text) {
		size_t len = strcspn(text, " \n");

		if (*text == '`' && strchr(text + 1, '`'))
			len = put_quoted(p, text);
		else if (len)
			put_word(p, text, len, upper);
		upper = false;
		if (len && text[len - 1] == '.')
			end_line(p);
		text += len;
		if (*text == '\n') {
			end_line(p);
			if (text[1])
				fputs(".Pp\n", p->f);
		}
		text += *text != '\0';
	}
	end_line(p);
}

/* A phrase as a sentence; @upper: it begins one */
static void put_phrase(struct page *p, const char *text, bool upper)
{
	char sentence[600];
	size_t len = strlen(text);

	snprintf(sentence, sizeof(sentence), "%s%s", text,
		 len && strchr(".:", text[len - 1]) ? "" : ".");
	put_text(p, sentence, upper);
}

/* " Ar FILE", or " Cm veth | virtio" */
static void put_arg(struct page *p, const struct fb_option *o)
{
	size_t i;

	if (!fb_option_takes(o))
		return;
	fputs(o->arg ? " Ar " : " Cm ", p->f);
	if (o->arg)
		put(p, o->arg, strlen(o->arg));
	for (i = 0; !o->arg && o->values[i].name; i++)
		fprintf(p->f, "%s%s", i ? " | " : "", o->values[i].name);
}

/* Writes one word of the operands as macros of mdoc: "PATH…" is "Ar PATH ...", "--" is "Fl -". */
static void put_operand(struct page *p, const char *word, size_t len)
{
	size_t from = strspn(word, "["), end = len;

	while (end > from && !isalnum((unsigned char)word[end - 1]))
		end--;
	if (!strncmp(word + from, "--", 2))
		fputs("Fl -", p->f);
	else
		fprintf(p->f, "Ar %.*s%s", (int)(end - from), word + from,
			strstr(word + end, "…") == word + end ? " ..." : "");
}

/* "[PATH…]" is ".Op Ar PATH ...", "[-- COMMAND]" is ".Op Fl - Ar COMMAND". */
static void put_operands(struct page *p, const char *text)
{
	while (text && *text) {
		bool optional = *text == '[';
		size_t group = optional ? strcspn(text, "]") + 1 : strcspn(text, " ");
		const char *end = text + (group < strlen(text) ? group : strlen(text));
		size_t len;

		if (optional)
			fputs(".Op", p->f);
		for (; text < end; text += len + strspn(text + len, " ")) {
			len = strcspn(text, " ");
			if (text + len > end)
				len = (size_t)(end - text);
			fputc(optional ? ' ' : '.', p->f);
			put_operand(p, text, len);
		}
		fputc('\n', p->f);
		text += strspn(text, " ");
	}
}

static void put_synopsis(struct page *p)
{
	const struct fb_option *o;
	bool others = false;

	fprintf(p->f, ".Nm Cm %s\n", p->cmd->name);
	for (o = p->cmd->options; o && o->name; o++) {
		others |= !o->needed;
		if (!o->needed)
			continue;
		fprintf(p->f, ".Fl -%s", o->name);
		put_arg(p, o);
		fputc('\n', p->f);
	}
	if (others)
		fputs(".Op Ar options\n", p->f);
	put_operands(p, p->cmd->operands);
}

static void put_values(struct page *p, const struct fb_value *values)
{
	size_t i;

	fputs(".Bl -tag -width Ds\n", p->f);
	for (i = 0; values[i].name; i++) {
		fprintf(p->f, ".It Cm %s\n", values[i].name);
		put_phrase(p, values[i].help, true);
	}
	fputs(".El\n", p->f);
}

static void put_options(struct page *p)
{
	const struct fb_option *o = p->cmd->options;
	char rules[FB_RULES_SIZE];

	fputs(".Bl -tag -width Ds\n", p->f);
	for (; o->name; o++) {
		fputs(".It", p->f);
		if (o->letter)
			fprintf(p->f, " Fl %c ,", o->letter);
		fprintf(p->f, " Fl -%s", o->name);
		put_arg(p, o);
		fputc('\n', p->f);
		put_phrase(p, o->help, true);
		if (o->usual) {
			put_word(p, "Default:", 8, false);
			put_phrase(p, o->usual, false);
		}
		if (fb_rules_with(o, rules)) {
			put_word(p, "With", 4, false);
			put_phrase(p, rules, false);
		}
		put_text(p, o->more, false);
		if (o->values && o->values[0].help)
			put_values(p, o->values);
	}
	fputs(".El\n", p->f);
	fb_rules_text(p->cmd, rules);
	if (*rules)
		fputs(".Pp\n", p->f);
	put_text(p, rules, false);
}

static void put_lines(struct page *p, const char *text, const char *options)
{
	fprintf(p->f, ".Bd -literal%s\n", options);
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (*text == '.' || *text == '\'')
			fputs("\\&", p->f);
		put(p, text, len);
		fputc('\n', p->f);
		text += len + (text[len] == '\n');
	}
	fputs(".Ed\n", p->f);
}

void fb_manual_print(const struct fb_command *cmd, FILE *f)
{
	struct page p = { .cmd = cmd, .f = f };

	fprintf(f, ".Ss %s\n", cmd->name);
	put_synopsis(&p);
	fputs(".Pp\n", f);
	put_text(&p, cmd->about, false);
	if (cmd->more)
		fputs(".Pp\n", f);
	put_text(&p, cmd->more, false);
	if (cmd->notes)
		fputs(".Pp\n", f);
	put_text(&p, cmd->notes, false);
	if (cmd->options)
		put_options(&p);
	if (cmd->language)
		put_lines(&p, cmd->language, "");
	fputs(".Pp\nExit status:\n", f);
	put_phrase(&p, cmd->status, true);
	fputs(".Pp\nExample:\n", f);
	put_lines(&p, cmd->example, " -offset indent");
}
