// SPDX-License-Identifier: GPL-2.0
/* The page of a report: foreign text in it, its documents, and its file. */
#include "unit.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/place.h"
#include "file/staged.h"
#include "unit_results.h"
#include "report/report.h"
#include "unit_files.h"

struct folder {
	char path[64];
};

static int make_folder(void **state)
{
	struct folder *fo = calloc(1, sizeof(*fo));

	strcpy(fo->path, "/tmp/flowbench-report-XXXXXX");
	*state = fo;
	setenv("FLOWBENCH_ROOT", FB_TOP, 1);
	return mkdtemp(fo->path) ? 0 : -1;
}

static int drop_folder(void **state)
{
	struct folder *fo = *state;
	int ret = unit_remove_tree(fo->path);

	free(fo);
	return ret;
}

/* Writes a file of the folder. */
static char *put(struct folder *fo, const char *name, const char *text)
{
	static char path[FB_PATH_MAX];
	FILE *f;

	assert_int_equal(fb_join(path, fo->path, name), 0);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	return path;
}

static char *written(void (*write)(const char *, size_t, FILE *), const char *text, size_t len)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	write(text, len, f);
	fclose(f);
	return out;
}

static void shown_as(const char *json, const char *wanted)
{
	char *out = written(fb_page_json, json, strlen(json));

	assert_string_equal(out, wanted);
	free(out);
}

static void strings_stay_in_their_element(void **state)
{
	(void)state;
	shown_as("{\"a\": \"</script>\"}", "{\"a\":\"\\u003c/script\\u003e\"}");
	shown_as("[\"<!--\", \"]]>\", \"&lt;\"]", "[\"\\u003c!--\",\"]]\\u003e\",\"\\u0026lt;\"]");
	shown_as("[\"a\xe2\x80\xa8"
		 "b\xe2\x80\xa9\"]",
		 "[\"a\\u2028b\\u2029\"]");
	/* Other characters of that block, and one that is cut short, are not escaped. */
	shown_as("[\"\xe2\x80\xa6\"]", "[\"\xe2\x80\xa6\"]");
	shown_as("\"\xe2\x80", "\"\xe2\x80");
	shown_as("[\"a \\\" b\\\\\", \" c \"]", "[\"a \\\" b\\\\\",\" c \"]");
	shown_as("\"\\", "\"\\");
}

static void numbers_stay_as_they_are(void **state)
{
	(void)state;
	shown_as("{\n \"n\": [1, 2445.624,\t1.50e-3, -0.0]\r\n}\n",
		 "{\"n\":[1,2445.624,1.50e-3,-0.0]}");
}

static void text_of_a_page(void **state)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	(void)state;
	fb_page_text("a\" onload=\"x <b> & c", f);
	fclose(f);
	assert_string_equal(out, "a&quot; onload=&quot;x &lt;b&gt; &amp; c");
	free(out);
}

static const char no_prices[] =
	"{\"schema\": \"flowbench.bench/2\", \"mode\": \"insn\", \"settings\": {\"labs\": 1, \"tuples\": 1, "
	"\"rounds\": 1, \"packets\": 1, \"flows\": [1], \"sizes\": [], \"batches\": [1], \"cpus\": [1]}, "
	"\"fingerprint\": {\"kernel\": \"6.12\"}, \"points\": [], "
	"\"x\": \"</script><img src=x>\"}";
static const char matrix[] =
	"{\"schema\": \"flowbench.matrix/1\", \"runs\": [{\"kernel\": \"6.12\", "
	"\"scenario\": \"s\", \"ok\": true, \"skipped\": \"no suite\"}]}";

static enum fb_report_kind kind_of(const char *text, struct fb_error *error)
{
	return fb_report_kind(text, strlen(text), error);
}

