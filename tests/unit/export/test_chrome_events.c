// SPDX-License-Identifier: GPL-2.0
/* The trace event format: nesting, units and ids must be as its readers expect them. */
#include "unit_export.h"

#include <inttypes.h>

#define TRACKS	 16
#define DEPTH	 256
#define IDS	 64

#define DIALECTS FB_TOP "/tests/fixtures/dialects/"

/* A slice of a track. Times are in ns. */
struct slice {
	int64_t from;
	int64_t to;
	const char *name;
};

struct track {
	json_int_t pid;
	json_int_t tid;
	const char *name;
	struct slice *slice;
	unsigned int nr;
	unsigned int open[DEPTH];
	unsigned int depth;
	int64_t last; /* time of the last event B or E */
};

struct arrow {
	int64_t from;
	int64_t to;
	const struct track *begins;
	const struct track *ends;
};

struct trace {
	json_t *doc;
	struct track track[TRACKS];
	unsigned int nr;
	struct arrow arrow[IDS];
	unsigned int arrows;
	unsigned int instants;
};

static struct track *track_of(struct trace *t, const json_t *ev)
{
	json_int_t pid = json_integer_value(json_object_get(ev, "pid"));
	json_int_t tid = json_integer_value(json_object_get(ev, "tid"));
	unsigned int i;

	assert_true(json_is_integer(json_object_get(ev, "pid")));
	assert_true(json_is_integer(json_object_get(ev, "tid")));
	for (i = 0; i < t->nr; i++)
		if (t->track[i].pid == pid && t->track[i].tid == tid)
			return &t->track[i];
	assert_true(t->nr < TRACKS);
	t->track[t->nr] = (struct track){ .pid = pid, .tid = tid };
	return &t->track[t->nr++];
}

/* Returns ns: a number of us with three digits is a whole number of ns. */
static int64_t ns_of(const json_t *ev, const char *key)
{
	const json_t *js = json_object_get(ev, key);
	double ns = json_number_value(js) * 1000;
	int64_t whole = (int64_t)(ns + 0.5);

	assert_true(json_is_number(js));
	assert_true(ns >= 0 && ns - (double)whole < 0.001 && (double)whole - ns < 0.001);
	return whole;
}

static struct slice *add(struct track *tr, const json_t *ev, int64_t from, int64_t to)
{
	tr->slice = realloc(tr->slice, (tr->nr + 1) * sizeof(*tr->slice));
	assert_non_null(tr->slice);
	tr->slice[tr->nr] = (struct slice){ .from = from, .to = to, .name = unit_text(ev, "name") };
	return &tr->slice[tr->nr++];
}

static void take_arrow(struct trace *t, const struct track *tr, const json_t *ev, bool begins)
{
	json_int_t id = json_integer_value(json_object_get(ev, "id"));
	struct arrow *ar = &t->arrow[id];

	assert_in_range(id, 1, IDS - 1);
	unit_text(ev, "cat");
	unit_text(ev, "name");
	if (begins) {
		assert_null(ar->begins);
		ar->begins = tr;
		ar->from = ns_of(ev, "ts");
		t->arrows++;
	} else {
		assert_null(ar->ends);
		assert_string_equal(unit_text(ev, "bp"), "e");
		ar->ends = tr;
		ar->to = ns_of(ev, "ts");
	}
}

static void take_event(struct trace *t, const json_t *ev)
{
	const char *ph = unit_text(ev, "ph");
	struct track *tr = track_of(t, ev);

	assert_int_equal(strlen(ph), 1);
	switch (*ph) {
	case 'B':
		assert_true(ns_of(ev, "ts") >= tr->last);
		tr->last = ns_of(ev, "ts");
		assert_true(tr->depth < DEPTH);
		tr->open[tr->depth++] = tr->nr;
		add(tr, ev, tr->last, -1);
		break;
	case 'E':
		assert_true(ns_of(ev, "ts") >= tr->last);
		tr->last = ns_of(ev, "ts");
		assert_true(tr->depth > 0);
		tr->slice[tr->open[--tr->depth]].to = tr->last;
		break;
	case 'X':
		add(tr, ev, ns_of(ev, "ts"), ns_of(ev, "ts") + ns_of(ev, "dur"));
		break;
	case 's':
	case 'f':
		take_arrow(t, tr, ev, *ph == 's');
		break;
	case 'i':
		assert_string_equal(unit_text(ev, "s"), "t");
		t->instants++;
		break;
	case 'M':
		if (!strcmp(unit_text(ev, "name"), "thread_name"))
			tr->name = unit_text(json_object_get(ev, "args"), "name");
		break;
	default:
		fail_msg("an event '%s'", ph);
	}
}

