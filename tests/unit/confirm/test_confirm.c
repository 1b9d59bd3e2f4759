// SPDX-License-Identifier: GPL-2.0
/* A gateway's rounds, made of blocks by hand, held against rounds of a price. */
#include "unit.h"

#include <errno.h>
#include <math.h>

#include "confirm/confirm.h"
#include "confirm/count.h"
#include "file/paths.h"

static struct fb_error error;

static const char rows[] = "[flowbench] generator\n"
			   "napi_gro_receive path\n"
			   "virtnet_poll receive\n"
			   "start_xmit transmit\n"
			   "net_rx_action poll\n"
			   "irq_entries_start interrupt\n"
			   "asm_* interrupt\n";

enum { PATH = FB_ROW_PATH, OTHER = FB_ROW_OTHER, GENERATOR, RECEIVE, TRANSMIT, POLL, INTERRUPT };

static const char symbols_text[] = "ffffffff81000000 T do_idle\n"
				   "ffffffff81001000 T net_rx_action\n"
				   "ffffffff81002000 T virtnet_poll\n"
				   "ffffffff81003000 T napi_gro_receive\n"
				   "ffffffff81004000 T ip_forward\n"
				   "ffffffff81005000 T start_xmit\n"
				   "ffffffff81006000 T asm_common_interrupt\n"
				   "ffffffff81007000 T irq_entries_start\n"
				   "ffffffffc0000000 t fb_inject\t[flowbench]\n";

#define AT(n) (0xffffffff81000000ULL + 0x1000ULL * (n))

/* Numbers of the blocks below, from 1. */
enum {
	IDLE = 1,
	RX_IN,
	RX_OUT,
	LOOP,
	LOOPED,
	LOOP_OUT,
	GRO_IN,
	GRO_OUT,
	FORWARD_IN,
	FORWARD_OUT,
	XMIT,
	IRQ,
	STUB,
	INJECT,
	INJECTED,
	NR_BLOCKS = INJECTED,
};

static const struct fb_rec_block block[NR_BLOCKS] = {
	{ AT(0), AT(0) + 16, 0, 7, FB_REC_CALL_INDIRECT },
	{ AT(1), AT(1) + 16, 0, 5, FB_REC_CALL_INDIRECT },
	{ AT(1) + 16, AT(1) + 32, 0, 1, FB_REC_RETURN },
	{ AT(2), AT(2) + 16, 0, 20, FB_REC_CALL_INDIRECT },
	{ AT(2) + 16, AT(2) + 32, 0, 2, FB_REC_JUMP_INDIRECT },
	{ AT(2) + 48, AT(2) + 64, 0, 3, FB_REC_RETURN },
	{ AT(3), AT(3) + 16, 0, 100, FB_REC_CALL_INDIRECT },
	{ AT(3) + 16, AT(3) + 32, 0, 10, FB_REC_RETURN },
	{ AT(4), AT(4) + 16, 0, 50, FB_REC_CALL_INDIRECT },
	{ AT(4) + 16, AT(4) + 32, 0, 5, FB_REC_RETURN },
	{ AT(5), AT(5) + 16, 0, 40, FB_REC_RETURN },
	{ AT(6), AT(6) + 16, 0, 11, FB_REC_IRET },
	{ AT(7) + 16, AT(7) + 32, AT(6), 2, FB_REC_JUMP },
	{ 0xffffffffc0000000ULL, 0xffffffffc0000010ULL, 0, 30, FB_REC_CALL_INDIRECT },
	{ 0xffffffffc0000010ULL, 0xffffffffc0000020ULL, 0, 4, FB_REC_JUMP_INDIRECT },
};

struct sequence {
	uint32_t number[4096];
	uint64_t nr;
	uint64_t insns;
};

static void run(struct sequence *s, uint32_t number)
{
	assert_in_range(s->nr, 0, 4095);
	s->number[s->nr++] = number;
	s->insns += number && s->nr > 2 ? block[number - 1].insns : 0;
}

static void begin(struct sequence *s)
{
	*s = (struct sequence){ .nr = 0 };
	run(s, 0);
	run(s, IDLE);
}

static void forward(struct sequence *s, bool interrupted)
{
	run(s, GRO_IN);
	run(s, FORWARD_IN);
	if (interrupted)
		run(s, IRQ);
	run(s, XMIT);
	/* Behind a return, by the entry of another vector than the first. */
	if (interrupted) {
		run(s, STUB);
		run(s, IRQ);
	}
	run(s, FORWARD_OUT);
	run(s, GRO_OUT);
}

