// SPDX-License-Identifier: GPL-2.0
/*
 * What a flowtable asks of hardware, and how many devices said yes: a probe on
 * nf_flow_offload_tuple(), which hands a rule to each block of the flowtable. It needs no model, so
 * the author of a driver sees what his driver is asked. Questions for statistics are counted; one
 * to which no device said anything is kept, as a flow that hardware does not report ends although
 * it is busy. The handlers run in the kernel's work queue with preemption off; the function itself
 * may sleep in between.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": hardware: " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nsproxy.h>
#include <linux/printk.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <net/flow_offload.h>
#include <net/net_namespace.h>
#include <net/netfilter/nf_flow_table.h>

#include "hardware.h"

#define FB_HW_OBSERVED	"nf_flow_offload_tuple"

/**
 * struct fb_hw_asked - a question that was answered
 * @nr: its number, from 1 on
 * @cmd: FLOW_CLS_REPLACE, FLOW_CLS_DESTROY or FLOW_CLS_STATS
 * @taken: devices that said yes
 * @stats: where statistics are written, of FLOW_CLS_STATS; valid until the function returns
 * @rule: the rule; if it is not given, addresses and ports only
 */
struct fb_hw_asked {
	u64 nr;
	int cmd;
	int taken;
	const struct flow_stats *stats;
	struct fb_hw_rule rule;
};

/**
 * struct fb_hw_observed - what was seen since "on"
 * @given: rules that were given
 * @refused: of those, rules that no device took
 * @destroy: rules that were given up
 * @stats: questions for statistics
 * @silent: of those, questions that were answered with nothing
 * @open: questions that devices have not answered yet
 * @nr: number of the last question that is kept
 */
struct fb_hw_observed {
	u64 given;
	u64 refused;
	u64 destroy;
	u64 stats;
	u64 silent;
	u64 open;
	u64 nr;
};

/* Guards the probe: on and off. */
static DEFINE_MUTEX(fb_hw_observe_mutex);
static bool fb_hw_observes;

/* Guards all below; taken by the handlers. */
static DEFINE_SPINLOCK(fb_hw_asked_lock);
static struct fb_hw_asked *fb_hw_asked;
static struct fb_hw_observed fb_hw_observed;

/* Namespace whose flowtables are looked at; compared only. */
static const struct net *fb_hw_observed_net;

/* The keys of a rule that is given up. The namespace stays: its flowtable is at work. */
static void fb_hw_asked_keys(struct fb_hw_rule *rule, const struct flow_offload_tuple *tuple)
{
	bool v6 = tuple->l3proto == AF_INET6;
	size_t len = v6 ? sizeof(tuple->src_v6) : sizeof(tuple->src_v4);

	rule->family = v6 ? 6 : 4;
	rule->key.l3 = v6 ? htons(ETH_P_IPV6) : htons(ETH_P_IP);
	rule->key.l4 = tuple->l4proto;
	rule->mask.l4 = 0xff;
	memcpy(rule->key.src, v6 ? (const void *)&tuple->src_v6 : &tuple->src_v4, len);
	memcpy(rule->key.dst, v6 ? (const void *)&tuple->dst_v6 : &tuple->dst_v4, len);
	memset(rule->mask.src, 0xff, len);
	memset(rule->mask.dst, 0xff, len);
	rule->key.sport = tuple->src_port;
	rule->key.dport = tuple->dst_port;
	rule->mask.sport = htons(0xffff);
	rule->mask.dport = htons(0xffff);
	rule->key.iif = tuple->iifidx;
	rule->mask.iif = ~0U;
}

static void fb_hw_asked_device(struct fb_hw_rule *rule, struct net *net, int ifindex)
{
	const struct net_device *dev;

	rule->dev = ifindex;
	rcu_read_lock();
	dev = dev_get_by_index_rcu(net, ifindex);
	strscpy(rule->in, dev ? dev->name : "?", sizeof(rule->in));
	rcu_read_unlock();
}

static void fb_hw_observed_open(void)
{
	unsigned long flags;

	spin_lock_irqsave(&fb_hw_asked_lock, flags);
	fb_hw_observed.open++;
	spin_unlock_irqrestore(&fb_hw_asked_lock, flags);
}

/*
 * int nf_flow_offload_tuple(flowtable, flow, flow_rule, dir, priority, cmd, …): returns how many
 * blocks have said yes. A return of 1: the end is not looked at.
 */