static int by_time(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to > y->to ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Of two slices of a track, one must lie within the other, or after it. */
static void nested(struct track *tr)
{
	int64_t open[DEPTH];
	unsigned int depth = 0, i;

	if (!tr->nr)
		return;
	qsort(tr->slice, tr->nr, sizeof(*tr->slice), by_time);
	for (i = 0; i < tr->nr; i++) {
		while (depth && open[depth - 1] <= tr->slice[i].from)
			depth--;
		if (depth && tr->slice[i].to > open[depth - 1])
			fail_msg("%s is half in another slice", tr->slice[i].name);
		assert_true(depth < DEPTH);
		open[depth++] = tr->slice[i].to;
	}
}

static bool in_slice(const struct track *tr, int64_t at)
{
	unsigned int i;

	for (i = 0; i < tr->nr; i++)
		if (tr->slice[i].from <= at && at <= tr->slice[i].to)
			return true;
	return false;
}

static struct trace *read_trace(const char *input, const char *phase)
{
	struct trace *t = calloc(1, sizeof(*t));
	unsigned int i, arrows = 0;
	const json_t *ev;
	size_t k;

	assert_non_null(t);
	t->doc = unit_exported_json(&fb_export_chrome, input, phase);
	for (k = 0; (ev = json_array_get(json_object_get(t->doc, "traceEvents"), k)); k++)
		take_event(t, ev);
	for (i = 0; i < t->nr; i++) {
		assert_int_equal(t->track[i].depth, 0);
		assert_true(!t->track[i].nr || t->track[i].name);
		nested(&t->track[i]);
	}
	for (i = 1; i < IDS; i++) {
		const struct arrow *ar = &t->arrow[i];

		if (!ar->begins && !ar->ends)
			continue;
		arrows++;
		assert_true(ar->begins && ar->ends && ar->from <= ar->to);
		assert_true(in_slice(ar->begins, ar->from));
		assert_true(in_slice(ar->ends, ar->to));
	}
	assert_int_equal(arrows, t->arrows);
	assert_string_equal(unit_text(json_object_get(t->doc, "otherData"), "mode"), "traced");
	return t;
}

static void free_trace(struct trace *t)
{
	unsigned int i;

	for (i = 0; i < t->nr; i++)
		free(t->track[i].slice);
	json_decref(t->doc);
	free(t);
}

static const struct track *named(const struct trace *t, const char *name)
{
	unsigned int i;

	for (i = 0; i < t->nr; i++)
		if (t->track[i].name && !strcmp(t->track[i].name, name))
			return &t->track[i];
	fail_msg("no track '%s'", name);
	return NULL;
}

static const struct slice *slice(const struct track *tr, const char *name)
{
	unsigned int i;

	for (i = 0; i < tr->nr; i++)
		if (!strcmp(tr->slice[i].name, name))
			return &tr->slice[i];
	fail_msg("no slice '%s'", name);
	return NULL;
}

static struct trace *read_text(const char *text)
{
	struct trace *t;
	char path[64];

	unit_file(path, text, strlen(text));
	t = read_trace(path, NULL);
	unlink(path);
	return t;
}

/* The whole recording, with calls that are cut at both ends, and its phases. */
static void a_run(void **state)
{
	struct trace *t = read_trace(RUN, NULL);
	const struct track *phases = named(t, "phases"), *cpu = named(t, "CPU 0");
	const json_t *other = json_object_get(t->doc, "otherData");
	const struct slice *p5a = slice(phases, "p5a"), *p5b = slice(phases, "p5b");
	unsigned int i, packets = 0, roots = 0;

	(void)state;
	assert_int_equal(phases->nr, 2);
	assert_int_equal(p5a->to - p5a->from, 248164);
	assert_int_equal(p5b->to - p5b->from, 114071);
	assert_true(p5a->to <= p5b->from);
	for (i = 0; i < cpu->nr; i++) {
		packets += !strcmp(cpu->slice[i].name, "packet");
		roots += !strcmp(cpu->slice[i].name, "net_rx_action") &&
			 (cpu->slice[i].from == p5a->from || cpu->slice[i].from == p5b->from);
	}
	assert_int_equal(packets, 3);
	assert_int_equal(roots, 2);
	/* Two arrows lead to the phase, and one from the gateway's wan0 to the client's eth0. */
	assert_int_equal(t->arrows, 3);
	assert_string_equal(unit_text(other, "kernel"), "5.10.0-32-amd64");
	assert_string_equal(unit_text(json_object_get(other, "fingerprint"), "mode"), "icount");
	free_trace(t);
}

static void one_phase(void **state)
{
	struct trace *t = read_trace(RUN, "p5b");
	const struct track *phases = named(t, "phases"), *cpu = named(t, "CPU 0");

	(void)state;
	assert_int_equal(phases->nr, 1);
	assert_string_equal(phases->slice[0].name, "p5b");
	assert_int_equal(t->arrows, 1);
	assert_int_equal(cpu->slice[0].to - cpu->slice[0].from, 114071);
	assert_true(phases->slice[0].from <= cpu->slice[0].from);
	assert_true(phases->slice[0].to >= cpu->slice[0].to);
	free_trace(t);
}

/* Of a text, the slices that it becomes: see describe(). */
static const struct {
	const char *what;
	const char *text;
	const char *slices;
} texts[] = {
	{ "time is laid out",
	  " 0)               |  a() {\n"
	  " 0)   0.100 us    |    b();\n"
	  " 0)   0.200 us    |    c();\n"
	  " 0)   1.000 us    |  }\n"
	  " 1)   5.000 us    |  d();\n"
	  " 0)   5.000 us    |  e();\n",
	  "CPU 0: a 2048 to 3048\n"
	  "CPU 0: b 2048 to 2148\n"
	  "CPU 0: c 2148 to 2348\n"
	  "CPU 0: e 10340 to 15340\n"
	  "CPU 1: d 6244 to 11244\n"
	  "phases: p1 0 to 15340\n"
	  "0 arrows, 0 marks\n" },
	{ "time is what the text says",
	  "  500.000100 |   0)               |  send() {\n"
	  "  500.000104 |   0)   2.000 us    |    copy();\n"
	  "  500.000110 |   1)   5.000 us    |  other();\n"
	  "  500.000190 |   0)   3.000 us    |    queue();\n"
	  "  500.000200 |   0) ! 100.000 us  |  }\n",
	  "CPU 0: send 2048 to 102048\n"
	  "CPU 0: copy 6048 to 8048\n"
	  "CPU 0: queue 92048 to 95048\n"
	  "CPU 1: other 12048 to 17048\n"
	  "phases: p1 0 to 102048\n"
	  "0 arrows, 0 marks\n" },
	{ "an interrupt before the call's line was written is in the call, which begins no later",
	  " 0)               |  a() {\n"
	  " 0)   1.000 us    |      do_IRQ();\n"
	  " 0)               |    b() {\n"
	  " 0)   2.000 us    |      c();\n"
	  " 0)   5.000 us    |    }\n"
	  " 0) + 10.000 us   |  }\n",
	  "CPU 0: a 2048 to 12048\n"
	  "CPU 0: b 2048 to 7048\n"
	  "CPU 0: do_IRQ 2049 to 3049\n"
	  "CPU 0: c 3049 to 5049\n"
	  "phases: p1 0 to 12048\n"
	  "0 arrows, 0 marks\n" },
	{ "calls of other packets",
	  " 0)               |  a() {\n"
	  "# cut: 4 lines of other packets, 0.300 us\n"
	  " 0)   0.100 us    |    b();\n"
	  " 0)   1.000 us    |  }\n",
	  "CPU 0: a 2048 to 3048\n"
	  "CPU 0: ==other-packets== 2048 to 2348\n"
	  "CPU 0: b 2348 to 2448\n"
	  "phases: p1 0 to 3048\n"
	  "0 arrows, 0 marks\n" },
	/* Each slice begins before the slices within it, so a reader need not guess which is the outer one. A call during which its task slept is two slices. */
	{ "calls that are cut, and tasks that share a CPU",
	  " 0)   0.100 us    |    b();\n"
	  " 0)   1.000 us    |  }\n"
	  " 0)   0.100 us    |  c();\n"
	  " 0)   3.000 us    |  }\n"
	  " 0)               |  one() {\n"
	  " 0)  t-1    =>   t-2\n"
	  " 0)   0.100 us    |    d();\n"
	  " 0)   2.000 us    |  }\n"
	  " 0)               |  two() {\n"
	  " 0)  t-2    =>   t-1\n"
	  " 0)   ==========> |\n"
	  " 0)   0.100 us    |    e();\n"
	  " 0)   <========== |\n"
	  " 0)               |    /* a mark */\n"
	  " 0)   9.000 us    |  }\n"
	  "CPU:0 [LOST 3 EVENTS]\n"
	  " 0)   1.000 us    |  }\n"
	  " 0)               |  f() {\n"
	  " 3)               |  g() {\n",
	  "CPU 0: ? 2047 to 2149\n"
	  "CPU 0: b 2048 to 2148\n"
	  "CPU 0: c 6245 to 6345\n"
	  "CPU 0: ? 10441 to 13441\n"
	  "CPU 0: one 17537 to 17537\n"
	  "CPU 0: ? 21632 to 21734\n"
	  "CPU 0: d 21633 to 21733\n"
	  "CPU 0: one 25830 to 26537\n"
	  "CPU 0: e 25830 to 25930\n"
	  "CPU 0: interrupt 25830 to 25930\n"
	  "CPU 0: two 25830 to 25830\n"
	  "CPU 0: ? 34729 to 35729\n"
	  "CPU 0: f 39825 to 39825\n"
	  "CPU 3: g 43921 to 43921\n"
	  "phases: p1 0 to 43921\n"
	  "0 arrows, 2 marks\n" },
	/* It is known how long a call without a beginning took. */
	{ "an event before a phase that is written within it does not make the phase end before it begins",
	  "### Packet 1 ### one ###\n"
	  " 0)   1.000 us    |  a();\n"
	  "### Packet 2 ### no beginning ###\n"
	  " 0)   1.000 us    |  }\n"
	  "### Packet 3 ### a task ###\n"
	  " 0)  t-1    =>   t-2\n"
	  "### Packet 4 ### four ###\n"
	  " 0)   1.000 us    |  b();\n",
	  "CPU 0: a 2048 to 3048\n"
	  "CPU 0: ? 7144 to 7145\n"
	  "CPU 0: b 11241 to 12241\n"
	  "phases: p1 0 to 3048\n"
	  "phases: p2 5096 to 7145\n"
	  "phases: p4 9193 to 12241\n"
	  "phases: p3 9193 to 9193\n"
	  "0 arrows, 0 marks\n" },
	{ "hostile names",
	  " 0)   1.000 us    |  a();\n"
	  " 0)               |  /* \"},{\"ph\":\"B\" \\ \x01\x1b \xff \xed\xa0\x80 */\n"
	  " 0)               |  /* </script> */\n",
	  "CPU 0: a 2048 to 3048\n"
	  "phases: p1 0 to 11240\n"
	  "0 arrows, 2 marks\n" },
};

/* A line for each slice of each track, with its time since the first one in ns; then how many arrows and marks there are. */
static void describe(FILE *to, const struct trace *t)
{
	int64_t begin = INT64_MAX;
	unsigned int i, k;

	for (i = 0; i < t->nr; i++)
		for (k = 0; k < t->track[i].nr; k++)
			if (t->track[i].slice[k].from < begin)
				begin = t->track[i].slice[k].from;
	for (i = 0; i < t->nr; i++)
		for (k = 0; k < t->track[i].nr; k++)
			fprintf(to, "%s: %s %" PRId64 " to %" PRId64 "\n", t->track[i].name,
				t->track[i].slice[k].name, t->track[i].slice[k].from - begin,
				t->track[i].slice[k].to - begin);
	fprintf(to, "%u arrows, %u marks\n", t->arrows, t->instants);
}

static void texts_and_their_slices(void **state)
{
	struct trace *t;
	size_t size, i;
	char *got;
	FILE *to;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		t = read_text(texts[i].text);
		to = open_memstream(&got, &size);
		assert_non_null(to);
		describe(to, t);
		fclose(to);
		if (strcmp(got, texts[i].slices))
			fail_msg("%s: got\n%s", texts[i].what, got);
		free(got);
		free_trace(t);
	}
}

