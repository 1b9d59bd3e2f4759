// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "lib/text_lines.h"
#include "lib/version.h"
#include "match/alias.h"

static const char *const kinds[FB_ALIAS_KINDS] = {
	[FB_ALIAS_RENAMED] = "renamed",
	[FB_ALIAS_UNTRACEABLE] = "untraceable",
	[FB_ALIAS_REMOVED] = "removed",
	[FB_ALIAS_MOVED] = "moved",
	[FB_ALIAS_NEVER] = "never",
	[FB_ALIAS_INCIDENTAL] = "incidental",
	[FB_ALIAS_ENVIRONMENT] = "environment",
	[FB_ALIAS_ADDED] = "added",
};

const char *fb_alias_kind_name(enum fb_alias_kind kind)
{
	return kinds[kind];
}

static bool is_name(const char *s)
{
	size_t i;

	for (i = 0; s[i]; i++)
		if (!isalnum((unsigned char)s[i]) && s[i] != '_')
			return false;
	return i && !isdigit((unsigned char)*s);
}

/* "child/<parent": the slash says that it holds for all below it. */
static int read_name(const struct fb_text_lines *t, char *word, struct fb_alias *a)
{
	char *parent = strchr(word, '<');
	size_t len;

	if (parent) {
		*parent++ = '\0';
		if (!is_name(parent))
			return fb_text_bad(t, "'%.60s': expected the name of a function", parent);
		a->parent = parent;
	}
	len = strlen(word);
	if (len && word[len - 1] == '/') {
		if (a->kind == FB_ALIAS_RENAMED || a->kind == FB_ALIAS_ADDED)
			return fb_text_bad(t, "%s cannot hold for a subtree", kinds[a->kind]);
		word[len - 1] = '\0';
		a->subtree = 1;
	}
	if (!is_name(word))
		return fb_text_bad(t, "'%.60s': expected the name of a function", word);
	a->name = word;
	return 0;
}

static int read_version(const struct fb_text_lines *t, const char *key, const char *value,
			uint32_t *v)
{
	*v = fb_version_parse(value);
	if (!*v || value[strspn(value, "0123456789.")])
		return fb_text_bad(t, "%s=%.60s: expected a kernel version, as 6.12.1", key, value);
	return 0;
}

static int read_arch(const struct fb_text_lines *t, const char *value)
{
	if (strcmp(value, "amd64") && strcmp(value, "arm64"))
		return fb_text_bad(t, "arch=%.60s: expected amd64 or arm64", value);
	return 0;
}

/* "since=6.1" and the like behind the name. */
static int read_key(const struct fb_text_lines *t, char *word, struct fb_alias *a)
{
	char *value = strchr(word, '=');

	if (!value || !value[1])
		return fb_text_bad(
			t, "'%.60s' is not KEY=VALUE; is the ' : ' before the reason missing?",
			word);
	*value++ = '\0';
	if (!strcmp(word, "since"))
		return read_version(t, word, value, &a->since);
	if (!strcmp(word, "before"))
		return read_version(t, word, value, &a->before);
	if (!strcmp(word, "trace")) {
		a->trace = value;
		return 0;
	}
	if (!strcmp(word, "unless")) {
		a->unless = value;
		return 0;
	}
	if (!strcmp(word, "arch")) {
		a->arch = value;
		return read_arch(t, value);
	}
	if (!strcmp(word, "without")) {
		a->without = value;
		return 0;
	}
	return fb_text_bad(
		t, "unknown key '%.60s' (since, before, unless, arch, without and trace there are)",
		word);
}