static void documents_are_known_by_their_schema(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(kind_of(UNIT_RESULTS("s", "", "6.12", UNIT_PHASE("p1", "s/p1.trace", "")),
				 &error),
			 FB_REPORT_RESULTS);
	assert_int_equal(kind_of(UNIT_VALIDATE("6.12", UNIT_CHECK("a", "passed", "1", "true")),
				 &error),
			 FB_REPORT_VALIDATE);
	assert_int_equal(kind_of(no_prices, &error), FB_REPORT_BENCH);
	assert_int_equal(kind_of(matrix, &error), FB_REPORT_MATRIX);
	assert_int_equal(kind_of("{\"schema\": \"flowbench.benchmark/1\"}", &error),
			 FB_REPORT_OTHER);
	assert_int_equal(kind_of("{\"schema\": 1}", &error), FB_REPORT_OTHER);
	assert_int_equal(kind_of("[1, 2]", &error), FB_REPORT_OTHER);
	assert_int_equal(kind_of("7", &error), FB_REPORT_OTHER);
	assert_int_equal(kind_of("{\"schema\": \"flowbench.bench/3\"}", &error), FB_REPORT_BROKEN);
	assert_non_null(strstr(error.text, "flowbench.bench/3"));
	assert_int_equal(kind_of("{\"schema\": \"flowbench.ben", &error), FB_REPORT_BROKEN);
	assert_non_null(strstr(error.text, "line 1"));
	assert_int_equal(kind_of("", &error), FB_REPORT_BROKEN);
	assert_int_equal(kind_of("{\"schema\": \"flowbench.bench/2\", \"a\": \"\xff\"}", &error),
			 FB_REPORT_BROKEN);
}

static const char reasons[] =
	"{\"schema\": \"flowbench.why/1\", \"seconds\": 1.5, \"connections\": {\"tracked\": 2, "
	"\"offloaded\": 1}, \"packets\": {\"fast\": 3, \"slow\": 0, \"local\": 0, \"not_taken\": 0, "
	"\"sampled\": 0, \"missed\": 0, \"scale\": 1.0}, \"reasons\": []}";

static void reasons_are_checked(void **state)
{
	struct fb_error error = { "" };
	char text[sizeof(reasons)];

	(void)state;
	assert_int_equal(kind_of(reasons, &error), FB_REPORT_WHY);
	assert_string_equal(error.text, "");
	strcpy(text, reasons);
	*strstr(text, "/1") = '-';
	assert_int_equal(kind_of(text, &error), FB_REPORT_OTHER);
	strcpy(text, reasons);
	strstr(text, "/1")[1] = '2';
	assert_int_equal(kind_of(text, &error), FB_REPORT_BROKEN);
	assert_non_null(strstr(error.text, "found \"flowbench.why/2\""));
	strcpy(text, reasons);
	*strstr(text, "0, \"missed") = '7';
	assert_int_equal(kind_of(text, &error), FB_REPORT_BROKEN);
	assert_non_null(strstr(error.text, "7 packets "));
	text[sizeof(text) / 2] = '\0';
	assert_int_equal(kind_of(text, &error), FB_REPORT_BROKEN);
	assert_non_null(strstr(error.text, "line 1"));
}

static void a_folder_is_looked_through(void **state)
{
	struct folder *fo = *state;
	struct fb_report rep = { .nr = 0 };
	struct fb_error error = { "" };
	char twice[FB_PATH_MAX];

	put(fo, "bench.json", no_prices);
	put(fo, "results.json", "{\"schema\": \"flowbench.results/1\"");
	put(fo, "other.json", "{\"version\": 3}");
	put(fo, "notes.txt", "{\"schema\": \"flowbench.bench/2\"}");
	assert_int_equal(fb_join(twice, fo->path, "again.json"), 0);
	assert_int_equal(symlink("bench.json", twice), 0);
	assert_int_equal(fb_join(twice, fo->path, "lost.json"), 0);
	assert_int_equal(symlink("not-there", twice), 0);
	assert_int_equal(fb_report_add(&rep, fo->path, &error), 0);
	assert_int_equal(fb_report_add(&rep, fo->path, &error), 0);
	assert_int_equal(rep.nr, 2);
	assert_int_equal(rep.shown, 1);
	assert_string_equal(rep.doc[0].file, "again.json");
	assert_string_equal(rep.doc[0].dir, strrchr(fo->path, '/') + 1);
	assert_int_equal(rep.doc[0].kind, FB_REPORT_BENCH);
	assert_int_equal(rep.doc[1].kind, FB_REPORT_BROKEN);
	fb_report_free(&rep);
}

