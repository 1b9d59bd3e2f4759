// SPDX-License-Identifier: GPL-2.0
/*
 * What the files in debugfs share: the check of capabilities, open functions, and
 * the copy of a written text.
 *
 * Probing kernel functions takes an administrator, and putting packets into a
 * device takes a network administrator. The files lead to both. So opening a
 * file needs both capabilities, in the initial user namespace. A write needs
 * them again, as with netlink: it acts in the namespace of the writer, and the
 * writer may have received the open file from a task with more rights. A read
 * needs the open file only: the task that opened it could have passed on the
 * text as well.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "flowbench.h"

/* Returns 0 if the current task may use the module, else -EPERM. */
int fb_debugfs_may(void)
{
	return capable(CAP_SYS_ADMIN) && capable(CAP_NET_ADMIN) ? 0 : -EPERM;
}

/* The open function of a write-only file. */
int fb_debugfs_open(struct inode *inode, struct file *file)
{
	return fb_debugfs_may() ? : simple_open(inode, file);
}

/**
 * fb_debugfs_show() - open function of a file that is read
 * @inode: of the file; its private data becomes that of @show
 * @file: the file
 * @show: prints the whole file
 *
 * Return: 0, -EPERM or -ENOMEM.
 */
int fb_debugfs_show(struct inode *inode, struct file *file,
		    int (*show)(struct seq_file *m, void *v))
{
	return fb_debugfs_may() ? : single_open(file, show, inode->i_private);
}

/**
 * fb_debugfs_text() - take over the text of a write
 * @ubuf: the text in user space
 * @count: its length in bytes
 * @most: bytes that the file takes in one write
 *
 * The text has no NUL inside, so string functions see all of it.
 *
 * Return: the text with a NUL at its end, freed by the caller with kfree(); or
 * an error pointer: -EPERM, -E2BIG, -EFAULT, -ENOMEM, -EINVAL for a NUL.
 * Context: process, may sleep.
 */
char *fb_debugfs_text(const char __user *ubuf, size_t count, size_t most)
{
	int err = fb_debugfs_may();
	char *text;

	if (err)
		return ERR_PTR(err);
	if (count > most)
		return ERR_PTR(-E2BIG);
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text) || strlen(text) == count)
		return text;
	pr_info("the text of a write has a NUL inside\n");
	kfree(text);
	return ERR_PTR(-EINVAL);
}

/**
 * fb_debugfs_dir() - make a directory for root only
 * @name: its name
 * @parent: directory above it, NULL for the top of debugfs
 *
 * debugfs itself makes directories that everybody may list.
 *
 * Return: the directory, or an error pointer; debugfs_create_file() takes both.
 */
struct dentry *fb_debugfs_dir(const char *name, struct dentry *parent)
{
	struct dentry *dir = debugfs_create_dir(name, parent);

	if (!IS_ERR(dir))
		d_inode(dir)->i_mode &= ~0077;
	return dir;
}
