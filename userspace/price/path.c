// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "price/path.h"
#include "lib/text_lines.h"
#include "lib/words.h"
#include "xdp/count.h"

#define NR(a)	     (sizeof(a) / sizeof((a)[0]))

#define TEXT(member) #member, offsetof(struct fb_bench_path, member)

static const struct fb_text_key keys[] = {
	{ TEXT(title), false }, { TEXT(replaces), true }, { TEXT(with), true },
	{ TEXT(config), true }, { TEXT(receive), true },  { TEXT(verify), true },
	{ TEXT(record), true }, { TEXT(segments), true }, { TEXT(own), true },
	{ TEXT(leaves), true }, { TEXT(since), true },	  { TEXT(until), true },
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
	[FB_PROOF_STAT] = { "stat", 2, 2 }, [FB_PROOF_XDP] = { "xdp", 2, 2 },
};

static const char *const wants[] = {
	[FB_WANT_ALL] = "all",	 [FB_WANT_EACH] = "each", [FB_WANT_NONE] = "none",
	[FB_WANT_ONCE] = "once", [FB_WANT_SOME] = "some",
};

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
static int set_proof(const struct fb_text_lines *t, struct fb_proof *pr, char *what)
{
	char *word[4], *rest = what, *w;
	unsigned int nr = 0;
	int kind, ret = 0;

	while ((w = strsep(&rest, " \t")))
		if (*w && nr < NR(word))
			word[nr++] = w;
	if (!nr)
		return fb_text_bad(t, "nothing is to be proved");
	kind = find_kind(word[0], nr - 1);
	if (kind < 0)
		return fb_text_bad(
			t, "'%.40s'%s", word[0],
			kind == -EINVAL
				? ": expected a proof: hook, ct, nft, xfrm, xfrm-error, dev, stat or xdp"
				: " does not take so many words");
	pr->kind = (enum fb_proof_kind)kind;
	if (pr->kind == FB_PROOF_DEV && strcmp(word[2], "tx"))
		return fb_text_bad(t, "of a device, tx is counted, not '%.40s'", word[2]);
	if (pr->kind == FB_PROOF_XDP && fb_xdp_count_find(word[2]) < 0)
		return fb_text_bad(t, "'%.40s': expected a counter of the XDP program", word[2]);
	if (pr->kind == FB_PROOF_CT)
		return nr > 1 ? copy(&pr->word, word[1]) : 0;
	if (nr > 1)
		ret = copy(&pr->name, word[1]);
	if (!ret && nr > 2)
		ret = copy(&pr->word, word[2]);
	return ret;
}

static int add_proof(const struct fb_text_lines *t, struct fb_bench_path *path, char *value)
{
	struct fb_proof *pr;
	char *eq;
	int want;

	if (path->nr_proofs == FB_BENCH_PROOFS)
		return fb_text_bad(t, "more than %d proofs", FB_BENCH_PROOFS);
	/* The last one: a word may hold a = of its own. */
	eq = strrchr(value, '=');
	want = eq ? find_want(fb_text_trim(eq + 1)) : -EINVAL;
	if (want < 0)
		return fb_text_bad(t, "a proof ends with = all, = each, = none, = once or = some");
	pr = &path->proof[path->nr_proofs++];
	pr->want = (enum fb_proof_want)want;
	if (copy(&pr->text, value))
		return -ENOMEM;
	*eq = '\0';
	return set_proof(t, pr, value);
}

/* Every word is key=value, or (for the lab) a plain file name. */
static int check_words(const struct fb_text_lines *t, const char *name, const char *value)
{
	const char *p = value;
	size_t n;

	for (; *p; p += n) {
		p += strspn(p, " \t");
		n = strcspn(p, " \t");
		if (!strcmp(name, "with") ? !memchr(p, ',', n) && !memchr(p, '/', n)
					  : *p != '=' && memchr(p, '=', n))
			continue;
		return fb_text_bad(t, "%s: '%.*s': expected %s", name, n < 40 ? (int)n : 40, p,
				   !strcmp(name, "with") ? "the name of a file" : "key=value");
	}
	return 0;
}

