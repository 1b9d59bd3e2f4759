// SPDX-License-Identifier: GPL-2.0
/* Names functions of the kernel. Never shows an address. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "symbol.h"

/**
 * fb_why_symbol() - name the function that an address lies in
 * @name: where to, "?" if the function is not known
 * @size: bytes of @name
 * @addr: the address
 *
 * Context: any.
 */
void fb_why_symbol(char *name, size_t size, unsigned long addr)
{
	snprintf(name, size, "%ps", (void *)addr);
	/* Without the suffix of a compiler, and the name of the module. */
	name[strcspn(name, " .")] = '\0';
	/* An address that belongs to no function: its module may have gone. */
	if (!addr || !IS_ENABLED(CONFIG_KALLSYMS) || !strncmp(name, "0x", 2))
		strscpy(name, "?", size);
}

/**
 * fb_why_symbol_text() - name a function in the text of an event
 * @p: scratch sequence of the event's print function
 * @addr: an address within the function
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_why_symbol_text(struct trace_seq *p, unsigned long addr)
{
	const char *text = trace_seq_buffer_ptr(p);
	char name[FB_WHY_SYMBOL_SIZE];

	fb_why_symbol(name, sizeof(name), addr);
	trace_seq_puts(p, name);
	trace_seq_putc(p, '\0');
	return text;
}
