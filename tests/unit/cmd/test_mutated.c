// SPDX-License-Identifier: GPL-2.0
/*
 * Documents that were changed. Each value of each document that flowbench writes and reads back
 * is replaced by one of
 * another type, by one out of its range, and left out. Claim: the command that reads it ends with
 * another status than
 * before, or prints the same.
 */
#include "unit_cmd.h"

#include "unit_bench.h"
#include "unit_results.h"

/*
 * Of a row so many elements are changed: its first ones. Of a list of objects, the first one is
 * like the others.
 */
#define ELEMENTS 3

/* Bytes of a name of a value. */
#define PLACE 256

enum mutation {
	NOTHING,
	TEXT,
	MINUS,
	HUGE_REAL,
	HUGE_INTEGER,
	LIST,
	OBJECT,
	REMOVED,
	MUTATIONS,
};

static const char *const names[] = {
	[NOTHING] = "null",	   [TEXT] = "\"text\"", [MINUS] = "-1",	 [HUGE_REAL] = "1e300",
	[HUGE_INTEGER] = "2^63-1", [LIST] = "[]",	[OBJECT] = "{}", [REMOVED] = "removed",
};

static json_t *value_of(enum mutation m)
{
	switch (m) {
	case TEXT:
		return json_string("text");
	case MINUS:
		return json_integer(-1);
	case HUGE_REAL:
		return json_real(1e300);
	case HUGE_INTEGER:
		return json_integer(INT64_MAX);
	case LIST:
		return json_array();
	case OBJECT:
		return json_object();
	default:
		return json_null();
	}
}

/*
 * What may be so: members that earlier versions did not write, or that are written only where
 * there is something to say;
 * and numbers of either sign that follow from no other number of the document.
 */
static const struct {
	const char *key;
	enum mutation m;
} fair[] = {
	{ "clock", REMOVED },	   { "compiler", REMOVED },
	{ "fidelity", REMOVED },   { "documented", REMOVED },
	{ "total", REMOVED },	   { "why", REMOVED },
	{ "differs", REMOVED },	   { "own_by", REMOVED },
	{ "ratio", REMOVED },	   { "later", REMOVED },
	{ "rounds", REMOVED },	   { "memory", REMOVED },
	{ "segments", REMOVED },   { "serial", REMOVED },
	{ "allocs", REMOVED },	   { "dev_rx", REMOVED },
	{ "sink_tx", REMOVED },	   { "calls", REMOVED },
	{ "esp", REMOVED },	   { "traceable", REMOVED },
	{ "code", REMOVED },	   { "state_only", REMOVED },
	{ "fast_share", REMOVED }, { "lines", REMOVED },
	{ "fast_share", NOTHING }, { "packets", NOTHING },
	{ "sampled", NOTHING },	   { "packets_per_second", NOTHING },
	{ "replaces", NOTHING },   { "module", NOTHING },
	{ "delta", MINUS },	   { "min", MINUS },
	{ "expect", LIST },	   { "claims", LIST },
	{ "notes", LIST },	   { "incidental_matched", REMOVED },
};

static bool is_fair(const char *key, enum mutation m)
{
	size_t i;

	for (i = 0; key && i < sizeof(fair) / sizeof(fair[0]); i++)
		if (fair[i].m == m && !strcmp(fair[i].key, key))
			return true;
	return false;
}

/* A document, and the command that reads it: "@" stands for its file. */
struct reader {
	const struct fb_command *cmd;
	const char *words[8];
	json_t *doc;
	char file[FB_PATH_MAX];
	char *said;
	unsigned int tried;
	unsigned int refused;
	unsigned int bad;
};

static int read_it(struct reader *r)
{
	char *argv[9];
	size_t i;

	for (i = 0; r->words[i]; i++)
		argv[i] = strcmp(r->words[i], "@") ? (char *)r->words[i] : r->file;
	argv[i] = NULL;
	assert_int_equal(json_dump_file(r->doc, r->file, 0), 0);
	return unit_command(r->cmd, argv);
}

static void try_one(struct reader *r, const char *place, const char *key, const json_t *was,
		    enum mutation m)
{
	int status = read_it(r);

	r->tried++;
	r->refused += status == 2;
	if (status || !strcmp(unit_out, r->said) || is_fair(key, m))
		return;
	/* A text in place of a text: another name. */
	if (m == TEXT && json_is_string(was))
		return;
	/* A machine has the keys that it has. */
	if (m == REMOVED && strstr(place, ".fingerprint."))
		return;
	r->bad++;
	print_error("%s %s: %s by %s: status 0 and another output\n", r->words[0],
		    r->words[2] ? r->words[2] : "", place, names[m]);
}

