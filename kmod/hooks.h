/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_HOOKS_H
#define FB_HOOKS_H

#include <linux/types.h>

#include "probe.h"
#include "stats.h"

enum fb_state {
	FB_STATE_ID_OFF,
	FB_STATE_ID_ON,
	FB_STATE_ID_UNAVAILABLE,
};

/**
 * struct fb_hook_info - snapshot of a hook, for printing
 * @name: of the function in the source
 * @module: that usually holds the function, NULL if it is built in
 * @kind: of its return value
 * @state: on, off or unavailable
 * @mech: mechanism of the probe while the hook is on
 * @err: negative errno while it is unavailable
 * @calls: counted since load or reset
 * @missed: calls that were not counted, for want of room
 * @symbol: name that was found, empty if none was
 */
struct fb_hook_info {
	const char *name;
	const char *module;
	enum fb_kind kind;
	enum fb_state state;
	enum fb_mech mech;
	int err;
	u64 calls;
	u64 missed;
	char symbol[FB_SYMBOL_SIZE];
};

int fb_hooks_setup(void);
void fb_hooks_teardown(void);

unsigned int fb_hooks_count(void);
const char *fb_hook_name(unsigned int index);
int fb_hook_find(const char *name);
int fb_hook_switch(unsigned int index, bool on);
int fb_hooks_switch_all(bool on);
void fb_hooks_reset(void);
void fb_hook_info(unsigned int index, struct fb_hook_info *info);
void fb_hook_fold(unsigned int index, struct fb_stats *sum);

#endif /* FB_HOOKS_H */
