// SPDX-License-Identifier: GPL-2.0
/* What `flowbench why` prints of connections, and of hardware. */
#include "unit.h"

#include <arpa/inet.h>

#include "why/connection_print.h"
#include "why/summary_print.h"
#include "why/summary.h"

static struct fb_policy policy = {
	.transforms = 1, .tunnel = true, .family = AF_INET, .src_len = 24, .dst_len = 24, .index = 9
};

static struct fb_connection connection(void)
{
	struct fb_connection c = { .status = FB_CT_SEEN_REPLY | FB_CT_CONFIRMED,
				   .has_tcp = true,
				   .tcp = 3,
				   .helper = "ftp" };
	struct fb_tuple *there = &c.tuple[FB_CT_ORIGINAL], *back = &c.tuple[FB_CT_REPLY];

	*there = (struct fb_tuple){
		.family = AF_INET, .proto = IPPROTO_TCP, .sport = 4000, .dport = 21
	};
	inet_pton(AF_INET, "10.0.1.2", &there->src);
	inet_pton(AF_INET, "10.0.2.2", &there->dst);
	*back = (struct fb_tuple){ .family = AF_INET,
				   .proto = IPPROTO_TCP,
				   .sport = 21,
				   .dport = 4000,
				   .src = there->dst,
				   .dst = there->src };
	inet_pton(AF_INET, "10.0.1.0", &policy.src);
	inet_pton(AF_INET, "10.0.2.0", &policy.dst);
	return c;
}

static char *printed(const struct fb_connection *c, const struct fb_way *way)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fb_connection_print(c, way, f);
	fclose(f);
	return text;
}

static void a_connection(void **state)
{
	struct fb_connection c = connection();
	struct fb_way way[FB_CT_DIRS] = {
		{ .in = "in0", .in_listed = true, .out = "out0", .mtu = 1446, .policy = &policy },
		{ .in = "out0", .out = "" },
	};
	char *text = printed(&c, way);

	(void)state;
	assert_string_equal(
		text,
		"tcp 10.0.1.2:4000 > 10.0.2.2:21: SEEN_REPLY CONFIRMED, state ESTABLISHED, helper ftp\n"
		"  from 10.0.1.2: in by in0 (in a flowtable), out by out0, MTU 1446, into an IPsec tunnel, by the "
		"policy 10.0.1.0/24 to 10.0.2.0/24, index 9\n"
		"  from 10.0.2.2: in by out0 (in no flowtable), not forwarded\n");
	free(text);
	way[0].in[0] = '\0';
	way[1].policy = &policy;
	policy.tunnel = false;
	text = printed(&c, way);
	assert_non_null(strstr(text, "  from 10.0.1.2: no route back, or this machine itself\n"));
	assert_non_null(strstr(text, "not forwarded, into IPsec transport, by the policy"));
	free(text);
	policy.tunnel = true;
}

static void a_connection_as_json(void **state)
{
	struct fb_connection c = connection();
	struct fb_way way[FB_CT_DIRS] = {
		{ .in = "in0", .in_listed = true, .out = "out0", .mtu = 1446, .policy = &policy },
		{ .in = "out0", .out = "in0", .mtu = 1500 },
	};
	json_t *js = fb_connection_json(&c, way), *there, *back;

	(void)state;
	assert_non_null(js);
	assert_string_equal(json_string_value(json_object_get(js, "tcp")), "ESTABLISHED");
	assert_string_equal(json_string_value(json_object_get(js, "helper")), "ftp");
	there = json_object_get(js, "original");
	back = json_object_get(js, "reply");
	assert_int_equal(json_integer_value(json_object_get(there, "mtu")), 1446);
	assert_true(json_is_true(json_object_get(there, "in_flowtable")));
	assert_string_equal(
		json_string_value(json_object_get(there, "ipsec")),
		"into an IPsec tunnel, by the policy 10.0.1.0/24 to 10.0.2.0/24, index 9");
	assert_null(json_object_get(back, "ipsec"));
	assert_true(json_is_false(json_object_get(back, "in_flowtable")));
	json_decref(js);
}

