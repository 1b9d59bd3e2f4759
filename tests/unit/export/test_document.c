// SPDX-License-Identifier: GPL-2.0
/* Reasons of `flowbench why` in the form of the export: they are checked, and written as they are. */
#include "unit_cmd.h"

#undef FIXTURES
#include "unit_export.h"

#include "why/summary_json.h"

static const char reasons[] =
	"{\n \"schema\": \"flowbench.why/1\",\n \"seconds\": 1.5,\n \"connections\": {\n  \"tracked\": 2,\n"
	"  \"offloaded\": 1\n },\n \"packets\": {\n  \"fast\": 3,\n  \"slow\": 1,\n  \"local\": 0,\n"
	"  \"not_taken\": 1,\n  \"sampled\": 1,\n  \"missed\": 0,\n  \"scale\": 1.0\n },\n \"reasons\": [\n  {\n"
	"   \"reason\": \"device\",\n   \"packets\": 1,\n   \"packets_per_second\": 0.666667,\n"
	"   \"sampled\": 1,\n   \"connections\": 1,\n   \"detail\": \"wg0\",\n"
	"   \"what\": \"device wg0 is in no flowtable\",\n   \"advice\": \"add it\",\n   \"proto\": \"udp\",\n"
	"   \"example\": \"10.0.0.1:1>10.0.0.2:2\"\n  }\n ]\n}\n";

/* The export must fail, and name the file in one line. */
static void refused(const struct fb_export_in *in, const char *file, const char *wanted)
{
	struct fb_walk_sums sums;
	struct fb_error error = { "" };
	char *text;
	int ret;

	text = unit_export(in, &sums, &ret, &error);
	assert_string_equal(text, "");
	free(text);
	assert_true(ret < 0);
	assert_memory_equal(error.text, file, strlen(file));
	unit_has(error.text, wanted);
	assert_null(strchr(error.text, '\n'));
}

static void written_as_they_are(void **state)
{
	char *path = unit_put(*state, "why.json", reasons), *text;

	text = unit_exported(&fb_export_json, path, NULL);
	assert_string_equal(text, reasons);
	free(text);
	/* A folder without calls. */
	text = unit_exported(&fb_export_json, *state, NULL);
	assert_string_equal(text, reasons);
	free(text);
}

/* A run's folder is its calls, as before. */
static void beside_a_run(void **state)
{
	char *text, *path;
	json_t *doc;

	unit_copy(RUN "/results.json", *state, "results.json");
	unit_copy(RUN "/esp-gateway/p5a.trace", *state, "esp-gateway/p5a.trace");
	unit_copy(RUN "/esp-gateway/p5b.trace", *state, "esp-gateway/p5b.trace");
	path = unit_put(*state, "why.json", reasons);
	doc = unit_exported_json(&fb_export_json, *state, NULL);
	assert_string_equal(unit_text(doc, "schema"), "flowbench.export/1");
	json_decref(doc);
	text = unit_exported(&fb_export_json, path, NULL);
	assert_string_equal(text, reasons);
	free(text);
}

static void other_forms(void **state)
{
	static const struct fb_export_format *const forms[] = {
		&fb_export_chrome, &fb_export_folded, &fb_export_svg,
		&fb_export_csv,	   &fb_export_ftrace,
	};
	char *path = unit_put(*state, "why.json", reasons);
	struct fb_export_in in = { .input = path };
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		in.format = forms[i];
		refused(&in, path, "reasons, not a trace: --format json writes them");
	}
	in.format = &fb_export_json;
	in.phase = "p1";
	refused(&in, path, "reasons have no calls");
	in.phase = NULL;
	in.root = "ip_rcv";
	refused(&in, path, "reasons have no calls");
}

/* Returns the document with a part replaced by another text. */
static char *changed(const char *part, const char *by)
{
	const char *at = strstr(reasons, part);
	char *text;

	assert_non_null(at);
	assert_true(asprintf(&text, "%.*s%s%s", (int)(at - reasons), reasons, by,
			     at + strlen(part)) > 0);
	return text;
}

static void damaged(void **state)
{
	static const struct {
		const char *part, *by, *said;
	} cases[] = {
		{ "why/1", "why/2", "found \"flowbench.why/2\"" },
		{ "why/1", "why/", "found \"flowbench.why/\"" },
		{ "\"fast\": 3", "\"fast\": -3", "packets.fast: expected " },
		{ "1.5", "\"1.5\"", "seconds: expected " },
		{ "\"sampled\": 1,\n  \"missed", "\"sampled\": 9,\n  \"missed", "9 packets " },
		{ "\"advice\": \"add it\",\n", "",
		  "reasons[0].advice: expected a text of from 0 to 1024 bytes, found nothing" },
		{ " ]\n}\n", "", "line 30: " },
		{ "udp", "\xff", "line 27: unable to decode byte 0xff" },
	};
	struct fb_export_in in = { .format = &fb_export_json };
	char *text;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text = changed(cases[i].part, cases[i].by);
		in.input = unit_put(*state, "why.json", text);
		free(text);
		refused(&in, in.input, cases[i].said);
	}
}

/* Deeper than jansson goes, and larger than a document may be (as a file with holes). */
static void huge(void **state)
{
	char *text = malloc(100001), *path;
	struct fb_export_in in = { .format = &fb_export_json };

	assert_non_null(text);
	memset(text, '[', 100000);
	text[0] = '{';
	text[100000] = '\0';
	memcpy(text + 1, "\"a\":", 4);
	path = unit_put(*state, "why.json", text);
	free(text);
	in.input = path;
	refused(&in, path, "line 1: maximum parsing depth reached");
	assert_int_equal(truncate(path, 300L * 1024 * 1024), 0);
	refused(&in, path, "File too large");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(written_as_they_are),
		UNIT_IN_FOLDER(beside_a_run),
		UNIT_IN_FOLDER(other_forms),
		UNIT_IN_FOLDER(damaged),
		UNIT_IN_FOLDER(huge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
