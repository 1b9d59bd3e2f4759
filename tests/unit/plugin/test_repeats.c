// SPDX-License-Identifier: GPL-2.0
/* Which instructions are repeated, and how often they are in a round: QEMU's part is played by this file. */
#include "unit_cmd.h"

#include <string.h>

#include "plugin/arm64.c"
#include "plugin/block.c"
#include "plugin/count.c"
#include "plugin/insn.c"
#include "plugin/isa.c"
#include "plugin/repeat.c"
#include "plugin/x86.c"

/* --- instructions ------------------------------------------------------------------------------*/

static void which_are_repeated(void **state)
{
	static const struct {
		const char *what;
		bool repeats;
		uint8_t len;
		uint8_t bytes[FB_INSN_MAX];
	} rows[] = {
		{ "rep movsb", true, 2, { 0xf3, 0xa4 } },
		{ "rep movsq", true, 3, { 0xf3, 0x48, 0xa5 } },
		{ "rep stosb", true, 2, { 0xf3, 0xaa } },
		{ "rep stosw", true, 3, { 0x66, 0xf3, 0xab } },
		{ "rep stosw, prefixes in the other order", true, 3, { 0xf3, 0x66, 0xab } },
		{ "rep stosq, 32-bit addresses", true, 4, { 0x67, 0xf3, 0x48, 0xab } },
		{ "repne scasb", true, 2, { 0xf2, 0xae } },
		{ "repe cmpsb", true, 2, { 0xf3, 0xa6 } },
		{ "rep lodsb", true, 2, { 0xf3, 0xac } },
		{ "rep insb", true, 2, { 0xf3, 0x6c } },
		{ "rep outsl", true, 2, { 0xf3, 0x6f } },
		{ "rep movsb of fs", true, 3, { 0x64, 0xf3, 0xa4 } },
		{ "a REX that does nothing", true, 3, { 0x48, 0xf3, 0xa4 } },
		{ "movsb", false, 1, { 0xa4 } },
		{ "movsq", false, 2, { 0x48, 0xa5 } },
		{ "pause", false, 2, { 0xf3, 0x90 } },
		{ "rep ret", false, 2, { 0xf3, 0xc3 } },
		{ "endbr64", false, 4, { 0xf3, 0x0f, 0x1e, 0xfa } },
		{ "popcnt", false, 5, { 0xf3, 0x48, 0x0f, 0xb8, 0xc0 } },
		{ "movss", false, 4, { 0xf3, 0x0f, 0x10, 0xc0 } },
		{ "cvtsi2sd", false, 4, { 0xf2, 0x0f, 0x2a, 0xc0 } },
		{ "aesenc", false, 5, { 0x66, 0x0f, 0x38, 0xdc, 0xc1 } },
		{ "test of al with 0xf3", false, 2, { 0xa8, 0xf3 } },
		{ "xacquire lock add", false, 5, { 0xf2, 0xf0, 0x48, 0x01, 0x07 } },
		{ "mov of 0xf3a4f3a4", false, 5, { 0xb8, 0xa4, 0xf3, 0xa4, 0xf3 } },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fb_x86_repeats(rows[i].bytes, rows[i].len) != rows[i].repeats)
			fail_msg("%s: %d", rows[i].what, !rows[i].repeats);
}

/* What lies in front of a block. */
static void what_may_end_before(void **state)
{
	static const struct {
		const char *what;
		bool may;
		uint64_t at;
		uint8_t before[8];
	} rows[] = {
		{ "rep movsb", true, 0x100, { 0, 0, 0, 0, 0, 0, 0xf3, 0xa4 } },
		{ "rep stosq", true, 0x100, { 0, 0, 0, 0, 0, 0xf3, 0x48, 0xab } },
		{ "all prefixes", true, 0x100, { 0, 0, 0, 0xf3, 0x66, 0x67, 0x48, 0xab } },
		{ "movsb", false, 0x100, { 0, 0, 0, 0, 0, 0, 0, 0xa4 } },
		{ "another", false, 0x100, { 0, 0, 0, 0, 0, 0, 0xf3, 0x90 } },
		{ "the page before is not seen", true, 0x1000, { 0 } },
		{ "a part of it is not seen", true, 0x1002, { 0, 0, 0, 0, 0, 0, 0x48, 0xab } },
		{ "enough is seen", false, 0x1001, { 0, 0, 0, 0, 0, 0, 0, 0x90 } },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fb_x86_may_end_repeat(rows[i].before + 8, rows[i].at) != rows[i].may)
			fail_msg("%s: %d", rows[i].what, !rows[i].may);
	assert_true(fb_x86_may_end_repeat(NULL, 0x100));
}

