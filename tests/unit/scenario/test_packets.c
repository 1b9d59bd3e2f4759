// SPDX-License-Identifier: GPL-2.0
/* Trees of packets without a scenario: which are found, which lines are cut, and their files. */
#include "unit.h"

#include <errno.h>
#include <unistd.h>

#include "scenario/packet_file.h"

/* Line 1 begins a softirq with two packets of lan0, one of wan0, and one of another namespace. */
static const char trace[] = " 0)               |  softirq() {\n"
			    " 0)               |    poll() {\n"
			    " 0)               |      take() {\n"
			    " 0)               |        /* packet: ns=7 dev=lan0 len=60 a */\n"
			    " 0)   1.000 us    |        one();\n"
			    " 0)   2.000 us    |      }\n"
			    " 0)               |      take() {\n"
			    " 0)               |        /* packet: ns=7 dev=lan0 len=61 b */\n"
			    " 0)   1.000 us    |        two();\n"
			    " 0)   2.000 us    |      }\n"
			    " 0)   5.000 us    |    }\n"
			    " 0)               |    poll() {\n"
			    " 0)               |      /* packet: ns=7 dev=wan0 len=62 c */\n"
			    " 0)   1.000 us    |      three();\n"
			    " 0)   3.000 us    |    }\n"
			    " 0)               |    poll() {\n"
			    " 0)               |      /* packet: ns=8 dev=lan0 len=63 d */\n"
			    " 0)   1.000 us    |      four();\n"
			    " 0)   3.000 us    |    }\n"
			    " 0) + 20.000 us   |  }\n"
			    " 0)   1.000 us    |  softirq();\n"
			    " 0)               |  send() {\n"
			    " 0)   1.000 us    |    xmit();\n"
			    " 0)               |    enable() {\n"
			    " 0)               |      net_rx_action() {\n"
			    " 0)               |        /* packet: ns=9 dev=far0 len=65 f */\n"
			    " 0)   1.000 us    |      }\n"
			    " 0)   2.000 us    |    }\n"
			    " 0)   4.000 us    |  }\n"
			    " 0)   /* packet: ns=7 dev=lan0 len=64 e */\n";

struct fixture {
	struct fb_tree *tree;
	struct fb_packets list;
};

static void find(struct fixture *f, struct fb_packets_in in)
{
	f->tree = unit_tree(trace);
	in.tree = f->tree;
	assert_int_equal(fb_packets_find(&in, &f->list), 0);
}

static void drop(struct fixture *f)
{
	fb_packets_free(&f->list);
	fb_tree_free(f->tree);
}

static const char *packet(const struct fixture *f, unsigned int i)
{
	return fb_node_text(f->tree, f->list.packet[i].mark);
}

static void those_of_a_device(void **state)
{
	struct fixture f;

	(void)state;
	find(&f, (struct fb_packets_in){ .roots = "nothing softirq", .netns = 7, .dev = "lan0" });
	assert_int_equal(f.list.nr, 2);
	assert_string_equal(packet(&f, 0), "packet: ns=7 dev=lan0 len=60 a");
	assert_string_equal(packet(&f, 1), "packet: ns=7 dev=lan0 len=61 b");
	assert_int_equal(f.list.packet[0].batch, 2);
	assert_int_equal(f.list.others, 3);
	assert_int_equal(f.list.rootless, 1);
	drop(&f);
	/* A part of a device's name is not the name. */
	find(&f, (struct fb_packets_in){ .roots = "softirq", .dev = "lan" });
	assert_int_equal(f.list.nr, 0);
	assert_int_equal(f.list.others, 6);
	drop(&f);
}

static void what_is_of_others_is_cut(void **state)
{
	const struct fb_packet_tree *p;
	struct fixture f;

	(void)state;
	find(&f, (struct fb_packets_in){ .roots = "softirq", .netns = 7, .dev = "lan0" });
	p = &f.list.packet[0];
	assert_int_equal(p->nr_cut, 3);
	assert_int_equal(p->cut[0].first, 7);
	assert_int_equal(p->cut[0].last, 10);
	assert_int_equal(p->cut[1].first, 12);
	assert_int_equal(p->cut[2].last, 19);
	/* the calls softirq, poll, take, one */
	assert_int_equal(p->calls, 4);
	assert_int_equal(p->lines, 20 - 4 - 4 - 4);
	assert_int_equal(p->dur_ns, 20000 - 2000 - 3000 - 3000);
	drop(&f);
}

