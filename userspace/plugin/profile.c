// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU that writes down which blocks of guest code run while a marked round of the
 * generator is between its two readings of the clock (profile/record.h). It sees the guest, and the
 * guest does not see it. What the blocks are called, and who called whom, is found out afterwards.
 * With lines=on it also writes down which memory the blocks access. With lines=user it does so of a program that marks a window
 * of its own (FB_MARK_USER), and of nothing else. With repeats=FILE it counts what repeated string instructions have of
 * turns (plugin/repeat.h); without out=FILE nothing but that.
 *
 * Built by scripts/vm/plugin for the API that the QEMU at hand has (plugin/qemu.h).
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "price/mark.h"
#include "profile/record.h"
#include "plugin/access.h"
#include "plugin/block.h"
#include "plugin/count.h"
#include "plugin/insn.h"
#include "plugin/isa.h"
#include "plugin/qemu.h"
#include "plugin/repeat.h"
#include "plugin/write.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int qemu_plugin_version = FB_PLUGIN_API;
EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv);

/* --- what is written down ----------------------------------------------------------------------*/

#define PAGE 4096

/* What the rounds of one series may take together: 256M blocks. */
#define SERIES_MAX (256u << 20)

static char *out, *repeats, *release;
static struct fb_rec_block *used;
static const struct block **used_as;
static uint32_t nr_used, room_used, room_as;
static struct round *rounds;
static uint32_t nr_rounds, room_rounds, series;
static uint64_t series_seq;
static bool in_round, in_window, in_count, in_user, in_all, lines, user, failed;
static struct block *before, *counted;

static bool grow(void **array, uint64_t *room, uint64_t nr, size_t one)
{
	uint64_t more = *room ? *room * 2 : 1024;
	void *grown;

	if (nr < *room)
		return true;
	grown = realloc(*array, more * one);
	if (!grown)
		return false;
	*array = grown;
	*room = more;
	return true;
}

static void put(struct round *r, uint32_t number)
{
	if (r->full)
		return;
	if (series_seq >= SERIES_MAX ||
	    !grow((void **)&r->seq, &r->room, r->rec.nr, sizeof(*r->seq))) {
		r->full = true;
		return;
	}
	r->seq[r->rec.nr++] = number;
	series_seq++;
}

/* Gives a block its number. */
static bool enter(struct block *b)
{
	uint64_t room = room_used, as = room_as;

	if (b->id)
		return true;
	if (!grow((void **)&used, &room, nr_used, sizeof(*used)) ||
	    !grow((void **)&used_as, &as, nr_used, sizeof(*used_as))) {
		failed = true;
		return false;
	}
	room_used = (uint32_t)room;
	room_as = (uint32_t)as;
	used_as[nr_used] = b;
	used[nr_used++] = b->rec;
	b->id = nr_used;
	return true;
}

static void put_block(struct round *r, struct block *b)
{
	if (!enter(b))
		return;
	r->last = r->rec.nr;
	put(r, b->id);
}

/* Writes the beginning down instead, if only that ran. */
static void cut_short(struct round *r, struct block *b, uint64_t now)
{
	struct block *c = block_ran(b, now);

	if (!c)
		return;
	r->rec.insns -= b->rec.insns - c->rec.insns;
	if (!r->full && r->rec.nr && enter(c))
		r->seq[r->last] = c->id;
}

static void on_access(unsigned int cpu, uint32_t info, uint64_t vaddr, void *data)
{
	uint32_t number[2];
	unsigned int i, nr;

	(void)cpu;
	(void)data;
	if (!in_window || (in_user && vaddr >> 63))
		return;
	nr = access_numbers(info, vaddr, number);
	for (i = 0; i < nr; i++)
		put(&rounds[nr_rounds - 1], number[i]);
}

static void count_block(struct block *b)
{
	b->times++;
	if (b->listed)
		return;
	b->listed = true;
	b->counted = counted;
	counted = b;
}

/* The same in a counted round, whose blocks have no order. */
static void on_counted(struct round *r, struct block *b)
{
	struct block *c = before ? block_ran(before, b->rec.vaddr) : NULL;

	if (c) {
		r->rec.insns -= before->rec.insns - c->rec.insns;
		before->times--;
		count_block(c);
	}
	r->rec.insns += b->rec.insns;
	count_block(b);
	before = b;
}

/*
 * In a window between two marks. The first block begins it, as one that reads the clock. If it is a program's own, what the
 * kernel does meanwhile is not part of it.
 */
static void on_marked_block(struct round *r, struct block *b)
{
	if (in_user && b->rec.vaddr >> 63)
		return;
	if (!in_window) {
		in_window = true;
		r->rec.windows++;
		put(r, 0);
	} else {
		if (before)
			cut_short(r, before, b->rec.vaddr);
		r->rec.insns += b->rec.insns;
		before = b;
	}
	put_block(r, b);
}

