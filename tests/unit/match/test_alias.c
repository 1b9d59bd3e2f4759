// SPDX-License-Identifier: GPL-2.0
/* The table of reasons: its form, where an entry applies, and entries that the kernel contradicts. */
#include "unit.h"

#include <errno.h>

#include "lib/version.h"
#include "match/alias.h"

static struct fb_aliases table(const char *text)
{
	struct fb_aliases al;
	struct fb_error error = { "" };

	if (fb_aliases_parse(text, "aliases", &al, &error))
		fail_msg("%s", error.text);
	return al;
}

static struct fb_alias_at on(const char *version)
{
	return (struct fb_alias_at){ .trace = "gateway", .version = fb_version_parse(version) };
}

static void every_part_of_an_entry(void **state)
{
	struct fb_aliases al =
		table("# comment\n"
		      "\n"
		      "\trenamed old<caller -> new since=6.1 before=6.12.3 trace=t : why : not\r\n"
		      "removed gone/ : x\n");
	const struct fb_alias *a = &al.entry[0];

	(void)state;
	assert_int_equal(al.nr, 2);
	assert_int_equal(a->kind, FB_ALIAS_RENAMED);
	assert_int_equal(a->line, 3);
	assert_string_equal(a->name, "old");
	assert_string_equal(a->parent, "caller");
	assert_string_equal(a->to, "new");
	assert_string_equal(a->trace, "t");
	assert_int_equal(a->since, fb_version_parse("6.1"));
	assert_int_equal(a->before, fb_version_parse("6.12.3"));
	assert_string_equal(a->reason, "why : not");
	assert_int_equal(a->subtree, 0);
	assert_int_equal(al.entry[1].subtree, 1);
	fb_aliases_free(&al);
}

static void errors_name_file_and_line(void **state)
{
	static const char *const bad[] = {
		"unknown f : x",
		"removed f",
		"removed f :",
		"removed f : ",
		"removed : x",
		"removed a-b : x",
		"removed 1f : x",
		"removed f< : x",
		"removed f<a.b : x",
		"renamed f : x",
		"renamed f -> : x",
		"renamed f -> a-b : x",
		"renamed f/ -> g : x",
		"removed f -> g : x",
		"removed f since=new : x",
		"removed f since=6.1-rc1 : x",
		"removed f since= : x",
		"removed f until=6.1 : x",
		"removed f g : x",
		"removed f since=6.2 before=6.1 : x",
		"added f/ : x",
		"removed f without=LOCKDEP : x",
		"untraceable f<g without=LOCKDEP : x",
		"untraceable f without= : x",
	};
	struct fb_error error = { "" };
	char text[128];
	struct fb_aliases al;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(text, sizeof(text), "never good : x\n%s\nnever good : x\n", bad[i]);
		if (fb_aliases_parse(text, "my/aliases", &al, &error) != -EINVAL)
			fail_msg("taken: %s", bad[i]);
		if (strncmp(error.text, "my/aliases:2: ", 14))
			fail_msg("%s: %s", bad[i], error.text);
	}
}

static void where_an_entry_holds(void **state)
{
	struct fb_aliases al = table("removed f<p since=6.1 before=6.12 : one\n"
				     "removed f trace=other : two\n"
				     "removed f since=7.0 : three\n");
	struct fb_alias_at at = on("6.1.5");

	(void)state;
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_REMOVED, "f.isra.0", "p.cold", &at),
			 &al.entry[0]);
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "q", &at));
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", NULL, &at));
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "ff", "p", &at));
	assert_null(fb_alias_find(&al, FB_ALIAS_NEVER, "f", "p", &at));
	at = on("6.0.99");
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "p", &at));
	at = on("6.12");
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "p", &at));
	at.trace = "other";
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "q", &at), &al.entry[1]);
	at = on("7.2");
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "q", &at), &al.entry[2]);
	fb_aliases_free(&al);
	al = table("untraceable f unless=gcc9 : inlined\n");
	at.release = "5.10.223-gcc9";
	assert_null(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at));
	at.release = "5.10.0-32-amd64";
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at), &al.entry[0]);
	fb_aliases_free(&al);
	al = table("untraceable f unless=gcc9,debug, : inlined\n");
	at.release = "6.12.107debug";
	assert_null(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at));
	at.release = "5.10.223-gcc9";
	assert_null(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at));
	at.release = "6.12.107+deb13-amd64";
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at), &al.entry[0]);
	fb_aliases_free(&al);
	al = table("untraceable f arch=arm64 : inlined\nremoved f arch=amd64 : gone\n");
	at.release = "6.12.117+deb13-arm64";
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at), &al.entry[0]);
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", NULL, &at));
	at.release = "6.12.117+deb13-amd64";
	assert_null(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at));
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", NULL, &at), &al.entry[1]);
	at.release = "6.12.107debug";
	assert_ptr_equal(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", NULL, &at), &al.entry[1]);
	at.release = NULL;
	assert_null(fb_alias_find(&al, FB_ALIAS_UNTRACEABLE, "f", NULL, &at));
	fb_aliases_free(&al);
	al = table("removed f<p since=6.1 before=6.12 : one\n");
	/* The kernel is unknown: entries for certain kernels do not apply. */
	at = on("");
	assert_null(fb_alias_find(&al, FB_ALIAS_REMOVED, "f", "p", &at));
	fb_aliases_free(&al);
}

