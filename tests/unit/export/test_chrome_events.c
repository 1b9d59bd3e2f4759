// SPDX-License-Identifier: GPL-2.0
/* The trace event format: nesting, units and ids must be as its readers expect them. */
#include "unit_export.h"

#define TRACKS 16
#define DEPTH  256
#define IDS    64

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
	return x->to > y->to ? -1 : x->to < y->to;
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

static void time_is_laid_out(void **state)
{
	struct trace *t = read_text(" 0)               |  a() {\n"
				    " 0)   0.100 us    |    b();\n"
				    " 0)   0.200 us    |    c();\n"
				    " 0)   1.000 us    |  }\n"
				    " 1)   5.000 us    |  d();\n"
				    " 0)   5.000 us    |  e();\n");
	const struct track *one = named(t, "CPU 0"), *two = named(t, "CPU 1");
	const struct slice *a = slice(one, "a"), *b = slice(one, "b"), *c = slice(one, "c");

	(void)state;
	assert_int_equal(a->to - a->from, 1000);
	assert_int_equal(b->from, a->from);
	assert_int_equal(b->to - b->from, 100);
	assert_int_equal(c->from, b->to);
	assert_true(slice(two, "d")->from > a->from);
	assert_true(slice(one, "e")->from > a->to);
	assert_true(slice(one, "e")->from > slice(two, "d")->from);
	free_trace(t);
}

/* A text that says when its lines were written. */
static void time_is_what_the_text_says(void **state)
{
	struct trace *t = read_text("  500.000100 |   0)               |  send() {\n"
				    "  500.000104 |   0)   2.000 us    |    copy();\n"
				    "  500.000110 |   1)   5.000 us    |  other();\n"
				    "  500.000190 |   0)   3.000 us    |    queue();\n"
				    "  500.000200 |   0) ! 100.000 us  |  }\n");
	const struct track *cpu = named(t, "CPU 0");
	const struct slice *send = slice(cpu, "send");

	(void)state;
	assert_int_equal(send->to - send->from, 100000);
	assert_int_equal(slice(cpu, "copy")->from - send->from, 4000);
	assert_int_equal(slice(cpu, "queue")->from - send->from, 90000);
	assert_int_equal(slice(named(t, "CPU 1"), "other")->from - send->from, 10000);
	free_trace(t);
}

/* An interrupt before the call's line was written: it is in the call, which begins no later. */
static void what_comes_before_its_caller(void **state)
{
	struct trace *t = read_text(" 0)               |  a() {\n"
				    " 0)   1.000 us    |      do_IRQ();\n"
				    " 0)               |    b() {\n"
				    " 0)   2.000 us    |      c();\n"
				    " 0)   5.000 us    |    }\n"
				    " 0) + 10.000 us   |  }\n");
	const struct track *cpu = named(t, "CPU 0");
	const struct slice *a = slice(cpu, "a"), *b = slice(cpu, "b"), *irq = slice(cpu, "do_IRQ");

	(void)state;
	assert_true(a->from <= b->from && b->from < irq->from && irq->to <= b->to);
	assert_true(slice(cpu, "c")->from >= irq->to && slice(cpu, "c")->to <= b->to);
	assert_int_equal(b->to - b->from, 5000);
	assert_int_equal(a->to - a->from, 10000);
	free_trace(t);
}

static void arguments_and_what_was_returned(void **state)
{
	json_t *doc, *list;

	(void)state;
	doc = unit_exported_json(&fb_export_chrome,
				 FB_TOP "/tests/fixtures/dialects/quoted-printable.txt", NULL);
	list = json_object_get(doc, "traceEvents");
	assert_string_equal(json_string_value(json_object_get(
				    json_object_get(json_array_get(list, 2), "args"), "arguments")),
			    "sem=0x10");
	json_decref(doc);
	doc = unit_exported_json(&fb_export_chrome,
				 FB_TOP "/tests/fixtures/dialects/trace-cmd-report-flags.txt",
				 NULL);
	list = json_object_get(doc, "traceEvents");
	assert_string_equal(json_string_value(json_object_get(
				    json_object_get(json_array_get(list, 3), "args"), "returned")),
			    "0");
	assert_string_equal(json_string_value(json_object_get(
				    json_object_get(json_array_get(list, 4), "args"), "returned")),
			    "-11");
	json_decref(doc);
}

