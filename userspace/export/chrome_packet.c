// SPDX-License-Identifier: GPL-2.0
/* A packet that is seen again, on another device or in another namespace. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/chrome_packet.h"
#include "lib/hash.h"

#define SIGN "packet: "

bool fb_chrome_is_packet(const struct fb_str *text)
{
	return text->len > strlen(SIGN) && !memcmp(text->at, SIGN, strlen(SIGN));
}

/* The part of a mark from @word on up to @end, or to its own end; false if it is not there. */
static bool part(const struct fb_str *text, const char *word, const char *end, char *to,
		 size_t size)
{
	const char *stop = text->at + text->len, *p, *q;

	p = memmem(text->at, text->len, word, strlen(word));
	q = p && end ? memmem(p, (size_t)(stop - p), end, strlen(end)) : NULL;
	if (!p || (size_t)((q ? q : stop) - p) >= size)
		return false;
	snprintf(to, size, "%.*s", (int)((q ? q : stop) - p), p);
	return true;
}

int fb_chrome_packet(struct fb_chrome *c, unsigned int tid, int64_t at, const struct fb_str *text)
{
	struct fb_chrome_packet now = { .at = { .tid = tid, .at = at } }, *slot;

	if (!c->packet && !(c->packet = calloc(FB_CHROME_PACKETS, sizeof(*c->packet))))
		return -ENOMEM;
	/* Other protocols have no sequence number that tells two packets apart. */
	if (!part(text, "proto=", NULL, now.is, sizeof(now.is)) ||
	    (strncmp(now.is, "proto=tcp ", 10) && strncmp(now.is, "proto=esp ", 10)) ||
	    !part(text, "ns=", " ifindex=", now.where, sizeof(now.where)))
		return 0;
	slot = &c->packet[fb_hash_fnv(now.is, strlen(now.is)) % FB_CHROME_PACKETS];
	/* At the same place again, it is another one that looks alike. */
	if (!strcmp(slot->is, now.is) && strcmp(slot->where, now.where))
		fb_chrome_arrow(c, "packet", &slot->at, FB_CHROME_CPUS, tid, at);
	*slot = now;
	return 0;
}
