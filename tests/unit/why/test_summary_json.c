// SPDX-License-Identifier: GPL-2.0
/* A summary as a JSON document, and documents that are not one. */
#include "unit_cmd.h"

#include "why/summary_json.h"
#include "why/summary_print.h"

static void add(struct fb_why_summary *s, enum fb_reason_id id, const char *detail)
{
	struct fb_why_answer answer = { .id = id };
	struct fb_why_sample sample = {
		.packet = { .proto = "udp", .tuple = "10.0.0.1:1>10.0.0.2:2" },
	};

	snprintf(answer.detail, sizeof(answer.detail), "%s", detail);
	assert_int_equal(fb_why_summary_add(s, &sample, &answer), 0);
}

/* Returns the document of two packets, one of which was offloaded. */
static json_t *a_document(bool state_only)
{
	struct fb_why_device then = { .ifindex = 3 }, now = { .ifindex = 3, .in = 4, .behind = 3 };
	struct fb_why_counts before = { .device = &then, .nr = 1 };
	struct fb_why_counts after = { .device = &now, .nr = 1, .forward = 3 };
	struct fb_why_counts none = { .nr = 0 };
	struct fb_why_summary s = { .seconds = state_only ? 0 : 2, .tracked = 5, .offloaded = 1 };
	json_t *js;

	add(&s, FB_REASON_DEVICE, "wg0");
	add(&s, FB_REASON_DEVICE, "wg0");
	add(&s, FB_REASON_RULE, "rule 1 of inet fb forward");
	fb_why_summary_end(&s, state_only ? &none : &before, state_only ? &none : &after, 3);
	s.state_only = state_only;
	js = fb_why_json(&s);
	assert_non_null(js);
	fb_why_summary_free(&s);
	return js;
}

static json_t *below(json_t *js, const char *key)
{
	json_t *value = json_object_get(js, key);

	if (!value)
		fail_msg("no member %s", key);
	return value;
}

static void what_is_written_is_valid(void **state)
{
	json_t *js = a_document(false), *row;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_json_check(js, &fb_why_schema, &error), 0);
	assert_string_equal(error.text, "");
	assert_true(json_real_value(below(below(js, "packets"), "fast_share")) == 0.25);
	row = json_array_get(below(js, "reasons"), 0);
	assert_string_equal(json_string_value(below(row, "reason")), "device");
	assert_int_equal(json_integer_value(below(row, "packets")), 2);
	assert_true(json_real_value(below(row, "packets_per_second")) == 1);
	json_decref(js);
}

/* Nobody has counted packets: there is no number of them, not even 0. */
static void without_the_module(void **state)
{
	json_t *js = a_document(true), *row = json_array_get(below(js, "reasons"), 0);
	struct fb_why_summary s = { .tracked = 5, .state_only = true };
	struct fb_error error = { "" };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_int_equal(fb_json_check(js, &fb_why_schema, &error), 0);
	assert_true(json_is_null(below(js, "packets")));
	assert_true(json_is_null(below(row, "packets")));
	assert_int_equal(json_integer_value(below(row, "connections")), 1);
	/* With the module, packets are counted. */
	json_object_set_new(js, "state_only", json_false());
	assert_int_equal(fb_json_check(js, &fb_why_schema, &error), FB_JSON_REFUSED);
	json_decref(js);

	add(&s, FB_REASON_DEVICE, "wg0");
	fb_why_print(&s, 120, f);
	fclose(f);
	unit_has(text, "\n           -            0  device wg0");
	free(text);
	fb_why_summary_free(&s);
}

/* A document of the first version of the schema's writer. */
static void earlier_documents(void **state)
{
	json_t *js = a_document(false);
	struct fb_error error = { "" };

	(void)state;
	json_object_del(js, "state_only");
	json_object_del(below(js, "packets"), "fast_share");
	json_object_set_new(js, "more", json_string("than is known"));
	json_object_set_new(json_array_get(below(js, "reasons"), 0), "reason",
			    json_string("of-a-later-version"));
	assert_int_equal(fb_json_check(js, &fb_why_schema, &error), 0);
	json_decref(js);
}

/* @path: keys to the value; a number is an index. */
static void refused(const char *const path[3], json_t *value, const char *wanted)
{
	json_t *js = a_document(false), *at = js;
	struct fb_error error = { "" };
	unsigned int i;

	for (i = 0; i < 2 && path[i + 1]; i++)
		at = json_is_array(at) ? json_array_get(at, (size_t)atoi(path[i]))
				       : below(at, path[i]);
	if (value)
		assert_int_equal(json_object_set_new(at, path[i], value), 0);
	else
		assert_int_equal(json_object_del(at, path[i]), 0);
	assert_int_equal(fb_json_check(js, &fb_why_schema, &error), FB_JSON_REFUSED);
	if (!strstr(error.text, wanted))
		fail_msg("%s: not '%s'", error.text, wanted);
	assert_null(strchr(error.text, '\n'));
	json_decref(js);
}

