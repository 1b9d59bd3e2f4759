// SPDX-License-Identifier: GPL-2.0
/*
 * Sections, symbols, callers and sums. tests/fixtures/profile is a run of 6.12 with two packets a
 * round. Its symbols are reduced to those that the run needs.
 */
#include "unit.h"

#include <errno.h>
#include <math.h>

#include "profile/profile.h"
#include "file/paths.h"

#define FIXTURE FB_TOP "/tests/fixtures/profile/"

static struct fb_error error;

static char *text_of(const char *path, size_t *len)
{
	char *text;

	if (fb_read_file(path, 1 << 24, &text, len))
		fail_msg("%s cannot be read", path);
	return text;
}

/* --- sections ----------------------------------------------------------------------------------*/

static struct fb_section_rules rules_of(const char *text)
{
	struct fb_section_rules rules;

	if (fb_sections_parse(text, strlen(text), "sections", &rules, &error))
		fail_msg("%s", error.text);
	return rules;
}

static unsigned int section(const struct fb_section_rules *rules, const char *name,
			    const char *module)
{
	struct fb_function fn = { name, module };

	return fb_sections_of(rules, &fn);
}

static void the_first_line_that_fits_holds(void **state)
{
	struct fb_section_rules rules = rules_of("# comment\n\n"
						 "esp_input_tail\tother # not ESP\r\n"
						 "esp_*\tesp\n"
						 "*_a*b_c\tnft\n"
						 "[nf_conntrack] conntrack\n"
						 "[nft_*] nft");

	(void)state;
	assert_int_equal(rules.nr, 5);
	assert_int_equal(section(&rules, "esp_output", NULL), FB_SEC_ESP);
	assert_int_equal(section(&rules, "esp_input_tail", NULL), FB_SEC_OTHER);
	assert_int_equal(section(&rules, "esp_input_tails", "esp4"), FB_SEC_ESP);
	assert_int_equal(section(&rules, "x_aab_a_b_bc", NULL), FB_SEC_NONE);
	assert_int_equal(section(&rules, "x_aab_a_bb_c", NULL), FB_SEC_NFT);
	assert_int_equal(section(&rules, "x_ab_c", NULL), FB_SEC_NFT);
	assert_int_equal(section(&rules, "anything", "nf_conntrack"), FB_SEC_CONNTRACK);
	assert_int_equal(section(&rules, "anything", "nft_ct"), FB_SEC_NFT);
	assert_int_equal(section(&rules, "nf_conntrack", NULL), FB_SEC_NONE);
	assert_int_equal(section(&rules, "esp", NULL), FB_SEC_NONE);
	assert_int_equal(section(&rules, "", NULL), FB_SEC_NONE);
	fb_sections_free(&rules);
}

static void a_wrong_line_is_named(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} wrong[] = {
		{ "a esp\n\nesp_output espp\n", "sections:3: 'espp': expected a section" },
		{ "a\n", "sections:1: not \"PATTERN SECTION\"" },
		{ "a esp nft\n", "sections:1: not \"PATTERN SECTION\"" },
		{ "a-b esp\n", "sections:1: 'a-b' is neither a function's name nor a [module]" },
		{ "[esp\n", "sections:1: not \"PATTERN SECTION\"" },
		{ "[] esp\n", "sections:1: '[]' is neither a function's name nor a [module]" },
		{ "[a] esp\nb nft\n[a] nft\n", "sections:3: 'a' has a section since line 1" },
	};
	struct fb_section_rules rules;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		int ret = fb_sections_parse(wrong[i].text, strlen(wrong[i].text), "sections",
					    &rules, &error);

		if (ret != -EINVAL || strcmp(error.text, wrong[i].says))
			fail_msg("%s: %d, '%s'", wrong[i].text, ret, error.text);
	}
	assert_int_equal(fb_sections_parse("a\0b esp", 7, "sections", &rules, &error), -EINVAL);
}

