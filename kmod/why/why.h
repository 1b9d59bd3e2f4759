/* SPDX-License-Identifier: GPL-2.0 */
/* The interfaces between the files of this folder. */
#ifndef FB_WHY_H
#define FB_WHY_H

#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "../flowbench.h"

struct net;
struct nf_conn;
struct sk_buff;

/* symbol.c */

/* Bytes of the longest name that is shown, with NUL. */
#define FB_WHY_SYMBOL_SIZE	128

void fb_why_symbol(char *name, size_t size, unsigned long addr);

/* conn.c */

/**
 * struct fb_why_tuple - the addresses of one direction
 * @src: source address in network order; IPv4 uses the first four bytes
 * @dst: destination address, likewise
 * @sport: source port, host order
 * @dport: destination port, host order
 */
struct fb_why_tuple {
	u8 src[16];
	u8 dst[16];
	u16 sport;
	u16 dport;
};

/**
 * struct fb_why_conn - what decides about a connection
 * @orig: original direction
 * @reply: reply direction
 * @status: its IPS_* bits
 * @timeout: seconds until conntrack forgets it
 * @family: 4 or 6, 0 if there is no connection
 * @proto: protocol number
 * @tcp: state of TCP, FB_WHY_TCP_NONE for other protocols
 * @helper: it has the extension of a helper
 */
struct fb_why_conn {
	struct fb_why_tuple orig;
	struct fb_why_tuple reply;
	u32 status;
	s32 timeout;
	u8 family;
	u8 proto;
	u8 tcp;
	u8 helper;
};

void fb_why_conn_read(const struct nf_conn *ct, struct fb_why_conn *conn);

/* In place of a ctinfo: the packet has none. */
#define FB_WHY_CTINFO_NONE	0xff

/* In place of a state of TCP: it is not TCP. */
#define FB_WHY_TCP_NONE		0xff

/* In place of a protocol: there is no connection. */
#define FB_WHY_PROTO_NONE	0x100

static inline u16 fb_why_conn_proto(const struct fb_why_conn *conn)
{
	return conn->family ? conn->proto : FB_WHY_PROTO_NONE;
}

/* received.c */

/* Headers between Ethernet and IP to follow; the flowtable follows two. */
#define FB_WHY_ENCAP_MAX	4

enum fb_why_encap_kind {
	FB_WHY_ENCAP_VLAN,
	FB_WHY_ENCAP_PPPOE,
};

/**
 * struct fb_why_encap - a header between Ethernet and IP
 * @id: VLAN, or session of PPPoE
 * @kind: one of enum fb_why_encap_kind
 */
struct fb_why_encap {
	u16 id;
	u8 kind;
};

/**
 * enum fb_why_fault - what is wrong with an IP header, so that IP drops the
 * packet before connection tracking sees it
 */
enum fb_why_fault {
	FB_WHY_FAULT_NONE,
	FB_WHY_FAULT_CUT,	/* it is not all there */
	FB_WHY_FAULT_VERSION,
	FB_WHY_FAULT_IHL,	/* its own length is wrong */
	FB_WHY_FAULT_TOTAL,	/* the packet is shorter than it says */
	FB_WHY_FAULT_SUM,
};

/**
 * struct fb_why_packet - what decides at ingress about a packet
 * @pkt: its IP header and the one behind
 * @mac: bytes of the link layer's header in front of the data
 * @seg: bytes of a segment of a superpacket, else 0
 * @segs: segments of a superpacket, else 0
 * @secpath: transformations of IPsec that it has been through
 * @type: PACKET_HOST and others
 * @fault: one of enum fb_why_fault
 * @encaps: headers in @encap
 * @encap: from outer to inner, with the tag that the device took off
 */
struct fb_why_packet {
	struct fb_packet pkt;
	unsigned int mac;
	u16 seg;
	u16 segs;
	u8 secpath;
	u8 type;
	u8 fault;
	u8 encaps;
	struct fb_why_encap encap[FB_WHY_ENCAP_MAX];
};

void fb_why_packet_parse(const struct sk_buff *skb, struct fb_why_packet *wp);
void fb_why_encap_text(char *text, const struct fb_why_packet *wp);

/* Bytes of the longest text of the headers between Ethernet and IP, with NUL. */
#define FB_WHY_ENCAP_SIZE	48

/* sample.c */

/**
 * struct fb_why_rate - how many events this CPU has emitted in this second
 * @since: jiffies when the second began
 * @used: events since then
 */
struct fb_why_rate {
	unsigned long since;
	unsigned int used;
};

/**
 * struct fb_why_ring_entry - a sampled packet
 * @skb: its address, which is only compared; NULL if it has no further stage
 * @id: of the packet
 */
