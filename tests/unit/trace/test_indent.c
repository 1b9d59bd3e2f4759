// SPDX-License-Identifier: GPL-2.0
/* How far lines are indented, and what level that is. */
#include "unit.h"

#define MAX 16

static struct fb_fg_event ev[MAX];

/* "0 1 1 0": the levels of a text's calls, "-" for none */
static void levels(const char *text, const char *wanted)
{
	struct fb_error error;
	char got[MAX * 4] = "";
	int nr = unit_events(text, strlen(text), ev, MAX, &error), i;

	for (i = 0; i < nr; i++) {
		size_t len = strlen(got);

		if (ev[i].level == FB_FG_NO_LEVEL)
			snprintf(got + len, sizeof(got) - len, "- ");
		else
			snprintf(got + len, sizeof(got) - len, "%d ", ev[i].level);
	}
	if (strcmp(got, wanted))
		fail_msg("%swanted %s, got %s (%s)", text, wanted, got, error.text);
}

static void steps(void **state)
{
	(void)state;
	levels(" 0) |  a() {\n 0) |    b() {\n 0) |      c();\n 0) |    }\n 0) |  }\n",
	       "0 1 2 1 0 ");
	/* The kernel, without the duration's column. */
	levels(" 0) f-1 | a() {\n 0) f-1 |   b() {\n 0) f-1 |     c();\n 0) f-1 |   }\n 0) f-1 | }\n",
	       "0 1 2 1 0 ");
	/* One blank a level, three, four, eight. */
	levels(" 0) | a() {\n 0) |  b() {\n 0) |   c();\n 0) |  }\n 0) | }\n", "0 1 2 1 0 ");
	levels(" 0) | a() {\n 0) |    b() {\n 0) |       c();\n 0) |    }\n 0) | }\n",
	       "0 1 2 1 0 ");
	levels(" 0) |  a() {\n 0) |      b() {\n 0) |          c();\n 0) |      }\n 0) |  }\n",
	       "0 1 2 1 0 ");
	levels(" 0) |\ta() {\n 0) |\t\tb() {\n 0) |\t\t\tc();\n 0) |\t\t}\n 0) |\t}\n",
	       "0 1 2 1 0 ");
}

static void no_steps(void **state)
{
	(void)state;
	/* Blanks that a web page has joined. */
	levels(" 0) | a() {\n 0) | b() {\n 0) | c();\n 0) | }\n 0) | }\n", "- - - - - ");
	levels(" 0) |a() {\n 0) |b();\n 0) |}\n", "- - - ");
	/* Each step another one. */
	levels(" 0) |  a() {\n 0) |     b() {\n 0) |           c() {\n 0) |            d();\n",
	       "- - - - ");
}

/* Where lines are missing a step may be any multiple of the kernel's. */
static void lines_are_missing(void **state)
{
	(void)state;
	levels(" 0) |  a() {\n 0) |      c();\n 0) |  }\n", "0 2 0 ");
	levels(" 0) |  a() {\n 0) |    b();\n 0) |  }\n 0) |  a() {\n 0) |          d();\n 0) |  }\n",
	       "0 1 0 0 4 0 ");
	/* Closing lines only. */
	levels(" 0)   1.0 us |    }\n 0)   3.0 us |  }\n 0)   3.0 us |  }\n", "1 0 0 ");
	levels(" 0)   1.0 us |   }\n 0)   3.0 us | }\n 0)   3.0 us | }\n", "1 0 0 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps),
		cmocka_unit_test(no_steps),
		cmocka_unit_test(lines_are_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
