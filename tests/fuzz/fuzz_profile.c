// SPDX-License-Identifier: GPL-2.0
/*
 * The plugin's record of executed blocks, and the walk through each of its rounds. Each instruction
 * must be counted in the tree of calls. The code of no function differs from itself. A record with accesses is replayed, too, on
 * a machine and with its code elsewhere: what functions have touched sums to what the round has, and layouts change no count.
 */
#include "fuzz.h"

#include <errno.h>

#include "profile/function_code.h"
#include "profile/profile.h"
#include "model/replay.h"

static const char kallsyms[] = "ffffffff81000000 T caller\n"
			       "ffffffff81000110 T callee\n"
			       "ffffffff81000200 t callee.cold\n"
			       "ffffffff81000300 T __x86_indirect_thunk_rax\n"
			       "ffffffff81000400 T asm_sysvec_apic_timer_interrupt\n"
			       "ffffffffc0000000 t fb_generator_round\t[flowbench]\n"
			       "ffffffffc0000040 t fb_next_skb\t[flowbench]\n";

static const char machine[] =
	"title = small\nl1i = 4K 4\nl1d = 4K 4\nl2 = 8K 4\nitlb = 8 8\ndtlb = 8 8\nstlb = 16 4\n"
	"branch = 16\ntarget = 16\nreturns = 4\nwidth = 1\nl2-cycles = 10\nmemory-cycles = 100\n"
	"stlb-cycles = 5\nwalk-cycles = 30\nwrong-cycles = 10\n";

static void check_calls(const struct fb_calls *calls, const struct fb_symbols *syms)
{
	uint64_t sum = 0, repeats = 0;
	uint32_t i;

	fuzz_must(calls->nr >= 1);
	for (i = 0; i < calls->nr; i++) {
		const struct fb_call *c = &calls->call[i];

		fuzz_must(!i == (c->parent == FB_BLOCK_NONE) && (!i || c->parent < i));
		fuzz_must(c->function < syms->nr_functions);
		fuzz_must(c->child == FB_BLOCK_NONE || calls->call[c->child].parent == i);
		fuzz_must(c->sibling == FB_BLOCK_NONE ||
			  calls->call[c->sibling].parent == c->parent);
		sum += c->insns;
		repeats += c->repeats;
	}
	fuzz_must(sum == calls->insns && repeats == calls->repeats && calls->lost <= calls->insns);
}

static void compare(const struct fb_profile_record *rec, struct fb_symbols *syms)
{
	struct fb_code code;
	unsigned int i;

	fuzz_must(!fb_code_build(rec, syms, &code));
	for (i = 0; i < code.nr; i++)
		fuzz_must(fb_code_compare(&code, code.part[i].function, &code,
					  code.part[i].function) != FB_CODE_DIFFERS);
	fb_code_free(&code);
}

static void check_touches(const struct fb_touches *t)
{
	uint64_t sum[FB_TOUCHES] = { 0 };
	uint32_t i;

	for (i = 0; i < t->nr * FB_TOUCHES; i++)
		sum[i % FB_TOUCHES] += t->self[i];
	fuzz_must(!memcmp(sum, t->sum, sizeof(sum)));
}

static bool replayed(struct fb_replay *in, struct fb_touches *t)
{
	struct fb_error error = { "" };
	int ret = fb_replay(in, t, &error);

	fuzz_must(!ret || (ret == -EINVAL && *error.text));
	if (!ret)
		check_touches(t);
	return !ret;
}

static void replay(const struct fb_profile_record *rec, const struct fb_record_round *round,
		   struct fb_symbols *syms)
{
	struct fb_layout layout;
	struct fb_touches here, there;
	struct fb_error error = { "" };
	struct fb_machine m;
	struct fb_replay in = { .rec = rec, .round = round, .syms = syms };

	if (!rec->paddr || !round->seq || !replayed(&in, &here))
		return;
	fuzz_must(!fb_machine_parse("small", machine, &m, &error));
	fuzz_must(!fb_layout_make(rec, syms, 1, &layout));
	in.m = &m;
	in.cold = round->head.nr % 2;
	in.layout = &layout;
	fuzz_must(replayed(&in, &there));
	fuzz_must(here.packets == there.packets);
	/* But for lines of code. */
	fuzz_must(!memcmp(here.sum, there.sum, FB_TOUCH_CODE * sizeof(*here.sum)));
	fb_touches_free(&here);
	fb_touches_free(&there);
	fb_layout_free(&layout);
	fb_machine_free(&m);
}

static void walk(const struct fb_profile_record *rec)
{
	struct fb_symbols syms;
	struct fb_calls calls;
	struct fb_error error = { "" };
	uint32_t i;
	int ret;

	fuzz_must(!fb_symbols_parse(kallsyms, sizeof(kallsyms) - 1, &syms, &error));
	for (i = 0; i < rec->nr_rounds; i++) {
		ret = fb_blockwalk(rec->block, rec->nr_blocks, rec->round[i].seq,
				   rec->round[i].seq ? rec->round[i].head.nr : 0, &syms, &calls,
				   &error);
		fuzz_must(!ret || (ret == -EINVAL && *error.text));
		if (!ret) {
			check_calls(&calls, &syms);
			fb_calls_free(&calls);
		}
		replay(rec, &rec->round[i], &syms);
	}
	compare(rec, &syms);
	fb_symbols_free(&syms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	void *bytes = fuzz_copy(data, size);
	struct fb_profile_record rec;
	struct fb_error error = { "" };
	int ret = fb_profile_record_parse(bytes, size, &rec, &error);

	fuzz_must(!ret || (ret == -EINVAL && *error.text && !rec.round));
	if (!ret) {
		walk(&rec);
		fb_profile_record_free(&rec);
	}
	free(bytes);
	return 0;
}
