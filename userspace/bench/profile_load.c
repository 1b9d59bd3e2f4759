// SPDX-License-Identifier: GPL-2.0
/* The plugin's file, as it lies in memory. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/profile.h"

static int cut_short(struct fb_why *why)
{
	return fb_why(why, -EINVAL, "the record is cut short");
}

int fb_profile_record_parse(const void *data, size_t len, struct fb_profile_record *rec,
			    struct fb_why *why)
{
	const unsigned char *at = data;
	struct fb_rec_head head;
	struct fb_record_round *r;
	uint32_t i;

	memset(rec, 0, sizeof(*rec));
	if (len < sizeof(head) || memcmp(at, FB_REC_MAGIC, sizeof(head.magic)))
		return fb_why(why, -EINVAL, "not a record of flowbench's plugin");
	memcpy(&head, at, sizeof(head));
	at += sizeof(head);
	len -= sizeof(head);
	if (head.nr_blocks > len / sizeof(*rec->block))
		return cut_short(why);
	rec->block = (const void *)at;
	rec->nr_blocks = head.nr_blocks;
	at += head.nr_blocks * sizeof(*rec->block);
	len -= head.nr_blocks * sizeof(*rec->block);
	if (head.nr_rounds > len / sizeof(r->head))
		return cut_short(why);
	rec->round = calloc((size_t)head.nr_rounds + 1, sizeof(*rec->round));
	if (!rec->round)
		return -ENOMEM;
	for (i = 0; i < head.nr_rounds; i++) {
		r = &rec->round[i];
		if (len < sizeof(r->head))
			break;
		memcpy(&r->head, at, sizeof(r->head));
		at += sizeof(r->head);
		len -= sizeof(r->head);
		if (r->head.nr > len / sizeof(uint32_t))
			break;
		if (r->head.serial != i + 1) {
			fb_why(why, -EINVAL, "round %" PRIu32 " has the serial number %" PRIu32,
			       i + 1, r->head.serial);
			fb_profile_record_free(rec);
			return -EINVAL;
		}
		r->seq = r->head.nr ? (const void *)at : NULL;
		at += r->head.nr * sizeof(uint32_t);
		len -= r->head.nr * sizeof(uint32_t);
	}
	rec->nr_rounds = i;
	if (i == head.nr_rounds && !len)
		return 0;
	fb_profile_record_free(rec);
	if (i < head.nr_rounds)
		return cut_short(why);
	return fb_why(why, -EINVAL, "the record has %zu bytes too many", len);
}

void fb_profile_record_free(struct fb_profile_record *rec)
{
	free(rec->round);
	memset(rec, 0, sizeof(*rec));
}
