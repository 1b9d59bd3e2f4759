// SPDX-License-Identifier: GPL-2.0
/*
 * Probes that come and go with modules: nft loads the modules of flowtables with
 * the first rule that needs them. A probe whose function is not there yet is
 * attached when its module comes, and taken off when it goes.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "why.h"

/*
 * Guards the probes, but for what their handlers read. Taken by the notifier of
 * modules, so nothing that waits for a module or the rtnl is done under it.
 */
static DEFINE_MUTEX(fb_why_probes_mutex);
static struct fb_why_probe *fb_why_probes;
static unsigned int fb_why_probe_count;
static unsigned long fb_why_probes_missed;

static unsigned long fb_why_probe_addr(const struct fb_why_probe *probe)
{
	return (unsigned long)(probe->pre_handler ? probe->kp.addr :
						probe->rp.kp.addr);
}

static unsigned long fb_why_probe_missed(const struct fb_why_probe *probe)
{
	if (probe->pre_handler)
		return READ_ONCE(probe->kp.nmissed);
	return READ_ONCE(probe->rp.nmissed) + READ_ONCE(probe->rp.kp.nmissed);
}

static int fb_why_probe_attach(struct fb_why_probe *probe)
{
	int err;

	memset(&probe->kp, 0, sizeof(probe->kp));
	memset(&probe->rp, 0, sizeof(probe->rp));
	if (probe->pre_handler) {
		probe->kp.symbol_name = probe->symbol;
		probe->kp.pre_handler = probe->pre_handler;
		err = register_kprobe(&probe->kp);
	} else {
		probe->rp.kp.symbol_name = probe->symbol;
		probe->rp.entry_handler = probe->entry_handler;
		probe->rp.handler = probe->ret_handler;
		probe->rp.data_size = probe->data_size;
		/* One a CPU at a time, and some for tasks. */
		probe->rp.maxactive = 2 * num_possible_cpus() + 16;
		err = register_kretprobe(&probe->rp);
	}
	probe->attached = !err;
	return err;
}

/* Attaches those that are not. Only short memory is an error. */
static int fb_why_probes_attach_missing(void)
{
	unsigned int i;

	lockdep_assert_held(&fb_why_probes_mutex);

	for (i = 0; i < fb_why_probe_count; i++)
		if (!fb_why_probes[i].attached &&
		    fb_why_probe_attach(&fb_why_probes[i]) == -ENOMEM)
			return -ENOMEM;
	return 0;
}

/*
 * Takes probes off, all in one grace period for each kind: those in a module, or
 * all if it is NULL.
 */
static void fb_why_probes_detach_module(const struct module *mod)
{
	struct kretprobe *rps[FB_WHY_PROBES_MAX];
	struct kprobe *kps[FB_WHY_PROBES_MAX];
	int rp_count = 0, kp_count = 0;
	unsigned int i;

	lockdep_assert_held(&fb_why_probes_mutex);

	for (i = 0; i < fb_why_probe_count; i++) {
		struct fb_why_probe *probe = &fb_why_probes[i];

		if (!probe->attached ||
		    (mod && !within_module(fb_why_probe_addr(probe), mod)))
			continue;
		fb_why_probes_missed += fb_why_probe_missed(probe);
		if (probe->pre_handler)
			kps[kp_count++] = &probe->kp;
		else
			rps[rp_count++] = &probe->rp;
		probe->attached = false;
	}
	if (rp_count)
		unregister_kretprobes(rps, rp_count);
	if (kp_count)
		unregister_kprobes(kps, kp_count);
	/* A handler may still run for a call that began before. */
	if (rp_count)
		synchronize_rcu();
}

static int fb_why_probes_module_event(struct notifier_block *nb, unsigned long action,
				      void *data)
{
	if (data == THIS_MODULE)
		return NOTIFY_DONE;

	mutex_lock(&fb_why_probes_mutex);
	if (action == MODULE_STATE_COMING)
		fb_why_probes_attach_missing();
	else if (action == MODULE_STATE_GOING)
		fb_why_probes_detach_module(data);
	mutex_unlock(&fb_why_probes_mutex);
	return NOTIFY_DONE;
}

/* Runs before the notifier of kprobes, which only gives up the probes. */
static struct notifier_block fb_why_module_nb = {
	.notifier_call = fb_why_probes_module_event,
	.priority = 1,
};

/**
 * fb_why_probes_attach() - attach probes, now or when their modules come
 * @probes: stay where they are until fb_why_probes_detach()
 * @count: how many, FB_WHY_PROBES_MAX at most
 *
 * Functions that the kernel lacks, or that cannot be probed, are skipped.
 *
 * Return: 0, or -ENOMEM, and then none is attached.
 * Context: process, may sleep; the rtnl is not held; none is attached.
 */
int fb_why_probes_attach(struct fb_why_probe *probes, unsigned int count)
{
	int err;

	err = register_module_notifier(&fb_why_module_nb);
	if (err)
		return err;

	mutex_lock(&fb_why_probes_mutex);
	fb_why_probes = probes;
	fb_why_probe_count = count;
	fb_why_probes_missed = 0;
	err = fb_why_probes_attach_missing();
	mutex_unlock(&fb_why_probes_mutex);
	if (err)
		fb_why_probes_detach();
	return err;
}

/**
 * fb_why_probes_detach() - take all probes off
 *
 * On return no CPU runs one of their handlers.
 *
 * Context: process, may sleep; the rtnl is not held.
 */
void fb_why_probes_detach(void)
{
	mutex_lock(&fb_why_probes_mutex);
	fb_why_probes_detach_module(NULL);
	fb_why_probe_count = 0;
	mutex_unlock(&fb_why_probes_mutex);
	unregister_module_notifier(&fb_why_module_nb);
}

/**
 * fb_why_probes_show() - print the calls that were missed, and what is probed
 * @m: where to
 *
 * Context: process, may sleep.
 */
void fb_why_probes_show(struct seq_file *m)
{
	unsigned int i, shown = 0;
	unsigned long missed;

	mutex_lock(&fb_why_probes_mutex);
	missed = fb_why_probes_missed;
	for (i = 0; i < fb_why_probe_count; i++)
		if (fb_why_probes[i].attached)
			missed += fb_why_probe_missed(&fb_why_probes[i]);
	seq_printf(m, "missed=%lu probes=", missed);
	for (i = 0; i < fb_why_probe_count; i++)
		if (fb_why_probes[i].attached)
			seq_printf(m, "%s%s", shown++ ? "," : "",
				   fb_why_probes[i].symbol);
	seq_puts(m, shown ? "\n" : "-\n");
	mutex_unlock(&fb_why_probes_mutex);
}
