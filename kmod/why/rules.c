// SPDX-License-Identifier: GPL-2.0
/*
 * Makes nf_tables report the rules that a traced packet meets, to the multicast group
 * NFNLGRP_NFTRACE. nf_tables checks for traced packets only while a static key is
 * enabled. The key is looked up by name, so this module loads without nf_tables.
 */
#include <linux/errno.h>
#include <linux/jump_label.h>
#include <linux/module.h>
#include <net/netfilter/nf_tables_core.h>

#include "why.h"

#if IS_ENABLED(CONFIG_NF_TABLES)

/* Guarded by the caller. */
static struct static_key_false *fb_why_rules_key;

/**
 * fb_why_rules_get() - begin to report rules
 *
 * nf_tables stays loaded until fb_why_rules_put().
 *
 * Return: 0, or -EOPNOTSUPP if nf_tables is not loaded.
 * Context: process, may sleep.
 */
int fb_why_rules_get(void)
{
	fb_why_rules_key = symbol_get(nft_trace_enabled);
	if (!fb_why_rules_key)
		return -EOPNOTSUPP;
	static_branch_inc(fb_why_rules_key);
	return 0;
}

/**
 * fb_why_rules_put() - report no more rules; nothing if none are reported
 *
 * Context: process, may sleep.
 */
void fb_why_rules_put(void)
{
	if (!fb_why_rules_key)
		return;
	static_branch_dec(fb_why_rules_key);
	symbol_put(nft_trace_enabled);
	fb_why_rules_key = NULL;
}

#else

int fb_why_rules_get(void)
{
	return -EOPNOTSUPP;
}

void fb_why_rules_put(void)
{
}

#endif /* CONFIG_NF_TABLES */