static void mutate(struct reader *r, json_t *js, const char *place);

static void mutate_member(struct reader *r, json_t *js, const char *place, const char *key)
{
	json_t *was = json_incref(json_object_get(js, key));
	char below[PLACE];
	int m;

	snprintf(below, sizeof(below), "%.180s.%.60s", place, key);
	for (m = 0; m < MUTATIONS; m++) {
		if (m == REMOVED)
			json_object_del(js, key);
		else
			json_object_set_new(js, key, value_of((enum mutation)m));
		try_one(r, below, key, was, (enum mutation)m);
	}
	json_object_set(js, key, was);
	mutate(r, was, below);
	json_decref(was);
}

static void mutate_element(struct reader *r, json_t *js, const char *place, size_t i)
{
	json_t *was = json_incref(json_array_get(js, i));
	char below[PLACE];
	int m;

	snprintf(below, sizeof(below), "%.200s[%zu]", place, i);
	for (m = 0; m < REMOVED; m++) {
		json_array_set_new(js, i, value_of((enum mutation)m));
		try_one(r, below, NULL, was, (enum mutation)m);
	}
	json_array_set(js, i, was);
	mutate(r, was, below);
	json_decref(was);
}

static void mutate(struct reader *r, json_t *js, const char *place)
{
	json_t *keys = json_array(), *key;
	const char *name;
	json_t *value;
	size_t i;

	/* The object changes while its members are tried. */
	json_object_foreach(js, name, value) json_array_append_new(keys, json_string(name));
	json_array_foreach(keys, i, key) mutate_member(r, js, place, json_string_value(key));
	json_decref(keys);
	for (i = 0;
	     i < json_array_size(js) && i < (json_is_object(json_array_get(js, 0)) ? 1 : ELEMENTS);
	     i++)
		mutate_element(r, js, place, i);
}

static void holds(struct reader *r)
{
	int status = read_it(r);

	if (status)
		fail_msg("%s ends with %d: %s", r->file, status, unit_err);
	r->said = strdup(unit_out);
	assert_non_null(r->said);
	mutate(r, r->doc, "");
	free(r->said);
	json_decref(r->doc);
	if (r->bad)
		fail_msg("%u of %u changes were not noticed", r->bad, r->tried);
	/* Types alone are most of what was tried. */
	assert_true(r->tried > 50 && r->refused > r->tried / 2);
}

/*
 * @words: of a command, "@" for the file NAME in the folder, which is a copy of the document
 * @from.
 */
static void claim(const char *dir, const struct fb_command *cmd, const char *from, const char *name,
		  const char *const words[8])
{
	struct reader r = { .cmd = cmd, .doc = json_load_file(from, 0, NULL) };

	if (!r.doc)
		fail_msg("%s cannot be read", from);
	memcpy(r.words, words, sizeof(r.words));
	unit_put(dir, name, "");
	assert_int_equal(fb_join(r.file, dir, name), 0);
	holds(&r);
}

#define CLAIM(dir, cmd, from, name, ...) \
	claim(dir, &(cmd), from, name, (const char *const[8]){ __VA_ARGS__, NULL })

static void prices(void **state)
{
	CLAIM(*state, fb_cmd_bench, FIXTURES "/bench.json", "b.json", "bench", "@");
	CLAIM(*state, fb_cmd_bench, FIXTURES "/profile/bench.json", "c.json", "bench", "@");
}

static void results_of_checks(void **state)
{
	CLAIM(*state, fb_cmd_export, FIXTURES "/validate.json", "validate.json", "export", "-f",
	      "kcidb", "@");
}

static void results_of_runs(void **state)
{
	CLAIM(*state, fb_cmd_export, FIXTURES "/run/results.json", "results.json", "export", "-f",
	      "kcidb", "@");
}

static void profiles(void **state)
{
	char json[FB_PATH_MAX];

	assert_int_equal(fb_join(json, *state, "written.json"), 0);
	unit_ends(0, fb_cmd_profile, "profile", "--json", json, FIXTURES "/profile");
	CLAIM(*state, fb_cmd_export, json, "profile.json", "export", "-f", "folded", "--path",
	      "conntrack", "@");
}

static char *put_bench(const char *dir, const char *name, unsigned int seed, double gross)
{
	struct unit_bench_point pt = { .path = "flowtable",
				       .error = "null",
				       .packets = 100,
				       .rounds = 2,
				       .gross = gross,
				       .own = 500,
				       .hook = 104 };
	char *text, *path;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	fputs("{\"schema\": \"flowbench.bench/2\", \"mode\": \"insn\", ", f);
	unit_bench_settings(f, 2, 100);
	fprintf(f, "\"fingerprint\": {\"kernel\": \"6.12\", \"seed\": \"%u\", \"prices\": \"2\"}, ",
		seed);
	unit_bench_hooks(f, 104, 2, 100);
	fputs("\"points\": [", f);
	unit_bench_point(f, &pt);
	fputs("]}", f);
	fclose(f);
	path = unit_put(dir, name, text);
	free(text);
	return path;
}

