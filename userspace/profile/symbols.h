/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of a kernel and its modules by address, from /proc/kallsyms. Pure: no I/O. */
#ifndef FB_PROFILE_SYMBOLS_H
#define FB_PROFILE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"

/**
 * struct fb_function - what symbols of one function have in common
 * @name: without compiler suffixes
 * @module: that it lies in, or NULL for the kernel itself
 */
struct fb_function {
	const char *name;
	const char *module;
};

/** fb_function_is - whether a function has this name and lies in this module (pure) */
bool fb_function_is(const struct fb_function *fn, const char *name, const char *module);

struct fb_symbol {
	uint64_t addr;
	const char *name;
	const char *module;
	unsigned int function;
};

/**
 * struct fb_symbols - all of them
 * @symbol: ascending, one an address
 * @nr: how many
 * @function: those that were asked for, in the order of asking; 0 and 1 are user space and unknown
 * @nr_functions: how many
 * @text: owned
 */
struct fb_symbols {
	struct fb_symbol *symbol;
	size_t nr;
	struct fb_function *function;
	unsigned int nr_functions;
	char *text;
};

/** FB_FN_USER - the function that stands for all of user space */
#define FB_FN_USER 0

/** FB_FN_UNKNOWN - the function that stands for kernel addresses without a symbol */
#define FB_FN_UNKNOWN 1

/**
 * fb_symbols_parse - read /proc/kallsyms
 * @text: its lines, "ffffffff81000000 T name [module]"; symbols of data are passed over
 * @len: length
 * @syms: receives the symbols; fb_symbols_free() it after success
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_symbols_parse(const char *text, size_t len, struct fb_symbols *syms, struct fb_error *error);

/** fb_symbols_free - free what fb_symbols_parse() has put into @syms */
void fb_symbols_free(struct fb_symbols *syms);

/**
 * fb_symbols_find - the function that an address lies in
 * @syms: the symbols; a function that was not asked for before is added
 * @addr: the address
 * @offset: receives how far behind the symbol it lies
 *
 * Return: index into @function, or -ENOMEM.
 */
int fb_symbols_find(struct fb_symbols *syms, uint64_t addr, uint64_t *offset);

#endif