/* A block is entered. The clock counts all of it now, and so do we. */
static void on_block(unsigned int cpu, void *data)
{
	struct block *b = data;
	struct round *r;

	(void)cpu;
	if (!in_round)
		return;
	r = &rounds[nr_rounds - 1];
	if (b->repeat && repeat_is_open(b->repeat)) {
		b = block_again(b);
		if (!b)
			return;
		r->rec.repeats += in_window || in_count;
	}
	if (in_count) {
		on_counted(r, b);
		return;
	}
	if (in_user || in_all) {
		on_marked_block(r, b);
		return;
	}
	if (in_window) {
		if (before)
			cut_short(r, before, b->rec.vaddr);
		r->rec.insns += b->rec.insns;
		put_block(r, b);
		before = b;
	}
	if (b->clock_inside)
		r->rec.flags |= FB_REC_BROKEN;
	if (!b->clock)
		return;
	in_window = !in_window;
	before = NULL;
	if (in_window) {
		r->rec.windows++;
		put(r, 0);
		put_block(r, b);
	}
}

static int by_insns(const void *a, const void *b)
{
	const struct round *x = *(struct round *const *)a, *y = *(struct round *const *)b;

	if (x->rec.insns != y->rec.insns)
		return x->rec.insns < y->rec.insns ? -1 : 1;
	return x->rec.serial < y->rec.serial ? -1 : 1;
}

/* Of a series, only the cheapest round keeps its sequence: its price is that of the sample. */
static void end_series(void)
{
	uint32_t i, nr = 0;
	struct round **list;

	list = calloc(nr_rounds - series + 1, sizeof(*list));
	for (i = series; list && i < nr_rounds; i++)
		if (!rounds[i].full)
			list[nr++] = &rounds[i];
	if (nr)
		qsort(list, nr, sizeof(*list), by_insns);
	for (i = series; i < nr_rounds; i++) {
		if (nr && list[0] == &rounds[i])
			continue;
		free(rounds[i].seq);
		rounds[i].seq = NULL;
		rounds[i].rec.nr = 0;
	}
	free(list);
	series = nr_rounds;
	series_seq = 0;
}

static void begin_round(void)
{
	uint64_t room = room_rounds;

	if (!grow((void **)&rounds, &room, nr_rounds, sizeof(*rounds))) {
		failed = true;
		return;
	}
	room_rounds = (uint32_t)room;
	memset(&rounds[nr_rounds], 0, sizeof(*rounds));
	nr_rounds++;
	rounds[nr_rounds - 1].rec.serial = nr_rounds;
	in_round = true;
}

/* What was counted becomes the round's numbers. Blocks of user space, of any process, are not told apart. */
static void end_count(void)
{
	struct round *r = &rounds[nr_rounds - 1];
	struct block *b;

	for (; counted; counted = b) {
		b = counted->counted;
		if (counted->times && counted->rec.vaddr >> 63 && enter(counted)) {
			put(r, counted->id);
			put(r, (uint32_t)counted->times);
			put(r, (uint32_t)(counted->times >> 32));
		}
		counted->times = 0;
		counted->listed = false;
	}
	failed |= r->full;
	in_count = false;
	before = NULL;
	/* It is of no series. */
	series = nr_rounds;
	series_seq = 0;
}

static void begin_count(void)
{
	end_series();
	begin_round();
	if (failed)
		return;
	rounds[nr_rounds - 1].rec.flags = FB_REC_COUNTED;
	before = NULL;
	in_count = true;
}

static void on_mark(unsigned int cpu, void *data)
{
	(void)cpu;
	if (in_count)
		end_count();
	if (in_window && !in_user && !in_all)
		rounds[nr_rounds - 1].rec.flags |= FB_REC_BROKEN;
	in_round = false;
	in_window = false;
	in_user = false;
	in_all = false;
	before = NULL;
	switch ((uintptr_t)data) {
	case FB_MARK_SERIES:
		end_series();
		break;
	case FB_MARK_ROUND:
		begin_round();
		break;
	case FB_MARK_LONG:
		end_series();
		begin_round();
		if (in_round)
			rounds[nr_rounds - 1].full = true;
		break;
	case FB_MARK_COUNT:
		begin_count();
		break;
	case FB_MARK_USER:
		end_series();
		begin_round();
		in_user = user && in_round;
		in_round = in_user;
		break;
	case FB_MARK_ALL:
		end_series();
		begin_round();
		in_all = in_round;
		break;
	default:
		break;
	}
}

/* --- what a block is ---------------------------------------------------------------------------*/

/*
 * An instruction that reaches into the next page ends its block, and is none of it, if it is not the
 * first; before QEMU 8.2 it is shown as if it were, as far as it was read. So one so near to the end of
 * a page is taken for a block of its own, which is seen when it really runs.
 */