static void arguments_and_what_was_returned(void **state)
{
	static const struct {
		const char *file;
		size_t event;
		const char *key, *value;
	} rows[] = {
		{ DIALECTS "quoted-printable.txt", 2, "arguments", "sem=0x10" },
		{ DIALECTS "trace-cmd-report-flags.txt", 3, "returned", "0" },
		{ DIALECTS "trace-cmd-report-flags.txt", 4, "returned", "-11" },
	};
	const json_t *ev;
	json_t *doc;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		doc = unit_exported_json(&fb_export_chrome, rows[i].file, NULL);
		ev = json_array_get(json_object_get(doc, "traceEvents"), rows[i].event);
		if (strcmp(unit_text(json_object_get(ev, "args"), rows[i].key), rows[i].value))
			fail_msg("%s: event %zu: not %s", rows[i].file, rows[i].event,
				 rows[i].value);
		json_decref(doc);
	}
}

/* The lock's slice is extended around the interrupt. The slices around the lock keep their length. */
static void longer_than_traced(void **state)
{
	struct trace *t = read_trace(FIXTURES "late-interrupt.txt", NULL);
	const struct track *cpu = named(t, "CPU 0");
	const struct slice *top = slice(cpu, "sch_direct_xmit");

	(void)state;
	assert_int_equal(top->to - top->from, 107833);
	assert_int_equal(
		json_integer_value(json_object_get(
			json_object_get(json_object_get(t->doc, "otherData"), "drawn_longer"),
			"ns")),
		62512);
	free_trace(t);
}

