// SPDX-License-Identifier: GPL-2.0
/*
 * Probes on entry and return of a function: an fprobe if the kernel has fprobes
 * and ftrace knows the function, else a kretprobe.
 *
 * The handlers read the clock and count. They do not look at arguments.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched/clock.h>
#include <linux/string.h>

#include "flowbench.h"

/*
 * Suffixes that compilers append to a function that they have changed. A ".part"
 * is the cold rest of a function whose head was inlined, so it is tried last. The
 * hooks file shows the symbol, so a reader sees what the counts mean.
 */
static const char * const fb_suffixes[] = {
	"",
	".isra.0", ".isra.1",
	".constprop.0", ".constprop.1",
	".constprop.0.isra.0", ".isra.0.constprop.0",
	".part.0", ".part.1",
};

/* Concurrent calls of one function that a probe can follow; it misses further ones. */
static int fb_max_active(void)
{
	return clamp_t(int, 16 * num_possible_cpus(), 64, 4096);
}

/* The clocks of two CPUs differ a little, and a call may change CPU. */
static u64 fb_elapsed(u64 since)
{
	s64 ns = local_clock() - since;

	return ns < 0 ? 0 : ns;
}

#ifdef CONFIG_FPROBE

static int fb_fprobe_entry(struct fprobe *fp, unsigned long entry_ip,
			   unsigned long ret_ip, struct ftrace_regs *fregs,
			   void *entry_data)
{
	*(u64 *)entry_data = local_clock();
	return 0;
}

static void fb_fprobe_exit(struct fprobe *fp, unsigned long entry_ip,
			   unsigned long ret_ip, struct ftrace_regs *fregs,
			   void *entry_data)
{
	u64 ns = fb_elapsed(*(u64 *)entry_data);
	struct fb_probe *probe = container_of(fp, struct fb_probe, fp);

	fb_stats_add(probe->stats, probe->kind, ns, ftrace_regs_get_return_value(fregs));
}

/*
 * Finds the address of a function, and whether ftrace owns it, by a kprobe that
 * is never armed. The kernel exports no function for that.
 */
