// SPDX-License-Identifier: GPL-2.0
/* The module's hook files: lines that are accepted, and lines that are refused. */
#include "unit.h"

#include <errno.h>

#include "system/hooks_text.h"
#include "top/hook_counts.h"
#include "top/hooks.h"

static void a_hook_line(void **state)
{
	const char *text = "ip_forward ip_forward.isra.0 on kretprobe 5 errno 3 -\n"
			   "esp_input - unavailable - 0 errno 0 not found: inlined or not\n";
	struct fb_hook_line line;

	(void)state;
	assert_int_equal(fb_hook_line(&text, &line), 1);
	assert_string_equal(line.name, "ip_forward");
	assert_string_equal(line.state, "on");
	assert_string_equal(line.mech, "kretprobe");
	assert_int_equal(line.calls, 5);
	assert_string_equal(line.kind, "errno");
	assert_int_equal(line.missed, 3);
	assert_int_equal(fb_hook_line(&text, &line), 1);
	assert_string_equal(line.state, "unavailable");
	assert_string_equal(line.reason, "not found: inlined or not");
	assert_int_equal(fb_hook_line(&text, &line), 0);
	assert_int_equal(fb_hook_line(&text, &line), 0);
	text = NULL;
	assert_int_equal(fb_hook_line(&text, &line), 0);
}

/* A bad line is an error. The next line is read all the same. */
static void hostile_hook_lines(void **state)
{
	static const char *const bad[] = {
		"\n",
		" \n",
		"a\n",
		"a a on x 5 errno 0\n",
		"a a on x 5 errno 0 -",
		"a a on x 5 errno 0 \n",
		"a a on x -5 errno 0 -\n",
		"a a on x +5 errno 0 -\n",
		"a a on x 5x errno 0 -\n",
		"a a on x 18446744073709551616 errno 0 -\n",
		"a a on x 99999999999999999999999999999 errno 0 -\n",
		"a  a on x 5 errno 0 -\n",
		"\033[2J a on x 5 errno 0 -\n",
		"\xff\xfe a on x 5 errno 0 -\n",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa a on x 5 errno 0 -\n",
	};
	static const char good[] = "b b on x 7 errno 0 -\n";
	struct fb_hook_line line;
	char both[256];
	const char *at;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(both, sizeof(both), "%s%s", bad[i], good);
		at = both;
		if (!strchr(bad[i], '\n'))
			both[strlen(bad[i])] = '\0';
		if (fb_hook_line(&at, &line) != -EINVAL)
			fail_msg("taken: '%s'", bad[i]);
		assert_int_equal(fb_hook_line(&at, &line), strchr(bad[i], '\n') ? 1 : 0);
	}
	at = "a a unavailable - 0 errno 0 \033[2Jx\ty\n";
	assert_int_equal(fb_hook_line(&at, &line), 1);
	assert_string_equal(line.reason, "?[2Jx?y");
}

static void verdict_lines(void **state)
{
	const char *text = "f NF_STOLEN 5120\nf -EPERM 1\n";
	struct fb_verdict_line line;

	(void)state;
	assert_int_equal(fb_verdict_line(&text, &line), 1);
	assert_string_equal(line.value, "NF_STOLEN");
	assert_int_equal(line.n, 5120);
	assert_int_equal(fb_verdict_line(&text, &line), 1);
	assert_int_equal(fb_verdict_line(&text, &line), 0);
	text = "f NF_STOLEN 51";
	assert_int_equal(fb_verdict_line(&text, &line), -EINVAL);
	text = "f NF_STOLEN 51 2\n";
	assert_int_equal(fb_verdict_line(&text, &line), -EINVAL);
	text = "f 51\n";
	assert_int_equal(fb_verdict_line(&text, &line), -EINVAL);
}

static void histograms(void **state)
{
	static const char *const bad[] = {
		"",
		"sum=1\nmin=1\n",
		"min=1\nsum=1\nmax=1\n",
		"sum=x\nmin=1\nmax=1\n",
		"sum=1\nmin=1\nmax=1",
		"sum=1\nmin=1\nmax=1\n408 415\n",
		"sum=1\nmin=1\nmax=1\n408 415 3",
		"sum=1\nmin=1\nmax=1\n408 416 3\n",
		"sum=1\nmin=1\nmax=1\n409 415 3\n",
		"sum=1\nmin=1\nmax=1\n408 415 3\n408 415 3\n",
		"sum=1\nmin=1\nmax=1\n416 423 3\n408 415 3\n",
		"sum=1\nmin=1\nmax=1\n408 415 -3\n",
		"sum=1\nmin=1\nmax=1\n408 415 3 4\n",
		"sum=1\nmin=1\nmax=1\nx\n",
	};
	struct fb_hist hist;
	size_t i;

	(void)state;
	assert_int_equal(fb_hist_parse("sum=90123\nmin=412\nmax=1290\n408 415 3\n416 423 17\n"
				       "4294967296 18446744073709551615 2\n",
				       &hist),
			 0);
	assert_int_equal(hist.sum, 90123);
	assert_int_equal(hist.min, 412);
	assert_int_equal(hist.max, 1290);
	assert_int_equal(hist.bucket[fb_hist_index(410)], 3);
	assert_int_equal(hist.bucket[fb_hist_index(423)], 17);
	assert_int_equal(hist.bucket[FB_HIST_BUCKETS - 1], 2);
	assert_int_equal(fb_hist_parse("sum=0\nmin=0\nmax=0\n", &hist), 0);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (fb_hist_parse(bad[i], &hist) != -EINVAL)
			fail_msg("taken: '%s'", bad[i]);
}

