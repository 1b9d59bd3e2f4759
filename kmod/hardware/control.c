// SPDX-License-Identifier: GPL-2.0
/*
 * The hardware's files in debugfs: control, rules and counters. It is off until "on" is written,
 * and stays on until "off" is, or the module leaves.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": hardware: " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nsproxy.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <net/net_namespace.h>

#include "hardware.h"

/* Guards fb_hw_on. See hardware.h for the order of locks. */
static DEFINE_MUTEX(fb_hw_control);
static bool fb_hw_on;

/**
 * struct fb_hw_request - what a write wants
 * @verb: FB_HW_ON, FB_HW_OFF or FB_HW_SET
 * @devices: names of devices, with commas between, or NULL
 * @knobs: what is set afterwards
 */
struct fb_hw_request {
	const char *verb;
	char *devices;
	struct fb_hw_knobs knobs;
};

static void fb_hw_stop(void)
{
	lockdep_assert_held(&fb_hw_control);

	if (!fb_hw_on)
		return;
	fb_hw_blocks_stop();
	fb_hw_devices_stop();
	fb_hw_shadow_set(false);
	fb_hw_rules_stop();
	fb_hw_on = false;
}

static int fb_hw_start(struct fb_hw_request *request)
{
	int err;

	lockdep_assert_held(&fb_hw_control);

	if (fb_hw_on) {
		pr_info("it is on\n");
		return -EBUSY;
	}
	fb_hw_knobs_apply(&request->knobs);
	err = fb_hw_rules_start();
	if (err)
		return err;
	fb_hw_packets_reset();
	err = fb_hw_shadow_set(request->knobs.mode == FB_HW_SHADOW);
	if (err)
		goto stop_rules;
	err = fb_hw_devices_start(current->nsproxy->net_ns, request->devices);
	if (err)
		goto stop_shadow;
	err = fb_hw_blocks_start();
	if (err)
		goto stop_devices;
	fb_hw_on = true;
	return 0;

stop_devices:
	fb_hw_devices_stop();
stop_shadow:
	fb_hw_shadow_set(false);
stop_rules:
	fb_hw_rules_stop();
	return err;
}

static int fb_hw_set(const struct fb_hw_request *request)
{
	int err;

	if (!fb_hw_on) {
		pr_info("it is off\n");
		return -ENODEV;
	}
	err = fb_hw_shadow_set(request->knobs.mode == FB_HW_SHADOW);
	if (!err)
		fb_hw_knobs_apply(&request->knobs);
	return err;
}

/* Reads one word. The first one is the verb. */
static int fb_hw_parse_word(const char *word, char *at, struct fb_hw_request *request)
{
	static const char * const verbs[] = { FB_HW_ON, FB_HW_OFF, FB_HW_SET };
	size_t len = strlen(FB_HW_KEY_DEV "=");
	int i;

	if (!request->verb) {
		i = match_string(verbs, ARRAY_SIZE(verbs), word);
		if (i < 0)
			return -EINVAL;
		request->verb = verbs[i];
		if (!strcmp(word, FB_HW_ON))
			fb_hw_knobs_defaults(&request->knobs);
		return 0;
	}
	if (!strcmp(request->verb, FB_HW_OFF))
		return -EINVAL;
	if (strncmp(word, FB_HW_KEY_DEV "=", len))
		return fb_hw_knobs_set(&request->knobs, word);
	if (strcmp(request->verb, FB_HW_ON) || request->devices || !word[len])
		return -EINVAL;
	request->devices = at + len;
	return 0;
}

static int fb_hw_parse(char *text, struct fb_hw_request *request)
{
	char *word;
	int err;

	while ((word = strsep(&text, " \t\n"))) {
		if (!*word)
			continue;
		err = fb_hw_parse_word(word, word, request);
		if (err) {
			pr_info("'%*pE' is not expected here\n", (int)strlen(word), word);
			return err;
		}
	}
	if (request->verb && (strcmp(request->verb, FB_HW_ON) || request->devices))
		return 0;
	pr_info("expected '%s %s=DEVICE,... [KEY=VALUE...]', '%s KEY=VALUE...' or '%s'\n",
		FB_HW_ON, FB_HW_KEY_DEV, FB_HW_SET, FB_HW_OFF);
	return -EINVAL;
}

static ssize_t control_write(struct file *file, const char __user *ubuf, size_t count,
			     loff_t *ppos)
{
	struct fb_hw_request request = {};
	char *text;
	int err;

	text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&fb_hw_control);
	request.knobs = fb_hw_knobs;
	err = fb_hw_parse(text, &request);
	if (err)
		goto unlock;
	if (!strcmp(request.verb, FB_HW_ON))
		err = fb_hw_start(&request);
	else if (!strcmp(request.verb, FB_HW_SET))
		err = fb_hw_set(&request);
	else
		fb_hw_stop();
