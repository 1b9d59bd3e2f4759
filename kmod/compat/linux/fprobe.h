/* SPDX-License-Identifier: GPL-2.0 */
/*
 * FB_HAVE_FPROBE: this kernel is built with fprobe, in a form whose handlers
 * have data of their own per call.
 */
#ifndef FB_COMPAT_LINUX_FPROBE_H
#define FB_COMPAT_LINUX_FPROBE_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_FPROBE) && defined(FB_KERNEL_HAS_FPROBE_RET_IP)

#include_next <linux/fprobe.h>

#define FB_HAVE_FPROBE

#ifdef CONFIG_HAVE_FUNCTION_GRAPH_FREGS
/* On function_graph: its handlers get ftrace_regs. */
#define fb_fprobe_regs		ftrace_regs
#define fb_fprobe_retval(regs)	ftrace_regs_get_return_value(regs)
#else
/* On rethook: its handlers get pt_regs. */
#define fb_fprobe_regs		pt_regs
#define fb_fprobe_retval(regs)	regs_return_value(regs)
#endif

#endif /* CONFIG_FPROBE */

#endif /* FB_COMPAT_LINUX_FPROBE_H */