static void several_new_names(void **state)
{
	struct fb_aliases al =
		table("renamed f -> g since=6.1 : x\nrenamed f -> h since=6.5 : y\n");
	struct fb_alias_at at = on("6.12");

	(void)state;
	assert_ptr_equal(fb_alias_renames(&al, "f", NULL, "h.isra.0", &at), &al.entry[1]);
	assert_ptr_equal(fb_alias_renames(&al, "f", NULL, "g", &at), &al.entry[0]);
	assert_null(fb_alias_renames(&al, "f", NULL, "f", &at));
	at = on("6.1");
	assert_null(fb_alias_renames(&al, "f", NULL, "h", &at));
	fb_aliases_free(&al);
}

static void names_of_functions(void **state)
{
	static const char list[] = "zz.isra.0 [mod]\nab\nabc\r\nab\n\n# x\nmid\tx";
	struct fb_nameset set;

	(void)state;
	assert_int_equal(fb_nameset_parse(list, sizeof(list) - 1, &set), 0);
	assert_int_equal(set.nr, 4);
	assert_true(fb_nameset_has(&set, "ab"));
	assert_true(fb_nameset_has(&set, "abc.part.1"));
	assert_true(fb_nameset_has(&set, "zz"));
	assert_true(fb_nameset_has(&set, "mid"));
	assert_false(fb_nameset_has(&set, "a"));
	assert_false(fb_nameset_has(&set, "abcd"));
	assert_false(fb_nameset_has(&set, ""));
	fb_nameset_free(&set);
	assert_int_equal(fb_nameset_parse_whole("b.cold [m]\na\nb\n", 15, &set), 0);
	assert_int_equal(set.nr, 3);
	assert_true(fb_nameset_has_whole(&set, "b.cold", 6));
	assert_true(fb_nameset_has_whole(&set, "b.cold", 1));
	assert_false(fb_nameset_has_whole(&set, "a.cold", 6));
	fb_nameset_free(&set);
	assert_int_equal(fb_nameset_parse("a\0b", 3, &set), -EINVAL);
}

static void the_kernel_contradicts(void **state)
{
	struct fb_aliases al = table("untraceable there : inlined\n"
				     "untraceable gone : inlined\n"
				     "renamed a -> there : x\n"
				     "renamed a -> gone : x\n"
				     "untraceable there before=6.1 : x\n"
				     "untraceable there trace=other : x\n"
				     "removed there : x\n"
				     "untraceable there without=LOCKDEP : x\n");
	static const int wrong[] = { 1, 0, 0, 1, 0, 0, 0, 0 };
	struct fb_alias_at at = on("6.12");
	struct fb_nameset set;
	struct fb_error error = { "" };
	uint32_t i;

	(void)state;
	assert_int_equal(fb_nameset_parse("there", 5, &set), 0);
	for (i = 0; i < al.nr; i++)
		assert_int_equal(fb_alias_wrong(&al.entry[i], &set, &at, &error), wrong[i]);
	assert_true(fb_alias_wrong(&al.entry[3], &set, &at, &error));
	assert_non_null(strstr(error.text, "line 4: a is said to be gone"));
	fb_nameset_free(&set);
	fb_aliases_free(&al);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_of_an_entry),
		cmocka_unit_test(errors_name_file_and_line),
		cmocka_unit_test(where_an_entry_holds),
		cmocka_unit_test(several_new_names),
		cmocka_unit_test(names_of_functions),
		cmocka_unit_test(the_kernel_contradicts),
	};

	return cmocka_run_group_tests_name("alias", tests, NULL, NULL);
}
