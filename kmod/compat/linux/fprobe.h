/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mainline's fprobes for older kernels. Before 6.4 handlers had no data of each call: there
 * CONFIG_FPROBE is off for this module.
 */
#ifndef FB_COMPAT_LINUX_FPROBE_H
#define FB_COMPAT_LINUX_FPROBE_H

#ifndef FB_KERNEL_HAS_FPROBE_RET_IP

#undef CONFIG_FPROBE

#else

#include_next <linux/fprobe.h>

/*
 * Before 6.14 handlers got pt_regs, and calls under way took entries of a pool. Users of this
 * header have fb_max_active(), the size of that pool.
 */
#if defined(CONFIG_FPROBE) && !defined(FB_KERNEL_HAS_FPROBE_FREGS)

#define ftrace_regs	pt_regs

#undef ftrace_regs_get_return_value
#define ftrace_regs_get_return_value(_fregs)	regs_return_value(_fregs)

#define register_fprobe_ips(_fp, _addrs, _num)				\
({									\
	struct fprobe *__fp = (_fp);					\
									\
	__fp->nr_maxactive = fb_max_active();				\
	register_fprobe_ips(__fp, _addrs, _num);			\
})

#endif

#endif /* FB_KERNEL_HAS_FPROBE_RET_IP */

#endif /* FB_COMPAT_LINUX_FPROBE_H */
