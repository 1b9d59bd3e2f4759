/* SPDX-License-Identifier: GPL-2.0 */
/* Which functions only an interrupt calls. Pure. */
#ifndef FB_TRACE_IRQ_NAME_H
#define FB_TRACE_IRQ_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/hash.h"

/** FB_IRQ_NAMES - how many answers are kept; a power of two */
#define FB_IRQ_NAMES 4096

/**
 * struct fb_irq_names - names that were asked for last
 * @name: of each slot: the name, by its address, or NULL
 * @irq: of each slot: the answer
 */
struct fb_irq_names {
	const char *name[FB_IRQ_NAMES];
	bool irq[FB_IRQ_NAMES];
};

/**
 * fb_irq_is_name - does only an interrupt call a function of this name?
 * @name: the function
 *
 * Architectures name the first function of an interrupt as they like, and not each of them lies in a section that
 * function_graph knows (__irqentry_text_start), nor does trace-cmd print the arrows of those that do. What all of them
 * call is irq_enter(), irq_exit() and softirqs.
 *
 * Return: true for these, and for what runs before and behind them.
 */
bool fb_irq_is_name(const char *name);

/** fb_irq_is_known - as fb_irq_is_name(), for a @name that stays where it is and is never another one */
static inline bool fb_irq_is_known(struct fb_irq_names *names, const char *name)
{
	uint32_t slot = fb_hash_address(name) % FB_IRQ_NAMES;

	if (names->name[slot] != name) {
		names->name[slot] = name;
		names->irq[slot] = fb_irq_is_name(name);
	}
	return names->irq[slot];
}

#endif
