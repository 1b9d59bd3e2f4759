// SPDX-License-Identifier: GPL-2.0
/*
 * Names in traces, documents and paths may hold anything: none of it may do something to a
 * terminal.
 */
#include "unit_cmd.h"

#include "check/check.h"
#include "lib/escape.h"

int flowbench_main(int argc, char **argv);

#define main flowbench_main
#include "cmd/main.c"
#include "unit_files.h"
#undef main

/* The title of the terminal; C1; text that runs the other way; a byte that is no UTF-8 */
#define HOSTILE "x\033]0;t\007\xc2\x9b\xe2\x80\xae\xff"
/* The same in JSON, with a line that looks as one of ours */
#define ESCAPED "x\\u001b]0;t\\u0007\\u009b\\u202e\\nverdict: no difference"

/* Fails unless each character of the text is seen. Does not ask the code that is tested. */
static void only_seen(const char *what, const char *text)
{
	const char *end = text + strlen(text), *p;
	size_t len;

	for (p = text; p < end; p += len) {
		unsigned char c = (unsigned char)p[0], next = (unsigned char)p[1];

		len = unit_utf8(p, end);
		if (len && *p != '\n' && !strchr("\t\r", *p) && (c < ' ' || c == 0x7f))
			len = 0;
		if (len && ((c == 0xc2 && next < 0xa0) || !strncmp(p, "\xe2\x80\xae", 3)))
			len = 0;
		if (!len)
			fail_msg("%s: byte %02x at %td in: %.600s", what, c, p - text, text);
	}
}

#define SHOWS(...)                                                                   \
	do {                                                                         \
		char *shows_[] = { "flowbench", __VA_ARGS__, NULL };                 \
		char what_[64];                                                      \
                                                                                     \
		unit_cmd(flowbench_main, "flowbench", __VA_ARGS__);                  \
		snprintf(what_, sizeof(what_), "%.20s %.20s", shows_[1], shows_[2]); \
		only_seen(what_, unit_out);                                          \
		only_seen(what_, unit_err);                                          \
		assert_true(*unit_out || *unit_err);                                 \
	} while (0)

static const char trace[] = "# kernel=" HOSTILE "\n"
			    "### Packet 1 ### send (" HOSTILE ") ###\n"
			    " 0)  " HOSTILE "-12   |               |  ip_rcv() {\n"
			    " 0)  ab-12    |               |  /* " HOSTILE " */\n"
			    " 0)  ab-12    |   1.250 us    |    nf_hook_slow [nf](a=" HOSTILE ");\n"
			    " 0)  ab-12    |   2.500 us    |  }\n"
			    "### Packet 2 ### send (second) ###\n"
			    " 0)  ab-12    |   0.125 us    |  ip_forward();\n";

static void traces(void **state)
{
	static const char *const forms[] = { "chrome", "folded", "svg", "csv", "json", "ftrace" };
	char *a = unit_put(*state, "a" HOSTILE "/a" HOSTILE ".txt", trace);
	char *b = unit_put(*state, "b.txt",
			   " 0)               |  ip_rcv() {\n 0)   2.500 us    |  }\n");
	size_t i;

	SHOWS("parse", a);
	unit_has(unit_out, "calls");
	SHOWS("parse", "--tree", a);
	unit_has(unit_out, "ip_rcv");
	SHOWS("parse", "--normal", a);
	unit_has(unit_out, "ip_rcv");
	SHOWS("parse", "--json", a);
	unit_has(unit_out, "ip_rcv");
	SHOWS("diff", a, b);
	unit_has(unit_out, "removed");
	SHOWS("diff", "--tree", a, b);
	SHOWS("diff", "--all", a, b);
	SHOWS("diff", "--json", a, b);
	unit_has(unit_out, "nf_hook_slow");
	SHOWS("diff", "--phase", HOSTILE, a, b);
	SHOWS("diff", "--root", HOSTILE, a, b);
	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		SHOWS("export", "-f", (char *)forms[i], a);
		unit_has(unit_out, "ip_forward");
	}
}

static void words_and_paths(void **state)
{
	char *file = unit_put(*state, HOSTILE ".json", "{" HOSTILE);

	SHOWS(HOSTILE, "x");
	SHOWS("parse", "--" HOSTILE);
	SHOWS("parse", "/nowhere/" HOSTILE);
	SHOWS("list", HOSTILE);
	SHOWS("run", "--nic", HOSTILE);
	SHOWS("validate", HOSTILE);
	SHOWS("export", "-f", HOSTILE, "x");
	SHOWS("export", "-f", "csv", file);
	SHOWS("bench", "--labs", HOSTILE);
	SHOWS("bench", HOSTILE);
	SHOWS("bench", file);
	SHOWS("compare", file, file);
	SHOWS("report", file);
	SHOWS("why", HOSTILE, "x");
	SHOWS("xdp", "--netns", HOSTILE, "x");
	SHOWS("top", "--netns", HOSTILE);
	SHOWS("fidelity", "--run", HOSTILE);
	SHOWS("history", HOSTILE);
	SHOWS("matrix", HOSTILE);
}