/* Five boots a side, of which one is changed. */
static void comparisons(void **state)
{
	char name[64], a[FB_PATH_MAX], b[FB_PATH_MAX], *text, *from;
	unsigned int i;

	for (i = 1; i <= 5; i++) {
		snprintf(name, sizeof(name), "a/%u/bench.json", i);
		put_bench(*state, name, i, 1000);
		snprintf(name, sizeof(name), "b/%u/bench.json", i);
		put_bench(*state, name, i, 1000);
	}
	assert_int_equal(fb_join(a, *state, "a"), 0);
	assert_int_equal(fb_join(b, *state, "b"), 0);
	from = put_bench(*state, "like.json", 1, 1000);
	CLAIM(*state, fb_cmd_compare, from, "a/1/bench.json", "compare", a, b);
	put_bench(*state, "a/1/bench.json", 1, 1000);
	unit_ends(0, fb_cmd_compare, "compare", "--json", a, b);
	text = strdup(unit_out);
	from = unit_put(*state, "written.json", text);
	free(text);
	CLAIM(*state, fb_cmd_export, from, "compare.json", "export", "-f", "csv", "@");
}

static void histories(void **state)
{
	static const char validate[] = UNIT_VALIDATE(
		"6.12",
		UNIT_CHECK("a", "passed", "1", "true") ", " UNIT_CHECK("b", "known", "0", "false"));
	char dir[FB_PATH_MAX], json[FB_PATH_MAX], *from;

	put_bench(*state, "h/6.1/prices/1/bench.json", 1, 1000);
	put_bench(*state, "h/6.12/prices/1/bench.json", 1, 1000);
	unit_put(*state, "h/6.1/checks/validate.json", validate);
	unit_put(*state, "h/6.12/checks/validate.json", validate);
	assert_int_equal(fb_join(dir, *state, "h"), 0);
	assert_int_equal(fb_join(json, *state, "written.json"), 0);
	unit_ends(0, fb_cmd_history, "history", "--json", json, dir);
	CLAIM(*state, fb_cmd_export, json, "history.json", "export", "-f", "csv", "@");
	CLAIM(*state, fb_cmd_export, json, "history.json", "export", "-f", "kcidb", "@");
	from = put_bench(*state, "like.json", 1, 1000);
	CLAIM(*state, fb_cmd_history, from, "h/6.1/prices/1/bench.json", "history", "--between",
	      "6.1", "6.12", dir);
	put_bench(*state, "h/6.1/prices/1/bench.json", 1, 1000);
	from = unit_put(*state, "like.json", validate);
	CLAIM(*state, fb_cmd_history, from, "h/6.1/checks/validate.json", "history", "--between",
	      "6.1", "6.12", dir);
}

static void reasons(void **state)
{
	static const char why[] =
		"{\"schema\": \"flowbench.why/1\", \"seconds\": 1.5, \"state_only\": false, \"connections\": "
		"{\"tracked\": 2, \"offloaded\": 1}, \"packets\": {\"fast\": 3, \"slow\": 1, \"local\": 0, "
		"\"not_taken\": 1, \"sampled\": 1, \"missed\": 0, \"scale\": 1.0, \"fast_share\": 0.75}, "
		"\"reasons\": [{\"reason\": \"ttl\", \"packets\": 1, \"sampled\": 1, \"packets_per_second\": 0.5, "
		"\"connections\": 1, \"detail\": \"\", \"what\": \"w\", \"advice\": \"a\", \"proto\": \"udp\", "
		"\"example\": \"e\"}]}";
	char *from = unit_put(*state, "like.json", why);

	CLAIM(*state, fb_cmd_export, from, "why.json", "export", "-f", "json", "@");
}

/* Changes the first point of a bench.json, and wants it refused by all that read it. */
static void refused(const char *dir, void (*change)(json_t *point), const char *said)
{
	json_t *doc = json_load_file(FIXTURES "/profile/bench.json", 0, NULL);
	char *path = unit_put(dir, "bench.json", "");

	assert_non_null(doc);
	change(json_array_get(json_object_get(doc, "points"), 0));
	assert_int_equal(json_dump_file(doc, path, 0), 0);
	json_decref(doc);
	unit_refuses(2, said, fb_cmd_bench, "bench", path);
	unit_refuses(2, said, fb_cmd_compare, "compare", path, FIXTURES "/profile/bench.json");
	unit_refuses(2, said, fb_cmd_export, "export", "-f", "kcidb", path);
}