static int set_key(const struct fb_text_lines *t, struct fb_bench_path *path, char *text)
{
	char *name, *value, *p;
	uint64_t segments;
	int ret;

	ret = fb_text_pair(t, text, &name, &value);
	if (ret)
		return ret;
	if (!strcmp(name, "prove"))
		return add_proof(t, path, value);
	if (!strcmp(name, "with") || !strcmp(name, "config") ||
	    (!strcmp(name, "verify") && strcmp(value, FB_VERIFY_NONE)))
		ret = check_words(t, name, value);
	else if (!strcmp(name, "record") && value[strcspn(value, " \t,/")])
		ret = fb_text_bad(t, "record: '%.40s': expected the name of a file", value);
	else if (!strcmp(name, "segments") && (fb_number(value, 2, FB_BENCH_SEGMENTS, &segments)))
		ret = fb_text_bad(t, "segments: '%.40s': expected 2 to %d", value,
				  FB_BENCH_SEGMENTS);
	else if (!strcmp(name, "receive") && strcmp(value, "napi"))
		ret = fb_text_bad(t, "receive: '%.40s': expected napi", value);
	else if (!strcmp(name, "own") && strcmp(value, FB_BENCH_OWN_XDP))
		ret = fb_text_bad(t, "own is " FB_BENCH_OWN_XDP ", or not given");
	if (!strcmp(name, "with"))
		for (p = value; *p; p++)
			if (isspace((unsigned char)*p))
				*p = ',';
	return ret ? ret : fb_text_set(t, path, keys, NR(keys), name, value);
}

/* One source that is wrong must not be able to prove a path alone. */
static int check_complete(const struct fb_bench_path *path, struct fb_error *error)
{
	const char *key = fb_text_missing(path, keys, NR(keys));
	unsigned int i, kinds_used = 0;

	if (key)
		return fb_error(error, -EINVAL, "'%s' is missing", key);
	for (i = 0; i < path->nr_proofs; i++)
		kinds_used |= 1u << path->proof[i].kind;
	if (!(kinds_used & (kinds_used - 1)))
		return fb_error(error, -EINVAL, "a path is proved by two different kinds at least");
	return 0;
}

int fb_bench_path_parse(const char *name, const char *text, struct fb_bench_path *path,
			struct fb_error *error)
{
	char *whole = strdup(text), *row;
	struct fb_text_lines t = { .rest = whole, .why = error };
	int ret;

	memset(path, 0, sizeof(*path));
	if (!whole)
		return -ENOMEM;
	ret = copy(&path->name, name);
	while (!ret && (row = fb_text_next(&t)))
		ret = set_key(&t, path, row);
	free(whole);
	if (!ret)
		ret = check_complete(path, error);
	if (ret)
		fb_bench_path_free(path);
	return ret;
}

bool fb_bench_path_has(const struct fb_bench_path *path, const char *text)
{
	const char *p = path->config ? path->config : "";

	for (; *p; p += strcspn(p, " \t")) {
		p += strspn(p, " \t");
		if (!strncmp(p, text, strlen(text)))
			return true;
	}
	return false;
}

unsigned long fb_bench_path_segments(const struct fb_bench_path *path)
{
	return path->segments ? strtoul(path->segments, NULL, 10) : 1;
}

bool fb_bench_path_hides(const struct fb_bench_path *path)
{
	return path->verify && !strcmp(path->verify, FB_VERIFY_NONE);
}

void fb_bench_path_free(struct fb_bench_path *path)
{
	unsigned int i;

	free(path->name);
	fb_text_free(path, keys, NR(keys));
	for (i = 0; i < path->nr_proofs; i++) {
		free(path->proof[i].text);
		free(path->proof[i].name);
		free(path->proof[i].word);
	}
	memset(path, 0, sizeof(*path));
}
