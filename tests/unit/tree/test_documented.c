// SPDX-License-Identifier: GPL-2.0
/*
 * The published traces: excerpts of each dialect (tests/fixtures), and known facts about the normal
 * forms in userspace/data/documented. If the published files lie beside the checkout
 * (FLOWBENCH_DOCUMENTED or ../shared/documented-traces), the parser must make these normal forms of
 * them.
 */
#include "unit.h"

#include <unistd.h>

#include "tree/phases.h"
#include "unit_normal.h"

#ifndef FB_TOP
#error "FB_TOP is the top of the checkout"
#endif

static char *read_all(const char *path, size_t *len)
{
	FILE *f = fopen(path, "re");
	char *text;
	long size;

	if (!f)
		fail_msg("%s cannot be opened", path);
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	text = malloc((size_t)size + 1);
	assert_non_null(text);
	*len = fread(text, 1, (size_t)size, f);
	assert_int_equal(*len, size);
	text[*len] = '\0';
	fclose(f);
	return text;
}

/* @whole: the text is not an excerpt, so its braces and durations must match. */
static struct fb_phases load(const char *path, int whole)
{
	struct fb_phases ph;
	struct fb_tree *tree;
	struct fb_error error = { "" };

	if (fb_tree_load(path, &tree, &error))
		fail_msg("%s", &error);
	assert_int_equal(unit_phases_split(tree, &ph), 0);
	if (whole) {
		assert_int_equal(tree->odd_names, 0);
		assert_int_equal(tree->odd_durations, 0);
	}
	fb_tree_free(tree);
	return ph;
}

static const struct fb_normal_node *call(const struct fb_normal *n, const char *name)
{
	uint32_t i;

	for (i = 1; i < n->nr; i++)
		if (n->node[i].name && !strcmp(n->node[i].name, name))
			return &n->node[i];
	fail_msg("no %s", name);
	return NULL;
}

static const char *retval(const struct fb_normal *n, const char *name)
{
	return fb_normal_more(n, (uint32_t)(call(n, name) - n->node))->retval;
}

static const char *above(const struct fb_normal *n, const char *name)
{
	const struct fb_normal_node *up = &n->node[call(n, name)->parent];

	return up->name ? up->name : up->kind == FB_NODE_IRQ ? "irq" : "top";
}

static void perf_tools(void **state)
{
	struct fb_phases ph = load(FB_TOP "/tests/fixtures/perf-tools.txt", 0);
	const struct fb_normal *n = ph.phase[0].calls;

	(void)state;
	assert_int_equal(ph.nr, 1);
	assert_string_equal(ph.phase[0].name, "p1");
	assert_int_equal(n->calls, 8);
	assert_string_equal(above(n, "ipv4_dst_check"), "sk_dst_check");
	assert_string_equal(above(n, "ipv4_mtu"), "ip_setup_cork");
	/* Two braces are missing in the middle: by its indentation, the last one is that of the outermost call. */
	assert_int_equal(call(n, "ip_setup_cork")->flags, FB_NODE_TAIL_CUT);
	assert_string_equal(above(n, "dst_release"), "udp_sendmsg");
	assert_int_equal(call(n, "udp_sendmsg")->dur_ns, 78524);
	fb_phases_free(&ph);
}

static void perf_ftrace_with_return_values(void **state)
{
	struct fb_phases ph = load(FB_TOP "/tests/fixtures/perf-ftrace-retval.txt", 0);
	const struct fb_normal *n = ph.phase[0].calls;

	(void)state;
	assert_int_equal(n->calls, 13);
	/* An interrupt that came before the line of the call was written: it is in the call. */
	assert_string_equal(above(n, "irq_enter_rcu"), "sk_psock_msg_verdict");
	assert_int_equal(call(n, "sk_msg_memcopy_from_iter")->flags, FB_NODE_HEAD_CUT);
	assert_string_equal(above(n, "rcu_lockdep_current_cpu_online"), "rcu_read_lock_held");
	assert_string_equal(retval(n, "sk_psock_msg_verdict"), "0x2");
	assert_string_equal(retval(n, "__sock_hash_lookup_elem"), "0xffff8de847642f00");
	assert_string_equal(retval(n, "idle_cpu"), "0x0");
	fb_phases_free(&ph);
}

static void interrupt_in_the_middle(void **state)
{
	struct fb_phases ph = load(FB_TOP "/tests/fixtures/interrupt.txt", 0);
	const struct fb_normal *n = ph.phase[0].calls;

	(void)state;
	assert_string_equal(above(n, "do_IRQ"), "irq");
	assert_string_equal(above(n, "irq_enter"), "do_IRQ");
	assert_string_equal(above(n, "rcu_irq_enter"), "irq_enter");
	assert_int_equal(n->node[n->nr - 1].depth, 2);
	assert_string_equal(n->node[n->nr - 1].name, "local_bh_enable");
	fb_phases_free(&ph);
}

