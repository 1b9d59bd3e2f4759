// SPDX-License-Identifier: GPL-2.0
/* The plugin's file, as it lies in memory. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "profile/profile.h"

/* More bytes than a block's instructions have. */
#define CODE_MAX (FB_REC_BLOCK_MAX * 15)

int fb_profile_record_check(const char *path, struct fb_error *error)
{
	struct stat st;

	if (stat(path, &st))
		return fb_error_errno(error, -errno, "%s", path);
	if (!S_ISREG(st.st_mode))
		return fb_error(error, -EINVAL, "%s: expected a regular file", path);
	if ((size_t)st.st_size > FB_PROFILE_RECORD_MAX)
		return fb_error(error, -EFBIG,
				"%s: expected %zu MiB at most: record fewer paths or packets", path,
				FB_PROFILE_RECORD_MAX >> 20);
	return 0;
}

static int cut_short(struct fb_error *error)
{
	return fb_error(error, -EINVAL, "the record is cut short");
}

/* What is left of the file. */
struct rest {
	const unsigned char *at;
	size_t len;
};

static const void *take_bytes(struct rest *rest, size_t bytes)
{
	const void *at = rest->at;

	if (bytes > rest->len)
		return NULL;
	rest->at += bytes;
	rest->len -= bytes;
	return at;
}

static int parse_blocks(struct rest *rest, uint32_t nr, struct fb_profile_record *rec,
			struct fb_error *error)
{
	uint64_t sum = 0, len;
	uint32_t i;

	rec->block = nr > rest->len / sizeof(*rec->block)
			     ? NULL
			     : take_bytes(rest, nr * sizeof(*rec->block));
	if (!rec->block)
		return cut_short(error);
	rec->nr_blocks = nr;
	rec->code = calloc((size_t)nr + 1, sizeof(*rec->code));
	if (!rec->code)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		len = rec->block[i].next - rec->block[i].vaddr;
		if (len > CODE_MAX)
			return fb_error(error, -EINVAL,
					"block %" PRIu32 " ends where no block does", i + 1);
		rec->code[i] = take_bytes(rest, 2 * len);
		if (!rec->code[i])
			return cut_short(error);
		sum += 2 * len;
	}
	return take_bytes(rest, -sum % 8) ? 0 : cut_short(error);
}

static int parse_places(struct rest *rest, struct fb_profile_record *rec, struct fb_error *error)
{
	rec->paddr = take_bytes(rest, rec->nr_blocks * sizeof(*rec->paddr));
	return rec->paddr ? 0 : cut_short(error);
}

/* Where accesses are not recorded, no number may look like one. */
static int check_numbers(const struct fb_record_round *r, struct fb_error *error)
{
	uint64_t i;

	for (i = 0; i < r->head.nr && !(r->head.flags & FB_REC_COUNTED); i++)
		if (r->seq[i] & FB_REC_ACCESS)
			return fb_error(error, -EINVAL,
					"entry %" PRIu64 " of a round: invalid block", i + 1);
	return 0;
}

static int parse_rounds(struct rest *rest, uint32_t nr, struct fb_profile_record *rec,
			struct fb_error *error)
{
	struct fb_record_round *r;
	const void *head;
	int ret = 0;

	if (nr > rest->len / sizeof(r->head))
		return cut_short(error);
	rec->round = calloc((size_t)nr + 1, sizeof(*rec->round));
	if (!rec->round)
		return -ENOMEM;
	for (; !ret && rec->nr_rounds < nr; rec->nr_rounds++) {
		r = &rec->round[rec->nr_rounds];
		head = take_bytes(rest, sizeof(r->head));
		if (!head)
			return cut_short(error);
		memcpy(&r->head, head, sizeof(r->head));
		if (r->head.nr > rest->len / sizeof(uint32_t))
			return cut_short(error);
		if (r->head.serial != rec->nr_rounds + 1)
			return fb_error(error, -EINVAL,
					"round %" PRIu32 " has the serial number %" PRIu32,
					rec->nr_rounds + 1, r->head.serial);
		r->seq = r->head.nr ? take_bytes(rest, r->head.nr * sizeof(uint32_t)) : NULL;
		ret = rec->paddr ? 0 : check_numbers(r, error);
	}
	return ret;
}

int fb_profile_record_parse(const void *data, size_t len, struct fb_profile_record *rec,
			    struct fb_error *error)
{
	struct rest rest = { data, len };
	const struct fb_rec_head *head;
	bool lines;
	int ret;

	memset(rec, 0, sizeof(*rec));
	head = take_bytes(&rest, sizeof(*head));
	lines = head && !memcmp(data, FB_REC_MAGIC_LINES, sizeof(head->magic));
	if (!head || (!lines && memcmp(data, FB_REC_MAGIC, sizeof(head->magic))) ||
	    (head->isa != FB_REC_X86_64 && head->isa != FB_REC_ARM64))
		return fb_error(error, -EINVAL, "not a record of this flowbench's plugin");
	rec->isa = head->isa;
	ret = parse_blocks(&rest, head->nr_blocks, rec, error);
	if (!ret && lines)
		ret = parse_places(&rest, rec, error);
	if (!ret)
		ret = parse_rounds(&rest, head->nr_rounds, rec, error);
	if (!ret && rest.len)
		ret = fb_error(error, -EINVAL, "the record has %zu bytes too many", rest.len);
	if (ret)
		fb_profile_record_free(rec);
	return ret;
}

void fb_profile_record_free(struct fb_profile_record *rec)
{
	free(rec->round);
	free(rec->code);
	memset(rec, 0, sizeof(*rec));
}
