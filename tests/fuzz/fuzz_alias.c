// SPDX-License-Identifier: GPL-2.0
/* The alias table: an entry that is read, written and read again must be the same entry. */
#include "fuzz.h"

#include <errno.h>

#include "match/alias.h"

static void put_version(FILE *f, const char *key, uint32_t v)
{
	if (v)
		fprintf(f, " %s=%u.%u.%u", key, v >> 24, v >> 16 & 255, v & 65535);
}

static void put_text(FILE *f, const char *key, const char *value)
{
	if (value)
		fprintf(f, " %s=%s", key, value);
}

static void put_entry(FILE *f, const struct fb_alias *a)
{
	const int implied = a->kind == FB_ALIAS_INCIDENTAL || a->kind == FB_ALIAS_ENVIRONMENT;

	fprintf(f, "%s %s%s%s%s", fb_alias_kind_name(a->kind), a->name,
		a->subtree && !implied ? "/" : "", a->parent ? "<" : "",
		a->parent ? a->parent : "");
	if (a->to)
		fprintf(f, " -> %s", a->to);
	put_version(f, "since", a->since);
	put_version(f, "before", a->before);
	put_text(f, "trace", a->trace);
	put_text(f, "unless", a->unless);
	put_text(f, "arch", a->arch);
	fprintf(f, " : %s\n", a->reason);
}

static int same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void check_entry(const struct fb_alias *a, const struct fb_alias *b)
{
	fuzz_must(a->kind == b->kind && a->subtree == b->subtree);
	fuzz_must(a->since == b->since && a->before == b->before);
	fuzz_must(same(a->name, b->name) && same(a->parent, b->parent) && same(a->to, b->to));
	fuzz_must(same(a->trace, b->trace) && same(a->unless, b->unless) && same(a->arch, b->arch));
	fuzz_must(same(a->reason, b->reason));
}

/* Looks up a call for each entry: must find the entry, or an earlier one of its kind. */
static void look_up(const struct fb_aliases *al, const struct fb_nameset *set)
{
	struct fb_error error = { "" };
	uint32_t i;

	for (i = 0; i < al->nr; i++) {
		const struct fb_alias *a = &al->entry[i];
		struct fb_alias_at at = { .trace = a->trace, .version = a->since, .release = "x" };
		const struct fb_alias *found;

		(void)fb_alias_wrong(a, set, &at, &error);
		found = fb_alias_find(al, a->kind, a->name, a->parent, &at);
		if (fb_alias_holds(a, &at))
			fuzz_must(found && found <= a);
		if (a->to && fb_alias_holds(a, &at))
			fuzz_must(fb_alias_renames(al, a->name, a->parent, a->to, &at));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct fb_error error = { "" };
	struct fb_aliases al, again;
	struct fb_nameset set;
	struct fuzz_out out;
	uint32_t i;
	int ret = fb_aliases_parse(text, "fuzz", &al, &error);

	fuzz_must(!ret || (ret == -EINVAL && *error.text && !al.entry && !al.text));
	if (!ret) {
		fuzz_out_begin(&out);
		for (i = 0; i < al.nr; i++)
			put_entry(out.f, &al.entry[i]);
		fuzz_out_end(&out);
		fuzz_must(!fb_aliases_parse(out.text, "again", &again, &error));
		fuzz_must(again.nr == al.nr);
		for (i = 0; i < al.nr; i++)
			check_entry(&al.entry[i], &again.entry[i]);
		fuzz_must(!fb_nameset_parse(text, strlen(text), &set));
		look_up(&al, &set);
		fb_nameset_free(&set);
		fb_aliases_free(&again);
		free(out.text);
	}
	fb_aliases_free(&al);
	free(text);
	return 0;
}
