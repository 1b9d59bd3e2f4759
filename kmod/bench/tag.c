// SPDX-License-Identifier: GPL-2.0
/*
 * The table of tags of a run, and which of them a generator uses next.
 */
#include <linux/errno.h>
#include <linux/mm.h>

#include "bench.h"

/**
 * fb_tags_alloc() - allocate the tags of a run
 * @tags: zero
 * @generators: how many generators the run has
 *
 * Return: 0 or -ENOMEM.
 * Context: process, may sleep.
 */
int fb_tags_alloc(struct fb_tags *tags, unsigned int generators)
{
	u32 i, count = generators * FB_TAGS_MAX;

	tags->tag = kvcalloc(count, sizeof(*tags->tag), GFP_KERNEL);
	if (!tags->tag)
		return -ENOMEM;
	for (i = 0; i < count; i++)
		tags->tag[i].stamp = i;
	tags->count = count;
	return 0;
}

/* @tags may be all zero; no CPU uses them. */
void fb_tags_free(struct fb_tags *tags)
{
	kvfree(tags->tag);
	tags->tag = NULL;
	tags->count = 0;
}

/**
 * fb_tag_cache_init() - give a generator its tags
 * @cache: filled in
 * @tags: of the run
 * @generator: index of the generator
 */
void fb_tag_cache_init(struct fb_tag_cache *cache, const struct fb_tags *tags,
		       unsigned int generator)
{
	unsigned int i;

	cache->first = tags->tag + generator * FB_TAGS_MAX;
	for (i = 0; i < FB_TAG_CACHE; i++) {
		cache->free[i] = cache->first + i;
		cache->free[i]->owner = FB_TAG_CACHED;
	}
	cache->next = FB_TAG_CACHE;
	cache->used = 0;
}

/*
 * Returns a tag without a packet, NULL if there is none. The tag of an XDP frame
 * counts as free: the packet was counted when its sk_buff was freed, there is no
 * event for a dropped frame, and the tag was not used for a whole turn.
 */
static struct fb_tag *fb_tag_find_free(struct fb_tag_cache *cache)
{
	unsigned int looked;

	for (looked = 0; looked < FB_TAGS_MAX; looked++) {
		struct fb_tag *tag = cache->first + cache->next;
		unsigned long owner = READ_ONCE(tag->owner);

		cache->next = (cache->next + 1) % FB_TAGS_MAX;
		if (!owner || owner & FB_TAG_FRAME)
			return tag;
	}
	return NULL;
}

/**
 * fb_tag_cache_fill() - have a free tag for each packet that comes next
 * @cache: of the generator
 *
 * The tags of packets that have ended are used again, so that a generator uses the
 * same few. The tag of a packet in flight is replaced by a free one.
 *
 * Return: 0, or -ENOBUFS if FB_TAGS_MAX packets are under way.
 * Context: thread of the generator, bottom halves on.
 */
int fb_tag_cache_fill(struct fb_tag_cache *cache)
{
	struct fb_tag *tag;

	while (cache->used) {
		tag = cache->free[cache->used - 1];
		if (READ_ONCE(tag->owner))
			tag = fb_tag_find_free(cache);
		if (!tag)
			return -ENOBUFS;
		WRITE_ONCE(tag->owner, FB_TAG_CACHED);
		cache->free[--cache->used] = tag;
	}
	return 0;
}
