// SPDX-License-Identifier: GPL-2.0
/* Calls in the formats of other tools: the output holds the input, exact to the nanosecond. */
#include "unit_export.h"

/* Returns the sum of the numbers at the ends of folded lines. */
static int64_t folded_sum(const char *text)
{
	int64_t sum = 0;

	while (*text) {
		const char *end = strchr(text, '\n'), *blank = NULL, *p;

		assert_non_null(end);
		for (p = text; p < end; p++) {
			if (*p != ' ')
				continue;
			/* A name must have no blank. */
			assert_null(blank);
			blank = p;
		}
		assert_non_null(blank);
		assert_true(blank > text);
		sum += strtoll(blank, NULL, 10);
		text = end + 1;
	}
	return sum;
}

static int64_t outermost_ns(const char *path)
{
	struct fb_tree *tree;
	struct fb_error error = { "" };
	int64_t sum = 0;
	uint32_t at;

	assert_int_equal(fb_tree_load(path, &tree, &error), 0);
	for (at = tree->node[0].child; at; at = tree->node[at].next)
		sum += tree->node[at].dur_ns > 0 ? tree->node[at].dur_ns : 0;
	fb_tree_free(tree);
	return sum;
}

static void folded_adds_up(void **state)
{
	static const struct {
		const char *path;
		int64_t ns;
	} files[] = {
		/* The totals are those of the run's results.json. */
		{ RUN "/esp-gateway/p5a.trace", 248164 },
		{ RUN "/esp-gateway/p5b.trace", 114071 },
		/* A trace with a call that is shorter than the calls within it. */
		{ FIXTURES "late-interrupt.txt", 107833 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *text = unit_exported(&fb_export_folded, files[i].path, NULL);

		assert_int_equal(outermost_ns(files[i].path), files[i].ns);
		assert_int_equal(folded_sum(text), files[i].ns);
		free(text);
	}
}

static void folded_of_a_run(void **state)
{
	char *text = unit_exported(&fb_export_folded, RUN, NULL);

	(void)state;
	assert_int_equal(folded_sum(text), 248164 + 114071);
	assert_memory_equal(text, "p5a;net_rx_action ", 18);
	assert_non_null(strstr(text, "\np5b;net_rx_action;"));
	free(text);
	text = unit_exported(&fb_export_folded, RUN, "p5b");
	assert_int_equal(folded_sum(text), 114071);
	assert_memory_equal(text, "net_rx_action ", 14);
	free(text);
}

/* If the outermost call is too short, no call around it can supply the missing time. */
static void folded_where_nobody_pays(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)   0.100 us    |    b();\n"
				   " 0)               |    c() {\n"
				   " 0)   0.900 us    |      d();\n"
				   " 0)   0.002 us    |    }\n"
				   " 0)   0.990 us    |  }\n";
	char path[64], *out;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_folded, path, NULL);
	assert_string_equal(out, "a;b 100\na;c;d 890\n");
	free(out);
	unlink(path);
}

/* In every format, the time of other packets within a call has a name of its own. */
static void other_packets(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   "# cut: 4 lines of other packets, 0.300 us\n"
				   " 0)   0.100 us    |    b();\n"
				   " 0)   1.000 us    |  }\n";
	char path[64], *out;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_folded, path, NULL);
	assert_string_equal(out, "a 600\na;==other-packets== 300\na;b 100\n");
	free(out);
	out = unit_exported(&fb_export_csv, path, NULL);
	assert_non_null(strstr(out, "p1,0,1,==other-packets==,,300,300,2,\r\n"));
	assert_non_null(strstr(out, "p1,0,0,a,,1000,600,1,\r\n"));
	free(out);
	out = unit_exported(&fb_export_ftrace, path, NULL);
	assert_non_null(strstr(out, "\n# cut: 4 lines of other packets, 0.300 us\n"));
	free(out);
	json_decref(unit_exported_json(&fb_export_json, path, NULL));
	unlink(path);
}