/* --- a machine ---------------------------------------------------------------------------------*/

typedef void (*callback)(unsigned int cpu, void *data);

struct qemu_plugin_insn {
	uint64_t vaddr;
	uint8_t *host;
	uint8_t len;
	callback run[4];
	void *data[4];
	unsigned int nr;
};

struct qemu_plugin_tb {
	struct qemu_plugin_insn insn[8];
	size_t nr;
	callback run[4];
	void *data[4];
	unsigned int nr_run;
};

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb)
{
	return tb->nr;
}

uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb)
{
	return tb->insn[0].vaddr;
}

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i)
{
	return (struct qemu_plugin_insn *)&tb->insn[i];
}

uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn)
{
	return insn->vaddr;
}

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn)
{
	return insn->len;
}

const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn)
{
	return insn->host;
}

void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn)
{
	return insn->host;
}

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, callback cb, int flags,
					    void *data)
{
	(void)flags;
	insn->run[insn->nr] = cb;
	insn->data[insn->nr++] = data;
}

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, callback cb, int flags,
					  void *data)
{
	(void)flags;
	tb->run[tb->nr_run] = cb;
	tb->data[tb->nr_run++] = data;
}

/* --- its code ----------------------------------------------------------------------------------*/

#define MODULE 0xffffffffa0001000ULL
#define USER   0x401000ULL

/*
 * A module's code, and a handler's that runs the same instruction as its last but one: rdtsc | nop, rep stosb | nop |
 * rdtsc | handler: nop, iretq
 */
static uint8_t code[] = { 0x0f, 0x31, 0x90, 0xf3, 0xaa, 0x90, 0x0f, 0x31, 0x90, 0x48, 0xcf };
static uint8_t marks[] = { 0x0f, 0x1f, 0x80, 0x02, 0x50, 0x42, 0x46, 0x0f, 0x1f, 0x80, 0x03,
			   0x50, 0x42, 0x46, 0x0f, 0x1f, 0x80, 0x06, 0x50, 0x42, 0x46 };

static const uint8_t lens[] = { 2, 1, 2, 1, 2, 1, 2, 7, 7, 7 };

/* Blocks: from which byte of a text on, and how many of its instructions. */
enum { CLOCK, INTO, TURN, BEHIND, CLOCK_AGAIN, HANDLER, BEGIN, END, LONG, BLOCKS };

static const struct {
	uint8_t *text;
	uint64_t base;
	uint8_t at, insn, nr;
} blocks[BLOCKS] = {
	[CLOCK] = { code, MODULE, 0, 0, 1 },	   [INTO] = { code, MODULE, 2, 1, 2 },
	[TURN] = { code, MODULE, 3, 2, 1 },	   [BEHIND] = { code, MODULE, 5, 3, 1 },
	[CLOCK_AGAIN] = { code, MODULE, 6, 4, 1 }, [HANDLER] = { code, MODULE, 8, 5, 2 },
	[BEGIN] = { marks, USER, 0, 7, 1 },	   [END] = { marks, USER, 7, 8, 1 },
	[LONG] = { marks, USER, 14, 9, 1 },
};

static struct qemu_plugin_tb tbs[BLOCKS];

static void translate(void)
{
	struct qemu_plugin_tb *tb;
	unsigned int i, k, at;

	memset(tbs, 0, sizeof(tbs));
	for (i = 0; i < BLOCKS; i++) {
		tb = &tbs[i];
		at = blocks[i].at;
		for (k = 0; k < blocks[i].nr; k++) {
			tb->insn[k].vaddr = blocks[i].base + at;
			tb->insn[k].host = blocks[i].text + at;
			tb->insn[k].len = lens[blocks[i].insn + k];
			at += tb->insn[k].len;
		}
		tb->nr = blocks[i].nr;
		count_see(tb);
	}
}

static void run(unsigned int block)
{
	struct qemu_plugin_tb *tb = &tbs[block];
	unsigned int i, k;

	for (i = 0; i < tb->nr_run; i++)
		tb->run[i](0, tb->data[i]);
	for (k = 0; k < tb->nr; k++)
		for (i = 0; i < tb->insn[k].nr; i++)
			tb->insn[k].run[i](0, tb->insn[k].data[i]);
}

