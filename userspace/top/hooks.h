/* SPDX-License-Identifier: GPL-2.0 */
/* Switches on the hooks that flowbench top watches, and restores their state at the end. */
#ifndef FB_TOP_HOOKS_H
#define FB_TOP_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "system/hooks_text.h"
#include "lib/error.h"

/**
 * struct fb_top_hook - a watched hook
 * @name: the hooked function
 * @ours: true if it was off and top switched it on
 */
struct fb_top_hook {
	char name[FB_HOOK_NAME];
	bool ours;
};

/**
 * struct fb_top_hooks - the watched hooks, in the order of the module's file
 * @hook: the hooks; owned
 * @nr: number of hooks
 * @modules: hash of the modules that were loaded when hooks were last switched on
 */
struct fb_top_hooks {
	struct fb_top_hook *hook;
	unsigned int nr;
	uint64_t modules;
};

/**
 * fb_top_hooks_choose - parse the user's list of hooks; pure
 * @h: receives the hooks; the caller calls fb_top_hooks_free(), also after an error
 * @list: names with commas between them; "all"; or NULL for the hooks of a gateway
 * @text: content of the module's file hooks
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT if there is no such hook; -EINVAL if @text is not of this form; -ENOMEM.
 */
int fb_top_hooks_choose(struct fb_top_hooks *h, const char *list, const char *text,
			struct fb_error *error);

/** fb_top_hooks_find - return the watched hook of that name, or NULL */
const struct fb_top_hook *fb_top_hooks_find(const struct fb_top_hooks *h, const char *name);

/**
 * fb_top_hooks_on - switch on the hooks that are off
 * @h: the watched hooks
 *
 * A hook whose function this kernel lacks stays off: that is not an error.
 * Return: 0 or a negative errno; -ENOENT if the module was unloaded.
 */
int fb_top_hooks_on(struct fb_top_hooks *h);

/**
 * fb_top_hooks_retry - switch on unavailable hooks if the set of loaded modules has changed
 * @h: the watched hooks
 * @text: present content of the module's file hooks
 *
 * A hook that somebody else switched off stays off.
 * Return: 0 or a negative errno.
 */
int fb_top_hooks_retry(struct fb_top_hooks *h, const char *text);

/** fb_top_hooks_off - switch off the hooks that top switched on */
void fb_top_hooks_off(struct fb_top_hooks *h);

/** fb_top_hooks_free - free what fb_top_hooks_choose() allocated */
void fb_top_hooks_free(struct fb_top_hooks *h);

#endif