static int check(const struct fb_text_lines *t, const struct fb_alias *a)
{
	if (!a->reason || !*a->reason)
		return fb_text_bad(t, "no reason: it stands behind ' : '");
	if (!a->name)
		return fb_text_bad(t, "no function name behind '%s'", kinds[a->kind]);
	if (a->kind == FB_ALIAS_RENAMED && !a->to)
		return fb_text_bad(t, "renamed wants '-> NEW' behind %.60s", a->name);
	if (a->kind != FB_ALIAS_RENAMED && a->to)
		return fb_text_bad(t, "only renamed has a '-> NEW'");
	if (a->without && (a->kind != FB_ALIAS_UNTRACEABLE || a->parent))
		return fb_text_bad(t, "only untraceable of all callers has a without=");
	if (a->since && a->before && a->since >= a->before)
		return fb_text_bad(t, "since is not before before");
	return 0;
}

/* "kind name[/][<parent] [-> new] [key=value ...] : reason", in place. */
static int read_entry(const struct fb_text_lines *t, char *line, struct fb_alias *a)
{
	char *reason = strstr(line, " : "), *word;
	bool arrow = false;
	int ret = 0, k;

	*a = (struct fb_alias){ .line = t->line };
	if (reason) {
		*reason = '\0';
		reason += 3;
		reason += strspn(reason, " \t");
		a->reason = reason;
	}
	word = strsep(&line, " \t");
	for (k = 0; k < FB_ALIAS_KINDS && strcmp(word, kinds[k]); k++)
		;
	if (k == FB_ALIAS_KINDS)
		return fb_text_bad(t, "unknown kind '%.60s'", word);
	a->kind = (enum fb_alias_kind)k;
	a->subtree = a->kind == FB_ALIAS_INCIDENTAL || a->kind == FB_ALIAS_ENVIRONMENT;
	while (!ret && (word = strsep(&line, " \t"))) {
		if (!*word)
			continue;
		if (arrow) {
			arrow = false;
			a->to = word;
			if (!is_name(word))
				ret = fb_text_bad(t, "'%.60s': expected the name of a function",
						  word);
		} else if (!strcmp(word, "->")) {
			arrow = true;
		} else if (!a->name) {
			ret = read_name(t, word, a);
		} else {
			ret = read_key(t, word, a);
		}
	}
	if (!ret && arrow)
		ret = fb_text_bad(t, "nothing behind '->'");
	return ret ? ret : check(t, a);
}

static int by_name(const void *a, const void *b, void *table)
{
	const struct fb_alias *entry = table;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	int ret = strcmp(entry[i].name, entry[k].name);

	return ret ? ret : i < k ? -1 : i > k;
}

static int by_to(const void *a, const void *b, void *table)
{
	const struct fb_alias *entry = table;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	int ret = strcmp(entry[i].to, entry[k].to);

	return ret ? ret : i < k ? -1 : i > k;
}

static int sort(struct fb_aliases *al)
{
	uint32_t i;

	al->by_name = calloc(al->nr + 1, sizeof(*al->by_name));
	al->by_to = calloc(al->nr + 1, sizeof(*al->by_to));
	if (!al->by_name || !al->by_to)
		return -ENOMEM;
	for (i = 0; i < al->nr; i++) {
		al->by_name[i] = i;
		if (al->entry[i].kind == FB_ALIAS_RENAMED)
			al->by_to[al->nr_to++] = i;
	}
	qsort_r(al->by_name, al->nr, sizeof(*al->by_name), by_name, al->entry);
	qsort_r(al->by_to, al->nr_to, sizeof(*al->by_to), by_to, al->entry);
	return 0;
}

int fb_aliases_parse(const char *text, const char *file, struct fb_aliases *al,
		     struct fb_error *error)
{
	struct fb_text_lines t = { .file = file, .why = error };
	char *line;
	int ret = 0;

	*al = (struct fb_aliases){ .nr = 0 };
	al->text = strdup(text);
	al->entry = calloc(fb_text_count(text, strlen(text)), sizeof(*al->entry));
	if (!al->text || !al->entry)
		ret = -ENOMEM;
	t.rest = al->text;
	while (!ret && (line = fb_text_next(&t))) {
		ret = read_entry(&t, line, &al->entry[al->nr]);
		al->nr++;
	}
	if (!ret)
		ret = sort(al);
	if (ret)
		fb_aliases_free(al);
	return ret;
}

