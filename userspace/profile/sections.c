// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/sections.h"
#include "lib/text_lines.h"

static const char *const names[FB_SECTIONS] = {
	[FB_SEC_RECEIVE] = "receive",
	[FB_SEC_FLOWTABLE] = "flowtable",
	[FB_SEC_CONNTRACK] = "conntrack",
	[FB_SEC_NFT] = "nft",
	[FB_SEC_ROUTING] = "routing",
	[FB_SEC_XFRM] = "xfrm",
	[FB_SEC_ESP] = "esp",
	[FB_SEC_TUNNEL] = "tunnel",
	[FB_SEC_TRANSMIT] = "transmit",
	[FB_SEC_OTHER] = "other",
	[FB_SEC_GENERATOR] = "generator",
};

const char *fb_section_name(enum fb_section section)
{
	return names[section];
}

int fb_section_width(enum fb_section section)
{
	int len = (int)strlen(fb_section_name(section));

	return len < 7 ? 7 : len;
}

static bool is_pattern(const char *s)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_' && *s != '*')
			return false;
	return true;
}

int fb_function_pattern(const struct fb_text_lines *t, char *word, const char **pattern,
			const char **module)
{
	size_t len = strlen(word);

	*pattern = NULL;
	*module = NULL;
	if (len > 2 && word[0] == '[' && word[len - 1] == ']') {
		word[len - 1] = '\0';
		if (is_pattern(word + 1)) {
			*module = word + 1;
			return 0;
		}
	} else if (is_pattern(word)) {
		*pattern = word;
		return 0;
	}
	return fb_text_bad(t, "'%.60s' is neither a function's name nor a [module]", word);
}

static int read_section(const struct fb_text_lines *t, const char *word, struct fb_section_rule *r)
{
	unsigned int i;

	for (i = 0; i < FB_SECTIONS && strcmp(names[i], word); i++)
		;
	if (i == FB_SECTIONS)
		return fb_text_bad(t, "'%.60s': expected a section", word);
	r->section = (enum fb_section)i;
	return 0;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

static int read_line(const struct fb_text_lines *t, char *line, struct fb_section_rules *rules)
{
	struct fb_section_rule *r = &rules->rule[rules->nr];
	static const char blank[] = " \t\r";
	char *save, *pattern, *section;
	size_t i;
	int ret;

	line[strcspn(line, "#")] = '\0';
	pattern = strtok_r(line, blank, &save);
	if (!pattern)
		return 0;
	section = strtok_r(NULL, blank, &save);
	if (!section || strtok_r(NULL, blank, &save))
		return fb_text_bad(t, "not \"PATTERN SECTION\"");
	r->line = t->line;
	ret = fb_function_pattern(t, pattern, &r->pattern, &r->module);
	if (!ret)
		ret = read_section(t, section, r);
	if (ret)
		return ret;
	for (i = 0; i < rules->nr; i++)
		if (same(rules->rule[i].pattern, r->pattern) ||
		    same(rules->rule[i].module, r->module))
			return fb_text_bad(t, "'%.60s' has a section since line %u",
					   r->module ? r->module : r->pattern, rules->rule[i].line);
	rules->nr++;
	return 0;
}

int fb_sections_parse(const char *text, size_t len, const char *file,
		      struct fb_section_rules *rules, struct fb_error *error)
{
	struct fb_text_lines t = { .file = file, .line = 1, .why = error };
	char *line;
	int ret = 0;

	memset(rules, 0, sizeof(*rules));
	if (memchr(text, '\0', len))
		return fb_text_bad(&t, "not a text");
	rules->text = strndup(text, len);
	rules->rule = calloc(fb_text_count(text, len) + 1, sizeof(*rules->rule));
	if (!rules->text || !rules->rule)
		ret = -ENOMEM;
	t.rest = rules->text;
	t.line = 0;
	while (!ret && (line = fb_text_next(&t)))
		ret = read_line(&t, line, rules);
	if (ret)
		fb_sections_free(rules);
	return ret;
}

void fb_sections_free(struct fb_section_rules *rules)
{
	free(rules->rule);
	free(rules->text);
	memset(rules, 0, sizeof(*rules));
}

/* What follows a star is looked for at each place; only the last star need be remembered. */
static bool fits(const char *pattern, const char *name)
{
	const char *star = NULL, *from = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			from = name;
		} else if (*pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star;
			name = ++from;
		} else {
			return false;
		}
	}
	return !pattern[strspn(pattern, "*")];
}

bool fb_function_fits(const struct fb_function *fn, const char *pattern, const char *module)
{
	return module ? fn->module && fits(module, fn->module) : fits(pattern, fn->name);
}

unsigned int fb_sections_of(const struct fb_section_rules *rules, const struct fb_function *fn)
{
	const struct fb_section_rule *r;
	size_t i;

	for (i = 0; i < rules->nr; i++) {
		r = &rules->rule[i];
		if (fb_function_fits(fn, r->pattern, r->module))
			return r->section;
	}
	return FB_SEC_NONE;
}
