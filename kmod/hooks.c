// SPDX-License-Identifier: GPL-2.0
/*
 * The table of hooks, and their switches. A hook is one kernel function; a line
 * in the table adds one.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/string.h>

#include "flowbench.h"

/**
 * struct fb_hook_def - what does not change about a hook
 * @name: of the function in the source
 * @kind: of its return value
 * @module: that usually holds the function, NULL if it is built in
 */
struct fb_hook_def {
	const char *name;
	enum fb_kind kind;
	const char *module;
};

/*
 * The kind of a hook follows the declaration of the function. nf_hook_slow() and
 * __xfrm_policy_check() return 1 for "go on", so FB_KIND_ERRNO prints a number.
 */
static const struct fb_hook_def fb_hook_defs[] = {
	/* Flowtable: the fast path, and how flows get in and out of it. */
	{ "nf_flow_offload_ip_hook", FB_KIND_VERDICT, "nf_flow_table" },
	{ "nf_flow_offload_ipv6_hook", FB_KIND_VERDICT, "nf_flow_table" },
	{ "nf_flow_offload_inet_hook", FB_KIND_VERDICT, "nf_flow_table_inet" },
	{ "nf_flow_xmit_xfrm", FB_KIND_VERDICT, "nf_flow_table" },
	{ "flow_offload_lookup", FB_KIND_PTR, "nf_flow_table" },
	{ "flow_offload_add", FB_KIND_ERRNO, "nf_flow_table" },
	{ "flow_offload_refresh", FB_KIND_VOID, "nf_flow_table" },
	{ "flow_offload_teardown", FB_KIND_VOID, "nf_flow_table" },
	{ "nf_flow_offload_work_gc", FB_KIND_VOID, "nf_flow_table" },
	{ "flow_offload_work_handler", FB_KIND_VOID, "nf_flow_table" },
	{ "nft_flow_offload_eval", FB_KIND_VOID, "nft_flow_offload" },

	/* The slow path. */
	{ "ip_rcv_core", FB_KIND_PTR, NULL },
	{ "ip_forward", FB_KIND_ERRNO, NULL },
	{ "ip6_forward", FB_KIND_ERRNO, NULL },
	{ "nf_hook_slow", FB_KIND_ERRNO, NULL },
	{ "nf_conntrack_in", FB_KIND_VERDICT, "nf_conntrack" },

	/* Sets of nftables. They return a bool, and since 6.17 a pointer. */
	{ "nft_rhash_lookup", FB_KIND_VOID, "nf_tables" },
	{ "nft_rbtree_lookup", FB_KIND_VOID, "nf_tables" },

	/* Bridges. */
	{ "br_forward", FB_KIND_VOID, "bridge" },

	/* GRO, and segmentation of superpackets with a frag_list. */
	{ "inet_gro_receive", FB_KIND_PTR, NULL },
	{ "skb_segment_list", FB_KIND_PTR, NULL },

	/* IPsec. */
	{ "__xfrm_policy_check", FB_KIND_ERRNO, NULL },
	{ "xfrm_lookup", FB_KIND_PTR, NULL },
	{ "xfrm_lookup_with_ifid", FB_KIND_PTR, NULL },
	{ "xfrm4_output", FB_KIND_ERRNO, NULL },
	{ "xfrm6_output", FB_KIND_ERRNO, NULL },
	{ "xfrm_output", FB_KIND_ERRNO, NULL },
	{ "xfrm_output_resume", FB_KIND_ERRNO, NULL },
	{ "xfrm_input", FB_KIND_ERRNO, NULL },
	{ "esp_output", FB_KIND_ERRNO, "esp4" },
	{ "esp_input", FB_KIND_ERRNO, "esp4" },
	{ "esp6_output", FB_KIND_ERRNO, "esp6" },
	{ "esp6_input", FB_KIND_ERRNO, "esp6" },
	{ "validate_xmit_xfrm", FB_KIND_PTR, NULL },

	/* A packet gets the headers of a tunnel, on the fast path as well. */
	{ "iptunnel_handle_offloads", FB_KIND_ERRNO, NULL },

	/* Output to a neighbour. */
	{ "neigh_xmit", FB_KIND_ERRNO, NULL },

	/* Redirection from socket to socket; both return an enum as a number. */
	{ "sk_psock_msg_verdict", FB_KIND_ERRNO, NULL },
	{ "bpf_msg_redirect_hash", FB_KIND_ERRNO, NULL },
};