static void the_shipped_file_is_right(void **state)
{
	struct fb_section_rules rules;
	size_t len;
	char *text = text_of(FB_TOP "/userspace/data/sections", &len);

	(void)state;
	if (fb_sections_parse(text, len, "sections", &rules, &error))
		fail_msg("%s", error.text);
	assert_int_equal(section(&rules, "nf_flow_offload_ip_hook", "nf_flow_table"),
			 FB_SEC_FLOWTABLE);
	assert_int_equal(section(&rules, "fb_generator_round", "flowbench"), FB_SEC_GENERATOR);
	assert_int_equal(section(&rules, "kfree", NULL), FB_SEC_NONE);
	fb_sections_free(&rules);
	free(text);
}

/* --- symbols -----------------------------------------------------------------------------------*/

static const char some_symbols[] = "ffffffff81000000 T caller\n"
				   "ffffffff81000100 t __pfx_callee\n"
				   "ffffffff81000110 t $x\n"
				   "ffffffff81000110 T callee\n"
				   "ffffffff81000200 t callee.cold\n"
				   "ffffffff81000300 T tail\n"
				   "ffffffff81000400 T __softirqentry_text_end\n"
				   "ffffffff81000400 t __pi___x86_indirect_thunk_rax\n"
				   "ffffffff81000400 t __x86_indirect_thunk_rax\n"
				   "ffffffff81000500 T asm_sysvec_apic_timer_interrupt\n"
				   "ffffffff81000600 D data\n"
				   "ffffffff81000700 T __memcpy\n"
				   "ffffffff81000700 W memcpy\n"
				   "ffffffffc0000000 t callee\t[module]\n";

static struct fb_symbols symbols(void)
{
	struct fb_symbols syms;

	if (fb_symbols_parse(some_symbols, strlen(some_symbols), &syms, &error))
		fail_msg("%s", error.text);
	return syms;
}

static const char *name_at(struct fb_symbols *syms, uint64_t addr)
{
	uint64_t offset;
	int fn = fb_symbols_find(syms, addr, &offset);

	assert_true(fn >= 0);
	return syms->function[fn].name;
}

static void an_address_lies_in_a_function(void **state)
{
	struct fb_symbols syms = symbols();
	uint64_t offset;
	int fn;

	(void)state;
	assert_string_equal(name_at(&syms, 0xffffffff81000000), "caller");
	assert_string_equal(name_at(&syms, 0xffffffff8100010f), "caller");
	assert_string_equal(name_at(&syms, 0xffffffff81000405), "__x86_indirect_thunk_rax");
	assert_string_equal(name_at(&syms, 0xffffffff81000705), "memcpy");
	assert_string_equal(name_at(&syms, 0x401000), "[user space]");
	assert_string_equal(name_at(&syms, 0xffff888000000000), "[unknown]");
	fn = fb_symbols_find(&syms, 0xffffffff81000112, &offset);
	assert_int_equal(offset, 2);
	assert_int_equal(fb_symbols_find(&syms, 0xffffffff81000204, &offset), fn);
	assert_null(syms.function[fn].module);
	fn = fb_symbols_find(&syms, 0xffffffffc0000000, &offset);
	assert_string_equal(syms.function[fn].name, "callee");
	assert_string_equal(syms.function[fn].module, "module");
	fb_symbols_free(&syms);
}

static void symbols_that_are_none_are_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"\n",
		"ffffffff81000000\n",
		"ffffffff81000000 T\n",
		"ffffffff81000000 T \n",
		"zffffffff81000000 T a\n",
		"fffffffff81000000000000 T a\n",
		"ffffffff81000000 T a b\n",
		"ffffffff81000000 T a\t[b\n",
		"ffffffff81000000 D only_data\n",
		"0000000000000000 T hidden\n",
	};
	struct fb_symbols syms;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (fb_symbols_parse(wrong[i], strlen(wrong[i]), &syms, &error) != -EINVAL)
			fail_msg("'%s' is taken", wrong[i]);
	assert_non_null(strstr(error.text, "hidden"));
}

/* --- calls -------------------------------------------------------------------------------------*/

#define AT(where) (0xffffffff81000000ULL + (where))

