/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_PROBE_H
#define FB_PROBE_H

#include <linux/fprobe.h>
#include <linux/kprobes.h>
#include <linux/types.h>

#include "stats.h"

/* Bytes of the longest symbol, with the suffix of the compiler and NUL. */
#define FB_SYMBOL_SIZE	64

/* Probes that fb_probes_detach() takes off at once. */
#define FB_PROBES_MAX	64

enum fb_mech {
	FB_MECH_ID_NONE,
	FB_MECH_ID_FPROBE,
	FB_MECH_ID_KRETPROBE,
};

/**
 * struct fb_probe - one probe on entry and return of a kernel function
 * @stats: counters; set before attaching, the same while attached
 * @kind: how to read the return value; likewise
 * @mech: mechanism that holds it, FB_MECH_ID_NONE while it is not attached
 * @addr: address of the function
 * @symbol: name that was found, with its compiler suffix
 * @fp: in use if @mech is fprobe
 * @rp: in use if @mech is kretprobe
 */
struct fb_probe {
	struct fb_stats __percpu *stats;
	enum fb_kind kind;
	enum fb_mech mech;
	unsigned long addr;
	char symbol[FB_SYMBOL_SIZE];
	union {
#ifdef FB_HAVE_FPROBE
		struct fprobe fp;
#endif
		struct kretprobe rp;
	};
};

int fb_probe_attach(struct fb_probe *probe, const char *function);
void fb_probes_detach(struct fb_probe **probes, unsigned int count);
unsigned long fb_probe_missed(const struct fb_probe *probe);
void fb_probe_clear_missed(struct fb_probe *probe);

#endif /* FB_PROBE_H */
