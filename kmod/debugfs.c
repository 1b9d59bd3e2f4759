// SPDX-License-Identifier: GPL-2.0
/*
 * The files in debugfs, but for those of bench/ and why/: formats what hooks and events
 * know, and checks what is written. The whole text of a write is checked before
 * any part of it takes effect. README.md describes each file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ctype.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <generated/utsrelease.h>

#include "flowbench.h"
#include "events.h"

static struct dentry *fb_debugfs_root;

static const char * const fb_state_names[] = {
	[FB_STATE_ID_OFF] = FB_STATE_OFF,
	[FB_STATE_ID_ON] = FB_STATE_ON,
	[FB_STATE_ID_UNAVAILABLE] = FB_STATE_UNAVAILABLE,
};

static const char * const fb_mech_names[] = {
	[FB_MECH_ID_NONE] = FB_MECH_NONE,
	[FB_MECH_ID_FPROBE] = FB_MECH_FPROBE,
	[FB_MECH_ID_KRETPROBE] = FB_MECH_KRETPROBE,
};

/*
 *	version=0.1
 *	build=5A1C6C0F8E2D3B4A9F00E1D
 *	kernel=6.12.48+deb13-amd64
 */
static int version_show(struct seq_file *m, void *v)
{
	/* The reader may have switched the packet event just before. */
	int err = fb_ingress_flush();

	if (err)
		return err;

	seq_printf(m, "version=%s\n", FB_MODULE_VERSION);
	seq_printf(m, "build=%s\n", THIS_MODULE->srcversion);
	seq_printf(m, "kernel=%s\n", UTS_RELEASE);
	return 0;
}
FB_SHOW_ATTRIBUTE(version);

static void fb_show_reason(struct seq_file *m, const struct fb_hook_info *info)
{
	if (info->state != FB_STATE_ID_UNAVAILABLE)
		seq_puts(m, "-");
	else if (info->err != -ENOENT)
		seq_printf(m, "cannot be probed (%pe)", ERR_PTR(info->err));
	else if (info->module)
		seq_printf(m, "not found: inlined, not in this kernel, or module %s not loaded",
			   info->module);
	else
		seq_puts(m, "not found: inlined or not in this kernel");
}

/*
 * Name, symbol, state, mechanism, calls, kind, missed calls, and up to the end of
 * the line why the hook is unavailable:
 *
 *	ip_forward ip_forward on kretprobe 5 errno 0 -
 *	esp_input - unavailable - 0 errno 0 not found: …
 */
static int hooks_show(struct seq_file *m, void *v)
{
	struct fb_hook_info info;
	unsigned int i;

	for (i = 0; i < fb_hooks_count(); i++) {
		fb_hook_info(i, &info);
		seq_printf(m, "%s %s %s %s %llu %s %llu ", info.name,
			   info.symbol[0] ? info.symbol : "-",
			   fb_state_names[info.state], fb_mech_names[info.mech],
			   info.calls, fb_kind_name(info.kind), info.missed);
		fb_show_reason(m, &info);
		seq_putc(m, '\n');
	}
	return 0;
}

static int hooks_open(struct inode *inode, struct file *file)
{
	return fb_debugfs_show(inode, file, hooks_show);
}

/* Checks one token of a write, or carries it out: "+name", "-name", "+all", "-all". */
static int fb_hooks_token(const char *token, bool check)
{
	bool on = token[0] == '+';
	int index;

	if (token[0] != '+' && token[0] != '-') {
		pr_info("hooks: '%*pE' does not begin with + or -\n",
			(int)strlen(token), token);
		return -EINVAL;
	}
	if (!strcmp(token + 1, FB_HOOKS_ALL))
		return check ? 0 : fb_hooks_switch_all(on);

	index = fb_hook_find(token + 1);
	if (index < 0) {
		pr_info("hooks: unknown hook '%*pE'\n",
			(int)strlen(token + 1), token + 1);
		return index;
	}
	return check ? 0 : fb_hook_switch(index, on);
}

static int fb_hooks_tokens(char *text, bool check)
{
	bool any = false;
	char *token;
	int err;

	while ((token = strsep(&text, " \t\n"))) {
		if (!*token)
			continue;
		any = true;
		err = fb_hooks_token(token, check);
		if (err)
			return err;
	}
	if (any)
		return 0;
	pr_info("hooks: expected +NAME, -NAME, +%s or -%s\n", FB_HOOKS_ALL,
		FB_HOOKS_ALL);
	return -EINVAL;
}

static bool fb_printable(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!isascii(text[i]) || !isprint(text[i]))
			return false;
	return true;
}

/* Characters between words, and those of words. */
static bool fb_hooks_valid(const char *text)
{
	for (; *text; text++)
		if (!strchr(" \t\n", *text) && !fb_printable(text, 1))
			return false;
	return true;
}

static ssize_t hooks_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	char *text, *copy;
	int err;

	text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);

	err = -EINVAL;
	if (!fb_hooks_valid(text)) {
		pr_info("hooks: expected printable ASCII, blanks, tabs and line ends\n");
		goto free_text;
	}

	err = -ENOMEM;
	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		goto free_text;

	err = fb_hooks_tokens(copy, true);
	if (!err)
		err = fb_hooks_tokens(text, false);

	kfree(copy);
free_text:
	kfree(text);
	return err ? err : count;
}