static void flattened(void **state)
{
	struct fb_phases ph = load(FB_TOP "/tests/fixtures/flattened.txt", 0);
	const struct fb_normal *n;

	(void)state;
	assert_int_equal(ph.nr, 2);
	assert_string_equal(ph.phase[0].name, "p2a");
	assert_string_equal(ph.phase[1].name, "p5b");
	n = ph.phase[0].calls;
	assert_string_equal(fb_normal_get(n, "label"), "|IP|ESP| receive, decrypt");
	assert_int_equal(n->calls, 2);
	assert_int_equal(n->node[3].kind, FB_NODE_MARK);
	assert_string_equal(fb_normal_more(n, 3)->text, "### Packet 3: routing");
	n = ph.phase[1].calls;
	assert_int_equal(n->calls, 52);
	assert_string_equal(above(n, "neigh_xmit"), "nf_flow_offload_ip_hook");
	assert_int_equal(n->node[1].dur_ns, 51245);
	assert_int_equal(fb_phases_find(&ph, "p5b"), 1);
	assert_true(fb_phases_find(&ph, "p5") < 0);
	fb_phases_free(&ph);
}

static void names_of_phases(void **state)
{
	(void)state;
	assert_true(fb_phase_has("p3p4", "p3"));
	assert_true(fb_phase_has("p3p4", "p4"));
	assert_true(fb_phase_has("p3p4", "p3p4"));
	assert_true(fb_phase_has("p2a", "p2a"));
	assert_false(fb_phase_has("p2a", "p2"));
	assert_false(fb_phase_has("p3p4", "p"));
	assert_false(fb_phase_has("p1", ""));
	assert_false(fb_phase_has("p10", "p1"));
}

/* Numbers from the authors and from counting in the published files. */
static const struct {
	const char *trace;
	const char *phase;
	uint32_t calls;
	int64_t total_ns;
	const char *root;
} known[] = {
	{ "flowtable-esp-gateway", "p1", 532, 282691, "__do_softirq" },
	{ "flowtable-esp-gateway", "p2a", 393, 214627, "net_rx_action" },
	{ "flowtable-esp-gateway", "p2b", 194, 121005, "net_rx_action" },
	{ "flowtable-esp-gateway", "p3p4", 868, 344134, "net_rx_action" },
	{ "flowtable-esp-gateway", "p5a", 211, 74361, "net_rx_action" },
	{ "flowtable-esp-gateway", "p5b", 52, 51245, "net_rx_action" },
	{ "flowtable-esp-gateway", "p8", 160, 59986, "napi_complete_done" },
	{ "sockmap-redirect", "p1", 169, 194533, "__sys_sendto" },
	{ "udp-fragment-igb", "p1", 222, 78524, "udp_sendmsg" },
	{ "vxlan-nat-igb", "p1", 362, 127599, "udp_sendmsg" },
	{ "vxlan-nat-ixgbe-cold", "p1", 516, 191071, "udp_sendmsg" },
};

#define NR_KNOWN (sizeof(known) / sizeof(known[0]))

static char *committed(size_t i, size_t *len)
{
	char path[512];

	snprintf(path, sizeof(path), FB_TOP "/userspace/data/documented/%s/%s.txt", known[i].trace,
		 known[i].phase);
	return read_all(path, len);
}

static void what_is_known_of_the_normal_forms(void **state)
{
	size_t i, len;

	(void)state;
	for (i = 0; i < NR_KNOWN; i++) {
		char *text = committed(i, &len);
		struct fb_normal *n = unit_normal(text);

		assert_int_equal(n->calls, known[i].calls);
		assert_string_equal(n->node[1].name, known[i].root);
		assert_int_equal(n->node[1].dur_ns, known[i].total_ns);
		/* One outermost call must contain all others. */
		assert_int_equal(n->node[1].end, n->nr);
		assert_string_equal(fb_normal_get(n, "source"), known[i].trace);
		assert_string_equal(fb_normal_get(n, "phase"), known[i].phase);
		fb_normal_free(n);
		free(text);
	}
}

/* Returns the calls of a phase as text, without the headings. */
static char *calls_of(const struct fb_normal *n)
{
	char *text = NULL, *start;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	unit_normal_write(n, f);
	fclose(f);
	for (start = text; *start == '#'; start = strchr(start, '\n') + 1)
		;
	memmove(text, start, strlen(start) + 1);
	return text;
}

static void normal_forms_are_what_the_parser_makes(void **state)
{
	const char *dir = getenv("FLOWBENCH_DOCUMENTED");
	struct fb_phases ph = { .nr = 0 };
	const char *now = "";
	char path[512];
	size_t i, len;
	int at;

	(void)state;
	if (!dir)
		dir = FB_TOP "/../shared/documented-traces";
	if (access(dir, R_OK))
		unit_skip("no published traces beside the clone: set FLOWBENCH_DOCUMENTED");
	for (i = 0; i < NR_KNOWN; i++) {
		char *text = committed(i, &len), *want, *is;
		struct fb_normal *n = unit_normal(text);

		if (strcmp(now, known[i].trace)) {
			now = known[i].trace;
			fb_phases_free(&ph);
			snprintf(path, sizeof(path), "%s/%s.txt", dir, now);
			ph = load(path, 1);
		}
		at = fb_phases_find(&ph, known[i].phase);
		assert_true(at >= 0);
		want = calls_of(n);
		is = calls_of(ph.phase[at].calls);
		assert_string_equal(is, want);
		free(is);
		free(want);
		fb_normal_free(n);
		free(text);
	}
	fb_phases_free(&ph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perf_tools),
		cmocka_unit_test(perf_ftrace_with_return_values),
		cmocka_unit_test(interrupt_in_the_middle),
		cmocka_unit_test(flattened),
		cmocka_unit_test(names_of_phases),
		cmocka_unit_test(what_is_known_of_the_normal_forms),
		cmocka_unit_test(normal_forms_are_what_the_parser_makes),
	};

	return cmocka_run_group_tests_name("documented", tests, NULL, NULL);
}