static int fb_hw_asked_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct nf_flowtable *table = (const void *)regs_get_kernel_argument(regs, 0);
	const struct flow_offload *flow = (const void *)regs_get_kernel_argument(regs, 1);
	const struct nf_flow_rule *from = (const void *)regs_get_kernel_argument(regs, 2);
	unsigned int dir = regs_get_kernel_argument(regs, 3);
	int cmd = regs_get_kernel_argument(regs, 5);
	struct fb_hw_asked *asked = (struct fb_hw_asked *)ri->data;
	const struct flow_offload_tuple *tuple;
	struct net *net = read_pnet(&table->net);

	if (net != READ_ONCE(fb_hw_observed_net) || dir >= FLOW_OFFLOAD_DIR_MAX)
		return 1;
	if (cmd != FLOW_CLS_REPLACE && cmd != FLOW_CLS_DESTROY && cmd != FLOW_CLS_STATS)
		return 1;
	tuple = &flow->tuplehash[dir].tuple;
	memset(asked, 0, sizeof(*asked));
	asked->cmd = cmd;
	if (cmd == FLOW_CLS_STATS)
		asked->stats = (const void *)regs_get_kernel_argument(regs, 6);
	if (cmd == FLOW_CLS_REPLACE)
		/* A key or action that the model does not know is shown as such. */
		fb_hw_rule_read(&asked->rule, from->rule);
	else
		fb_hw_asked_keys(&asked->rule, tuple);
	fb_hw_asked_device(&asked->rule, net, tuple->iifidx);
	fb_hw_observed_open();
	return 0;
}

NOKPROBE_SYMBOL(fb_hw_asked_entry);

/* Counts a question that was answered. Returns true if it is to be kept. */
static bool fb_hw_asked_count(const struct fb_hw_asked *asked)
{
	struct fb_hw_observed *o = &fb_hw_observed;

	lockdep_assert_held(&fb_hw_asked_lock);

	o->open--;
	if (asked->cmd == FLOW_CLS_REPLACE) {
		o->given++;
		o->refused += asked->taken <= 0;
		return true;
	}
	if (asked->cmd == FLOW_CLS_DESTROY) {
		o->destroy++;
		return true;
	}
	o->stats++;
	if (asked->stats->pkts || asked->stats->lastused)
		return false;
	o->silent++;
	return true;
}

static int fb_hw_asked_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct fb_hw_asked *asked = (struct fb_hw_asked *)ri->data;
	unsigned long flags;

	asked->taken = (int)regs_return_value(regs);
	asked->rule.ns = ktime_get_ns();
	spin_lock_irqsave(&fb_hw_asked_lock, flags);
	if (fb_hw_asked_count(asked)) {
		asked->nr = ++fb_hw_observed.nr;
		asked->rule.id = (u32)asked->nr;
		if (fb_hw_asked)
			fb_hw_asked[(asked->nr - 1) % FB_HW_ASKED_MAX] = *asked;
	}
	spin_unlock_irqrestore(&fb_hw_asked_lock, flags);
	return 0;
}

NOKPROBE_SYMBOL(fb_hw_asked_return);

static struct kretprobe fb_hw_asked_probe;

/* Takes off the probe; what was seen is forgotten. */
static void fb_hw_observe_off(void)
{
	struct fb_hw_asked *asked;

	lockdep_assert_held(&fb_hw_observe_mutex);

	if (!fb_hw_observes)
		return;
	unregister_kretprobe(&fb_hw_asked_probe);
	spin_lock_irq(&fb_hw_asked_lock);
	asked = fb_hw_asked;
	fb_hw_asked = NULL;
	spin_unlock_irq(&fb_hw_asked_lock);
	kvfree(asked);
	fb_hw_observes = false;
}