enum {
	CLOCK = 1,
	CALL,
	IN_CALLEE,
	RETURN,
	JUMP_TO_TAIL,
	TAIL_RETURN,
	AFTER,
	INTERRUPT,
	IRET,
	CALL_BY_THUNK,
	THUNK,
	THUNK_RETURN,
	COLD,
	ELSEWHERE,
	INTO_STRING,
	AGAIN,
};

/* caller calls callee, directly or by a retpoline; the retpoline may jump to tail */
static const struct fb_rec_block block[] = {
	[CLOCK - 1] = { AT(0x00), AT(0x10), 0, 3, FB_REC_NEXT },
	[CALL - 1] = { AT(0x10), AT(0x20), AT(0x110), 10, FB_REC_CALL },
	[IN_CALLEE - 1] = { AT(0x110), AT(0x120), AT(0x200), 20, FB_REC_BRANCH },
	[RETURN - 1] = { AT(0x120), AT(0x130), 0, 5, FB_REC_RETURN },
	[JUMP_TO_TAIL - 1] = { AT(0x120), AT(0x128), AT(0x300), 2, FB_REC_JUMP },
	[TAIL_RETURN - 1] = { AT(0x300), AT(0x310), 0, 7, FB_REC_RETURN },
	[AFTER - 1] = { AT(0x20), AT(0x30), 0, 1, FB_REC_NEXT },
	[INTERRUPT - 1] = { AT(0x500), AT(0x510), 0, 100, FB_REC_NEXT },
	[IRET - 1] = { AT(0x510), AT(0x512), 0, 1, FB_REC_IRET },
	[CALL_BY_THUNK - 1] = { AT(0x10), AT(0x20), AT(0x400), 10, FB_REC_CALL },
	[THUNK - 1] = { AT(0x400), AT(0x405), AT(0x40a), 1, FB_REC_CALL },
	[THUNK_RETURN - 1] = { AT(0x40a), AT(0x40f), 0, 2, FB_REC_RETURN },
	[COLD - 1] = { AT(0x200), AT(0x208), AT(0x120), 4, FB_REC_JUMP },
	[ELSEWHERE - 1] = { AT(0x712), AT(0x720), 0, 9, FB_REC_RETURN },
	[INTO_STRING - 1] = { AT(0x10), AT(0x20), 0, 6, FB_REC_NEXT },
	[AGAIN - 1] = { AT(0x1e), AT(0x20), 0, 0, FB_REC_AGAIN },
};

#define BLOCKS ((uint32_t)(sizeof(block) / sizeof(block[0])))

/* Writes the tree as text, "caller 11 (callee 25)"; inner calls stand in the order of their time. */
static void write_call(const struct fb_calls *calls, const struct fb_symbols *syms, uint32_t i,
		       char *out, size_t room)
{
	uint32_t child = calls->call[i].child, last = FB_BLOCK_NONE, at;

	if (i)
		snprintf(out + strlen(out), room - strlen(out), "%s %d",
			 syms->function[calls->call[i].function].name, (int)calls->call[i].insns);
	while (child != last) {
		for (at = child; calls->call[at].sibling != last; at = calls->call[at].sibling)
			;
		snprintf(out + strlen(out), room - strlen(out), i ? " (" : "");
		write_call(calls, syms, at, out, room);
		snprintf(out + strlen(out), room - strlen(out), i ? ")" : "");
		last = at;
	}
}

/* In a table of sequences, stands for the 0 that begins a window; a 0 ends the row. */
#define WINDOW UINT32_MAX