/* What is written can be read again: lines that were left out keep calls apart, and an arrow alone is not a time. */
static void gaps_and_arrows(void **state)
{
	static const char text[] = " 0)   0.984 us    |      a();\n"
				   "[...]\n"
				   " 0)   ==========> |\n"
				   " 0)   0.369 us    |      do_irq();\n"
				   " 0)   <========== |\n"
				   " 0)   1.823 us    |    }\n";
	char path[64], *out;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_ftrace, path, NULL);
	assert_non_null(strstr(out, "a();\n...\n"));
	free(out);
	out = unit_exported(&fb_export_chrome, path, NULL);
	assert_non_null(strstr(out, "laid out from the durations"));
	free(out);
	unlink(path);
}

/* In each format that has sums: c stands beside b, whose end is missing, so what a took itself is not known. */
static void uncertain_sums(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)               |    b() {\n"
				   " 0)   0.100 us    |    c();\n"
				   " 0)   1.000 us    |  }\n";
	char path[64], *out;
	json_t *doc, *odd;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_csv, path, NULL);
	assert_non_null(strstr(out, "p1,0,1,c,,100,100,3,\r\n"));
	assert_non_null(strstr(out, "p1,0,0,a,,1000,900,1,self_ns\r\n"));
	free(out);
	doc = unit_exported_json(&fb_export_json, path, NULL);
	odd = json_object_get(doc, "contradictions");
	assert_int_equal(json_integer_value(json_object_get(odd, "places")), 2);
	assert_int_equal(json_integer_value(json_object_get(odd, "first_line")), 3);
	assert_int_equal(json_integer_value(json_object_get(odd, "uncertain_calls")), 1);
	json_decref(doc);
	out = unit_exported(&fb_export_json, path, NULL);
	assert_non_null(strstr(out, "\"self_ns\": 900, \"uncertain\": \"self_ns\"}"));
	free(out);
	out = unit_exported(&fb_export_chrome, path, NULL);
	assert_non_null(strstr(out, "{\"end_line\": 4, \"uncertain\": \"own time\"}"));
	assert_non_null(strstr(out, "\"uncertain_calls\": 1}"));
	free(out);
	out = unit_exported(&fb_export_svg, path, NULL);
	assert_non_null(strstr(out, "(uncertain own times: 1)"));
	free(out);
	unlink(path);
}

static int64_t column(const char *row, int nr)
{
	while (nr--)
		row = strchr(row, ',') + 1;
	return strtoll(row, NULL, 10);
}

static void csv_has_a_row_a_call(void **state)
{
	static const char head[] =
		"phase,cpu,depth,function,module,traced_ns,self_ns,line,uncertain\r\n";
	char *text = unit_exported(&fb_export_csv, RUN, NULL), *row;
	int64_t self[2] = { 0, 0 }, total[2] = { 0, 0 };
	unsigned int rows = 0, calls = 0, i;
	struct fb_tree *tree;
	struct fb_error error = { "" };

	(void)state;
	assert_memory_equal(text, head, sizeof(head) - 1);
	for (row = text + sizeof(head) - 1; *row; row = strchr(row, '\n') + 1) {
		int p = !strncmp(row, "p5b,", 4);

		assert_true(p || !strncmp(row, "p5a,", 4));
		assert_int_equal(strcspn(row, "\r\n"), strcspn(row, "\r"));
		self[p] += column(row, 6);
		if (!column(row, 2))
			total[p] += column(row, 5);
		rows++;
	}
	for (i = 0; i < 2; i++) {
		assert_int_equal(fb_tree_load(i ? RUN "/esp-gateway/p5b.trace"
						: RUN "/esp-gateway/p5a.trace",
					      &tree, &error),
				 0);
		calls += tree->calls;
		fb_tree_free(tree);
	}
	assert_int_equal(rows, calls);
	assert_int_equal(total[0], 248164);
	assert_int_equal(total[1], 114071);
	assert_int_equal(self[0], total[0]);
	assert_int_equal(self[1], total[1]);
	assert_non_null(strstr(text, "p5b,0,6,nf_flow_offload_ip_hook,nf_flow_table,"));
	free(text);
}