/* What a gateway does: one poll of so many packets, the first of them with so many interrupts. */
static void gateway(struct sequence *s, unsigned int packets, unsigned int interrupts)
{
	unsigned int i;

	begin(s);
	run(s, IDLE);
	run(s, RX_IN);
	for (i = 0; i < packets; i++) {
		run(s, LOOP);
		forward(s, i < interrupts);
		run(s, LOOPED);
	}
	run(s, LOOP_OUT);
	run(s, RX_OUT);
}

static struct fb_symbols symbols(void)
{
	struct fb_symbols syms;

	assert_int_equal(fb_symbols_parse(symbols_text, strlen(symbols_text), &syms, &error), 0);
	return syms;
}

static struct fb_left_out left_out(void)
{
	struct fb_left_out lo;

	if (fb_left_out_parse(rows, strlen(rows), "left-out", &lo, &error))
		fail_msg("%s", error.text);
	return lo;
}

/* --- a fixture of all: six rounds of a gateway, a price ------------------------------------------*/

struct fixture {
	struct sequence s[6];
	struct fb_record_round round[6];
	struct fb_profile_record rec;
	struct fb_gateway_rounds rounds;
	struct fb_left_out lo;
	struct fb_symbols syms;
	struct fb_profile price;
	struct fb_profile_path priced;
	struct fb_bench_path path;
	struct fb_confirm c;
};

static void add_proof(struct fixture *f, const char *name, enum fb_proof_want want)
{
	f->path.proof[f->path.nr_proofs++] = (struct fb_proof){
		.text = (char *)name, .name = (char *)name, .kind = FB_PROOF_HOOK, .want = want
	};
}

static void walk(struct fixture *f, const struct sequence *s, struct fb_profile_round *r)
{
	assert_int_equal(fb_blockwalk(block, NR_BLOCKS, s->number, s->nr, &f->price.syms, &r->calls,
				      &error),
			 0);
}

/* The price's rounds: two packets; the generator alone, whose packets end in GRO. */
static void set_price(struct fixture *f)
{
	static struct sequence s;
	unsigned int i;

	f->price.syms = symbols();
	begin(&s);
	for (i = 0; i < 2; i++) {
		run(&s, INJECT);
		forward(&s, false);
		run(&s, INJECTED);
	}
	walk(f, &s, &f->priced.gross);
	begin(&s);
	for (i = 0; i < 2; i++) {
		run(&s, INJECT);
		run(&s, GRO_OUT);
		run(&s, INJECTED);
	}
	walk(f, &s, &f->priced.own);
	f->priced.name = "forward-napi";
	f->priced.packets = 2;
	f->priced.point = json_pack("{s:i, s:f}", "size", 60, "net", 194.0);
	f->price.path = &f->priced;
	f->price.nr = 1;
}

static void set_up(struct fixture *f)
{
	static const char text[] = "size 60 burst 4 sum\n"
				   "forward-napi 1 4 1\nforward-napi 1 8 2\n"
				   "forward-napi 2 4 3\nforward-napi 2 8 4\n"
				   "forward-napi 3 4 5\nforward-napi 3 8 6\n";
	unsigned int i;

	memset(f, 0, sizeof(*f));
	for (i = 0; i < 6; i++)
		gateway(&f->s[i], i % 2 ? 8 : 4, i == 3 ? 2 : 0);
	for (i = 0; i < 6; i++)
		f->round[i] = (struct fb_record_round){
			{ .insns = f->s[i].insns, .nr = f->s[i].nr, .serial = i + 1, .windows = 1 },
			f->s[i].number
		};
	f->rec = (struct fb_profile_record){
		.block = block, .nr_blocks = NR_BLOCKS, .round = f->round, .nr_rounds = 6
	};
	assert_int_equal(fb_gateway_rounds_parse(text, strlen(text), &f->rounds, &error), 0);
	f->lo = left_out();
	f->syms = symbols();
	set_price(f);
	f->path.name = (char *)"forward-napi";
	add_proof(f, "ip_forward|ip6_forward", FB_WANT_ALL);
	add_proof(f, "nf_flow_offload_ip_hook", FB_WANT_NONE);
	f->c = (struct fb_confirm){
		.price = &f->price, .lo = &f->lo, .rounds = &f->rounds, .syms = &f->syms
	};
}

static int build(struct fixture *f)
{
	return fb_confirm_build(&f->c, &f->rec, &f->path, 1, &error);
}

