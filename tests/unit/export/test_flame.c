// SPDX-License-Identifier: GPL-2.0
/* Adding up stacks, and drawing them. */
#include "unit_out.h"

#include <errno.h>

#include "export/flame_script.h"
#include "export/flame_svg.h"

static char *drawn(const struct fb_flame *fl, const struct fb_flame_look *look)
{
	struct unit_out o;

	assert_int_equal(fb_flame_svg(fl, look, unit_out_begin(&o)), 0);
	return unit_out_end(&o);
}

static char *folded(const struct fb_flame *fl)
{
	struct unit_out o;

	fb_flame_folded(fl, unit_out_begin(&o));
	return unit_out_end(&o);
}

static void add(struct fb_flame *fl, const char *a, const char *b, const char *c, uint64_t value)
{
	const char *const name[] = { a, b, c };

	assert_int_equal(fb_flame_stack(fl, name, c ? 3 : b ? 2 : 1, value), 0);
}

/* root has 10 + 20 + 30. b is called twice, once from a. */
static struct fb_flame *sample(void)
{
	struct fb_flame *fl = fb_flame_new(NULL);

	assert_non_null(fl);
	add(fl, "root", NULL, NULL, 10);
	add(fl, "root", "a", "b", 20000);
	add(fl, "root", "b", NULL, 30);
	add(fl, "root", "a", "b", 5);
	return fl;
}

static unsigned int count(const char *text, const char *what)
{
	const char *p = text;
	unsigned int nr = 0;

	while ((p = strstr(p, what))) {
		nr++;
		p++;
	}
	return nr;
}

/* All that was added, less what was taken. */
static uint64_t total(const struct fb_flame *fl)
{
	uint64_t sum = 0;
	uint32_t at;

	for (at = 0; at < fb_flame_nr(fl); at++)
		sum += fb_flame_nodes(fl)[at].self;
	return sum;
}

/* How many different stacks there are. */
static uint32_t stacks(const struct fb_flame *fl)
{
	uint32_t at, nr = 0;

	for (at = 1; at < fb_flame_nr(fl); at++)
		nr += !!fb_flame_nodes(fl)[at].self;
	return nr;
}

static void adds_up(void **state)
{
	struct fb_flame *fl = sample();
	char *text = folded(fl);

	(void)state;
	assert_string_equal(text, "root 10\nroot;a;b 20005\nroot;b 30\n");
	assert_int_equal(total(fl), 20045);
	assert_int_equal(stacks(fl), 3);
	free(text);
	fb_flame_free(fl);
}

static void takes_from_the_largest(void **state)
{
	struct fb_flame *fl = sample();
	uint32_t root = fb_flame_call(fl, 0, "root", 4), b = fb_flame_call(fl, root, "b", 1);
	char *text;

	(void)state;
	assert_int_equal(fb_flame_take(fl, root, 5), 0);
	assert_int_equal(fb_flame_take(fl, b, 30), 0);
	assert_int_equal(fb_flame_take(fl, b, 3), 3);
	text = folded(fl);
	assert_string_equal(text, "root 10\nroot;a;b 20000\n");
	assert_int_equal(fb_flame_take(fl, root, 20012), 2);
	assert_int_equal(total(fl), 0);
	free(text);
	fb_flame_free(fl);
}

/* The first node from @top on with the largest own value: what fb_flame_take() is to find. */
static uint32_t largest(const struct fb_flame *fl, uint32_t top)
{
	const struct fb_flame_node *node = fb_flame_nodes(fl);
	uint32_t at = top, most = top;

	while ((at = fb_flame_after(fl, at, top)))
		if (node[at].self > node[most].self)
			most = at;
	return most;
}

/* Calls of few names, many of them with equal values, are added, joined and taken from. */
static void takes_as_a_walk_does(void **state)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	uint32_t seed = 1, top[2], at, most, apart;
	struct fb_flame *fl = fb_flame_new(NULL);
	uint64_t before, part;
	unsigned int i, k;

	(void)state;
	assert_non_null(fl);
	top[0] = fb_flame_call(fl, 0, "x", 1);
	top[1] = fb_flame_call(fl, 0, "y", 1);
	for (i = 0; i < 20000; i++) {
		seed = seed * 1664525 + 1013904223;
		at = top[seed >> 30 & 1];
		apart = seed >> 29 & 1 ? fb_flame_apart(fl) : 0;
		if (apart)
			at = apart;
		for (k = 0; k < (seed >> 26 & 7); k++)
			at = fb_flame_call(fl, at, names[seed >> (8 + 2 * k) & 3], 1);
		fb_flame_add(fl, at, seed >> 24 & 3);
		if (apart && seed >> 23 & 1)
			fb_flame_take(fl, apart, 1);
		if (apart)
			assert_int_equal(fb_flame_join(fl, apart, top[seed >> 30 & 1]), 0);
		at = top[seed >> 22 & 1];
		most = largest(fl, at);
		before = fb_flame_nodes(fl)[most].self;
		part = before < 2 ? before : 1 + (seed >> 21 & 1);
		assert_int_equal(fb_flame_take(fl, at, part), 0);
		assert_int_equal(fb_flame_nodes(fl)[most].self, before - part);
	}
	fb_flame_free(fl);
}

