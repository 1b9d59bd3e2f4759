// SPDX-License-Identifier: GPL-2.0
/*
 * The table of rules, and the three calls of the kernel: give a rule, give it up, ask about it.
 *
 * A flowtable calls each of its blocks for each of its rules, so the block of the device that the
 * rule names takes it, and the others say no (foreign). A rule that names no device is taken by
 * each block.
 */
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/hash.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>

#include "hardware.h"

/* Guards all below, and the blocks of blocks.c. */
DEFINE_MUTEX(fb_hw_lock);

#define FB_HW_BUCKET_BITS	12
#define FB_HW_BUCKETS		BIT(FB_HW_BUCKET_BITS)

/* Refused rules that are kept; older ones are counted only. */
#define FB_HW_REFUSED_MAX	64

/* Rules by cookie, and in the order of their coming; those that were refused last. */
static struct hlist_head *fb_hw_buckets;
static LIST_HEAD(fb_hw_refused);
static unsigned int fb_hw_refused_nr;
static LIST_HEAD(fb_hw_rules);
static unsigned int fb_hw_rules_nr;
static u32 fb_hw_rules_id;
static struct fb_hw_counts fb_hw_counts;

/* Number of the last block. */
static u32 fb_hw_blocks_id;

static struct hlist_head *fb_hw_bucket(unsigned long cookie)
{
	return &fb_hw_buckets[hash_long(cookie, FB_HW_BUCKET_BITS)];
}

static struct fb_hw_rule *fb_hw_rule_find(u32 block, unsigned long cookie)
{
	struct fb_hw_rule *rule;

	hlist_for_each_entry(rule, fb_hw_bucket(cookie), by_cookie)
		if (rule->cookie == cookie && rule->block == block)
			return rule;
	return NULL;
}

static void fb_hw_rule_unlink(struct fb_hw_rule *rule)
{
	hlist_del(&rule->by_cookie);
	fb_hw_match_del(rule);
	list_del(&rule->list);
	fb_hw_rules_nr--;
	kfree_rcu(rule, rcu);
}

static void fb_hw_rule_link(struct fb_hw_rule *rule)
{
	hlist_add_head(&rule->by_cookie, fb_hw_bucket(rule->cookie));
	list_add_tail(&rule->list, &fb_hw_rules);
	rule->id = ++fb_hw_rules_id;
	rule->ns = ktime_get_ns();
	rule->late_at = jiffies;
	fb_hw_rules_nr++;
	fb_hw_counts.most = max_t(u64, fb_hw_counts.most, fb_hw_rules_nr);
	fb_hw_match_add(rule);
}

/* Keeps a rule that was refused in place of an earlier one of the same cookie, or of the oldest. */
static int fb_hw_refuse(struct fb_hw_rule *rule, int err, const char *reason)
{
	struct fb_hw_rule *old, *found = NULL;

	fb_hw_counts.refused++;
	rule->err = err;
	rule->reason = reason;
	rule->ns = ktime_get_ns();
	list_for_each_entry(old, &fb_hw_refused, list)
		if (old->cookie == rule->cookie && old->block == rule->block)
			found = old;
	if (!found && fb_hw_refused_nr == FB_HW_REFUSED_MAX)
		found = list_first_entry(&fb_hw_refused, struct fb_hw_rule, list);
	if (found) {
		list_del(&found->list);
		kfree(found);
	} else {
		fb_hw_refused_nr++;
	}
	list_add_tail(&rule->list, &fb_hw_refused);
	return err;
}

/* Returns 0 if the hardware takes a rule; else why it does not. */
static int fb_hw_refuses(const struct fb_hw_rule *rule, bool known, const char **reason)
{
	unsigned int every = READ_ONCE(fb_hw_knobs.refuse), as = READ_ONCE(fb_hw_knobs.as);

	*reason = "refuse";
	if (every && ++fb_hw_counts.turn % every == 0)
		return fb_hw_knobs_errno(READ_ONCE(fb_hw_knobs.error));
	*reason = "known";
	if (known && as == FB_HW_AS_MTK)
		return -EEXIST;
	*reason = "full";
	if (!known && fb_hw_rules_nr >= READ_ONCE(fb_hw_knobs.table))
		return -ENOSPC;
	return fb_hw_as_refuses(as, rule, fb_hw_rules_nr, reason);
}

/* Returns whether the hardware loses a rule that it has taken. */
static bool fb_hw_forgets(void)
{
	unsigned int every = READ_ONCE(fb_hw_knobs.forget);

	return every && ++fb_hw_counts.lost % every == 0;
}

