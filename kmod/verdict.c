// SPDX-License-Identifier: GPL-2.0
/*
 * Return values of hooked functions: from the register to a slot of a fixed
 * table, and from the slot to a name.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/netfilter.h>
#include <linux/seq_file.h>

#include "flowbench.h"

static const char * const fb_kind_names[FB_KIND_COUNT] = {
	[FB_KIND_VERDICT] = "verdict",
	[FB_KIND_ERRNO] = "errno",
	[FB_KIND_PTR] = "ptr",
	[FB_KIND_BOOL] = "bool",
	[FB_KIND_VOID] = "void",
};

static const char * const fb_verdict_names[] = {
	[NF_DROP] = "NF_DROP",
	[NF_ACCEPT] = "NF_ACCEPT",
	[NF_STOLEN] = "NF_STOLEN",
	[NF_QUEUE] = "NF_QUEUE",
	[NF_REPEAT] = "NF_REPEAT",
	[NF_STOP] = "NF_STOP",
};

const char *fb_kind_name(enum fb_kind kind)
{
	return fb_kind_names[kind];
}

static unsigned int fb_value_slot(long value)
{
	if (value < FB_VALUE_MIN || value > FB_VALUE_MAX)
		return FB_SLOT_OTHER;
	return value - FB_VALUE_MIN;
}

/**
 * fb_verdict_slot() - where to count a return value
 * @kind: how to read it
 * @retval: the return register; only the bits of the type are meaningful
 *
 * Return: 0 to FB_VALUE_SLOTS - 1.
 * Context: any.
 */
unsigned int fb_verdict_slot(enum fb_kind kind, unsigned long retval)
{
	const void *ptr = (const void *)retval;

	switch (kind) {
	case FB_KIND_VERDICT:
		/* The upper half carries a queue number or an errno. */
		return fb_value_slot(retval & NF_VERDICT_MASK);
	case FB_KIND_ERRNO:
		return fb_value_slot((int)retval);
	case FB_KIND_BOOL:
		return fb_value_slot((u8)retval);
	case FB_KIND_PTR:
		if (!ptr)
			return FB_SLOT_NULL;
		return IS_ERR(ptr) ? fb_value_slot(PTR_ERR(ptr)) : FB_SLOT_PTR;
	default:
		return fb_value_slot(0);
	}
}

/**
 * fb_verdict_show() - print the value of a slot
 * @m: output
 * @kind: of the hook that the slot belongs to
 * @slot: 0 to FB_VALUE_SLOTS - 1
 */
void fb_verdict_show(struct seq_file *m, enum fb_kind kind, unsigned int slot)
{
	int value = (int)slot + FB_VALUE_MIN;

	if (slot == FB_SLOT_PTR)
		seq_puts(m, "ptr");
	else if (slot == FB_SLOT_NULL)
		seq_puts(m, "null");
	else if (slot == FB_SLOT_OTHER)
		seq_puts(m, "other");
	else if (kind == FB_KIND_VOID)
		seq_puts(m, "void");
	else if (kind == FB_KIND_BOOL)
		seq_puts(m, value ? "true" : "false");
	else if (kind == FB_KIND_VERDICT && value >= 0 &&
		 value < ARRAY_SIZE(fb_verdict_names))
		seq_puts(m, fb_verdict_names[value]);
	else if (value < 0)
		seq_printf(m, "%pe", ERR_PTR(value));
	else
		seq_printf(m, "%d", value);
}