static int fb_find_ftrace_addr(const char *symbol, unsigned long *addr)
{
	struct kprobe kp = {
		.symbol_name = symbol,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int err;

	err = register_kprobe(&kp);
	if (err)
		return err;
	*addr = (unsigned long)kp.addr;
	if (!(kp.flags & KPROBE_FLAG_FTRACE))
		err = -EOPNOTSUPP;
	unregister_kprobe(&kp);
	return err;
}

static int fb_attach_fprobe(struct fb_probe *probe)
{
	unsigned long addr;
	int err;

	err = fb_find_ftrace_addr(probe->symbol, &addr);
	if (err)
		return err;

	memset(&probe->fp, 0, sizeof(probe->fp));
	probe->fp.entry_handler = fb_fprobe_entry;
	probe->fp.exit_handler = fb_fprobe_exit;
	probe->fp.entry_data_size = sizeof(u64);
	err = register_fprobe_ips(&probe->fp, &addr, 1);
	if (err)
		return err;

	probe->addr = addr;
	probe->mech = FB_MECH_ID_FPROBE;
	return 0;
}

static void fb_detach_fprobe(struct fb_probe *probe)
{
	unregister_fprobe(&probe->fp);
}

static unsigned long fb_fprobe_missed(const struct fb_probe *probe)
{
	return READ_ONCE(probe->fp.nmissed);
}

static void fb_fprobe_clear_missed(struct fb_probe *probe)
{
	WRITE_ONCE(probe->fp.nmissed, 0);
}

#else

static int fb_attach_fprobe(struct fb_probe *probe)
{
	return -EOPNOTSUPP;
}

static void fb_detach_fprobe(struct fb_probe *probe)
{
}

static unsigned long fb_fprobe_missed(const struct fb_probe *probe)
{
	return 0;
}

static void fb_fprobe_clear_missed(struct fb_probe *probe)
{
}

#endif /* CONFIG_FPROBE */

static int fb_kretprobe_entry(struct kretprobe_instance *ri,
			      struct pt_regs *regs)
{
	*(u64 *)ri->data = local_clock();
	return 0;
}

NOKPROBE_SYMBOL(fb_kretprobe_entry);

static int fb_kretprobe_exit(struct kretprobe_instance *ri,
			     struct pt_regs *regs)
{
	u64 ns = fb_elapsed(*(u64 *)ri->data);
	struct kretprobe *rp = get_kretprobe(ri);
	struct fb_probe *probe;

	/* The probe is being taken off: the call began before. */
	if (!rp)
		return 0;
	probe = container_of(rp, struct fb_probe, rp);
	fb_stats_add(probe->stats, probe->kind, ns, regs_return_value(regs));
	return 0;
}

NOKPROBE_SYMBOL(fb_kretprobe_exit);

static int fb_attach_kretprobe(struct fb_probe *probe)
{
	int err;

	memset(&probe->rp, 0, sizeof(probe->rp));
	probe->rp.kp.symbol_name = probe->symbol;
	probe->rp.entry_handler = fb_kretprobe_entry;
	probe->rp.handler = fb_kretprobe_exit;
	probe->rp.data_size = sizeof(u64);
	probe->rp.maxactive = fb_max_active();
	err = register_kretprobe(&probe->rp);
	if (err)
		return err;

	probe->addr = (unsigned long)probe->rp.kp.addr;
	probe->mech = FB_MECH_ID_KRETPROBE;
	return 0;
}

/**
 * fb_probe_attach() - probe a function, under the first of its names that is there
 * @probe: not attached; its stats and kind are set
 * @function: name in the source
 *
 * Return: 0; -ENOENT if no loaded code has the function; the error of the
 * mechanism if the function is there but cannot be probed.
 * Context: process, may sleep.
 */
int fb_probe_attach(struct fb_probe *probe, const char *function)
{
	int err = -ENOENT;
	int i;

	for (i = 0; i < ARRAY_SIZE(fb_suffixes); i++) {
		snprintf(probe->symbol, sizeof(probe->symbol), "%s%s", function,
			 fb_suffixes[i]);
		err = fb_attach_fprobe(probe);
		/* With -ENOMEM the other mechanism would fail as well. */
		if (err && err != -ENOENT && err != -ENOMEM)
			err = fb_attach_kretprobe(probe);
		if (err != -ENOENT)
			break;
	}
	if (err)
		probe->symbol[0] = '\0';
	return err;
}

/**
 * fb_probes_detach() - take probes off, all in one grace period
 * @probes: attached ones
 * @count: how many, FB_PROBES_MAX at most
 *
 * ftrace has waits of its own for each fprobe. On return no CPU is in a handler,
 * and calls under way return uncounted.
 * Context: process, may sleep.
 */
void fb_probes_detach(struct fb_probe **probes, unsigned int count)
{
	struct kretprobe *rps[FB_PROBES_MAX];
	unsigned int i;
	int num = 0;

	if (!count)
		return;
	for (i = 0; i < count; i++)
		if (probes[i]->mech == FB_MECH_ID_FPROBE)
			fb_detach_fprobe(probes[i]);
		else
			rps[num++] = &probes[i]->rp;
	if (num)
		unregister_kretprobes(rps, num);

	/* An fprobe's exit handler may still run for a call that began before. */
	synchronize_rcu();
	for (i = 0; i < count; i++)
		probes[i]->mech = FB_MECH_ID_NONE;
}

/**
 * fb_probe_missed() - count the calls that the probe missed
 * @probe: attached or not
 *
 * Return: calls since it was attached or cleared; 0 while it is not attached.
 */
unsigned long fb_probe_missed(const struct fb_probe *probe)
{
	switch (probe->mech) {
	case FB_MECH_ID_FPROBE:
		return fb_fprobe_missed(probe);
	case FB_MECH_ID_KRETPROBE:
		return READ_ONCE(probe->rp.nmissed) +
		       READ_ONCE(probe->rp.kp.nmissed);
	default:
		return 0;
	}
}

void fb_probe_clear_missed(struct fb_probe *probe)
{
	switch (probe->mech) {
	case FB_MECH_ID_FPROBE:
		fb_fprobe_clear_missed(probe);
		break;
	case FB_MECH_ID_KRETPROBE:
		WRITE_ONCE(probe->rp.nmissed, 0);
		WRITE_ONCE(probe->rp.kp.nmissed, 0);
		break;
	default:
		break;
	}
}
