// SPDX-License-Identifier: GPL-2.0
/*
 * The blocks: what the kernel binds to a device to call us about rules. A device that has no
 * ndo_setup_tc() of its own gets them by flow_indr_dev_register(), which asks each registered
 * hardware whether it is that of the device.
 *
 * The kernel asks about flowtables that were bound before us as well, while we register. It
 * finds them in a list that keeps those which no hardware took, and the kernel has freed these.
 * So what it asks while we register is refused.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>

#include "hardware.h"

/* Guarded by fb_hw_lock. */
static LIST_HEAD(fb_hw_blocks);

/* The kernel's list of a driver's blocks. It adds and removes under flow_indr_block_lock. */
static LIST_HEAD(fb_hw_driver_list);

/* Task that registers, else NULL. */
static const struct task_struct *fb_hw_registers;

static int fb_hw_block_call(enum tc_setup_type type, void *type_data, void *cb_priv)
{
	const struct fb_hw_block *block = cb_priv;
	u64 began = local_clock();
	int err;

	if (type != TC_SETUP_CLSFLOWER)
		return -EOPNOTSUPP;
	err = fb_hw_rules_call(block, type_data);
	fb_hw_spent(began);
	return err;
}

/* The block has gone. Process, may sleep. */
static void fb_hw_block_release(void *cb_priv)
{
	struct fb_hw_block *block = cb_priv;

	/* A flowtable's block goes under its lock, which pipelines take within their own. */
	if (block->call == fb_hw_pipelines_call)
		fb_hw_pipelines_forget(block);
	mutex_lock(&fb_hw_lock);
	list_del(&block->list);
	fb_hw_rules_orphan(block->id);
	mutex_unlock(&fb_hw_lock);
	kfree(block);
}

static struct fb_hw_block *fb_hw_block_find(const struct net_device *dev, const void *data)
{
	struct fb_hw_block *block, *found = NULL;

	mutex_lock(&fb_hw_lock);
	list_for_each_entry(block, &fb_hw_blocks, list)
		if (block->dev == dev && block->data == data)
			found = block;
	mutex_unlock(&fb_hw_lock);
	return found;
}

static int fb_hw_block_bind(struct net_device *dev, struct Qdisc *sch, void *cb_priv,
			    enum tc_setup_type type, struct flow_block_offload *bo, void *data,
			    void (*cleanup)(struct flow_block_cb *block_cb))
{
	struct flow_block_cb *block_cb;
	struct fb_hw_block *block;

	if (!fb_hw_devices_has(dev))
		return -EOPNOTSUPP;
	block = kzalloc(sizeof(*block), GFP_KERNEL);
	if (!block)
		return -ENOMEM;
	block->dev = dev;
	block->ifindex = dev->ifindex;
	memcpy(block->name, dev->name, IFNAMSIZ);
	block->data = data;
	block->call = type == TC_SETUP_FT ? fb_hw_block_call : fb_hw_pipelines_call;
	block->id = fb_hw_block_id();
	block_cb = flow_indr_block_cb_alloc(block->call, block, block, fb_hw_block_release,
					    bo, dev, sch, data, cb_priv, cleanup);
	if (IS_ERR(block_cb)) {
		kfree(block);
		return PTR_ERR(block_cb);
	}
	mutex_lock(&fb_hw_lock);
	list_add_tail(&block->list, &fb_hw_blocks);
	mutex_unlock(&fb_hw_lock);
	flow_block_cb_add(block_cb, bo);
	list_add_tail(&block_cb->driver_list, &fb_hw_driver_list);
	return 0;
}

static int fb_hw_block_unbind(const struct net_device *dev, struct flow_block_offload *bo,
			      const void *data)
{
	struct fb_hw_block *block = fb_hw_block_find(dev, data);
	struct flow_block_cb *block_cb;

	block_cb = block ? flow_block_cb_lookup(bo->block, block->call, block) : NULL;
	if (!block_cb)
		return -ENOENT;
	flow_indr_block_cb_remove(block_cb, bo);
	list_del(&block_cb->driver_list);
	return 0;
}

/*
 * The kernel binds a block to a device, or takes it away. Process, flow_indr_block_lock held.
 * Blocks of flowtables, and those of tc at ingress, whose filters may lead to flowtables of act_ct.
 */
static int fb_hw_indr(struct net_device *dev, struct Qdisc *sch, void *cb_priv,
		      enum tc_setup_type type, void *type_data, void *data,
		      void (*cleanup)(struct flow_block_cb *block_cb))
{
	struct flow_block_offload *bo = type_data;

	if (!bo || READ_ONCE(fb_hw_registers) == current)
		return -EOPNOTSUPP;
	if (type != TC_SETUP_FT && (type != TC_SETUP_BLOCK ||
				    bo->binder_type != FLOW_BLOCK_BINDER_TYPE_CLSACT_INGRESS))
		return -EOPNOTSUPP;
	switch (bo->command) {
	case FLOW_BLOCK_BIND:
		return fb_hw_block_bind(dev, sch, cb_priv, type, bo, data, cleanup);
	case FLOW_BLOCK_UNBIND:
		return fb_hw_block_unbind(dev, bo, data);
	default:
		return -EOPNOTSUPP;
	}
}

/**
 * fb_hw_blocks_start() - take the blocks of our devices from now on
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep, rtnl not held.
 */
int fb_hw_blocks_start(void)
{
	int err;

	WRITE_ONCE(fb_hw_registers, current);
	err = flow_indr_dev_register(fb_hw_indr, NULL);
	WRITE_ONCE(fb_hw_registers, NULL);
	return err;
}

/**
 * fb_hw_blocks_stop() - give all blocks back
 *
 * The kernel ends the flows of our devices, and waits for its queues: no lock may be held that a
 * call takes. On return no call is under way, and none comes.
 *
 * Context: process, may sleep, rtnl not held.
 */
void fb_hw_blocks_stop(void)
{
	flow_indr_dev_unregister(fb_hw_indr, NULL, fb_hw_block_release);
}

/**
 * fb_hw_blocks_show() - print a line for each block
 * @m: where to
 *
 * Context: process, fb_hw_lock held.
 */
void fb_hw_blocks_show(struct seq_file *m)
{
	const struct fb_hw_block *block;

	lockdep_assert_held(&fb_hw_lock);

	list_for_each_entry(block, &fb_hw_blocks, list)
		seq_printf(m, "block=%u ifindex=%d dev=%s\n", block->id, block->ifindex,
			   block->name);
}