/* Devices, tables and chains have names of any bytes. */
static void names_of_any_bytes(void **state)
{
	struct fb_connection c = connection();
	struct fb_way way[FB_CT_DIRS] = { { .in = "a\033\xff", .out = "b\xc2\x9b", .mtu = 1500 },
					  { .in = "", .out = "" } };
	struct fb_why_row row = { .packets = 1, .connections = 1 };
	struct fb_why_summary s = { .seconds = 1, .nr = 1, .row = &row };
	json_t *js = fb_connection_json(&c, way);
	char *text = printed(&c, way);
	size_t size;
	FILE *f;

	(void)state;
	assert_non_null(strstr(text, "in by a?? (in no flowtable), out by b?, MTU 1500"));
	free(text);
	assert_non_null(js);
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(js, "original"), "in")), "a??");
	json_decref(js);
	row.answer.id = FB_REASON_DEVICE;
	snprintf(row.answer.detail, sizeof(row.answer.detail), "x\033[2J\xff\n");
	js = fb_why_json(&s);
	assert_int_equal(json_array_size(json_object_get(js, "reasons")), 1);
	json_decref(js);
	f = open_memstream(&text, &size);
	fb_why_print(&s, 120, f);
	fclose(f);
	assert_non_null(strstr(text, "x?[2J??"));
	assert_null(strchr(text, '\033'));
	free(text);
}

/* Their packets are not known. The most frequent comes first, behind what packets have met. */
static void reasons_of_connections(struct fb_why_summary *s)
{
	const struct fb_why_answer full = { .id = FB_REASON_HARDWARE_FULL };
	const struct fb_why_answer waits = { .id = FB_REASON_HARDWARE_WAITING, .detail = "so" };
	struct fb_why_counts none = { .nr = 0 };
	struct fb_connection c = connection();
	char *text = NULL;
	size_t size;
	json_t *js;
	FILE *f;

	assert_int_equal(fb_why_summary_add_connection(s, &c, &full), 0);
	assert_int_equal(fb_why_summary_add_connection(s, &c, &waits), 0);
	assert_int_equal(fb_why_summary_add_connection(s, &c, &waits), 0);
	strcpy(s->unheard, "somebody observes already");
	fb_why_summary_end(s, &none, &none, 0);
	js = fb_why_json(s);
	assert_true(json_is_null(
		json_object_get(json_array_get(json_object_get(js, "reasons"), 0), "packets")));
	json_decref(js);
	f = open_memstream(&text, &size);
	fb_why_print(s, 120, f);
	fclose(f);
	assert_non_null(
		strstr(text, "why others are not cannot be said: somebody observes already\n"));
	assert_non_null(strstr(text, "\n           -            2  hardware was not asked: so "));
	assert_non_null(
		strstr(text, "\n           -            1  hardware has no place for its rule "));
	assert_true(strstr(text, "not asked") < strstr(text, "no place"));
	free(text);
	fb_why_summary_free(s);
}

static void hardware(void **state)
{
	struct fb_flowtable ft[] = { { .name = "soft" },
				     { .name = "ft", .flags = FB_FLOWTABLE_OFFLOAD } };
	struct fb_ruleset rs = { .flowtable = ft, .nr_flowtables = 1 };
	struct fb_why_summary s = { .seconds = 1 };
	char *text = NULL;
	size_t size;
	FILE *f;

	(void)state;
	fb_why_summary_flowtables(&s, &rs);
	assert_string_equal(s.asked, "");
	rs.nr_flowtables = 2;
	fb_why_summary_flowtables(&s, &rs);
	fb_why_summary_connection(&s, FB_CT_CONFIRMED);
	fb_why_summary_connection(&s, FB_CT_OFFLOAD);
	fb_why_summary_connection(&s, FB_CT_OFFLOAD | FB_CT_HW_OFFLOAD);
	f = open_memstream(&text, &size);
	fb_why_print(&s, 120, f);
	fclose(f);
	assert_non_null(strstr(text, "connections: 3 tracked, 2 offloaded; "));
	assert_non_null(strstr(
		text,
		"hardware: flowtable ft asks for it; 1 of the offloaded connections are there\n"));
	assert_null(strstr(text, "cannot be said"));
	free(text);
	reasons_of_connections(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_connection),
		cmocka_unit_test(a_connection_as_json),
		cmocka_unit_test(names_of_any_bytes),
		cmocka_unit_test(hardware),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