static const struct file_operations hooks_fops = {
	.owner = THIS_MODULE,
	.open = hooks_open,
	.read = seq_read,
	.write = hooks_write,
	.llseek = seq_lseek,
	.release = single_release,
};

/*
 *	nf_flow_offload_ip_hook NF_ACCEPT 7
 *	nf_flow_offload_ip_hook NF_STOLEN 5120
 */
static int verdicts_show(struct seq_file *m, void *v)
{
	struct fb_hook_info info;
	struct fb_stats *sum;
	unsigned int i, slot;

	sum = kmalloc(sizeof(*sum), GFP_KERNEL);
	if (!sum)
		return -ENOMEM;

	for (i = 0; i < fb_hooks_count(); i++) {
		fb_hook_info(i, &info);
		if (!info.calls)
			continue;
		fb_hook_fold(i, sum);
		for (slot = 0; slot < FB_VALUE_SLOTS; slot++) {
			if (!sum->value[slot])
				continue;
			seq_printf(m, "%s ", info.name);
			fb_verdict_show(m, info.kind, slot);
			seq_printf(m, " %llu\n", sum->value[slot]);
		}
	}

	kfree(sum);
	return 0;
}
FB_SHOW_ATTRIBUTE(verdicts);

static int histogram_show(struct seq_file *m, void *v)
{
	unsigned int index = (unsigned long)m->private;
	struct fb_stats *sum;

	sum = kmalloc(sizeof(*sum), GFP_KERNEL);
	if (!sum)
		return -ENOMEM;

	fb_hook_fold(index, sum);
	fb_histogram_show(m, &sum->hist);

	kfree(sum);
	return 0;
}
FB_SHOW_ATTRIBUTE(histogram);

static ssize_t reset_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	int err = fb_debugfs_may();

	if (err)
		return err;
	fb_hooks_reset();
	return count;
}

static const struct file_operations reset_fops = {
	.owner = THIS_MODULE,
	.open = fb_debugfs_open,
	.write = reset_write,
};

/* The text becomes a comment in a function_graph trace, and must not end it. */
static bool fb_mark_valid(const char *text, size_t len)
{
	return len && len <= FB_MARK_MAX && fb_printable(text, len) &&
	       !strstr(text, "*/");
}

static ssize_t mark_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	size_t len = count;
	char *text;
	int err;

	/* One more byte for the newline. */
	text = fb_debugfs_text(ubuf, count, FB_MARK_MAX + 1);
	if (IS_ERR(text))
		return PTR_ERR(text);

	if (len && text[len - 1] == '\n')
		text[--len] = '\0';

	err = -EINVAL;
	if (!fb_mark_valid(text, len)) {
		pr_info("mark: expected 1 to %u printable ASCII characters without */\n",
			FB_MARK_MAX);
		goto free_text;
	}

	err = fb_ingress_flush();
	if (!err)
		trace_mark(text, len);

free_text:
	kfree(text);
	return err ? err : count;
}

static const struct file_operations mark_fops = {
	.owner = THIS_MODULE,
	.open = fb_debugfs_open,
	.write = mark_write,
};

static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
} fb_debugfs_files[] = {
	{ FB_FILE_VERSION, 0400, &version_fops },
	{ FB_FILE_HOOKS, 0600, &hooks_fops },
	{ FB_FILE_VERDICTS, 0400, &verdicts_fops },
	{ FB_FILE_RESET, 0200, &reset_fops },
	{ FB_FILE_MARK, 0200, &mark_fops },
	{ FB_FILE_WHY, 0600, &fb_why_fops },
};

static int fb_debugfs_make_files(void)
{
	struct dentry *histogram;
	unsigned long i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(fb_debugfs_files) && !err; i++)
		err = PTR_ERR_OR_ZERO(debugfs_create_file(fb_debugfs_files[i].name,
							  fb_debugfs_files[i].mode,
							  fb_debugfs_root, NULL,
							  fb_debugfs_files[i].fops));
	if (err)
		return err;

	histogram = fb_debugfs_dir(FB_FILE_HISTOGRAM, fb_debugfs_root);
	err = PTR_ERR_OR_ZERO(histogram);
	for (i = 0; i < fb_hooks_count() && !err; i++)
		err = PTR_ERR_OR_ZERO(debugfs_create_file(fb_hook_name(i), 0400,
							  histogram, (void *)i,
							  &histogram_fops));
	return err ? : fb_benchfs_setup(fb_debugfs_root) ? : fb_hw_files_setup(fb_debugfs_root);
}

/**
 * fb_debugfs_setup() - make all files
 *
 * A kernel without debugfs gets no files; the trace events work there, too.
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
int fb_debugfs_setup(void)
{
	int err;

	fb_debugfs_root = fb_debugfs_dir(FB_DEBUGFS_DIR, NULL);
	err = PTR_ERR_OR_ZERO(fb_debugfs_root);
	/* Not built in, or not allowed at boot. */
	if (err == -ENODEV || err == -EPERM)
		return 0;
	if (!err)
		err = fb_debugfs_make_files();
	if (err)
		debugfs_remove(fb_debugfs_root);
	return err;
}

/**
 * fb_debugfs_teardown() - remove all files
 *
 * On return no file operation of the module runs.
 */
void fb_debugfs_teardown(void)
{
	debugfs_remove(fb_debugfs_root);
}
