// SPDX-License-Identifier: GPL-2.0
/*
 * The sections file and kallsyms, with a NUL byte between them. Rules that are read, written and read
 * again must be the same. Symbols must ascend, and every address must have a function.
 */
#include "fuzz.h"

#include <errno.h>

#include "profile/sections.h"
#include "profile/symbols.h"
#include "lib/name_set.h"

static void put_rules(FILE *f, const struct fb_section_rules *rules)
{
	size_t i;

	for (i = 0; i < rules->nr; i++) {
		const struct fb_section_rule *r = &rules->rule[i];

		fuzz_must(!r->pattern != !r->module && r->section < FB_SECTIONS);
		fprintf(f, "%s%s%s %s\n", r->module ? "[" : "", r->module ? r->module : r->pattern,
			r->module ? "]" : "", fb_section_name(r->section));
	}
}

static int read_rules(const char *text, struct fb_section_rules *rules)
{
	struct fb_section_rules again;
	struct fuzz_out out;
	struct fb_error error = { "" };
	size_t i;

	if (fb_sections_parse(text, strlen(text), "fuzz", rules, &error)) {
		fuzz_must(*error.text && !rules->rule && !rules->text);
		return -EINVAL;
	}
	fuzz_out_begin(&out);
	put_rules(out.f, rules);
	fuzz_out_end(&out);
	fuzz_must(!fb_sections_parse(out.text, out.len, "again", &again, &error));
	fuzz_must(again.nr == rules->nr);
	for (i = 0; i < again.nr; i++)
		fuzz_must(again.rule[i].section == rules->rule[i].section);
	fb_sections_free(&again);
	free(out.text);
	return 0;
}

static void look_up(struct fb_symbols *syms, const struct fb_section_rules *rules)
{
	uint64_t offset;
	unsigned int section;
	size_t i;
	int fn;

	for (i = 0; i < syms->nr; i++) {
		fuzz_must(syms->symbol[i].addr &&
			  (!i || syms->symbol[i - 1].addr < syms->symbol[i].addr));
		fn = fb_symbols_find(syms, syms->symbol[i].addr, &offset);
		fuzz_must(fn >= 0 && (unsigned int)fn < syms->nr_functions && !offset);
		fuzz_must((fn == FB_FN_USER) == !(syms->symbol[i].addr >> 63));
		section = fb_sections_of(rules, &syms->function[fn]);
		fuzz_must(section <= FB_SEC_NONE);
	}
	fn = fb_symbols_find(syms, UINT64_MAX, &offset);
	fuzz_must(fn > FB_FN_USER && (unsigned int)fn < syms->nr_functions);
	fuzz_must(fb_symbols_find(syms, 4096, &offset) == FB_FN_USER);
}

static void read_names(const char *text)
{
	struct fb_nameset set;
	size_t i;

	fuzz_must(!fb_nameset_parse(text, strlen(text), &set));
	for (i = 0; i < set.nr; i++) {
		fuzz_must(fb_nameset_has(&set, set.name[i]));
		fuzz_must(!i || strcmp(set.name[i - 1], set.name[i]) < 0);
	}
	fb_nameset_free(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *first = fuzz_part(&data, &size), *second = fuzz_text(data, size);
	struct fb_error error = { "" };
	struct fb_section_rules rules = { .nr = 0 };
	struct fb_symbols syms;

	(void)read_rules(first, &rules);
	read_names(second);
	if (!fb_symbols_parse(second, strlen(second), &syms, &error)) {
		fuzz_must(syms.nr);
		look_up(&syms, &rules);
		fb_symbols_free(&syms);
	} else {
		fuzz_must(*error.text);
	}
	fb_sections_free(&rules);
	free(first);
	free(second);
	return 0;
}
