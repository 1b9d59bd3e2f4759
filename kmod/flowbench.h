/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interfaces between the files of this folder, and of this folder to bench/, why/, hardware/.
 * Headers that user space compiles as well are apart: flowbench_uapi.h, histogram_geom.h, packet.h.
 */
#ifndef FB_FLOWBENCH_H
#define FB_FLOWBENCH_H

#include <linux/build_bug.h>
#include <linux/fprobe.h>
#include <linux/fs.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/types.h>

#include "flowbench_uapi.h"
#include "histogram_geom.h"
#include "packet.h"

struct dentry;

/* histogram.c */

/**
 * struct fb_histogram - durations on one CPU, or on all
 * @sum: sum of all values
 * @min: smallest value, U64_MAX if there is none
 * @max: largest value
 * @bucket: how many values fell into each bucket
 */
struct fb_histogram {
	u64 sum;
	u64 min;
	u64 max;
	u64 bucket[FB_HIST_BUCKETS];
};

void fb_histogram_add(struct fb_histogram __percpu *hist, u64 ns);
void fb_histogram_clear(struct fb_histogram *hist);
void fb_histogram_fold(struct fb_histogram *to,
		       const struct fb_histogram *from);
void fb_histogram_show(struct seq_file *m, const struct fb_histogram *hist);

/* verdict.c */

/* Kind of the return value of a hooked function. */
enum fb_kind {
	FB_KIND_VERDICT,	/* netfilter verdict */
	FB_KIND_ERRNO,		/* int: negative errno, 0, or a small number */
	FB_KIND_PTR,		/* pointer, NULL, or an error pointer */
	FB_KIND_BOOL,		/* bool */
	FB_KIND_VOID,		/* nothing is returned */
	FB_KIND_COUNT
};

/*
 * A slot for each value: every errno that user space can see, and the small
 * numbers that functions return (verdicts, NET_XMIT_*, protocol numbers). Two
 * more are for pointers, and one for any other value.
 */
#define FB_VALUE_MIN		(-133)
#define FB_VALUE_MAX		255
#define FB_SLOT_PTR		(FB_VALUE_MAX - FB_VALUE_MIN + 1)
#define FB_SLOT_NULL		(FB_SLOT_PTR + 1)
#define FB_SLOT_OTHER		(FB_SLOT_PTR + 2)
#define FB_VALUE_SLOTS		(FB_SLOT_PTR + 3)

const char *fb_kind_name(enum fb_kind kind);
unsigned int fb_verdict_slot(enum fb_kind kind, unsigned long retval);
void fb_verdict_show(struct seq_file *m, enum fb_kind kind, unsigned int slot);

/* stats.c */

/**
 * struct fb_stats - counters of a hook, on one CPU or on all
 * @calls: calls that returned; the sum of @value, and of the buckets of @hist
 * @value: calls by slot of their return value, see verdict.h
 * @hist: calls by their duration
 */
struct fb_stats {
	u64 calls;
	u64 value[FB_VALUE_SLOTS];
	struct fb_histogram hist;
};

struct fb_stats __percpu *fb_stats_alloc(void);
void fb_stats_free(struct fb_stats __percpu *stats);
void fb_stats_add(struct fb_stats __percpu *stats, enum fb_kind kind, u64 ns,
		  unsigned long retval);
u64 fb_stats_calls(const struct fb_stats __percpu *stats);
void fb_stats_clear(struct fb_stats *stats);
void fb_stats_fold(struct fb_stats *to, const struct fb_stats __percpu *from);
void fb_stats_reset(struct fb_stats __percpu *stats);

/* probe.c */

/* Bytes of the longest symbol, with the suffix of the compiler and NUL. */
#define FB_SYMBOL_SIZE	64

/* Probes that fb_probes_detach() takes off at once. */
#define FB_PROBES_MAX	64

enum fb_mech {
	FB_MECH_ID_NONE,
	FB_MECH_ID_FPROBE,
	FB_MECH_ID_KRETPROBE,
};

/**
 * struct fb_probe - one probe on entry and return of a kernel function
 * @stats: counters; set before attaching, the same while attached
 * @kind: how to read the return value; likewise
 * @mech: mechanism that holds it, FB_MECH_ID_NONE while it is not attached
 * @addr: address of the function
 * @symbol: name that was found, with its compiler suffix
 * @fp: in use if @mech is fprobe
 * @rp: in use if @mech is kretprobe
 */
struct fb_probe {
	struct fb_stats __percpu *stats;
	enum fb_kind kind;
	enum fb_mech mech;
	unsigned long addr;
	char symbol[FB_SYMBOL_SIZE];
	union {
#ifdef CONFIG_FPROBE
		struct fprobe fp;
#endif
		struct kretprobe rp;
	};
};

int fb_probe_attach(struct fb_probe *probe, const char *function);
void fb_probes_detach(struct fb_probe **probes, unsigned int count);
unsigned long fb_probe_missed(const struct fb_probe *probe);
void fb_probe_clear_missed(struct fb_probe *probe);

/* hooks.c */

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
 * @missed: calls that were not counted, because too many others were active
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

/**
 * fb_attach() - attach a probe to a tracepoint of the kernel
 * @_name: name of the tracepoint; its header in trace/events/ is included
 * @_tp: the tracepoint that was found by this name
 * @_probe: the probe
 *
 * The kernel does not export its tracepoints, so the module finds them by name, and
 * tracepoint_probe_register() takes a probe of any type. Here a probe with other arguments than
 * those of the tracepoint is a compile error.
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

/* ingress.c */

