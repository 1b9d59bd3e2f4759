/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_SYMBOL_H
#define FB_WHY_SYMBOL_H

#include <linux/types.h>

struct trace_seq;

/* Bytes of the longest name that is shown, with NUL. */
#define FB_WHY_SYMBOL_SIZE	128

void fb_why_symbol(char *name, size_t size, unsigned long addr);
const char *fb_why_symbol_text(struct trace_seq *p, unsigned long addr);

#endif /* FB_WHY_SYMBOL_H */
