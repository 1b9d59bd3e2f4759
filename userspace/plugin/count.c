// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "price/mark.h"
#include "plugin/count.h"
#include "plugin/insn.h"
#include "plugin/isa.h"
#include "plugin/qemu.h"

/* A round ended inside a window. */
#define BROKEN UINT64_MAX

static uint64_t *round_repeats, repeats;
static size_t nr_rounds, room;
static bool in_round, in_window, in_count, failed;

static void end_round(void)
{
	if (in_round)
		round_repeats[nr_rounds - 1] = in_window && !in_count ? BROKEN : repeats;
	in_round = false;
	in_window = false;
	in_count = false;
}

static void begin_round(void)
{
	size_t more = room ? 2 * room : 1024;
	uint64_t *grown;

	if (nr_rounds == room) {
		grown = realloc(round_repeats, more * sizeof(*grown));
		failed |= !grown;
		if (!grown)
			return;
		round_repeats = grown;
		room = more;
	}
	round_repeats[nr_rounds++] = 0;
	repeats = 0;
	in_round = true;
}

static void on_mark(unsigned int cpu, void *data)
{
	(void)cpu;
	end_round();
	switch ((uintptr_t)data) {
	case FB_MARK_ROUND:
	case FB_MARK_LONG:
	case FB_MARK_USER:
		begin_round();
		break;
	case FB_MARK_COUNT:
		begin_round();
		in_count = in_round;
		in_window = in_round;
		break;
	default:
		break;
	}
}

/* Windows begin and end with the reading of a clock by a module, as those of a profile do (plugin/profile.c). */
static void on_clock(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	if (!in_round || in_count)
		return;
	in_window = !in_window;
	repeat_window++;
}

static void on_turn(unsigned int cpu, void *data)
{
	(void)cpu;
	if (repeat_turn(data) && in_window)
		repeats++;
}

/* What leads to it is in the same block. */
static void on_first_turn(unsigned int cpu, void *data)
{
	(void)cpu;
	repeat_first(data);
}

static void on_behind(unsigned int cpu, void *data)
{
	(void)cpu;
	repeat_behind(data);
}

static void see_repeats(struct qemu_plugin_tb *tb, size_t nr)
{
	const struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
	struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, nr - 1);
	uint64_t at = qemu_plugin_tb_vaddr(tb);
	uint8_t bytes[FB_INSN_MAX];
	size_t len = insn_bytes(last, bytes);
	struct repeat *r;

	if (!isa->repeats)
		return;
	if (isa->may_end_repeat(qemu_plugin_insn_haddr(first), at)) {
		r = repeat_before(at);
		failed |= !r;
		if (r)
			qemu_plugin_register_vcpu_tb_exec_cb(tb, on_behind, NO_REGS, r);
	}
	if (!isa_repeats(bytes, len))
		return;
	r = repeat_before(qemu_plugin_insn_vaddr(last) + len);
	failed |= !r;
	if (r)
		qemu_plugin_register_vcpu_insn_exec_cb(last, nr > 1 ? on_first_turn : on_turn,
						       NO_REGS, r);
}

void count_see(struct qemu_plugin_tb *tb)
{
	size_t i, nr = qemu_plugin_tb_n_insns(tb), len;
	uint8_t bytes[FB_INSN_MAX];
	struct qemu_plugin_insn *insn;
	uint64_t at = qemu_plugin_tb_vaddr(tb);
	uint32_t mark;

	for (i = 0; i < nr && (!(at >> 63) || isa_is_module(at)); i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		len = insn_bytes(insn, bytes);
		mark = at >> 63 ? 0 : isa->mark_of(bytes, len);
		if (mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, NO_REGS,
							       (void *)(uintptr_t)mark);
		if (isa_is_module(at) && isa->reads_clock(bytes, len))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_clock, NO_REGS, NULL);
	}
	if (nr && at >> 63)
		see_repeats(tb, nr);
}

bool count_write(const char *path)
{
	FILE *f = failed ? NULL : fopen(path, "we");
	bool written = f != NULL;
	size_t i;

	end_round();
	if (failed)
		errno = ENOMEM;
	for (i = 0; written && i < nr_rounds; i++)
		written = (round_repeats[i] == BROKEN
				   ? fprintf(f, "%zu broken\n", i + 1)
				   : fprintf(f, "%zu %" PRIu64 "\n", i + 1, round_repeats[i])) > 0;
	if (f && fclose(f))
		written = false;
	return written;
}