struct fb_why_ring_entry {
	const struct sk_buff *skb;
	u64 id;
};

/**
 * struct fb_why_cpu - the sampled packets of a CPU
 * @ring: the last samples; number N since the module was loaded is at N modulo its size
 * @taken: number of the last sample, 0 before the first one
 * @batch: number of the last sample before the batch that is being received
 * @gone: number of the last sample that has no further stage: those behind it
 *	  may have one
 * @at_prerouting: a packet has come to PRE_ROUTING, so the next one at ingress is of
 *	    another batch
 * @packets: limits the packets
 * @flows: limits the events of flows
 */
struct fb_why_cpu {
	struct fb_why_ring_entry ring[FB_WHY_LIVE_MAX];
	u64 taken;
	u64 batch;
	u64 gone;
	bool at_prerouting;
	struct fb_why_rate packets;
	struct fb_why_rate flows;
};

DECLARE_PER_CPU(struct fb_why_cpu, fb_why_cpu);

extern unsigned int fb_why_rate_max;

/* Returns true for at most fb_why_rate_max calls in a second. Context: migration off. */
static inline bool fb_why_ratelimit(struct fb_why_rate *rate)
{
	unsigned long now = jiffies;

	if (now - rate->since >= HZ) {
		rate->since = now;
		rate->used = 0;
	}
	return rate->used++ < fb_why_rate_max;
}

/**
 * fb_why_at_prerouting() - a packet of this CPU has come to PRE_ROUTING
 *
 * Context: any.
 */
static inline void fb_why_at_prerouting(void)
{
	this_cpu_write(fb_why_cpu.at_prerouting, true);
}

/**
 * fb_why_sampled() - get the id of a packet
 * @skb: a packet
 *
 * Return: its id, 0 if it was not sampled on this CPU.
 * Context: any, also that of a probe. A verdict of a queue lets packets go on in
 * a task, so preemption may be on. A softirq may begin another batch meanwhile;
 * then the packet is not found, or its own id is returned.
 */
static inline u64 fb_why_sampled(const struct sk_buff *skb)
{
	const struct fb_why_ring_entry *entry;
	const struct fb_why_cpu *wc;
	u64 nr, gone, id = 0;

	preempt_disable();
	wc = this_cpu_ptr(&fb_why_cpu);
	nr = READ_ONCE(wc->taken);
	gone = READ_ONCE(wc->gone);
	for (; nr > gone && !id; nr--) {
		entry = &wc->ring[nr % FB_WHY_LIVE_MAX];
		if (READ_ONCE(entry->skb) != skb)
			continue;
		id = READ_ONCE(entry->id);
		if (READ_ONCE(entry->skb) != skb)
			id = 0;
	}
	preempt_enable();
	return id;
}

void fb_why_forget(const struct sk_buff *skb);
void fb_why_received(const struct sk_buff *skb);
void fb_why_sample_reset(unsigned int rate);
u64 fb_why_sample(const struct sk_buff *skb);

/* probes.c */

/* Probes that can be attached. */
#define FB_WHY_PROBES_MAX	8

/**
 * struct fb_why_probe - a probe that comes and goes with a module
 * @symbol: the probed function
 * @pre_handler: handler at its begin, for a function whose end is not looked at
 * @entry_handler: handler at its begin, else
 * @ret_handler: handler at its end
 * @data_size: bytes that @entry_handler hands to @ret_handler
 * @attached: it is attached
 * @kp: in use if there is @pre_handler
 * @rp: in use if there is none
 */
struct fb_why_probe {
	const char *symbol;
	kprobe_pre_handler_t pre_handler;
	kretprobe_handler_t entry_handler;
	kretprobe_handler_t ret_handler;
	size_t data_size;
	bool attached;
	struct kprobe kp;
	struct kretprobe rp;
};

int fb_why_probes_attach(struct fb_why_probe *probes, unsigned int count);
void fb_why_probes_detach(void);
void fb_why_probes_show(struct seq_file *m);

/* offload.c */

int fb_why_offload_attach(const struct net *net);
void fb_why_offload_forget_net(void);
void fb_why_offload_detach(void);

/* rules.c */

int fb_why_rules_get(void);
void fb_why_rules_put(void);

/* stages.c */

int fb_why_stages_attach(struct net *net);
void fb_why_stages_detach(struct net *net);
void fb_why_stages_show(struct seq_file *m);

/* devices.c */

int fb_why_devices_attach(struct net *net, bool trace_rules);
void fb_why_devices_detach(void);
void fb_why_devices_show(struct seq_file *m);
int fb_why_devices_setup(void);
void fb_why_devices_teardown(void);

#endif /* FB_WHY_H */
