/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Defines FB_HAVE_FPROBE if this kernel is built with fprobes whose handlers have
 * data for each call.
 */
#ifndef FB_COMPAT_LINUX_FPROBE_H
#define FB_COMPAT_LINUX_FPROBE_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_FPROBE) && defined(FB_KERNEL_HAS_FPROBE_RET_IP)

#include_next <linux/fprobe.h>

#define FB_HAVE_FPROBE

#ifdef FB_KERNEL_HAS_FPROBE_FREGS

#define fb_fprobe_regs	ftrace_regs

static inline unsigned long fb_fprobe_retval(struct ftrace_regs *regs)
{
	return ftrace_regs_get_return_value(regs);
}

/* Calls under way lie on the shadow stack of their task: there is no limit to set. */
static inline void fb_fprobe_set_max_active(struct fprobe *fp, int num)
{
}

#else /* !FB_KERNEL_HAS_FPROBE_FREGS */

#define fb_fprobe_regs	pt_regs

static inline unsigned long fb_fprobe_retval(struct pt_regs *regs)
{
	return regs_return_value(regs);
}

static inline void fb_fprobe_set_max_active(struct fprobe *fp, int num)
{
	fp->nr_maxactive = num;
}

#endif /* FB_KERNEL_HAS_FPROBE_FREGS */

#endif /* CONFIG_FPROBE */

#endif /* FB_COMPAT_LINUX_FPROBE_H */
