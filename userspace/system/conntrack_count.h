/* SPDX-License-Identifier: GPL-2.0 */
/* Counts entries of connection tracking. */
#ifndef FB_SYSTEM_CONNTRACK_COUNT_H
#define FB_SYSTEM_CONNTRACK_COUNT_H

#include <stdint.h>

/**
 * fb_ct_count - how many entries of this network namespace hold each of some words
 * @words: as they stand in a line of conntrack -L: OFFLOAD, UNREPLIED, dst=10.0.2.2; NULL for all entries
 * @nr: how many words
 * @n: receives a number for each word
 *
 * Makes one dump by ctnetlink, which remembers its position. /proc/net/nf_conntrack starts from the
 * beginning for each page that is read, which is too slow for a million entries.
 * If connection tracking is not loaded, the numbers are 0, and the module is not loaded for this.
 *
 * Return: 0 or a negative errno, which has been reported.
 */
int fb_ct_count(const char *const words[], unsigned int nr, uint64_t n[]);

/**
 * fb_ct_count_all - how many entries of this network namespace hold all of some words
 * @words: as above, but each must stand for itself: dst=10.0.2.2 is not in dst=10.0.2.20
 * @nr: how many words; with none, all entries count
 * @n: receives the number
 *
 * Return: 0 or a negative errno, which has been reported.
 */
int fb_ct_count_all(const char *const words[], unsigned int nr, uint64_t *n);

#endif /* FB_CTCOUNT_H */