/* More calls than the first allocation holds; deep calls, and too deep ones. */
static void grows(void **state)
{
	struct fb_flame *fl = fb_flame_new(NULL);
	uint32_t at = 0, next;
	char name[16];
	unsigned int i;

	(void)state;
	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "f%u", i % 2500);
		fb_flame_add(fl, fb_flame_call(fl, 0, name, strlen(name)), 1);
	}
	assert_int_equal(stacks(fl), 2500);
	assert_int_equal(total(fl), 5000);
	for (i = 0; (next = fb_flame_call(fl, at, "deep", 4)); i++)
		at = next;
	assert_int_equal(i, FB_FLAME_DEPTH);
	fb_flame_add(fl, at, 1);
	free(folded(fl));
	fb_flame_free(fl);
}

/* Each tag must be closed in order, and all text must be escaped. */
static void well_formed(const char *p)
{
	char open[64][32];
	unsigned int depth = 0;

	for (; *p; p++) {
		size_t len;

		assert_true((unsigned char)*p >= ' ' || *p == '\n' || *p == '\t');
		if (*p == '&') {
			len = strcspn(p, ";");
			assert_in_range(len, 2, 5);
		}
		if (*p != '<')
			continue;
		if (!strncmp(p, "<![CDATA[", 9)) {
			p = strstr(p, "]]>");
			assert_non_null(p);
			continue;
		}
		if (p[1] == '?')
			continue;
		if (p[1] == '/') {
			assert_true(depth > 0);
			len = strlen(open[--depth]);
			assert_memory_equal(p + 2, open[depth], len);
			assert_int_equal(p[2 + len], '>');
			continue;
		}
		len = strcspn(p + 1, " />\n");
		assert_in_range(len, 1, 31);
		snprintf(open[depth++], 32, "%.*s", (int)len, p + 1);
		assert_true(depth < 64);
		p = strchr(p, '>');
		assert_non_null(p);
		if (p[-1] == '/')
			depth--;
	}
	assert_int_equal(depth, 0);
}

static void draws(void **state)
{
	const struct fb_flame_look look = { .title = "p8 <on> 6.12",
					    .unit = "traced us",
					    .per_unit = 1000 };
	struct fb_flame *fl = sample();
	char *text = drawn(fl, &look);

	(void)state;
	well_formed(text);
	assert_non_null(strstr(text, "p8 &lt;on&gt; 6.12"));
	assert_non_null(strstr(text, "<title>root: 20.045 traced us, 100.00 %; itself 0.010<"));
	assert_non_null(strstr(text, "<title>a: 20.005 traced us, 99.80 %; itself 0.000<"));
	assert_non_null(strstr(text, "data-x=\"20005\" data-v=\"30\""));
	assert_int_equal(count(text, "class=\"fbflame-f "), 4);
	/* The page must fetch nothing: its only addresses are XML namespaces. */
	assert_int_equal(count(text, "://"), 2);
	assert_int_equal(count(text, "xmlns=\"http://www.w3.org/"), 2);
	assert_null(strstr(text, "url("));
	assert_null(strstr(text, "@import"));
	free(text);
	fb_flame_free(fl);
}

static void in_a_page(void **state)
{
	const struct fb_flame_look one = {
		.prefix = "p1-", .title = "p1", .unit = "insn", .bare = true
	};
	const struct fb_flame_look two = {
		.prefix = "p8-", .title = "p8", .unit = "insn", .bare = true
	};
	struct fb_flame *fl = sample();
	char *first = drawn(fl, &one), *second = drawn(fl, &two);
	const char *p = first;

	(void)state;
	well_formed(first);
	assert_int_equal(count(first, "<style"), 0);
	assert_int_equal(count(first, "<script"), 0);
	assert_int_equal(count(first, "<?xml"), 0);
	while ((p = strstr(p, " id=\""))) {
		assert_memory_equal(p + 5, "p1-", 3);
		p++;
	}
	assert_null(strstr(second, "id=\"p1-"));
	assert_non_null(strstr(first, "<title>root: 20045 insn, 100.00 %; itself 10<"));
	free(first);
	free(second);
	fb_flame_free(fl);
}

static void page_parts(void **state)
{
	struct unit_out o;
	char *text;

	(void)state;
	fb_flame_style(unit_out_begin(&o));
	fb_flame_script(&o.out);
	text = unit_out_end(&o);
	assert_non_null(strstr(text, "prefers-color-scheme:dark"));
	/* The text must not have a sequence that ends it early, in HTML or in CDATA. */
	assert_null(strstr(text, "</"));
	assert_null(strstr(text, "<!"));
	assert_null(strstr(text, "]]"));
	assert_null(strchr(text, '&'));
	assert_null(strstr(text, "://"));
	free(text);
}