static void tear_down(struct fixture *f)
{
	fb_confirm_free(&f->c);
	fb_calls_free(&f->priced.gross.calls);
	fb_calls_free(&f->priced.own.calls);
	json_decref((json_t *)f->priced.point);
	fb_symbols_free(&f->price.syms);
	fb_symbols_free(&f->syms);
	fb_left_out_free(&f->lo);
	fb_gateway_rounds_free(&f->rounds);
}

static void fails(struct fixture *f, const char *says)
{
	int ret = build(f);

	if (ret != -EINVAL || strcmp(error.text, says))
		fail_msg("%d, '%s', not '%s'", ret, error.text, says);
	tear_down(f);
}

/* --- sums ----------------------------------------------------------------------------------------*/

static void a_packet_has_what_a_long_round_has_more(void **state)
{
	const struct fb_confirm_row *row;
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_int_equal(build(&f), 0);
	row = f.c.path[0].row;
	assert_true(row[PATH].counted == 165);
	assert_true(row[RECEIVE].counted == 22);
	assert_true(row[TRANSMIT].counted == 40);
	/* Once a round, and not once a packet. */
	assert_true(row[POLL].counted == 0 && row[OTHER].counted == 0);
	assert_true(f.c.path[0].all.counted == 227);
	assert_int_equal(f.c.path[0].packets, 4);
	assert_int_equal(f.c.path[0].repetitions, 3);
	tear_down(&f);
}

static void interrupts_are_a_row_and_not_the_paths(void **state)
{
	const struct fb_confirm_row *row;
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_int_equal(build(&f), 0);
	row = f.c.path[0].row;
	/* In one repetition two packets of four have two interrupts each. */
	assert_true(row[INTERRUPT].spread == 12);
	assert_true(row[PATH].spread == 0);
	tear_down(&f);
}

static void no_instruction_is_lost(void **state)
{
	struct fb_count count;
	struct fixture f;
	uint64_t sum = 0;
	unsigned int i;

	(void)state;
	set_up(&f);
	assert_int_equal(fb_count_round(&f.rec, 4, &f.syms, &f.lo, &count, &error), 0);
	for (i = 0; i < f.lo.nr_rows; i++)
		sum += count.row[i];
	assert_int_equal(sum, f.s[3].insns);
	assert_int_equal(count.total, f.s[3].insns);
	assert_int_equal(count.row[INTERRUPT], 48);
	assert_int_equal(count.row[POLL], 6);
	assert_int_equal(count.row[RECEIVE], 8 * 22 + 3);
	fb_count_free(&count);
	tear_down(&f);
}

static void functions_sum_to_the_path(void **state)
{
	const struct fb_confirm_path *p;
	double counted = 0, priced = 0;
	struct fixture f;
	size_t i;

	(void)state;
	set_up(&f);
	assert_int_equal(build(&f), 0);
	p = &f.c.path[0];
	for (i = 0; i < p->nr_functions; i++) {
		counted += p->function[i].counted;
		priced += p->function[i].priced;
	}
	assert_int_equal(p->nr_functions, 2);
	assert_true(counted == p->row[PATH].counted);
	assert_true(priced == p->row[PATH].gross);
	tear_down(&f);
}

static void the_price_has_the_same_rows(void **state)
{
	const struct fb_confirm_path *p;
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_int_equal(build(&f), 0);
	p = &f.c.path[0];
	assert_true(p->row[PATH].gross == 165);
	assert_true(p->row[GENERATOR].gross == 34);
	assert_true(p->row[GENERATOR].own == 34);
	assert_true(p->net == 194);
	assert_true(fb_confirm_gap(p) == 0);
	tear_down(&f);
}

static void the_median_repetition_is_shown(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	/* The second repetition: its long round forwards a packet more than it says. */
	gateway(&f.s[3], 9, 0);
	f.round[3].head.insns = f.s[3].insns;
	f.round[3].head.nr = f.s[3].nr;
	f.path.nr_proofs = 0;
	assert_int_equal(build(&f), 0);
	assert_true(f.c.path[0].row[PATH].counted == 165);
	assert_true(f.c.path[0].row[PATH].spread == 165.0 / 4);
	tear_down(&f);
}

/* --- what is refused -----------------------------------------------------------------------------*/

static void a_round_that_does_not_close_is_refused(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.round[2].head.insns++;
	fails(&f, "round 3: its rows have 924 instructions, 925 ran");
	set_up(&f);
	f.round[2].head.flags = FB_REC_BROKEN;
	fails(&f, "round 3 was not recorded whole");
	set_up(&f);
	f.rounds.round[5].serial = 7;
	fails(&f, "round 7 is not in the record");
}