int fb_ingress_setup(void);
void fb_ingress_teardown(void);
int fb_ingress_flush(void);

/* The tracepoint core calls these for the first user of the event, and after the last. */
int fb_ingress_reg(void);
void fb_ingress_unreg(void);

/*
 * What trace events hold of a packet. The fields of an event are flat, and it is printed by
 * what each reader of formats knows (trace-cmd, perf, libtraceevent).
 */

/* A number, as it stands in the format of the event. */
#define FB_SOCKADDR_SIZE	28

static_assert(sizeof(struct sockaddr_in6) == FB_SOCKADDR_SIZE);
static_assert(sizeof(struct sockaddr_in) <= FB_SOCKADDR_SIZE);

/* In place of a protocol: the header behind that of IP was not read, or there is no IP header. */
#define FB_EVENT_IP	0x100
#define FB_EVENT_ETH	0x101

/* In place of TCP flags: there are none, or it is not TCP. */
#define FB_EVENT_NO_FLAGS	0x100

/* The flags that have a letter: FIN, SYN, RST, PSH, ACK, URG. */
#define FB_EVENT_FLAGS		0x3f

/**
 * fb_event_addr() - write a socket address for %pISpc
 * @to: FB_SOCKADDR_SIZE bytes, all of which are set
 * @family: 4 or 6; 0 gives 0.0.0.0:0
 * @addr: in network order
 * @port: in host order, 0 for a protocol without ports
 *
 * Context: any.
 */
static inline void fb_event_addr(u8 *to, u8 family, const u8 *addr, u16 port)
{
	struct sockaddr_in6 *sin6 = (void *)to;
	struct sockaddr_in *sin = (void *)to;

	memset(to, 0, FB_SOCKADDR_SIZE);
	if (family == 6) {
		sin6->sin6_family = AF_INET6;
		sin6->sin6_port = htons(port);
		memcpy(&sin6->sin6_addr, addr, sizeof(sin6->sin6_addr));
	} else {
		sin->sin_family = AF_INET;
		sin->sin_port = htons(port);
		memcpy(&sin->sin_addr, addr, sizeof(sin->sin_addr));
	}
}

/* Returns the protocol whose header was read, FB_EVENT_IP or FB_EVENT_ETH. */
static inline u16 fb_event_proto(const struct fb_packet *pkt)
{
	switch (pkt->kind) {
	case FB_PACKET_ETH:
		return FB_EVENT_ETH;
	case FB_PACKET_IP:
		return FB_EVENT_IP;
	default:
		return pkt->proto;
	}
}

static inline u16 fb_event_flags(const struct fb_packet *pkt)
{
	u16 flags = pkt->tcp_flags & FB_EVENT_FLAGS;

	return flags ? flags : FB_EVENT_NO_FLAGS;
}

#define fb_show_proto(_proto)						\
	__print_symbolic(_proto,					\
			 { IPPROTO_TCP, "tcp" },			\
			 { IPPROTO_UDP, "udp" },			\
			 { IPPROTO_ICMP, "icmp" },			\
			 { IPPROTO_ICMPV6, "icmp6" },			\
			 { IPPROTO_ESP, "esp" },			\
			 { FB_EVENT_IP, "ip" },				\
			 { FB_EVENT_ETH, "eth" })

/* A letter for each flag, as tcpdump prints them. */
#define fb_show_flags(_flags)						\
	__print_flags(_flags, "",					\
		      { 0x01, "F" }, { 0x02, "S" }, { 0x04, "R" },	\
		      { 0x08, "P" }, { 0x10, "A" }, { 0x20, "U" },	\
		      { FB_EVENT_NO_FLAGS, "-" })

/* debugfs_file.c */

int fb_debugfs_may(void);
int fb_debugfs_open(struct inode *inode, struct file *file);
int fb_debugfs_show(struct inode *inode, struct file *file,
		    int (*show)(struct seq_file *m, void *v));
char *fb_debugfs_text(const char __user *ubuf, size_t count, size_t most);
struct dentry *fb_debugfs_dir(const char *name, struct dentry *parent);

/* Defines name_fops, the operations of a read-only file that name_show() prints. */
#define FB_SHOW_ATTRIBUTE(_name)					\
static int _name##_open(struct inode *inode, struct file *file)	\
{									\
	return fb_debugfs_show(inode, file, _name##_show);		\
}									\
									\
static const struct file_operations _name##_fops = {			\
	.owner = THIS_MODULE,						\
	.open = _name##_open,						\
	.read = seq_read,						\
	.llseek = seq_lseek,						\
	.release = single_release,					\
}

/* debugfs.c */

int fb_debugfs_setup(void);
void fb_debugfs_teardown(void);

/* bench/ */

int fb_bench_setup(void);
void fb_bench_teardown(void);
int fb_benchfs_setup(struct dentry *parent);

/* why/ */

extern const struct file_operations fb_why_fops;

int fb_why_setup(void);
void fb_why_teardown(void);

/* hardware/ */

int fb_hw_setup(void);
void fb_hw_teardown(void);
int fb_hw_files_setup(struct dentry *parent);

#endif /* FB_FLOWBENCH_H */