unlock:
	mutex_unlock(&fb_hw_control);
	kfree(text);
	return err ? err : count;
}

/* Empty while it is off. */
static int control_show(struct seq_file *m, void *v)
{
	mutex_lock(&fb_hw_control);
	if (fb_hw_on) {
		fb_hw_devices_show(m);
		fb_hw_knobs_show(m, &fb_hw_knobs);
	}
	mutex_unlock(&fb_hw_control);
	return 0;
}

static int control_open(struct inode *inode, struct file *file)
{
	return fb_debugfs_show(inode, file, control_show);
}

static const struct file_operations control_fops = {
	.owner = THIS_MODULE,
	.open = control_open,
	.read = seq_read,
	.write = control_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int rules_show(struct seq_file *m, void *v)
{
	mutex_lock(&fb_hw_lock);
	fb_hw_rules_show(m, false);
	mutex_unlock(&fb_hw_lock);
	return 0;
}
FB_SHOW_ATTRIBUTE(rules);

static int refused_show(struct seq_file *m, void *v)
{
	mutex_lock(&fb_hw_lock);
	fb_hw_rules_show(m, true);
	mutex_unlock(&fb_hw_lock);
	return 0;
}
FB_SHOW_ATTRIBUTE(refused);

static int counters_show(struct seq_file *m, void *v)
{
	mutex_lock(&fb_hw_control);
	if (fb_hw_on) {
		mutex_lock(&fb_hw_lock);
		fb_hw_blocks_show(m);
		fb_hw_counts_show(m);
		fb_hw_packets_show(m);
		mutex_unlock(&fb_hw_lock);
	}
	mutex_unlock(&fb_hw_control);
	return 0;
}
FB_SHOW_ATTRIBUTE(counters);

static int differences_show(struct seq_file *m, void *v)
{
	fb_hw_shadow_show(m);
	return 0;
}
FB_SHOW_ATTRIBUTE(differences);

static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
} fb_hw_files[] = {
	{ FB_FILE_HW_CONTROL, 0600, &control_fops },
	{ FB_FILE_HW_RULES, 0400, &rules_fops },
	{ FB_FILE_HW_REFUSED, 0400, &refused_fops },
	{ FB_FILE_HW_COUNTERS, 0400, &counters_fops },
	{ FB_FILE_HW_DIFFERENCES, 0400, &differences_fops },
	{ FB_FILE_HW_OBSERVED, 0600, &fb_hw_observed_fops },
};

/* The files go with @parent, the directory of the module. */
int fb_hw_files_setup(struct dentry *parent)
{
	struct dentry *dir;
	unsigned int i;
	int err;

	dir = fb_debugfs_dir(FB_DIR_HARDWARE, parent);
	err = PTR_ERR_OR_ZERO(dir);
	for (i = 0; i < ARRAY_SIZE(fb_hw_files) && !err; i++)
		err = PTR_ERR_OR_ZERO(debugfs_create_file(fb_hw_files[i].name,
							  fb_hw_files[i].mode, dir, NULL,
							  fb_hw_files[i].fops));
	return err;
}

/*
 * The namespace of the devices goes: it is switched off before any of it is freed. 5.10 does not
 * unbind the blocks of flowtables that go with their namespace, and reads them when we leave.
 */
static void __net_exit fb_hw_net_pre_exit(struct net *net)
{
	mutex_lock(&fb_hw_control);
	if (fb_hw_devices_in(net))
		fb_hw_stop();
	mutex_unlock(&fb_hw_control);
}

static struct pernet_operations fb_hw_net_ops = {
	.pre_exit = fb_hw_net_pre_exit,
};

/**
 * fb_hw_setup() - watch devices and namespaces that go; nothing is on
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
int fb_hw_setup(void)
{
	int err;

	fb_hw_shadow_setup();
	err = register_pernet_subsys(&fb_hw_net_ops);
	if (err)
		return err;
	err = fb_hw_devices_setup();
	if (err)
		unregister_pernet_subsys(&fb_hw_net_ops);
	return err;
}

/**
 * fb_hw_teardown() - switch it off, and watch nothing any more
 *
 * Called after the files were removed.
 *
 * Context: process, may sleep.
 */
void fb_hw_teardown(void)
{
	fb_hw_observe_stop();
	mutex_lock(&fb_hw_control);
	fb_hw_stop();
	mutex_unlock(&fb_hw_control);
	fb_hw_devices_teardown();
	unregister_pernet_subsys(&fb_hw_net_ops);
}
