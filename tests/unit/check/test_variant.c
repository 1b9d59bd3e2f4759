// SPDX-License-Identifier: GPL-2.0
/* A file that is several checks: for IPv4 and IPv6, and for each row of a table. */
#include "unit.h"

#include <errno.h>

#include "check/check.h"

#define RELEASE "6.12.107+deb13-amd64"

static const char both_head[] = "# proves: an IPv$V flow through esp$V is taken over IPv$V\n"
				"# SPDX-License-Identifier: GPL-2.0\n"
				"# for: 4 6\n"
				"# needs: esp$V\n"
				"# needs6: esp6 $V\n"
				"# fails4: 6.12 drops them\n"
				"# slow: all what a bond receives\n"
				"# slow6: all what a bridge receives\n"
				"# since6: 7.0 before, not over IPv$V\n"
				"\n"
				"# for: 4 5 $V\n";

static struct fb_check c;

static void read_as(char version, const char *head)
{
	struct fb_variant v = { .version = version };
	struct fb_error error = { "" };

	assert_int_equal(fb_check_head(&c, "x", &v, head, RELEASE, NULL, &error), 0);
}

static void a_head_is_two(void **state)
{
	(void)state;
	read_as('4', both_head);
	assert_string_equal(c.proves, "an IPv4 flow through esp4 is taken over IPv4");
	assert_string_equal(c.needs, "esp4");
	assert_string_equal(c.fails, "drops them");
	assert_string_equal(c.slow, "what a bond receives");
	assert_string_equal(c.lacks, "");
	read_as('6', both_head);
	assert_string_equal(c.proves, "an IPv6 flow through esp6 is taken over IPv6");
	assert_string_equal(c.needs, "esp6 6");
	assert_string_equal(c.fails, "");
	assert_string_equal(c.slow, "what a bridge receives");
	assert_string_equal(c.lacks, "since 7.0: before, not over IPv6");
}

static void each_may_prove_something_else(void **state)
{
	static const char head[] = "# proves4: with a TTL of 1\n# proves6: with a hop limit of 1\n"
				   "# for: 4 6\n";
	static const char late[] = "# proves4: in time\n# for: 4 6\n# proves6: late\n";
	struct fb_variant v = { .version = '6' };
	struct fb_error error = { "" };

	(void)state;
	read_as('4', head);
	assert_string_equal(c.proves, "with a TTL of 1");
	read_as('6', head);
	assert_string_equal(c.proves, "with a hop limit of 1");
	read_as('4', late);
	assert_int_equal(fb_check_head(&c, "x", &v, late, RELEASE, NULL, &error), -EINVAL);
	assert_string_equal(error.text, "the first line is not '# proves: …'");
}

/* Each check of the file, and what it proves and needs */
static void a_file_is(const char *file, const char *head, const char *wanted)
{
	struct fb_variant v = { 0 };
	struct fb_error error = { "" };
	char name[FB_CHECK_NAME], said[1024] = "";
	size_t len = 0;

	assert_int_equal(fb_variants_agree(file, head, &error), 0);
	while (fb_variant_next(head, &v)) {
		fb_variant_name(name, sizeof(name), file, &v);
		assert_int_equal(fb_check_head(&c, name, &v, head, RELEASE, NULL, &error), 0);
		len += (size_t)snprintf(said + len, sizeof(said) - len, "%s: %s [%s] [%s]\n",
					c.name, c.proves, c.needs, c.lacks);
	}
	assert_string_equal(said, wanted);
}

static void a_file_is_several_checks(void **state)
{
	(void)state;
	a_file_is("kept-ttl", "# proves: $1 stays\n# needs: x\n", "kept-ttl: $1 stays [x] []\n");
	a_file_is("taken-esp46-x", "# proves: IPv$V\n# for: 4 6\n",
		  "taken-esp4-x: IPv4 [] []\ntaken-esp6-x: IPv6 [] []\n");
	a_file_is("whole-KIND",
		  "# proves: $1 arrives\n# needs: a $2 $3\n# kind: vlan | a tag | 8021q\n"
		  "# kind: two-tags|\t$1 $9 tags |\n",
		  "whole-vlan: a tag arrives [a 8021q $3] []\n"
		  "whole-two-tags: $1 $9 tags arrives [a  $3] []\n");
	a_file_is(
		"whole-KIND-46",
		"# proves: $1 over IPv$V\n# for: 4 6\n# since: $3\n# needs: $2\n"
		"# kind: plain | packets | |\n# kind: esp | packets in ESP | esp$V | 7.0 before, no IPv$V\n",
		"whole-plain-4: packets over IPv4 [] []\n"
		"whole-plain-6: packets over IPv6 [] []\n"
		"whole-esp-4: packets in ESP over IPv4 [esp4] [since 7.0: before, no IPv4]\n"
		"whole-esp-6: packets in ESP over IPv6 [esp6] [since 7.0: before, no IPv6]\n");
}