static void calls_of_a_sequence(void **state)
{
	static const struct {
		const char *what, *tree;
		uint64_t lost;
		uint64_t repeats;
		uint32_t seq[16];
	} rows[] = {
		{ "a call and its return",
		  "caller 11 (callee 25)",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, RETURN, AFTER } },
		{ "the same again in a second window",
		  "caller 22 (callee 50)",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, RETURN, AFTER, WINDOW, CLOCK, CALL, IN_CALLEE,
		    RETURN, AFTER } },
		{ "a cold part of a function belongs to the function",
		  "caller 11 (callee 29)",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, COLD, RETURN, AFTER } },
		{ "a tail call is a call",
		  "caller 11 (callee 22 (tail 7))",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, JUMP_TO_TAIL, TAIL_RETURN, AFTER } },
		{ "a retpoline is left out",
		  "caller 11 (__x86_indirect_thunk_rax 3) (callee 25)",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL_BY_THUNK, THUNK, THUNK_RETURN, IN_CALLEE, RETURN, AFTER } },
		{ "an interrupt between a call and its target is a call",
		  "caller 11 (asm_sysvec_apic_timer_interrupt 101) (callee 25)",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, INTERRUPT, IRET, IN_CALLEE, RETURN, AFTER } },
		{ "an interrupt before the target of a return is a call",
		  "caller 11 (callee 25 (asm_sysvec_apic_timer_interrupt 101))",
		  0,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, RETURN, INTERRUPT, IRET, AFTER } },
		{ "repeats are no instructions",
		  "caller 7",
		  0,
		  3,
		  { WINDOW, CLOCK, INTO_STRING, AGAIN, AGAIN, AGAIN, AFTER } },
		{ "an interrupt between two turns is a call, and what follows a repeat",
		  "caller 7 (asm_sysvec_apic_timer_interrupt 101)",
		  0,
		  2,
		  { WINDOW, CLOCK, INTO_STRING, AGAIN, INTERRUPT, IRET, AGAIN, AFTER } },
		{ "another task is not followed",
		  "caller 11 (callee 25 (memcpy 9))",
		  9,
		  0,
		  { WINDOW, CLOCK, CALL, IN_CALLEE, RETURN, ELSEWHERE, AFTER } },
	};
	struct fb_symbols syms = symbols();
	struct fb_calls calls;
	uint32_t seq[16], nr;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[400] = "";

		for (nr = 0; rows[i].seq[nr]; nr++)
			seq[nr] = rows[i].seq[nr] == WINDOW ? 0 : rows[i].seq[nr];
		if (fb_blockwalk(block, BLOCKS, seq, nr, &syms, &calls, &error))
			fail_msg("%s: %s", rows[i].what, error.text);
		write_call(&calls, &syms, 0, text, sizeof(text));
		if (strcmp(text, rows[i].tree) || calls.lost != rows[i].lost ||
		    calls.repeats != rows[i].repeats)
			fail_msg("%s: '%s', %d lost, %d repeats", rows[i].what, text,
				 (int)calls.lost, (int)calls.repeats);
		fb_calls_free(&calls);
	}
	fb_symbols_free(&syms);
}

static void a_sequence_that_is_none_is_refused(void **state)
{
	static const uint32_t outside[] = { 0, CLOCK, BLOCKS + 1 }, no_window[] = { CALL },
			      cut[] = { 0, CLOCK, CALL, 0 }, two[] = { 0, 0, CALL };
	struct fb_rec_block bad[BLOCKS];
	struct fb_symbols syms = symbols();
	struct fb_calls calls;

	(void)state;
	assert_int_equal(fb_blockwalk(block, BLOCKS, outside, 3, &syms, &calls, &error), -EINVAL);
	assert_int_equal(fb_blockwalk(block, BLOCKS, no_window, 1, &syms, &calls, &error), -EINVAL);
	assert_int_equal(fb_blockwalk(block, BLOCKS, cut, 4, &syms, &calls, &error), -EINVAL);
	assert_int_equal(fb_blockwalk(block, BLOCKS, two, 3, &syms, &calls, &error), -EINVAL);
	memcpy(bad, block, sizeof(bad));
	bad[3].end = FB_REC_ENDS;
	assert_int_equal(fb_blockwalk(bad, BLOCKS, outside, 2, &syms, &calls, &error), -EINVAL);
	assert_string_equal(error.text, "invalid block 4");
	bad[3] = block[3];
	bad[2].next = bad[2].vaddr;
	assert_int_equal(fb_blockwalk(bad, BLOCKS, outside, 2, &syms, &calls, &error), -EINVAL);
	fb_symbols_free(&syms);
}

