// SPDX-License-Identifier: GPL-2.0
/*
 * Pipelines of tc: filters with act_ct on our devices. Each zone has a flowtable of its own, which
 * belongs to act_ct. A driver that is given a filter with the action ct asks that flowtable for
 * its rules (nf_flow_table_offload_add_cb()), and gives them back when no filter has that zone
 * any more. So do we. Filters themselves are software's here: of all others we say that we cannot
 * do them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": hardware: " fmt

#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <net/flow_offload.h>
#include <net/netfilter/nf_flow_table.h>
#include <net/pkt_cls.h>

#include "hardware.h"

/**
 * struct fb_hw_pipeline - a flowtable of act_ct
 * @list: in fb_hw_pipelines
 * @table: the flowtable
 * @filters: filters that lead to it
 * @block: its rules, of any device
 */
struct fb_hw_pipeline {
	struct list_head list;
	struct nf_flowtable *table;
	unsigned int filters;
	struct fb_hw_block block;
};

/**
 * struct fb_hw_filter - a filter with the action ct
 * @list: in fb_hw_filters
 * @dev: the device's block that has it; compared only
 * @cookie: the kernel's name of the filter
 * @pipeline: its flowtable
 */
struct fb_hw_filter {
	struct list_head list;
	const struct fb_hw_block *dev;
	unsigned long cookie;
	struct fb_hw_pipeline *pipeline;
};

/*
 * Guards both lists. The kernel holds the flowtable's lock of blocks when it calls fb_hw_ct_call(),
 * and takes it when we ask for rules: this lock is outside of that one, and fb_hw_lock inside.
 */
static DEFINE_MUTEX(fb_hw_pipelines_lock);
static LIST_HEAD(fb_hw_pipelines);
static LIST_HEAD(fb_hw_filters);

/* A rule of act_ct's flowtable. */
static int fb_hw_ct_call(enum tc_setup_type type, void *type_data, void *cb_priv)
{
	const struct fb_hw_pipeline *pipeline = cb_priv;

	if (type != TC_SETUP_CLSFLOWER)
		return -EOPNOTSUPP;
	return fb_hw_rules_call(&pipeline->block, type_data);
}

static struct fb_hw_pipeline *fb_hw_pipeline_get(struct nf_flowtable *table)
{
	struct fb_hw_pipeline *pipeline;
	int err;

	lockdep_assert_held(&fb_hw_pipelines_lock);

	list_for_each_entry(pipeline, &fb_hw_pipelines, list)
		if (pipeline->table == table)
			goto found;
	pipeline = kzalloc(sizeof(*pipeline), GFP_KERNEL);
	if (!pipeline)
		return ERR_PTR(-ENOMEM);
	pipeline->table = table;
	pipeline->block.any = true;
	strscpy(pipeline->block.name, "ct", sizeof(pipeline->block.name));
	pipeline->block.id = fb_hw_block_id();
	err = fb_flow_table_add_cb(table, fb_hw_ct_call, pipeline);
	if (err) {
		kfree(pipeline);
		return ERR_PTR(err);
	}
	list_add_tail(&pipeline->list, &fb_hw_pipelines);
found:
	pipeline->filters++;
	return pipeline;
}

/* The kernel gives up no rule of a callback that has gone: a driver forgets them by itself. */
static void fb_hw_pipeline_put(struct fb_hw_pipeline *pipeline)
{
	lockdep_assert_held(&fb_hw_pipelines_lock);

	if (--pipeline->filters)
		return;
	fb_flow_table_del_cb(pipeline->table, fb_hw_ct_call, pipeline);
	fb_hw_rules_flush(pipeline->block.id);
	list_del(&pipeline->list);
	kfree(pipeline);
}

/* Returns the flowtable of the action ct, or NULL. */
static struct nf_flowtable *fb_hw_filter_table(const struct flow_rule *rule)
{
	const struct flow_action_entry *entry;
	unsigned int i;

	flow_action_for_each(i, entry, &rule->action)
		if (entry->id == FLOW_ACTION_CT && entry->ct.flow_table)
			return entry->ct.flow_table;
	return NULL;
}

static int fb_hw_filter_add(const struct fb_hw_block *dev, const struct flow_cls_offload *f)
{
	struct nf_flowtable *table = fb_hw_filter_table(f->rule);
	struct fb_hw_pipeline *pipeline;
	struct fb_hw_filter *filter;

	if (!table)
		return -EOPNOTSUPP;
	filter = kzalloc(sizeof(*filter), GFP_KERNEL);
	if (!filter)
		return -ENOMEM;
	pipeline = fb_hw_pipeline_get(table);
	if (IS_ERR(pipeline)) {
		kfree(filter);
		return PTR_ERR(pipeline);
	}
	filter->dev = dev;
	filter->cookie = f->cookie;
	filter->pipeline = pipeline;
	list_add_tail(&filter->list, &fb_hw_filters);
	return 0;
}

static void fb_hw_filter_del(struct fb_hw_filter *filter)
{
	list_del(&filter->list);
	fb_hw_pipeline_put(filter->pipeline);
	kfree(filter);
}

static int fb_hw_filter_find_del(const struct fb_hw_block *dev, const struct flow_cls_offload *f)
{
	struct fb_hw_filter *filter;

	list_for_each_entry(filter, &fb_hw_filters, list) {
		if (filter->dev != dev || filter->cookie != f->cookie)
			continue;
		fb_hw_filter_del(filter);
		return 0;
	}
	return -ENOENT;
}

/**
 * fb_hw_pipelines_call() - the kernel gives a filter of tc, or gives it up
 * @type: only filters of flower are known
 * @type_data: the filter
 * @cb_priv: the device's block
 *
 * Return: 0; -EOPNOTSUPP for a filter without the action ct, which stays in software.
 * Context: process, may sleep.
 */
int fb_hw_pipelines_call(enum tc_setup_type type, void *type_data, void *cb_priv)
{
	const struct flow_cls_offload *f = type_data;
	int err;

	if (type != TC_SETUP_CLSFLOWER)
		return -EOPNOTSUPP;
	mutex_lock(&fb_hw_pipelines_lock);
	switch (f->command) {
	case FLOW_CLS_REPLACE:
		err = fb_hw_filter_add(cb_priv, f);
		break;
	case FLOW_CLS_DESTROY:
		err = fb_hw_filter_find_del(cb_priv, f);
		break;
	default:
		err = -EOPNOTSUPP;
	}
	mutex_unlock(&fb_hw_pipelines_lock);
	return err;
}

/**
 * fb_hw_pipelines_forget() - a device's block goes, and its filters with it
 * @dev: the block
 *
 * Context: process, may sleep, fb_hw_lock not held.
 */
void fb_hw_pipelines_forget(const struct fb_hw_block *dev)
{
	struct fb_hw_filter *filter, *next;

	mutex_lock(&fb_hw_pipelines_lock);
	list_for_each_entry_safe(filter, next, &fb_hw_filters, list)
		if (filter->dev == dev)
			fb_hw_filter_del(filter);
	mutex_unlock(&fb_hw_pipelines_lock);
}
