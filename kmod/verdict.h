/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_VERDICT_H
#define FB_VERDICT_H

#include <linux/types.h>

struct seq_file;

/* Kind of the return value of a hooked function. */
enum fb_kind {
	FB_KIND_VERDICT,	/* netfilter verdict */
	FB_KIND_ERRNO,		/* int: negative errno, 0, or a small number */
	FB_KIND_PTR,		/* pointer, NULL, or an error pointer */
	FB_KIND_BOOL,		/* bool */
	FB_KIND_VOID,		/* nothing is returned */
	FB_KIND_COUNT
};

/*
 * A slot for each value: every errno that user space can see, and the small
 * numbers that functions return (verdicts, NET_XMIT_*, protocol numbers). Two
 * more are for pointers, and one for any other value.
 */
#define FB_VALUE_MIN		(-133)
#define FB_VALUE_MAX		255
#define FB_SLOT_PTR		(FB_VALUE_MAX - FB_VALUE_MIN + 1)
#define FB_SLOT_NULL		(FB_SLOT_PTR + 1)
#define FB_SLOT_OTHER		(FB_SLOT_PTR + 2)
#define FB_VALUE_SLOTS		(FB_SLOT_PTR + 3)

const char *fb_kind_name(enum fb_kind kind);
unsigned int fb_verdict_slot(enum fb_kind kind, unsigned long retval);
void fb_verdict_show(struct seq_file *m, enum fb_kind kind, unsigned int slot);

#endif /* FB_VERDICT_H */