static void calls_without_end_are_refused(void **state)
{
	uint32_t seq[2000] = { 0, CLOCK };
	struct fb_rec_block self[] = { block[0],
				       { AT(0x10), AT(0x20), AT(0x10), 10, FB_REC_CALL } };
	struct fb_symbols syms = symbols();
	struct fb_calls calls;
	size_t i;

	(void)state;
	for (i = 2; i < 2000; i++)
		seq[i] = 2;
	assert_int_equal(fb_blockwalk(self, 2, seq, 2000, &syms, &calls, &error), -EINVAL);
	assert_non_null(strstr(error.text, "calls inside one another"));
	fb_symbols_free(&syms);
}

/* --- a run -------------------------------------------------------------------------------------*/

struct run {
	struct fb_profile p;
	struct fb_profile_record rec;
	json_t *bench;
	char *data;
	size_t len;
};

static void load(struct run *run)
{
	json_error_t err;
	size_t len;
	char *text;

	memset(run, 0, sizeof(*run));
	run->data = text_of(FIXTURE "profile.record", &run->len);
	run->bench = json_load_file(FIXTURE "bench.json", 0, &err);
	assert_non_null(run->bench);
	run->p.bench = run->bench;
	text = text_of(FIXTURE "kallsyms", &len);
	assert_int_equal(fb_symbols_parse(text, len, &run->p.syms, &error), 0);
	free(text);
	text = text_of(FB_TOP "/userspace/data/sections", &len);
	assert_int_equal(fb_sections_parse(text, len, "sections", &run->p.rules, &error), 0);
	free(text);
	assert_int_equal(fb_profile_record_parse(run->data, run->len, &run->rec, &error), 0);
}

static void unload(struct run *run)
{
	fb_profile_free(&run->p);
	fb_profile_record_free(&run->rec);
	json_decref(run->bench);
	free(run->data);
}

static json_t *round_at(const struct run *run, size_t point, const char *kind)
{
	json_t *rounds = json_object_get(
		json_array_get(json_object_get(run->bench, "points"), point), "rounds");

	return json_array_get(json_object_get(rounds, kind), 0);
}

static void a_run_is_taken_apart(void **state)
{
	const struct fb_profile_path *conntrack, *flowtable;
	struct run run;

	(void)state;
	load(&run);
	if (fb_profile_build(&run.p, &run.rec, &error))
		fail_msg("%s", error.text);
	assert_int_equal(run.p.nr, 2);
	conntrack = &run.p.path[0];
	flowtable = &run.p.path[1];
	assert_string_equal(conntrack->name, "conntrack");
	assert_string_equal(flowtable->name, "flowtable");
	assert_int_equal(conntrack->gross.insns,
			 json_integer_value(json_object_get(round_at(&run, 0, "gross"), "cycles")));
	assert_true(conntrack->net[FB_SEC_CONNTRACK] > 0 && conntrack->net[FB_SEC_ROUTING] > 0);
	assert_int_equal(conntrack->net[FB_SEC_FLOWTABLE], 0);
	assert_int_equal(conntrack->net[FB_SEC_ESP], 0);
	/* Helpers without a section count for their callers: nothing but interrupts is left. */
	assert_int_equal(conntrack->net[FB_SEC_OTHER], 0);
	assert_true(flowtable->net[FB_SEC_FLOWTABLE] > 0 && flowtable->net[FB_SEC_TRANSMIT] > 0);
	assert_int_equal(flowtable->net[FB_SEC_CONNTRACK], 0);
	assert_int_equal(flowtable->net[FB_SEC_ROUTING], 0);
	assert_int_equal(flowtable->gross.calls.lost, 0);
	unload(&run);
}