static void what_is_too_long_is_cut(void **state)
{
	static const struct fb_variant v = { .version = '4', .row = "esp | a long word" };
	char name[8], line[16] = "# needs: $1";

	(void)state;
	fb_variant_name(name, sizeof(name), "taken-udp46", &v);
	assert_string_equal(name, "taken-u");
	fb_variant_name(name, sizeof(name), "a-KIND46", &v);
	assert_string_equal(name, "a-esp4");
	fb_variant_line(line, sizeof(line), &v);
	assert_string_equal(line, "# needs: a long");
}

static void name_and_head_agree(void **state)
{
	static const struct {
		const char *name, *head;
		/* NULL if the file is read */
		const char *why;
	} t[] = {
		{ "taken-udp46", both_head, NULL },
		{ "kept-ttl", "# proves: y\n# needs: x\n\n# for: 4\n", NULL },
		{ "kept-ttl", "# proves: y\n# 4: no key\n# costs $V\n", NULL },
		{ "kept-ttl", "", NULL },
		{ "a-b46", "# proves: y\n# for: 6 4\n",
		  "line 2: expected '# for: 4 6', found '# for: 6 4'" },
		{ "a-b46", "# proves: y\n# for: 4 6 \n",
		  "line 2: expected '# for: 4 6', found '# for: 4 6 '" },
		{ "a-b46", "# proves: y\n# for: ip\n",
		  "line 2: expected '# for: 4 6', found '# for: ip'" },
		{ "a-b46", "# for: 0123456789012345678901234567890123456789 no more",
		  "line 1: expected '# for: 4 6', found "
		  "'# for: 0123456789012345678901234567890123456789 no more'" },
		{ "a-b46", "# proves: y\n# for: 4 6\n# for: 4\n",
		  "line 3: expected '# for: 4 6', found '# for: 4'" },
		{ "a-b", "# proves: y\n# for: 4 6\n",
		  "line 2: '# for: 4 6': expected a name of the file with one 46, and no other 4 "
		  "or 6, as in taken-udp46.sh" },
		{ "a-64", "# for: 4 6\n", "line 1: '# for: 4 6': expected a name of the file" },
		{ "a4-46", "# for: 4 6\n", "line 1: '# for: 4 6': expected a name of the file" },
		{ "a-46-6", "# for: 4 6\n", "line 1: '# for: 4 6': expected a name of the file" },
		{ "a-b46", "# proves: y\n",
		  "expected the line '# for: 4 6' in the head, as the name has 46" },
		{ "a-b", "# proves: y\n# needs4: x\n# slow6: y\n",
		  "line 2: expected the line '# for: 4 6' in a head with '$V' or a key that ends "
		  "with 4 or 6" },
		{ "a-KIND", "# proves: y\n# kind: a | b\n", NULL },
		{ "a-KIND", "# proves: y\n# kind: a | b\n# kind: c | d | e\n",
		  "line 3: expected as many '|' as in line 2, 1" },
		{ "a-KIND", "# proves: y\n# kind: A B | b\n",
		  "line 2: expected '# kind: NAME | …', of small letters, digits and '-'" },
		{ "a-KIND", "# proves: y\n# kind: | b\n", "line 2: expected '# kind: NAME | …'" },
		{ "a-KIND", "# proves: y\n",
		  "expected lines '# kind: NAME | …' in the head, and KIND in the name of the "
		  "file: found only one of both" },
		{ "a-b", "# proves: y\n# kind: a\n", "found only one of both" },
		{ "a-b", "# proves: IPv$V\n", "line 1: expected the line '# for: 4 6'" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		struct fb_error why = { "" };

		assert_int_equal(fb_variants_agree(t[i].name, t[i].head, &why),
				 t[i].why ? -EINVAL : 0);
		if (t[i].why)
			assert_non_null(strstr(why.text, t[i].why));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_head_is_two),
		cmocka_unit_test(each_may_prove_something_else),
		cmocka_unit_test(a_file_is_several_checks),
		cmocka_unit_test(what_is_too_long_is_cut),
		cmocka_unit_test(name_and_head_agree),
	};

	return cmocka_run_group_tests_name("variant", tests, NULL, NULL);
}
