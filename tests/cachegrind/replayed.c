// SPDX-License-Identifier: GPL-2.0
/*
 * replayed RECORD SYMBOLS MACHINE FUNCTION: replays each round of a record on a machine that holds nothing, and prints a line with
 * what FUNCTION did itself: "instructions loads stores l1i-misses l1d-misses l2-misses".
 *
 * A symbol of user space is none to the program, so the addresses of code get their highest bit; those of SYMBOLS have it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "file/paths.h"
#include "model/machine.h"
#include "model/replay.h"

#define FILE_MAX ((size_t)1 << 30)

static const unsigned int printed[] = {
	FB_TOUCH_INSNS,
	FB_TOUCH_LOADS,
	FB_TOUCH_STORES,
	FB_TOUCH_EVENTS + FB_MISS_L1I,
	FB_TOUCH_EVENTS + FB_MISS_L1D,
	FB_TOUCH_EVENTS + FB_MISS_L2,
};

#define HIGH (1ULL << 63)

static struct fb_error error;

static void must(int ret, const char *what)
{
	if (!ret)
		return;
	fprintf(stderr, "%s: %s\n", what, fb_error_text(&error, ret));
	exit(1);
}

static void lift(struct fb_profile_record *rec)
{
	struct fb_rec_block *block = calloc(rec->nr_blocks + 1, sizeof(*block));
	uint32_t i;

	must(block ? 0 : -1, "no memory");
	memcpy(block, rec->block, rec->nr_blocks * sizeof(*block));
	for (i = 0; i < rec->nr_blocks; i++) {
		block[i].vaddr |= HIGH;
		block[i].next |= HIGH;
		block[i].target |= block[i].target ? HIGH : 0;
	}
	rec->block = block;
}

static void print(const struct fb_replay *in, const char *name)
{
	const size_t nr = sizeof(printed) / sizeof(printed[0]);
	struct fb_touches t;
	uint32_t i;
	size_t k;

	must(fb_replay(in, &t, &error), "replay");
	for (i = 0; i < t.nr; i++)
		for (k = 0; !strcmp(in->syms->function[i].name, name) && k < nr; k++)
			printf("%" PRIu64 "%c", t.self[i * FB_TOUCHES + printed[k]],
			       k + 1 < nr ? ' ' : '\n');
	fb_touches_free(&t);
}

int main(int argc, char **argv)
{
	struct fb_profile_record rec;
	struct fb_symbols syms;
	struct fb_machine m;
	char *text[3];
	size_t len[3];
	uint32_t i;

	if (argc != 5)
		return 2;
	for (i = 0; i < 3; i++)
		must(fb_read_file(argv[1 + i], FILE_MAX, &text[i], &len[i]), argv[1 + i]);
	must(fb_profile_record_parse(text[0], len[0], &rec, &error), argv[1]);
	lift(&rec);
	must(fb_symbols_parse(text[1], len[1], &syms, &error), argv[2]);
	must(fb_machine_parse("machine", text[2], &m, &error), argv[3]);
	must(rec.nr_rounds && rec.paddr ? 0 : -1, "no round with accesses");
	for (i = 0; i < rec.nr_rounds; i++)
		print(&(struct fb_replay){ .rec = &rec,
					   .round = &rec.round[i],
					   .syms = &syms,
					   .m = &m,
					   .cold = true },
		      argv[4]);
	fb_machine_free(&m);
	fb_symbols_free(&syms);
	free((void *)rec.block);
	fb_profile_record_free(&rec);
	for (i = 0; i < 3; i++)
		free(text[i]);
	return 0;
}