/* In the JSON the sections must sum to the price, and the stacks to the window. */
static void its_json_sums(void **state)
{
	json_t *doc, *path, *sections, *value, *stack;
	double sum;
	struct run run;
	const char *key;
	size_t i, k;
	json_int_t insn;

	(void)state;
	load(&run);
	assert_int_equal(fb_profile_build(&run.p, &run.rec, &error), 0);
	doc = fb_profile_json(&run.p, 1);
	assert_string_equal(json_string_value(json_object_get(doc, "schema")), FB_PROFILE_SCHEMA);
	assert_int_equal(json_array_size(json_object_get(doc, "sections")), 10);
	json_array_foreach(json_object_get(doc, "paths"), i, path)
	{
		sum = 0;
		insn = 0;
		sections = json_object_get(path, "sections");
		assert_int_equal(json_object_size(sections), 10);
		json_object_foreach(sections, key, value) sum += json_real_value(value);
		assert_true(fabs(sum - json_real_value(json_object_get(path, "per_packet"))) <
			    1e-6);
		json_array_foreach(json_object_get(path, "stacks"), k, stack)
			insn += json_integer_value(json_array_get(stack, 1));
		assert_int_equal(insn, json_integer_value(json_object_get(path, "insn")));
		insn = 0;
		json_array_foreach(json_object_get(path, "functions"), k, stack)
			insn += json_integer_value(json_array_get(stack, 2));
		assert_int_equal(insn, json_integer_value(json_object_get(path, "insn")));
	}
	json_decref(doc);
	unload(&run);
}

/* Rounds of the run stand for those of the hook: with none, one and two. @cost is what bench.json says. */
static void put_hook(struct run *run, double cost)
{
	static const struct {
		const char *kind;
		size_t point;
		const char *is;
	} rows[] = { { "none", 0, "own" }, { "one", 0, "gross" }, { "two", 1, "gross" } };
	json_t *rounds = json_object(), *point;
	size_t i;

	for (i = 0; i < 3; i++)
		json_object_set_new(rounds, rows[i].kind,
				    json_pack("[O]", round_at(run, rows[i].point, rows[i].is)));
	json_object_set_new(run->bench, "hooks",
			    json_pack("[{s:f, s:i, s:o}]", "cost", cost, "packets", 2, "rounds",
				      rounds));
	point = json_array_get(json_object_get(run->bench, "points"), 1);
	json_object_set_new(point, "hook", json_real(cost));
}

static double insns_of(const struct run *run, size_t point, const char *kind)
{
	return (double)json_integer_value(json_object_get(round_at(run, point, kind), "cycles"));
}

static void the_hook_comes_off_own_by_section(void **state)
{
	const struct fb_profile_path *conntrack, *flowtable;
	struct fb_profile_term term[FB_PROFILE_TERMS];
	double cost, sum = 0, by_terms = 0;
	int64_t net = 0, off;
	struct run run;
	json_t *doc, *path, *value;
	const char *key;
	unsigned int s;

	(void)state;
	load(&run);
	cost = (2 * insns_of(&run, 0, "gross") - insns_of(&run, 0, "own") -
		insns_of(&run, 1, "gross")) /
	       2;
	put_hook(&run, cost);
	if (fb_profile_build(&run.p, &run.rec, &error))
		fail_msg("%s", error.text);
	conntrack = &run.p.path[0];
	flowtable = &run.p.path[1];
	/* bench.json does not say that anything was taken off conntrack's own. */
	assert_null(conntrack->hook);
	assert_int_equal(fb_profile_terms(conntrack, term), 2);
	assert_true(flowtable->off_insns == 2 * cost);
	for (s = 0; s < FB_SECTIONS; s++) {
		off = 2 * (int64_t)conntrack->gross.section[s] -
		      (int64_t)conntrack->own.section[s] - (int64_t)flowtable->gross.section[s];
		assert_true(flowtable->off[s] == off);
		net += flowtable->net[s];
	}
	assert_true(net == (int64_t)flowtable->gross.insns - (int64_t)flowtable->own.insns +
				   flowtable->off_insns);
	assert_int_equal(fb_profile_terms(flowtable, term), 5);
	for (s = 0; s < 5; s++)
		by_terms += term[s].weight * (double)term[s].round->insns;
	assert_true(by_terms == (double)net);
	doc = fb_profile_json(&run.p, 1);
	path = json_array_get(json_object_get(doc, "paths"), 1);
	assert_true(json_real_value(json_object_get(json_object_get(path, "hook"), "per_packet")) ==
		    cost);
	json_object_foreach(json_object_get(path, "sections"), key, value)
		sum += json_real_value(value);
	assert_true(fabs(sum - json_real_value(json_object_get(path, "per_packet"))) < 1e-6);
	json_decref(doc);
	unload(&run);
	load(&run);
	put_hook(&run, cost + 1);
	assert_int_equal(fb_profile_build(&run.p, &run.rec, &error), -EINVAL);
	assert_non_null(strstr(error.text, "hook at ingress does not close: "));
	unload(&run);
}

