/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface of the module, shared with user space: names, limits, and the
 * geometry of the histograms. Constants only, so that both can include it.
 */
#ifndef FLOWBENCH_UAPI_H
#define FLOWBENCH_UAPI_H

#define FB_MODULE_NAME		"flowbench"
#define FB_MODULE_VERSION	"0.1"

/* Directory below the mount point of debugfs, usually /sys/kernel/debug. */
#define FB_DEBUGFS_DIR		"flowbench"

#define FB_FILE_VERSION		"version"
#define FB_FILE_HOOKS		"hooks"
#define FB_FILE_VERDICTS	"verdicts"
#define FB_FILE_HISTOGRAM	"histogram"
#define FB_FILE_RESET		"reset"
#define FB_FILE_MARK		"mark"
#define FB_FILE_WHY		"why"

/* Trace events: the system, and the events in it. */
#define FB_TRACE_SYSTEM		"flowbench"
#define FB_EVENT_PACKET		"packet"
#define FB_EVENT_MARK		"mark"
#define FB_EVENT_WHY_PACKET	"why_packet"
#define FB_EVENT_WHY_CT		"why_ct"
#define FB_EVENT_WHY_ADD	"why_add"
#define FB_EVENT_WHY_FORWARD	"why_forward"
#define FB_EVENT_WHY_LOCAL	"why_local"
#define FB_EVENT_WHY_TEARDOWN	"why_teardown"
#define FB_EVENT_WHY_GONE	"why_gone"

/* Bytes of the longest mark, and of the longest write to any other file. */
#define FB_MARK_MAX		255
#define FB_WRITE_MAX		4096

/* Word for every hook at once, in a write to the hooks file. */
#define FB_HOOKS_ALL		"all"

/*
 * Words of a write to the why file, and the limits of its rate: samples in a
 * second on each CPU.
 */
#define FB_WHY_ON		"on"
#define FB_WHY_OFF		"off"
#define FB_WHY_RULES		"rules"
#define FB_WHY_RATE		"rate"
#define FB_WHY_RATE_MIN		1
#define FB_WHY_RATE_DEFAULT	1000
#define FB_WHY_RATE_MAX		100000

/*
 * The id of a sampled packet is the number of the packet on its CPU, and in the
 * last bits the CPU. So many packets of a CPU are followed at once, the last ones:
 * NAPI receives a batch of 64.
 */
#define FB_WHY_CPU_BITS		16
#define FB_WHY_LIVE_MAX		64

/*
 * The generator: files in its directory, words that are written to "run", and
 * the kind of its devices for `ip link`.
 */
#define FB_DIR_BENCH		"bench"
#define FB_FILE_CONFIG		"config"
#define FB_FILE_RUN		"run"
#define FB_FILE_RESULT		"result"
#define FB_RUN_WARMUP		"warmup"
#define FB_RUN_ROUND		"round"
#define FB_SINK_KIND		"flowbench_sink"

/*
 * Keys of the config file, one "key=value" a line. The line "reset" sets all of
 * them to their defaults.
 */
#define FB_CONF_RESET		"reset"
#define FB_KEY_DEV		"dev"
#define FB_KEY_SINK		"sink"
#define FB_KEY_FAMILY		"family"
#define FB_KEY_PROTO		"proto"
#define FB_KEY_SRC		"src"
#define FB_KEY_DST		"dst"
#define FB_KEY_SPORT		"sport"
#define FB_KEY_DPORT		"dport"
#define FB_KEY_FLOWS		"flows"
#define FB_KEY_HOSTS		"hosts"
#define FB_KEY_ONLY		"only"
#define FB_KEY_SIZE		"size"
#define FB_KEY_VLAN		"vlan"
#define FB_KEY_INNER_VLAN	"inner_vlan"
#define FB_KEY_PPPOE		"pppoe"
#define FB_KEY_GSO		"gso"
#define FB_KEY_LAYOUT		"layout"
#define FB_KEY_STREAM		"stream"
#define FB_KEY_PACKETS		"packets"
#define FB_KEY_PRIME		"prime"
#define FB_KEY_STEPS		"steps"
#define FB_KEY_INJECT		"inject"
#define FB_KEY_BATCH		"batch"
#define FB_KEY_ORDER		"order"
#define FB_KEY_SEED		"seed"
#define FB_KEY_ALLOC		"alloc"
#define FB_KEY_SKB		"skb"
#define FB_KEY_CSUM		"csum"
#define FB_KEY_END		"end"
#define FB_KEY_LATENCY		"latency"
#define FB_KEY_VERIFY		"verify"
#define FB_KEY_EXPECT_SRC	"expect_src"
#define FB_KEY_EXPECT_DST	"expect_dst"
#define FB_KEY_EXPECT_SPORT	"expect_sport"
#define FB_KEY_EXPECT_DPORT	"expect_dport"
#define FB_KEY_EXPECT_VLAN	"expect_vlan"
#define FB_KEY_EXPECT_SPI	"expect_spi"
#define FB_KEY_EXPECT_TTL	"expect_ttl"
#define FB_KEY_CPUS		"cpus"
#define FB_KEY_RECORD		"record"
#define FB_KEY_INPUT		"input"
#define FB_KEY_WAIT		"wait"
#define FB_KEY_PROBES		"probes"
#define FB_KEY_HOOKS		"hooks"

