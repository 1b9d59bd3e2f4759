/* SPDX-License-Identifier: GPL-2.0 */
/* The hooks that flowbench top watches: on while it runs, and then as they were found. */
#ifndef FB_TOP_HOOKS_H
#define FB_TOP_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/hooks_text.h"
#include "lib/why.h"

/**
 * struct fb_top_hook - one that is watched
 * @name: of the hook
 * @ours: it was off, and was switched on here
 */
struct fb_top_hook {
	char name[FB_HOOK_NAME];
	bool ours;
};

/**
 * struct fb_top_hooks - those that are watched, in the order of the module's file
 * @hook: owned
 * @nr: how many
 * @modules: which modules were loaded when hooks were last tried, as a hash
 */
struct fb_top_hooks {
	struct fb_top_hook *hook;
	unsigned int nr;
	uint64_t modules;
};

/**
 * fb_top_hooks_choose - which hooks are meant; pure
 * @h: receives them; fb_top_hooks_free() it, also on error
 * @list: names with commas between them, "all", or NULL for those that matter for a gateway
 * @text: the module's file hooks
 * @why: receives what is wrong
 *
 * Return: 0; -ENOENT if there is no such hook; -EINVAL if @text is no such file; -ENOMEM.
 */
int fb_top_hooks_choose(struct fb_top_hooks *h, const char *list, const char *text,
			struct fb_why *why);

/** fb_top_hooks_find - the hook of that name among those that are watched, or NULL */
const struct fb_top_hook *fb_top_hooks_find(const struct fb_top_hooks *h, const char *name);

/**
 * fb_top_hooks_on - switch on what is off
 * @h: which
 *
 * What this kernel has not got stays off; it is no error.
 * Return: 0 or a negative errno, -ENOENT when the module is gone.
 */
int fb_top_hooks_on(struct fb_top_hooks *h);

/**
 * fb_top_hooks_retry - the same for what is unavailable, if other modules are loaded now
 * @h: which
 * @text: the module's file hooks, of now
 *
 * A hook that somebody else has switched off meanwhile stays off.
 * Return: 0 or a negative errno.
 */
int fb_top_hooks_retry(struct fb_top_hooks *h, const char *text);

/** fb_top_hooks_off - switch off those that were switched on here */
void fb_top_hooks_off(struct fb_top_hooks *h);

/** fb_top_hooks_free - free what choose has made */
void fb_top_hooks_free(struct fb_top_hooks *h);

#endif
