/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_DEBUGFS_FILE_H
#define FB_DEBUGFS_FILE_H

#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

struct dentry;

int fb_debugfs_may(void);
int fb_debugfs_open(struct inode *inode, struct file *file);
int fb_debugfs_show(struct inode *inode, struct file *file,
		    int (*show)(struct seq_file *m, void *v));
char *fb_debugfs_text(const char __user *ubuf, size_t count, size_t most);
struct dentry *fb_debugfs_dir(const char *name, struct dentry *parent);

/* Defines name_fops, the operations of a read-only file that name_show() prints. */
#define FB_SHOW_ATTRIBUTE(_name)					\
static int _name##_open(struct inode *inode, struct file *file)	\
{									\
	return fb_debugfs_show(inode, file, _name##_show);		\
}									\
									\
static const struct file_operations _name##_fops = {			\
	.owner = THIS_MODULE,						\
	.open = _name##_open,						\
	.read = seq_read,						\
	.llseek = seq_lseek,						\
	.release = single_release,					\
}

#endif /* FB_DEBUGFS_FILE_H */
