/* SPDX-License-Identifier: GPL-2.0 */
/* A file of userspace/data/paths in memory: what a path is made of and what proves it. Pure: no I/O. */
#ifndef FB_PRICE_PATH_H
#define FB_PRICE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"

/** FB_BENCH_SEGMENTS - most segments of a superpacket */
#define FB_BENCH_SEGMENTS  128

#define FB_BENCH_PROOFS	   16
#define FB_BENCH_PATH_SIZE (64 * 1024)

/* In place of words: the generator cannot check what a packet has become. */
#define FB_VERIFY_NONE "none"

/** FB_BENCH_OWN_XDP - value of the key "own": packets of the generator alone end in the driver, by XDP */
#define FB_BENCH_OWN_XDP "xdp"

/**
 * enum fb_proof_kind - where a proof's count comes from
 * @FB_PROOF_HOOK: calls of a hooked function, or those that returned one verdict
 * @FB_PROOF_CT: entries of connection tracking
 * @FB_PROOF_NFT: packets of a named counter
 * @FB_PROOF_XFRM: packets of all SAs
 * @FB_PROOF_XFRM_ERROR: packets that /proc/net/xfrm_stat counts as errors
 * @FB_PROOF_DEV: packets that a device sent
 * @FB_PROOF_STAT: a counter of a device's driver (ethtool -S)
 * @FB_PROOF_XDP: a counter of the XDP program of a device
 */
enum fb_proof_kind {
	FB_PROOF_HOOK,
	FB_PROOF_CT,
	FB_PROOF_NFT,
	FB_PROOF_XFRM,
	FB_PROOF_XFRM_ERROR,
	FB_PROOF_DEV,
	FB_PROOF_STAT,
	FB_PROOF_XDP,
	FB_PROOF_KINDS,
};

/**
 * enum fb_proof_want - what the count must be
 * @FB_WANT_ALL: one a packet of the round (one a flow for FB_PROOF_CT)
 * @FB_WANT_EACH: one a segment of each packet; as FB_WANT_ALL if packets are no superpackets
 * @FB_WANT_NONE: zero
 * @FB_WANT_ONCE: more than zero
 * @FB_WANT_SOME: more than zero, and fewer than for FB_WANT_ALL
 */
enum fb_proof_want {
	FB_WANT_ALL,
	FB_WANT_EACH,
	FB_WANT_NONE,
	FB_WANT_ONCE,
	FB_WANT_SOME,
};

/**
 * struct fb_proof - one line "prove = …"
 * @text: the line, for people
 * @name: function (or a|b), counter or device; NULL where the kind has none
 * @word: verdict of a hook, word of an entry; NULL for any; counter of a device
 * @kind: where the count comes from
 * @want: what it must be
 */
struct fb_proof {
	char *text;
	char *name;
	char *word;
	enum fb_proof_kind kind;
	enum fb_proof_want want;
};

/**
 * struct fb_bench_path - a path
 * @name: of its file
 * @title: one line for people
 * @replaces: the path that it is compared with, or NULL
 * @with: files for the lab, separated by commas, or NULL
 * @config: key=value words for the generator, or NULL
 * @receive: how the device hands packets over: "napi"; NULL for one by one, or as lists if these are asked for
 * @verify: key=value words that say what a packet has become, FB_VERIFY_NONE, or NULL
 * @record: file for the lab once it has made the packets that rounds send, or NULL
 * @segments: segments of its packets, as written; NULL if they are no superpackets
 * @own: "xdp" if the generator's own packets end in the driver; NULL: at ingress
 * @leaves: a module that it leaves loaded, and that changes other paths, or NULL
 * @since: the first kernel that has it, as written, or NULL
 * @until: the first kernel that has it no longer, or NULL
 * @proof: what proves it
 * @nr_proofs: how many
 */
struct fb_bench_path {
	char *name;
	char *title;
	char *replaces;
	char *with;
	char *config;
	char *receive;
	char *verify;
	char *record;
	char *segments;
	char *own;
	char *leaves;
	char *since;
	char *until;
	struct fb_proof proof[FB_BENCH_PROOFS];
	unsigned int nr_proofs;
};

/**
 * fb_bench_path_parse - read a path from text
 * @name: its name
 * @text: the file's content, ended by NUL; not changed
 * @path: receives the path; fb_bench_path_free() it after success
 * @error: receives one line that says what is wrong ("line 7: unknown key 'prov'")
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_bench_path_parse(const char *name, const char *text, struct fb_bench_path *path,
			struct fb_error *error);

/** fb_bench_path_has - true if a word of @path's config begins with @text */
bool fb_bench_path_has(const struct fb_bench_path *path, const char *text);

/** fb_bench_path_segments - segments of a packet of @path where none are asked for, at least 1 */
unsigned long fb_bench_path_segments(const struct fb_bench_path *path);

/** fb_bench_path_hides - packets leave in a tunnel: neither the generator nor a host can look at them */
bool fb_bench_path_hides(const struct fb_bench_path *path);

/** fb_bench_path_free - free what fb_bench_path_parse() has put into @path */
void fb_bench_path_free(struct fb_bench_path *path);

#endif
