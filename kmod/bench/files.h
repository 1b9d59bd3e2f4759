/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_BENCHFS_H
#define FB_BENCHFS_H

struct dentry;

int fb_benchfs_setup(struct dentry *parent);

#endif /* FB_BENCHFS_H */
