/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_H
#define FB_WHY_H

#include <linux/fs.h>

extern const struct file_operations fb_why_fops;

int fb_why_setup(void);
void fb_why_teardown(void);

#endif /* FB_WHY_H */
