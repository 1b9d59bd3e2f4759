/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's symbols in a trace.dat, with their modules, which libtraceevent hands out as printed text only. */
#ifndef FB_TRACEDAT_DAT_NAMES_H
#define FB_TRACEDAT_DAT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "line/event.h"

struct tep_handle;

/** FB_DAT_RECENT - addresses that were looked up lately and are found at once; a power of two */
#define FB_DAT_RECENT 4096

struct fb_dat_symbol;

/**
 * struct fb_dat_names - symbols by address
 * @text: the text that libtraceevent printed
 * @len: its length
 * @symbol: the symbols, in the order of their addresses
 * @nr: how many
 * @recent: addresses that were looked up lately
 * @found: their names
 * @irq_from: where the code of interrupt entries begins
 * @irq_to: where it ends
 */
struct fb_dat_names {
	char *text;
	size_t len;
	struct fb_dat_symbol *symbol;
	size_t nr;
	uint64_t recent[FB_DAT_RECENT];
	struct fb_str found[FB_DAT_RECENT];
	uint64_t irq_from;
	uint64_t irq_to;
};

/**
 * fb_dat_names_load - read all symbols
 * @names: receives them; the process keeps them until it ends
 * @tep: who has them
 *
 * Standard output leads elsewhere while this runs, so only a process that has it for itself may call this.
 *
 * Return: 0 or a negative errno.
 */
int fb_dat_names_load(struct fb_dat_names *names, struct tep_handle *tep);

/**
 * fb_dat_names_at - the function at an address, as the kernel prints it: "name" or "name [module]"
 *
 * Return: the name; it is empty if no function begins at the address or shortly before it.
 */
struct fb_str fb_dat_names_at(struct fb_dat_names *names, uint64_t addr);

#endif