/*
 * Limits of their values. FB_FLOW_PORTS flows have one source address and a port
 * each; the next flows have the next source address. 64 packets of
 * FB_SIZE_STREAM_MAX bytes fit in a TCP window of 65535 bytes.
 */
#define FB_FLOWS_MAX		1000000
#define FB_FLOW_PORTS		50000
#define FB_HOSTS_MAX		250
#define FB_SIZE_MIN		60
#define FB_SIZE_MAX		9000
#define FB_SIZE_XMIT_MAX	3000
#define FB_SIZE_GSO_MAX		65000
#define FB_SIZE_STREAM_MAX	1000
#define FB_GSO_MIN		500
#define FB_GSO_MAX		9000
#define FB_VLAN_MAX		4094
#define FB_PPPOE_MAX		65535
#define FB_PACKETS_MAX		100000000
#define FB_PRIME_MAX		32
#define FB_STEPS_MAX		8
#define FB_BATCH_MAX		64
#define FB_CPUS_MAX		64
#define FB_HOOKS_MAX		2

/*
 * The model of hardware that takes the rules of flowtables: files in its directory, words that are
 * written to "control", keys that can be set, and their bounds.
 */
#define FB_DIR_HARDWARE		"hardware"
#define FB_FILE_HW_CONTROL	"control"
#define FB_FILE_HW_RULES	"rules"
#define FB_FILE_HW_REFUSED	"refused"
#define FB_FILE_HW_COUNTERS	"counters"
#define FB_FILE_HW_DIFFERENCES	"differences"
#define FB_FILE_HW_OBSERVED	"observed"
#define FB_HW_ON		"on"
#define FB_HW_OFF		"off"
#define FB_HW_SET		"set"
#define FB_HW_KEY_DEV		"dev"
#define FB_HW_KEY_TABLE		"table"
#define FB_HW_KEY_REFUSE	"refuse"
#define FB_HW_KEY_ERROR		"error"
#define FB_HW_KEY_SLEEP		"sleep"
#define FB_HW_KEY_MODE		"mode"
#define FB_HW_KEY_AS		"as"
#define FB_HW_KEY_STATS		"stats"
#define FB_HW_KEY_DELAY		"delay"
#define FB_HW_KEY_FORGET	"forget"
#define FB_HW_KEY_KEEP		"keep"
#define FB_HW_TABLE_MIN		1
#define FB_HW_TABLE_MAX		65536
#define FB_HW_TABLE_DEFAULT	4096
#define FB_HW_REFUSE_MAX	1000000
#define FB_HW_SLEEP_MAX		10000
#define FB_HW_KEEP_MAX		10000
#define FB_HW_DELAY_MAX		600000
#define FB_HW_DELAY_DEFAULT	1000

/* States and mechanisms in the hooks file. */
#define FB_STATE_OFF		"off"
#define FB_STATE_ON		"on"
#define FB_STATE_UNAVAILABLE	"unavailable"
#define FB_MECH_FPROBE		"fprobe"
#define FB_MECH_KRETPROBE	"kretprobe"
#define FB_MECH_NONE		"-"

/*
 * Histograms are log-linear. Each power of two is cut into FB_HIST_SUB equal
 * buckets, 2^FB_HIST_SUB_BITS, so a bucket is at most 1/32 (3.125 %) of its lower
 * bound wide. Values of 2^FB_HIST_MAX_BITS ns (4.3 s) and more share the last one.
 */
#define FB_HIST_SUB_BITS	5
#define FB_HIST_SUB		32
#define FB_HIST_MAX_BITS	32
#define FB_HIST_BUCKETS \
	(FB_HIST_SUB * (FB_HIST_MAX_BITS - FB_HIST_SUB_BITS + 1) + 1)

#endif /* FLOWBENCH_UAPI_H */