static void hostile_names(void **state)
{
	const struct fb_flame_look look = { .title = "</title><script>alert(1)</script>",
					    .unit = "insn\"" };
	struct fb_flame *fl = fb_flame_new(NULL);
	char *text;

	(void)state;
	add(fl, "</text><script>alert(1)</script>", "\"'&<>;", "\x01\x1b[31m\xff\xed\xa0\x80", 7);
	add(fl, "]]>", "a;b c", NULL, 8);
	text = drawn(fl, &look);
	well_formed(text);
	assert_int_equal(count(text, "<script"), 1);
	free(text);
	text = folded(fl);
	assert_int_equal(count(text, "\n"), 2);
	assert_int_equal(count(text, " "), 2);
	assert_int_equal(count(text, ";"), 3);
	free(text);
	fb_flame_free(fl);
}

static void odd_drawings(void **state)
{
	struct fb_flame_look look = { .unit = "insn" };
	struct fb_flame *fl = fb_flame_new(NULL);
	char *text = drawn(fl, &look);
	struct unit_out o;

	(void)state;
	well_formed(text);
	assert_non_null(strstr(text, "nothing spent"));
	free(text);
	/* Two outermost calls get a frame around them. Frames that are too narrow to see are left out. */
	add(fl, "one", NULL, NULL, 1000000);
	add(fl, "two", NULL, NULL, 1000000);
	add(fl, "two", "little", NULL, 5);
	text = drawn(fl, &look);
	well_formed(text);
	assert_non_null(strstr(text, "<title>all: 2000005 insn"));
	assert_null(strstr(text, "little"));
	assert_non_null(strstr(text, "1 frames below 0.005 % are not drawn"));
	free(text);
	look.prefix = "1\" onload=\"";
	assert_int_equal(fb_flame_svg(fl, &look, unit_out_begin(&o)), -EINVAL);
	look.prefix = "";
	assert_int_equal(fb_flame_svg(fl, &look, &o.out), -EINVAL);
	free(unit_out_end(&o));
	fb_flame_free(fl);
	fb_flame_free(NULL);
}

/* What stood apart joins what was there: the same calls add up, others move with all that they called. */
static void joins(void **state)
{
	struct fb_flame *fl = fb_flame_new(NULL);
	uint32_t root, a, apart, at, i, j;
	char name[16], *text;

	(void)state;
	root = fb_flame_call(fl, 0, "root", 4);
	a = fb_flame_call(fl, root, "a", 1);
	fb_flame_add(fl, a, 1);
	apart = fb_flame_apart(fl);
	at = fb_flame_call(fl, apart, "a", 1);
	fb_flame_add(fl, at, 10);
	fb_flame_add(fl, fb_flame_call(fl, at, "b", 1), 100);
	fb_flame_add(fl, fb_flame_call(fl, apart, "c", 1), 1000);
	assert_int_equal(fb_flame_join(fl, apart, root), 0);
	/* Many of them: slots are emptied, and nodes are used again. */
	for (i = 0; i < 3000; i++) {
		apart = fb_flame_apart(fl);
		for (j = 0; j < 5; j++) {
			snprintf(name, sizeof(name), "n%u", (i + j) % 100);
			at = fb_flame_call(fl, apart, name, strlen(name));
			fb_flame_add(fl, fb_flame_call(fl, at, "leaf", 4), 1);
		}
		assert_int_equal(fb_flame_join(fl, apart, root), 0);
	}
	assert_true(fb_flame_nr(fl) < 300);
	assert_int_equal(fb_flame_tidy(fl), 0);
	assert_int_equal(fb_flame_nr(fl), 1 + 1 + 3 + 100 * 2);
	assert_int_equal(total(fl), 1111 + 15000);
	for (i = 1; i < fb_flame_nr(fl); i++)
		assert_true(fb_flame_nodes(fl)[i].parent < i);
	text = folded(fl);
	assert_int_equal(strncmp(text, "root;a 11\nroot;a;b 100\nroot;c 1000\n", 35), 0);
	assert_non_null(strstr(text, "\nroot;n7;leaf 150\n"));
	free(text);
	fb_flame_free(fl);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joins),
		cmocka_unit_test(adds_up),
		cmocka_unit_test(takes_from_the_largest),
		cmocka_unit_test(takes_as_a_walk_does),
		cmocka_unit_test(grows),
		cmocka_unit_test(draws),
		cmocka_unit_test(in_a_page),
		cmocka_unit_test(page_parts),
		cmocka_unit_test(hostile_names),
		cmocka_unit_test(odd_drawings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