/* Takes a rule that was read, or refuses it. */
static int fb_hw_accept(struct fb_hw_rule *rule)
{
	struct fb_hw_rule *before = fb_hw_rule_find(rule->block, rule->cookie);
	const char *reason;
	int err = fb_hw_refuses(rule, before, &reason);

	if (err)
		return fb_hw_refuse(rule, err, reason);
	if (before) {
		fb_hw_counts.again++;
		fb_hw_rule_unlink(before);
	}
	fb_hw_counts.taken++;
	if (fb_hw_forgets()) {
		fb_hw_counts.forgotten++;
		kfree(rule);
		return 0;
	}
	fb_hw_rule_link(rule);
	return 0;
}

static int fb_hw_replace(const struct fb_hw_block *block, const struct flow_cls_offload *f)
{
	struct fb_hw_rule *rule;
	int err;

	fb_hw_counts.replace++;
	rule = kzalloc(sizeof(*rule), GFP_KERNEL);
	if (!rule)
		return -ENOMEM;
	err = fb_hw_rule_read(rule, f->rule);
	if (rule->mask.iif && rule->key.iif != block->ifindex && !block->any) {
		fb_hw_counts.foreign++;
		kfree(rule);
		return -EOPNOTSUPP;
	}
	rule->cookie = f->cookie;
	rule->block = block->id;
	rule->dev = block->any ? rule->key.iif : block->ifindex;
	memcpy(rule->in, block->name, IFNAMSIZ);
	rule->used_at = jiffies;
	err = err ? fb_hw_refuse(rule, err, "unsupported") : fb_hw_accept(rule);
	if (err)
		NL_SET_ERR_MSG_MOD(f->common.extack, "this hardware refuses the rule");
	return err;
}

static int fb_hw_destroy(u32 block, const struct flow_cls_offload *f)
{
	struct fb_hw_rule *rule = fb_hw_rule_find(block, f->cookie);

	if (!rule)
		return -ENOENT;
	fb_hw_counts.destroy++;
	fb_hw_rule_unlink(rule);
	return 0;
}

static void fb_hw_see(const struct fb_hw_rule *rule, struct fb_hw_seen *seen)
{
	seen->packets = atomic64_read(&rule->packets);
	seen->bytes = atomic64_read(&rule->bytes);
	seen->used_at = READ_ONCE(rule->used_at);
}

/* Reports what came since the last report: now, or as it was some time ago. */
static int fb_hw_stats(u32 block, struct flow_cls_offload *f)
{
	struct fb_hw_rule *rule = fb_hw_rule_find(block, f->cookie);
	unsigned int kind = READ_ONCE(fb_hw_knobs.stats);
	unsigned long delay = msecs_to_jiffies(READ_ONCE(fb_hw_knobs.delay));
	struct fb_hw_seen seen;

	if (!rule)
		return -ENOENT;
	fb_hw_counts.stats++;
	if (kind == FB_HW_STATS_STUCK)
		return 0;
	fb_hw_see(rule, &seen);
	if (kind == FB_HW_STATS_DELAYED) {
		struct fb_hw_seen late = rule->late;

		if (time_before(jiffies, rule->late_at + delay))
			return 0;
		rule->late = seen;
		rule->late_at = jiffies;
		seen = late;
	}
	/* Without new packets, drivers still say when the last one came. */
	flow_stats_update(&f->stats, seen.bytes - rule->told.bytes,
			  seen.packets - rule->told.packets, 0, seen.used_at,
			  FLOW_ACTION_HW_STATS_DELAYED);
	rule->told = seen;
	return 0;
}

/**
 * fb_hw_block_id() - a number for a block
 *
 * Return: another one each time.
 * Context: process, may sleep, fb_hw_lock not held.
 */
u32 fb_hw_block_id(void)
{
	u32 id;

	mutex_lock(&fb_hw_lock);
	id = ++fb_hw_blocks_id;
	mutex_unlock(&fb_hw_lock);
	return id;
}

/**
 * fb_hw_spent() - a call of the kernel has ended
 * @since: when it began, by local_clock()
 *
 * Context: process.
 */
void fb_hw_spent(u64 since)
{
	atomic64_add(local_clock() - since, &fb_hw_counts.spent);
}

/**
 * fb_hw_rules_call() - a call of the kernel about a rule
 * @block: the block that is called
 * @f: the call
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep; the kernel holds its lock of the flowtable's blocks.
 */
int fb_hw_rules_call(const struct fb_hw_block *block, struct flow_cls_offload *f)
{
	unsigned int ms = READ_ONCE(fb_hw_knobs.sleep) +
			  fb_hw_as_sleeps(READ_ONCE(fb_hw_knobs.as));
	int err;

	if (ms)
		msleep(ms);
	mutex_lock(&fb_hw_lock);
	switch (f->command) {
	case FLOW_CLS_REPLACE:
		err = fb_hw_replace(block, f);
		break;
	case FLOW_CLS_DESTROY:
		err = fb_hw_destroy(block->id, f);
		break;
	case FLOW_CLS_STATS:
		err = fb_hw_stats(block->id, f);
		break;
	default:
		err = -EOPNOTSUPP;
	}
	mutex_unlock(&fb_hw_lock);
	return err;
}