static void the_root_is_the_outermost(void **state)
{
	struct fixture f;

	(void)state;
	find(&f, (struct fb_packets_in){ .roots = "poll", .dev = "wan0" });
	assert_int_equal(f.list.nr, 1);
	assert_int_equal(f.tree->node[f.list.packet[0].root].line, 12);
	assert_int_equal(f.list.packet[0].nr_cut, 0);
	assert_int_equal(f.list.packet[0].batch, 1);
	drop(&f);
}

static void calls_without_a_packet(void **state)
{
	struct fixture f;

	(void)state;
	find(&f, (struct fb_packets_in){ .roots = "send", .calls = 1 });
	assert_int_equal(f.list.nr, 1);
	assert_int_equal(f.list.packet[0].mark, 0);
	/* the calls send, xmit, enable; packets that the softirq received meanwhile are cut */
	assert_int_equal(f.list.packet[0].calls, 3);
	assert_int_equal(f.list.packet[0].nr_cut, 1);
	assert_int_equal(f.list.packet[0].dur_ns, 3000);
	assert_int_equal(f.list.rootless, 6);
	drop(&f);
	/* These packets are counted, but their namespace is not known. */
	find(&f, (struct fb_packets_in){ .roots = "send", .calls = 1, .netns = 7 });
	assert_int_equal(f.list.nr, 0);
	assert_int_equal(f.list.silent, 1);
	drop(&f);
	find(&f, (struct fb_packets_in){ .roots = "softirq" });
	assert_int_equal(f.list.nr, 4);
	assert_int_equal(f.list.silent, 1);
	drop(&f);
	find(&f, (struct fb_packets_in){ .roots = "net_rx_action", .calls = 1 });
	assert_int_equal(f.list.nr, 1);
	assert_int_equal(f.list.packet[0].calls, 1);
	drop(&f);
}

static void words_and_devices(void **state)
{
	struct fixture f;
	char seen[200];

	(void)state;
	find(&f, (struct fb_packets_in){ .roots = "softirq" });
	assert_string_equal(fb_packet_words(packet(&f, 0)), "dev=lan0 len=60 a");
	fb_packet_devices(f.tree, seen);
	assert_string_equal(seen, "lan0 (4), wan0 (1), far0 (1)");
	drop(&f);
}

static int has(const char *dir, const char *name, const char *text)
{
	char path[128], buf[4096];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "re");
	if (!f)
		return -1;
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = '\0';
	fclose(f);
	unlink(path);
	return strstr(buf, text) != NULL;
}

static void a_file_a_tree(void **state)
{
	char dir[] = "/tmp/flowbench-unit-XXXXXX", raw[64];
	struct fb_error error = { "" };
	struct fixture f;
	FILE *out;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(raw, sizeof(raw), "%s/raw", dir);
	out = fopen(raw, "we");
	fputs(trace, out);
	fclose(out);
	snprintf(raw, sizeof(raw), "%s/3.trace", dir);
	out = fopen(raw, "we");
	fputs("# flowbench=trace/1\nof an earlier run\n", out);
	fclose(out);
	snprintf(raw, sizeof(raw), "%s/raw", dir);
	find(&f, (struct fb_packets_in){ .roots = "softirq", .netns = 7, .dev = "lan0" });
	assert_int_equal(fb_packets_write(f.tree, &f.list, raw, dir, &error), 0);
	assert_int_equal(has(dir, "1.trace", "one();"), 1);
	assert_int_equal(has(dir, "2.trace", "one();"), 0);
	assert_int_equal(has(dir, "3.trace", ""), -1);
	assert_int_equal(fb_packets_write(f.tree, &f.list, raw, dir, &error), 0);
	assert_int_equal(has(dir, "2.trace", "# packet=packet: ns=7 dev=lan0 len=61 b\n"), 1);
	assert_int_equal(has(dir, "1.trace", "# cut: 4 lines of other packets, "), 1);
	unlink(raw);
	assert_int_equal(fb_packets_write(f.tree, &f.list, raw, dir, &error), -ENOENT);
	/* Not one of ours: it stays, and so does the rest. */
	snprintf(raw, sizeof(raw), "%s/12.trace", dir);
	out = fopen(raw, "we");
	fputs("somebody's\n", out);
	fclose(out);
	assert_int_equal(fb_packets_write(f.tree, &f.list, raw, dir, &error), -EEXIST);
	assert_int_equal(has(dir, "12.trace", "somebody's\n"), 1);
	drop(&f);
	assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_of_a_device),
		cmocka_unit_test(what_is_of_others_is_cut),
		cmocka_unit_test(the_root_is_the_outermost),
		cmocka_unit_test(calls_without_a_packet),
		cmocka_unit_test(words_and_devices),
		cmocka_unit_test(a_file_a_tree),
	};

	return cmocka_run_group_tests_name("packets", tests, NULL, NULL);
}