void fb_aliases_free(struct fb_aliases *al)
{
	free(al->entry);
	free(al->by_name);
	free(al->by_to);
	free(al->text);
	*al = (struct fb_aliases){ .nr = 0 };
}

/* @words: "gcc9" or "gcc9,debug" */
static bool has_word(const char *release, const char *words)
{
	size_t len;

	for (; *words; words += len + (words[len] == ',')) {
		len = strcspn(words, ",");
		if (len && memmem(release, strlen(release), words, len))
			return true;
	}
	return false;
}

int fb_alias_holds(const struct fb_alias *a, const struct fb_alias_at *at)
{
	if (a->trace && (!at->trace || strcmp(a->trace, at->trace)))
		return 0;
	if (a->unless && at->release && has_word(at->release, a->unless))
		return 0;
	if (a->arch && strcmp(fb_version_arch(at->release), a->arch))
		return 0;
	/* Of an unknown kernel only entries without versions say anything. */
	if (!at->version)
		return !a->since && !a->before;
	return at->version >= a->since && (!a->before || at->version < a->before);
}

static const char *key_of(const struct fb_aliases *al, bool to, uint32_t pos)
{
	return to ? al->entry[al->by_to[pos]].to : al->entry[al->by_name[pos]].name;
}

/* Finds the first entry of an index whose key is @name or sorts behind it. */
static uint32_t lower_bound(const struct fb_aliases *al, bool to, const char *name)
{
	uint32_t low = 0, high = to ? al->nr_to : al->nr;
	size_t len = fb_stem(name);

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (strncmp(key_of(al, to, mid), name, len) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static const struct fb_alias *next(const struct fb_aliases *al, bool to, const char *name,
				   uint32_t *pos)
{
	*pos = *pos == FB_ALIAS_BEGIN ? lower_bound(al, to, name) : *pos + 1;
	if (*pos >= (to ? al->nr_to : al->nr) || !fb_same_stem(key_of(al, to, *pos), name))
		return NULL;
	return &al->entry[to ? al->by_to[*pos] : al->by_name[*pos]];
}

const struct fb_alias *fb_alias_of(const struct fb_aliases *al, const char *name, uint32_t *pos)
{
	return next(al, false, name, pos);
}

const struct fb_alias *fb_alias_to(const struct fb_aliases *al, const char *to, uint32_t *pos)
{
	return next(al, true, to, pos);
}

static bool holds_for(const struct fb_alias *a, const char *parent, const struct fb_alias_at *at)
{
	if (a->parent && (!parent || !fb_same_stem(a->parent, parent)))
		return false;
	return fb_alias_holds(a, at);
}

const struct fb_alias *fb_alias_find(const struct fb_aliases *al, enum fb_alias_kind kind,
				     const char *name, const char *parent,
				     const struct fb_alias_at *at)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	while ((a = fb_alias_of(al, name, &pos)))
		if (a->kind == kind && holds_for(a, parent, at))
			return a;
	return NULL;
}

const struct fb_alias *fb_alias_renames(const struct fb_aliases *al, const char *name,
					const char *parent, const char *to,
					const struct fb_alias_at *at)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	while ((a = fb_alias_of(al, name, &pos)))
		if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->to, to) &&
		    holds_for(a, parent, at))
			return a;
	return NULL;
}

int fb_alias_wrong(const struct fb_alias *a, const struct fb_nameset *functions,
		   const struct fb_alias_at *at, struct fb_error *error)
{
	if (!fb_alias_holds(a, at))
		return 0;
	if (a->kind == FB_ALIAS_UNTRACEABLE && !a->parent && !a->without &&
	    fb_nameset_has(functions, a->name))
		return fb_error(error, 1, "line %u: %.60s is called untraceable, but can be traced",
				a->line, a->name);
	if (a->kind == FB_ALIAS_RENAMED && !fb_nameset_has(functions, a->to))
		return fb_error(error, 1,
				"line %u: %.50s is said to be %.50s, which cannot be traced",
				a->line, a->name, a->to);
	return 0;
}
