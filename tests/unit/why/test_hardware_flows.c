// SPDX-License-Identifier: GPL-2.0
/* Why offloaded connections are not in hardware, by what was asked and answered. */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>

#include "hardware/observed.h"
#include "why/hardware_flows.h"

#define THERE \
	"l4=17/ff family=4 src=0a000102/ffffffff dst=0a000202/ffffffff sport=4000/ffff dport=5000/ffff "
#define BACK \
	"l4=17/ff family=4 src=0a000202/ffffffff dst=0a000102/ffffffff sport=5000/ffff dport=4000/ffff "
#define REST "ifindex=2 dev=in0 block=1 orphan=0 used=0x0 iif=2/ffffffff packets=0 bytes=0 tcp=0/0"

static struct fb_connection connection(uint32_t status)
{
	struct fb_connection c;
	struct fb_tuple *there = &c.tuple[FB_CT_ORIGINAL], *back = &c.tuple[FB_CT_REPLY];

	/* Padding is not 0. */
	memset(&c, 0xa5, sizeof(c));
	c.status = status;
	there->family = back->family = AF_INET;
	there->proto = back->proto = IPPROTO_UDP;
	there->sport = back->dport = 4000;
	there->dport = back->sport = 5000;
	memset(&there->src, 0, sizeof(there->src));
	memset(&there->dst, 0, sizeof(there->dst));
	inet_pton(AF_INET, "10.0.1.2", &there->src);
	inet_pton(AF_INET, "10.0.2.2", &there->dst);
	back->src = there->dst;
	back->dst = there->src;
	return c;
}

static void add(struct fb_why_hw_flows *flows, const char *text)
{
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	char line[512];

	snprintf(line, sizeof(line), "%s", text);
	assert_int_equal(fb_hw_rule_parse(line, &rule, &error), 0);
	assert_int_equal(fb_why_hw_add(flows, &rule), 0);
}

/* @want: "NAME detail", or NULL for no reason */
static void judged(struct fb_why_hw_flows *flows, uint32_t status, const char *want)
{
	struct fb_connection c = connection(status);
	struct fb_why_answer answer = { .detail = "" };
	char got[200];

	fb_why_hw_sort(flows);
	if (!fb_why_hw_judge(flows, &c, &answer)) {
		assert_null(want);
		return;
	}
	snprintf(got, sizeof(got), "%s %s", fb_reason(answer.id)->name, answer.detail);
	assert_string_equal(got, want ? want : "none");
}

#define SOFT (FB_CT_CONFIRMED | FB_CT_OFFLOAD)
#define HARD (SOFT | FB_CT_HW_OFFLOAD)

static void both_refused(void **state)
{
	struct fb_why_hw_flows flows = { NULL };

	(void)state;
	add(&flows, "asked=give taken=0 id=1 ms=5 " THERE REST);
	add(&flows, "asked=give taken=0 id=2 ms=5 " BACK REST);
	judged(&flows, SOFT, "hardware-refused no device took it");
	/* The model knows more. */
	add(&flows, "id=0 ms=9 error=-28 reason=full " THERE REST);
	add(&flows, "id=0 ms=7 error=-95 reason=mtk " THERE REST);
	judged(&flows, SOFT, "hardware-refused mtk_ppe cannot do one of its actions");
	add(&flows, "id=0 ms=1 error=-28 reason=full " THERE REST);
	judged(&flows, SOFT, "hardware-full ");
	/* What was taken later is not refused, whatever the model said before. */
	add(&flows, "asked=give taken=1 id=3 ms=5 " THERE REST);
	add(&flows, "asked=give taken=1 id=4 ms=5 " BACK REST);
	judged(&flows, HARD, NULL);
	add(&flows, "id=0 ms=1 error=-28 reason=full " THERE REST);
	judged(&flows, HARD, NULL);
	judged(&flows, FB_CT_CONFIRMED, NULL);
	fb_why_hw_flows_free(&flows);
}

static void one_refused(void **state)
{
	struct fb_why_hw_flows flows = { NULL };

	(void)state;
	add(&flows, "asked=give taken=0 id=2 ms=5 " BACK REST);
	add(&flows, "asked=give taken=1 id=1 ms=5 " THERE REST);
	judged(&flows, SOFT, "hardware-one-way from 10.0.2.2, no device took it");
	judged(&flows, HARD, "hardware-one-way from 10.0.2.2, no device took it");
	add(&flows, "id=0 ms=1 error=-28 reason=full " BACK REST);
	judged(&flows, HARD, "hardware-one-way from 10.0.2.2, the table of hardware is full");
	fb_why_hw_flows_free(&flows);
}