static void json_has_all(void **state)
{
	json_t *doc = unit_exported_json(&fb_export_json, RUN "/record.trace", NULL), *row;
	json_t *calls = json_object_get(json_array_get(json_object_get(doc, "phases"), 0), "calls");
	unsigned int marks = 0, nr = 0, heads = 0, tails = 0;
	struct fb_tree *tree;
	const char *cut;
	struct fb_error error = { "" };
	size_t i;

	(void)state;
	assert_string_equal(unit_text(doc, "schema"), "flowbench.export/1");
	assert_string_equal(unit_text(doc, "mode"), "traced");
	assert_string_equal(unit_text(doc, "unit"), "ns");
	assert_int_equal(fb_tree_load(RUN "/record.trace", &tree, &error), 0);
	for (i = 0; (row = json_array_get(calls, i)); i++) {
		marks += !strcmp(unit_text(row, "kind"), "mark");
		nr += !strcmp(unit_text(row, "kind"), "call");
		cut = json_string_value(json_object_get(row, "cut"));
		heads += cut && !strcmp(cut, "head");
		tails += cut && !strcmp(cut, "tail");
	}
	assert_int_equal(nr, tree->calls);
	assert_int_equal(marks, 3);
	assert_int_equal(heads, 3);
	assert_in_range(tails, 1, 9);
	assert_int_equal(json_integer_value(json_object_get(doc, "calls")), nr);
	assert_int_equal(json_integer_value(json_object_get(doc, "cut_heads")), 3);
	fb_tree_free(tree);
	json_decref(doc);
	doc = unit_exported_json(&fb_export_json, RUN, NULL);
	assert_int_equal(json_array_size(json_object_get(doc, "phases")), 2);
	assert_string_equal(unit_text(doc, "kernel"), "5.10.0-32-amd64");
	assert_string_equal(unit_text(json_object_get(doc, "fingerprint"), "mode"), "icount");
	json_decref(doc);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_values(const struct fb_node_values *a, const struct fb_node_values *b)
{
	return same(a->retval, b->retval) && same(a->args, b->args) && same(a->caller, b->caller);
}

/* Compares every node of two trees, but not their line numbers. */
static void equal_trees(const struct fb_tree *a, const struct fb_tree *b)
{
	uint32_t i;

	assert_int_equal(a->nr, b->nr);
	assert_int_equal(a->lost, b->lost);
	for (i = 1; i < a->nr; i++) {
		const struct fb_node *x = &a->node[i], *y = &b->node[i];

		if (x->kind != y->kind || x->flags != y->flags || x->parent != y->parent ||
		    x->child != y->child || x->next != y->next || x->dur_ns != y->dur_ns ||
		    x->cpu != y->cpu || !same(fb_node_name(a, i), fb_node_name(b, i)) ||
		    !same(unit_module(a, i), unit_module(b, i)) ||
		    !same(fb_node_text(a, i), fb_node_text(b, i)) ||
		    !same_values(&a->values[x->values], &b->values[y->values]))
			fail_msg("node %u: %s, %s", i,
				 fb_node_name(a, i) ? fb_node_name(a, i) : "-",
				 fb_node_name(b, i) ? fb_node_name(b, i) : "-");
	}
}

static void round_trip(const char *path)
{
	char *text = unit_exported(&fb_export_ftrace, path, NULL);
	struct fb_error error = { "" };
	struct fb_tree *before, *after = unit_tree(text);

	assert_int_equal(fb_tree_load(path, &before, &error), 0);
	equal_trees(before, after);
	fb_tree_free(before);
	fb_tree_free(after);
	free(text);
}

static void ftrace_is_read_back(void **state)
{
	static const char odd[] = " 1)   0.100 us    |    b();\n"
				  " 1) + 11.000 us   |  } /* = -22 */\n"
				  " 1)  one-1    =>   two-2\n"
				  " 1)               |  a() {\n"
				  "CPU:1 [LOST 7 EVENTS]\n"
				  " 2) $ 2000000.001 us |  c [mod-x](); /* = 0x7 */\n"
				  " 1)               |  a() {\n"
				  " 1)               |    b() {\n"
				  " 1)   ==========> |\n"
				  " 1)   1.000 us    |      i();\n"
				  " 1)   <========== |\n"
				  " 1)   1.000 us    |  } /* a = 0x1 */\n"
				  " 1)               |  /* a mark */\n"
				  " 1)               |  d() {\n";
	/* By task alone, as with nofuncgraph-cpu and funcgraph-proc. */
	static const char tasks[] = "  one-1   |               |  a() {\n"
				    "  two-2   |               |  b() {\n"
				    "  one-1   |   1.000 us    |    c();\n"
				    "  one-1   |   ==========> |\n"
				    "  one-1   |   0.500 us    |    i();\n"
				    "  one-1   |   <========== |\n"
				    "  two-2   |   2.000 us    |  } /* = 0x1 */\n"
				    "  one-1   |   3.000 us    |  }\n";
	char path[64];

	(void)state;
	round_trip(RUN "/record.trace");
	round_trip(RUN "/esp-gateway/p5a.trace");
	round_trip(FIXTURES "late-interrupt.txt");
	round_trip(FIXTURES "interrupt.txt");
	round_trip(FIXTURES "perf-tools.txt");
	round_trip(FIXTURES "perf-ftrace-retval.txt");
	round_trip(FIXTURES "dialects/arguments.txt");
	unit_file(path, odd, sizeof(odd) - 1);
	round_trip(path);
	unlink(path);
	unit_file(path, tasks, sizeof(tasks) - 1);
	round_trip(path);
	unlink(path);
}

/* Headings make phases. An export keeps them apart, and can export one of them alone. */
static void phases_of_a_text(void **state)
{
	static const char text[] = "### Packet 1 ### first ###\n"
				   " 0)   1.000 us    |  a();\n"
				   "### Packet 2 (part 1 of 2) ### second ###\n"
				   " 0)   2.000 us    |  b();\n"
				   "### Packet 2, end ###\n"
				   "### Packet 3 and 4 ###\n"
				   " 0)   3.000 us    |  c();\n";
	char path[64], *out, *again;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_folded, path, NULL);
	assert_string_equal(out, "p1;a 1000\np2a;b 2000\np3p4;c 3000\n");
	free(out);
	out = unit_exported(&fb_export_folded, path, "p4");
	assert_string_equal(out, "c 3000\n");
	free(out);
	out = unit_exported(&fb_export_ftrace, path, NULL);
	unlink(path);
	unit_file(path, out, strlen(out));
	again = unit_exported(&fb_export_folded, path, NULL);
	assert_string_equal(again, "p1;a 1000\np2a;b 2000\np3p4;c 3000\n");
	free(again);
	free(out);
	unlink(path);
}

