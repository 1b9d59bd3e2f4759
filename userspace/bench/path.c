// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/path.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const char *name;
	size_t offset;
} keys[] = {
	{ "title", offsetof(struct fb_bench_path, title) },
	{ "replaces", offsetof(struct fb_bench_path, replaces) },
	{ "with", offsetof(struct fb_bench_path, with) },
	{ "config", offsetof(struct fb_bench_path, config) },
	{ "verify", offsetof(struct fb_bench_path, verify) },
	{ "record", offsetof(struct fb_bench_path, record) },
	{ "since", offsetof(struct fb_bench_path, since) },
};

/* How each kind is written: words after the first, at least and at most. */
static const struct {
	const char *name;
	unsigned int least;
	unsigned int most;
} kinds[FB_PROOF_KINDS] = {
	[FB_PROOF_HOOK] = { "hook", 1, 2 }, [FB_PROOF_CT] = { "ct", 0, 1 },
	[FB_PROOF_NFT] = { "nft", 1, 1 },   [FB_PROOF_XFRM] = { "xfrm", 0, 0 },
	[FB_PROOF_DEV] = { "dev", 2, 2 },   [FB_PROOF_XFRM_ERROR] = { "xfrm-error", 0, 0 },
};

static const char *const wants[] = {
	[FB_WANT_ALL] = "all",
	[FB_WANT_NONE] = "none",
	[FB_WANT_ONCE] = "once",
};

static char *trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return s;
}

static int find_want(const char *text)
{
	size_t i;

	for (i = 0; i < NR(wants); i++)
		if (!strcmp(text, wants[i]))
			return (int)i;
	return -EINVAL;
}

static int find_kind(const char *word, unsigned int words)
{
	size_t i;

	for (i = 0; i < NR(kinds); i++)
		if (!strcmp(word, kinds[i].name))
			return words < kinds[i].least || words > kinds[i].most ? -E2BIG : (int)i;
	return -EINVAL;
}

static int copy(char **slot, const char *text)
{
	*slot = strdup(text);
	return *slot ? 0 : -ENOMEM;
}

/* "hook ip_forward NF_STOLEN" with what it must be already known. */
static int set_proof(struct fb_proof *pr, char *what, unsigned int line, char why[160])
{
	char *word[4], *rest = what, *w;
	unsigned int nr = 0;
	int kind, ret = 0;

	while ((w = strsep(&rest, " \t")))
		if (*w && nr < NR(word))
			word[nr++] = w;
	if (!nr) {
		snprintf(why, 160, "line %u: nothing is to be proved", line);
		return -EINVAL;
	}
	kind = find_kind(word[0], nr - 1);
	if (kind < 0) {
		snprintf(why, 160, "line %u: '%.40s' %s", line, word[0],
			 kind == -EINVAL ? "is no proof: hook, ct, nft, xfrm, xfrm-error or dev"
					 : "does not take so many words");
		return -EINVAL;
	}
	pr->kind = (enum fb_proof_kind)kind;
	if (pr->kind == FB_PROOF_DEV && strcmp(word[2], "tx")) {
		snprintf(why, 160, "line %u: of a device, tx is counted, not '%.40s'", line,
			 word[2]);
		return -EINVAL;
	}
	if (pr->kind == FB_PROOF_CT)
		return nr > 1 ? copy(&pr->word, word[1]) : 0;
	if (nr > 1)
		ret = copy(&pr->name, word[1]);
	if (!ret && nr > 2)
		ret = copy(&pr->word, word[2]);
	return ret;
}

static int add_proof(struct fb_bench_path *path, char *value, unsigned int line, char why[160])
{
	struct fb_proof *pr;
	char *eq;
	int want;

	if (path->nr_proofs == FB_BENCH_PROOFS) {
		snprintf(why, 160, "line %u: more than %d proofs", line, FB_BENCH_PROOFS);
		return -EINVAL;
	}
	/* The last one: a word may hold a = of its own. */
	eq = strrchr(value, '=');
	want = eq ? find_want(trim(eq + 1)) : -EINVAL;
	if (want < 0) {
		snprintf(why, 160, "line %u: a proof ends with = all, = none or = once", line);
		return -EINVAL;
	}
	pr = &path->proof[path->nr_proofs++];
	pr->want = (enum fb_proof_want)want;
	if (copy(&pr->text, value))
		return -ENOMEM;
	*eq = '\0';
	return set_proof(pr, value, line, why);
}

