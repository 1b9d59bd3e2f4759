/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attaches probes to tracepoints of the kernel. The kernel does not export its tracepoints, so the
 * module looks for them by name, and tracepoint_probe_register() takes any pointer.
 */
#ifndef FB_ATTACH_H
#define FB_ATTACH_H

#include <linux/tracepoint.h>

/**
 * fb_attach() - attach a probe to a tracepoint of the kernel
 * @_name: name of the tracepoint; its header in trace/events/ is included
 * @_tp: the tracepoint that was found by this name
 * @_probe: the probe. Other arguments than those of the tracepoint are a compile error.
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
#define fb_attach(_name, _tp, _probe)					\
({									\
	typeof(_probe) *__probe = _probe;				\
									\
	check_trace_callback_type_##_name(__probe);			\
	tracepoint_probe_register(_tp, __probe, NULL);			\
})

#endif /* FB_ATTACH_H */