/* The sequence number identifies a packet. An equal packet at the same device is another packet. */
static void packets_again(void **state)
{
	struct trace *t = read_text(
		" 0)               |  /* packet: ns=1 dev=a ifindex=2 len=60 proto=udp x>y */\n"
		" 0)               |  /* packet: ns=2 dev=a ifindex=2 len=60 proto=udp x>y */\n"
		" 0)               |  /* packet: ns=1 dev=a ifindex=2 len=60 proto=tcp x>y seq=1 */\n"
		" 0)               |  /* packet: ns=1 dev=a ifindex=2 len=60 proto=tcp x>y seq=1 */\n"
		" 1)               |  /* packet: ns=1 dev=b ifindex=3 len=60 proto=tcp x>y seq=1 */\n"
		" 0)               |  /* packet: ns=1 dev=a ifindex=2 len=28 ethertype=0x0800 proto=udp x>y flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=17 */\n"
		" 1)               |  /* packet: ns=1 dev=b ifindex=3 len=28 ethertype=0x0800 proto=udp x>y flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=17 */\n"
		" 0)               |  /* packet: ns=1 dev=a ifindex=2 len=60 ethertype=0x86dd proto=tcp [fd00:1111:2222:3333:4444:5555:6666:7777]:40000>[fd00:1111:2222:3333:4444:5555:6666:8888]:50000 flags=PA seq=4294967295 ack=4294967295 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=6 */\n"
		" 1)               |  /* packet: ns=1 dev=b ifindex=3 len=60 ethertype=0x86dd proto=tcp [fd00:1111:2222:3333:4444:5555:6666:7777]:40000>[fd00:1111:2222:3333:4444:5555:6666:8888]:50000 flags=PA seq=4294967295 ack=4294967295 spi=0x00000000 type=0 code=0 fragoff=0 ipproto=6 */\n"
		" 0)   1.000 us    |  a();\n");
	unsigned int i, chain = 0;

	(void)state;
	for (i = 1; i < IDS; i++)
		chain += t->arrow[i].ends && t->arrow[i].ends == named(t, "CPU 1");
	assert_int_equal(chain, 2);
	/* Each packet also has an arrow to the phase. */
	assert_int_equal(t->arrows, 2 + 9);
	free_trace(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run),
		cmocka_unit_test(one_phase),
		cmocka_unit_test(texts_and_their_slices),
		cmocka_unit_test(longer_than_traced),
		cmocka_unit_test(packets_again),
		cmocka_unit_test(arguments_and_what_was_returned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