static void put_document(const char *dir, const char *name, json_t *doc)
{
	char *text = json_dumps(doc, 0);

	assert_non_null(text);
	unit_put(dir, name, text);
	free(text);
	json_decref(doc);
}

/* DIR/NAME/seedN/bench.json: five boots of one path, whose name is hostile */
static void put_boots(const char *dir, const char *name, size_t keep)
{
	json_t *hostile = json_loads("[\"" ESCAPED "\"]", 0, NULL);
	char file[64], seed[8];
	int i;

	for (i = 1; i <= 5; i++) {
		json_t *doc = json_load_file(FIXTURES "/profile/bench.json", 0, NULL);
		json_t *points = json_object_get(doc, "points");

		assert_int_equal(json_array_size(points), 2);
		json_array_remove(points, !keep);
		json_object_set(json_array_get(points, 0), "path", json_array_get(hostile, 0));
		json_object_set(json_array_get(points, 0), "title", json_array_get(hostile, 0));
		snprintf(seed, sizeof(seed), "%d", i);
		json_object_set_new(json_object_get(doc, "fingerprint"), "seed", json_string(seed));
		snprintf(file, sizeof(file), "%s/seed%d/bench.json", name, i);
		put_document(dir, file, doc);
	}
	json_decref(hostile);
}

static void documents(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX];

	put_boots(*state, "a", 0);
	put_boots(*state, "b", 1);
	assert_int_equal(fb_join(a, *state, "a"), 0);
	assert_int_equal(fb_join(b, *state, "b"), 0);
	SHOWS("compare", a, b);
	/* One verdict, and it is ours. */
	unit_has(unit_out, "\nverdict: difference");
	unit_has_not(unit_out, "\nverdict: no difference");
	SHOWS("compare", "--json", a, b);
	/* The name is whole for programs. */
	unit_has(unit_out, "\"x\\u001B]0;t\\u0007\\u009b\\u202e\\nverdict: no difference\"");
	SHOWS("compare", "--names", HOSTILE "," HOSTILE, a, b);
	assert_int_equal(fb_join(a, *state, "a/seed1/bench.json"), 0);
	SHOWS("bench", a);
	SHOWS("export", "-f", "kcidb", a);
	unit_has(unit_out, "\\u009b\\u202e");
}

static void the_table_of_runs(void **state)
{
	static const char results[] =
		"{\"schema\": \"flowbench.results/1\", \"scenario\": \"" ESCAPED "\","
		" \"documented\": \"" ESCAPED "\", \"fingerprint\": {\"kernel\": \"" ESCAPED
		"\"}, \"phases\": [{\"name\": \"" ESCAPED "\", \"trace\": \"p1.trace\"}]}";
	char dir[FB_PATH_MAX];

	unit_put(*state, "m/k" HOSTILE "/s" HOSTILE "/results.json", results);
	unit_put(*state, "m/k" HOSTILE "/t" HOSTILE "/failed", HOSTILE "\n");
	assert_int_equal(fb_join(dir, *state, "m"), 0);
	SHOWS("matrix", dir);
	SHOWS("matrix", "--json", "/dev/stdout", dir);
	/* A name that is not a text leaves no run out. */
	unit_has(unit_out, "\"scenario\": \"tx?]0;t????\"");
	unit_put(*state, "h/k" HOSTILE "/skipped", HOSTILE "\n");
	assert_int_equal(fb_join(dir, *state, "h"), 0);
	SHOWS("history", "--json", "/dev/stdout", dir);
	unit_has(unit_out, "\"name\": \"kx?]0;t????\"");
	assert_int_equal(fb_join(dir, *state, "m/k" HOSTILE "/s" HOSTILE), 0);
	SHOWS("fidelity", "--run", dir);
	SHOWS("diff", dir, dir);
	SHOWS("export", "-f", "csv", dir);
}

/* What a check says comes from a kernel. */
static void ktap(void **state)
{
	struct fb_check check = { .nr_claims = 1, .outcome = FB_CHECK_FAILED };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_non_null(f);
	fb_error(&check.why, 0, "%s", HOSTILE "\nok 2 - x");
	snprintf(check.claim[0].counted, sizeof(check.claim[0].counted), "%s", HOSTILE "\n");
	fb_check_print(&check, 1, false, f);
	fclose(f);
	only_seen("KTAP", text);
	unit_has_not(text, "\nok 2");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(traces),	   UNIT_IN_FOLDER(words_and_paths),
		UNIT_IN_FOLDER(documents), UNIT_IN_FOLDER(the_table_of_runs),
		cmocka_unit_test(ktap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