static void a_path_that_was_not_taken_is_refused(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	add_proof(&f, "esp_output", FB_WANT_ALL);
	fails(&f, "forward-napi: not proved: 'esp_output', 0 calls a packet");
	set_up(&f);
	add_proof(&f, "start_xmit", FB_WANT_NONE);
	fails(&f, "forward-napi: not proved: 'start_xmit', 1 calls a packet");
}

static void a_price_of_other_packets_is_refused(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.rounds.size = 1400;
	fails(&f, "forward-napi: its price is of frames of 60 bytes, not 1400");
	set_up(&f);
	f.priced.name = "forward";
	fails(&f, "forward-napi: bench.json has no price of it");
}

static void lists_of_rounds_are_read(void **state)
{
	static const char *const wrong[] = {
		"",
		"size 60\n",
		"size 60 burst 4 sum\n",
		"size 60 burst 4 sum\na 1 4 1\n",
		"size 60 burst 4 sum\na 1 4 1\na 1 4 2\n",
		"size 60 burst 4 sum\na 1 4 1\nb 1 8 2\n",
		"size 60 burst 4 sum\na 2 4 1\na 2 8 2\n",
		"size 60 burst 4 sum\na 1 4 1\na 2 8 2\n",
		"size 60 burst 4 sum\na 1 4 1\na 1 8 2\na 3 4 3\na 3 8 4\n",
		"size 60 burst 4 sum\na 1 4\n",
		"size 60 burst 4 sum\na 1 0 1\na 1 8 2\n",
	};
	struct fb_gateway_rounds rounds;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (fb_gateway_rounds_parse(wrong[i], strlen(wrong[i]), &rounds, &error) != -EINVAL)
			fail_msg("'%s' is taken", wrong[i]);
	assert_int_equal(fb_gateway_rounds_parse("a\0b", 3, &rounds, &error), -EINVAL);
}

/* --- the file of rows ------------------------------------------------------------------------------*/

static void rows_have_their_lines(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} wrong[] = {
		{ "a path\nb\n", "left-out:2: not \"PATTERN ROW\"" },
		{ "a path poll\n", "left-out:1: not \"PATTERN ROW\"" },
		{ "a Path\n", "left-out:1: 'Path': expected a row, of lower case letters" },
		{ "a-b path\n", "left-out:1: 'a-b' is neither a function's name nor a [module]" },
	};
	const struct fb_function gro = { "napi_gro_receive", NULL }, inject = { "x", "flowbench" };
	struct fb_left_out lo = left_out();
	size_t i;

	(void)state;
	assert_int_equal(fb_left_out_of(&lo, &gro), PATH);
	assert_int_equal(fb_left_out_of(&lo, &inject), GENERATOR);
	assert_string_equal(lo.row[POLL], "poll");
	fb_left_out_free(&lo);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(fb_left_out_parse(wrong[i].text, strlen(wrong[i].text), "left-out",
						   &lo, &error),
				 -EINVAL);
		assert_string_equal(error.text, wrong[i].says);
	}
}

static void the_shipped_rows_are_right(void **state)
{
	const struct fb_function gro = { "napi_gro_receive", NULL }, xmit = { "start_xmit", NULL },
				 forwarded = { "ip_forward", NULL };
	struct fb_left_out lo;
	size_t len;
	char *text;

	(void)state;
	assert_int_equal(
		fb_read_file(FB_TOP "/userspace/data/confirm/left-out", 1 << 20, &text, &len), 0);
	if (fb_left_out_parse(text, len, "left-out", &lo, &error))
		fail_msg("%s", error.text);
	assert_int_equal(fb_left_out_of(&lo, &gro), FB_ROW_PATH);
	assert_int_equal(fb_left_out_of(&lo, &forwarded), FB_ROW_NONE);
	assert_string_equal(lo.row[fb_left_out_of(&lo, &xmit)], "transmit");
	fb_left_out_free(&lo);
	free(text);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(a_packet_has_what_a_long_round_has_more),
		cmocka_unit_test(interrupts_are_a_row_and_not_the_paths),
		cmocka_unit_test(no_instruction_is_lost),
		cmocka_unit_test(functions_sum_to_the_path),
		cmocka_unit_test(the_price_has_the_same_rows),
		cmocka_unit_test(the_median_repetition_is_shown),
		cmocka_unit_test(a_round_that_does_not_close_is_refused),
		cmocka_unit_test(a_path_that_was_not_taken_is_refused),
		cmocka_unit_test(a_price_of_other_packets_is_refused),
		cmocka_unit_test(lists_of_rounds_are_read),
		cmocka_unit_test(rows_have_their_lines),
		cmocka_unit_test(the_shipped_rows_are_right),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}
