/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_ACCOUNT_H
#define FB_ACCOUNT_H

#include <linux/types.h>

struct fb_generator;
struct fb_result;
struct fb_run;

s64 fb_account_under_way(const struct fb_run *run);
void fb_account_settle(struct fb_run *run);
void fb_account_devices(const struct fb_run *run, struct fb_result *result);
void fb_account(struct fb_result *result, const struct fb_run *run,
		const struct fb_generator *gens);
const char *fb_account_word(int err);

#endif /* FB_ACCOUNT_H */
