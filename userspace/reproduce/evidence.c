// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/stem.h"
#include "lib/vector.h"
#include "reproduce/evidence.h"

/* Calls of one name that are looked at. */
#define LOOKS_MAX 256

struct name {
	const char *text;
	size_t len;
	uint32_t first;
	uint32_t last;
};

struct fb_evidence {
	const struct fb_tree *tree;
	struct fb_hash found;
	struct name *name; /* from 1 on */
	uint32_t nr;
	uint32_t *next; /* of each node: the next one of its name */
};

static uint32_t find_name(const struct fb_evidence *ev, const char *text, size_t len)
{
	uint32_t hash = fb_hash_bytes(text, len), pos = 0, number;

	while ((number = fb_hash_next(&ev->found, hash, &pos)))
		if (ev->name[number].len == len && !memcmp(ev->name[number].text, text, len))
			return number;
	return 0;
}

static int add_name(struct fb_evidence *ev, const char *text, size_t len, uint32_t at)
{
	int ret;

	ret = fb_vector_grow(ev->name, ev->nr);
	if (!ret)
		ret = fb_hash_add(&ev->found, fb_hash_bytes(text, len), ev->nr);
	if (!ret)
		ev->name[ev->nr++] = (struct name){ text, len, at, at };
	return ret;
}

static int add_call(struct fb_evidence *ev, uint32_t at)
{
	const char *text = fb_node_name(ev->tree, at);
	size_t len = fb_stem(text);
	uint32_t number = find_name(ev, text, len);

	if (!number)
		return add_name(ev, text, len, at);
	ev->next[ev->name[number].last] = at;
	ev->name[number].last = at;
	return 0;
}

int fb_evidence_new(const struct fb_tree *tree, struct fb_evidence **out)
{
	struct fb_evidence *ev = calloc(1, sizeof(*ev));
	uint32_t at;
	int ret = 0;

	if (!ev)
		return -ENOMEM;
	ev->tree = tree;
	ev->nr = 1;
	ev->next = calloc(tree->nr, sizeof(*ev->next));
	ev->name = calloc(1, sizeof(*ev->name));
	if (!ev->next || !ev->name)
		ret = -ENOMEM;
	for (at = 1; !ret && at < tree->nr; at++)
		if (fb_node_is_call(tree, at))
			ret = add_call(ev, at);
	if (ret) {
		fb_evidence_free(ev);
		return ret;
	}
	*out = ev;
	return 0;
}

void fb_evidence_free(struct fb_evidence *ev)
{
	if (!ev)
		return;
	fb_hash_free(&ev->found);
	free(ev->name);
	free(ev->next);
	free(ev);
}

uint32_t fb_evidence_call(const struct fb_evidence *ev, const char *name, size_t len)
{
	return ev->name[find_name(ev, name, len)].first;
}

uint32_t fb_evidence_next(const struct fb_evidence *ev, uint32_t at)
{
	return ev->next[at];
}

/* The innermost call of that name around @at, 0 if there is none */
static uint32_t call_around(const struct fb_evidence *ev, uint32_t at, const char *name, size_t len)
{
	while ((at = ev->tree->node[at].parent))
		if (fb_node_is_call(ev->tree, at) &&
		    fb_stem_is(fb_node_name(ev->tree, at), name, len))
			return at;
	return 0;
}

static bool stands_in(const struct fb_tree *tree, uint32_t at, uint32_t top)
{
	while (at && at != top)
		at = tree->node[at].parent;
	return at;
}

/* A name that is called more often than is looked at may be anywhere. */
static bool has_within(const struct fb_evidence *ev, uint32_t top, const char *name, size_t len)
{
	uint32_t at = fb_evidence_call(ev, name, len), looks = 0;

	for (; at; at = fb_evidence_next(ev, at))
		if (++looks > LOOKS_MAX || stands_in(ev->tree, at, top))
			return true;
	return false;
}

/* "name[module]", "name[module=]": does the module of the call agree? */
static bool module_fits(const struct fb_tree *tree, uint32_t at, const char *text, size_t len)
{
	const char *open = memchr(text, '[', len), *module = tree->what[tree->node[at].what].module;
	size_t want;

	if (!open)
		return true;
	want = len - (size_t)(open - text) - 2;
	if (open[want] != '=' || !want)
		return !module || (strlen(module) == want && !memcmp(module, open + 1, want));
	want--;
	return module && strlen(module) == want && !memcmp(module, open + 1, want);
}

static size_t name_len(const char *text, size_t len)
{
	const char *open = memchr(text, '[', len);

	return open ? (size_t)(open - text) : len;
}

/* What stands behind the call: "^not_within", "!without". */
static bool limits_hold(const struct fb_evidence *ev, uint32_t at, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		char sign = *text++;
		size_t n = 0;

		while (text + n < end && text[n] != '^' && text[n] != '!')
			n++;
		if (sign == '^' ? call_around(ev, at, text, n) != 0 : has_within(ev, at, text, n))
			return false;
		text += n;
	}
	return true;
}

uint32_t fb_evidence_prove(const struct fb_evidence *ev, const char *text, size_t len)
{
	const char *above = memchr(text, '>', len), *outer = text;
	size_t outer_len = above ? (size_t)(above - text) : 0, n = 0;
	uint32_t at, looks = 0;

	if (above) {
		text = above + 1;
		len -= outer_len + 1;
	}
	while (n < len && text[n] != '^' && text[n] != '!')
		n++;
	at = fb_evidence_call(ev, text, name_len(text, n));
	for (; at && ++looks <= LOOKS_MAX; at = fb_evidence_next(ev, at))
		if (module_fits(ev->tree, at, text, n) &&
		    (!above || call_around(ev, at, outer, outer_len)) &&
		    limits_hold(ev, at, text + n, len - n))
			return at;
	return 0;
}