/* A label may look like a record after a blank. It must be left out, not read as a call. */
static void a_label_like_a_record(void **state)
{
	static const char text[] = "### Packet 1 ###0) 0.5 us | no(); ###\n"
				   " 0)   1.000 us    |  a();\n"
				   "### Packet 2 ### x,0) 0.5 us | no(); ###\n"
				   " 0)   2.000 us    |  b();\n";
	char path[64], *out;

	(void)state;
	unit_file(path, text, sizeof(text) - 1);
	out = unit_exported(&fb_export_folded, path, NULL);
	assert_string_equal(out, "p1;a 1000\np2;b 2000\n");
	free(out);
	out = unit_exported(&fb_export_ftrace, path, NULL);
	unlink(path);
	assert_non_null(strstr(out, "\n### Packet 1 ###\n"));
	assert_non_null(strstr(out, "\n### Packet 2 ### x,0) 0.5 us | no(); ###\n"));
	free(out);
}

static void below_a_root(void **state)
{
	const struct fb_export_in in = {
		.format = &fb_export_folded, .input = RUN, .phase = "p5b", .root = "neigh_xmit"
	};
	struct fb_walk_sums sums;
	char *out;
	struct fb_error error = { "" };
	int ret;

	(void)state;
	out = unit_export(&in, &sums, &ret, &error);
	assert_int_equal(ret, 0);
	assert_memory_equal(out, "neigh_xmit ", 11);
	assert_in_range(folded_sum(out), 1000, 114071);
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_adds_up),	    cmocka_unit_test(folded_of_a_run),
		cmocka_unit_test(folded_where_nobody_pays), cmocka_unit_test(other_packets),
		cmocka_unit_test(uncertain_sums),	    cmocka_unit_test(gaps_and_arrows),
		cmocka_unit_test(csv_has_a_row_a_call),	    cmocka_unit_test(json_has_all),
		cmocka_unit_test(ftrace_is_read_back),	    cmocka_unit_test(phases_of_a_text),
		cmocka_unit_test(a_label_like_a_record),    cmocka_unit_test(below_a_root),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
