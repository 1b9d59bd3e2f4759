// SPDX-License-Identifier: GPL-2.0
/* Names functions of the kernel. Never shows an address. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "why.h"

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