static void on_translation(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, nr = qemu_plugin_tb_n_insns(tb), len = 0;
	struct qemu_plugin_insn *insn = NULL;
	uint8_t bytes[FB_INSN_MAX] = { 0 }, *code, *ran;
	uint64_t at;
	struct block *b, *last;
	uint32_t mark;

	(void)id;
	b = nr ? block_new(qemu_plugin_tb_vaddr(tb), nr) : NULL;
	if (!b)
		return;
	code = b->rec.vaddr >> 63 ? malloc(2 * nr * FB_INSN_MAX) : NULL;
	ran = code ? code + nr * FB_INSN_MAX : NULL;
	b->code = code;
	b->ran = ran;
	b->host = (uintptr_t)qemu_plugin_insn_haddr(qemu_plugin_tb_get_insn(tb, 0));
	access_see_code(b);
	last = b;
	for (i = 0; i < nr; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		len = insn_bytes(insn, bytes);
		b->starts[i] = qemu_plugin_insn_vaddr(insn);
		at = b->starts[i] - b->rec.vaddr;
		if (code && at + len <= nr * FB_INSN_MAX) {
			memcpy(code + at, bytes, len);
			memset(ran + at, FB_REC_GOES_ON, len);
			ran[at] = FB_REC_BEGINS;
		}
		mark = b->rec.vaddr >> 63 ? 0 : isa->mark_of(bytes, len);
		if (mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, NO_REGS,
							       (void *)(uintptr_t)mark);
		if (lines && !code == user)
			qemu_plugin_register_vcpu_mem_cb(insn, on_access, NO_REGS, READS_AND_WRITES,
							 NULL);
		if (i + 1 < nr && isa_is_module(b->rec.vaddr))
			b->clock_inside |= isa->reads_clock(bytes, len);
	}
	if (nr > 1 && !isa->fixed && qemu_plugin_insn_vaddr(insn) % PAGE > PAGE - FB_INSN_MAX) {
		last = block_new(qemu_plugin_insn_vaddr(insn), 1);
		if (!last)
			return;
		last->starts[0] = last->rec.vaddr;
		last->host = (uintptr_t)qemu_plugin_insn_haddr(insn);
		last->code = code ? code + (last->rec.vaddr - b->rec.vaddr) : NULL;
		last->ran = code ? ran + (last->rec.vaddr - b->rec.vaddr) : NULL;
		b->rec.insns--;
		b->rec.next = last->rec.vaddr;
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_block, NO_REGS, last);
	}
	last->rec.next = qemu_plugin_insn_vaddr(insn) + len;
	last->clock = isa_is_module(last->rec.vaddr) && isa->reads_clock(bytes, len);
	last->repeats = isa_repeats(bytes, len);
	isa->end_of(&last->rec, bytes, len);
	if (last->repeats && last->rec.insns == 1 && code)
		last->repeat = repeat_before(last->rec.next);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, NO_REGS, b);
	count_see(tb);
}

static void on_translation_to_count(uint64_t id, struct qemu_plugin_tb *tb)
{
	(void)id;
	count_see(tb);
}

/* --- the end -----------------------------------------------------------------------------------*/

static void write_profile(void)
{
	if (in_count)
		end_count();
	in_round = false;
	end_series();
	if (failed || block_failed) {
		fprintf(stderr, "profile: out of memory\n");
		return;
	}
	if (!write_file(&(struct record){ isa->number, used, used_as, nr_used, rounds, nr_rounds,
					  lines },
			out))
		fprintf(stderr, "profile: %s: %s\n", out,
			errno == EFAULT
				? "no lines of memory: the image of this kernel is not where it was expected"
				: strerror(errno));
}

static void on_exit_of_qemu(uint64_t id, void *data)
{
	(void)id;
	(void)data;
	if (out)
		write_profile();
	if (repeats && !count_write(repeats))
		fprintf(stderr, "profile: %s: %s\n", repeats, strerror(errno));
}

static bool read_argument(const char *text)
{
	if (!strncmp(text, "out=", 4))
		return (out = strdup(text + 4)) != NULL;
	if (!strncmp(text, "repeats=", 8))
		return (repeats = strdup(text + 8)) != NULL;
	if (!strncmp(text, "release=", 8))
		return (release = strdup(text + 8)) != NULL;
	user = !strcmp(text, "lines=user");
	lines = user || !strcmp(text, "lines=on");
	return lines;
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	int i;

	for (i = 0; i < argc && read_argument(argv[i]); i++)
		;
	if (i < argc || (!out && (!repeats || lines))) {
		fprintf(stderr,
			"profile: wants out=FILE[,lines=on|user] or repeats=FILE, or both; and release=KERNEL\n");
		return -1;
	}
	if (!info->system_emulation || !isa_set(info->target_name, release) ||
	    info->system.smp_vcpus != 1) {
		fprintf(stderr, "profile: wants a machine of one processor, x86-64 or arm64\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, out ? on_translation : on_translation_to_count);
	qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
	return 0;
}