/**
 * fb_hw_rules_orphan() - a block goes: nobody will give up its rules any more
 * @block: number of the block
 *
 * The rules stay, as they do in a NIC whose driver forgets nothing by itself.
 *
 * Context: process, fb_hw_lock held.
 */
void fb_hw_rules_orphan(u32 block)
{
	struct fb_hw_rule *rule;

	lockdep_assert_held(&fb_hw_lock);

	list_for_each_entry(rule, &fb_hw_rules, list) {
		if (rule->block != block || rule->orphan)
			continue;
		rule->orphan = true;
		fb_hw_counts.orphans++;
	}
}

/**
 * fb_hw_rules_flush() - give up the rules of a block that nobody will give up
 * @block: number of the block
 *
 * Context: process, may sleep, fb_hw_lock not held.
 */
void fb_hw_rules_flush(u32 block)
{
	struct fb_hw_rule *rule, *next;

	mutex_lock(&fb_hw_lock);
	list_for_each_entry_safe(rule, next, &fb_hw_rules, list) {
		if (rule->block != block)
			continue;
		fb_hw_counts.destroy++;
		fb_hw_rule_unlink(rule);
	}
	mutex_unlock(&fb_hw_lock);
}

static void fb_hw_rules_free(void)
{
	fb_hw_match_stop();
	kvfree(fb_hw_buckets);
	fb_hw_buckets = NULL;
}

/**
 * fb_hw_rules_start() - make an empty table
 *
 * Return: 0 or -ENOMEM.
 * Context: process; no block calls.
 */
int fb_hw_rules_start(void)
{
	fb_hw_buckets = kvcalloc(FB_HW_BUCKETS, sizeof(*fb_hw_buckets), GFP_KERNEL);
	if (!fb_hw_buckets || fb_hw_match_start()) {
		fb_hw_rules_free();
		return -ENOMEM;
	}
	memset(&fb_hw_counts, 0, sizeof(fb_hw_counts));
	fb_hw_rules_id = 0;
	return 0;
}

/**
 * fb_hw_rules_stop() - free all rules, and the table
 *
 * Context: process; no block calls, and no packet is matched.
 */
void fb_hw_rules_stop(void)
{
	struct fb_hw_rule *rule, *next;

	mutex_lock(&fb_hw_lock);
	list_for_each_entry_safe(rule, next, &fb_hw_rules, list)
		fb_hw_rule_unlink(rule);
	list_for_each_entry_safe(rule, next, &fb_hw_refused, list) {
		list_del(&rule->list);
		kfree(rule);
	}
	fb_hw_refused_nr = 0;
	mutex_unlock(&fb_hw_lock);
	fb_hw_rules_free();
}

/**
 * fb_hw_rules_show() - print a line for each rule
 * @m: where to
 * @refused: the rules that were refused last, in place of those that were taken
 *
 * Context: process, fb_hw_lock held.
 */
void fb_hw_rules_show(struct seq_file *m, bool refused)
{
	const struct fb_hw_rule *rule;

	lockdep_assert_held(&fb_hw_lock);

	list_for_each_entry(rule, refused ? &fb_hw_refused : &fb_hw_rules, list)
		fb_hw_rule_show(m, rule);
}

/**
 * fb_hw_counts_show() - print what the kernel has asked for
 * @m: where to
 *
 * Context: process, fb_hw_lock held.
 */
void fb_hw_counts_show(struct seq_file *m)
{
	const struct fb_hw_counts *c = &fb_hw_counts;

	lockdep_assert_held(&fb_hw_lock);

	seq_printf(m, "rules=%u\nmost=%llu\nmemory=%zu\n", fb_hw_rules_nr, c->most,
		   FB_HW_BUCKETS * sizeof(*fb_hw_buckets) + fb_hw_match_memory() +
		   (fb_hw_rules_nr + fb_hw_refused_nr) * sizeof(struct fb_hw_rule));
	seq_printf(m, "replace=%llu\nforeign=%llu\ntaken=%llu\nagain=%llu\nrefused=%llu\n",
		   c->replace, c->foreign, c->taken, c->again, c->refused);
	seq_printf(m, "forgotten=%llu\ndestroy=%llu\nstats=%llu\norphans=%llu\nspent=%llu\n",
		   c->forgotten, c->destroy, c->stats, c->orphans,
		   (u64)atomic64_read(&c->spent));
}
