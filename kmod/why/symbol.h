/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_SYMBOL_H
#define FB_WHY_SYMBOL_H

#include <linux/types.h>

/* Bytes of the longest name that is shown, with NUL. */
#define FB_WHY_SYMBOL_SIZE	128

void fb_why_symbol(char *name, size_t size, unsigned long addr);

#endif /* FB_WHY_SYMBOL_H */