#define FB_HOOK_COUNT	ARRAY_SIZE(fb_hook_defs)
static_assert(FB_HOOK_COUNT <= FB_PROBES_MAX);

/**
 * struct fb_hook - state of a hook
 * @probe: its probe; the counters are allocated when it is first switched on
 * @state: on, off or unavailable
 * @err: negative errno while it is unavailable
 * @missed: calls missed by probes that have been taken off
 */
struct fb_hook {
	struct fb_probe probe;
	enum fb_state state;
	int err;
	u64 missed;
};

static struct fb_hook fb_hooks[FB_HOOK_COUNT];

/* Guards fb_hooks, but for the counters, which the handlers of probes write. */
static DEFINE_MUTEX(fb_hooks_mutex);

static int fb_hook_on(unsigned int index)
{
	const struct fb_hook_def *def = &fb_hook_defs[index];
	struct fb_hook *hook = &fb_hooks[index];
	int err;

	lockdep_assert_held(&fb_hooks_mutex);

	if (hook->state == FB_STATE_ID_ON)
		return 0;

	if (!hook->probe.stats)
		hook->probe.stats = fb_stats_alloc();
	if (!hook->probe.stats)
		return -ENOMEM;

	hook->probe.kind = def->kind;
	err = fb_probe_attach(&hook->probe, def->name);
	/* Not unavailable: there may be memory next time. */
	if (err == -ENOMEM)
		return err;
	hook->err = err;
	hook->state = err ? FB_STATE_ID_UNAVAILABLE : FB_STATE_ID_ON;
	return err;
}

/* Switches off those hooks of a bitmap that are on, in one grace period. */
static void fb_hooks_off(const unsigned long *which)
{
	struct fb_probe *probes[FB_HOOK_COUNT];
	unsigned int i, count = 0;

	lockdep_assert_held(&fb_hooks_mutex);

	for_each_set_bit(i, which, FB_HOOK_COUNT) {
		struct fb_hook *hook = &fb_hooks[i];

		if (hook->state != FB_STATE_ID_ON)
			continue;
		hook->missed += fb_probe_missed(&hook->probe);
		hook->state = FB_STATE_ID_OFF;
		probes[count++] = &hook->probe;
	}
	fb_probes_detach(probes, count);
}

/*
 * Switches off the hooks of a module that leaves. The probes must be off before
 * the text of the module is freed, or they would hit what is loaded there next.
 */
static int fb_module_event(struct notifier_block *nb, unsigned long action,
			   void *data)
{
	DECLARE_BITMAP(gone, FB_HOOK_COUNT);
	const struct module *mod = data;
	unsigned int i;

	if (action != MODULE_STATE_GOING || mod == THIS_MODULE)
		return NOTIFY_DONE;

	bitmap_zero(gone, FB_HOOK_COUNT);
	mutex_lock(&fb_hooks_mutex);
	for (i = 0; i < FB_HOOK_COUNT; i++)
		if (fb_hooks[i].state == FB_STATE_ID_ON &&
		    within_module(fb_hooks[i].probe.addr, mod))
			__set_bit(i, gone);
	fb_hooks_off(gone);
	for_each_set_bit(i, gone, FB_HOOK_COUNT) {
		fb_hooks[i].state = FB_STATE_ID_UNAVAILABLE;
		fb_hooks[i].err = -ENOENT;
	}
	mutex_unlock(&fb_hooks_mutex);
	return NOTIFY_OK;
}

/* Runs before the notifiers of kprobes and fprobes, which only give up the probes. */
static struct notifier_block fb_module_nb = {
	.notifier_call = fb_module_event,
	.priority = 1,
};

/* Indices of hooks run from 0 to this number less 1. */
unsigned int fb_hooks_count(void)
{
	return FB_HOOK_COUNT;
}

const char *fb_hook_name(unsigned int index)
{
	return fb_hook_defs[index].name;
}

/* Returns the index of a hook, or -ENOENT. */
int fb_hook_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < FB_HOOK_COUNT; i++)
		if (!strcmp(fb_hook_defs[i].name, name))
			return i;
	return -ENOENT;
}

/**
 * fb_hook_switch() - switch one hook
 * @index: below fb_hooks_count()
 * @on: true for on; a hook that is in this state already does not change
 *
 * Return: 0; -ENOMEM; -EOPNOTSUPP if this kernel, with the modules loaded now,
 * has no such function that can be probed. The hook is unavailable then, and
 * fb_hook_info() has the reason.
 * Context: process, may sleep.
 */
