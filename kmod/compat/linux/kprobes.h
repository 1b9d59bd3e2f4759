/* SPDX-License-Identifier: GPL-2.0 */
/* get_kretprobe() for kernels whose instances point to their probe. */
#ifndef FB_COMPAT_LINUX_KPROBES_H
#define FB_COMPAT_LINUX_KPROBES_H

#include_next <linux/kprobes.h>

#ifndef FB_KERNEL_HAS_GET_KRETPROBE
static inline struct kretprobe *get_kretprobe(struct kretprobe_instance *ri)
{
	return READ_ONCE(ri->rp);
}
#endif

#endif /* FB_COMPAT_LINUX_KPROBES_H */