static const char some_hooks[] = "nf_flow_offload_ip_hook - off - 0 verdict 0 -\n"
				 "ip_forward ip_forward on fprobe 5 errno 0 -\n"
				 "neigh_xmit - unavailable - 0 errno 0 not found: x\n";

static void hooks_are_chosen(void **state)
{
	struct fb_top_hooks h;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_top_hooks_choose(&h, NULL, some_hooks, &error), 0);
	assert_int_equal(h.nr, 2);
	assert_string_equal(h.hook[0].name, "nf_flow_offload_ip_hook");
	assert_string_equal(h.hook[1].name, "ip_forward");
	assert_false(h.hook[0].ours);
	fb_top_hooks_free(&h);
	assert_int_equal(fb_top_hooks_choose(&h, "all", some_hooks, &error), 0);
	assert_int_equal(h.nr, 3);
	fb_top_hooks_free(&h);
	/* The hooks stand in the file's order, each once. */
	assert_int_equal(
		fb_top_hooks_choose(&h, "neigh_xmit,ip_forward,neigh_xmit", some_hooks, &error), 0);
	assert_int_equal(h.nr, 2);
	assert_string_equal(h.hook[0].name, "ip_forward");
	assert_non_null(fb_top_hooks_find(&h, "neigh_xmit"));
	assert_null(fb_top_hooks_find(&h, "neigh"));
	fb_top_hooks_free(&h);
	/* The name of another hook begins with this name. */
	assert_int_equal(fb_top_hooks_choose(&h, "xfrm_lookup",
					     "xfrm_lookup - off - 0 ptr 0 -\n"
					     "xfrm_lookup_with_ifid - off - 0 ptr 0 -\n",
					     &error),
			 0);
	assert_int_equal(h.nr, 1);
	fb_top_hooks_free(&h);
}

static void wrong_hooks_are_named(void **state)
{
	static const char *const lists[] = {
		"",	  ",",		 "ip_forward,",	   ",ip_forward", "ip_forward,,neigh_xmit",
		"ip_for", "ip_forwardx", "all,ip_forward", "+ip_forward"
	};
	struct fb_top_hooks h;
	struct fb_error error = { "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (fb_top_hooks_choose(&h, lists[i], some_hooks, &error) != -ENOENT)
			fail_msg("taken: '%s'", lists[i]);
		fb_top_hooks_free(&h);
	}
	assert_int_equal(fb_top_hooks_choose(&h, "ip_for", some_hooks, &error), -ENOENT);
	assert_non_null(strstr(error.text, "no hook 'ip_for'"));
	fb_top_hooks_free(&h);
	assert_int_equal(fb_top_hooks_choose(&h, "all", "moon\n", &error), -EINVAL);
	fb_top_hooks_free(&h);
	assert_int_equal(fb_top_hooks_choose(&h, NULL, "", &error), -EINVAL);
	fb_top_hooks_free(&h);
}

static void a_reading(void **state)
{
	struct fb_top_sample s = { .nr = 0 };
	struct fb_top_hooks h;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_top_hooks_choose(&h, NULL, some_hooks, &error), 0);
	assert_int_equal(fb_top_count_hooks(&s, &h, some_hooks), 0);
	assert_int_equal(
		fb_top_count_values(&s, "ip_forward 0 4\nneigh_xmit 0 9\nip_forward 1 1\n"), 0);
	assert_int_equal(s.nr, 2);
	assert_int_equal(s.hook[0].state, FB_TOP_OFF);
	assert_int_equal(s.hook[1].state, FB_TOP_ON);
	assert_int_equal(s.hook[1].calls, 5);
	assert_int_equal(s.hook[1].nr_values, 2);
	fb_top_sample_free(&s);
	/* The same hook twice, and an unknown state. */
	assert_int_equal(fb_top_count_hooks(&s, &h,
					    "ip_forward x on y 5 errno 0 -\n"
					    "ip_forward x on y 5 errno 0 -\n"),
			 -EINVAL);
	fb_top_sample_free(&s);
	assert_int_equal(fb_top_count_hooks(&s, &h, "ip_forward x dead y 5 errno 0 -\n"), -EINVAL);
	fb_top_sample_free(&s);
	assert_int_equal(fb_top_count_hooks(&s, &h, "ip_forward x on y 5 errno 0 -\ncut"), -EINVAL);
	fb_top_sample_free(&s);
	assert_int_equal(fb_top_count_values(&s, "ip_forward 0\n"), -EINVAL);
	fb_top_hooks_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hook_line),	    cmocka_unit_test(hostile_hook_lines),
		cmocka_unit_test(verdict_lines),    cmocka_unit_test(histograms),
		cmocka_unit_test(hooks_are_chosen), cmocka_unit_test(wrong_hooks_are_named),
		cmocka_unit_test(a_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