static int fb_hw_observe_on(void)
{
	struct kretprobe *rp = &fb_hw_asked_probe;
	int err;

	lockdep_assert_held(&fb_hw_observe_mutex);

	if (fb_hw_observes)
		return -EBUSY;
	fb_hw_asked = kvcalloc(FB_HW_ASKED_MAX, sizeof(*fb_hw_asked), GFP_KERNEL);
	if (!fb_hw_asked)
		return -ENOMEM;
	memset(&fb_hw_observed, 0, sizeof(fb_hw_observed));
	fb_hw_observed_net = current->nsproxy->net_ns;
	memset(rp, 0, sizeof(*rp));
	rp->kp.symbol_name = FB_HW_OBSERVED;
	rp->entry_handler = fb_hw_asked_entry;
	rp->handler = fb_hw_asked_return;
	rp->data_size = sizeof(struct fb_hw_asked);
	/* A driver may sleep in each of them. */
	rp->maxactive = 32;
	err = register_kretprobe(rp);
	if (err) {
		pr_info("%s() cannot be probed: %s\n", FB_HW_OBSERVED,
			err == -ENOENT ? "is nf_flow_table loaded?" : "see dmesg");
		kvfree(fb_hw_asked);
		fb_hw_asked = NULL;
		return err;
	}
	fb_hw_observes = true;
	return 0;
}

static ssize_t observed_write(struct file *file, const char __user *ubuf, size_t count,
			      loff_t *ppos)
{
	char *text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	const char *word;
	int err = 0;

	if (IS_ERR(text))
		return PTR_ERR(text);
	word = strim(text);
	mutex_lock(&fb_hw_observe_mutex);
	if (!strcmp(word, FB_HW_ON))
		err = fb_hw_observe_on();
	else if (!strcmp(word, FB_HW_OFF))
		fb_hw_observe_off();
	else
		err = -EINVAL;
	mutex_unlock(&fb_hw_observe_mutex);
	kfree(text);
	return err ? : count;
}

static const char *fb_hw_asked_name(int cmd)
{
	return cmd == FLOW_CLS_REPLACE ? "give" : cmd == FLOW_CLS_DESTROY ? "destroy" : "stats";
}

/* Copies a question, if it is there yet. */
static bool fb_hw_asked_copy(u64 nr, struct fb_hw_asked *to)
{
	spin_lock_irq(&fb_hw_asked_lock);
	*to = fb_hw_asked[(nr - 1) % FB_HW_ASKED_MAX];
	spin_unlock_irq(&fb_hw_asked_lock);
	return to->nr == nr;
}

static int fb_hw_observed_lines(struct seq_file *m)
{
	struct fb_hw_observed o;
	struct fb_hw_asked *asked;
	u64 nr;

	asked = kmalloc(sizeof(*asked), GFP_KERNEL);
	if (!asked)
		return -ENOMEM;
	spin_lock_irq(&fb_hw_asked_lock);
	o = fb_hw_observed;
	spin_unlock_irq(&fb_hw_asked_lock);
	seq_printf(m, "given=%llu refused=%llu destroy=%llu stats=%llu silent=%llu open=%llu ",
		   o.given, o.refused, o.destroy, o.stats, o.silent, o.open);
	seq_printf(m, "missed=%lu\n", fb_hw_asked_probe.nmissed + fb_hw_asked_probe.kp.nmissed);
	for (nr = o.nr > FB_HW_ASKED_MAX ? o.nr - FB_HW_ASKED_MAX + 1 : 1; nr <= o.nr; nr++) {
		if (!fb_hw_asked_copy(nr, asked))
			continue;
		seq_printf(m, "asked=%s taken=%d ", fb_hw_asked_name(asked->cmd), asked->taken);
		fb_hw_rule_show(m, &asked->rule);
	}
	kfree(asked);
	return 0;
}

/* Empty while it is off. */
static int observed_show(struct seq_file *m, void *v)
{
	int err = 0;

	mutex_lock(&fb_hw_observe_mutex);
	if (fb_hw_observes)
		err = fb_hw_observed_lines(m);
	mutex_unlock(&fb_hw_observe_mutex);
	return err;
}

static int observed_open(struct inode *inode, struct file *file)
{
	return fb_debugfs_show(inode, file, observed_show);
}

const struct file_operations fb_hw_observed_fops = {
	.owner = THIS_MODULE,
	.open = observed_open,
	.read = seq_read,
	.write = observed_write,
	.llseek = seq_lseek,
	.release = single_release,
};

/**
 * fb_hw_observe_stop() - observe no more
 *
 * Context: process, may sleep; the file has gone.
 */
void fb_hw_observe_stop(void)
{
	mutex_lock(&fb_hw_observe_mutex);
	fb_hw_observe_off();
	mutex_unlock(&fb_hw_observe_mutex);
}