static void what_is_not_there_is_named(void **state)
{
	struct folder *fo = *state;
	struct fb_report rep = { .nr = 0 };
	struct fb_error error = { "" };
	char missing[FB_PATH_MAX];

	assert_int_equal(fb_report_add(&rep, fo->path, &error), -ENODATA);
	assert_non_null(strstr(error.text, fo->path));
	assert_int_equal(fb_join(missing, fo->path, "none"), 0);
	assert_int_equal(fb_report_add(&rep, missing, &error), -ENOENT);
	assert_non_null(strstr(error.text, missing));
	assert_int_equal(fb_report_add(&rep, put(fo, "other.json", "{}"), &error), -ENODATA);
	assert_non_null(strstr(error.text, "other.json: no document"));
	assert_int_equal(rep.nr, 0);
	fb_report_free(&rep);
}

static char *page_of(const struct fb_report *rep)
{
	struct fb_error error = { "" };
	char *page = NULL;
	size_t size;
	FILE *f = open_memstream(&page, &size);

	if (fb_report_write(rep, f, &error))
		fail_msg("%s", error.text);
	fclose(f);
	return page;
}

static void the_page_needs_nothing_else(void **state)
{
	struct folder *fo = *state;
	struct fb_report rep = { .nr = 0 };
	struct fb_error error = { "" };
	char *page, *at;

	put(fo, "bench.json", no_prices);
	put(fo, "results.json", "{");
	assert_int_equal(fb_report_add(&rep, fo->path, &error), 0);
	page = page_of(&rep);
	assert_int_equal(strncmp(page, "<!DOCTYPE html>", 15), 0);
	assert_non_null(strstr(page, "\\u003c/script\\u003e\\u003cimg src=x\\u003e"));
	assert_non_null(strstr(page, "data-file=\"results.json\""));
	assert_non_null(strstr(page, "data-error=\"line "));
	assert_non_null(strstr(page, "<noscript>"));
	assert_null(strstr(page, "<script src"));
	/* The only address is the XML namespace of SVG. */
	for (at = page; (at = strstr(at, "http")); at += 4)
		assert_true(!strncmp(at, "http://www.w3.org/2000/svg", 26) ||
			    !strncmp(at, "http-equiv", 10));
	free(page);
	fb_report_free(&rep);
}

/* A write that fails before the last one: its reason must not get lost. */
static void a_disk_that_is_full_under_a_page(void **state)
{
	struct folder *fo = *state;
	struct fb_report rep = { .nr = 0 };
	struct fb_error error = { "" };
	FILE *f = fopen("/dev/full", "w");

	assert_non_null(f);
	setvbuf(f, NULL, _IOFBF, 64);
	put(fo, "why.json", reasons);
	assert_int_equal(fb_report_add(&rep, fo->path, &error), 0);
	assert_int_equal(fb_report_write(&rep, f, &error), -ENOSPC);
	fclose(f);
	fb_report_free(&rep);
}

static void a_part_of_the_page_that_is_missing_is_named(void **state)
{
	struct folder *fo = *state;
	struct fb_report rep = { .nr = 0 };
	char dir[FB_PATH_MAX], *page = NULL;
	struct fb_error error = { "" };
	size_t size;
	FILE *f = open_memstream(&page, &size);

	setenv("FLOWBENCH_ROOT", fo->path, 1);
	assert_int_equal(fb_report_write(&rep, f, &error), -ENOENT);
	assert_non_null(strstr(error.text, "report.css"));
	assert_int_equal(fb_join(dir, fo->path, "userspace/report/page"), 0);
	assert_int_equal(fb_mkdirs(dir), 0);
	put(fo, "userspace/report/page/report.css", "p { } </STYLE><b>");
	assert_int_equal(fb_report_write(&rep, f, &error), -EINVAL);
	assert_non_null(strstr(error.text, "report.css"));
	fclose(f);
	free(page);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, drop_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_stay_in_their_element),
		cmocka_unit_test(numbers_stay_as_they_are),
		cmocka_unit_test(text_of_a_page),
		cmocka_unit_test(documents_are_known_by_their_schema),
		cmocka_unit_test(reasons_are_checked),
		IN_FOLDER(a_folder_is_looked_through),
		IN_FOLDER(what_is_not_there_is_named),
		IN_FOLDER(the_page_needs_nothing_else),
		IN_FOLDER(a_part_of_the_page_that_is_missing_is_named),
		IN_FOLDER(a_disk_that_is_full_under_a_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
