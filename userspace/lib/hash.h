/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hashes, and a table that finds entries of an array again by their hash.
 *
 * The table has the numbers of entries, not what is in them, so that its user compares:
 *
 *	while ((at = fb_hash_next(&table, hash, &pos)))
 *		if (entry[at].name == name)
 *			return at;
 */
#ifndef FB_LIB_HASH_H
#define FB_LIB_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** fb_hash_mix - returns a hash with one number more in it; the first one is put into any constant */
static inline uint64_t fb_hash_mix(uint64_t hash, uint64_t more)
{
	/* 2^64 divided by the golden ratio: numbers that lie close get far from each other. */
	hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/** fb_hash_address - returns the hash of an address, for texts that are kept once (lib/intern.h) */
static inline uint32_t fb_hash_address(const void *address)
{
	return (uint32_t)fb_hash_mix(0, (uintptr_t)address);
}

/** fb_hash_addresses - returns the hash of two addresses */
static inline uint32_t fb_hash_addresses(const void *a, const void *b)
{
	return (uint32_t)fb_hash_mix(fb_hash_mix(0, (uintptr_t)a), (uintptr_t)b);
}

/** fb_hash_bytes - returns the hash of @len bytes */
static inline uint32_t fb_hash_bytes(const void *bytes, size_t len)
{
	const unsigned char *at = bytes;
	uint64_t hash = len, some = 0;
	bool is_short = len < sizeof(some);

	/* Eight at a time: names are looked up more often than anything else is done. */
	for (; len > sizeof(some); at += sizeof(some), len -= sizeof(some)) {
		memcpy(&some, at, sizeof(some));
		hash = fb_hash_mix(hash, some);
	}
	/* The last eight: some of them may be in the hash already. */
	if (!is_short)
		memcpy(&some, at + len - sizeof(some), sizeof(some));
	for (; is_short && len; len--)
		some = some << 8 | *at++;
	return (uint32_t)fb_hash_mix(hash, some);
}

/**
 * fb_hash_fnv - returns the 32-bit FNV-1a hash of @len bytes
 *
 * It is slower than fb_hash_bytes(), and for hashes that the output hangs on: equal on all machines.
 */
uint32_t fb_hash_fnv(const char *text, size_t len);

/**
 * fb_hash_scatter - returns another number for each number, without any order
 *
 * The last step of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
 */
static inline uint64_t fb_hash_scatter(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/** struct fb_hash_slot - the number of an entry, 0 for an empty slot, and its hash */
struct fb_hash_slot {
	uint32_t hash;
	uint32_t number;
};

/**
 * struct fb_hash - the table; all 0 while it is empty
 * @slot: an entry is in the first slot that was empty, from that of its hash on
 * @slots: how many, a power of two; at most half of them are taken
 * @taken: how many are taken
 */
struct fb_hash {
	struct fb_hash_slot *slot;
	uint32_t slots;
	uint32_t taken;
};

/**
 * fb_hash_next - find an entry
 * @t: the table
 * @hash: of the entry
 * @pos: 0 for the first entry with this hash; kept for the next one
 *
 * Return: the number of an entry with this hash, which may be another entry; 0 if there is no more.
 */
static inline uint32_t fb_hash_next(const struct fb_hash *t, uint32_t hash, uint32_t *pos)
{
	const struct fb_hash_slot *slot;

	if (!t->slots)
		return 0;
	do {
		slot = &t->slot[(hash + (*pos)++) & (t->slots - 1)];
	} while (slot->number && slot->hash != hash);
	return slot->number;
}

/**
 * fb_hash_add - add an entry
 * @t: the table
 * @hash: of the entry
 * @number: of the entry, not 0
 *
 * Return: 0; or -ENOMEM, with the table as it was.
 */
int fb_hash_add(struct fb_hash *t, uint32_t hash, uint32_t number);

/** fb_hash_remove - remove an entry, which is in the table */
void fb_hash_remove(struct fb_hash *t, uint32_t hash, uint32_t number);

/** fb_hash_free - free the table, and empty it */
void fb_hash_free(struct fb_hash *t);

#endif
