// SPDX-License-Identifier: GPL-2.0
/*
 * The generator's files in debugfs: config, run and result. There is one
 * configuration, and one run at a time. README.md describes each file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bench.h"

/* Guards the two below. A run holds it; others get EBUSY and do not wait. */
static DEFINE_MUTEX(fb_bench_mutex);
static struct fb_benchconf fb_conf;
static struct fb_result fb_result;

static int fb_bench_lock(void)
{
	return mutex_trylock(&fb_bench_mutex) ? 0 : -EBUSY;
}

static void fb_show_addr(struct seq_file *m, const struct fb_addr *addr)
{
	if (addr->family == 4)
		seq_printf(m, "%pI4", addr->byte);
	else if (addr->family == 6)
		seq_printf(m, "%pI6c", addr->byte);
}

static void fb_show_key(struct seq_file *m, const struct fb_conf_key *key)
{
	const void *at = (const char *)&fb_conf + key->offset;
	unsigned int number = *(const unsigned int *)at;

	seq_printf(m, "%s=", key->name);
	switch (key->kind) {
	case FB_CONF_NAME:
		seq_puts(m, at);
		break;
	case FB_CONF_ADDR:
		fb_show_addr(m, at);
		break;
	case FB_CONF_ENUM:
		seq_puts(m, key->names[number]);
		break;
	case FB_CONF_PORT:
		if (number != FB_PORT_AS_SENT)
			seq_printf(m, "%u", number);
		break;
	case FB_CONF_NUMBER:
		seq_printf(m, "%u", number);
		break;
	}
	seq_putc(m, '\n');
}

/* The text that is read can be written again. */
static int config_show(struct seq_file *m, void *v)
{
	const struct fb_conf_key *key;
	unsigned int i;
	int err;

	err = fb_bench_lock();
	if (err)
		return err;
	for (i = 0; (key = fb_benchconf_key(i)); i++)
		fb_show_key(m, key);
	mutex_unlock(&fb_bench_mutex);
	return 0;
}

static int config_open(struct inode *inode, struct file *file)
{
	return fb_debugfs_show(inode, file, config_show);
}

static ssize_t config_write(struct file *file, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	struct fb_conf_error error = { 0 };
	char *text;
	int err;

	text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);

	err = fb_bench_lock();
	if (err)
		goto free_text;
	err = fb_benchconf_parse(&fb_conf, text, &error);
	if (!fb_conf.record && fb_conf.input == FB_INPUT_BUILT)
		fb_record_free();
	mutex_unlock(&fb_bench_mutex);
	if (err)
		pr_info("%*pE: %s\n", (int)strlen(error.key), error.key,
			error.reason);

free_text:
	kfree(text);
	return err ? err : count;
}

static const struct file_operations config_fops = {
	.owner = THIS_MODULE,
	.open = config_open,
	.read = seq_read,
	.write = config_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static const struct fb_run_kind *fb_kind_find(const char *name)
{
	static const struct fb_run_kind * const kinds[] = {
		&fb_warmup_kind, &fb_round_kind,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}

static ssize_t run_write(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos)
{
	const struct fb_run_kind *kind;
	char *text;
	int err;

	text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);
	kind = fb_kind_find(strim(text));
	kfree(text);
	if (!kind) {
		pr_info("%s: neither %s nor %s\n", FB_FILE_RUN, FB_RUN_WARMUP,
			FB_RUN_ROUND);
		return -EINVAL;
	}

	err = fb_bench_lock();
	if (err)
		return err;
	err = fb_run_execute(kind, &fb_conf, &fb_result);
	mutex_unlock(&fb_bench_mutex);
	return err ? err : count;
}

/* The open file holds a reference to the module while a run is active. */
static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.open = fb_debugfs_open,
	.write = run_write,
};

static void fb_show_u64(struct seq_file *m, const char *name, u64 value)
{
	seq_printf(m, "%s=%llu\n", name, value);
}

static void fb_show_latency(struct seq_file *m, const struct fb_histogram *hist)
{
	unsigned int i;

	seq_puts(m, "latency_unit=ticks\n");
	for (i = 0; i < FB_HIST_BUCKETS; i++)
		if (hist->bucket[i])
			seq_printf(m, "latency.%llu-%llu=%llu\n",
				   fb_hist_low(i), fb_hist_high(i),
				   hist->bucket[i]);
}

