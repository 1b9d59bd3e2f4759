// SPDX-License-Identifier: GPL-2.0
/* rounds RECORD: prints how many instructions the plugin counted in each round of a record, one a line. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "profile/record.h"

/* Skips the blocks and their code, a byte and what it is for each byte of a block. */
static int skip_blocks(FILE *f, uint32_t nr)
{
	struct fb_rec_block b;
	uint64_t code = 0;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		if (fread(&b, sizeof(b), 1, f) != 1)
			return -1;
		code += 2 * (b.next - b.vaddr);
	}
	return fseek(f, (long)((code + 7) & ~7ULL), SEEK_CUR);
}

int main(int argc, char **argv)
{
	FILE *f = argc == 2 ? fopen(argv[1], "re") : NULL;
	struct fb_rec_round round;
	struct fb_rec_head head;
	uint32_t i;

	if (!f || fread(&head, sizeof(head), 1, f) != 1 || memcmp(head.magic, FB_REC_MAGIC, sizeof(head.magic)) ||
	    skip_blocks(f, head.nr_blocks))
		return 1;
	for (i = 0; i < head.nr_rounds; i++) {
		if (fread(&round, sizeof(round), 1, f) != 1 || fseek(f, (long)(4 * round.nr), SEEK_CUR))
			return 1;
		printf("%llu\n", (unsigned long long)round.insns);
	}
	return 0;
}
