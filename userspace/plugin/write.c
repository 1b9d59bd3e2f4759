// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "plugin/access.h"
#include "plugin/write.h"

static bool write_bytes(FILE *f, const uint8_t *bytes, uint64_t len)
{
	if (bytes)
		return fwrite(bytes, 1, len, f) == len;
	/* Of a block without code, zeroes. */
	for (; len; len--)
		if (fputc(0, f) == EOF)
			return false;
	return true;
}

static bool write_code(const struct record *r, FILE *f)
{
	uint64_t sum = 0, len;
	uint32_t i;

	for (i = 0; i < r->nr_used; i++) {
		len = r->used[i].next - r->used[i].vaddr;
		sum += 2 * len;
		if (!write_bytes(f, r->used_as[i]->code, len) ||
		    !write_bytes(f, r->used_as[i]->ran, len))
			return false;
	}
	return write_bytes(f, NULL, -sum % 8);
}

/* Where the code of each block lies. */
static bool write_places(const struct record *r, FILE *f)
{
	uint64_t origin = 0, paddr;
	uint32_t i;

	if (!access_origin(&origin)) {
		errno = EFAULT;
		return false;
	}
	for (i = 0; i < r->nr_used; i++) {
		paddr = r->used_as[i]->host ? r->used_as[i]->host - origin : 0;
		if (fwrite(&paddr, sizeof(paddr), 1, f) != 1)
			return false;
	}
	return true;
}

bool write_record(const struct record *r, FILE *f)
{
	struct fb_rec_head head = { .nr_blocks = r->nr_used, .nr_rounds = r->nr_rounds };
	uint32_t i;

	memcpy(head.magic, r->lines ? FB_REC_MAGIC_LINES : FB_REC_MAGIC, sizeof(head.magic));
	if (fwrite(&head, sizeof(head), 1, f) != 1 ||
	    fwrite(r->used, sizeof(*r->used), r->nr_used, f) != r->nr_used || !write_code(r, f) ||
	    (r->lines && r->nr_used && !write_places(r, f)))
		return false;
	for (i = 0; i < r->nr_rounds; i++)
		if (fwrite(&r->rounds[i].rec, sizeof(r->rounds[i].rec), 1, f) != 1 ||
		    fwrite(r->rounds[i].seq, sizeof(uint32_t), r->rounds[i].rec.nr, f) !=
			    r->rounds[i].rec.nr)
			return false;
	return true;
}