static void fb_show_steps(struct seq_file *m, const struct fb_result *result)
{
	unsigned int i;

	for (i = 0; result->steps && i <= result->steps; i++)
		seq_printf(m, "step.%u=%llu\nstep_ns.%u=%llu\n", i,
			   result->step[i].cycles, i, result->step[i].ns);
}

static void fb_show_result(struct seq_file *m, const struct fb_result *result)
{
	const struct fb_counters *sum = &result->sum;
	bool both_ways = result->kind->both_ways;
	u64 sent_back = both_ways ? 0 : sum->back;
	u64 dropped = result->drops.total + sent_back;
	u64 arrived = sum->arrived + sum->frames + sum->back - sent_back;
	s64 kept = sum->injected - arrived - sum->returned - dropped;

	seq_printf(m, "kind=%s\nerror=%s\n", result->kind->name,
		   result->error);
	if (result->unbalanced[0])
		seq_printf(m, "unbalanced=%s\n", result->unbalanced);
	fb_show_u64(m, "size", result->size);
	fb_show_u64(m, "segments", result->segments);
	fb_show_u64(m, "flows", result->flows);
	fb_show_u64(m, "packets", result->packets);
	fb_show_u64(m, "injected", sum->injected);
	fb_show_u64(m, "arrived", arrived);
	fb_show_u64(m, "returned", sum->returned);
	fb_show_u64(m, "dropped", dropped);
	seq_printf(m, "kept=%lld\n", kept);
	fb_show_u64(m, "consumed", result->probes ? sum->consumed - sum->frames : 0);
	fb_show_u64(m, "frames", sum->frames);
	fb_show_u64(m, "merged", sum->merged);
	fb_show_u64(m, "other", sum->other_dev + sum->other_sink);
	fb_show_u64(m, "primed", result->primed);
	fb_show_u64(m, "cycles", result->cycles);
	fb_show_u64(m, "ns", result->ns);
	fb_show_u64(m, "switches", result->switches);
	fb_show_u64(m, "waits", result->waits);
	fb_show_u64(m, "probes", result->probes);
	fb_show_u64(m, "probed", result->probed);
	fb_show_u64(m, "allocs", result->allocs);
	fb_show_u64(m, "memory", result->memory);
	fb_show_u64(m, "recorded", result->recorded);
	fb_show_u64(m, "dev_rx", result->dev_rx);
	fb_show_u64(m, "sink_tx", result->sink_tx);
	fb_show_u64(m, "sink_bytes", result->sink_bytes);
	fb_show_u64(m, "warm_replied", result->replied);
	fb_show_steps(m, result);
	fb_show_u64(m, "verify_ok", sum->verify.ok);
	fb_show_u64(m, "verify_bad", sum->verify.bad);
	if (sum->verify.first)
		seq_printf(m, "verify_first=%s (flow %u, packet %u)\n",
			   sum->verify.first, sum->verify.flow,
			   sum->verify.seq);
	fb_drops_show(m, &result->drops);
	if (sent_back)
		fb_show_u64(m, "drop.SENT_BACK", sent_back);
	if (result->has_latency)
		fb_show_latency(m, &result->latency);
}

/* Empty before the first run. */
static int result_show(struct seq_file *m, void *v)
{
	int err;

	err = fb_bench_lock();
	if (err)
		return err;
	if (fb_result.kind)
		fb_show_result(m, &fb_result);
	mutex_unlock(&fb_bench_mutex);
	return 0;
}
FB_SHOW_ATTRIBUTE(result);

/* The files go with @parent, the directory of the module. */
int fb_benchfs_setup(struct dentry *parent)
{
	struct dentry *dir, *config, *run, *result;

	fb_benchconf_defaults(&fb_conf);
	dir = fb_debugfs_dir(FB_DIR_BENCH, parent);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	config = debugfs_create_file(FB_FILE_CONFIG, 0600, dir, NULL, &config_fops);
	run = debugfs_create_file(FB_FILE_RUN, 0200, dir, NULL, &run_fops);
	result = debugfs_create_file(FB_FILE_RESULT, 0400, dir, NULL, &result_fops);
	return PTR_ERR_OR_ZERO(config) ? : PTR_ERR_OR_ZERO(run) ? :
	       PTR_ERR_OR_ZERO(result);
}