static void a_sum_that_does_not_close_is_an_error(void **state)
{
	static const struct {
		const char *key;
		json_int_t by;
		const char *says;
	} rows[] = {
		{ "cycles", 1, "flowtable: gross round 1 does not close: " },
		{ "cycles", -1, "flowtable: gross round 1 does not close: " },
		{ "repeats", 1, "with 1 repeats" },
		{ "serial", 1000, "flowtable: gross round 1 is not in the record" },
		{ "serial", -1000, "flowtable: gross round 1 is not in the record" },
		{ "serial", -1, "does not close" },
	};
	struct run run;
	json_t *round, *was;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		load(&run);
		round = round_at(&run, 1, "gross");
		if (!json_object_get(round, rows[i].key))
			json_object_set_new(round, rows[i].key, json_integer(0));
		was = json_object_get(round, rows[i].key);
		json_integer_set(was, json_integer_value(was) + rows[i].by);
		if (fb_profile_build(&run.p, &run.rec, &error) != -EINVAL ||
		    !strstr(error.text, rows[i].says))
			fail_msg("%s %+d: '%s' does not say '%s'", rows[i].key, (int)rows[i].by,
				 error.text, rows[i].says);
		unload(&run);
	}
	/* Another function than the generator has read the clock. */
	load(&run);
	fb_sections_free(&run.p.rules);
	run.p.rules = rules_of("fb_next_skb generator\n");
	assert_int_equal(fb_profile_build(&run.p, &run.rec, &error), -EINVAL);
	assert_non_null(strstr(error.text, "a window begins in fb_generator_round"));
	unload(&run);
}

static void a_record_that_is_cut_short_is_refused(void **state)
{
	struct fb_profile_record rec;
	struct run run;
	size_t i;
	char *copy;

	(void)state;
	load(&run);
	for (i = 0; i < run.len; i += i < 64 ? 1 : 509) {
		/* A buffer of exactly this size: the sanitizer sees a read beyond it. */
		copy = malloc(i + 1);
		memcpy(copy, run.data, i);
		assert_int_equal(fb_profile_record_parse(copy, i, &rec, &error), -EINVAL);
		free(copy);
	}
	copy = malloc(run.len + 8);
	memcpy(copy, run.data, run.len);
	memset(copy + run.len, 0, 8);
	assert_int_equal(fb_profile_record_parse(copy, run.len + 8, &rec, &error), -EINVAL);
	assert_string_equal(error.text, "the record has 8 bytes too many");
	memset(copy + 8, 0xff, 8);
	assert_int_equal(fb_profile_record_parse(copy, run.len, &rec, &error), -EINVAL);
	free(copy);
	unload(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_line_that_fits_holds),
		cmocka_unit_test(a_wrong_line_is_named),
		cmocka_unit_test(the_shipped_file_is_right),
		cmocka_unit_test(an_address_lies_in_a_function),
		cmocka_unit_test(symbols_that_are_none_are_refused),
		cmocka_unit_test(calls_of_a_sequence),
		cmocka_unit_test(a_sequence_that_is_none_is_refused),
		cmocka_unit_test(calls_without_end_are_refused),
		cmocka_unit_test(a_run_is_taken_apart),
		cmocka_unit_test(its_json_sums),
		cmocka_unit_test(the_hook_comes_off_own_by_section),
		cmocka_unit_test(a_sum_that_does_not_close_is_an_error),
		cmocka_unit_test(a_record_that_is_cut_short_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