static void other_packets(void **state)
{
	struct trace *t = read_text(" 0)               |  a() {\n"
				    "# cut: 4 lines of other packets, 0.300 us\n"
				    " 0)   0.100 us    |    b();\n"
				    " 0)   1.000 us    |  }\n");
	const struct track *cpu = named(t, "CPU 0");
	const struct slice *cut = slice(cpu, "==other-packets==");

	(void)state;
	assert_int_equal(cut->to - cut->from, 300);
	assert_int_equal(slice(cpu, "b")->from, cut->to);
	assert_int_equal(slice(cpu, "a")->to - slice(cpu, "a")->from, 1000);
	free_trace(t);
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

static void cut_and_shared(void **state)
{
	struct trace *t = read_text(" 0)   0.100 us    |    b();\n"
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
				    " 3)               |  g() {\n");
	const struct track *cpu = named(t, "CPU 0");
	unsigned int i, k, ones = 0, twos = 0, heads = 0;

	(void)state;
	for (i = 0; i < cpu->nr; i++) {
		ones += !strcmp(cpu->slice[i].name, "one");
		twos += !strcmp(cpu->slice[i].name, "two");
		if (strcmp(cpu->slice[i].name, "?"))
			continue;
		heads++;
		/* Each slice begins before the slices within it, so a reader need not guess which is the outer one. */
		for (k = 0; k < cpu->nr; k++)
			assert_true(k == i || cpu->slice[k].from != cpu->slice[i].from);
	}
	/* A call during which its task slept is two slices. */
	assert_int_equal(ones, 2);
	assert_int_equal(twos, 1);
	assert_int_equal(heads, 4);
	assert_int_equal(t->instants, 2);
	slice(cpu, "interrupt");
	assert_int_equal(named(t, "CPU 3")->nr, 1);
	free_trace(t);
}

/* An event before a phase that is written within it must not make the phase end before it begins. */
static void phases_without_time(void **state)
{
	struct trace *t = read_text("### Packet 1 ### one ###\n"
				    " 0)   1.000 us    |  a();\n"
				    "### Packet 2 ### no beginning ###\n"
				    " 0)   1.000 us    |  }\n"
				    "### Packet 3 ### a task ###\n"
				    " 0)  t-1    =>   t-2\n"
				    "### Packet 4 ### four ###\n"
				    " 0)   1.000 us    |  b();\n");
	const struct track *phases = named(t, "phases");
	const struct slice *p2 = slice(phases, "p2"), *p3 = slice(phases, "p3");

	(void)state;
	assert_int_equal(phases->nr, 4);
	/* It is known how long a call without a beginning took. */
	assert_true(p2->to >= p2->from + 1000);
	assert_int_equal(p3->to, p3->from);
	assert_true(slice(phases, "p4")->from >= p3->to);
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

static void hostile_names(void **state)
{
	struct trace *t = read_text(
		" 0)   1.000 us    |  a();\n"
		" 0)               |  /* \"},{\"ph\":\"B\" \\ \x01\x1b \xff \xed\xa0\x80 */\n"
		" 0)               |  /* </script> */\n");

	(void)state;
	assert_int_equal(t->instants, 2);
	free_trace(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run),
		cmocka_unit_test(one_phase),
		cmocka_unit_test(time_is_laid_out),
		cmocka_unit_test(other_packets),
		cmocka_unit_test(longer_than_traced),
		cmocka_unit_test(cut_and_shared),
		cmocka_unit_test(phases_without_time),
		cmocka_unit_test(packets_again),
		cmocka_unit_test(hostile_names),
		cmocka_unit_test(time_is_what_the_text_says),
		cmocka_unit_test(what_comes_before_its_caller),
		cmocka_unit_test(arguments_and_what_was_returned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