#define REFUSED(value, wanted, ...) refused((const char *const[3]){ __VA_ARGS__ }, value, wanted)

static void what_is_wrong_is_named(void **state)
{
	char *long_text = calloc(1, 2000);

	(void)state;
	REFUSED(json_string("flowbench.why/2"),
		"schema: expected \"flowbench.why/1\", found \"flowbench.why/2\"", "schema");
	REFUSED(NULL, "schema: expected \"flowbench.why/1\", found none", "schema");
	REFUSED(json_integer(7), "schema: expected \"flowbench.why/1\", found none", "schema");
	REFUSED(json_integer(-1), "seconds: expected a number from 0 to 1000000000000000, found -1",
		"seconds");
	REFUSED(json_string("2"),
		"seconds: expected a number from 0 to 1000000000000000, found \"2\"", "seconds");
	REFUSED(NULL, "seconds: expected a number from 0 to 1000000000000000, found nothing",
		"seconds");
	REFUSED(json_null(), "state_only: expected true or false, found null", "state_only");
	REFUSED(NULL, "connections: expected an object, found nothing", "connections");
	REFUSED(json_real(1.5),
		"connections.offloaded: expected a whole number from 0 to 9007199254740992, found 1.5",
		"connections", "offloaded");
	REFUSED(json_null(), "packets: expected an object, as state_only is not true", "packets");
	REFUSED(json_integer(-3),
		"packets.missed: expected a whole number from 0 to 9007199254740992, found -3",
		"packets", "missed");
	REFUSED(json_real(0.5),
		"packets.scale: expected a number from 1 to 1000000000000000, found 0.5", "packets",
		"scale");
	REFUSED(json_real(1.5),
		"packets.fast_share: expected a number from 0 to 1 or null, found 1.5", "packets",
		"fast_share");
	REFUSED(json_integer(4), "4 packets were looked at, and the reasons have 3", "packets",
		"sampled");
	REFUSED(NULL, "reasons: expected a list, found nothing", "reasons");
	REFUSED(json_array(), "3 packets were looked at, and the reasons have 0", "reasons");
	REFUSED(json_pack("[n]"), "reasons[0]: expected an object, found null", "reasons");
	REFUSED(json_integer(1),
		"reasons[1].what: expected a text of from 0 to 1024 bytes, found 1", "reasons", "1",
		"what");
	memset(long_text, 'a', 1999);
	REFUSED(json_string(long_text),
		"reasons[0].advice: expected a text of from 0 to 1024 bytes, found \"aaa",
		"reasons", "0", "advice");
	REFUSED(json_integer(INT64_MAX),
		"reasons[0].sampled: expected a whole number from 0 to 9007199254740992 or null, found 9223372036854775807",
		"reasons", "0", "sampled");
	free(long_text);
}

static void no_object(void **state)
{
	json_t *list = json_array();
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_json_check(list, &fb_why_schema, &error), FB_JSON_REFUSED);
	assert_int_equal(fb_json_check(NULL, &fb_why_schema, &error), FB_JSON_REFUSED);
	unit_has(error.text, "schema: expected \"flowbench.why/1\", found none");
	json_decref(list);
}

/* A document is written, read and written again: both texts are the same. */
static void written_twice(void **state)
{
	json_t *js = a_document(false), *again;
	struct fb_error error = { "" };
	char *text[2] = { NULL };
	size_t size, i;

	setenv("FLOWBENCH_ROOT", *state, 1);
	unit_put(*state, "fingerprint", "machine=vm\nkernel=6.12.0\n");
	assert_int_equal(fb_why_document_origin(js, "esp-gateway"), 0);
	for (i = 0; i < 2; i++) {
		FILE *f = open_memstream(&text[i], &size);

		assert_int_equal(fb_why_document_write(js, f), 0);
		fclose(f);
		again = unit_json(text[i]);
		json_decref(js);
		js = again;
		assert_int_equal(fb_json_check(js, &fb_why_schema, &error), 0);
	}
	assert_string_equal(text[0], text[1]);
	unit_has(text[1], "\"scenario\": \"esp-gateway\"");
	unit_has(text[1], "\"kernel\": \"6.12.0\"");
	assert_memory_equal(text[1], "{\n \"schema\": \"flowbench.why/1\",\n", 32);
	free(text[0]);
	free(text[1]);
	json_decref(js);
}

static void a_full_disk(void **state)
{
	json_t *js = a_document(false);
	FILE *f = fopen("/dev/full", "w");

	(void)state;
	assert_non_null(f);
	setvbuf(f, NULL, _IONBF, 0);
	assert_int_equal(fb_why_document_write(js, f), -ENOSPC);
	fclose(f);
	json_decref(js);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_valid),
		cmocka_unit_test(without_the_module),
		cmocka_unit_test(earlier_documents),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(no_object),
		UNIT_IN_FOLDER(written_twice),
		cmocka_unit_test(a_full_disk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
