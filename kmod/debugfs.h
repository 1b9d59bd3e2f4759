/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_DEBUGFS_H
#define FB_DEBUGFS_H

int fb_debugfs_setup(void);
void fb_debugfs_teardown(void);

#endif /* FB_DEBUGFS_H */
