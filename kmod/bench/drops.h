/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_DROPS_H
#define FB_DROPS_H

#include <linux/spinlock.h>
#include <linux/types.h>

struct seq_file;

/* Entries for reasons of one run; further reasons share the last entry. */
#define FB_DROPS_MAX	32

/**
 * struct fb_drop - packets dropped for one reason
 * @reason: number of the kernel's reason, 0 if it gives none
 * @location: code that dropped them, if there is no reason
 * @count: how many
 */
struct fb_drop {
	unsigned int reason;
	unsigned long location;
	u64 count;
};

/**
 * struct fb_drops - packets dropped in one run, on all CPUs
 * @lock: guards the other members; drops are rare
 * @used: entries of @drop in use
 * @total: of all entries
 * @drop: the entries
 */
struct fb_drops {
	spinlock_t lock;	/* all below */
	unsigned int used;
	u64 total;
	struct fb_drop drop[FB_DROPS_MAX];
};

int fb_drops_attach(bool frames);
void fb_drops_detach(bool frames);
void fb_drops_show(struct seq_file *m, const struct fb_drops *drops);
int fb_drops_setup(void);

#endif /* FB_DROPS_H */