static void one_not_given(void **state)
{
	struct fb_why_hw_flows flows = { NULL };

	(void)state;
	add(&flows, "asked=give taken=1 id=1 ms=5 " THERE REST);
	judged(&flows, HARD, "hardware-one-way from 10.0.2.2, no rule was given");
	flows.open = 1;
	judged(&flows, HARD, NULL);
	flows.open = 0;
	flows.lost = 1;
	judged(&flows, HARD, NULL);
	fb_why_hw_flows_free(&flows);
}

static void not_asked(void **state)
{
	struct fb_why_hw_flows flows = { NULL };

	(void)state;
	judged(&flows, SOFT, "hardware-waiting no rule was given in this time");
	judged(&flows, HARD, NULL);
	flows.open = 1;
	judged(&flows, SOFT, "hardware-waiting it has not answered another question yet");
	flows.open = 0;
	/* Of another port */
	add(&flows, "asked=give taken=1 id=1 ms=5 l4=17/ff family=4 src=0a000102/ffffffff "
		    "dst=0a000202/ffffffff sport=4001/ffff dport=5000/ffff " REST);
	judged(&flows, SOFT, "hardware-waiting no rule was given in this time");
	add(&flows, "asked=destroy taken=1 id=2 ms=5 " THERE REST);
	judged(&flows, SOFT, "hardware-waiting no rule was given in this time");
	fb_why_hw_flows_free(&flows);
}

static void silent(void **state)
{
	struct fb_why_hw_flows flows = { NULL };

	(void)state;
	add(&flows, "asked=give taken=1 id=1 ms=5 " THERE REST);
	add(&flows, "asked=give taken=1 id=2 ms=5 " BACK REST);
	add(&flows, "asked=stats taken=1 id=3 ms=5 " BACK REST);
	judged(&flows, HARD, "hardware-silent ");
	add(&flows, "asked=destroy taken=1 id=4 ms=5 " THERE REST);
	add(&flows, "asked=destroy taken=1 id=5 ms=5 " BACK REST);
	judged(&flows, SOFT, "hardware-waiting no rule was given in this time");
	fb_why_hw_flows_free(&flows);
}

static int count(const struct fb_hw_rule *rule, void *data)
{
	(void)rule;
	++*(unsigned int *)data;
	return 0;
}

#define SUMS(open) "given=2 refused=1 destroy=0 stats=7 silent=3 open=" #open " missed=4\n"

/* The module's file is read again and again; a question is read once, and those that it forgot are counted. */
static void file(void **state)
{
	char first[] = SUMS(1) "asked=give taken=1 id=1 ms=5 " THERE REST
			       "\nasked=give taken=0 id=2 ms=5 " BACK REST "\n";
	char again[] = SUMS(0) "asked=give taken=0 id=2 ms=5 " BACK REST
			       "\nasked=stats taken=1 id=5 ms=5 " BACK REST "\n";
	char bad[] = SUMS(0) "asked=give taken=x id=6 " THERE REST "\n", none[] = "",
	     sums[] = "given=2\n";
	struct fb_hw_observed o = { .last = 0 };
	struct fb_error error = { "" };
	unsigned int nr = 0;

	(void)state;
	assert_int_equal(fb_hw_observed_text(&o, first, count, &nr, &error), 0);
	assert_int_equal(nr, 2);
	assert_int_equal(o.sums.open, 1);
	assert_int_equal(o.sums.silent, 3);
	assert_int_equal(o.sums.missed, 4);
	assert_int_equal(o.unseen, 0);
	assert_int_equal(fb_hw_observed_text(&o, again, count, &nr, &error), 0);
	assert_int_equal(nr, 3);
	assert_int_equal(o.unseen, 2);
	assert_int_equal(o.last, 5);
	assert_int_equal(o.sums.open, 0);
	assert_int_equal(fb_hw_observed_text(&o, bad, count, &nr, &error), -EINVAL);
	assert_int_equal(fb_hw_observed_text(&o, none, count, &nr, &error), -ENODATA);
	assert_string_equal(error.text, "somebody has switched it off");
	assert_int_not_equal(fb_hw_observed_text(&o, sums, count, &nr, &error), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_refused),	 cmocka_unit_test(one_refused),
		cmocka_unit_test(one_not_given), cmocka_unit_test(not_asked),
		cmocka_unit_test(silent),	 cmocka_unit_test(file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