static json_t *first_proof(json_t *point)
{
	return json_array_get(json_object_get(point, "proofs"), 0);
}

static void does_not_hold(json_t *point)
{
	json_object_set_new(first_proof(point), "counted", json_integer(1));
	json_object_set_new(first_proof(point), "holds", json_string("no"));
}

static void holds_by_word_only(json_t *point)
{
	json_object_set_new(first_proof(point), "counted", json_integer(1));
}

static void counted_in_another_round(json_t *point)
{
	json_object_set_new(first_proof(point), "counted", json_integer(7));
	json_object_set_new(first_proof(point), "wanted", json_integer(7));
}

static void without_proofs(json_t *point)
{
	json_array_clear(json_object_get(point, "proofs"));
}

static void with_one_proof(json_t *point)
{
	while (json_array_size(json_object_get(point, "proofs")) > 1)
		json_array_remove(json_object_get(point, "proofs"), 1);
}

static void another_net_price(json_t *point)
{
	json_object_set_new(point, "net", json_real(1));
}

static void a_packet_is_lost(json_t *point)
{
	json_t *gross = json_object_get(json_object_get(point, "rounds"), "gross");

	json_object_set_new(json_array_get(gross, 0), "arrived", json_integer(1));
}

static void proofs_and_sums(void **state)
{
	refused(*state, does_not_hold, "points[0].proofs[0]: not proved: 'hook ip_forward = all'");
	refused(*state, holds_by_word_only,
		"points[0].proofs[0].holds: expected what 1 counted of 2");
	refused(*state, counted_in_another_round, "points[0].proofs[0]: expected as many as");
	refused(*state, without_proofs, "points[0].proofs: expected proofs of two kinds");
	refused(*state, with_one_proof, "points[0].proofs: expected proofs of two kinds");
	refused(*state, another_net_price,
		"points[0].net: expected gross less own, 3462.5, found 1");
	refused(*state, a_packet_is_lost, "points[0].rounds.gross[0]: ");
}

/* Puts the first element of @list behind the others, and wants that refused. */
static void twice(const char *dir, const char *from, const char *list, const char *said)
{
	json_t *doc = json_load_file(from, 0, NULL), *elements;
	char *path = unit_put(dir, "twice.json", "");

	if (!doc)
		fail_msg("%s cannot be read", from);
	elements = json_object_get(doc, list);
	assert_int_equal(json_array_append(elements, json_array_get(elements, 0)), 0);
	assert_int_equal(json_dump_file(doc, path, 0), 0);
	json_decref(doc);
	unit_refuses(2, said, fb_cmd_export, "export", "-f", "kcidb", path);
}

/* Which of two prices of one path is the price? */
static void one_thing_twice(void **state)
{
	char *from, path[FB_PATH_MAX];

	twice(*state, FIXTURES "/profile/bench.json", "points",
	      "]: expected path size segments flows batch cpus only once, found [\"conntrack\",60,");
	twice(*state, FIXTURES "/validate.json", "checks", "]: expected name only once, found [\"");
	twice(*state, FIXTURES "/run/results.json", "phases",
	      "phases[2]: expected name only once, found [\"p5a\"] again");
	put_bench(*state, "h/6.1/prices/1/bench.json", 1, 1000);
	assert_int_equal(fb_join(path, *state, "written.json"), 0);
	from = strdup(path);
	assert_int_equal(fb_join(path, *state, "h"), 0);
	unit_ends(0, fb_cmd_history, "history", "--json", from, path);
	twice(*state, from, "releases", "releases[1]: expected name only once, found [\"6.1\"]");
	free(from);
	/* One document, given twice, has each price twice. */
	unit_refuses(2, "the documents together: points[1]: expected path size ", fb_cmd_bench,
		     "bench", FIXTURES "/profile/bench.json", FIXTURES "/profile/bench.json");
	unit_refuses(2, "the documents together: points[2]: expected path size ", fb_cmd_profile,
		     "profile", FIXTURES "/profile", FIXTURES "/profile/");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(prices),		 UNIT_IN_FOLDER(results_of_checks),
		UNIT_IN_FOLDER(results_of_runs), UNIT_IN_FOLDER(profiles),
		UNIT_IN_FOLDER(comparisons),	 UNIT_IN_FOLDER(histories),
		UNIT_IN_FOLDER(reasons),	 UNIT_IN_FOLDER(proofs_and_sums),
		UNIT_IN_FOLDER(one_thing_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