/* Every word is key=value, or (for the lab) a plain file name. */
static int check_words(const char *name, const char *value, unsigned int line, char why[160])
{
	const char *p = value;
	size_t n;

	for (; *p; p += n) {
		p += strspn(p, " \t");
		n = strcspn(p, " \t");
		if (!strcmp(name, "with") ? !memchr(p, ',', n) && !memchr(p, '/', n)
					  : *p != '=' && memchr(p, '=', n))
			continue;
		snprintf(why, 160, "line %u: %s: '%.*s' is %s", line, name, n < 40 ? (int)n : 40, p,
			 !strcmp(name, "with") ? "no file name" : "not key=value");
		return -EINVAL;
	}
	return 0;
}

static int set_key(struct fb_bench_path *path, char *text, unsigned int line, char why[160])
{
	char *eq = strchr(text, '=');
	char *name, *value, **slot, *p;
	size_t i;

	if (!eq) {
		snprintf(why, 160, "line %u: not 'key = value': '%.40s'", line, text);
		return -EINVAL;
	}
	*eq = '\0';
	name = trim(text);
	value = trim(eq + 1);
	if (!*value) {
		snprintf(why, 160, "line %u: '%.40s' has no value", line, name);
		return -EINVAL;
	}
	if (!strcmp(name, "prove"))
		return add_proof(path, value, line, why);
	for (i = 0; i < NR(keys) && strcmp(keys[i].name, name); i++)
		;
	if (i == NR(keys)) {
		snprintf(why, 160, "line %u: unknown key '%.40s'", line, name);
		return -EINVAL;
	}
	slot = (char **)((char *)path + keys[i].offset);
	if (*slot) {
		snprintf(why, 160, "line %u: '%.40s' stands here twice", line, name);
		return -EINVAL;
	}
	if ((slot == &path->with || slot == &path->config || slot == &path->verify) &&
	    check_words(name, value, line, why))
		return -EINVAL;
	if (slot == &path->record && value[strcspn(value, " \t,/")]) {
		snprintf(why, 160, "line %u: record: '%.40s' is no file name", line, value);
		return -EINVAL;
	}
	if (copy(slot, value))
		return -ENOMEM;
	if (slot == &path->with)
		for (p = *slot; *p; p++)
			if (isspace((unsigned char)*p))
				*p = ',';
	return 0;
}

/* One source that is wrong must not be able to prove a path alone. */
static int check_complete(const struct fb_bench_path *path, char why[160])
{
	unsigned int i, kinds_used = 0;

	if (!path->title) {
		snprintf(why, 160, "'title' is missing");
		return -EINVAL;
	}
	for (i = 0; i < path->nr_proofs; i++)
		kinds_used |= 1u << path->proof[i].kind;
	if (!(kinds_used & (kinds_used - 1))) {
		snprintf(why, 160, "a path is proved by two different kinds at least");
		return -EINVAL;
	}
	return 0;
}

int fb_bench_path_parse(const char *name, const char *text, struct fb_bench_path *path,
			char why[160])
{
	char *whole, *rest, *row;
	unsigned int line = 0;
	int ret;

	memset(path, 0, sizeof(*path));
	why[0] = '\0';
	whole = strdup(text);
	if (!whole)
		return -ENOMEM;
	ret = copy(&path->name, name);
	for (rest = whole; !ret && (row = strsep(&rest, "\n"));) {
		line++;
		row = trim(row);
		if (*row && *row != '#')
			ret = set_key(path, row, line, why);
	}
	free(whole);
	if (!ret)
		ret = check_complete(path, why);
	if (ret)
		fb_bench_path_free(path);
	return ret;
}

void fb_bench_path_free(struct fb_bench_path *path)
{
	unsigned int i;

	free(path->name);
	for (i = 0; i < NR(keys); i++)
		free(*(char **)((char *)path + keys[i].offset));
	for (i = 0; i < path->nr_proofs; i++) {
		free(path->proof[i].text);
		free(path->proof[i].name);
		free(path->proof[i].word);
	}
	memset(path, 0, sizeof(*path));
}