int fb_hook_switch(unsigned int index, bool on)
{
	DECLARE_BITMAP(which, FB_HOOK_COUNT);
	int err = 0;

	bitmap_zero(which, FB_HOOK_COUNT);
	__set_bit(index, which);
	mutex_lock(&fb_hooks_mutex);
	if (on)
		err = fb_hook_on(index);
	else
		fb_hooks_off(which);
	mutex_unlock(&fb_hooks_mutex);

	return err && err != -ENOMEM ? -EOPNOTSUPP : err;
}

/**
 * fb_hooks_switch_all() - switch every hook
 * @on: true for on
 *
 * Unavailable hooks are skipped.
 *
 * Return: 0; -ENOMEM, and then the same hooks are on as before.
 * Context: process, may sleep.
 */
int fb_hooks_switch_all(bool on)
{
	DECLARE_BITMAP(off, FB_HOOK_COUNT);
	unsigned int i;
	int err = 0;

	/* All of them, or those to take back if memory is short. */
	bitmap_zero(off, FB_HOOK_COUNT);
	if (!on)
		bitmap_fill(off, FB_HOOK_COUNT);
	mutex_lock(&fb_hooks_mutex);
	for (i = 0; i < FB_HOOK_COUNT && on && err != -ENOMEM; i++) {
		if (fb_hooks[i].state == FB_STATE_ID_ON)
			continue;
		err = fb_hook_on(i);
		if (!err)
			__set_bit(i, off);
	}
	if (!on || err == -ENOMEM)
		fb_hooks_off(off);
	mutex_unlock(&fb_hooks_mutex);

	return err == -ENOMEM ? err : 0;
}

/**
 * fb_hooks_reset() - set all counters to zero; hooks that are on stay on
 *
 * Context: process, may sleep.
 */
void fb_hooks_reset(void)
{
	unsigned int i;

	mutex_lock(&fb_hooks_mutex);
	for (i = 0; i < FB_HOOK_COUNT; i++) {
		struct fb_hook *hook = &fb_hooks[i];

		if (!hook->probe.stats)
			continue;
		fb_stats_reset(hook->probe.stats);
		fb_probe_clear_missed(&hook->probe);
		hook->missed = 0;
	}
	mutex_unlock(&fb_hooks_mutex);
}

/**
 * fb_hook_info() - get the state of a hook
 * @index: below fb_hooks_count()
 * @info: filled in
 *
 * Context: process, may sleep.
 */
void fb_hook_info(unsigned int index, struct fb_hook_info *info)
{
	const struct fb_hook_def *def = &fb_hook_defs[index];
	const struct fb_hook *hook = &fb_hooks[index];

	info->name = def->name;
	info->module = def->module;
	info->kind = def->kind;

	mutex_lock(&fb_hooks_mutex);
	info->state = hook->state;
	info->mech = hook->probe.mech;
	info->err = hook->err;
	info->calls = fb_stats_calls(hook->probe.stats);
	info->missed = hook->missed + fb_probe_missed(&hook->probe);
	memcpy(info->symbol, hook->probe.symbol, sizeof(info->symbol));
	mutex_unlock(&fb_hooks_mutex);
}

/**
 * fb_hook_fold() - sum up the counters of a hook on all CPUs
 * @index: below fb_hooks_count()
 * @sum: overwritten
 *
 * Context: process, may sleep.
 */
void fb_hook_fold(unsigned int index, struct fb_stats *sum)
{
	fb_stats_clear(sum);
	mutex_lock(&fb_hooks_mutex);
	fb_stats_fold(sum, fb_hooks[index].probe.stats);
	mutex_unlock(&fb_hooks_mutex);
}

/* Every hook is off at first. */
int fb_hooks_setup(void)
{
	return register_module_notifier(&fb_module_nb);
}

/**
 * fb_hooks_teardown() - take off all probes and free the counters
 *
 * No other function of this file is called after it.
 *
 * Context: process, may sleep.
 */
void fb_hooks_teardown(void)
{
	unsigned int i;

	unregister_module_notifier(&fb_module_nb);
	fb_hooks_switch_all(false);
	for (i = 0; i < FB_HOOK_COUNT; i++)
		fb_stats_free(fb_hooks[i].probe.stats);
}
