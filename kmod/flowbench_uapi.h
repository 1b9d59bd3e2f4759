/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module and user space have to agree on: names, limits, and the
 * shape of the histograms. Plain constants only, so that both can include it.
 */
#ifndef FLOWBENCH_UAPI_H
#define FLOWBENCH_UAPI_H

#define FB_MODULE_NAME		"flowbench"
#define FB_MODULE_VERSION	"0.1"

/* Below the mount point of debugfs, usually /sys/kernel/debug. */
#define FB_DEBUGFS_DIR		"flowbench"

#define FB_FILE_VERSION		"version"
#define FB_FILE_HOOKS		"hooks"
#define FB_FILE_VERDICTS	"verdicts"
#define FB_FILE_HISTOGRAM	"histogram"
#define FB_FILE_RESET		"reset"
#define FB_FILE_MARK		"mark"

/* Trace events: the system, and the events in it. */
#define FB_TRACE_SYSTEM		"flowbench"
#define FB_EVENT_PACKET		"packet"
#define FB_EVENT_MARK		"mark"

/* The longest text of a mark, and the most bytes one write can bring. */
#define FB_MARK_MAX		255
#define FB_WRITE_MAX		4096

/* The word that names every hook at once in a write to the hooks file. */
#define FB_HOOKS_ALL		"all"

/* States and mechanisms as the hooks file spells them. */
#define FB_STATE_OFF		"off"
#define FB_STATE_ON		"on"
#define FB_STATE_UNAVAILABLE	"unavailable"
#define FB_MECH_FPROBE		"fprobe"
#define FB_MECH_KRETPROBE	"kretprobe"
#define FB_MECH_NONE		"-"

/*
 * Histograms are log-linear: each power of two is cut into FB_HIST_SUB (that
 * is 2^FB_HIST_SUB_BITS) equal buckets, so a bucket is never wider than 1/32 (3.125 %) of its lower
 * bound. Values of 2^FB_HIST_MAX_BITS ns (4.3 s) and more share the last one.
 */
#define FB_HIST_SUB_BITS	5
#define FB_HIST_SUB		32
#define FB_HIST_MAX_BITS	32
#define FB_HIST_BUCKETS \
	(FB_HIST_SUB * (FB_HIST_MAX_BITS - FB_HIST_SUB_BITS + 1) + 1)

#endif /* FLOWBENCH_UAPI_H */
