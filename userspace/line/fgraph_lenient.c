// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <string.h>

#include "line/fgraph_lenient.h"
#include "line/str.h"

#define LONGEST_NS 1000000000000000000ull

const char *fb_odd_unit(const char *p, const char *end, uint64_t whole, uint64_t milli, int64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 },	   { "nsec", 1 },	{ "usec", 1000 },    { "usecs", 1000 },
		{ "ms", 1000000 }, { "msec", 1000000 }, { "s", 1000000000 }, { "sec", 1000000000 },
	};
	size_t i, len;

	for (len = 0; p + len < end && p[len] >= 'a' && p[len] <= 'z'; len++)
		;
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (len != strlen(units[i].name) || memcmp(p, units[i].name, len))
			continue;
		if (whole > LONGEST_NS / units[i].ns - 1)
			return NULL;
		*ns = (int64_t)(whole * units[i].ns + milli * units[i].ns / 1000);
		return p + len;
	}
	return NULL;
}

/*
 * What an address, C++, Rust or a tool add to a name in C. It begins with a letter or is an address; blanks stand
 * between brackets only.
 */
static bool is_odd_name(const char *p, const char *end)
{
	bool odd = end - p > 2 && p[0] == '0' && p[1] == 'x';
	int depth = 0;
	const char *q;

	if (!odd && !(*p >= 'a' && *p <= 'z') && !(*p >= 'A' && *p <= 'Z') && *p != '_' &&
	    *p != '<' && *p != '$' && *p != '~')
		return false;
	for (q = p; q < end; q++) {
		if (*q < ' ' || *q > '~' || strchr("|;{}\\\"", *q))
			return false;
		depth += *q == '<' || *q == '(';
		depth -= (*q == '>' && q[-1] != '-') || *q == ')';
		if (depth < 0 || (*q == ' ' && !depth))
			return false;
		odd |= *q == '<' || *q == '@' || *q == '+' || (*q == ':' && q > p && q[-1] == ':');
	}
	return odd && !depth;
}

/* The last "();" or "() {" of a line: what stands before is the name. */
static const char *last_call(const char *p, size_t len)
{
	size_t at;

	while (len-- > 2) {
		if (p[len] != ';' && p[len] != '{')
			continue;
		at = len;
		while (at && p[at - 1] == ' ')
			at--;
		if (at > 2 && p[at - 1] == ')' && p[at - 2] == '(')
			return p + len;
	}
	return NULL;
}

const char *fb_odd_name(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *note = memmem(p, (size_t)(end - p), "/*", 2);
	const char *brace = last_call(p, (size_t)((note ? note : end) - p)), *q, *open;

	if (!brace || memchr(p, '\0', (size_t)(brace - p)))
		return NULL;
	for (q = brace; q[-1] == ' '; q--)
		;
	q -= 2;
	while (q > p && q[-1] == ' ')
		q--;
	open = q > p && q[-1] == ']' ? memrchr(p, '[', (size_t)(q - p)) : NULL;
	if (open && open > p && open[-1] == ' ') {
		ev->module = fb_piece(open + 1, q - 1);
		q = open;
	}
	ev->name = fb_piece(p, q);
	if (!ev->name.len || !is_odd_name(p, p + ev->name.len)) {
		ev->name.len = ev->module.len = 0;
		return NULL;
	}
	ev->args = (struct fb_str){ .at = brace };
	ev->kind = *brace == '{' ? FB_FG_ENTRY : FB_FG_LEAF;
	return brace + 1;
}