static void turns_of_rounds(void **state)
{
	/* One more than a block's number, so that a 0 ends a row. */
#define R(block) (block) + 1
	static const struct {
		const char *what, *repeats;
		uint8_t ran[24];
	} rows[] = {
		{ "four turns",
		  "3",
		  { R(BEGIN), R(CLOCK), R(INTO), R(TURN), R(TURN), R(TURN), R(BEHIND),
		    R(CLOCK_AGAIN), R(END) } },
		{ "no turn but the one that finds nothing to do",
		  "0",
		  { R(BEGIN), R(CLOCK), R(INTO), R(BEHIND), R(CLOCK_AGAIN), R(END) } },
		{ "a block of its own twice, each entered by a jump",
		  "1",
		  { R(BEGIN), R(CLOCK), R(TURN), R(BEHIND), R(TURN), R(TURN), R(BEHIND),
		    R(CLOCK_AGAIN), R(END) } },
		{ "an interrupt between two turns",
		  "2",
		  { R(BEGIN), R(CLOCK), R(INTO), R(TURN), R(HANDLER), R(TURN), R(BEHIND),
		    R(CLOCK_AGAIN), R(END) } },
		{ "an interrupt behind the last turn",
		  "1",
		  { R(BEGIN), R(CLOCK), R(INTO), R(TURN), R(HANDLER), R(BEHIND), R(INTO), R(BEHIND),
		    R(CLOCK_AGAIN), R(END) } },
		/* The handler's has two turns, that of the module three. */
		{ "a handler that runs the same instruction",
		  "3",
		  { R(BEGIN), R(CLOCK), R(INTO), R(TURN), R(INTO), R(TURN), R(BEHIND), R(HANDLER),
		    R(TURN), R(BEHIND), R(CLOCK_AGAIN), R(END) } },
		{ "turns before and after the window",
		  "1",
		  { R(BEGIN), R(INTO), R(TURN), R(BEHIND), R(CLOCK), R(INTO), R(TURN), R(BEHIND),
		    R(CLOCK_AGAIN), R(INTO), R(TURN), R(BEHIND), R(END) } },
		{ "one that a fault left before the window",
		  "1",
		  { R(BEGIN), R(INTO), R(CLOCK), R(TURN), R(TURN), R(BEHIND), R(CLOCK_AGAIN),
		    R(END) } },
		{ "a long round",
		  "1",
		  { R(LONG), R(CLOCK), R(INTO), R(TURN), R(BEHIND), R(CLOCK_AGAIN), R(END) } },
		{ "outside of a round", NULL, { R(CLOCK), R(INTO), R(TURN), R(BEHIND) } },
		{ "a round that ends in a window",
		  "broken",
		  { R(BEGIN), R(CLOCK), R(INTO), R(END) } },
	};
#undef R
	char path[FB_PATH_MAX], wanted[400] = "", line[24];
	size_t i, k, nr = 0, at = 0;

	translate();
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (k = 0; rows[i].ran[k]; k++)
			run(rows[i].ran[k] - 1u);
		if (!rows[i].repeats)
			continue;
		snprintf(line, sizeof(line), "%zu %s\n", ++nr, rows[i].repeats);
		at += (size_t)snprintf(wanted + at, sizeof(wanted) - at, "%s", line);
	}
	assert_int_equal(fb_join(path, *state, "repeats"), 0);
	assert_true(count_write(path));
	unit_file_is(path, wanted);
	assert_int_equal(fb_join(path, *state, "none/repeats"), 0);
	assert_false(count_write(path));
	assert_int_equal(errno, ENOENT);
}

static void a_block_as_a_repeat(void **state)
{
	struct block *b = block_new(MODULE + 3, 1), *again;

	(void)state;
	b->rec.next = MODULE + 5;
	b->starts[0] = MODULE + 3;
	b->repeats = true;
	again = block_again(b);
	assert_non_null(again);
	assert_ptr_equal(block_again(b), again);
	assert_int_equal(again->rec.insns, 0);
	assert_int_equal(again->rec.end, FB_REC_AGAIN);
	assert_true(again->rec.vaddr == b->rec.vaddr && again->rec.next == b->rec.next);
	/* It ran as a whole, wherever the next one begins. */
	assert_null(block_ran(again, MODULE + 3));
	assert_null(block_ran(again, MODULE + 5));
	free(again);
	free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_are_repeated),
		cmocka_unit_test(what_may_end_before),
		UNIT_IN_FOLDER(turns_of_rounds),
		cmocka_unit_test(a_block_as_a_repeat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
